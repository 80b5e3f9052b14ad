"""Sheets that are folded, and boards that are split over sheets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import (
    INSIDE,
    OUTSIDE,
    PAPERS,
    Folding,
    Size,
    Tiling,
    column_letters,
    is_half,
    is_halved,
)

A4, LETTER = PAPERS["A4"].turned(), PAPERS["Letter"].turned()


def seen(folded: Folding, side: int) -> str:
    """Return the numbers of the panels of a side, from left to right."""
    here = [number for number in range(1, folded.panels + 1) if folded.side(number) == side]
    return "".join(map(str, sorted(here, key=lambda number: folded.place(number).left)))


@pytest.mark.parametrize(
    ("folds", "backwards", "outside", "inside"),
    [
        (1, False, "41", "23"),
        (2, False, "561", "234"),
        (3, False, "6781", "2345"),
        (1, True, "14", "32"),
        (2, True, "165", "432"),
    ],
)
def test_panels_lie_where_they_are_met_once_it_is_folded(
    folds: int, outside: str, inside: str, *, backwards: bool
) -> None:
    folded = Folding(A4, folds, backwards)
    assert seen(folded, OUTSIDE) == outside
    assert seen(folded, INSIDE) == inside


def test_what_is_folded_in_is_narrower_each_time() -> None:
    folded = Folding(A4, 3)
    widths = [folded.place(number).width for number in (2, 3, 4, 5)]
    assert widths[0] == widths[1]
    assert [round(one - other, 2) for one, other in pairwise(widths)] == [0, 1.5, 1.5]
    assert folded.place(6).width == widths[3], "the flap is that panel from outside"
    assert folded.place(1).width == widths[0]


def test_a_page_lies_beside_another_where_half_a_sheet_is_wide_enough() -> None:
    pages = (("A4", "a3"), ("A4", "a4"), ("A5", "letter"), ("poker", "a4"))
    assert [is_halved(*page) for page in pages] == [True, False, True, False]
    halves = [is_half(paper) for paper in ("A4", "A5", "A6", "Half Letter")]
    assert halves == [False, True, False, True]


NEAR = 0.003
"""In mm: what is lost when places are rounded."""


@given(
    width=st.floats(50, 1220),
    height=st.floats(50, 1220),
    paper=st.sampled_from(sorted(PAPERS)),
    overlap=st.floats(0, 40),
)
def test_windows_show_all_of_a_board_and_overlap_by_so_much(
    width: float, height: float, paper: str, overlap: float
) -> None:
    board, room = Size(width, height), PAPERS[paper]
    tiling = Tiling(board, room, overlap)
    tiles = {(tile.column, tile.row): tile.window for tile in tiling.tiles}
    assert len(tiles) == tiling.columns * tiling.rows
    last = tiles[tiling.columns - 1, tiling.rows - 1]
    assert (tiles[0, 0].left, tiles[0, 0].top) == (0, 0)
    assert last.left + last.width == pytest.approx(width, abs=NEAR)
    assert last.top + last.height == pytest.approx(height, abs=NEAR)
    for (column, row), window in tiles.items():
        assert window.width <= room.width + NEAR
        assert window.height <= room.height + NEAR
        beside, below = tiles.get((column + 1, row)), tiles.get((column, row + 1))
        if beside:
            assert window.left + window.width - beside.left == pytest.approx(overlap, abs=NEAR)
            assert window.top == beside.top
        if below:
            assert window.top + window.height - below.top == pytest.approx(overlap, abs=NEAR)
            assert window.left == below.left


def test_sheets_are_called_like_cells() -> None:
    names = [tile.name for tile in Tiling(Size(500, 500), Size(200, 300), 10).tiles]
    assert names == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert " ".join(map(column_letters, (0, 25, 26, 51, 52))) == "A Z AA AZ BA"
