"""Cards imposed on sheets of paper: the slot of every card, and the crop marks, in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from aidgen.assets.papers import Rect, Size

Side = Literal["front", "back"]
SIDES: tuple[Side, ...] = ("front", "back")

MARK_LENGTH = 5.0
"""Length of a crop mark in mm."""
SHORTEST_MARK = 2.5
"""Length in mm below which a crop mark is no help to a ruler: half of MARK_LENGTH."""
MARK_GAP = 2.0
"""Space between a crop mark and the trimmed cards in mm, so that no cut leaves ink on a card."""

HEADLINE = 7.0
"""Height in mm kept free at the top of a sheet for the line that says what it is."""


@dataclass(frozen=True, slots=True)
class Line:
    """A crop mark from (x1, y1) to (x2, y2) in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper that cards of one size are imposed on, centred, `gap` mm apart."""

    paper: Size
    card: Size
    gap: float = 0.0

    @property
    def columns(self) -> int:
        """How many cards lie side by side, room for crop marks kept at both sides."""
        room = self.paper.width - 2 * (MARK_GAP + SHORTEST_MARK) + self.gap
        return int(room // (self.card.width + self.gap))

    @property
    def rows(self) -> int:
        """How many cards lie one below the other, room kept for crop marks and for the headline."""
        room = self.paper.height - 2 * (MARK_GAP + SHORTEST_MARK + HEADLINE) + self.gap
        return int(room // (self.card.height + self.gap))

    @property
    def left(self) -> float:
        """Distance of the cards from the left edge of the sheet in mm, and from the right one."""
        used = self.columns * (self.card.width + self.gap) - self.gap
        return (self.paper.width - used) / 2

    @property
    def top(self) -> float:
        """Distance of the cards from the top edge of the sheet in mm, and from the bottom one."""
        used = self.rows * (self.card.height + self.gap) - self.gap
        return (self.paper.height - used) / 2

    def slots(self, side: Side = "front") -> tuple[Rect, ...]:
        """Return the slots in reading order of the front; back `i` lies behind front `i`.

        Paper turned over its long edge (portrait) shows its columns from right to left, so the
        back's columns are mirrored; the rows stay.
        """
        across, down = self.card.width + self.gap, self.card.height + self.gap
        return tuple(
            Rect(
                self.left + across * (self.columns - 1 - x if side == "back" else x),
                self.top + down * y,
                self.card.width,
                self.card.height,
            )
            for y in range(self.rows)
            for x in range(self.columns)
        )

    def crop_marks(self) -> Iterator[Line]:
        """Yield the crop marks: short lines at every cut, all of them outside the cards."""
        across = _edges(self.left, self.card.width, self.gap, self.columns)
        down = _edges(self.top, self.card.height, self.gap, self.rows)
        length_x = min(MARK_LENGTH, self.left - MARK_GAP)
        length_y = min(MARK_LENGTH, self.top - MARK_GAP - HEADLINE)
        for x in across:
            yield Line(x, self.top - MARK_GAP - length_y, x, self.top - MARK_GAP)
            yield Line(x, down[-1] + MARK_GAP, x, down[-1] + MARK_GAP + length_y)
        for y in down:
            yield Line(self.left - MARK_GAP - length_x, y, self.left - MARK_GAP, y)
            yield Line(across[-1] + MARK_GAP, y, across[-1] + MARK_GAP + length_x, y)


def _edges(start: float, length: float, gap: float, count: int) -> list[float]:
    """Return where `count` cards in a row begin and end, in mm; without a gap, one is the other."""
    edges = [start + i * (length + gap) + end for i in range(count) for end in (0.0, length)]
    return [edge for i, edge in enumerate(edges) if i == 0 or gap or i % 2]
