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

    def __str__(self) -> str:
        """Return it as it is told."""
        return f"{self.width:g} × {self.height:g} mm"

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
    "A3": Size(297, 420),
    "Letter": Size(215.9, 279.4),
    "Half Letter": Size(139.7, 215.9),
    "Quarter Letter": Size(107.95, 139.7),
    "Legal": Size(215.9, 355.6),
    "Half Legal": Size(177.8, 215.9),
    "Quarter Legal": Size(107.95, 177.8),
}
"""Sheets a printer takes, and their parts: ISO 216, ANSI/ASME Y14.1 size A, and US legal."""

SHARES = {
    "a4": ("A4", "A5", "A6"),
    "a3": ("A3", "A4", "A5"),
    "letter": ("Letter", "Half Letter", "Quarter Letter"),
    "legal": ("Legal", "Half Legal", "Quarter Legal"),
}
"""The papers that a reader chooses from: a whole sheet, half of it, a quarter."""


WHOLE, HALF, QUARTER = range(3)
"""The parts of a sheet, as `SHARES` lists them."""


def sheet_of(paper: str, chosen: str) -> str:
    """Return the sheet that is chosen, or else that which an author's paper is a part of."""
    return chosen or ("letter" if "Letter" in paper else "a4")


def shared(paper: str, chosen: str) -> str:
    """Return the part of a chosen paper that stands for an author's: for A5, half of the sheet.

    What is no part of a sheet, as the size of a card, is returned as it is.
    """
    parts = SHARES[sheet_of(paper, "")]
    return SHARES[chosen][parts.index(paper)] if chosen and paper in parts else paper


def is_whole(page: Size, chosen: str) -> bool:
    """Tell whether a page takes up all of the paper that is chosen: none lies beside it."""
    return bool(chosen) and PAPERS[SHARES[chosen][WHOLE]] in (page, page.turned())


NARROWEST = 0.9
"""How broad half a sheet is at least, of an author's page: half of Letter is 0.94 of A5."""


def is_halved(paper: str, chosen: str) -> bool:
    """Tell whether a page in two languages is half of the paper that is chosen, and lies beside.

    Half of A4, Letter or Legal is too narrow for what was made for A4: that is back to back.
    """
    if not chosen or paper not in PAPERS:
        return False
    return PAPERS[SHARES[chosen][HALF]].width >= NARROWEST * PAPERS[paper].width


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
