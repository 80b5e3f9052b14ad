"""The room that a page's content leaves, shared out, without pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.press.pieces.vertical_justification import (
    MAX_AIR,
    MAX_STRETCH,
    BlockRow,
    CentredCard,
    FilledBlock,
    centre_card,
    justify_rows,
)

BLOCKS = st.builds(FilledBlock, st.floats(0, 60), st.floats(0, 15))
ROWS = st.builds(BlockRow, st.floats(10, 120), st.lists(BLOCKS, min_size=1, max_size=4).map(tuple))


@given(st.lists(ROWS, min_size=1, max_size=5), st.floats(0, 120))
def test_a_page_is_filled_to_its_foot_and_no_further(rows: list[BlockRow], room: float) -> None:
    given_rows = justify_rows(rows, room)
    more = sum(one.height for one in given_rows) - sum(row.height for row in rows)
    heights = [row.height for row in rows]
    most = sum(row.taken(MAX_AIR) for row in rows) + MAX_STRETCH * sum(heights)
    assert more == pytest.approx(min(room, most), abs=0.01)
    for row, one in zip(rows, given_rows, strict=True):
        for block, air in zip(row.blocks, one.airs, strict=True):
            assert 0 <= air <= MAX_AIR
            taken = block.growth * air
            assert taken <= block.room + one.height - row.height + 0.01


def test_blocks_of_a_row_end_at_the_same_height() -> None:
    (row,) = justify_rows([BlockRow(50, (FilledBlock(0, 10), FilledBlock(8, 10)))], 6)
    assert row.height == 56
    assert row.airs == pytest.approx((0.6, 1.4), abs=0.001)


def test_blocks_that_differ_by_a_line_have_their_lines_level() -> None:
    nearly, far = (FilledBlock(0, 10), FilledBlock(6, 8)), (FilledBlock(0, 10), FilledBlock(8, 8))
    (row,) = justify_rows([BlockRow(50, nearly, alike=7)], 6)
    assert row.airs == pytest.approx((0.6, 0.6), abs=0.001)
    (row,) = justify_rows([BlockRow(50, far, alike=7)], 6)
    assert row.airs == pytest.approx((0.6, 1.75), abs=0.001)


def test_rows_get_the_same_air_where_there_is_room_for_it() -> None:
    first, second = justify_rows(
        [BlockRow(50, (FilledBlock(0, 10),)), BlockRow(90, (FilledBlock(0, 20),))], 12
    )
    assert first.airs == pytest.approx(second.airs)
    assert (first.height, second.height) == pytest.approx((54, 98))


def test_what_air_cannot_take_makes_the_rows_higher() -> None:
    first, second = justify_rows(
        [BlockRow(20, (FilledBlock(0, 1),)), BlockRow(60, (FilledBlock(0, 1),))], 16 + 2 * MAX_AIR
    )
    assert first.airs == second.airs == (MAX_AIR,)
    assert (first.height, second.height) == pytest.approx((20 + 4 + MAX_AIR, 60 + 12 + MAX_AIR))


def test_a_page_that_is_too_full_is_left_as_it_is() -> None:
    assert [
        (row.height, row.airs) for row in justify_rows([BlockRow(50, (FilledBlock(0, 10),))], -3)
    ] == [(50, (0,))]
    assert justify_rows([], 10) == ()


def test_a_card_stands_in_the_middle_with_air_first() -> None:
    assert centre_card(FilledBlock(0, 5)) == CentredCard(0, 0)
    assert centre_card(FilledBlock(6, 5)) == CentredCard(1.2, 0)
    assert centre_card(FilledBlock(50, 5)) == CentredCard(MAX_AIR, (50 - 5 * MAX_AIR) / 2)
