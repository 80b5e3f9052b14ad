"""How an aid will look after a change: in the type in which it was settled before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from aidgen.page.composed import Side
from aidgen.page.pieces import Book, CardFaces, Deck, Decks, Leaves, Parts, Piece
from aidgen.pipeline.pagination import Extent, SetBody, bound, composed, numbered
from aidgen.press.pdf.structure import RecordPlace
from aidgen.press.pieces.typeset import Excerpt

Loose = Deck | Decks | Leaves
"""Parts whose pieces are settled one by one."""

# The beginning of an element, and what it is.
ELEMENT = re.compile(r"<([a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class Settled:
    """An aid as it was poured, and as its pieces were settled; of a book, how long it was."""

    poured: Parts
    parts: Parts
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


def guess(parts: Parts, before: Settled | None) -> Guess:
    """Return how the parts of an aid may look, by how it was settled before."""
    if isinstance(parts, Book):
        return _book(parts, before)
    known = _known(parts, before)
    return Guess(composed(with_pieces(parts, [known[piece] for piece in chosen(parts)])))


def _book(book: Book, before: Settled | None) -> Guess:
    extent = before.body.extent if before and before.body else Extent(1, {})
    pages = before.contents if before else 1
    body = SetBody((book.body.whole,), (extent,))
    sides = bound(book, numbered(book, extent, pages), body, pages)
    return Guess(sides, before.anchors if before else ())


def chosen(parts: Loose) -> tuple[Piece, ...]:
    """Return the pieces of a deck or of pages whose type is to be chosen, in their order."""
    if isinstance(parts, Decks):
        return tuple(dict.fromkeys(piece for deck in parts.decks for piece in chosen(deck)))
    if isinstance(parts, Deck):
        faces = (face for card in parts.cards for face in (card.front, card.back) if face)
        return tuple(dict.fromkeys(face for face in faces if face.choice))
    return tuple(page for page in parts.pages if page.choice)


def with_pieces(parts: Loose, pieces: Sequence[Piece]) -> Loose:
    """Return parts with other pieces in place of those whose type is to be chosen."""
    new = dict(zip(chosen(parts), pieces, strict=True))
    if isinstance(parts, Decks):
        decks = [with_pieces(deck, [new[one] for one in chosen(deck)]) for deck in parts.decks]
        return Decks(tuple(deck for deck in decks if isinstance(deck, Deck)))
    if isinstance(parts, Leaves):
        return replace(parts, pages=tuple(new.get(page, page) for page in parts.pages))
    cards = (
        CardFaces(
            new.get(card.front, card.front),
            card.back and new.get(card.back, card.back),
            card.copies,
        )
        for card in parts.cards
    )
    return replace(parts, cards=tuple(cards))


def _known(parts: Loose, before: Settled | None) -> Mapping[Piece, Piece]:
    """Return each piece to be chosen as it was settled, or as it is most like to be."""
    were: dict[Piece, Piece] = {}
    if before is not None and not isinstance(before.poured, Book):
        assert not isinstance(before.parts, Book)
        were = dict(zip(chosen(before.poured), _faces(before), strict=True))
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


def _faces(before: Settled) -> list[Piece]:
    """Return the settled pieces, in the order of those that were to be chosen."""
    assert not isinstance(before.poured, Book)
    assert not isinstance(before.parts, Book)
    settled = dict(zip(_all(before.poured), _all(before.parts), strict=True))
    return [settled[piece] for piece in chosen(before.poured)]


def _all(parts: Loose) -> list[Piece]:
    if isinstance(parts, Decks):
        return [face for deck in parts.decks for face in _all(deck)]
    if isinstance(parts, Leaves):
        return list(parts.pages)
    return [face for card in parts.cards for face in (card.front, card.back) if face]


def _elements(piece: Piece) -> list[str]:
    return ELEMENT.findall(piece.inner)
