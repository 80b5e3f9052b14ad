"""Assembles a PDF from cached pieces: the last task of a worker process."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aidgen.assets.papers import PT_PER_MM, Bounds, Rect, intersection
from aidgen.layout.faults import Fault, FaultKind, causes
from aidgen.layout.promises import Counts, PrintedText
from aidgen.page.composed import Placed, Side
from aidgen.page.layout import Fit
from aidgen.pipeline.cache import Cache, CachedDocument, PlannedDocument, document_key
from aidgen.pipeline.worker import CachedPiece
from aidgen.press.pdf.assembly import assemble_pdf, page_of_placing
from aidgen.press.pdf.forms import make_fillable
from aidgen.press.pdf.structure import PieceTag, SetPage, SetPiece
from aidgen.proof.document import (
    DocumentTraits,
    Seal,
    SealedPage,
    check_document,
    describe_element,
    describe_mark,
)
from aidgen.proof.pictures import thumbnail
from aidgen.proof.resources import PageResources, VerifiedFont
from aidgen.store.cache import CachePlace
from aidgen.store.manifest import PrintedUnit

Pieces = Mapping[str, CachedPiece]


def bind(document: PlannedDocument, folder: CachePlace) -> CachedDocument:
    """Assemble a document from its pieces in `folder`, verify that it is complete, and store it.

    Raises LookupError if a piece has left the cache.
    """
    shelf = Cache(folder)
    keys = dict.fromkeys(placed.piece for side in document.sides for placed in side.placed)
    pieces: dict[str, CachedPiece] = {}
    for key in keys:
        filed = shelf.get(key, CachedPiece)
        if filed is None:
            raise LookupError(key)
        pieces[key] = filed
    made = _assemble(document, pieces)
    shelf.put(document_key(document), made)
    return made


def _assemble(document: PlannedDocument, pieces: Pieces) -> CachedDocument:
    stopped = [filed for filed in pieces.values() if not filed.set_piece.pages]
    lost = tuple(fault for filed in stopped for fault in filed.faults)
    if len(stopped) == len(pieces):
        return CachedDocument(pdf=b"", thumbnail=b"", pages=0, faults=causes(lost))
    if stopped:  # the others can be printed as a draft
        pieces = {key: filed for key, filed in pieces.items() if filed.set_piece.pages}
        document = replace(document, sides=tuple(_without_stopped(document.sides, pieces)))
    document = replace(document, sides=tuple(_whole(document.sides, pieces)))
    pieces = add_form_fields(pieces) if document.fillable else pieces
    sides = [set_side(side, pieces) for side in document.sides]
    pdf = assemble_pdf(document.facts, sides)
    laid = [sealed_side(side, pieces) for side in document.sides]
    faults = (*lost, *_faults(document, pieces), *_limits(document))
    # A document with faults is held back: text outside the trim adds nothing to report.
    titles = document.titles if document.sides[0].safe is None else 0
    traits = DocumentTraits(titles, document.fillable)
    if all(fault.is_doubt for fault in faults):
        faults += check_document(pdf, laid, expected_tags(sides), traits)
    return CachedDocument(
        pdf=pdf,
        thumbnail=thumbnail(pdf),
        pages=len(document.sides),
        faults=causes(faults),
        fits=tuple(dict.fromkeys(_fits(document, pieces))),
        texts=tuple(dict.fromkeys(_texts(document, pieces))),
        promised=_sum([filed.promised for filed in pieces.values()]),
        proved=_sum([filed.proved for filed in pieces.values()]),
        outside=tuple(dict.fromkeys(_texts_outside(document, pieces))),
        units=tuple(_units(document, pieces)),
        sheet=document.sides[0].size,
    )


def _without_stopped(sides: Sequence[Side[str]], pieces: Pieces) -> Iterator[Side[str]]:
    for side in sides:
        yield replace(side, placed=tuple(one for one in side.placed if one.piece in pieces))


def add_form_fields(pieces: Pieces) -> Pieces:
    """Return pieces whose blanks are form fields."""
    return {
        key: replace(filed, set_piece=make_fillable(filed.set_piece))
        for key, filed in pieces.items()
    }


def _whole(sides: Sequence[Side[str]], pieces: Pieces) -> Iterator[Side[str]]:
    """Yield sides of paper, each followed by what overflows it.

    Such a document is held back; the extra pages show what is too long.
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
    return side.in_points().with_pieces(lambda placed: _seal_page(placed, pieces[placed.piece]))


