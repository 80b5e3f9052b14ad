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
    Number,
    Token,
    Tokens,
    Word,
    is_glued,
    is_unspaced,
    peek,
    tokenize,
)

Way = tuple[tuple[str, ...], Fraction, bool]
"""The words of a number, by their keys; its value; whether another language may leave it out."""


UNITS = (100, 1000, 10**6, 10**9)
"""By which other number words are multiplied, and to which smaller ones are added."""


@dataclass(frozen=True)
class Spoken:
    """A number that is said in words, from one token to that before another."""

    start: int
    stop: int
    value: Fraction
    aside: bool


@dataclass(frozen=True)
class Numerals:
    """The words of a language for numbers."""

    known: Mapping[str, Sequence[Way]]
    """From a first word to all that begins with it, longest first."""
    stems: Mapping[str, Sequence[tuple[str, Fraction]]]
    """What long words are without their endings, with their numbers, by their first letters."""

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
                tokens = tokenize(form)
                words = tuple(token.key for token in tokens if isinstance(token, Word))
                words = words or tuple(token.key for token in tokens)
                if words and all(words):
                    known.setdefault(words[0], []).append((words, value, form.endswith("?")))
        for ways in known.values():
            ways.sort(key=lambda way: -len(way[0]))
        return cls(known, _stems(known))

    def read(self, tokens: Tokens, words: Container[int] = ()) -> Tokens:
        """Return some tokens with their number words as numbers, but for those at `words`."""
        rest: list[Token] = []
        end = 0
        for spoken in self.spoken(tokens, words):
            first, *others = tokens[spoken.start : spoken.stop]
            text = first.text + "".join(token.gap + token.text for token in others)
            values, how = (neutral(spoken.value),), self._how(tokens, spoken)
            rest += tokens[end : spoken.start]
            rest.append(Number(first.gap, text, "", first.spaced, values, how, decimal=""))
            end = spoken.stop
        return [*rest, *tokens[end:]] if rest else tokens

    def _how(self, tokens: Tokens, spoken: Spoken) -> How:
        """Return how a number is said; what is two-handed here need not be so elsewhere."""
        if spoken.aside:
            return How.ASIDE
        behind = _next_word(tokens, spoken.stop)
        compound = behind != spoken.stop and peek(tokens, behind).key not in self.known
        return How.COMPOUND if compound else How.WORDS

    def alike(self, tokens: Tokens) -> Iterator[str]:
        """Yield the numbers that words begin like which are none, as far as is known: десятка."""
        for token in tokens:
            if isinstance(token, Word) and token.key not in self.known:
                yield from (neutral(value) for value in self._likened(token.key))

    def _likened(self, word: str) -> Iterator[Fraction]:
        """Yield the numbers whose stems a word begins with; a short one is not nearly all of it."""
        for length in range(SHORT, STEM + 1):
            for stem, value in self.stems.get(word[:length], ()):
                long_enough = len(stem) >= STEM or len(word) >= len(stem) + MORE
                if word.startswith(stem) and long_enough:
                    yield value

    def counts(self, phrase: str) -> bool:
        """Tell whether one of the words of a phrase is a number word."""
        return any(True for _ in self.spoken(tokenize(phrase)))

    def spoken(self, tokens: Tokens, words: Container[int] = ()) -> Iterator[Spoken]:
        """Yield the numbers that some tokens say in words, in their order."""
        end = 0
        for at, token in enumerate(tokens):
            if at >= end and (token.key in self.known or _roman(token.text)):
                number = self._number(tokens, at, words)
                if number:
                    yield number
                    end = number.stop

    def _number(
        self, tokens: Tokens, at: int, words: Container[int], units: Sequence[int] = UNITS
    ) -> Spoken | None:
        """Return the number at a token, with what is said as one with it: "two hundred"."""
        number = self._beginning(tokens, at, words)
        if number is None:
            return None
        ending = self._word_behind(tokens, number, words)
        if ending and _is_tens(number) and ending.value in _endings(tokens, number):
            number = _joined(number, ending, number.value + ending.value)
        for place, unit in enumerate(units):
            times = self._word_behind(tokens, number, words)
            if times and times.value == unit > number.value:
                number = _joined(number, times, number.value * unit)
            if number.value >= unit == _unit(number.value):
                at = _next_word(tokens, number.stop)
                rest = self._number(tokens, at, words, units[:place])
                if rest and 0 < rest.value < unit:
                    number = _joined(number, rest, number.value + rest.value)
        return number

    def _word_behind(self, tokens: Tokens, number: Spoken, words: Container[int]) -> Spoken | None:
        """Return the number word right behind a number, or behind a hyphen there."""
        return self._beginning(tokens, _next_word(tokens, number.stop), words)

    def _beginning(self, tokens: Tokens, at: int, words: Container[int]) -> Spoken | None:
        """Return the number word, or the words, at a token."""
        token = peek(tokens, at)
        ways = self.known.get(token.key, ())
        if roman := _roman(token.text):
            ways = (((token.key,), roman, False),)
        if not ways or at in words or _is_in_name(tokens, at):
            return None
        for keys, value, aside in ways:
            stop = at + 1
            for key in keys[1:]:
                word = _next_word(tokens, stop)
                if peek(tokens, word).key != key:
                    break
                stop = word + 1
            else:
                return Spoken(at, stop, value, aside)
        return None


