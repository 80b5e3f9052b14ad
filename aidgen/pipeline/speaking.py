"""How a document of set pieces is to be read aloud: what its proof holds it against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aidgen.press.assembly import Placing, SetSide
from aidgen.press.reading import Area
from aidgen.press.setpieces import SetPiece, Tag
from aidgen.proof.assembled import Lead, Spoken, shape, shape_of_mark


@dataclass(frozen=True)
class Spot:
    """Where a page of a piece stands: its side, from 0, its place there, the marks before it."""

    number: int
    side: SetSide
    placing: Placing
    marks: int

    def target(self, top: float) -> tuple[float, ...]:
        """Return what leads to so far down in pt on the page."""
        return self.number, self.placing.left, self.side.height - self.placing.top - top

    def area(self, area: Area) -> tuple[float, ...]:
        """Return an area of the page on its side, from the lower left corner."""
        left, top, right, bottom = area.edges
        x, y = self.placing.left, self.side.height - self.placing.top
        return self.number, x + left, y - bottom, x + right, y - top


Spots = dict[int, Spot]
"""The places of the pages of a piece."""


def spoken(sides: Sequence[SetSide]) -> Spoken:
    """Return how some sides of paper are to be read aloud, and what leads where."""
    begun = list(_begun(sides))
    targets: dict[tuple[str, str], tuple[float, ...]] = {}
    for piece, spots in begun:
        for anchor in piece.anchors:
            there = spots[anchor.page].target(anchor.top)
            targets.setdefault((_lang(spots), anchor.ref), there)
    tags = [(tag, spots) for piece, spots in begun for tag in piece.tree]
    links = (
        Lead(link.alt, targets[_lang(spots), link.leads], spots[area.page].area(area))
        for tag, spots in tags
        for link in _links(tag)
        if (_lang(spots), link.leads) in targets
        for area in link.areas
    )
    first: dict[int, tuple[SetPiece, Spots]] = {}
    for piece, spots in begun:
        first.setdefault(id(piece), (piece, spots))
    bookmarks = (
        Lead(heading.alt, spots[heading.areas[0].page].target(heading.areas[0].edges[1]))
        for piece, spots in first.values()
        for heading in piece.headings
    )
    shapes = (_shape(tag, spots) for tag, spots in tags)
    met = sorted(links, key=lambda link: link.area[0])
    return Spoken(tuple(shapes), tuple(met), tuple(bookmarks))


def _begun(sides: Sequence[SetSide]) -> Iterator[tuple[SetPiece, Spots]]:
    """Yield each piece that is read aloud, as often as it is, with where its pages stand."""
    met: list[Spot] = []
    for number, side in enumerate(sides):
        marks = 0
        for placing in side.placings:
            if not placing.again:
                met.append(Spot(number, side, placing, marks))
                marks += len(placing.set_page.tags)
    all_begun: list[tuple[SetPiece, Spots]] = []
    latest: dict[int, Spots] = {}
    for spot in sorted(met, key=lambda spot: spot.placing.turn):
        piece, page = spot.placing.piece, spot.placing.page
        if page == 0:
            latest[id(piece)] = {}
            all_begun.append((piece, latest[id(piece)]))
        latest[id(piece)][page] = spot
    yield from all_begun


def _links(tag: Tag) -> Iterator[Tag]:
    if tag.tag == "Link":
        yield tag
    for kid in tag.kids:
        if isinstance(kid, Tag):
            yield from _links(kid)


def _lang(spots: Spots) -> str:
    """Return the language of a piece, where that is not the document's."""
    return next((spot.placing.lang for spot in spots.values()), "")


def _shape(tag: Tag, spots: Spots) -> str:
    return "".join(_shapes(tag, spots, _lang(spots)))


def _shapes(tag: Tag, spots: Spots, lang: str = "") -> Iterator[str]:
    """Yield an element, in a language, as the proof writes it; of a link, what is in it."""
    kids: list[str] = []
    for kid in tag.kids:
        if isinstance(kid, Tag):
            kids += _shapes(kid, spots)
        else:
            spot = spots[kid[0]]
            kids.append(shape_of_mark(spot.number, spot.marks + kid[1]))
    if tag.tag == "Link":
        yield from kids
    else:
        alt = tag.alt if tag.tag == "Figure" else ""
        yield shape(tag.tag, tag.lang or lang, alt, kids)
