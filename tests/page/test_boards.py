"""Boards on sheets: what is where, marks that keep clear, and a whole PDF read again."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, Rect, Size
from aidgen.game.aids import Board, Grid
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.kinds.board import CellGrid, board_cells, box, marks, tile_board, window_place
from aidgen.page.render import render
from aidgen.pipeline.options import choosable
from tests.commands import aidgen
from tests.inks import grey_pages
from tests.mini import WIDE, change
from tests.shared import alone

PRINTABLE = 4.25
"""How far in mm from the edge of the paper printers print."""
NEAR = 0.01
DPI, FINER = 300, 4
"""Of the pictures; and how much coarser they are compared: sheets begin between two points."""
SAME = 100
"""By how much of 255 a point may differ: a line of 0.25 mm that is not there makes 200."""


def board(width: float, height: float, overlap: float = 10.0) -> Board:
    said = {
        "width": f"{width:.2f} mm",
        "height": f"{height:.2f} mm",
        "overlap": f"{overlap:.2f} mm",
    }
    return Board.model_validate(said)


def sheets(pack: Path = WIDE, aid: str = "isle", options: PrintOptions = NO_OPTIONS) -> list[str]:
    """Return the HTML of each sheet of a board."""
    game_data = localize(load(pack, "wide"), {}, "en")
    (document,) = render(game_data, aid, (pack, BUNDLED_PACK), options).documents
    return document.html.split("<main")[1:]


def windows(pages: list[str]) -> list[tuple[Rect, float, float]]:
    """Return what of the board each sheet shows, and where the board's corner is on the paper."""
    lengths = re.compile(r"([a-z]+):(-?[\d.]+)mm")
    found = []
    for page in pages:
        window, moved = page.split("<div data-window")[1].split("<div")[:2]
        place = dict(lengths.findall(window))
        ground = dict(lengths.findall(moved.partition(">")[0]))
        left, top = -float(ground["left"]), -float(ground["top"])
        seen = Rect(left, top, float(place["width"]), float(place["height"]))
        found.append((seen, float(place["left"]) - left, float(place["top"]) - top))
    return found


# Geometry ---------------------------------------------------------------------------------------


@given(
    width=st.floats(50, 1220),
    height=st.floats(50, 1220),
    overlap=st.floats(0, 40),
    paper=st.sampled_from(["A4", "Letter", "A3", "Legal"]),
)
def test_marks_lie_outside_what_is_shown_and_where_printers_print(
    width: float, height: float, overlap: float, paper: str
) -> None:
    tiling, lies = tile_board(board(width, height, overlap), PAPERS[paper])
    for tile in tiling.tiles:
        seen = window_place(tiling, tile, lies)
        assert seen.left >= PRINTABLE
        assert seen.left + seen.width <= lies.width - PRINTABLE + NEAR
        found = list(marks(tiling, tile, seen))
        for mark in found:
            assert mark.left >= PRINTABLE
            assert mark.top >= PRINTABLE
            assert mark.left + mark.width <= lies.width - PRINTABLE
            assert mark.top + mark.height <= lies.height - PRINTABLE
            assert _apart(mark, seen)
        neighbours = (tile.column + 1 < tiling.columns) + (tile.row + 1 < tiling.rows)
        lapped = round(tiling.overlap, 2) > 0
        assert len(found) == 8 + 6 * neighbours * lapped


def _apart(one: Rect, other: Rect) -> bool:
    across = one.left + one.width <= other.left or one.left >= other.left + other.width
    return across or one.top + one.height <= other.top or one.top >= other.top + other.height


@pytest.mark.parametrize(
    ("size", "paper", "lies", "count"),
    [
        ((270, 180), "A4", Size(297, 210), 1),
        ((180, 260), "A4", Size(210, 297), 1),
        ((390, 250), "A3", Size(420, 297), 1),
        ((260, 185), "Letter", Size(279.4, 215.9), 1),
        ((420, 400), "A4", Size(297, 210), 6),
    ],
)
def test_sheets_lie_so_that_fewest_are_needed(
    size: tuple[float, float], paper: str, lies: Size, count: int
) -> None:
    tiling, found = tile_board(board(*size), PAPERS[paper])
    assert (found, len(tiling.tiles)) == (lies, count)


@pytest.mark.parametrize(
    "said", [{"shape": "square"}, {"shape": "hex"}, {"shape": "hex", "points": "across"}]
)
@pytest.mark.parametrize("numbered", [True, False])
def test_the_room_of_a_cell_lies_within_it(said: dict[str, str], *, numbered: bool) -> None:
    grid = Grid.model_validate({"cell": "30 mm", "numbered": numbered, **said})
    ruling = CellGrid(grid, Size(200, 200))
    left, top = ruling.corner
    for cell, corners in ruling.cells.items():
        room = ruling.box(cell)
        for x in (room.left - left, room.left + room.width - left):
            for y in (room.top - top, room.top + room.height - top):
                assert _is_in((x, y), corners), (cell, room)


