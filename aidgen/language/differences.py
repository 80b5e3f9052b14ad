"""What one text has and another has not: the outcome of a comparison of the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from aidgen.language.language import Pair
from aidgen.language.meaning import Things


class Difference(NamedTuple):
    """What was compared, what of it a translation has lost, and what it has too much."""

    check: str
    lost: Counter[str]
    extra: Counter[str]
    sure: bool = True
    """Whether it is a fault: what one text alone says, and in words, may count nothing."""


def difference_of(check: str, expected: Things, made: Things) -> Difference:
    """Return the things that a text lost, and those that it has too much."""
    return Difference(check, Counter(expected) - Counter(made), Counter(made) - Counter(expected))


def heard(difference: Difference, words: Mapping[str, str], pair: Pair) -> Difference:
    """Return a difference without what a language may say in words that it has not given.

    `words` names what is to be given, by what it says. Where the other text has something else
    instead, it was not left out, and is told.
    """
    check, lost, extra, sure = difference
    if lost and extra:
        return difference
    for thing, name in words.items():
        if name in pair.target.silent:
            lost = Counter({said: times for said, times in lost.items() if said != thing})
        if name in pair.source.silent:
            extra = Counter({said: times for said, times in extra.items() if said != thing})
    return Difference(check, lost, extra, sure)
