"""Boards on sheets: each point is on one at least, and neighbours overlap by what was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import PAPERS, Size, Tiling, column_letters, fewest_sheets

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
    assert len(tiles) == tiling.count == tiling.columns * tiling.rows
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


@given(length=st.floats(50, 1220), overlap=st.floats(0, 40))
def test_one_sheet_less_would_not_do(length: float, overlap: float) -> None:
    tiling = Tiling(Size(length, 50), Size(194, 270), overlap)
    fewer = tiling.columns - 1
    assert fewer * (194 - overlap) + overlap < length or not fewer


def test_a_board_of_a_sheet_is_one_sheet() -> None:
    (tile,) = Tiling(Size(194, 270), Size(194, 270), 10).tiles
    assert tile.name == "A1"
    assert (tile.window.width, tile.window.height) == (194, 270)


def test_sheets_are_called_like_cells() -> None:
    names = [tile.name for tile in Tiling(Size(500, 500), Size(200, 300), 10).tiles]
    assert names == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert [column_letters(column) for column in (0, 25, 26, 51, 52)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
    ]


def test_of_two_ways_that_need_fewer_sheets_is_taken() -> None:
    upright, across = Size(200, 280), Size(280, 200)
    assert fewest_sheets(Size(270, 390), (upright, across), 10).room == across
    assert fewest_sheets(Size(390, 270), (across, upright), 10).room == upright
    assert fewest_sheets(Size(100, 100), (across, upright), 10).room == across
