"""A page ruled with squares or hexes: whole cells alone, as many as find room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from itertools import product
from pathlib import Path
from statistics import fmean

from markupsafe import Markup

from aidgen.assets import faces
from aidgen.assets.files import svg_address
from aidgen.assets.icons import PLACE_COLOUR, find_icon
from aidgen.assets.papers import Matrix, Rect, Size, column_letters
from aidgen.game.aids import Grid
from aidgen.game.load import BUNDLED_PACK

# The colour of drawings on a dark background, as it is written in SVG.
DRAWING_WHITE = ("#fff", "#ffffff")
# The size in mm of the smallest cell that a number finds room in, in type of 7 pt.
NUMBERED = 9.0
# The type size of a number, and its offset above the middle, as parts of a cell.
TALL, ABOVE = 0.26, 0.16
# How far below the middle of a numbered cell the room for words begins, as a part of it.
BELOW = 0.02
# Space in mm between words and the lines of their cell.
CELL_INSET = 0.6
# The largest type of a number in mm: it is to be found, and not to be in the way.
TALLEST = 4.0
# In mm: by how much a grid may seem to be larger than its room.
ROUND = 1e-6
# With how many digits behind the point places are written, in mm.
PLACE_DECIMALS = 3
# The side of a hex from whose one side to the other it is 1.
DRAWING_SIDE = 1 / math.sqrt(3)
# How many of the lines of a pattern lie across a circle.
PATTERN_LINES = 10.0


def draw_icon(
    name: str,
    label: str = "",
    colour: str = PLACE_COLOUR,
    roots: Sequence[Path] = (BUNDLED_PACK,),
    *,
    sparing: bool = False,
) -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; a decoration has no label.

    Without a `colour` it has that of the text around it. `roots` are the packs that may contain an
    icon of this name. A `sparing` icon is drawn in outline, and in black if it would be white on a
    background.
    """
    icon = find_icon(name, roots, lined=sparing)
    colour = "#000" if sparing and colour in DRAWING_WHITE else colour
    if label or colour == PLACE_COLOUR:
        hidden = "" if label else ' aria-hidden="true"'
        title = f"<title>{escape(label)}</title>" if label else ""
        return Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-icon" '
            f'viewBox="{icon.view}"{hidden}>{title}{icon.in_colour(colour)}</svg>'
        )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{icon.view}'>"
        f"{icon.in_colour(colour)}</svg>"
    )
    return Markup(
        '<span class="ag-icon" style="background-image:url(&quot;{}&quot;)"></span>'
    ).format(Markup(svg_address(svg)))  # it has no sign that ends an attribute or a string


Point = tuple[float, float]


