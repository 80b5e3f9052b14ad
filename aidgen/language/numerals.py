"""Numbers that a text says in words, put into digits by the words its language has for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass(frozen=True)
class Said:
    """A number said in words, from the letter `start` of a text to the letter `stop`."""

    start: int
    stop: int
    value: Fraction
    aside: bool
    """It may be left out in another language, as "both" or the article "a"."""


@dataclass(frozen=True)
class Numerals:
    """The words of a language for numbers."""

    known: Mapping[str, Sequence[tuple[tuple[str, ...], Fraction, bool]]]
    """From a first word to the words, value and `aside` of what begins with it, longest first."""

    @classmethod
    def of(cls, counting: str, ordinals: str, others: Mapping[Fraction, str]) -> Numerals:
        """Read lists of words: `counting` from 0, `ordinals` from 1, both divided by spaces.

        Synonyms are divided by |; `30=thirty` gives a value of its own; a hyphen stands for a
        space, too; a ? after a word says that other languages may leave it out.
        """
        known: dict[str, list[tuple[tuple[str, ...], Fraction, bool]]] = {}
        groups = [*_listed(counting, 0), *_listed(ordinals, 1), *others.items()]
        for value, synonyms in groups:
            for form in filter(None, synonyms.lower().split("|")):
                words = tuple(WORD.findall(form)) or (form,)
                known.setdefault(words[0], []).append((words, value, form.endswith("?")))
        for ways in known.values():
            ways.sort(key=lambda way: -len(way[0]))
        return cls(known)

    def said(self, text: str) -> Iterator[Said]:
        """Yield the numbers that `text` says in words, in their order."""
        before: Said | None = None
        for one in self._alone(text):
            both = before and _joined(before, one, text[before.stop : one.start])
            if before and not both:
                yield before
            before = both or one
        if before:
            yield before

    def _alone(self, text: str) -> Iterator[Said]:
        words = list(WORD.finditer(text))
        at = 0
        while at < len(words):
            taken, value, aside = self._beginning(text, words[at : at + LONGEST])
            if taken:
                yield Said(words[at].start(), words[at + taken - 1].end(), value, aside)
            at += taken or 1

    def _beginning(self, text: str, words: Sequence[re.Match[str]]) -> tuple[int, Fraction, bool]:
        """Return how many of `words` say a number, which, and whether it may be left out."""
        if words[0][0] in ROMAN:
            return 1, ROMAN[words[0][0]], False
        for way, value, aside in self.known.get(words[0][0].lower(), ()):
            said = words[: len(way)]
            if tuple(word[0].lower() for word in said) == way and all(
                text[one.end() : other.start()] in BETWEEN for one, other in pairwise(said)
            ):
                return len(way), value, aside
        return 0, Fraction(0), False


def _listed(groups: str, first: int) -> Iterator[tuple[Fraction, str]]:
    for number, group in enumerate(groups.split(), start=first):
        found = re.match(r"(\d{1,9})=", group)
        yield Fraction(found[1] if found else number), group[found.end() if found else 0 :]


def _joined(one: Said, other: Said, between: str) -> Said | None:
    """Return two numbers as one if they are said as one: "twenty-one", "two hundred"."""
    if between not in BETWEEN:
        return None
    tens = one.value % 10 == 0 and 20 <= one.value < 100 and between == "-"
    if other.value in (100, 1000) and one.value < other.value:
        value = one.value * other.value
    elif (tens and 0 < other.value < 20) or (one.value % 100 == 0 < other.value < one.value):
        value = one.value + other.value
    else:
        return None
    return Said(one.start, other.stop, value, aside=False)


WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")
"""A word; in scripts that put no spaces between words, a letter."""

BETWEEN = ("", " ", "-")
"""What may stand between the words of a number."""

LONGEST = 4
"""The most words a listed number has, as in "quatre-vingt-dix-neuf"."""

ROMAN = {
    f"{tens}{ones}": Fraction(10 * ten + one)
    for ten, tens in enumerate(("", "X", "XX"))
    for one, ones in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))
    if len(tens + ones) > 1
}
"""Those of more than one letter: a single one may be a word, a name or a variable."""
