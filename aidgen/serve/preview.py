"""How an aid will look after a change: in the type in which it was settled before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from aidgen.assets.options import NO_OPTIONS
from aidgen.page.composed import Side
from aidgen.page.pieces import Book, Document, Piece
from aidgen.pipeline.pagination import Extent, SetBody, bound, compose, numbered
from aidgen.press.pdf.structure import RecordPlace
from aidgen.press.pieces.typeset import Excerpt

# The beginning of an element, and what it is.
ELEMENT = re.compile(r"<([a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class Settled:
    """An aid as it was poured, and as its pieces were settled; of a book, how long it was."""

    poured: Document
    parts: Document
    body: SetBody | None = None
    contents: int = 1
    """How many pages the contents of a book took up."""
    anchors: tuple[RecordPlace, ...] = field(default=(), repr=False)
    """Where the records of a book began."""


@dataclass(frozen=True)
class Guess:
    """The sides of an aid as they may look, and of the long pieces on them where to look."""

    sides: tuple[Side[Piece], ...]
    anchors: tuple[RecordPlace, ...] = ()

    def excerpt(self, piece: Piece, page: int) -> Excerpt | None:
        """Return what is to be laid out of a piece for a page of it, from 0; None for all of it."""
        return Excerpt(page, self.anchors) if piece.long and self.anchors else None


def guess(parts: Document, before: Settled | None) -> Guess:
    """Return how the parts of an aid may look, by how it was settled before."""
    if parts.book:
        return _book(parts.book, before)
    known = _known(parts, before)
    return Guess(compose(with_faces(parts, known).sections, NO_OPTIONS))


def _book(book: Book, before: Settled | None) -> Guess:
    extent = before.body.extent if before and before.body else Extent(1, {})
    pages = before.contents if before else 1
    body = SetBody((book.body.whole,), (extent,))
    sides = bound(book, numbered(book, extent, pages), body, pages)
    return Guess(sides, before.anchors if before else ())


def chosen(parts: Document) -> tuple[Piece, ...]:
    """Return the faces and pages whose type is to be chosen, in their order."""
    return tuple(dict.fromkeys(face for face in _faces(parts) if face.choice))


def with_faces(parts: Document, faces: Mapping[Piece, Piece]) -> Document:
    """Return sections with other faces in the place of some."""
    sections = (
        replace(section, leaves=tuple(leaf.with_faces(faces) for leaf in section.leaves))
        for section in parts.sections
    )
    return replace(parts, sections=tuple(sections))


def _known(parts: Document, before: Settled | None) -> Mapping[Piece, Piece]:
    """Return each piece to be chosen as it was settled, or as it is most like to be."""
    were: dict[Piece, Piece] = {}
    if before is not None:
        settled = dict(zip(_faces(before.poured), _faces(before.parts), strict=True))
        were = {piece: settled[piece] for piece in chosen(before.poured)}
    order = list(were.items())
    known = {}
    for number, piece in enumerate(chosen(parts)):
        old, like = order[number] if number < len(order) else (None, None)
        if piece in were:
            known[piece] = were[piece]
        elif old is not None and like is not None and old.choice == piece.choice:
            styles = like.styles if _elements(old) == _elements(piece) else ()
            known[piece] = piece.settled(like.type_size or 0.0, styles)
        else:
            known[piece] = piece.settled(piece.choice.least if piece.choice else 0.0, ())
    return known


def _faces(parts: Document) -> list[Piece]:
    return [face for section in parts.sections for leaf in section.leaves for face in leaf.faces]


def _elements(piece: Piece) -> list[str]:
    return ELEMENT.findall(piece.inner)
