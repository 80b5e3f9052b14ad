"""Sizes of paper and cards, in mm."""

from __future__ import annotations

import re
from dataclasses import dataclass

PT_PER_MM = 72 / 25.4
"""Type is measured in points of 1/72 inch."""


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """Return the same paper in landscape."""
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Rect:
    """A place on a sheet: left, top and size in mm, from the sheet's upper left corner."""

    left: float
    top: float
    width: float
    height: float


PAPERS = {
    "A4": Size(210, 297),
    "A5": Size(148, 210),
    "A6": Size(105, 148),
    "Letter": Size(215.9, 279.4),
}
"""Sheets a printer takes: ISO 216, and ANSI/ASME Y14.1 size A."""

CARDS = {
    "poker": Size(63, 88),
    "bridge": Size(57, 89),
    "mini": Size(44, 68),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    "jumbo": Size(89, 127),
}
"""Card sizes by the names the trade gives them; poker is the 63 × 88 mm of most modern games."""
UNITS = {"mm": 1.0, "in": 25.4}
SMALLEST_SIDE, LARGEST_SIDE = 30.0, 190.0
"""Sides of a card in mm: a title has room on it, and one card at least lies on A4."""


def card_size(said: str) -> Size | None:
    """Return a size by its name or in mm or inches (`63 x 88 mm`); None if it is none."""
    written = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|in)", said)
    if not written:
        return CARDS.get(said)
    width, height = (round(float(side) * UNITS[written[3]], 2) for side in written.groups()[:2])
    if not SMALLEST_SIDE <= min(width, height) <= max(width, height) <= LARGEST_SIDE:
        return None
    return Size(width, height)
