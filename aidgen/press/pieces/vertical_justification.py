"""Filling a page: how the room that its content leaves is shared out to its rows and blocks.

Nothing here knows how pages are made: whoever asks has measured them. Lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_AIR = 2.4
"""How much air may be let into a block: about half a line, beyond which it falls apart."""
MOST_STRETCH = 0.25
"""By which part of itself a row is made higher at most when its blocks have got all their air.

More would leave boxes that are empty by half; what is then left stays blank, and says that the aid
has too little on it for its paper.
"""
ROUNDS = 20
"""How often the air of a page is halved towards what fills it: to a thousandth of a mm."""


@dataclass(frozen=True)
class Block:
    """A block as it was set: the room below its content, and its growth for each mm of air."""

    room: float
    growth: float

    def taken(self, air: float) -> float:
        """Return how much higher its row has to be, if so much air is let in."""
        return max(0.0, self.growth * air - self.room)

    def air(self, more: float) -> float:
        """Return the air that fills it, if its row is higher by `more`."""
        if self.growth <= 0:
            return 0.0
        return min(MOST_AIR, max(0.0, self.room + more) / self.growth)


@dataclass(frozen=True)
class Row:
    """Blocks side by side, and their common height."""

    height: float
    blocks: tuple[Block, ...]
    alike: float = 0.0
    """By how much in mm they may differ and still get the same air, so that their lines line up."""

    def airs(self, more: float) -> tuple[float, ...]:
        """Return the air that fills each block, if the row is higher by `more`."""
        rooms = [block.room for block in self.blocks]
        airs = tuple(block.air(more) for block in self.blocks)
        growing = [air for block, air in zip(self.blocks, airs, strict=True) if block.growth > 0]
        if growing and max(rooms) - min(rooms) < self.alike:
            return (min(growing),) * len(airs)
        return airs

    def taken(self, air: float) -> float:
        """Return how much higher it has to be, if so much air is let in."""
        return max((block.taken(air) for block in self.blocks), default=0.0)


@dataclass(frozen=True)
class Filled:
    """A row of a page that is filled: its height, and the air in each of its blocks."""

    height: float
    airs: tuple[float, ...]


def filled(rows: Sequence[Row], room: float) -> tuple[Filled, ...]:
    """Return the rows of a page, made to take up the `room` that is left below them.

    All get the same air, as much as there is room for; what is left when they have got `MOST_AIR`
    makes each row higher, in proportion to its height, by `MOST_STRETCH` at most. A block that is
    less full than its neighbours gets more air than they, so that all end at the same height.
    """
    air = _air(rows, room)
    taken = [row.taken(air) for row in rows]
    over = max(0.0, room - sum(taken))
    high = sum(row.height for row in rows) or 1.0
    stretch = min(MOST_STRETCH, over / high)
    more = [own + stretch * row.height for own, row in zip(taken, rows, strict=True)]
    return tuple(
        Filled(row.height + own, row.airs(own)) for own, row in zip(more, rows, strict=True)
    )


def _air(rows: Sequence[Row], room: float) -> float:
    """Return the most air that all `rows` can have in the `room`."""
    least, most = 0.0, MOST_AIR
    if sum(row.taken(most) for row in rows) <= room:
        return most
    for _ in range(ROUNDS):
        middle = (least + most) / 2
        if sum(row.taken(middle) for row in rows) <= room:
            least = middle
        else:
            most = middle
    return least


LITTLE = 0.3
"""From which part of a card's height on, if it stays blank, there is so little on it that the card
is set as a title page is: in the middle, below its picture."""


@dataclass(frozen=True)
class Centred:
    """A card whose content stands in the middle: its air, and the room above and below it."""

    air: float
    above: float
    little: bool
    """Whether there is little on it."""


def centred(face: Block, height: float) -> Centred:
    """Return how a card is set that leaves room: with air, and what is left over shared in halves.

    `height` is what its content may take up.
    """
    air = face.air(0.0)
    left = max(0.0, face.room - face.growth * air)
    return Centred(air, left / 2, left > LITTLE * height)
