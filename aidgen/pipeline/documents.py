"""A PDF put together from pieces on the shelf: what a worker process does last."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aidgen.assets.geometry import Bounds
from aidgen.assets.papers import PT_PER_MM, Rect
from aidgen.page.composed import Placed, Side
from aidgen.page.faults import Fault, causes
from aidgen.page.layout import Fit
from aidgen.page.promises import Counts, PrintedText
from aidgen.pipeline.cache import (
    Cache,
    CachedDocument,
    PlannedDocument,
    document_key,
)
from aidgen.pipeline.worker import CachedPiece
from aidgen.press.pdf.assembly import assembled, set_page
from aidgen.press.pdf.forms import fillable
from aidgen.press.pdf.structure import Area, SetPage, SetPiece, Tag
from aidgen.proof.assembled import (
    Asked,
    Lead,
    Seal,
    SealedPage,
    Spoken,
    check,
    shape,
    shape_of_mark,
)
from aidgen.proof.furniture import Furniture, Lettering
from aidgen.proof.pictures import thumbnail
from aidgen.store.cache import CachePlace
from aidgen.store.manifest import Unit

Pieces = Mapping[str, CachedPiece]


def bind(document: PlannedDocument, folder: CachePlace) -> CachedDocument:
    """Put a document together from its pieces in `folder`, prove that it is whole, and file it.

    Raises LookupError if a piece has gone from the shelf.
    """
    shelf = Cache(folder)
    keys = dict.fromkeys(placed.piece for side in document.sides for placed in side.placed)
    pieces: dict[str, CachedPiece] = {}
    for key in keys:
        filed = shelf.get(key, CachedPiece)
        if filed is None:
            raise LookupError(key)
        pieces[key] = filed
    made = _bound(document, pieces)
    shelf.put(document_key(document), made)
    return made


def _bound(document: PlannedDocument, pieces: Pieces) -> CachedDocument:
    stopped = [filed for filed in pieces.values() if not filed.set_piece.pages]
    if stopped:
        faults = tuple(fault for filed in stopped for fault in filed.faults)
        return CachedDocument(pdf=b"", thumbnail=b"", pages=0, faults=causes(faults))
    document = replace(document, sides=tuple(_whole(document.sides, pieces)))
    pieces = to_fill_in(pieces) if document.fillable else pieces
    sides = [set_side(side, pieces) for side in document.sides]
    pdf = assembled(document.facts, sides)
    laid = [sealed_side(side, pieces) for side in document.sides]
    faults = (*_faults(document, pieces), *_limits(document))
    # What has faults is kept back: that something lies where it overflows need not be told.
    titles = document.titles if document.sides[0].safe is None else 0
    asked = Asked(titles, document.fillable)
    told = faults or check(pdf, laid, spoken(sides), asked)
    return CachedDocument(
        pdf=pdf,
        thumbnail=thumbnail(pdf),
        pages=len(document.sides),
        faults=causes(told),
        fits=tuple(dict.fromkeys(_fits(document, pieces))),
        texts=tuple(dict.fromkeys(_texts(document, pieces))),
        promised=_sum([filed.promised for filed in pieces.values()]),
        proved=_sum([filed.proved for filed in pieces.values()]),
        outside=tuple(dict.fromkeys(_outside(document, pieces))),
        units=tuple(_units(document, pieces)),
    )


def to_fill_in(pieces: Pieces) -> Pieces:
    """Return pieces with what is to be filled in on them as fields of a form."""
    return {
        key: replace(filed, set_piece=fillable(filed.set_piece)) for key, filed in pieces.items()
    }


def _whole(sides: Sequence[Side[str]], pieces: Pieces) -> Iterator[Side[str]]:
    """Yield sides of paper, and behind each what goes on though it should take up a page.

    Such a document is kept back; one sees in it what is too much.
    """
    known = {(placed.piece, placed.page) for side in sides for placed in side.placed}
    for side in sides:
        yield side
        for placed in side.placed:
            for page in range(1, len(pieces[placed.piece].set_piece.pages) + 1):
                if (placed.piece, page) not in known:
                    known.add((placed.piece, page))
                    yield replace(side, placed=(replace(placed, page=page, left=0.0, top=0.0),))


def _sum(counts: Sequence[Counts]) -> Counts:
    return Counts(
        texts=sum(count.texts for count in counts),
        cells=sum(count.cells for count in counts),
        cards=sum(count.cards for count in counts),
        glyphs=sum(count.glyphs for count in counts),
    )


def set_side(side: Side[str], pieces: Pieces) -> Side[SetPiece]:
    """Return a side of paper with its pieces as they were typeset, in pt."""
    return side.in_points().with_pieces(lambda placed: pieces[placed.piece].set_piece)


def sealed_side(side: Side[str], pieces: Pieces) -> Side[SealedPage]:
    """Return a side of paper as the proof has to find it in the PDF, in pt."""
    return side.in_points().with_pieces(lambda placed: _sealed(placed, pieces[placed.piece]))


def seal(page: SetPage) -> Seal:
    """Return that by which a page of a piece is known again in a PDF."""
    letterings = (
        Lettering(name, use.face, tuple(sorted(use.says.items())))
        for name, use in page.fonts.items()
    )
    return Seal(
        lengths=tuple(map(len, page.segments)),
        digest=hashlib.sha256(b"\0".join(page.segments)).hexdigest(),
        marks=tuple(tag.decode() for tag in page.tags),
        furniture=Furniture(tuple(letterings), page.resources),
    )


def _sealed(placed: Placed[str], filed: CachedPiece) -> SealedPage:
    number = placed.page - 1
    page = filed.set_piece.pages[number]
    return SealedPage(
        key=placed.piece,
        seal=seal(page),
        width=page.width,
        height=page.height,
        texts=filed.inked[number],
        patches=filed.patches[number],
        name=next((fit.name for fit in filed.fits if fit.page == placed.page), ""),
        leads=filed.leads[number],
    )


# What was found ---------------------------------------------------------------------------------


def _places(document: PlannedDocument) -> Mapping[tuple[str, int], list[int]]:
    """Return the numbers of the sides that each page of a piece stands on."""
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, side in enumerate(document.sides, start=1):
        for placed in side.placed:
            places[placed.piece, placed.page].append(number)
    return places


def _faults(document: PlannedDocument, pieces: Pieces) -> Iterator[Fault]:
    """Yield the faults of the pieces, on the first side that each stands on.

    What several pieces ask of the fonts, and cannot be had, is told once.
    """
    places = _places(document)
    langs = {placed.piece: placed.lang for side in document.sides for placed in side.placed}
    asked: set[tuple[str, str]] = set()
    for key, filed in pieces.items():
        for fault in filed.faults:
            if fault.kind == "font":
                if (fault.found, fault.expected) in asked:
                    continue
                asked.add((fault.found, fault.expected))
            sides = places.get((key, fault.page), [0])
            yield replace(fault, page=sides[0], lang=langs[key])


def _limits(document: PlannedDocument) -> Iterator[Fault]:
    """Yield that a document has another number of pages than it may have."""
    pages, (least, most) = len(document.sides), document.pages
    if pages < least or (most is not None and pages > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield Fault(kind="pages", found=f"has {pages} pages", expected=allowed)


def _outside(document: PlannedDocument, pieces: Pieces) -> Iterator[Fault]:
    """Yield the texts that stand where a print shop may cut them off, once a page of a piece."""
    for number, side in enumerate(document.sides, start=1):
        for placed in side.placed:
            if side.safe is None:
                break
            filed = pieces[placed.piece]
            page = filed.set_piece.pages[placed.page - 1]
            texts = filed.inked[placed.page - 1]
            beyond = [_beyond(text, page.height, placed, side.safe) for text in texts]
            if beyond and max(beyond) > NOTICED:
                name = next((fit.name for fit in filed.fits), "")
                found = f"has text {max(beyond):.1f} mm outside the safe zone"
                yield Fault(kind="edge", found=found, box=name, page=number)


def _units(document: PlannedDocument, pieces: Pieces) -> Iterator[Unit]:
    """Yield the cards of a document, or else its pages, each with what is drawn of it."""
    cards: dict[str, list[str]] = defaultdict(list)
    for side in document.sides:
        for placed in side.placed:
            if placed.unit:
                cards[placed.unit].append(_drawn(pieces[placed.piece], placed.page - 1))
    for name, sides in cards.items():
        yield Unit(name, _digest(tuple(dict.fromkeys(sides))), sides.count(sides[0]))
    for number, side in enumerate(document.sides, start=1):
        if not cards:
            read = [placed for placed in side.placed if not placed.again or placed.window]
            drawn = [_drawn(pieces[placed.piece], placed.page - 1) for placed in read]
            yield Unit(str(number), _digest(drawn))


def _drawn(filed: CachedPiece, page: int) -> str:
    """Return a digest of what is seen of a page; the mark on it does not count."""
    return filed.unmarked or seal(filed.set_piece.pages[page]).digest


def _digest(drawn: Sequence[str]) -> str:
    return hashlib.sha256(" ".join(drawn).encode()).hexdigest()


NOTICED = 0.05
"""In mm: a text that is less outside is not cut off."""


def _beyond(text: Bounds, height: float, placed: Placed[str], safe: Rect) -> float:
    """Return how far in mm a text, in pt upwards on its page, goes beyond what is safe."""
    left, bottom, right, top = (edge / PT_PER_MM for edge in text)
    upper, lower = height / PT_PER_MM - top + placed.top, height / PT_PER_MM - bottom + placed.top
    return max(
        safe.left - left - placed.left,
        right + placed.left - safe.left - safe.width,
        safe.top - upper,
        lower - safe.top - safe.height,
    )


def _fits(document: PlannedDocument, pieces: Pieces) -> Iterator[Fit]:
    places = _places(document)
    for key, filed in pieces.items():
        for fit in filed.fits:
            yield replace(fit, page=places[key, fit.page][0])


def _texts(document: PlannedDocument, pieces: Pieces) -> Iterator[PrintedText]:
    """Yield the texts that a document prints, on each side that they stand on."""
    places = _places(document)
    for key, filed in pieces.items():
        for text in filed.texts:
            for side in places.get((key, text.page), [0]):
                yield replace(text, page=side)


@dataclass(frozen=True)
class Spot:
    """Where a page of a piece stands: its side, from 0, its place there, the marks before it."""

    number: int
    side: Side[SetPiece]
    placing: Placed[SetPiece]
    marks: int

    def target(self, top: float) -> tuple[float, ...]:
        """Return what leads to so far down in pt on the page."""
        return self.number, self.placing.left, self.side.size.height - self.placing.top - top

    def area(self, area: Area) -> tuple[float, ...]:
        """Return an area of the page on its side, from the lower left corner."""
        left, top, right, bottom = area.edges
        x, y = self.placing.left, self.side.size.height - self.placing.top
        return self.number, x + left, y - bottom, x + right, y - top


Spots = dict[int, Spot]
"""The places of the pages of a piece."""


def spoken(sides: Sequence[Side[SetPiece]]) -> Spoken:
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


def _begun(sides: Sequence[Side[SetPiece]]) -> Iterator[tuple[SetPiece, Spots]]:
    """Yield each piece that is read aloud, as often as it is, with where its pages stand."""
    met: list[Spot] = []
    for number, side in enumerate(sides):
        marks = 0
        for placing in side.placed:
            if not placing.again:
                met.append(Spot(number, side, placing, marks))
                marks += len(set_page(placing).tags)
    all_begun: list[tuple[SetPiece, Spots]] = []
    latest: dict[int, Spots] = {}
    for spot in sorted(met, key=lambda spot: spot.placing.turn):
        piece, page = spot.placing.piece, spot.placing.page - 1
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