@dataclass(frozen=True)
class CellGrid:
    """Cells that lie in a room of a size in mm, from its upper left corner."""

    grid: Grid
    room: Size

    @property
    def _across(self) -> bool:
        """Whether it is of hexes whose corners point to the left and right."""
        return self.grid.points == "across"

    @property
    def columns(self) -> int:
        """How many cells lie side by side."""
        return self._counts[0]

    @property
    def rows(self) -> int:
        """How many cells lie one below the other."""
        return self._counts[1]

    @cached_property
    def _counts(self) -> tuple[int, int]:
        """How many cells lie side by side, and one below the other."""
        cell, width, height = self.grid.cell, self.room.width + ROUND, self.room.height + ROUND
        if self.grid.shape == "square":
            return int(width // cell), int(height // cell)
        beside, along = (height, width) if self._across else (width, height)
        ranks = max(0, int((along - DRAWING_SIDE * cell / 2) // (1.5 * DRAWING_SIDE * cell)))
        # Every second rank begins half a cell further: there has to be room for one cell in it.
        if beside < 1.5 * cell:
            ranks = min(ranks, 1)
        files = int((beside - (cell / 2 if ranks > 1 else 0)) // cell)
        return (ranks, files) if self._across else (files, ranks)

    @cached_property
    def size(self) -> Size:
        """The size in mm of all cells together."""
        points = [point for corners in self._cells.values() for point in corners]
        across, down = ([point[i] for point in points] for i in (0, 1))
        return Size(round(max(across), PLACE_DECIMALS), round(max(down), PLACE_DECIMALS))

    @cached_property
    def lines(self) -> str:
        """The edges of all cells as the path of an SVG picture, each drawn once."""
        if self.grid.shape == "square":
            cell, size = self.grid.cell, self.size
            upright = (f"M{x * cell:g} 0V{size.height:g}" for x in range(self.columns + 1))
            level = (f"M0 {y * cell:g}H{size.width:g}" for y in range(self.rows + 1))
            return "".join((*upright, *level))
        return "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in self._edges())

    @cached_property
    def numbers(self) -> str:
        """The number of each cell, as the path of an SVG picture; empty if none were asked for."""
        return faces.outline_words(tuple(self._labels())) if self.grid.numbered else ""

    def _labels(self) -> Iterator[tuple[str, Matrix]]:
        em = min(TALL * self.grid.cell, TALLEST)
        for (column, row), corners in self._cells.items():
            words = self._label(column, row)
            middle, centre = map(fmean, zip(*corners, strict=True))
            left = middle - faces.word_face().length(words) * em / 2
            low = centre - ABOVE * self.grid.cell + faces.CAPITAL_HEIGHT * em / 2
            yield words, (em, 0, 0, -em, left, low)

    def _label(self, column: int, row: int) -> str:
        if self.grid.shape == "square":
            return f"{column_letters(column)}{row + 1}"
        return f"{column + 1:02}{row + 1:02}"

    @cached_property
    def boxes(self) -> dict[str, Rect]:
        """The room for words in each cell, by its name; below its number, if it has one."""
        wide, high = self._inner
        below = BELOW * self.grid.cell if self.grid.numbered else -high / 2
        found = {}
        for (column, row), corners in self._cells.items():
            middle, centre = map(fmean, zip(*corners, strict=True))
            edges = (middle - wide / 2, centre + below, wide, high / 2 - below)
            found[self._label(column, row)] = Rect(*(round(edge, PLACE_DECIMALS) for edge in edges))
        return found

    @property
    def _inner(self) -> tuple[float, float]:
        """The width and height of the largest box that is used of a cell."""
        cell = self.grid.cell
        if self.grid.shape == "square":
            return cell - 2 * CELL_INSET, cell - 2 * CELL_INSET
        if self._across:
            return 1.5 * DRAWING_SIDE * cell - 2 * CELL_INSET, cell / 2 - CELL_INSET
        return cell - 2 * CELL_INSET, DRAWING_SIDE * cell - CELL_INSET

    def _edges(self) -> Iterator[tuple[Point, Point]]:
        """Yield the edges of hexes, each once."""
        seen = set()
        for corners in self._cells.values():
            for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
                edge = min(one, other), max(one, other)
                if edge not in seen:
                    seen.add(edge)
                    yield edge

    @cached_property
    def _cells(self) -> dict[tuple[int, int], tuple[Point, ...]]:
        """Return the corners of each cell, by its column and row, from 0."""
        rows, columns = range(self.rows), range(self.columns)
        return {(x, y): tuple(self._corners(x, y)) for y in rows for x in columns}

    def _corners(self, column: int, row: int) -> Iterator[Point]:
        cell = self.grid.cell
        if self.grid.shape == "square":
            for right, below in ((0, 0), (1, 0), (1, 1), (0, 1)):
                yield (column + right) * cell, (row + below) * cell
            return
        side = DRAWING_SIDE * cell
        along, beside = (column, row) if self._across else (row, column)
        middle = cell * (beside + 0.5 + (along % 2) / 2)
        centre = side * (1 + 1.5 * along)
        for far, up in ((-1, 0), (-0.5, 1), (0.5, 1), (1, 0), (0.5, -1), (-0.5, -1)):
            long, short = centre + far * side, middle + up * cell / 2
            # Rounded, so that two cells share one edge.
            x, y = (long, short) if self._across else (short, long)
            yield round(x, PLACE_DECIMALS), round(y, PLACE_DECIMALS)


def pattern_path(pattern: str, diameter: float) -> str:
    """Return a pattern within a circle of a diameter, from its upper left corner, in mm."""
    return "".join(PATTERNS[pattern](diameter / 2))


def _rings(radius: float) -> Iterator[str]:
    """Yield circles within each other."""
    gap = 2 * radius / PATTERN_LINES
    for number in range(1, int(PATTERN_LINES / 2)):
        inner = number * gap
        half = f"a{inner:.3f} {inner:.3f} 0 0 1"
        yield f"M{radius - inner:.3f} {radius:.3f}{half} {2 * inner:.3f} 0"
        yield f"{half} {-2 * inner:.3f} 0"


def _slanted_chords(radius: float, ways: Sequence[int] = (1,)) -> Iterator[str]:
    """Yield the chords of a circle that lie aslant, in one way or two, the same space apart."""
    gap, aslant = 2 * radius / PATTERN_LINES, math.sqrt(0.5)
    for way, number in product(ways, range(1, int(PATTERN_LINES))):
        offset = number * gap - radius
        half = math.sqrt(radius**2 - offset**2)
        # The middle of the chord, and from there along it.
        x, y = radius + offset * aslant, radius + way * offset * aslant
        along, up = half * aslant, -way * half * aslant
        yield f"M{x - along:.3f} {y - up:.3f}L{x + along:.3f} {y + up:.3f}"


PATTERNS: dict[str, Callable[[float], Iterator[str]]] = {
    "stripes": _slanted_chords,
    "rings": _rings,
    "checks": partial(_slanted_chords, ways=(1, -1)),
}
