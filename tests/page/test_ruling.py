"""Paper ruled with squares or hexes: whole cells, as large as they say, each edge drawn once."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, Size
from aidgen.game.aids import Grid
from aidgen.page.kinds.board import CellGrid, grid_room
from aidgen.page.render import render
from tests.mini import change, read

ROOM = Size(198, 276)


def ruling(room: Size = ROOM, **said: object) -> CellGrid:
    return CellGrid(Grid.model_validate(said), room)


def test_squares_fill_their_room() -> None:
    made = ruling(cell="10 mm")
    assert (made.counts, made.size) == ((19, 27), Size(190, 270))
    assert made.lines.count("M") == 20 + 28
    assert made.numbers == ""


@given(
    shape=st.sampled_from([("square", None), ("hex", "up"), ("hex", "across")]),
    cell=st.integers(100, 1000),
    paper=st.sampled_from(["A4", "A5", "Letter", "Half Letter", "Half Legal"]),
    landscape=st.booleans(),
)
@example(shape=("hex", "up"), cell=907, paper="A5", landscape=False)  # no room for a second rank
def test_whole_cells_alone_lie_in_their_room(
    shape: tuple[str, str | None], cell: int, paper: str, *, landscape: bool
) -> None:
    size = PAPERS[paper].turned() if landscape else PAPERS[paper]
    room = grid_room(size)
    name, points = shape
    made = ruling(room, shape=name, cell=f"{cell / 10} mm", points=points)
    assert made.cells
    assert made.size.width <= room.width + 0.01
    assert made.size.height <= room.height + 0.01
    left = room.width - made.size.width, room.height - made.size.height
    assert max(left) < 2 * cell / 10
    if name == "hex":
        edges = re.findall(r"M[^M]+", made.lines)
        assert len(set(edges)) == len(edges) <= 6 * len(made.cells)
        # Six sides a cell; each row shares one side with the next cell, and two or one below.
        count = len(made.cells)
        assert len(edges) >= 3 * count + count**0.5


def test_hexes_side_by_side_share_an_edge() -> None:
    alone = ruling(Size(20, 24), shape="hex", cell="20 mm")
    beside = ruling(Size(40, 24), shape="hex", cell="20 mm")
    assert [one.lines.count("M") for one in (alone, beside)] == [6, 11]


def test_cells_are_reported_by_letters_or_by_numbers() -> None:
    squares = ruling(Size(270, 20), cell="10 mm", numbered=True)
    assert list(squares.cells)[24:28] == ["Y1", "Z1", "AA1", "A2"]
    hexes = ruling(Size(50, 50), shape="hex", cell="20 mm", numbered=True)
    assert list(hexes.cells) == ["0101", "0201", "0102", "0202"]
    assert hexes.numbers


def page(pack: Path, options: PrintOptions = NO_OPTIONS) -> str:
    (document,) = render(read(pack), "hexes", (BUNDLED_PACK,), options).documents
    return document.html


def test_lines_have_the_weight_and_colour_that_is_asked_for(pack: Path) -> None:
    assert 'stroke="#888" stroke-width="0.3"' in page(pack)
    change(pack, "content/mini/aids.yaml", "line: 0.3 mm", "line: 0.1 mm, colour: ink")
    ink = read(pack).game.accent.lower()
    assert f'stroke="{ink}" stroke-width="0.1"' in page(pack).lower()


def test_low_ink_has_thin_and_pale_lines(pack: Path) -> None:
    change(pack, "content/mini/aids.yaml", "line: 0.3 mm, ", "")
    low, usual = (
        re.search(r'stroke="#(..?)\1?\1?" stroke-width="([\d.]+)"', page(pack, options))
        for options in (PrintOptions(ink="low"), NO_OPTIONS)
    )
    assert low
    assert usual
    inks = [(255 - int(2 * line[1], 16)) * float(line[2]) for line in (low, usual)]
    assert inks[0] <= inks[1] / 3


def test_a_grid_keeps_clear_of_what_printers_leave_white() -> None:
    assert grid_room(Size(210, 297)).width == 198  # printers leave 4.25 mm white
