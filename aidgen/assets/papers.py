"""Rectangles, sizes of paper and cards in mm, folded sheets, and boards split over sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum

from fontTools.misc.arrayTools import calcBounds, rectArea, sectRect
from fontTools.misc.transform import Transform

# a b c d e f as in ISO 32000-1, 8.3.3, and in CSS.
Matrix = tuple[float, float, float, float, float, float]

# Least and greatest place across and up: left, bottom, right, top; counted downwards, as boxes
# are laid out: left, top, right, bottom.
Bounds = tuple[float, float, float, float]

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does `first`, then the other."""
    both: Matrix = Transform(*then).transform(first)
    return both


def transform_bounds(bounds: Bounds, matrix: Matrix) -> Bounds:
    """Return the upright bounding box of a transformed one."""
    if matrix == IDENTITY:
        return bounds
    left, low, right, high = bounds
    corners = [(x, y) for x in (left, right) for y in (low, high)]
    around: Bounds = calcBounds(Transform(*matrix).transformPoints(corners))
    return around


def hull(rectangles: Iterable[Bounds]) -> Bounds:
    """Return the rectangle around several; there must be one."""
    lefts, lows, rights, highs = zip(*rectangles, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)


def shared_area(first: Bounds, second: Bounds) -> float:
    """Return the area that two rectangles share."""
    return float(rectArea(sectRect(first, second)[1]))


# Type is measured in points of 1/72 inch.
PT_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    def __str__(self) -> str:
        """Return it for messages."""
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


# Sheets a printer takes, and their parts: ISO 216, ANSI/ASME Y14.1 size A, and US legal.
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


def paper_name(sheet: Size) -> str:
    """Return the name of a paper, in either orientation; its measures if it has none."""
    upright = Size(min(sheet.width, sheet.height), max(sheet.width, sheet.height))
    for name, paper in PAPERS.items():
        if abs(paper.width - upright.width) < 0.1 and abs(paper.height - upright.height) < 0.1:
            return name
    return str(Size(round(sheet.width, 1), round(sheet.height, 1)))


# The papers that a reader chooses from: a whole sheet, half of it, a quarter.
SHARES = {
    "a4": ("A4", "A5", "A6"),
    "a3": ("A3", "A4", "A5"),
    "letter": ("Letter", "Half Letter", "Quarter Letter"),
    "legal": ("Legal", "Half Legal", "Quarter Legal"),
}


# The parts of a sheet, as `SHARES` lists them.
WHOLE, HALF, QUARTER = range(3)


def chosen_sheet(paper: str, chosen: str) -> str:
    """Return the sheet that is chosen, or else that which an author's paper is a part of."""
    return chosen or ("letter" if "Letter" in paper else "a4")


def is_half(paper: str) -> bool:
    """Tell whether a page of an author's paper is half of a sheet that every printer takes."""
    return paper in PAPERS and SHARES[chosen_sheet(paper, "")].index(paper) == HALF


def matching_part(paper: str, chosen: str) -> str:
    """Return the part of a chosen paper that replaces the author's: for A5, half of the sheet.

    Other sizes, such as those of cards, are returned unchanged.
    """
    parts = SHARES[chosen_sheet(paper, "")]
    return SHARES[chosen][parts.index(paper)] if chosen and paper in parts else paper


def fills_sheet(page: Size, chosen: str) -> bool:
    """Tell whether a page fills the chosen paper."""
    return bool(chosen) and PAPERS[SHARES[chosen][WHOLE]] in (page, page.turned())


# How broad half a sheet is at least, of an author's page: half of Letter is 0.94 of A5.
NARROWEST = 0.9


def is_halved(paper: str, chosen: str) -> bool:
    """Tell whether a page in two languages takes half of the chosen paper, side by side.

    Half of A4, Letter or Legal is too narrow for pages made for A4: those are printed back to back.
    """
    if not chosen or paper not in PAPERS:
        return False
    return PAPERS[SHARES[chosen][HALF]].width >= NARROWEST * PAPERS[paper].width


