"""A leaflet: a sheet that is folded to panels, front to back, as what keeps a character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aidgen.assets.papers import OUTSIDE, SIDES, Folding, Rect, Size
from aidgen.game.aids import Aid
from aidgen.page.kinds.base import Kind, size
from aidgen.page.kinds.sheet import (
    ALIKE,
    GUTTER,
    LARGEST_TO_WRITE_ON,
    asked,
    divided,
    rows_of,
)
from aidgen.page.pieces import Document, Leaf, Piece, Section, Strip
from aidgen.page.templates import Templates
from aidgen.page.theme import is_rtl

EDGE, BESIDE = 9.0, 6.5
"""Space in mm above and below what is on a panel, and at its sides."""
FOOT = 19.0
"""The room in mm at the foot of the back, for how to fold it and the notice."""
FOLDS = 2
"""How many times a leaflet is folded that does not say."""
MARK, WHITE = 3.0, 4.5
"""How long the mark of a fold is in mm, and how far from the edge: printers leave that white."""
THIN = 0.2
"""How heavy a mark is, in mm."""


def panels(templates: Templates, paper: Size) -> Document:
    """Return the panels of a leaflet on paper of a size, and the marks on both of its sides."""
    folded = folding(templates.aid, backwards=is_rtl(templates.canon))
    pages = divided(templates.aid)
    panels = (_panel(templates, folded, number) for number in range(1, len(pages) + 1))
    section = Section(
        folded.paper,
        tuple(map(Leaf, panels)),
        "folded",
        strips=tuple(Strip(_around(templates, folded, side), 0.0, 0.0) for side in SIDES),
        folding=folded,
    )
    return Document((section,))


def folding(aid: Aid, *, backwards: bool = False) -> Folding:
    """Return how an aid on its paper, which lies across, is folded."""
    paper = size(aid)
    across = paper if paper.width > paper.height else paper.turned()
    return Folding(across, aid.folds or FOLDS, backwards)


def _panel(templates: Templates, folded: Folding, number: int) -> Piece:
    place, aid = folded.place(number), templates.aid
    width = _narrowest(folded).width - 2 * BESIDE
    beside = round((place.width - width) / 2, 3)
    below = EDGE + (FOOT if number == folded.panels else 0.0)
    return templates.piece(
        "leaflet/page.html",
        Size(place.width, place.height),
        margin=f"{EDGE}mm {beside}mm {below}mm",
        choice=asked(aid, LARGEST_TO_WRITE_ON),
        rows=rows_of(templates, divided(aid)[number - 1], width),
        number=number,
        of=folded.panels,
        room=round(place.height - EDGE - below, 2),
        alike=ALIKE,
    )


def _narrowest(folded: Folding) -> Size:
    """Return the size of the narrowest panel: what is on the others is no wider, to be alike."""
    widths = (folded.place(number).width for number in range(1, folded.panels + 1))
    return Size(min(widths), folded.paper.height)


def _around(templates: Templates, folded: Folding, side: int) -> Piece:
    """Return what marks a side of the sheet, and what is said at the foot of the back."""
    back = folded.place(folded.panels)
    foot = Rect(back.left + BESIDE, back.height - EDGE - FOOT, back.width - 2 * BESIDE, FOOT)
    return templates.piece(
        "leaflet/marks.html",
        folded.paper,
        marks=tuple(creased(folded, side)),
        foot=foot if side == OUTSIDE else None,
    )


def creased(folded: Folding, side: int) -> Iterator[Rect]:
    """Yield the marks of a side, above and below each fold."""
    for crease in folded.creases(side):
        for top in (WHITE, folded.paper.height - WHITE - MARK):
            yield Rect(round(crease - THIN / 2, 3), top, THIN, MARK)


def measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a leaflet in mm, as those of a sheet are called."""
    folded = folding(aid)
    return {
        "paper": _narrowest(folded),
        "side_margin": BESIDE,
        "gutter": GUTTER,
        "page_head": EDGE,
        "fold": BESIDE,
    }


def block_room(aid: Aid) -> float:
    """Return how high a block on a panel may be, in mm."""
    paper = size(aid)
    return min(paper.width, paper.height) - 2 * EDGE


LEAFLET = Kind(
    "leaflet",
    papers=("A4", "Letter"),
    holds="blocks",
    parts=panels,
    keys=frozenset({"folds"}),
    landscape="its sheet is always landscape",
    block_room=block_room,
    measures=measures,
)
