"""Cards whose fronts are too full, going on: on their backs, or on further cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from aidgen.page.pieces import STEP, CardFaces, Deck, Decks, Further, Leaves, Piece, Portion
from aidgen.pipeline.pressing import Press

MOST_CARDS = 9
"""On how many cards a text may go on: one that needs more is no card."""
FACES = {"back": 2, "next card": MOST_CARDS}
"""On how many faces a card may go on, by how it does."""

Stretch = tuple[int, int]
"""From which to before which of its parts, from 0, a text stands on one face."""


async def continued(parts: Deck | Decks | Leaves, press: Press) -> Deck | Decks | Leaves:
    """Return the parts of an aid with what their cards go on on, where a front is too full.

    A front that cannot be divided so that each part finds room is left as it is, and told as any.
    """
    if isinstance(parts, Decks):
        return Decks(tuple([await _deck(deck, press) for deck in parts.decks]))
    return await _deck(parts, press) if isinstance(parts, Deck) else parts


async def _deck(deck: Deck, press: Press) -> Deck:
    may = [card for card in deck.cards if card.further]
    sizes = await _held([card.front for card in may], press)
    full = [card for card, size in zip(may, sizes, strict=True) if size is None]
    cuts = await _divided(full, press)
    divided = {card: tuple(_cards(card, cut)) if cut else (card,) for card, cut in cuts.items()}
    cards = [one for card in deck.cards for one in divided.get(card, (card,))]
    return replace(deck, cards=tuple(cards)).backed()


async def _held(pieces: Sequence[Piece], press: Press) -> list[float | None]:
    """Return the largest type in pt that each piece is held in; None if it is held in none.

    The smallest that is asked for is one that may not be: it is chosen if nothing else will do.
    """
    asked = [
        piece.bounded(round(piece.choice.least - STEP, 2), piece.choice.most)
        for piece in pieces
        if piece.choice
    ]
    sizes = await press.sized(asked)
    return [
        size if piece.choice and size > piece.choice.least else None
        for piece, size in zip(asked, sizes, strict=True)
    ]


async def _divided(
    cards: Sequence[CardFaces], press: Press
) -> dict[CardFaces, tuple[Stretch, ...]]:
    """Return how to divide each card; nothing if it cannot be done."""
    asked = [
        (card, stretch, card.further.face(_portion(stretch, card.further))[0])
        for card in cards
        if card.further
        for stretch in _stretches(card.further.parts)
    ]
    sizes = await _held([piece for _, _, piece in asked], press)
    held: dict[CardFaces, dict[Stretch, float]] = {card: {} for card in cards}
    for (card, stretch, _), size in zip(asked, sizes, strict=True):
        if size is not None:
            held[card][stretch] = size
    return {
        card: best(held[card], card.further.parts, FACES[card.further.way])
        for card in cards
        if card.further
    }


def _stretches(parts: int) -> Iterator[Stretch]:
    """Yield what may stand on a face, all parts together apart."""
    for start in range(parts):
        for stop in range(start + 1, parts + 1):
            if stop - start < parts:
                yield start, stop


def _portion(stretch: Stretch, further: Further) -> Portion:
    """Return a stretch as it is tried: whether it is the first face is what matters."""
    return Portion(*stretch, number=1 if stretch[0] == 0 else 2, of=2)


def best(held: Mapping[Stretch, float], parts: int, most: int) -> tuple[Stretch, ...]:
    """Return how to divide so many parts: on as few faces as can be, in the largest type.

    `held` are the stretches that find room on a face, with the type in pt that each is held in;
    nothing is returned if more faces than `most` would be needed.
    """

    @cache
    def rest(start: int) -> tuple[int, float, tuple[Stretch, ...]] | None:
        """Return the faces needed from a part on, with minus their smallest type, and which."""
        if start == parts:
            return 0, float("-inf"), ()
        found = [
            (after[0] + 1, max(after[1], -held[start, stop]), ((start, stop), *after[2]))
            for stop in range(start + 1, parts + 1)
            if (start, stop) in held and (after := rest(stop)) is not None
        ]
        return min(found, default=None)

    found = rest(0)
    return found[2] if found and found[0] <= most else ()


def _cards(card: CardFaces, cut: Sequence[Stretch]) -> Iterator[CardFaces]:
    """Yield the cards that one becomes."""
    further = card.further
    assert further is not None
    faces = [
        further.face(Portion(*stretch, number=number, of=len(cut)))
        for number, stretch in enumerate(cut, start=1)
    ]
    if further.way == "back":
        (front, front_bleed), (back, back_bleed) = faces
        yield replace(card, front=front, back=back, front_bleed=front_bleed, back_bleed=back_bleed)
        return
    for number, (front, bleed) in enumerate(faces, start=1):
        name = card.name if number == 1 else f"{card.name}.{number}"
        yield replace(card, name=name, front=front, front_bleed=bleed)
