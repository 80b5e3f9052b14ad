"""What was measured of a piece in one type: kept, since to lay it out again costs as much as then.

Lengths are in mm.
"""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """A box as it was measured: its number within its piece, the room at its foot, its height.

    Its height is that of what its content may take up.
    """

    element: int
    room: float
    height: float


class BlockMeasure(NamedTuple):
    """A block as it was measured: the room below its content, the height of that.

    `frame` is what its frame adds to the height that it is given.
    """

    room: float
    content: float
    frame: float


class RowMeasure(NamedTuple):
    """A row of a page as it was measured."""

    height: float
    blocks: tuple[BlockMeasure, ...]


class PageMeasure(NamedTuple):
    """A page to be filled as it was measured: what is left at its foot, below zero if nothing."""

    room: float
    rows: tuple[RowMeasure, ...]


class PieceMeasures(NamedTuple):
    """What was measured of a piece: boxes to be centred, and the page to be filled that it is."""

    rooms: tuple[Room, ...] = ()
    page: PageMeasure | None = None


UNMEASURED = PieceMeasures()
"""Of a piece that was not measured."""
