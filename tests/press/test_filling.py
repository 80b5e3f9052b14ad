"""The room that a page's content leaves, shared out, without pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.press.pieces.vertical_justification import (
    LITTLE,
    MOST_AIR,
    MOST_STRETCH,
    Block,
    Row,
    centred,
    filled,
)

BLOCKS = st.builds(Block, st.floats(0, 60), st.floats(0, 15))
ROWS = st.builds(Row, st.floats(10, 120), st.lists(BLOCKS, min_size=1, max_size=4).map(tuple))


@given(st.lists(ROWS, min_size=1, max_size=5), st.floats(0, 120))
def test_a_page_is_filled_to_its_foot_and_no_further(rows: list[Row], room: float) -> None:
    given_rows = filled(rows, room)
    more = sum(one.height for one in given_rows) - sum(row.height for row in rows)
    heights = [row.height for row in rows]
    most = sum(row.taken(MOST_AIR) for row in rows) + MOST_STRETCH * sum(heights)
    assert more == pytest.approx(min(room, most), abs=0.01)
    for row, one in zip(rows, given_rows, strict=True):
        for block, air in zip(row.blocks, one.airs, strict=True):
            assert 0 <= air <= MOST_AIR
            taken = block.growth * air
            assert taken <= block.room + one.height - row.height + 0.01


def test_blocks_of_a_row_end_at_the_same_height() -> None:
    (row,) = filled([Row(50, (Block(0, 10), Block(8, 10)))], 6)
    assert row.height == 56
    assert row.airs == pytest.approx((0.6, 1.4), abs=0.001)


def test_blocks_that_differ_by_a_line_have_their_lines_level() -> None:
    nearly, far = (Block(0, 10), Block(6, 8)), (Block(0, 10), Block(8, 8))
    (row,) = filled([Row(50, nearly, alike=7)], 6)
    assert row.airs == pytest.approx((0.6, 0.6), abs=0.001)
    (row,) = filled([Row(50, far, alike=7)], 6)
    assert row.airs == pytest.approx((0.6, 1.75), abs=0.001)


def test_rows_get_the_same_air_where_there_is_room_for_it() -> None:
    first, second = filled([Row(50, (Block(0, 10),)), Row(90, (Block(0, 20),))], 12)
    assert first.airs == pytest.approx(second.airs)
    assert (first.height, second.height) == pytest.approx((54, 98))


def test_what_air_cannot_take_makes_the_rows_higher() -> None:
    first, second = filled([Row(20, (Block(0, 1),)), Row(60, (Block(0, 1),))], 16 + 2 * MOST_AIR)
    assert first.airs == second.airs == (MOST_AIR,)
    assert (first.height, second.height) == pytest.approx((20 + 4 + MOST_AIR, 60 + 12 + MOST_AIR))


def test_a_page_that_is_too_full_is_left_as_it_is() -> None:
    assert [(row.height, row.airs) for row in filled([Row(50, (Block(0, 10),))], -3)] == [
        (50, (0,))
    ]
    assert filled([], 10) == ()


def test_a_card_stands_in_the_middle_with_air_first() -> None:
    full = centred(Block(0, 5), 70)
    assert (full.air, full.above, full.little) == (0, 0, False)
    some = centred(Block(6, 5), 70)
    assert (some.air, some.above) == (1.2, 0)
    short = centred(Block(50, 5), 70)
    assert short.air == MOST_AIR
    assert short.above == (50 - 5 * MOST_AIR) / 2
    assert short.little
    assert not centred(Block(LITTLE * 70 - 1, 0), 70).little
