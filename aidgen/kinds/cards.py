"""Cards imposed on sheets of A4, fronts and backs placed for duplex printing on the long edge."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from aidgen.canon import Aid, Canon, Card
from aidgen.kinds.base import Kind
from aidgen.paper import CARDS, PAPERS, Sheet, Side


def impose(canon: Canon, aid: Aid) -> Mapping[str, Any]:
    """Return the sheets of an aid: for each side to print, slots and the faces in them."""
    sheet = Sheet(PAPERS["A4"], CARDS[aid.paper])
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
    return {"sheet": sheet, "sides": sides}


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


CARD_SHEETS = Kind("cards", papers=tuple(CARDS), holds="contents", view=impose)
