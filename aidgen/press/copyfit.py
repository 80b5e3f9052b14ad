"""Copyfitting: the largest type, within bounds, at which what is to be held is held.

Nothing here knows how pages are made: whoever asks says which of some sizes fit.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TypeVar

STEP = 0.2
"""By how much in pt one size is smaller than the next: less is not seen."""
GUESSES = 4
"""After how many trials it is halved: a guess may come nearer by one step each time."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Range:
    """The smallest and the largest type in pt that something may be set in."""

    least: float
    most: float

    @property
    def has_choice(self) -> bool:
        """Whether there is anything to choose."""
        return self.most > self.least

    @property
    def sizes(self) -> tuple[float, ...]:
        """The sizes to choose from, the smallest first; the largest is always one of them."""
        steps = math.ceil(round((self.most - self.least) / STEP, 6))
        return (*(round(self.least + step * STEP, 2) for step in range(steps)), self.most)


def copyfit(
    ranges: Mapping[Key, Range],
    fitting: Callable[[Mapping[Key, float]], Collection[Key]],
    fullness: Callable[[Key], float | None] = lambda _: None,
) -> dict[Key, float]:
    """Return the size in pt of each of `ranges`: the largest that fits, else its smallest.

    `fitting` sets some of them in the sizes given and returns those that fit. It is asked first for
    the largest sizes, then about the unsettled alone: by how much of its room each needed when it
    was tried last (`fullness`, 1 being all of it), or by halves, six times for 29 sizes. Where
    lines break so that something fits at a size and not at a smaller one, a size is chosen that
    fits while the next larger does not.
    """
    searches = {key: _Search(of.sizes, 0, len(of.sizes)) for key, of in ranges.items()}
    while trials := {key: search.trial for key, search in searches.items() if not search.settled}:
        held = fitting(trials)
        for key in trials:
            searches[key] = searches[key].after(fits=key in held, fullness=fullness(key))
    return {key: search.chosen for key, search in searches.items()}


@dataclass(frozen=True)
class _Search:
    """What is known of the sizes of one thing: that of `fits` does, that of `tight` does not.

    The smallest is taken to fit: there is nothing else to set it in.
    """

    sizes: tuple[float, ...]
    fits: int
    tight: int
    guess: float | None = None
    """The size that should fill it, by the last trial."""
    trials: int = 0

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
        if self.tight > last:
            return last
        middle = (self.fits + self.tight) // 2
        if self.guess is None or self.trials > GUESSES:
            return middle
        guessed = bisect_right(self.sizes, self.guess) - 1
        return max(self.fits + 1, min(guessed, self.tight - 1))

    @property
    def trial(self) -> float:
        """The size to try next."""
        return self.sizes[self._next]

    def after(self, *, fits: bool, fullness: float | None = None) -> _Search:
        """Return what is known once the trial has been made.

        The height of a text grows with the square of its size: lines are higher, and more.
        """
        known = fullness is not None and 0 < fullness < inf
        guess = self.trial / sqrt(fullness) if fullness is not None and known else None
        tried = replace(self, guess=guess, trials=self.trials + 1)
        return replace(tried, fits=self._next) if fits else replace(tried, tight=self._next)
