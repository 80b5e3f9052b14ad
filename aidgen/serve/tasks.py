"""What the workers of live pages and of the site return.

Who asks them need not import templates and engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aidgen.assets.papers import Bounds, Size
from aidgen.layout.document import Document, Printed
from aidgen.page.sheets import Types
from aidgen.press.type import Arrangement

# What precedes the names of these tasks.
RENDERER = "aidgen.serve.page_renderer:"


@dataclass(frozen=True)
class AidDocuments:
    """An aid rendered: its documents, each with its key in the cache, and the paper they are on."""

    documents: tuple[tuple[str, Document], ...]
    paper: Size
    types: Types = field(default_factory=dict)
    """The types of its decks."""
    faces: frozenset[str] = frozenset()
    """Digests of the faces of decks."""
    changed: tuple[Document, ...] = ()
    """Each of their pages with nothing but the faces that have changed; none if most have."""


@dataclass(frozen=True)
class TextSpot:
    """A place of a text: its page from 0, and its edges in mm from the upper left corner."""

    context: str
    page: int
    edges: Bounds


@dataclass(frozen=True)
class SetDocument:
    """A document that is typeset, verified and stored: what is known of its pages."""

    printed: Printed
    """Without its PDF, which the cache has."""
    arrangement: Arrangement | None = None
    """How it was laid out, and where its texts are; None if it was stored already."""
    spots: tuple[TextSpot, ...] | None = None


@dataclass(frozen=True)
class RecordSpot:
    """Where a record is on a page of a PDF, from 1: its edges as fractions of the page."""

    ref: str
    page: int
    edges: Bounds


# The names of the pictures of a PDF's pages, where on them its records are, and how much of a page
# is covered, in per cent.
PdfPictures = tuple[tuple[str, ...], tuple[RecordSpot, ...], float]