def _is_in(point: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether a point is on one side of all edges."""
    turns = [
        (c - a) * (point[1] - b) - (d - b) * (point[0] - a)
        for (a, b), (c, d) in pairwise((*corners, corners[0]))
    ]
    return min(turns) > 0 or max(turns) < 0


def test_a_space_lies_in_its_cell_of_a_grid_in_the_middle_of_the_board() -> None:
    aid = load(WIDE, "wide").aids["yard"]
    assert aid.board
    assert aid.grid
    found = box(aid.board.spaces["well"], board_cells(aid))
    # Nine cells of 30 mm leave 10 mm at the sides, three 5 mm above; B2 is one further each way.
    assert found == Rect(10 + 30 + 0.6, 5 + 30 + 15.6, 28.8, 13.8)


# Pieces on sheets ---------------------------------------------------------------------------------


def test_a_board_is_seen_in_windows_and_read_once() -> None:
    pages = sheets()
    shown = windows(pages)
    assert [(seen.left, seen.top) for seen, _, _ in shown][:2] == [(0, 0), (205, 0)]
    assert shown[0][0].width == 215
    read = re.findall(
        r'class="ag-space[^>]*data-box="aids.isle.board.spaces.(\w+)"', "".join(pages)
    )
    assert len(read) == len(set(read)) > 0, "each space is read aloud once"


def test_each_sheet_says_which_it_is_and_how_to_join_it() -> None:
    pages = sheets()
    labels = [re.findall(r'class="ag-label"><span[^>]*>(\w+)<', page) for page in pages]
    assert labels == [["A1"], ["B1"], ["A2"], ["B2"], ["A3"], ["B3"]]
    assert all("Cut each sheet at the marks" in page for page in pages)
    assert [page.count("<h1>") for page in pages] == [1, 0, 0, 0, 0, 0]
    filled = [re.findall(r'<path d="([^"]*)" fill="#000"', page)[0] for page in pages]
    assert len(set(filled)) == 6


def test_a_board_of_one_sheet_needs_no_joining(wide: Path) -> None:
    change(wide, "content/wide/aids.yaml", "width: 290 mm", "width: 280 mm")
    (page,) = sheets(wide, "yard")
    assert 'class="ag-label"' not in page
    assert "Cut each sheet" not in page


def test_sheets_that_do_not_overlap_are_joined_edge_to_edge(wide: Path) -> None:
    change(wide, "content/wide/aids.yaml", "width: 290 mm", "width: 290 mm\n      overlap: 0 mm")
    assert all("Lay the sheets edge to edge" in page for page in sheets(wide, "yard"))


def test_a_reader_chooses_the_paper_and_what_makes_sense() -> None:
    game_data = load(WIDE, "wide")
    assert choosable(game_data, "isle") == {"paper", "ink"}
    assert len(sheets(options=PrintOptions(paper="a3"))) == 4
    assert len(sheets(options=PrintOptions(paper="letter"))) == 6


# The PDF -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made() -> Path:
    """A folder with the boards of Wide, built; the yard has a picture of points."""
    with alone("boards") as folder:
        if not (folder / "out" / "index.html").is_file():
            pack = _with_picture(folder)
            given = ("--pack", pack, "--locale", "en", "--out", folder / "out")
            done = aidgen("build", "--aid", "isle", "--aid", "yard", *given)
            assert (done.exit_code, done.stderr) == (0, "")
    return folder / "out" / "wide" / "en"


def _with_picture(folder: Path) -> Path:
    pack = Path(shutil.copytree(WIDE, folder / "wide", dirs_exist_ok=True))
    # Rough ground, so that all of a line that lies on it is reported from what lies around it.
    Image.effect_noise((1740, 600), 60).save(pack / "assets" / "yard.jpg", quality=95)
    change(
        pack, "content/wide/aids.yaml", "height: 100 mm", "height: 100 mm\n      image: yard.jpg"
    )
    return pack


def test_neighbours_show_the_same_where_they_overlap(made: Path) -> None:
    """What A1 shows at its right is what B1 shows at its left, and A2 below, point by point."""
    pages = list(grey_pages((made / "wide-isle-en.pdf").read_bytes(), DPI))
    shown = windows(sheets())
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3)):
        a, b = shown[one][0], shown[other][0]
        left, top = max(a.left, b.left), max(a.top, b.top)
        right = min(a.left + a.width, b.left + b.width)
        bottom = min(a.top + a.height, b.top + b.height)
        assert min(right - left, bottom - top) == pytest.approx(10, abs=NEAR)
        common = Rect(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1)
        parts = [_part(pages[number], common, shown[number][1:]) for number in (one, other)]
        assert sum(parts[0].histogram()[:128]), "there is something to compare"
        assert not sum(ImageChops.difference(*parts).histogram()[SAME:])


def _part(page: Image.Image, common: Rect, corner: tuple[float, float]) -> Image.Image:
    scale = DPI / 25.4
    left, top = common.left + corner[0], common.top + corner[1]
    x, y = round(left * scale), round(top * scale)
    size = int(common.width * scale), int(common.height * scale)
    return page.crop((x, y, x + size[0], y + size[1])).reduce(FINER)


def test_a_picture_is_in_the_file_once(made: Path) -> None:
    with pikepdf.open(made / "wide-yard-en.pdf") as document:
        assert len(document.pages) == 2
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        pictures = [one for one in streams if one.get("/Subtype") == "/Image"]
        assert [(int(one.Width), int(one.Height)) for one in pictures] == [(1740, 600)]
