"""Numbers that a text says in words, read by the words its language has for them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aidgen.game.figures import neutral
from aidgen.language.tokens import (
    Digits,
    How,
    Line,
    Number,
    Token,
    Word,
    is_glued,
    is_unspaced,
    peek,
    tokens,
)

Way = tuple[tuple[str, ...], Fraction, bool]
"""The words of a number, by their keys; its value; whether another language may leave it out."""


@dataclass(frozen=True)
class Spoken:
    """A number that is said in words, from one token of a line to that before another."""

    start: int
    stop: int
    value: Fraction
    aside: bool


@dataclass(frozen=True)
class Numerals:
    """The words of a language for numbers."""

    known: Mapping[str, Sequence[Way]]
    """From a first word to all that begins with it, longest first."""

    @classmethod
    def of(cls, counting: str, ordinals: str, others: Mapping[Fraction, str]) -> Numerals:
        """Read lists of words: `counting` from 0, `ordinals` from 1, both divided by spaces.

        Synonyms are divided by |; `30=thirty` gives a value of its own; a hyphen stands for a
        space, too; a ? after a word says that other languages may leave it out.
        """
        known: dict[str, list[Way]] = {}
        groups = [*_listed(counting, 0), *_listed(ordinals, 1), *others.items()]
        for value, synonyms in groups:
            for form in filter(None, synonyms.split("|")):
                line = tokens(form)
                words = tuple(token.key for token in line if isinstance(token, Word))
                words = words or tuple(token.key for token in line)
                if words:
                    known.setdefault(words[0], []).append((words, value, form.endswith("?")))
        for ways in known.values():
            ways.sort(key=lambda way: -len(way[0]))
        return cls(known)

    def read(self, line: Line, words: Container[int] = ()) -> tuple[Token, ...]:
        """Return a line with its number words as numbers; tokens listed in `words` are none."""
        rest: list[Token] = []
        end = 0
        for spoken in self.spoken(line, words):
            first = line[spoken.start]
            how = How.ASIDE if spoken.aside else How.WORDS
            text = first.text + "".join(
                token.gap + token.text for token in line[spoken.start + 1 : spoken.stop]
            )
            values = (neutral(spoken.value),)
            rest += line[end : spoken.start]
            rest.append(Number(first.gap, text, "", first.spaced, values, how, ""))
            end = spoken.stop
        return (*rest, *line[end:])

    def counts(self, phrase: str) -> bool:
        """Tell whether one of the words of a phrase is a number word."""
        return any(True for _ in self.spoken(tokens(phrase)))

    def spoken(self, line: Line, words: Container[int] = ()) -> Iterator[Spoken]:
        """Yield the numbers that a line says in words, in their order."""
        end = 0
        for at, token in enumerate(line):
            if at < end or (token.key not in self.known and token.text not in ROMAN):
                continue
            number = self._beginning(line, at, words)
            while number and (joined := self._joined(line, number, words)):
                number = joined
            if number:
                yield number
                end = number.stop

    def _beginning(self, line: Line, at: int, words: Container[int]) -> Spoken | None:
        """Return the number word, or the words, at a token."""
        token = line[at]
        ways = self.known.get(token.key, ())
        if token.text in ROMAN:
            ways = (((token.key,), ROMAN[token.text], False),)
        if not ways or at in words or _is_in_name(line, at):
            return None
        for keys, value, aside in ways:
            stop = at + 1
            for key in keys[1:]:
                word = _next_word(line, stop)
                if word is None or line[word].key != key:
                    break
                stop = word + 1
            else:
                return Spoken(at, stop, value, aside)
        return None

    def _joined(self, line: Line, number: Spoken, words: Container[int]) -> Spoken | None:
        """Return a number with that behind it, if they are said as one: "two hundred"."""
        at = _next_word(line, number.stop)
        other = None if at is None else self._beginning(line, at, words)
        if at is None or other is None:
            return None
        one, two = number.value, other.value
        tens = one % 10 == 0 and 20 <= one < 100 and at > number.stop  # as in "twenty-one"
        if two in (100, 1000) and one < two:
            value = one * two
        elif (tens and 0 < two < 20) or (one % 100 == 0 < two < one):
            value = one + two
        else:
            return None
        return Spoken(number.start, other.stop, value, aside=False)


def _is_in_name(line: Line, at: int) -> bool:
    """Tell whether a word is glued to digits, as the "a" of A4, which is no article."""
    before = not line[at].spaced and isinstance(peek(line, at - 1), Digits)
    return (before or is_glued(Digits, line, at + 1)) and not is_unspaced(line[at].text)


def _next_word(line: Line, at: int) -> int | None:
    """Return the word at a token, or right behind the hyphen there: "twenty-one"."""
    hyphen = at + 1 < len(line) and line[at].key == "-" and not line[at].spaced
    if hyphen and not line[at + 1].spaced:
        at += 1
    return at if at < len(line) and isinstance(line[at], Word) else None


def _listed(groups: str, first: int) -> Iterator[tuple[Fraction, str]]:
    for number, group in enumerate(groups.split(), start=first):
        found = re.match(r"(\d{1,9})=", group)
        yield Fraction(found[1] if found else number), group[found.end() if found else 0 :]


ROMAN = {
    f"{tens}{ones}": Fraction(10 * ten + one)
    for ten, tens in enumerate(("", "X", "XX"))
    for one, ones in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))
    if len(tens + ones) > 1
}
"""Those of more than one letter: a single one may be a word, a name or a variable."""
