"""The edition mark: its digest is known when all documents are laid out, and drawn last."""

from __future__ import annotations

from collections.abc import Sequence

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Mark


def marks_of(layout: Layout) -> tuple[Mark, ...]:
    """Return where edition marks are (`data-mark`)."""
    raise NotImplementedError


def stamp(pdf: bytes, marks: Sequence[Mark], words: str) -> bytes:
    """Return a PDF with `words` drawn at each mark."""
    raise NotImplementedError
