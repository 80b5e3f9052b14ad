"""Pages set and proved as a build does it: pieces on a proof sheet, a page each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promises
from aidgen.page.composed import Facts, Side
from aidgen.page.layout import Fit, LaidSheet
from aidgen.page.pieces import FOLIO, Book, Document, Piece, Section, together
from aidgen.page.render import facts, render
from aidgen.pipeline.plan import Job
from aidgen.press.pdf.assembly import assemble_pdf, page_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.copyfit import fit_pieces, largest_types
from aidgen.press.pieces.faults import Smallest
from aidgen.press.pieces.typeset import Typeset, typeset_html, typeset_pieces
from aidgen.proof.pieces import ExpectedPiece, Proof, check_pieces

FACTS = Facts(title="A title", language="en", author="An author", description="A page")


@dataclass(frozen=True)
class SetDocument:
    """Pieces as they were set, on a proof sheet."""

    pdf: bytes
    settings: tuple[Typeset, ...]
    complaints: tuple[Fault, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What was noticed when they were set."""
        return (*self.complaints, *(fault for one in self.settings for fault in one.faults))

    @property
    def sheets(self) -> tuple[LaidSheet, ...]:
        """Each page as it was laid out."""
        return tuple(sheet for one in self.settings for sheet in one.sheets)

    @property
    def fits(self) -> tuple[Fit, ...]:
        """How their cards and regions fit."""
        return tuple(fit for one in self.settings for fit in one.fits)

    @property
    def smallest(self) -> Smallest | None:
        """The smallest type on them."""
        known = [one.smallest for one in self.settings if one.smallest]
        return min(known, key=lambda smallest: smallest.size, default=None)


def set_document(html: str, said: Facts = FACTS) -> SetDocument:
    """Set an HTML document; what has no `main` becomes one piece."""
    if "<main" not in html:
        html = re.sub(r"<body[^>]*>", r"\g<0><main>", html).replace("</body>", "</main></body>")
    language = re.search(r'<html[^>]*\blang="?([\w-]+)', html)
    settings, complaints = typeset_html(html)
    said = replace(said, language=language[1] if language else said.language)
    return SetDocument(
        assemble_pdf(said, sides([one.piece for one in settings])), settings, complaints
    )


def sides(pieces: Sequence[SetPiece]) -> tuple[Side[SetPiece], ...]:
    """Return the pages of pieces as sides of paper."""
    return tuple(
        page_pdf(piece, number) for piece in pieces for number in range(1, len(piece.pages) + 1)
    )


def proved(pdf: bytes, promises: Promises, sheets: Sequence[LaidSheet]) -> Proof:
    """Prove a PDF as one part; what may concern any part is reported as well."""
    proofs = check_pieces(pdf, [ExpectedPiece(promises, tuple(sheets))])
    (proof,) = proofs.parts
    return replace(proof, faults=(*proof.faults, *proofs.common))


def pieces_of(parts: Document | Section) -> tuple[Piece, ...]:
    """Return the pieces of an aid in reading order, each once, strips of margins last.

    Pages of a book are numbered as if each record began one.
    """
    if isinstance(parts, Section) or parts.book is None:
        section = parts if isinstance(parts, Section) else parts.section
        faces = [face for leaf in section.leaves for face in leaf.faces]
        if section.is_cut:
            strips = [section.foot.piece] if section.foot else []
            assert section.notice
            found = [section.headed(1, 2), *faces, *strips, section.notice.piece]
        else:
            strips = [strip.numbered(1, 1).piece for strip in section.strips]
            overlays = (leaf.overlay.piece for leaf in section.leaves if leaf.overlay)
            found = [*faces, *strips, *overlays]
    else:
        book = parts.book
        titles = [book.title, book.opening, *(chapter.title for chapter in book.chapters)]
        folios = (book.folios[number % 2].numbered(number, 3) for number in (2, 3))
        strips = [strip.piece for strip in (*titles, *book.marks, *folios)]
        found = [book.cover, _numbered(book), book.body.whole, *strips]
    return tuple(dict.fromkeys(found))


def _numbered(book: Book) -> Piece:
    """Return the contents of a book with some numbers of pages: what they are is not known yet."""
    refs = re.findall(f"{FOLIO}([^{FOLIO}]+){FOLIO}", book.contents.inner)
    return book.numbered({ref: number for number, ref in enumerate(dict.fromkeys(refs), start=3)})


def rendered(game_data: GameData, aid: str, roots: tuple[object, ...] = (BUNDLED_PACK,)) -> str:
    """Return the pieces of an aid, in a language it is in already, as one HTML document."""
    return together(pieces_of(render(game_data, aid, roots)))  # type: ignore[arg-type]


@cache
def html_of(job: Job) -> str:
    """Return the pieces of an aid as one HTML document."""
    return together(pieces_of(render(job.game_data, job.aid, job.pack.roots)))


@cache
def set_aid(job: Job) -> SetDocument:
    """Set the pieces of an aid, each once, in the type that they choose."""
    pieces = pieces_of(render(job.game_data, job.aid, job.pack.roots))
    assert len({piece.head for piece in pieces}) == 1, "the pieces of an aid have one head"
    return set_all(fitted(pieces), facts(job.game_data, job.aid))


def fitted(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces of one head, each in the largest type of its choice."""
    choosing = [piece for piece in pieces if piece.choice]
    if not choosing:
        return tuple(pieces)
    sizes = zip(choosing, largest_types(choosing), strict=True)
    bounded = [(piece.bounded(one.type_size, one.type_size), one.measures) for piece, one in sizes]
    found = fit_pieces([piece for piece, _ in bounded], dict(bounded))
    known = dict(zip(choosing, found, strict=True))
    return tuple(known.get(piece, piece) for piece in pieces)


def smallest(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces in the smallest type of their choice, which need not be looked for."""
    return tuple(
        piece.settled(piece.choice.least, ()) if piece.choice else piece for piece in pieces
    )


def set_all(pieces: Sequence[Piece], said: Facts = FACTS) -> SetDocument:
    """Set pieces of one head, with nothing left to choose."""
    settings = typeset_pieces(pieces)
    return SetDocument(assemble_pdf(said, sides([one.piece for one in settings])), settings, ())
