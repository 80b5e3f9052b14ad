"""Preview of an aid after a change: laid out in the type sizes of its last layout."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from aidgen.assets.options import NO_OPTIONS
from aidgen.page.composed import Side
from aidgen.page.pieces import Book, Document, Piece
from aidgen.pipeline.pagination import Extent, SetBody, bind_book, compose, number_pages
from aidgen.press.pdf.structure import RecordPlace
from aidgen.press.pieces.typeset import Excerpt

# The beginning of an element, and what it is.
ELEMENT_START = re.compile(r"<([a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class LastLayout:
    """An aid as it was rendered, and as it was typeset; for a book, also its length."""

    rendered: Document
    parts: Document
    body: SetBody | None = None
    contents: int = 1
    """The number of pages of a book's contents."""
    anchors: tuple[RecordPlace, ...] = field(default=(), repr=False)
    """Where the records of a book begin."""


@dataclass(frozen=True)
class Preview:
    """The expected sides of an aid; for long pieces, also where their records begin."""

    sides: tuple[Side[Piece], ...]
    anchors: tuple[RecordPlace, ...] = ()

    def excerpt(self, piece: Piece, page: int) -> Excerpt | None:
        """Return the part of a piece to lay out for a page, from 0; None for all of it."""
        return Excerpt(page, self.anchors) if piece.long and self.anchors else None


def preview_parts(parts: Document, before: LastLayout | None) -> Preview:
    """Return how an aid will probably look, judging by its last layout."""
    if parts.book:
        return _preview_book(parts.book, before)
    known = _guess_pieces(parts, before)
    return Preview(compose(with_faces(parts, known).sections, NO_OPTIONS))


def _preview_book(book: Book, before: LastLayout | None) -> Preview:
    extent = before.body.extent if before and before.body else Extent(1, {})
    pages = before.contents if before else 1
    body = SetBody((book.body.whole,), (extent,))
    sides = bind_book(book, number_pages(book, extent, pages), body, pages)
    return Preview(sides, before.anchors if before else ())


def adjustable_pieces(parts: Document) -> tuple[Piece, ...]:
    """Return the faces and pages whose type is to be adjustable_pieces, in their order."""
    return tuple(dict.fromkeys(face for face in _all_faces(parts) if face.choice))


def with_faces(parts: Document, faces: Mapping[Piece, Piece]) -> Document:
    """Return sections with some faces replaced."""
    sections = (
        replace(section, leaves=tuple(leaf.with_faces(faces) for leaf in section.leaves))
        for section in parts.sections
    )
    return replace(parts, sections=tuple(sections))


def _guess_pieces(parts: Document, before: LastLayout | None) -> Mapping[Piece, Piece]:
    """Return each adjustable piece as it was typeset, or as it will most likely be."""
    were: dict[Piece, Piece] = {}
    if before is not None:
        typeset = dict(zip(_all_faces(before.rendered), _all_faces(before.parts), strict=True))
        were = {piece: typeset[piece] for piece in adjustable_pieces(before.rendered)}
    order = list(were.items())
    known = {}
    for number, piece in enumerate(adjustable_pieces(parts)):
        old, like = order[number] if number < len(order) else (None, None)
        if piece in were:
            known[piece] = were[piece]
        elif old is not None and like is not None and old.choice == piece.choice:
            styles = like.styles if _element_names(old) == _element_names(piece) else ()
            known[piece] = piece.settled(like.type_size or 0.0, styles)
        else:
            known[piece] = piece.settled(piece.choice.least if piece.choice else 0.0, ())
    return known


def _all_faces(parts: Document) -> list[Piece]:
    return [face for section in parts.sections for leaf in section.leaves for face in leaf.faces]


def _element_names(piece: Piece) -> list[str]:
    return ELEMENT_START.findall(piece.inner)
