"""A page ruled with squares or hexes: whole cells alone, as many as find room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from aidgen.assets import faces
from aidgen.assets.papers import Matrix, Rect, Size, column_letters
from aidgen.game.aids import Grid

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
