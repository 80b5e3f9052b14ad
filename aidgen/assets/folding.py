"""A sheet that is folded to panels, as a letter is: which panel lies where, and how wide it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from aidgen.assets.papers import Rect, Size

TUCK = 1.5
"""By how much in mm a panel that lies within others is narrower than they are."""
SIDES = OUTSIDE, INSIDE = 0, 1
"""The sides of the sheet, as they are printed."""


@dataclass(frozen=True)
class Folding:
    """A sheet that is folded so many times, always in the same direction; its panels from 1 on.

    They count as they are met: the front; those inside, as they lie open; then what is outside,
    beginning with the flap that is folded in first, up to the back.
    """

    paper: Size
    """Of the sheet, lying across, in mm."""
    folds: int
    backwards: bool = False
    """Whether it is opened and read from right to left."""

    @property
    def panels(self) -> int:
        """How many panels it has, both sides together."""
        return 2 * (self.folds + 1)

    @property
    def _widths(self) -> tuple[float, ...]:
        """How wide the panels inside are, as they are read; what is folded in is narrower."""
        tucked = [TUCK * max(0, place - 1) for place in range(self.folds + 1)]
        widest = (self.paper.width + fsum(tucked)) / len(tucked)
        return tuple(widest - less for less in tucked)

    def side(self, panel: int) -> int:
        """Return on which side of the sheet a panel is."""
        return INSIDE if 1 < panel <= self.folds + 2 else OUTSIDE

    def place(self, panel: int) -> Rect:
        """Return where on its side a panel is, in mm."""
        widths = self._widths
        if self.side(panel) == INSIDE:
            at = panel - 2
            left = fsum(widths[:at])
        else:
            # Seen from outside, the sheet lies the other way round: the front is its last panel.
            at = 0 if panel == 1 else self.panels - panel + 1
            left = self.paper.width - fsum(widths[: at + 1])
        if self.backwards:
            left = self.paper.width - left - widths[at]
        return Rect(round(left, 3), 0.0, round(widths[at], 3), self.paper.height)

    def creases(self, side: int) -> tuple[float, ...]:
        """Return how far from the left edge of a side it is folded, in mm."""
        lefts = [
            self.place(panel).left
            for panel in range(1, self.panels + 1)
            if self.side(panel) == side
        ]
        return tuple(sorted(lefts)[1:])
