"""Drafts: a piece laid out in type that is known already, to be seen before it is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.etree.ElementTree import Element

from aidgen.assets.geometry import Bounds, hull
from aidgen.page.pieces import Piece
from aidgen.press.addresses import Addresses
from aidgen.press.engine.boxes import PX_PER_MM
from aidgen.press.engine.document import Source
from aidgen.press.engine.pages import LaidPage, Text
from aidgen.press.pdf.structure import Anchor
from aidgen.press.reading import ANCHOR, PIECE
from aidgen.press.trials import write_styles

MM_PER_PT = 25.4 / 72


@dataclass(frozen=True)
class Spot:
    """Where a text stands on a page, counted from 0, of its piece: its edges in mm, downwards."""

    context: str
    box: str
    page: int
    edges: Bounds


@dataclass(frozen=True)
class Draft:
    """A piece that was laid out: a PDF without tags, and where its texts stand in it."""

    pdf: bytes
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Excerpt:
    """A page of a long piece, from 0, and where its records began when it was last set."""

    page: int
    anchors: tuple[Anchor, ...]


def draft(piece: Piece, excerpt: Excerpt | None = None) -> Draft:
    """Return a piece as it looks in the type it has, or one page of it as it may look.

    A page is laid out from the last record that began before it, at the height where it began; all
    that comes before and after is left out. Raises MachineError.
    """
    source = Source(piece.html)
    main = next(source.root.iter(PIECE))
    write_styles(main, piece.styles)
    before = _cut(main, excerpt, _top_margin(piece)) if excerpt else 0
    rendering = source.laid_out()
    found = tuple(_spots(rendering.pages, Addresses(source.root)))
    if excerpt is None:
        return Draft(rendering.plain_pdf(), found)
    wanted = min(excerpt.page - before, len(rendering.pages) - 1)
    here = tuple(
        Spot(spot.context, spot.box, excerpt.page, spot.edges)
        for spot in found
        if spot.page == wanted
    )
    return Draft(rendering.plain_pdf(wanted), here)


def _top_margin(piece: Piece) -> float:
    """Return the margin in mm above the text of a piece."""
    return float(piece.margin.split()[0].removesuffix("mm"))


def _spots(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Spot]:
    for number, page in enumerate(pages):
        texts = [
            one for one in page.pieces if isinstance(one, Text) and one.box.element is not None
        ]
        named = [
            (addresses.context(one.box.element), addresses.box(one.box.element), one.rect)
            for one in texts
        ]
        for (context, box), group in groupby(named, key=lambda item: item[:2]):
            if context:
                edges = hull(rect for _, _, rect in group)
                yield Spot(context, box, number, _in_mm(edges))


def _in_mm(edges: Bounds) -> Bounds:
    left, top, right, bottom = (round(edge / PX_PER_MM, 2) for edge in edges)
    return left, top, right, bottom


# A page of a long piece -------------------------------------------------------------------------


def _cut(main: Element, excerpt: Excerpt, margin: float) -> int:
    """Leave of a piece what stands on a page and around it; return the page it now begins with."""
    known = {element.get(ANCHOR): element for element in main.iter() if element.get(ANCHOR)}
    there = [anchor for anchor in excerpt.anchors if anchor.ref in known]
    opening = [anchor for anchor in there if anchor.page == excerpt.page and anchor.first]
    earlier = [anchor for anchor in there if anchor.page < excerpt.page]
    later = [anchor for anchor in there if anchor.page > excerpt.page]
    parents = {child: parent for parent in main.iter() for child in parent}
    if later:
        _drop(main, known[later[0].ref], parents, after=True)
    begin = opening[:1] or earlier[-1:]
    if not begin:
        return 0
    _drop(main, known[begin[0].ref], parents, after=False)
    _closed_up(main, known[begin[0].ref], parents)
    main.insert(0, Element("div", {"style": _space(begin[0].top * MM_PER_PT - margin)}))
    return begin[0].page


def _closed_up(main: Element, mark: Element, parents: Mapping[Element, Element]) -> None:
    """Take away the space above an element, which the height where it began has in it."""
    while mark is not main:
        mark.set("style", f"{mark.get('style', '')};margin-top:0")
        mark = parents[mark]


def _space(height: float) -> str:
    return f"height:{max(height, 0):.2f}mm"


def _drop(main: Element, mark: Element, parents: Mapping[Element, Element], *, after: bool) -> None:
    """Remove what comes before an element, or it and what comes after it."""
    here = mark
    while here is not main:
        parent = parents[here]
        at = list(parent).index(here)
        if after:
            for child in list(parent)[at + 1 :]:
                parent.remove(child)
        else:
            for child in list(parent)[:at]:
                parent.remove(child)
        here = parent
    if after:
        parents[mark].remove(mark)
