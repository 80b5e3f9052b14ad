"""Pages of a booklet on sheets that are folded in the middle: which lie where, and how far in."""

from __future__ import annotations

from dataclasses import dataclass

LEAVES = 4
"""How many pages a folded sheet has."""
LARGEST_SIGNATURE = 16
"""How many sheets are folded together at most: more, of 80 g paper, no stapler holds."""
THICKNESS = 0.1
"""Thickness in mm of a sheet of 80 g paper: by so much each inner sheet stands out farther."""
THICK_PAPER = 4
"""From how many sheets in a signature on this shows when its edge is cut: 0.3 mm and more."""


@dataclass(frozen=True)
class Opened:
    """A side of a sheet: the page on its left and on its right, from 0; None is blank."""

    left: int | None
    right: int | None
    creep: float
    """How far in mm both are moved towards the fold, so that the outer margins of all are alike."""


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
            for one, other in ((inner, outer), (outer + 1, inner - 1)):
                left, right = (other, one) if backwards else (one, other)
                sides.append(Opened(_page_or_none(left, pages), _page_or_none(right, pages), creep))
        first = last + 1
    return tuple(sides)


def _page_or_none(page: int, pages: int) -> int | None:
    """Return a page if there is one of that number."""
    return page if page < pages else None
