"""A book's body divided into takes, each from a page that begins with a unit to the next such page.

Where a take ends is filed under what it goes by, so it is looked for only where that has changed: a
book of which a record was changed is laid out there, until a page begins with what it began with.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from aidgen.page.pieces import Body, Piece
from aidgen.pipeline.composing import SetBody
from aidgen.pipeline.filing import Shelf, head_digest, joined
from aidgen.pipeline.pressing import Press

TAKE = "take"
"""What is filed of a unit: where takes end that begin with it."""
AHEAD = 3
"""By how many units behind it the end of a take goes.

Of these the first does not find room on its last page, or may not be parted from the second, as a
heading or the first of some steps may not; the last two of some may not be parted either.
"""
KEPT = 8
"""How many takes are kept that begin with one unit: a text may be changed back."""


@dataclass(frozen=True)
class FiledTake:
    """How many units a take has, and what says so: so many from its first on, and their digest."""

    length: int
    seen: int
    digest: str


async def set_body(body: Body, press: Press) -> SetBody:
    """Return a body as it is set, take by take."""
    takes = await _takes(body, press)
    return SetBody(takes, tuple(await press.extents(takes)))


async def _takes(body: Body, press: Press) -> tuple[Piece, ...]:
    """Return the takes of a body; all of it as one if nobody can say where its pages begin."""
    count = len(body.units)
    if count == 1:
        return (body.whole,)
    alike = Body(body.marked.evened)
    ends, begun = _Ends(alike, Shelf(press.place)), [0]
    while begun[-1] < count:
        first = looked = begun[-1]
        while (length := ends.length(first)) is None:
            looked = next((at for at in range(looked + 1, count) if ends.length(at)), count)
            stop = min(looked + AHEAD, count)
            found = await press.begun(alike.counted(first, stop))
            if not found:
                return (body.whole,)
            ends.file(first, stop, found)
        begun.append(first + length)
    return tuple(body.take(first, end) for first, end in pairwise(begun))


class _Ends:
    """What is known of where the takes of a body end, no digit of which is told from another."""

    def __init__(self, body: Body, shelf: Shelf) -> None:
        piece = body.marked
        self._shelf = shelf
        self._like = (TAKE, head_digest(piece.head), piece.rule, piece.classes, piece.style)
        self._units = [joined([unit.opening, unit.inner]) for unit in body.units]
        self._found: dict[int, int | None] = {}

    def length(self, first: int) -> int | None:
        """Return how many units a take has that begins with the unit `first`; None if unknown."""
        if first not in self._found:
            fits = (
                take.length
                for take in self._filed(first)
                if take.digest == self._seen(first, take.seen)
            )
            self._found[first] = next(fits, None)
        return self._found[first]

    def file(self, first: int, stop: int, begun: tuple[int, ...]) -> None:
        """File the takes of units from `first` up to `stop`, of which some have begun a page.

        The last ones go by units that nobody has looked at, but at the end. Raises OSError.
        """
        count = len(self._units)
        for one, end in pairwise((0, *begun[1:], stop - first)):
            seen = min(first + end + AHEAD, count) - first - one
            if first + one + seen <= stop:
                digest = self._seen(first + one, seen)
                self._file(first + one, FiledTake(end - one, seen, digest))

    def _file(self, first: int, take: FiledTake) -> None:
        others = (one for one in self._filed(first) if one.digest != take.digest)
        self._shelf.put(self._key(first), (take, *others)[:KEPT])
        self._found[first] = take.length

    def _filed(self, first: int) -> tuple[FiledTake, ...]:
        return self._shelf.get(self._key(first), tuple[FiledTake, ...]) or ()

    def _key(self, first: int) -> str:
        return joined([*self._like, self._units[first]])

    def _seen(self, first: int, seen: int) -> str:
        """Return a digest of so many units from one on, which tells whether they are the last."""
        last = first + seen == len(self._units)
        return joined([*self._units[first : first + seen], "end" if last else ""])
