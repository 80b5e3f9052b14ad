"""Copyfitting: the largest type, within bounds, at which what is to be held is held.

Nothing here knows how pages are made: whoever asks says which of some sizes fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from aidgen.page.pieces import STEP

GUESSES = 8
"""How often it is guessed from how full a place is; what is then unsettled is settled by halves."""
NEIGHBOURS = 2
"""How many neighbours are tried one after the other: to what is far, halves are quicker."""
STEADY = (0.8, 3.0)
"""Between what the power that was measured is believed: lines break by leaps."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Likely:
    """What is thought of a text that was not measured; wrong guesses cost trials, nothing else."""

    begin: float
    """Which part of its sizes is likely to fit: the largest of them is tried first."""
    growth: float
    """The power of its size with which its height grows.

    Lines are higher, and more: that is 2; but what stands between texts does not grow.
    """


CARD = Likely(begin=1.0, growth=1.8)
"""Of 106 cards of ours, settled with 2.6 trials each; half of them are held in the largest."""
PAGE = Likely(begin=0.6, growth=1.4)
"""Of 33 pages of ours, settled with 3.4 trials each; with what is likely of cards, with 4.1."""


@dataclass(frozen=True)
class Range:
    """The smallest and the largest type in pt that something may be set in."""

    least: float
    most: float
    likely: Likely = CARD

    @property
    def has_choice(self) -> bool:
        """Whether there is anything to choose."""
        return self.most > self.least

    @property
    def sizes(self) -> tuple[float, ...]:
        """The sizes to choose from, the smallest first; the largest is always one of them."""
        steps = math.ceil(round((self.most - self.least) / STEP, 6))
        return (*(round(self.least + step * STEP, 2) for step in range(steps)), self.most)


Measure = Callable[[Mapping[Key, float]], Mapping[Key, float]]
"""Sets things in some sizes of type, and returns how full the place of each is: 1 holds it exactly.

What it leaves out does not fit, and it cannot be said by how much: a word is too long for its line.
"""


def copyfit(ranges: Mapping[Key, Range], measure: Measure[Key]) -> dict[Key, float]:
    """Return the size in pt of each of `ranges`: the largest that fits, else its smallest.

    `measure` is asked first for the sizes that are likely, then where they should fit by how full
    they were, then by halves; about the unsettled alone: some three times for 29 sizes. Where lines
    break so that something fits at a size and not at a smaller one, a size is chosen that fits
    while the next larger does not.
    """
    searches = {key: _search(of) for key, of in ranges.items()}
    while trials := {key: search.trial for key, search in searches.items() if not search.settled}:
        full = measure(trials)
        for key in trials:
            searches[key] = searches[key].after(full.get(key))
    return {key: search.chosen for key, search in searches.items()}


def _search(of: Range) -> _Search:
    """Return the beginning of the search for a size."""
    sizes = of.sizes
    begin = max(1, math.floor(of.likely.begin * (len(sizes) - 1)))
    return _Search(sizes, of.likely.growth, fits=0, tight=len(sizes), next=begin)


@dataclass(frozen=True)
class _Search:
    """What is known of the sizes of one thing: that of `fits` does, that of `tight` does not.

    The smallest is taken to fit: there is nothing else to set it in. `next` is tried next.
    """

    sizes: tuple[float, ...]
    growth: float
    """The power that is believed as long as none was measured."""
    fits: int
    tight: int
    next: int
    guesses: int = 0
    beside: int = 0
    """How often now what was to be tried next was known already, and its neighbour is tried."""
    before: tuple[float, float] | None = None
    """The last size that was tried of which it can be said how full the place was, and that."""

    @property
    def settled(self) -> bool:
        """Whether no size is left to try."""
        return self.tight - self.fits <= 1

    @property
    def chosen(self) -> float:
        """The largest size that is known to fit."""
        return self.sizes[self.fits]

    @property
    def trial(self) -> float:
        """The size to try next."""
        return self.sizes[self.next]

    def after(self, full: float | None) -> _Search:
        """Return what is known once the trial has shown how full the place is."""
        fits = full is not None and full <= 1
        known = replace(self, fits=self.next) if fits else replace(self, tight=self.next)
        guess = (known.fits + known.tight) // 2
        before, beside = self.before, 0
        if full and self.guesses < GUESSES:
            size = self.trial / full ** (1 / self._growth(full))
            index = sum(one <= size + STEP / 4 for one in self.sizes) - 1
            near = min(known.tight - 1, max(known.fits + 1, index))
            beside, before = (near != index) * (self.beside + 1), (self.trial, full)
            if beside <= NEIGHBOURS:
                guess = near
        guesses = self.guesses + 1
        return replace(known, next=guess, guesses=guesses, beside=beside, before=before)

    def _growth(self, full: float) -> float:
        """Return the power of the size with which what was tried grows."""
        if self.before is None or self.before[1] == full:
            return self.growth
        size, was = self.before
        least, most = STEADY
        return min(most, max(least, math.log(full / was) / math.log(self.trial / size)))
