"""A board on sheets of paper: windows of one size that overlap their neighbours."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from aidgen.assets.papers import Rect, Size

ROUND = 1e-6
"""In mm: by how much a board may seem to be larger than the sheets that hold it."""
DIGITS = 3
"""With how many digits behind the point places are kept, in mm."""


@dataclass(frozen=True)
class Tile:
    """A sheet of a board: its column and row, from 0, and what of the board is on it, in mm."""

    column: int
    row: int
    window: Rect

    @property
    def name(self) -> str:
        """What it is called: its column, then its row, as cells of a spreadsheet are."""
        return f"{lettered(self.column)}{self.row + 1}"


@dataclass(frozen=True)
class Tiling:
    """A board that is shown in windows no larger than the room on a sheet; all in mm."""

    board: Size
    room: Size
    overlap: float
    """What two neighbours both show; less than a side of the room."""

    @cached_property
    def columns(self) -> int:
        """How many sheets lie side by side."""
        return _needed(self.board.width, self.room.width, self.overlap)

    @cached_property
    def rows(self) -> int:
        """How many sheets lie one below the other."""
        return _needed(self.board.height, self.room.height, self.overlap)

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return self.columns * self.rows

    @property
    def window(self) -> Size:
        """The size of each window: as much is on one sheet as on another."""
        return Size(
            (self.board.width + (self.columns - 1) * self.overlap) / self.columns,
            (self.board.height + (self.rows - 1) * self.overlap) / self.rows,
        )

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The sheets, row by row."""
        size = self.window
        return tuple(
            Tile(
                column,
                row,
                Rect(
                    round(column * (size.width - self.overlap), DIGITS),
                    round(row * (size.height - self.overlap), DIGITS),
                    round(size.width, DIGITS),
                    round(size.height, DIGITS),
                ),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )


def fewest(board: Size, rooms: Iterable[Size], overlap: float) -> Tiling:
    """Return a board on as few sheets as can be, of those with so much room.

    Of two ways that need as many, the first is taken.
    """
    return min((Tiling(board, room, overlap) for room in rooms), key=lambda tiling: tiling.count)


def _needed(length: float, room: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap - ROUND) / (room - overlap)))


def lettered(column: int) -> str:
    """Return the letters of a column, from 0: A to Z, then AA."""
    before, last = divmod(column, 26)
    return (lettered(before - 1) if before else "") + chr(ord("A") + last)
