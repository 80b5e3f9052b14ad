"""Words that mean the opposite of each other: has a translation turned one into the other?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aidgen.game.texts import term_forms
from aidgen.language.phrases import Phrases
from aidgen.language.tokens import Tokens
from aidgen.problems import Severity

Side = int
"""0 for the first of two opposites, 1 for the second; 2 or 3 if its word may mean something else.

Such a word may translate its side, but need not be translated.
"""


class TurnedRound(NamedTuple):
    """A word in a translation that means the opposite of one in the source."""

    check: str
    severity: Severity
    expected: str
    """The opposite, in the source language."""
    swapped: bool
    """Whether both opposites are there, in another order."""
    one_way: bool = False
    """Whether only the first may not become the second."""


@dataclass(frozen=True)
class Opposites:
    """All words of a language for two opposites, as left and right."""

    phrases: Phrases
    sides: tuple[Side, ...]
    """The side of each phrase."""
    names: tuple[str, str]
    """A word for each side, for messages."""
    one_way: bool = False
    """Whether the second may become the first, as "and" in a list may become "or"."""

    @classmethod
    def of(cls, *sides: Sequence[str], one_way: bool = False) -> Opposites:
        """Index the words of both sides; a longer phrase wins over its parts."""
        forms = [
            (form.rstrip("?"), side + UNSURE * form.endswith("?"))
            for side, listed in enumerate(sides)
            for form in listed
            if form
        ]
        forms.sort(key=lambda form: -len(form[0]))
        names = [next(iter(listed), "") for listed in sides]
        return cls(
            Phrases.of(form for form, _ in forms),
            tuple(side for _, side in forms),
            (names[0].rstrip("*?"), names[1].rstrip("*?")),
            one_way,
        )

    def read(self, tokens: Tokens) -> tuple[Side, ...]:
        """Return the sides in text order."""
        return tuple(self.sides[one.form] for one in self.phrases.distinct_occurrences(tokens))


UNSURE = 2
"""What is added to the side of a word that may mean something else."""


def listed_opposites(text: str) -> Iterator[Opposites]:
    """Yield the pairs of `ui.opposites`: `left|leftmost : right; or > and`.

    A pair without a sign between its sides, as `-`, keeps its place and has no words.
    """
    for pair in text.split(";") if text.strip() else ():
        sign = ">" if ">" in pair else ":"
        one, _, other = pair.partition(sign)
        sides = (term_forms(one), term_forms(other)) if other else ((), ())
        yield Opposites.of(*sides, one_way=sign == ">")


def turned_round(
    expected: Sequence[tuple[Side, ...]],
    made: Sequence[tuple[Side, ...]],
    kinds: Iterable[tuple[str, Severity]],
    opposites: Sequence[Opposites],
) -> Iterator[TurnedRound]:
    """Yield each pair of opposites where one became the other, or where the two changed places."""
    for ours, theirs, (check, severity), pair in zip(
        expected, made, kinds, opposites, strict=False
    ):
        words = pair.names
        before, after = ([side % UNSURE for side in sides] for sides in (ours, theirs))
        for side in (0,) if pair.one_way else (0, 1):
            lost = ours.count(side) > after.count(side)
            if lost and before.count(1 - side) < theirs.count(1 - side):
                yield TurnedRound(check, severity, words[side], swapped=False, one_way=pair.one_way)
        if before != after and sorted(before) == sorted(after) and not pair.one_way:
            yield TurnedRound(check, "warning", words[before[0]], swapped=True)