# Card sizes by the names the trade gives them; poker is the 63 × 88 mm of most modern games.
CARD_SIZES = {
    "poker": Size(63, 88),
    "bridge": Size(57, 89),
    "mini": Size(44, 68),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    "jumbo": Size(89, 127),
}
MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "″": 25.4, "”": 25.4}
# Sides of a card in mm: there is room for a word, and a card fits on A4 and Letter.
SMALLEST_SIDE, LARGEST_SIDES = 15.0, (191.0, 250.0)
CARD_SIZE_HINT = (
    "a size is between 15 and 191 by 250 mm, as in `63 x 88 mm` or `2.5 x 3.5 in`, or one of "
    f"{', '.join(CARD_SIZES)}"
)


# A number, also with a fraction: 63, 2.5, 6,3, 5/8, 2 1/2.
_SIDE = r"(?:\d{1,4}\s)?\d{1,4}/[1-9]\d{0,3}|\d{1,9}(?:[.,]\d{1,9})?"
# Two sides, and their unit behind the second or behind both.
WRITTEN_SIZE = re.compile(
    rf"(?P<width>{_SIDE})\s?(?P<first>mm|cm|in|[\"″”])?\s*[x×]\s*(?P<height>{_SIDE})\s*"
    r"(?P<unit>(?(first)(?P=first)|(?:mm|cm|in|[\"″”])))"
)


def card_size(size: str) -> Size | None:
    """Return a size by its name, in mm, cm or inches (`63 x 88 mm`, `5/8 x 1 in`); None if it is
    none."""
    written = WRITTEN_SIZE.fullmatch(size.strip().lower())
    if not written:
        return CARD_SIZES.get(size)
    sides, per = (written["width"], written["height"]), MM_PER_UNIT[written["unit"]]
    width, height = (
        round(float(sum(map(Fraction, side.replace(",", ".").split()))) * per, 2) for side in sides
    )
    shorter, longer = sorted((width, height))
    fits = SMALLEST_SIDE <= shorter <= LARGEST_SIDES[0] and longer <= LARGEST_SIDES[1]
    return Size(width, height) if fits else None


# How much narrower, in mm, a panel folded inside others is.
TUCK = 1.5
# The sides of the sheet, as they are printed.
SIDES = OUTSIDE, INSIDE = 0, 1


@dataclass(frozen=True)
class Folding:
    """A sheet that is folded a number of times in one direction; its panels are numbered from 1.

    The order is that of reading: the front; the panels inside, as they open; then the outside, from
    the flap that is folded in first to the back.
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
        """The widths of the inside panels in order; a flap that is folded in is narrower."""
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
            # From outside the order is reversed: the front is the last panel.
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


# In mm: by how much a board or grid may seem to be larger than the room that holds it.
ROUNDING = 1e-6
# With how many digits behind the point places are kept, in mm: two cells share one edge.
PLACE_DIGITS = 3


@dataclass(frozen=True)
class Tile:
    """A sheet of a board: its column and row, from 0, and what of the board is on it, in mm."""

    column: int
    row: int
    window: Rect

    @property
    def name(self) -> str:
        """Its name: column, then row, like cells of a spreadsheet."""
        return f"{column_letters(self.column)}{self.row + 1}"


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
        return self._count(self.board.width, self.room.width)

    @cached_property
    def rows(self) -> int:
        """How many sheets lie one below the other."""
        return self._count(self.board.height, self.room.height)

    def _count(self, length: float, room: float) -> int:
        return max(1, math.ceil((length - self.overlap - ROUNDING) / (room - self.overlap)))

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
        wide, high = self.window.width, self.window.height
        across, down = wide - self.overlap, high - self.overlap
        return tuple(
            Tile(column, row, Rect(*(round(edge, PLACE_DIGITS) for edge in window)))
            for row in range(self.rows)
            for column in range(self.columns)
            for window in [(column * across, row * down, wide, high)]
        )


def column_letters(column: int) -> str:
    """Return the letters of a column, from 0: A to Z, then AA."""
    before, last = divmod(column, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + last)
