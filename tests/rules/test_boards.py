"""Boards that cannot be made, or with spaces of which nobody knows where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from aidgen.game.load import load
from aidgen.problems import InputError
from aidgen.rules import check_game
from tests.mini import change

AIDS = "content/wide/aids.yaml"
WELL = "well: {title: Well, icon: drop, cell: B2}"
BOARD = "      width: 290 mm\n      height: 100 mm\n"


def reported(pack: Path) -> list[str]:
    try:
        return [str(problem) for problem in check_game(load(pack, "wide"))]
    except InputError as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize(
    ("well", "said"),
    [
        ("{title: Well, cell: B9}", "11:35: error: `B9` is not a cell of the grid"),
        ("{title: Well}", "11:9: error: has no position: missing left, top, width"),
        ("{title: Well, left: 5 mm, top: 5 mm}", "missing width, height"),
        ("{title: Well, cell: B2, left: 5 mm}", "found a `cell` and `left`, expected one place"),
        (
            "{title: Well, left: 280 mm, top: 1 mm, width: 20 mm, height: 9 mm}",
            "ends at 300 × 10 mm, outside the board of 290 × 100 mm",
        ),
        ("{title: Well, cell: b2}", "found `b2`, expected a cell of a board"),
        ("{title: Well, icon: well-shaft, cell: B2}", "unknown icon `well-shaft`"),
        ("{title: Well, cell: B2, text_size: 5}", "expected at least 7"),
        (f"{{title: {'W' * 61}, cell: B2}}", "61"),
    ],
)
def test_a_space_that_has_no_place_is_reported_at_its_line(
    wide: Path, well: str, said: str
) -> None:
    change(wide, AIDS, WELL, f"well: {well}")
    (problem,) = reported(wide)
    assert problem.startswith(f"{AIDS}:11:")
    assert said in problem


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("paper: A4\n", "paper: A4\n    landscape: true\n", "`landscape` does not apply"),
        (
            "{cell: 30 mm, line: 0.3",
            "{cell: 100 mm, shape: hex, line: 0.3",
            "no room for a cell of 100 mm",
        ),
        ("width: 290 mm", "width: 100 m", "found `100 m`, expected a length"),
        ("width: 290 mm", "width: 10 mm", "expected at least 50"),
        ("width: 290 mm", "width: 290 mm\n      overlap: 60 mm", "expected at most 40"),
    ],
)
def test_a_board_that_cannot_be_made_is_reported(wide: Path, old: str, new: str, said: str) -> None:
    path = wide / AIDS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert said in reported(wide)[0]


def test_a_board_without_a_grid_has_no_cells(wide: Path) -> None:
    change(wide, AIDS, "    grid: {cell: 30 mm, line: 0.3 mm, numbered: true}\n", "")
    (problem,) = reported(wide)
    assert "found the cell `B2` on a board without a grid" in problem


def test_a_board_with_nothing_on_it_is_reported(wide: Path) -> None:
    text = f"aids:\n  bare:\n    title: Bare\n    kind: board\n    paper: A4\n    board:\n{BOARD}"
    (wide / AIDS).write_text(text, encoding="utf-8")
    (problem,) = reported(wide)
    assert problem.startswith(f"{AIDS}:6:5: error: is empty")


def test_only_a_board_says_how_large_it_is(wide: Path) -> None:
    change(wide, AIDS, "title: The yard\n    kind: board", "title: The yard\n    kind: grid")
    (problem,) = reported(wide)
    assert "`board` does not apply to `kind: grid` (it applies to `kind: board`)" in problem


def test_a_picture_that_is_coarse_from_afar_is_reported(wide: Path) -> None:
    for points, expected in ((1713, 0), (1000, 1)):
        Image.new("L", (points, round(points / 2.9)), 200).save(wide / "assets" / "yard.png")
        path = wide / AIDS
        text = path.read_text(encoding="utf-8").replace("      image: yard.png\n", "")
        path.write_text(text.replace(BOARD, BOARD + "      image: yard.png\n", 1), encoding="utf-8")
        found = reported(wide)
        assert len(found) == expected
        assert all("has 88 dpi at 290 × 100 mm, expected 150" in one for one in found)
