"""What a worker process draws: drafts, and pictures of pieces on the shelf."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.assets.geometry import Bounds
from aidgen.page.faults import Fault
from aidgen.page.layout import Fit
from aidgen.page.pieces import Piece
from aidgen.page.promises import PrintedText
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.worker import PROOF_FACTS, CachedPiece
from aidgen.press.pdf.assembly import assemble_pdf, page_pdf
from aidgen.press.pdf.structure import RecordPlace, SetPiece
from aidgen.press.pieces.typeset import Excerpt, TextPlace, draft_piece
from aidgen.proof.pictures import find_words, page_draft, page_picture, page_strip, seen_pages
from aidgen.store.files import write

DIGITS = 12
"""Of a digest, in the name of a picture: it is another one when the PDF is."""

AROUND = 12.0
"""How many mm above and below a text are shown of the page that it stands on."""


@dataclass(frozen=True)
class Sketch:
    """A page of a piece that was laid out to be seen at once: a PDF, and where its texts stand."""

    pdf: bytes
    page: int
    """The page of the PDF, from 0."""
    spots: tuple[TextPlace, ...]


@dataclass(frozen=True)
class Found:
    """What was found of a piece when it was set and proved."""

    faults: tuple[Fault, ...]
    fits: tuple[Fit, ...]
    texts: tuple[PrintedText, ...]
    anchors: tuple[RecordPlace, ...]
    """Where records begin in it."""


@dataclass(frozen=True)
class Looks:
    """How a PDF looks: a picture of each page by its name, and where on them records stand."""

    pictures: tuple[str, ...]
    places: tuple[tuple[str, int, Bounds], ...]
    """Reference, page from 1, and edges as parts of the page, from its upper left corner."""
    ink: float
    """How much of a page is covered on average, in per cent."""


def looks(pdf: bytes, asked: Sequence[tuple[str, int, str]], folder: Path, name: str) -> Looks:
    """Write a picture of each page of a PDF into a folder, unless it is there.

    `asked` are records, the page that each stands on, and words of it to be looked for.
    """
    known = hashlib.sha256(pdf).hexdigest()[:DIGITS]
    pictures, inks = [], []
    for number, page in enumerate(seen_pages(pdf), start=1):
        pictures.append(f"{name}-{number}-{known}.webp")
        inks.append(page.ink)
        write(folder / pictures[-1], page.picture)
    return Looks(tuple(pictures), tuple(find_words(pdf, asked)), 100 * sum(inks) / len(inks))


def sketched(piece: Piece, page: int, excerpt: Excerpt | None) -> Sketch:
    """Return a page, from 0, of a piece as it looks in the type that it has.

    Of a piece that is longer than its `excerpt`, as it may look. Raises MachineError.
    """
    made = draft_piece(piece, excerpt)
    return Sketch(made.pdf, 0 if excerpt else page, made.spots)


def drawn(sketch: Sketch, scale: float) -> bytes:
    """Return a picture (JPEG) of a sketch; `scale` is in px per pt."""
    return page_draft(sketch.pdf, sketch.page, scale)


def sketched_picture(
    piece: Piece, page: int, excerpt: Excerpt | None, scale: float
) -> tuple[bytes, tuple[TextPlace, ...]]:
    """Return a picture (JPEG) of a page of a piece that is not on the shelf, and its texts.

    Raises MachineError.
    """
    sketch = sketched(piece, page, excerpt)
    return drawn(sketch, scale), sketch.spots


def spots(piece: Piece) -> tuple[TextPlace, ...]:
    """Return where the texts of a piece stand. Raises MachineError."""
    return draft_piece(piece).spots


def glimpse(piece: Piece, context: str, scale: float) -> bytes:
    """Return a picture (WebP) of the part of a piece where a text stands.

    Raises LookupError if it stands nowhere in it, MachineError.
    """
    made = draft_piece(piece)
    spot = next((one for one in made.spots if one.context == context), None)
    if spot is None:
        raise LookupError(context)
    _, top, _, bottom = spot.edges
    return page_strip(made.pdf, spot.page, scale, (top - AROUND, bottom + AROUND))


def picture(key: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (WebP) of a page, from 0, of the piece on the shelf that is filed as `key`.

    Raises LookupError if it is not there, or has no such page.
    """
    return page_picture(_alone(_filed(key, folder).set_piece, page), 0, scale)


def _filed(key: str, folder: Path) -> CachedPiece:
    """Return a piece on the shelf; raises LookupError if it is not there."""
    filed = Cache(folder).get(key, CachedPiece)
    if filed is None:
        raise LookupError(key)
    return filed


def _alone(piece: SetPiece, page: int) -> bytes:
    """Return a page of a piece as a PDF; it is not read aloud."""
    return assemble_pdf(PROOF_FACTS, [page_pdf(piece, page + 1, again=True)])


def found(keys: Sequence[str], folder: Path) -> tuple[Found, ...]:
    """Return what was found of pieces on the shelf; raises LookupError if one is not there."""
    pieces = [_filed(key, folder) for key in keys]
    return tuple(Found(one.faults, one.fits, one.texts, one.set_piece.anchors) for one in pieces)
