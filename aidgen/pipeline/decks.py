"""Decks before they are placed on sheets: cards that continue, and the type of a deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate
from math import floor, sqrt

from aidgen.layout.document import Document, Printed
from aidgen.layout.fits import PageItems, box_fits
from aidgen.page.sheets import Card, Deck, Face, paged
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.tasks import PrintedUnit
from aidgen.press.type import largest_types, lay_out

# How many of its fullest faces a deck is measured by at least.
MEASURED = 12
# And which share of all its faces: how full one is, is estimated from its letters.
MEASURED_SHARE = 0.2
# And how many at most: if the fullest is not among these, all are measured after all.
MOST_MEASURED = 120
# By how much in pt the type of its cards may differ: so little is not seen at a table, and no deck
# is small because one of its cards is full.
ALIKE = 0.8
# Sizes in pt that are estimated are rounded down to this.
STEP = 0.1
# On how many faces a card may go on, by the way: a text that needs more belongs on no card.
MOST_FACES = {"back": 2, "next card": 9}


def fit(deck: Deck, cache: Cache, *, everything: bool = False) -> Deck:
    """Return a deck whose faces have the largest type in which each fits, within `ALIKE`.

    Its fullest faces are measured, or `everything`.
    """
    faces = list(dict.fromkeys(face for card in deck.cards for face in card.faces if face.choice))
    if not faces:
        return deck
    ordered = sorted(faces, key=lambda face: face.fullness, reverse=True)
    count = min(MOST_MEASURED, max(MEASURED, round(MEASURED_SHARE * len(faces))))
    measured = ordered if everything else ordered[:count]
    sizes = dict(zip(measured, cache.printed(paged(measured), _measure).types, strict=True))
    most = min(sizes.values()) + ALIKE
    # A face that is not measured counts as hard to fill as the hardest one that is.
    area = min(size**2 * face.fullness for face, size in sizes.items())

    def size_of(face: Face) -> float:
        estimate = sqrt(area / face.fullness) if face.fullness else most
        return sizes.get(face) or min(most, floor(estimate / STEP) * STEP)

    return deck.sized(size_of)


def _measure(document: Document) -> Printed:
    return Printed(pdf=b"", types=largest_types(document, ALIKE))


def continued(deck: Deck) -> Deck:
    """Return a deck in which cards that are too full go on, on their backs or on more cards.

    One that cannot be divided so that each part fits is left alone, and its overflow reported.
    """
    may = [card for card in deck.cards if card.make_part]
    fitting = _fitting([card.front for card in may])
    full = [card for card, fits in zip(may, fitting, strict=True) if not fits]
    divided = {card.name: tuple(_divided(card)) for card in full}
    cards = [part for card in deck.cards for part in divided.get(card.name) or (card,)]
    return replace(deck, cards=tuple(cards))


def _fitting(faces: Sequence[Face]) -> list[bool]:
    if not faces:
        return []
    least = [face.sized(face.choice.least) if face.choice else face for face in faces]
    pages = [PageItems(page) for page in lay_out(paged(least)).pages]
    holding = [[fit.holds for fit in box_fits([page])] for page in pages]
    return [all(held) for held in holding]


def _divided(card: Card) -> Iterator[Card]:
    assert card.make_part is not None, "only such cards are asked for"
    for count in range(2, MOST_FACES[card.overflow] + 1):
        shares = list(_shares(card.lengths, count))
        if len(shares) < count:
            return
        faces = [card.make_part(share, at, count) for at, share in enumerate(shares, start=1)]
        if all(_fitting(faces)):
            break
    else:
        return
    if card.overflow == "back":
        yield replace(card, front=faces[0], back=faces[1])
        return
    for number, side in enumerate(faces, start=1):
        name = card.name if number == 1 else f"{card.name}.{number}"
        yield replace(card, name=name, front=side)


def _shares(lengths: Sequence[int], count: int) -> Iterator[range]:
    ends = list(accumulate(lengths))
    start = 0
    for number in range(1, count + 1):
        share = ends[-1] * number / count
        left = count - number
        stop = len(ends) if not left else start + 1
        while left and stop < len(ends) - left and ends[stop] <= share:
            stop += 1
        if start >= stop:
            return
        yield range(start, stop)
        start = stop


def split(deck: Deck, names: Collection[str]) -> tuple[Deck, Deck]:
    """Return the other cards of a deck, and those with some names, their continuations too."""
    others, named = list[Card](), list[Card]()
    for card in deck.cards:
        (named if card.name.partition(".")[0] in names else others).append(card)
    return replace(deck, cards=tuple(others)), replace(deck, cards=tuple(named))


def units(deck: Deck) -> tuple[PrintedUnit, ...]:
    """Return the cards of a deck, each with a digest of what is printed on it."""
    sides = 2 if deck.two_sided else 1
    drawn = (("".join(face.placed(0, 0) for face in card.faces), card) for card in deck.cards)
    return tuple(
        PrintedUnit(card.name, sha256(html.encode()).hexdigest(), card.copies, sides)
        for html, card in drawn
    )