def _stems(known: Mapping[str, Sequence[Way]]) -> dict[str, list[tuple[str, Fraction]]]:
    """Return the stems of all single words that have one: десят of десять, vier of itself.

    What begins like the word for one may be any unit or person.
    """
    stems: dict[str, list[tuple[str, Fraction]]] = {}
    for ways in known.values():
        for (word, *more), value, aside in ways:
            if len(word) >= SHORT and value != 1 and not aside and not more:
                stem = word[: max(STEM, len(word) - ENDING)]
                stems.setdefault(stem[:STEM], []).append((stem, value))
    return stems


def _roman(word: str) -> Fraction | None:
    """Return the Roman numeral that a word is, or begins with where it is an ordinal: XIXe."""
    return ROMAN.get(word) or ROMAN.get(ORDINAL_ENDING.sub("", word))


def _joined(number: Spoken, behind: Spoken, value: Fraction) -> Spoken:
    return Spoken(number.start, behind.stop, value, aside=False)


def _is_tens(number: Spoken) -> bool:
    """Tell whether a number may go on, as in "twenty-one"."""
    return number.value % 10 == 0 and 20 <= number.value < 100


def _endings(tokens: Tokens, number: Spoken) -> range:
    """Return what the units of a number may be: eighty-eleven in French, fifty four in Czech.

    Without a hyphen, the word for one may be an article.
    """
    return range(1, 20) if peek(tokens, number.stop).key == "-" else range(2, 10)


def _unit(value: Fraction) -> int:
    """Return the largest unit of which a number is a multiple; 1 if there is none."""
    return max((unit for unit in UNITS if value % unit == 0), default=1)


def _is_in_name(tokens: Tokens, at: int) -> bool:
    """Tell whether a word is glued to digits, as the "a" of A4, which is no article."""
    before = not tokens[at].spaced and isinstance(peek(tokens, at - 1), Digits)
    return (before or is_glued(Digits, tokens, at + 1)) and not is_unspaced(tokens[at].text)


def _next_word(tokens: Tokens, at: int) -> int:
    """Return where the next word stands, if there is one: at a token, or behind a hyphen there."""
    hyphen = peek(tokens, at).key == "-" and not tokens[at].spaced
    return at + 1 if hyphen and is_glued(Word, tokens, at + 1) else at


def _listed(groups: str, first: int) -> Iterator[tuple[Fraction, str]]:
    for number, group in enumerate(groups.split(), start=first):
        value, sign, synonyms = group.partition("=")
        if sign and VALUE.fullmatch(value):
            yield Fraction(value), synonyms
        else:
            yield Fraction(number), group


STEM, ENDING = 5, 2
"""How many letters two words must begin with to be forms of one, and how many an ending has."""
SHORT, MORE = 3, 3
"""Of words from so many letters on others are made with so many more: Vierling, femtal, pětice."""

# A value in a list: 30, 1000000, 1.5.
VALUE = re.compile(r"[0-9]{1,10}(?:\.[0-9]{1,2})?")

# What makes a Roman numeral an ordinal, in small letters behind it: IIIrd, XIXe, XVIIIème.
ORDINAL_ENDING = re.compile(r"(?<=[IVX]{2})(?:st|nd|rd|th|e|er|es|ème|èmes|re|è|º|ª)$")

ROMAN = {
    f"{tens}{ones}": Fraction(10 * ten + unit)
    for ten, tens in enumerate(("", "X", "XX"))
    for unit, ones in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))
    if len(tens + ones) > 1
}
"""Those of more than one letter: a single one may be a word, a name or a variable."""
