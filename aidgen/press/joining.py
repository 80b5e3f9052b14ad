"""PDFs joined to one, and pages of PDFs placed on larger ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aidgen.assets.papers import Size


@dataclass(frozen=True)
class PlacedPage:
    """A page of a PDF, from 0, and its upper left corner in mm from that of the side."""

    page: int
    left: float
    top: float


@dataclass(frozen=True)
class Side:
    """A side of paper: its size in mm, and the pages on it."""

    size: Size
    pages: tuple[PlacedPage, ...]


def join(pdfs: Sequence[bytes]) -> bytes:
    """Return PDFs in a row as one, tags, outline and links included; equal parts are kept once."""
    raise NotImplementedError


def place(pdf: bytes, sides: Sequence[Side]) -> bytes:
    """Return the pages of a PDF placed on larger sides, as for a booklet, without tags."""
    raise NotImplementedError
