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
    divide_blocks,
    rows_of,
    type_choice,
)
from aidgen.page.pieces import Document, Leaf, Piece, Section, Strip
from aidgen.page.templates import Templates
from aidgen.page.theme import is_rtl

LEAFLET_EDGE, LEAFLET_GAP = 9.0, 6.5
"""Space in mm above and below what is on a panel, and at its sides."""
LEAFLET_FOOT = 19.0
"""The room in mm at the foot of the back, for how to fold it and the notice."""
FOLDS = 2
"""How many times a leaflet is folded that does not say."""
FOLD_MARK, LEAFLET_WHITE = 3.0, 4.5
"""How long the mark of a fold is in mm, and how far from the edge: printers leave that white."""
FOLD_LINE = 0.2
"""How heavy a mark is, in mm."""


def panels(templates: Templates, paper: Size) -> Document:
    """Return the panels of a leaflet on paper of a size, and the marks on both of its sides."""
    folded = fold_of(templates.aid, backwards=is_rtl(templates.canon))
    pages = divide_blocks(templates.aid)
    panels = (_panel(templates, folded, number) for number in range(1, len(pages) + 1))
    section = Section(
        folded.paper,
        tuple(map(Leaf, panels)),
        "folded",
        strips=tuple(Strip(_surround_panels(templates, folded, side), 0.0, 0.0) for side in SIDES),
        folding=folded,
    )
    return Document((section,))


def fold_of(aid: Aid, *, backwards: bool = False) -> Folding:
    """Return how an aid on its paper, which lies across, is folded."""
    paper = size(aid)
    across = paper if paper.width > paper.height else paper.turned()
    return Folding(across, aid.folds or FOLDS, backwards)


def _panel(templates: Templates, folded: Folding, number: int) -> Piece:
    place, aid = folded.place(number), templates.aid
    width = _narrowest(folded).width - 2 * LEAFLET_GAP
    beside = round((place.width - width) / 2, 3)
    below = LEAFLET_EDGE + (LEAFLET_FOOT if number == folded.panels else 0.0)
    return templates.piece(
        "leaflet/page.html",
        Size(place.width, place.height),
        margin=f"{LEAFLET_EDGE}mm {beside}mm {below}mm",
        choice=type_choice(aid, LARGEST_TO_WRITE_ON),
        rows=rows_of(templates, divide_blocks(aid)[number - 1], width),
        number=number,
        of=folded.panels,
        room=round(place.height - LEAFLET_EDGE - below, 2),
        alike=ALIKE,
    )


def _narrowest(folded: Folding) -> Size:
    """Return the size of the narrowest panel: what is on the others is no wider, to be alike."""
    widths = (folded.place(number).width for number in range(1, folded.panels + 1))
    return Size(min(widths), folded.paper.height)


def _surround_panels(templates: Templates, folded: Folding, side: int) -> Piece:
    """Return what marks a side of the sheet, and what is said at the foot of the back."""
    back = folded.place(folded.panels)
    foot = Rect(
        back.left + LEAFLET_GAP,
        back.height - LEAFLET_EDGE - LEAFLET_FOOT,
        back.width - 2 * LEAFLET_GAP,
        LEAFLET_FOOT,
    )
    return templates.piece(
        "leaflet/marks.html",
        folded.paper,
        marks=tuple(fold_marks(folded, side)),
        foot=foot if side == OUTSIDE else None,
    )


def fold_marks(folded: Folding, side: int) -> Iterator[Rect]:
    """Yield the marks of a side, above and below each fold."""
    for crease in folded.creases(side):
        for top in (LEAFLET_WHITE, folded.paper.height - LEAFLET_WHITE - FOLD_MARK):
            yield Rect(round(crease - FOLD_LINE / 2, 3), top, FOLD_LINE, FOLD_MARK)


def leaflet_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a leaflet in mm, as those of a sheet are called."""
    folded = fold_of(aid)
    return {
        "paper": _narrowest(folded),
        "side_margin": LEAFLET_GAP,
        "gutter": GUTTER,
        "page_head": LEAFLET_EDGE,
        "fold": LEAFLET_GAP,
    }


def panel_block_room(aid: Aid) -> float:
    """Return how high a block on a panel may be, in mm."""
    paper = size(aid)
    return min(paper.width, paper.height) - 2 * LEAFLET_EDGE


LEAFLET = Kind(
    "leaflet",
    papers=("A4", "Letter"),
    holds="blocks",
    parts=panels,
    keys=frozenset({"folds"}),
    landscape="its sheet is always landscape",
    block_room=panel_block_room,
    measures=leaflet_measures,
)
