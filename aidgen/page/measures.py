"""The measures of a piece in one type: cached, because measuring again costs a layout.

Lengths are in mm.
"""

from __future__ import annotations

from typing import NamedTuple

ONE_LINE, TWO_LINES = 9.0, 7.5
"""How small in pt the title of a card may be on one line, and on two."""
LARGEST_OF_TWO = 9.5
"""The largest type in pt for a title of two lines."""


class Room(NamedTuple):
    """The measures of a box: its number within its piece, and the room at its foot."""

    element: int
    room: float


class BlockMeasure(NamedTuple):
    """The measures of a block: the room below its content, and its height.

    `frame` is what its frame adds to the given height.
    """

    room: float
    content: float
    frame: float


class RowMeasure(NamedTuple):
    """A row of a page as it was measured."""

    height: float
    blocks: tuple[BlockMeasure, ...]


class PageMeasure(NamedTuple):
    """The measures of a page to fill: the room at its foot, negative if it overflows."""

    room: float
    rows: tuple[RowMeasure, ...]


class PieceMeasures(NamedTuple):
    """The measures of a piece: of boxes to centre, and of the page to fill."""

    rooms: tuple[Room, ...] = ()
    page: PageMeasure | None = None


UNMEASURED = PieceMeasures()
"""Of a piece that was not measured."""
