"""Cards and booklets imposed on sheets of paper: slots, marks and the order of sides, in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from aidgen.assets.papers import Rect, Size

Side = Literal["front", "back"]
SIDES: tuple[Side, ...] = ("front", "back")

# Length of a crop mark in mm, and how heavy it is.
MARK_LENGTH = 5.0
MARK_WIDTH = 0.1
# The length in mm below which a crop mark is too short for a ruler: half of MARK_LENGTH.
SHORTEST_MARK = 2.5
# Space between a crop mark and the trimmed cards in mm, so that no cut leaves ink on a card.
MARK_GAP = 2.0
# Space between a crop mark and the bleed in mm: ink on ink would be no mark.
BEYOND_BLEED = 0.5
# What printers leave white at the edges, in mm: a sixth of an inch with most laser printers.
UNPRINTED = 4.25
# Space in mm from a fold to the cards beside it: the fold itself is cut away.
FOLD_GAP = 3.0
# Length in mm of the dashes, and of the gaps between them, that a fold is marked by.
DASH = 1.2

# How far the headline and the notice are from the edge in mm, where printers still print; and the
# height kept free for each: they are up to 2.7 mm high.
WORDS_EDGE, HEADLINE = 4.5, 7.5
# That height in large print: two lines.
LARGE_HEADLINE = 13.2
# The shortest crop mark in mm, and its gap to the cards, with the headline in a side margin or in
# large print.
TIGHT_MARK, TIGHT_MARK_GAP = 1.5, 0.5
# How many times as many cards a sheet with its headline in a side margin must hold: it looks less
# tidy. Nine poker cards on Letter instead of eight are enough.
WORTHWHILE = 9 / 8
# How many pages a folded sheet has.
LEAVES = 4
# How many sheets are folded together at most: more, of 80 g paper, no stapler holds.
LARGEST_SIGNATURE = 16
# The thickness in mm of a sheet of 80 g paper: inner sheets stick out by this much more each.
THICKNESS = 0.1
# From how many sheets in a signature on this shows when its edge is cut: 0.3 mm and more.
THICK_PAPER = 4


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper that cards of one size are imposed on, centred, `gap` mm apart.

    `bleed` is how far in mm their backgrounds extend around them; `gap` has to hold it twice. With
    a `fold`, backs are on the right half of the sheet, to be folded behind the fronts on the left.
    """

    paper: Size
    card: Size
    gap: float = 0.0
    bleed: float = 0.0
    fold: bool = False
    beside: bool = False
    """Whether the headline and the notice are in the side margins, reading upwards."""
    large: bool = False
    """Whether these are in large print."""

    @cached_property
    def columns(self) -> int:
        """How many cards lie side by side, room for crop marks kept; with a fold, in each half."""
        edge = self._side_edge + self._shortest_mark + self._before_marks
        room = self.paper.width - 2 * edge
        if self.fold:
            room = room / 2 - self._beside_fold
        return max(0, int((room + self.gap) // (self.card.width + self.gap)))

    @cached_property
    def rows(self) -> int:
        """How many cards lie one below the other, room kept for crop marks and for the headline."""
        edge = self._top_edge + self._shortest_mark + self._before_marks
        room = self.paper.height - 2 * edge + self.gap
        return max(0, int(room // (self.card.height + self.gap)))

    @property
    def room(self) -> int:
        """How many cards find room."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Distance of the cards from the left edge of the sheet in mm, and from the right one."""
        used = self.columns * (self.card.width + self.gap) - self.gap
        if self.fold:
            return self.paper.width / 2 - self._beside_fold - used
        return (self.paper.width - used) / 2

    @property
    def top(self) -> float:
        """Distance of the cards from the top edge of the sheet in mm, and from the bottom one."""
        used = self.rows * (self.card.height + self.gap) - self.gap
        return (self.paper.height - used) / 2

    def slots(self, side: Side = "front") -> tuple[Rect, ...]:
        """Return the slots in reading order of the front; back `i` is behind front `i`.

        Paper turned over, or folded, from left to right shows its columns from right to left, so
        the back's columns are mirrored; the rows stay.
        """
        across, down = self.card.width + self.gap, self.card.height + self.gap
        fronts = [
            Rect(self.left + across * x, self.top + down * y, self.card.width, self.card.height)
            for y in range(self.rows)
            for x in range(self.columns)
        ]
        if side == "front":
            return tuple(fronts)
        width = self.paper.width
        return tuple(replace(slot, left=width - slot.left - slot.width) for slot in fronts)

    def crop_marks(self) -> Iterator[Rect]:
        """Yield the crop marks: short lines at every cut, all of them outside cards and bleed."""
        slots = (*self.slots(), *(self.slots("back") if self.fold else ()))
        across = _edges((slot.left, slot.left + slot.width) for slot in slots)
        down = _edges((slot.top, slot.top + slot.height) for slot in slots)
        before = self._before_marks
        length_x = min(MARK_LENGTH, self.left - before - self._side_edge)
        length_y = min(MARK_LENGTH, self.top - before - self._top_edge)
        for x in across:
            for top in (self.top - before - length_y, down[-1] + before):
                yield Rect(x - MARK_WIDTH / 2, top, MARK_WIDTH, length_y)
        for y in down:
            for left in (self.left - before - length_x, across[-1] + before):
                yield Rect(left, y - MARK_WIDTH / 2, length_x, MARK_WIDTH)

    def fold_marks(self) -> Iterator[Rect]:
        """Yield the dashes that show where to fold: down the sheet, unless the bleed is there."""
        if not self.fold:
            return
        left, before = (self.paper.width - MARK_WIDTH) / 2, self._before_marks
        length = min(MARK_LENGTH, self.top - before - self._top_edge)
        top, bottom = self.top - before - length, self.paper.height - self.top + before + length
        free = self._beside_fold >= self.bleed + BEYOND_BLEED
        runs = ((top, bottom),) if free else ((top, top + length), (bottom - length, bottom))
        for start, end in runs:
            for dash in range(math.ceil((end - start) / (2 * DASH))):
                above = start + dash * 2 * DASH
                yield Rect(left, above, MARK_WIDTH, min(DASH, end - above))

    @property
    def _before_marks(self) -> float:
        """Space between the cards and the marks around them."""
        least = TIGHT_MARK_GAP if self.beside or self.large else MARK_GAP
        return max(least, self.bleed + BEYOND_BLEED if self.bleed else 0.0)

    @property
    def _shortest_mark(self) -> float:
        return TIGHT_MARK if self.beside or self.large else SHORTEST_MARK

    @property
    def _headline(self) -> float:
        return LARGE_HEADLINE if self.large else HEADLINE

    @property
    def _side_edge(self) -> float:
        """What is kept free at the left and right edges: for the printer, or for the headline."""
        return self._headline if self.beside else UNPRINTED

    @property
    def _top_edge(self) -> float:
        """What is kept free at the top and bottom edges: for the headline, or for the printer."""
        return UNPRINTED if self.beside else self._headline

    @property
    def _beside_fold(self) -> float:
        return max(FOLD_GAP, self.bleed, self.gap / 2)


def fullest(sheet: Sheet) -> Sheet:
    """Return the layout of a sheet with room for the most cards: upright or turned.

    Upright is preferred, and the headline at the top unless another place is worthwhile.
    """
    turned = replace(sheet, paper=sheet.paper.turned())
    usual = turned if turned.room > sheet.room else sheet
    if sheet.fold:
        return usual
    beside = [replace(layout, beside=True) for layout in (sheet, turned)]
    best = max(beside, key=lambda layout: layout.room)  # the upright one of two equals
    return best if best.room and best.room >= WORTHWHILE * usual.room else usual


def _edges(pairs: Iterator[tuple[float, float]]) -> list[float]:
    """Return where cards begin and end, in mm; without a gap, one is the other."""
    return sorted({round(edge, 6) for pair in pairs for edge in pair})


@dataclass(frozen=True)
class Opened:
    """A side of a sheet: the page on its left and on its right, from 0; None is blank."""

    left: int | None
    right: int | None
    creep: float
    """How far in mm both are moved towards the fold, so that all outer margins are equal."""


def signatures(pages: int) -> tuple[int, ...]:
    """Return of how many sheets each signature of a booklet is, as alike as can be."""
    sheets = -(-pages // LEAVES)
    count = max(1, -(-sheets // LARGEST_SIGNATURE))
    return tuple(sheets // count + (number < sheets % count) for number in range(count))


def booklet_sides(pages: int, *, backwards: bool = False) -> tuple[Opened, ...]:
    """Return the sides of the sheets of a booklet, the front and back of each, outer ones first.

    Printed on both sides, turned over their short edge, folded and laid into each other, they
    have the pages in order; blank ones come last. One that is read backwards, from right to left,
    has them the other way round.
    """
    sides: list[Opened] = []
    first = 0
    for sheets in signatures(pages):
        last = first + LEAVES * sheets - 1
        for sheet in range(sheets):
            creep = sheet * THICKNESS if sheets >= THICK_PAPER else 0.0
            outer, inner = first + 2 * sheet, last - 2 * sheet
            for pair in ((inner, outer), (outer + 1, inner - 1)):
                ordered = reversed(pair) if backwards else pair
                left, right = (page if page < pages else None for page in ordered)
                sides.append(Opened(left, right, creep))
        first = last + 1
    return tuple(sides)
