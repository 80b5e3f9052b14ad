"""Renders pages as pictures, in a worker process: drafts, cached pieces and finished PDFs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.assets.papers import Bounds
from aidgen.layout.faults import Fault
from aidgen.layout.promises import PrintedText
from aidgen.page.layout import Fit
from aidgen.page.pieces import Piece
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.worker import PROOF_FACTS, CachedPiece
from aidgen.press.pdf.assembly import assemble_pdf, page_pdf
from aidgen.press.pdf.structure import RecordPlace, SetPiece
from aidgen.press.pieces.typeset import Excerpt, TextPlace, draft_piece
from aidgen.proof.pictures import find_words, page_draft, page_picture, seen_pages
from aidgen.sandbox.output import write_file

NAME_DIGITS = 12
"""Of the PDF's digest in the name of a picture."""


@dataclass(frozen=True)
class DraftPage:
    """A page of a piece before it is checked: a PDF, and where its texts are."""

    pdf: bytes
    page: int
    """The page of the PDF, from 0."""
    spots: tuple[TextPlace, ...]


@dataclass(frozen=True)
class CheckedPiece:
    """The results of a piece that has been typeset and checked."""

    faults: tuple[Fault, ...]
    fits: tuple[Fit, ...]
    texts: tuple[PrintedText, ...]
    anchors: tuple[RecordPlace, ...]
    """Where records begin in it."""


@dataclass(frozen=True)
class PdfPictures:
    """The names of the pictures of a PDF's pages, and where on them its records are."""

    pictures: tuple[str, ...]
    places: tuple[tuple[str, int, Bounds], ...]
    """Reference, page from 1, and edges as fractions of the page from its upper left corner."""
    ink: float
    """The average share of a page that is covered, in per cent."""


def draw_pdf(
    pdf: bytes, asked: Sequence[tuple[str, int, str]], folder: Path, name: str, root: Path
) -> PdfPictures:
    """Write a picture of each page of a PDF into a folder below `root`, unless it exists.

    `asked` lists records, the page each is on, and words of it to search for.
    """
    known = hashlib.sha256(pdf).hexdigest()[:NAME_DIGITS]
    pictures, inks = [], []
    for number, page in enumerate(seen_pages(pdf), start=1):
        pictures.append(f"{name}-{number}-{known}.webp")
        inks.append(page.ink)
        write_file(folder / pictures[-1], page.picture, root)
    return PdfPictures(tuple(pictures), tuple(find_words(pdf, asked)), 100 * sum(inks) / len(inks))


def draft_page(piece: Piece, page: int, excerpt: Excerpt | None) -> DraftPage:
    """Return a page, from 0, of a piece in its current type size.

    With an `excerpt`, only that part is laid out, which is an approximation. Raises MachineError.
    """
    made = draft_piece(piece, excerpt)
    return DraftPage(made.pdf, 0 if excerpt else page, made.spots)


def draw_draft(sketch: DraftPage, scale: float) -> bytes:
    """Return a picture (JPEG) of a draft; `scale` is in px per pt."""
    return page_draft(sketch.pdf, sketch.page, scale)


def draw_draft_page(
    piece: Piece, page: int, excerpt: Excerpt | None, scale: float
) -> tuple[bytes, tuple[TextPlace, ...]]:
    """Return a picture (JPEG) of a page of a piece that is not cached, and its texts.

    Raises MachineError.
    """
    sketch = draft_page(piece, page, excerpt)
    return draw_draft(sketch, scale), sketch.spots


def find_spots(piece: Piece) -> tuple[TextPlace, ...]:
    """Return where the texts of a piece are. Raises MachineError."""
    return draft_piece(piece).spots


def draw_piece(key: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (WebP) of a page, from 0, of the piece that is cached as `key`.

    Raises LookupError if it is not cached, or has no such page.
    """
    return page_picture(_single_page(_cached_piece(key, folder).set_piece, page), 0, scale)


def _cached_piece(key: str, folder: Path) -> CachedPiece:
    """Return a cached piece; raises LookupError if there is none."""
    filed = Cache(folder).get(key, CachedPiece)
    if filed is None:
        raise LookupError(key)
    return filed


def _single_page(piece: SetPiece, page: int) -> bytes:
    """Return a page of a piece as an untagged PDF."""
    return assemble_pdf(PROOF_FACTS, [page_pdf(piece, page + 1, again=True)])


def read_checked(keys: Sequence[str], folder: Path) -> tuple[CheckedPiece, ...]:
    """Return the results of cached pieces; raises LookupError if one is not cached."""
    pieces = [_cached_piece(key, folder) for key in keys]
    return tuple(
        CheckedPiece(one.faults, one.fits, one.texts, one.set_piece.anchors) for one in pieces
    )
