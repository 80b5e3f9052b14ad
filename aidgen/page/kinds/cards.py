"""Cards imposed on sheets of A4, fronts and backs placed for duplex printing on the long edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from aidgen.assets.papers import CARDS, Line, Sheet, Side, Size, Slot
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Card, Face
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.entries import Entry, below

SMALLEST, LARGEST = 7.4, 13.0
"""Type on cards in pt: never smaller than 7, and no larger than looks well."""
MARGIN, HEAD, FOOT = 4.0, 12.0, 7.0
"""What a card's face leaves free at its sides, for its title and for its foot, in mm."""
HAIRLINE = 0.1
"""Width in mm of a crop mark."""
LONG = 22
"""From how many letters on a title is set smaller, so that it stays on one line of a poker card."""


@dataclass(frozen=True)
class Placed:
    """A face in its slot on a sheet, and all that its template asks for."""

    name: str
    slot: Slot
    face: Face
    icon: str | None
    module: str | None
    entries: tuple[Entry, ...]
    long: bool
    """Whether its title is set smaller."""
    bounds: tuple[float, float]
    """The smallest and largest type in pt."""

    @property
    def fitted(self) -> bool:
        """Whether its type may be chosen by the layout."""
        return self.bounds[0] < self.bounds[1]


@dataclass(frozen=True)
class Printed:
    """One side of a sheet."""

    side: Side
    cards: tuple[Placed, ...]


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
    sides: list[Printed] = []
    cards = iter(deck)
    while batch := list(islice(cards, len(sheet.slots()))):
        for side in ("front", "back") if two_sided else ("front",):
            sides.append(Printed(side, tuple(_placed(canon, aid, sheet, side, batch))))
    return {
        "sheet": sheet,
        "sides": tuple(sides),
        "two_sided": two_sided,
        "crop_marks": tuple(map(_drawn, sheet.crop_marks())),
        "margin": MARGIN,
        "head": HEAD,
        "foot": FOOT,
    }


def _drawn(mark: Line) -> Slot:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - HAIRLINE / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - HAIRLINE / 2 if mark.y1 == mark.y2 else mark.y1
    return Slot(left, top, (mark.x2 - mark.x1) or HAIRLINE, (mark.y2 - mark.y1) or HAIRLINE)


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


def _placed(
    canon: Canon, aid: Aid, sheet: Sheet, side: Side, batch: Sequence[tuple[str, Card]]
) -> Iterator[Placed]:
    """Yield the faces of the cards of a batch in their slots; a card may have no back."""
    for slot, (name, card) in zip(sheet.slots(side), batch, strict=False):
        face: Face | None = getattr(card, side)
        if face is None:
            continue
        yield Placed(
            name=f"cards.{name}.{side}",
            slot=slot,
            face=face,
            icon=face.icon or card.icon,
            module=face.module or card.module,
            entries=below(canon, face.contents, face.title),
            long=len(face.title) > LONG,
            bounds=bounds(face, aid),
        )


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARDS),
    holds="contents",
    lists=r"cards(\.[^.]+)?",
    smallest_type=7,
    view=impose,
)
