"""Decks before they are placed on sheets: cards that continue, and the type of a deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate, takewhile

from aidgen.layout.document import Printed
from aidgen.layout.faults import Fault
from aidgen.page.sheets import Card, Deck, Face, TypeRange, paged
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.tasks import PrintedUnit
from aidgen.press.type import largest_types

# How many of its fullest faces a deck is measured by at least.
MEASURED = 12
# And which share of all its faces: how full one is, is estimated from its letters.
MEASURED_SHARE = 0.2
# And how many at most: if the fullest is not among these, all are measured after all.
MOST_MEASURED = 120
# By how many pt each card that goes on, by the way, has to make the type of all larger: one more
# card to print and to hold is worth what is seen at once.
WORTHWHILE = 0.5
# On how many faces a card may go on, by the way: a text that needs more belongs on no card.
MOST_FACES = {"back": 2, "next card": 9}


def fit(deck: Deck, cache: Cache, *, everything: bool = False) -> Deck:
    """Return a deck in the largest type in which each face fits that may have the same.

    Its fullest faces are measured, or `everything`. Cards that are too full, or make the type of
    all too small, go on where they may, on their backs or on more cards. Faces that are each as
    large as they can be choose their type where they are printed.
    """
    faces = dict.fromkeys(face for card in deck.cards for face in card.faces if face.choice)
    sizes, looks = dict[TypeRange | None, float](), list[Fault]()
    for choice in dict.fromkeys(face.choice for face in faces if face.choice):
        alike = [face for face in faces if face.choice == choice]
        may = {card.front for card in deck.cards if card.make_part}.intersection(alike)
        if not (may or choice.deck is not None):
            continue
        ordered = sorted(alike, key=lambda face: face.fullness, reverse=True)
        count = min(MOST_MEASURED, max(MEASURED, round(MEASURED_SHARE * len(alike))))
        count = len(alike) if everything else count
        rest = (face for face in ordered[count:] if face in may)
        types = _types([*ordered[:count], *rest], cache)
        full, wanted = _too_full(types, may, choice)
        if full:
            return fit(_continued(deck, full, wanted, cache), cache, everything=everything)
        if choice.deck is not None:
            sizes[choice] = max(choice.least, min(types.values()))
            looks += _held_small(deck, types, choice)
    return replace(deck, looks=tuple(looks)).sized(sizes)


def _held_small(deck: Deck, types: Mapping[Face, float], choice: TypeRange) -> Iterator[Fault]:
    """Yield that a card makes the type of its set smaller by what is seen at once."""
    by_card = [(types[face], card) for card in deck.cards for face in card.faces if face in types]
    size, fullest = min(by_card, key=lambda pair: pair[0])
    size = max(size, choice.least)
    without = min((each for each, card in by_card if card is not fullest), default=0.0)
    if without >= size + WORTHWHILE and 'data-fit="cards.' in fullest.front.inner:
        message = f"makes the type of its set {without - size:.1f} pt smaller"
        yield Fault(kind="uneven", message=message, box=f"cards.{fullest.name.partition('.')[0]}")


def _types(faces: Sequence[Face], cache: Cache) -> Mapping[Face, float]:
    """Return the largest type in pt of each of some faces; 0 of one that does not fit."""
    made = cache.printed(paged(faces), lambda page: Printed(pdf=b"", types=largest_types(page)))
    return dict(zip(faces, made.types, strict=True))


def _too_full(
    types: Mapping[Face, float], may: Collection[Face], choice: TypeRange
) -> tuple[Mapping[Face, float], float]:
    """Return those faces that have to go on, of some that `may`, and the type of all without them.

    The more of them there are, the larger type has to get.
    """
    ordered = sorted(types, key=lambda face: (types[face], face not in may))
    sizes = [*sorted(types.values()), choice.most]
    least = len([face for face in may if not types[face]])
    most = len([*takewhile(may.__contains__, ordered)]) if choice.deck is not None else least
    count = max(range(least, most + 1), key=lambda count: sizes[count] - WORTHWHILE * count)
    return {face: types[face] for face in ordered[:count]}, sizes[count]


def _continued(deck: Deck, full: Mapping[Face, float], wanted: float, cache: Cache) -> Deck:
    """Return a deck in which the cards go on that have some fronts.

    Their parts are to fit in type as large as is `wanted`. A card that would hardly gain by it is
    left alone; if it is too full, that is reported.
    """
    cards = list[Card]()
    for card in deck.cards:
        parts = _divided(card, full[card.front], wanted, cache) if card.front in full else ()
        cards += list(parts) or [replace(card, make_part=None)]
    return replace(deck, cards=tuple(cards))


def _divided(card: Card, size: float, wanted: float, cache: Cache) -> Iterator[Card]:
    assert card.make_part is not None, "only such cards are asked for"
    faces, size = list[Face](), size + WORTHWHILE
    for count in range(2, MOST_FACES[card.overflow] + 1):
        shares = list(_shares(card.lengths, count))
        if len(shares) < count:
            break
        parts = [card.make_part(share, at, count) for at, share in enumerate(shares, start=1)]
        largest = min(_types(parts, cache).values())
        if largest >= size:
            faces, size = parts, largest
        if largest >= wanted:
            break
    if faces and card.overflow == "back":
        yield replace(card, front=faces[0], back=faces[1], make_part=None)
        return
    for number, side in enumerate(faces, start=1):
        name = card.name if number == 1 else f"{card.name}.{number}"
        yield replace(card, name=name, front=side, make_part=None)


def _shares(lengths: Sequence[int], count: int) -> Iterator[range]:
    ends = list(accumulate(lengths))
    start = 0
    for number in range(1, min(count, len(ends)) + 1):
        # Each leaves a part for each that follows.
        share, left = ends[-1] * number / count, max(count - number, 0)
        ending = range(start, max(start + 1, len(ends) - left))
        stop = 1 + min(ending, key=lambda end: abs(ends[end] - share))
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
