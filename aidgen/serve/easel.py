"""What a worker process draws: drafts, and pictures of pieces on the shelf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.build.filing import Shelf
from aidgen.build.proved import FiledPiece
from aidgen.build.worker import PROOF
from aidgen.page.faults import Fault
from aidgen.page.pieces import Piece
from aidgen.page.promises import Fit, Printed
from aidgen.press.assembly import Placing, SetSide, assembled
from aidgen.press.drafting import Excerpt, Spot, draft
from aidgen.press.setpieces import SetPiece
from aidgen.press.structure import Anchor
from aidgen.proof.pictures import page_picture


@dataclass(frozen=True)
class Sketch:
    """A page of a piece that was laid out to be seen at once: a PDF, and where its texts stand."""

    pdf: bytes
    page: int
    """The page of the PDF, from 0."""
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Found:
    """What was found of a piece when it was set and proved."""

    faults: tuple[Fault, ...]
    fits: tuple[Fit, ...]
    texts: tuple[Printed, ...]
    anchors: tuple[Anchor, ...]
    """Where records begin in it."""


def sketched(piece: Piece, page: int, excerpt: Excerpt | None) -> Sketch:
    """Return a page, from 0, of a piece as it looks in the type that it has.

    Of a piece that is longer than its `excerpt`, as it may look. Raises Unequipped.
    """
    made = draft(piece, excerpt)
    return Sketch(made.pdf, 0 if excerpt else page, made.spots)


def drawn(sketch: Sketch, scale: float) -> bytes:
    """Return a picture (PNG) of a sketch; `scale` is in px per pt."""
    return page_picture(sketch.pdf, sketch.page, scale)


def sketched_picture(
    piece: Piece, page: int, excerpt: Excerpt | None, scale: float
) -> tuple[bytes, tuple[Spot, ...]]:
    """Return a picture (PNG) of a page of a piece that is not on the shelf, and its texts.

    Raises Unequipped.
    """
    sketch = sketched(piece, page, excerpt)
    return drawn(sketch, scale), sketch.spots


def spots(piece: Piece) -> tuple[Spot, ...]:
    """Return where the texts of a piece stand. Raises Unequipped."""
    return draft(piece).spots


def picture(key: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (PNG) of a page, from 0, of the piece on the shelf that is filed as `key`.

    Raises LookupError if it is not there, or has no such page.
    """
    return page_picture(_alone(_filed(key, folder).set_piece, page), 0, scale)


def _filed(key: str, folder: Path) -> FiledPiece:
    """Return a piece on the shelf; raises LookupError if it is not there."""
    filed = Shelf(folder).get(key, FiledPiece)
    if filed is None:
        raise LookupError(key)
    return filed


def _alone(piece: SetPiece, page: int) -> bytes:
    """Return a page of a piece as a PDF; it is not read aloud."""
    placing = Placing(piece, page, left=0.0, top=0.0, again=True)
    return assembled(PROOF, [SetSide(placing.set_page.width, placing.set_page.height, (placing,))])


def found(keys: Sequence[str], folder: Path) -> tuple[Found, ...]:
    """Return what was found of pieces on the shelf; raises LookupError if one is not there."""
    pieces = [_filed(key, folder) for key in keys]
    return tuple(Found(one.faults, one.fits, one.texts, one.set_piece.anchors) for one in pieces)
