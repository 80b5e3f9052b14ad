"""Sides of paper and what is placed on them: one record from the plan to the proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from aidgen.assets.papers import PT_PER_MM, Bounds, Rect, Size
from aidgen.page.pieces import Piece, Strip

PieceT = TypeVar("PieceT")
OtherT = TypeVar("OtherT")


@dataclass(frozen=True)
class Placed(Generic[PieceT]):
    """A page of a piece on a side of paper, placed from the side's upper left corner.

    Lengths are in mm while a document is planned, in pt when it is assembled and verified. The
    piece is first HTML, then a cache key, then the typeset piece, then the data of the proof.
    """

    piece: PieceT
    left: float = 0.0
    top: float = 0.0
    page: int = 1
    """Which page of the piece, from 1."""
    again: bool = False
    """Whether it repeats text that is read elsewhere: it becomes an artifact."""
    turn: int = 0
    """Its place in the reading order: after all of lower turns, and in the order of the sides."""
    unit: str = ""
    """The card that it is a side of."""
    window: Rect | None = None
    """The part of it that is visible, from its own upper left corner; None for all of it."""
    lang: str = ""
    """Its language, if that is not the document's."""

    def shown(self, height: float) -> Bounds | None:
        """Return its window on a page of a height, upwards from the lower left corner."""
        if self.window is None:
            return None
        left, top = self.window.left, self.window.top
        width, depth = self.window.width, self.window.height
        return left, height - top - depth, left + width, height - top


def place_strip(
    strip: Strip, *, left: float = 0.0, top: float = 0.0, again: bool = True
) -> Placed[Piece]:
    """Return a strip in its place, from a corner in mm."""
    across, down = left + strip.left, top + strip.top
    return Placed(strip.piece, across, down, again=again, window=strip.window)


@dataclass(frozen=True)
class Side(Generic[PieceT]):
    """A side of paper: its size, and the pieces on it in reading order; lengths as of `Placed`."""

    size: Size
    placed: tuple[Placed[PieceT], ...]
    safe: Rect | None = None
    """The area in mm that is certainly not cut off; None if nothing is cut."""
    trim: Rect | None = None
    """Where a print shop cuts, in mm; the rest is bleed. None if nothing is cut."""

    @property
    def trim_box(self) -> tuple[float, float, float, float] | None:
        """Left, bottom, right and top of the trimmed page, upwards as in a PDF; None if uncut."""
        if self.trim is None:
            return None
        bottom = self.size.height - self.trim.top - self.trim.height
        right, top = self.trim.left + self.trim.width, self.size.height - self.trim.top
        return self.trim.left, bottom, right, top

    def moved(self, offset: tuple[float, float]) -> Side[PieceT]:
        """Return it with everything on it moved to the right and down, in mm."""
        right, down = offset
        placed = (replace(one, left=one.left + right, top=one.top + down) for one in self.placed)
        return replace(self, placed=tuple(placed))

    def with_pieces(self, piece_for: Callable[[Placed[PieceT]], OtherT]) -> Side[OtherT]:
        """Return it with another record of each piece in the same place."""
        placed = (replace(cast(Any, one), piece=piece_for(one)) for one in self.placed)
        return Side(self.size, tuple(placed), self.safe, self.trim)

    def in_points(self) -> Side[PieceT]:
        """Return it with its lengths in pt instead of mm."""
        return Side(
            Size(self.size.width * PT_PER_MM, self.size.height * PT_PER_MM),
            tuple(
                replace(
                    placed,
                    left=placed.left * PT_PER_MM,
                    top=placed.top * PT_PER_MM,
                    window=placed.window and _in_points(placed.window),
                )
                for placed in self.placed
            ),
            self.safe,
            self.trim and _in_points(self.trim),
        )


def _in_points(rect: Rect) -> Rect:
    edges = (rect.left, rect.top, rect.width, rect.height)
    return Rect(*(edge * PT_PER_MM for edge in edges))


@dataclass(frozen=True)
class Facts:
    """The metadata of a document."""

    title: str
    language: str
    author: str
    description: str
    backwards: bool = False
    """Whether its pages turn from left to right, because its language is read that way."""
