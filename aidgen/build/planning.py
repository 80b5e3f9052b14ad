"""From the parts of an aid to the sides of paper of its PDF, by way of what is set on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aidgen.build.composing import bound, composed, numbered
from aidgen.build.pressing import Press
from aidgen.page.pieces import Book, CardFaces, Deck, Leaves, Parts, Piece, Side

EVEN = 1.5
"""How much larger in pt the type of a card may be than that of the fullest one of its deck."""


async def sides(parts: Parts, press: Press) -> tuple[Side, ...]:
    """Return the sides of paper that the parts of an aid become; all pieces on them are set."""
    if isinstance(parts, Book):
        return await _book(parts, press)
    made = composed(
        await (_deck(parts, press) if isinstance(parts, Deck) else _leaves(parts, press))
    )
    await press.extents(pieces(made))
    return made


def pieces(made: Sequence[Side]) -> tuple[Piece, ...]:
    """Return the pieces on some sides of paper, each once."""
    return tuple(dict.fromkeys(placed.piece for side in made for placed in side.placed))


async def _deck(deck: Deck, press: Press) -> Deck:
    """Return a deck with the type of each face: as large as it may be, but no two far apart."""
    faces = dict.fromkeys(
        face for card in deck.cards for face in (card.front, card.back) if face and face.choice
    )
    if not faces:
        return deck
    sizes = dict(zip(faces, await press.sized(list(faces)), strict=True))
    largest = min(sizes.values()) + EVEN
    sized = {face: face.sized(min(size, largest)) for face, size in sizes.items()}
    return replace(deck, cards=tuple(_sized(card, sized) for card in deck.cards))


def _sized(card: CardFaces, sized: Mapping[Piece, Piece]) -> CardFaces:
    back = card.back and sized.get(card.back, card.back)
    return replace(card, front=sized.get(card.front, card.front), back=back)


async def _leaves(leaves: Leaves, press: Press) -> Leaves:
    """Return pages with their type, the same on all of them."""
    chosen = [page for page in leaves.pages if page.choice]
    if not chosen:
        return leaves
    size = min(await press.sized(chosen))
    return replace(
        leaves,
        pages=tuple(page.sized(size) if page.choice else page for page in leaves.pages),
    )


async def _book(book: Book, press: Press) -> tuple[Side, ...]:
    """Return the pages of a book: its contents are set once the pages of its body are known.

    They are set again if they take up another number of pages than was thought.
    """
    (body,) = await press.extents([book.body])
    thought = 1
    while True:
        contents = numbered(book, body, thought)
        (extent,) = await press.extents([contents])
        if extent.pages <= thought:
            break
        thought = extent.pages
    made = bound(book, contents, body, thought)
    await press.extents(pieces(made))
    return made
