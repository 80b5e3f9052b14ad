"""Copyfitting: the largest type, within bounds, at which what is to be held is held.

Nothing here knows how pages are made: whoever asks says which of some sizes fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

STEP = 0.2
"""By how much in pt one size is smaller than the next: less is not seen."""
LIKE = 1.5
"""By how much in pt at most the type of things that lie side by side may differ.

Between 8 and 9.5 pt a reader takes two cards for one deck; beyond, one seems to be a heading.
"""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Range:
    """The smallest and the largest type in pt that something may be set in."""

    least: float
    most: float

    @property
    def sizes(self) -> tuple[float, ...]:
        """The sizes to choose from, the smallest first; the largest is always one of them."""
        steps = math.ceil(round((self.most - self.least) / STEP, 6))
        return (*(round(self.least + step * STEP, 2) for step in range(steps)), self.most)


def copyfit(
    ranges: Mapping[Key, Range], fitting: Callable[[Mapping[Key, float]], Collection[Key]]
) -> dict[Key, float]:
    """Return the size in pt of each of `ranges`: the largest that fits, else its smallest.

    `fitting` sets some of them in the sizes given and returns those that fit. It is asked first for
    the largest sizes, then by halves, about the unsettled alone: six times for 29 sizes. Where
    lines break so that something fits at a size and not at a smaller one, a size is chosen that
    fits while the next larger does not.
    """
    searches = {key: _Search(of.sizes, 0, len(of.sizes)) for key, of in ranges.items()}
    while trials := {key: search.trial for key, search in searches.items() if not search.settled}:
        held = fitting(trials)
        for key in trials:
            searches[key] = searches[key].after(fits=key in held)
    return {key: search.chosen for key, search in searches.items()}


def copyfit_alike(
    ranges: Mapping[Key, Range],
    fitting: Callable[[Mapping[Key, float]], Collection[Key]],
    like: float = LIKE,
) -> dict[Key, float]:
    """Return sizes in pt as `copyfit` does, of which none is over `like` above the smallest.

    So all are the same unless one needs to be smaller. What had to become smaller to be like the
    others is tried in that size, too.
    """
    chosen = copyfit(ranges, fitting)
    most = round(min(chosen.values(), default=0) + like, 2)
    lowered = {
        key: Range(min(ranges[key].least, most), most)
        for key, size in chosen.items()
        if size > most
    }
    return chosen | copyfit(lowered, fitting)


@dataclass(frozen=True)
class _Search:
    """What is known of the sizes of one thing: that of `fits` does, that of `tight` does not.

    The smallest is taken to fit: there is nothing else to set it in.
    """

    sizes: tuple[float, ...]
    fits: int
    tight: int

    @property
    def settled(self) -> bool:
        """Whether no size is left to try."""
        return self.tight - self.fits <= 1

    @property
    def chosen(self) -> float:
        """The largest size that is known to fit."""
        return self.sizes[self.fits]

    @property
    def _next(self) -> int:
        last = len(self.sizes) - 1
        return last if self.tight > last else (self.fits + self.tight) // 2

    @property
    def trial(self) -> float:
        """The size to try next."""
        return self.sizes[self._next]

    def after(self, *, fits: bool) -> _Search:
        """Return what is known once the trial has been made."""
        return replace(self, fits=self._next) if fits else replace(self, tight=self._next)
