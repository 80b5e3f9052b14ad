"""Sizes of paper and cards, in mm."""

from __future__ import annotations

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
    "mini": Size(44, 68),
    "tarot": Size(70, 120),
}
"""Card sizes by the names the trade gives them; poker is the 63 × 88 mm of most modern games."""