def seal(page: SetPage) -> Seal:
    """Return that by which a page of a piece is known again in a PDF."""
    fonts = (
        VerifiedFont(name, use.face, tuple(sorted(use.says.items())))
        for name, use in page.fonts.items()
    )
    return Seal(
        lengths=tuple(map(len, page.segments)),
        digest=hashlib.sha256(b"\0".join(page.segments)).hexdigest(),
        marks=tuple(tag.decode() for tag in page.tags),
        resources=PageResources(tuple(fonts), page.resources),
    )


def _seal_page(placed: Placed[str], filed: CachedPiece) -> SealedPage:
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
        navigation=filed.leads[number],
        is_pale=any(fault.kind in OF_PAPER for fault in filed.faults),
    )


# Findings -----------------------------------------------------------------------------------------


def _places(document: PlannedDocument) -> Mapping[tuple[str, int], list[int]]:
    """Return the numbers of the sides that print each page of a piece."""
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, side in enumerate(document.sides, start=1):
        for placed in side.placed:
            places[placed.piece, placed.page].append(number)
    return places


def _faults(document: PlannedDocument, pieces: Pieces) -> Iterator[Fault]:
    """Yield the faults of the pieces, on the first side that prints each.

    A font problem that several pieces share is reported once.
    """
    places, above = _places(document), _pieces_above(document, pieces)
    langs = {placed.piece: placed.lang for side in document.sides for placed in side.placed}
    asked: set[tuple[str, str]] = set()
    for key, filed in pieces.items():
        for fault in filed.faults:
            if fault.kind in OF_PAPER and key in above:
                continue  # the finished side is looked at
            if fault.kind == "font":
                if (fault.found, fault.expected) in asked:
                    continue
                asked.add((fault.found, fault.expected))
            sides = places.get((key, fault.page), [0])
            yield replace(fault, page=sides[0], lang=langs[key])


def _pieces_above(document: PlannedDocument, pieces: Pieces) -> frozenset[str]:
    """Return the pieces that are placed on others everywhere, as the foot of a card is."""
    above, below = set[str](), set[str]()
    for side in document.sides:
        rectangles: list[Bounds] = []
        for placed in side.placed:
            page = pieces[placed.piece].set_piece.pages[placed.page - 1]
            here = (
                placed.left,
                placed.top,
                placed.left + page.width / PT_PER_MM,
                placed.top + page.height / PT_PER_MM,
            )
            is_above = any(intersection(here, other) for other in rectangles)
            (above if is_above else below).add(placed.piece)
            rectangles.append(here)
    return frozenset(above - below)


OF_PAPER: tuple[FaultKind, ...] = ("unseen", "pale", "faint")
"""What may be wrong with a text on white paper alone, and right on another piece."""


