"""Paper ruled with squares or hexes, to draw and to play on."""

from __future__ import annotations

from aidgen.assets.papers import Size
from aidgen.game.aids import Grid
from aidgen.page.drawings import CellGrid
from aidgen.page.kinds.base import Kind
from aidgen.page.pieces import Document, Leaf, Section
from aidgen.page.templates import Templates

GRID_EDGE = 6.0
"""Space in mm at the sides of the page: what printers leave white, and a little."""
GRID_HEAD, GRID_FOOT = 11.0, 10.0
"""Space in mm above a grid and below it, for what the page is and for the notice."""
PALE = 0.09
"""The weight of a line in mm where little ink is to be used: a quarter of a point prints well."""


def grid_page(templates: Templates, paper: Size) -> Document:
    """Return a page of a grid, in the middle of what can be printed of paper of a size."""
    grid = templates.aid.grid
    assert grid is not None, "the laws know"
    room = grid_room(paper)
    ruling = CellGrid(grid, room)
    size = ruling.size
    low = templates.choices.ink == "low"
    page = templates.piece(
        "grid/page.html",
        paper,
        left=round((paper.width - size.width) / 2, 3),
        top=round(GRID_HEAD + (room.height - size.height) / 2, 3),
        across=size,
        lines=ruling.lines,
        numbers=ruling.numbers,
        weight=line_weight(grid, low=low),
        colour=line_colour(templates, grid, low=low),
    )
    return Document((Section(paper, (Leaf(page),)),))


def grid_room(paper: Size) -> Size:
    """Return how large a grid on paper may be, in mm."""
    return Size(paper.width - 2 * GRID_EDGE, paper.height - GRID_HEAD - GRID_FOOT)


def line_weight(grid: Grid, *, low: bool) -> float:
    """Return how heavy the lines of a grid are, in mm; no heavier than PALE for little ink."""
    return min(grid.line, PALE) if low else grid.line


def line_colour(templates: Templates, grid: Grid, *, low: bool) -> str:
    """Return the colour of the lines of a grid; pale ones if little ink is to be used."""
    if low:
        return "#aaa"
    theme = templates.theme
    known = {"grey": "#888", "black": "#000", "ink": theme.ink, "second": theme.second}
    return known[grid.colour]


GRID = Kind(
    "grid",
    papers=("A4", "A5", "Letter"),
    holds="grid",
    parts=grid_page,
    keys=frozenset({"grid"}),
    smallest_type=7,
)
