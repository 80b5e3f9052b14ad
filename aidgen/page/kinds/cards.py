"""Cards imposed on sheets of A4, fronts and backs placed for duplex printing on the long edge."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from aidgen.assets.papers import CARDS, Sheet, Side, Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Card, Face
from aidgen.page.kinds.base import Kind

SMALLEST, LARGEST = 7.4, 13.0
"""Type on cards in pt: never smaller than 7, and no larger than looks well."""
MARGIN, HEAD, FOOT = 4.0, 12.6, 6.4
"""What a card's face leaves free at its sides, for its title and for its foot, in mm."""


def impose(canon: Canon, aid: Aid, size: Size) -> Mapping[str, Any]:
    """Return the sheets of an aid: for each side to print, slots and the faces in them."""
    sheet = Sheet(size, CARDS[aid.paper])
    deck = [
        (name, canon.cards[name])
        for copy in range(max(canon.cards[name].copies for name in _names(canon, aid)))
        for name in _names(canon, aid)
        if copy < canon.cards[name].copies
    ]
    two_sided = any(card.back for _, card in deck)
    sides: list[dict[str, Any]] = []
    cards = iter(deck)
    while batch := list(islice(cards, len(sheet.slots()))):
        sides.append({"side": "front", "cards": _place(sheet, "front", batch)})
        if two_sided:
            sides.append({"side": "back", "cards": _place(sheet, "back", batch)})
    return {
        "sheet": sheet,
        "sides": sides,
        "bounds": lambda face: bounds(face, aid),
        "margin": MARGIN,
        "head": HEAD,
        "foot": FOOT,
    }


def bounds(face: Face, aid: Aid) -> tuple[float, float]:
    """Return the smallest and largest type in pt that a face may be set in.

    A `text_size` is kept to, unless `shrink_to` allows for less; what a face says goes before
    what its aid says.
    """
    largest = face.text_size or aid.text_size
    smallest = face.shrink_to or aid.shrink_to or largest or SMALLEST
    return min(smallest, largest or LARGEST), largest or LARGEST


def _names(canon: Canon, aid: Aid) -> list[str]:
    """Return the ids of the cards an aid prints, `cards` meaning all of them."""
    names: list[str] = []
    for ref in aid.contents:
        names += list(canon.cards) if ref == "cards" else [ref.split(".", 1)[1]]
    return names


def _place(sheet: Sheet, side: Side, batch: list[tuple[str, Card]]) -> list[dict[str, Any]]:
    slots = zip(sheet.slots(side), batch, strict=False)
    placed = [
        {"slot": slot, "name": f"cards.{name}.{side}", "face": getattr(card, side), "card": card}
        for slot, (name, card) in slots
    ]
    return [card for card in placed if card["face"] is not None]


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARDS),
    holds="contents",
    lists=r"cards(\.[^.]+)?",
    smallest_type=7,
    view=impose,
)