def _limits(document: PlannedDocument) -> Iterator[Fault]:
    """Yield that a document has another number of pages than it may have."""
    pages, (least, most) = len(document.sides), document.pages
    if pages < least or (most is not None and pages > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield Fault(kind="pages", found=f"has {pages} page{'s' * (pages != 1)}", expected=allowed)


def _texts_outside(document: PlannedDocument, pieces: Pieces) -> Iterator[Fault]:
    """Yield the texts that a print shop may cut off, once per page of a piece."""
    for number, side in enumerate(document.sides, start=1):
        for placed in side.placed:
            if side.safe is None:
                break
            filed = pieces[placed.piece]
            page = filed.set_piece.pages[placed.page - 1]
            texts = filed.inked[placed.page - 1]
            beyond = [_overhang(text, page.height, placed, side.safe) for text in texts]
            if beyond and max(beyond) > NOTICED:
                name = next((fit.name for fit in filed.fits), "")
                found = f"has text {max(beyond):.1f} mm outside the safe zone"
                yield Fault(kind="cut", found=found, box=name, page=number)


def _units(document: PlannedDocument, pieces: Pieces) -> Iterator[PrintedUnit]:
    """Yield the cards of a document, or else its pages, each with a digest of what is drawn."""
    cards: dict[str, list[str]] = defaultdict(list)
    for side in document.sides:
        for placed in side.placed:
            if placed.unit:
                cards[placed.unit].append(_page_digest(pieces[placed.piece], placed.page - 1))
    for name, sides in cards.items():
        yield PrintedUnit(name, _digest(tuple(dict.fromkeys(sides))), sides.count(sides[0]))
    for number, side in enumerate(document.sides, start=1):
        if not cards:
            read = [placed for placed in side.placed if not placed.again or placed.window]
            drawn = [_page_digest(pieces[placed.piece], placed.page - 1) for placed in read]
            yield PrintedUnit(str(number), _digest(drawn))


def _page_digest(filed: CachedPiece, page: int) -> str:
    """Return a digest of what is visible on a page, without its edition mark."""
    return filed.unmarked or seal(filed.set_piece.pages[page]).digest


def _digest(drawn: Sequence[str]) -> str:
    return hashlib.sha256(" ".join(drawn).encode()).hexdigest()


NOTICED = 0.05
"""In mm: a text that is less outside is not cut off."""


def _overhang(text: Bounds, height: float, placed: Placed[str], safe: Rect) -> float:
    """Return by how many mm a text, in pt upwards on its page, exceeds the safe zone."""
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
    """Yield the texts that a document prints, on each side that prints them."""
    places = _places(document)
    for key, filed in pieces.items():
        for text in filed.texts:
            for side in places.get((key, text.page), [0]):
                yield replace(text, page=side)


@dataclass(frozen=True)
class PlacedPage:
    """A page of a piece on a side: the number of the side, from 0, and the marks before it."""

    side: int
    placed: Placed[SetPiece]
    marks: int


PlacedPages = dict[int, PlacedPage]
"""The pages of a piece, from 0."""


def expected_tags(sides: Sequence[Side[SetPiece]]) -> tuple[str, ...]:
    """Return the elements at the top of the structure tree, as the proof writes them."""
    return tuple(
        "".join(_describe_tag(tag, pages, _lang(pages)))
        for piece, pages in _spoken_pieces(sides)
        for tag in piece.tree
    )


def _spoken_pieces(sides: Sequence[Side[SetPiece]]) -> Iterator[tuple[SetPiece, PlacedPages]]:
    """Yield each piece that is read aloud, as often as it is, with its pages in their places."""
    spoken: list[PlacedPage] = []
    for number, side in enumerate(sides):
        marks = 0
        for placed in side.placed:
            if not placed.again:
                spoken.append(PlacedPage(number, placed, marks))
                marks += len(page_of_placing(placed).tags)
    pieces: list[tuple[SetPiece, PlacedPages]] = []
    latest: dict[int, PlacedPages] = {}
    for page in sorted(spoken, key=lambda page: page.placed.turn):
        piece, number = page.placed.piece, page.placed.page - 1
        if number == 0:
            latest[id(piece)] = {}
            pieces.append((piece, latest[id(piece)]))
        latest[id(piece)][number] = page
    yield from pieces


def _lang(pages: PlacedPages) -> str:
    """Return the language of a piece, if that is not the document's."""
    return next((page.placed.lang for page in pages.values()), "")


def _describe_tag(tag: PieceTag, pages: PlacedPages, lang: str = "") -> Iterator[str]:
    """Yield an element, in a language, as the proof writes it; a link is left out, its kids not."""
    kids: list[str] = []
    for kid in tag.kids:
        if isinstance(kid, PieceTag):
            kids += _describe_tag(kid, pages)
        else:
            page = pages[kid[0]]
            kids.append(describe_mark(page.side, page.marks + kid[1]))
    if tag.tag == "Link":
        yield from kids
    else:
        alt = tag.alt if tag.tag == "Figure" else ""
        yield describe_element(tag.tag, tag.lang or lang, alt, kids)
