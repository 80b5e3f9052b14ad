"""What pieces are put together to: sides of paper, and documents of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aidgen.assets.papers import Rect, Size
from aidgen.page.pieces import Piece, Strip


@dataclass(frozen=True)
class Placed:
    """A page of a piece on a side of paper: its place in mm from the upper left corner."""

    piece: Piece
    left: float = 0.0
    top: float = 0.0
    page: int = 1
    again: bool = False
    """Whether it says what is said elsewhere: it is not read aloud again."""
    turn: int = 0
    """When it is read: after all of lesser turns, and in the order of the sides."""
    unit: str = ""
    """The card that it is a side of."""
    veil: bool = False
    """Whether it lies over all else, and lets it be seen."""
    window: Rect | None = None
    """What alone is seen of it, in mm from its own upper left corner; None if all is."""


def strip_at(strip: Strip, *, left: float = 0.0, top: float = 0.0, again: bool = True) -> Placed:
    """Return a strip where it lies, from a corner in mm."""
    across, down = left + strip.left, top + strip.top
    return Placed(strip.piece, across, down, again=again, window=strip.window)


@dataclass(frozen=True)
class Side:
    """A side of paper: its size in mm, and the pieces on it in reading order."""

    size: Size
    placed: tuple[Placed, ...]
    safe: Rect | None = None
    """Where on it, in mm, all has to stand that must not be cut off; None if there is no cut."""

    def moved(self, offset: tuple[float, float]) -> Side:
        """Return it with all that is on it moved to the right and down, in mm."""
        right, down = offset
        placed = (replace(one, left=one.left + right, top=one.top + down) for one in self.placed)
        return replace(self, placed=tuple(placed))


@dataclass(frozen=True)
class Facts:
    """What a document says of itself."""

    title: str
    language: str
    author: str
    description: str
    backwards: bool = False
    """Whether its pages are turned from left to right, as its language is read."""


@dataclass(frozen=True)
class Document:
    """What becomes one PDF."""

    facts: Facts
    sides: tuple[Side, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Its pieces, each once."""
        return tuple(dict.fromkeys(placed.piece for side in self.sides for placed in side.placed))
