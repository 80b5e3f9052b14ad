"""Numbers, dice and months in a text: in digits and in words, as its language writes them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import TypeGuard

from babel import Locale, UnknownLocaleError

from aidgen.game.figures import neutral
from aidgen.language.tokens import (
    LARGEST_PART,
    SPACE,
    VULGAR,
    Digits,
    Held,
    How,
    Number,
    Sign,
    TextToken,
    Tokens,
    WordToken,
    is_glued,
    is_unspaced,
    is_wordlike,
    peek,
    tokenize,
)

NumberWords = tuple[tuple[str, ...], Fraction, bool]
"""The words of a number, by their keys; its value; whether other languages may omit it."""


MULTIPLIERS = (100, 1000, 10**6, 10**9)
"""Numbers that multiply the number before them, with smaller ones added."""


@dataclass(frozen=True)
class SpokenNumber:
    """A number in words: the tokens from `start` up to `stop`."""

    start: int
    stop: int
    value: Fraction
    aside: bool


@dataclass(frozen=True)
class Numerals:
    """A language's words for numbers."""

    known: Mapping[str, Sequence[NumberWords]]
    """All numbers in words by their first word, the longest first."""
    stems: Mapping[str, Sequence[tuple[str, Fraction]]]
    """Stems of long number words with their values, by their first letters."""

    @classmethod
    def of(cls, counting: str, ordinals: str, others: Mapping[Fraction, str]) -> Numerals:
        """Parse word lists separated by spaces: `counting` from 0 on, `ordinals` from 1 on.

        Synonyms are separated by a bar; `30=thirty` gives a value; a hyphen may also be a space; a
        question mark after a word marks one that other languages may omit.
        """
        known: dict[str, list[NumberWords]] = {}
        groups = [*_values_and_words(counting, 0), *_values_and_words(ordinals, 1), *others.items()]
        for value, synonyms in groups:
            for form in filter(None, synonyms.split("|")):
                tokens = tokenize(form)
                words = tuple(token.key for token in tokens if isinstance(token, WordToken))
                words = words or tuple(token.key for token in tokens)
                if words and all(words):
                    known.setdefault(words[0], []).append((words, value, form.endswith("?")))
        for ways in known.values():
            ways.sort(key=lambda way: -len(way[0]))
        return cls(known, _stems_of(known))

    def read(self, tokens: Tokens, words: Container[int] = ()) -> Tokens:
        """Return the tokens with number words as numbers, except those at `words`."""
        rest: list[TextToken] = []
        end = 0
        for spoken in self.numbers_in_words(tokens, words):
            first, *others = tokens[spoken.start : spoken.stop]
            text = first.text + "".join(token.gap + token.text for token in others)
            values, how = (neutral(spoken.value),), self._how(tokens, spoken)
            rest += tokens[end : spoken.start]
            rest.append(Number(first.gap, text, "", first.spaced, values, how, decimal=""))
            end = spoken.stop
        return [*rest, *tokens[end:]] if rest else tokens

    def _how(self, tokens: Tokens, spoken: SpokenNumber) -> How:
        """Return how a number is expressed: what is "two-handed" here may be so nowhere else."""
        if spoken.aside:
            return How.ASIDE
        behind = _next_word_at(tokens, spoken.stop)
        compound = behind != spoken.stop and peek(tokens, behind).key not in self.known
        return How.COMPOUND if compound else How.WORDS

    def alike(self, tokens: Tokens) -> Iterator[str]:
        """Yield the numbers whose stems begin words that are not known: десятка."""
        for token in tokens:
            if isinstance(token, WordToken) and token.key not in self.known:
                yield from (neutral(value) for value in self._stem_values(token.key))

    def _stem_values(self, word: str) -> Iterator[Fraction]:
        """Yield the numbers whose stem begins a word; a short stem must leave some letters over."""
        for length in range(SHORTEST_STEM, STEM_LENGTH + 1):
            for stem, value in self.stems.get(word[:length], ()):
                long_enough = len(stem) >= STEM_LENGTH or len(word) >= len(stem) + EXTRA_LETTERS
                if word.startswith(stem) and long_enough:
                    yield value

    def counts(self, phrase: str) -> bool:
        """Tell whether a word of a phrase is a number word."""
        return any(True for _ in self.numbers_in_words(tokenize(phrase)))

    def numbers_in_words(
        self, tokens: Tokens, words: Container[int] = ()
    ) -> Iterator[SpokenNumber]:
        """Yield the numbers in words, in order."""
        end = 0
        for at, token in enumerate(tokens):
            if at >= end and (token.key in self.known or _roman_value(token.text)):
                number = self._number(tokens, at, words)
                if number:
                    yield number
                    end = number.stop

    def _number(
        self, tokens: Tokens, at: int, words: Container[int], units: Sequence[int] = MULTIPLIERS
    ) -> SpokenNumber | None:
        """Return the number at a token, with the words that continue it: "two hundred"."""
        number = self._number_word(tokens, at, words)
        if number is None:
            return None
        ending = self._word_behind(tokens, number, words)
        if ending and is_unspaced(tokens[at].text[0]):
            number, ending = _combine_unspaced(number, ending), None
        if ending and _is_tens(number) and ending.value in _possible_units(tokens, number):
            number = _combine(number, ending, number.value + ending.value)
        for place, unit in enumerate(units):
            times = self._word_behind(tokens, number, words)
            if times and times.value == unit > number.value:
                number = _combine(number, times, number.value * unit)
            if number.value >= unit == _largest_multiplier(number.value):
                at = _next_word_at(tokens, number.stop)
                rest = self._number(tokens, at, words, units[:place])
                if rest and 0 < rest.value < unit:
                    number = _combine(number, rest, number.value + rest.value)
        return number

    def _word_behind(
        self, tokens: Tokens, number: SpokenNumber, words: Container[int]
    ) -> SpokenNumber | None:
        """Return the number word right after a number, or after a hyphen there."""
        return self._number_word(tokens, _next_word_at(tokens, number.stop), words)

    def _number_word(self, tokens: Tokens, at: int, words: Container[int]) -> SpokenNumber | None:
        token = peek(tokens, at)
        ways = self.known.get(token.key, ())
        if roman := _roman_value(token.text):
            ways = (((token.key,), roman, False),)
        if not ways or at in words or _is_glued_to_digits(tokens, at):
            return None
        for keys, value, aside in ways:
            stop = at + 1
            for key in keys[1:]:
                word = _next_word_at(tokens, stop)
                if peek(tokens, word).key != key:
                    break
                stop = word + 1
            else:
                return SpokenNumber(at, stop, value, aside)
        return None


def _stems_of(known: Mapping[str, Sequence[NumberWords]]) -> dict[str, list[tuple[str, Fraction]]]:
    """Return the stems of all single words that have one: десят of десять, vier itself.

    The word for one is left out: any unit or person may begin like it.
    """
    stems: dict[str, list[tuple[str, Fraction]]] = {}
    for ways in known.values():
        for (word, *more), value, aside in ways:
            if len(word) >= SHORTEST_STEM and value != 1 and not aside and not more:
                stem = word[: max(STEM_LENGTH, len(word) - ENDING_LENGTH)]
                stems.setdefault(stem[:STEM_LENGTH], []).append((stem, value))
    return stems


def _roman_value(word: str) -> Fraction | None:
    """Return the value of a Roman numeral, or of one that begins an ordinal: XIXe."""
    return ROMAN_NUMERALS.get(word) or ROMAN_NUMERALS.get(ORDINAL_ENDING.sub("", word))


def _combine(number: SpokenNumber, behind: SpokenNumber, value: Fraction) -> SpokenNumber:
    return SpokenNumber(number.start, behind.stop, value, aside=False)


def _combine_unspaced(number: SpokenNumber, ending: SpokenNumber) -> SpokenNumber:
    """Return a number with its ending as Chinese and Japanese write them: 七十二, seven ten two."""
    if 2 <= number.value < 10 <= ending.value < 20:
        return _combine(number, ending, number.value * 10 + ending.value - 10)
    if number.value % 10 == 0 and 10 <= number.value < 100 and 0 < ending.value < 10:
        return _combine(number, ending, number.value + ending.value)
    return number


def _is_tens(number: SpokenNumber) -> bool:
    """Tell whether ones may follow a number, as in "twenty-one"."""
    return number.value % 10 == 0 and 20 <= number.value < 100


def _possible_units(tokens: Tokens, number: SpokenNumber) -> range:
    """Return the ones that may follow: quatre-vingt-onze with a hyphen, padesát čtyři without.

    Without a hyphen, the word for one may be an article.
    """
    return range(1, 20) if peek(tokens, number.stop).key == "-" else range(2, 10)


def _largest_multiplier(value: Fraction) -> int:
    """Return the largest multiplier that divides a number; 1 if there is none."""
    return max((unit for unit in MULTIPLIERS if value % unit == 0), default=1)


def _is_glued_to_digits(tokens: Tokens, at: int) -> bool:
    """Tell whether a word touches digits, as the "a" of A4, which is no article."""
    before = not tokens[at].spaced and isinstance(peek(tokens, at - 1), Digits)
    return (before or is_glued(Digits, tokens, at + 1)) and not is_unspaced(tokens[at].text)


def _next_word_at(tokens: Tokens, at: int) -> int:
    """Return the place of the next word: at a token, or after a hyphen there."""
    hyphen = peek(tokens, at).key == "-" and not tokens[at].spaced
    return at + 1 if hyphen and is_glued(WordToken, tokens, at + 1) else at


def _values_and_words(groups: str, first: int) -> Iterator[tuple[Fraction, str]]:
    for number, group in enumerate(groups.split(), start=first):
        value, sign, synonyms = group.partition("=")
        if sign and LISTED_VALUE.fullmatch(value):
            yield Fraction(value), synonyms
        else:
            yield Fraction(number), group


STEM_LENGTH, ENDING_LENGTH = 5, 2
"""The letters that two forms of a word must share at the start; the letters of an ending."""
SHORTEST_STEM, EXTRA_LETTERS = 3, 3
"""Shorter stems count from this length on, if so many letters follow: Vierling, femtal, pětice."""

# A value in a word list: 30, 1000000, 1.5.
LISTED_VALUE = re.compile(r"[0-9]{1,10}(?:\.[0-9]{1,2})?")

# The ending that makes a Roman numeral an ordinal: IIIrd, XIXe, XVIIIème.
ORDINAL_ENDING = re.compile(r"(?<=[IVX]{2})(?:st|nd|rd|th|e|er|es|ème|èmes|re|è|º|ª)$")

ROMAN_NUMERALS = {
    f"{tens}{ones}": Fraction(10 * ten + unit)
    for ten, tens in enumerate(("", "X", "XX"))
    for unit, ones in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))
    if len(tens + ones) > 1
}
"""Those of more than one letter: a single one may be a word, a name or a variable."""


@cache
def month_names(locale: str) -> Mapping[str, str]:
    """Return the numbers of the months by their names, as a language writes them (CLDR).

    Names with digits or several words are left out; so are languages that CLDR does not know, such
    as pseudolocales.
    """
    try:
        forms = Locale.parse(locale).months if locale else {}
    except (UnknownLocaleError, ValueError):
        return {}
    named = [form["wide"] for form in forms.values()]
    names = {name: str(month) for names in named for month, name in names.items()}
    return MappingProxyType({name: month for name, month in names.items() if name.isalpha()})


def read_months(tokens: Tokens, names: Mapping[str, str]) -> Tokens:
    """Return the tokens with names of months as numbers, if there are digits nearby.

    They are optional, since other languages may use a name as well. Where they have a capital, a
    word without one is no month: "you may draw 2 cards".
    """
    places = [
        at
        for at, token in enumerate(tokens)
        if isinstance(token, WordToken) and (token.text in names or token.key in names)
    ]
    rest = list(tokens)
    for at in places:
        if _is_near_digits(tokens, at):
            token, name = tokens[at], tokens[at].text
            values = (names.get(name, names.get(name.lower(), "")),)
            rest[at] = Number(token.gap, name, "", token.spaced, values, How.ASIDE, decimal="")
    return rest


def _is_near_digits(tokens: Tokens, at: int) -> bool:
    """Tell whether a day or year is near a token, as in "25th of November"."""
    near = [peek(tokens, at + step) for step in range(-MONTH_REACH, MONTH_REACH + 1)]
    return any(isinstance(token, Digits) for token in near)


MONTH_REACH = 3
"""How many tokens before its month a day may be: 25, th, of."""


@dataclass(frozen=True)
class NumberFormat:
    """A language's separators for thousands and decimals."""

    grouping: frozenset[str]
    """Signs and spaces between thousands, including those common to all languages."""
    decimal: str

    @classmethod
    def of(cls, examples: Sequence[str]) -> NumberFormat:
        """Read the separators from ways to write 1,234.5; other examples are ignored."""
        ways = [way for example in examples if (way := _separators(tokenize(example)))]
        decimal = ways[0][1] if ways else "."
        grouping = GROUP_SEPARATORS.union(group for group, _ in ways if group)
        return cls(grouping | {"."} if ways and decimal == "," else grouping, decimal)

    def read(self, tokens: Tokens) -> Tokens:
        """Return the tokens with digits as numbers: thousands, decimals, fractions, dates."""
        if Digits not in map(type, tokens):
            return tokens
        rest: list[TextToken] = []
        at = 0
        while at < len(tokens):
            token, stop = tokens[at], at + 1
            if isinstance(token, Digits):
                token, stop = self._number(tokens, at)
            rest.append(token)
            at = stop
        return list(_multiply(rest))

    def foreign(self, tokens: Tokens, version: tuple[str, ...]) -> list[str]:
        """Return the numbers with another decimal separator than this language's.

        A number after the word for a version (by its keys), or after an acronym as in SRD 5.1 or CC
        BY 4.0, is a name.
        """
        return [
            token.text
            for at, token in enumerate(tokens)
            if isinstance(token, Number)
            and token.decimal not in ("", self.decimal)
            and tuple(token.key for token in tokens[max(at - len(version), 0) : at]) != version
            and not _is_part_of_code(tokens, at)
            and not _is_acronym(peek(tokens, at - 1))
        ]

    def _number(self, tokens: Tokens, start: int) -> tuple[Number, int]:
        """Return the number at a token, and the index of the token after it."""
        first = tokens[start]
        digits, at = self._thousands(tokens, start)
        grouped = at > start + 1
        written = [digits]
        while number_continues(tokens, at, ".,/"):
            written += (tokens[at].key, tokens[at + 1].key)
            at += 2
        values, how = _written_values("".join(written)), How.DIGITS
        if "/" in written and _is_in_range(tokens, start, at):
            values = tuple(value for part in written[::2] for value in _decimal_parts(part))
        decimal = written[1] if len(written) == 3 and written[1] != "/" and not grouped else ""
        if len(written) == 1 and is_glued(Number, tokens, at) and tokens[at].text in VULGAR:  # 1½
            values, how, at = (_mixed_number(digits, tokens[at].text),), How.WORDS, at + 1
        key = digits if at == start + 1 else ""
        return Number(first.gap, "".join(written), key, first.spaced, values, how, decimal), at

    def _thousands(self, tokens: Tokens, start: int) -> tuple[str, int]:
        """Return the digits before the decimals, and the index of the token after them."""
        digits, at = tokens[start].key, start + 1
        in_decimals = not tokens[start].spaced and peek(tokens, start - 1).key in (".", ",")
        if len(digits) <= GROUP_SIZE and digits[0] != "0" and not in_decimals:
            while stop := self._group(tokens, at):
                digits += tokens[stop - 1].key
                at = stop
        return digits, at

    def _group(self, tokens: Tokens, at: int) -> int:
        """Return the index after three digits that continue a number; 0 if there are none."""
        if is_glued(Sign, tokens, at) and tokens[at].key in self.grouping:
            sign, at = tokens[at], at + 1
            on = is_glued(Digits, tokens, at) and not _is_no_group(tokens, at + 1, sign)
        else:
            on = isinstance(peek(tokens, at), Digits) and tokens[at].gap in self.grouping
        return at + 1 if on and len(tokens[at].key) == GROUP_SIZE else 0


def _is_in_range(tokens: Tokens, start: int, stop: int) -> bool:
    """Tell whether digits with slashes are a series of ranges, as in 0/1-2/3-4/5+: no fractions."""
    before, behind = peek(tokens, start - 1), peek(tokens, stop)
    ends = before.key == "-" and not before.spaced and is_glued(Digits, tokens, start)
    return ends or (behind.key in ("-", "+") and not behind.spaced)


def _is_no_group(tokens: Tokens, at: int, sign: TextToken) -> bool:
    """Tell whether a sign separates other groups than thousands: 192.168.1.42."""
    while (
        tokens[at : at + 1]
        and tokens[at].text == sign.text
        and number_continues(tokens, at, sign.key)
    ):
        if len(tokens[at + 1].key) != GROUP_SIZE:
            return True
        at += 2
    return sign.text in LIST_COMMAS


def _multiply(tokens: Tokens) -> Iterator[TextToken]:
    """Yield tokens with digits and a following large number word as one number: 2 million."""
    unit = 0
    for at, token in enumerate(tokens):
        behind = peek(tokens, at + 1)
        if unit == at and unit:
            continue
        if _is_amount(token) and isinstance(behind, Number) and behind.whole in MULTIPLES:
            value = neutral(Fraction(token.values[0]) * int(behind.whole))
            text = f"{token.text}{behind.gap}{behind.text}"
            token, unit = replace(token, text=text, key="", values=(value,)), at + 1
        yield token


def _is_amount(token: TextToken) -> TypeGuard[Number]:
    """Tell whether a token is a single number in digits."""
    return isinstance(token, Number) and token.how is How.DIGITS and len(token.values) == 1


def _is_part_of_code(tokens: Tokens, at: int) -> bool:
    """Tell whether a number is part of something longer, as 10.5x or a/10.5."""
    before, behind = peek(tokens, at - 1), peek(tokens, at + 1)
    if not tokens[at].spaced and (is_wordlike(before) or before.key in LINKING_SIGNS):
        return True
    if not behind.spaced and behind.key in LINKING_SIGNS:
        behind = peek(tokens, at + 2)
    return not behind.spaced and is_wordlike(behind, edge=0)


def _is_acronym(token: TextToken) -> bool:
    return len(token.text) > 1 and token.text.isupper()


def number_continues(tokens: Tokens, at: int, signs: str) -> bool:
    """Tell whether a number continues at a token with one of `signs` and digits."""
    on = is_glued(Sign, tokens, at) and is_glued(Digits, tokens, at + 1)
    return on and tokens[at].key in signs and tokens[at].text not in LIST_COMMAS


def without_leading_zeros(digits: str) -> str:
    """Return a number in digits without leading zeros."""
    return str(int(digits[:MAX_DIGITS]))


def _separators(example: Sequence[TextToken]) -> tuple[str, str] | None:
    """Return the thousands and decimal separators in an example of 1,234.5."""
    match [token.key for token in example]:
        case ["1", group, "234", decimal, "5"]:
            return group, decimal
        case ["1", "234", decimal, "5"]:
            return " ", decimal
        case ["1234", decimal, "5"]:
            return "", decimal
    return None


def _written_values(written: str) -> tuple[str, ...]:
    """Return the numbers in digits with points, commas and slashes."""
    over, _, under = written.partition("/")
    if over.isdecimal() and under.isdecimal() and under[0] != "0":
        return (neutral(Fraction(int(over[:MAX_DIGITS]), int(under[:MAX_DIGITS]))),)
    return tuple(value for part in written.split("/") for value in _decimal_parts(part))


def _decimal_parts(written: str) -> tuple[str, ...]:
    """Return a decimal number, or the parts of a version or date."""
    parts = written.replace(",", ".").split(".")
    if len(parts) == 2:
        return (neutral(Fraction(f"{parts[0][:MAX_DIGITS]}.{parts[1][:MAX_DIGITS]}")),)
    return tuple(map(without_leading_zeros, parts))


def _mixed_number(whole: str, part: str) -> str:
    value = Fraction(unicodedata.numeric(part)).limit_denominator(LARGEST_PART)
    return neutral(int(whole[:MAX_DIGITS]) + value)


LINKING_SIGNS = (".", ",", ":", "/")
"""Signs that join digits or letters without spaces into something other than a decimal number."""

LIST_COMMAS = ("，", "、")
"""Commas between numbers, never within one."""

GROUP_SIZE = 3
"""How many digits there are between thousands separators."""

GROUP_SEPARATORS = frozenset("\u00a0\u202f\u2009'")
"""Thousands separators of all languages."""

MULTIPLES = frozenset(map(str, (10**3, 10**4, 10**6, 10**8, 10**9)))
"""Multipliers in words after digits: 10 thousand, 1.5 million, 1万."""

MAX_DIGITS = 40
"""How many digits of a number are read: more than any game needs, and quick to compute with."""


def read_dice(tokens: Tokens, letters: AbstractSet[str]) -> Tokens:
    """Return the tokens with each die as one `Held` token.

    `letters` may precede the faces of a die. Number words are already read, as in "two d6"; digits
    are not, so that 2d6/1 contains no 6/1.
    """
    if letters.isdisjoint([token.text for token in tokens]):
        return tokens
    rest: list[TextToken] = []
    at = 0
    while at < len(tokens):
        token, stop = tokens[at], at + 1
        if token.text in letters and (die := _die_at(tokens, at)):
            count = _count_before(rest)
            if count or token.spaced or not rest or not is_wordlike(rest[-1]):
                name, stop = die
                first = rest.pop() if count else token
                text = name if count in ("", "1") else count + name
                token = Held(first.gap, text, "", first.spaced)
        rest.append(token)
        at = stop
    return rest


def _count_before(before: Tokens) -> str:
    """Return how many dice the last of some tokens counts; "" if it is no count."""
    first, sign, last = (SPACE, SPACE, SPACE, *before[-3:])[-3:]
    if isinstance(last, Number):
        return last.whole if last.how is How.WORDS else ""
    if not isinstance(last, Digits) or (is_wordlike(sign) and not last.spaced):
        return ""
    in_decimal = isinstance(first, Digits) and number_continues((sign, last), 0, ".,")
    return "" if in_decimal else without_leading_zeros(last.key)


def _die_at(tokens: Tokens, at: int) -> tuple[str, int] | None:
    """Return a die without its count, as d6+1, whose letter is at a token; and the token behind."""
    if not is_glued(Digits, tokens, at + 1):
        return None
    name, stop = f"d{without_leading_zeros(tokens[at + 1].key)}", at + 2
    sign, bonus = peek(tokens, stop), peek(tokens, stop + 1)
    signed = sign.key == "+" or (sign.key == "-" and not sign.spaced and not bonus.spaced)
    whole = isinstance(bonus, Digits) and not number_continues(tokens, stop + 2, ".,")
    if signed and whole and not _word_continues(tokens, stop + 2):
        return f"{name}{sign.key}{without_leading_zeros(bonus.key)}", stop + 2
    return None if _word_continues(tokens, stop) else (name, stop)


def _word_continues(tokens: Tokens, at: int) -> bool:
    """Tell whether a word continues at a token: d6x is no die."""
    return not peek(tokens, at).spaced and is_wordlike(peek(tokens, at), edge=0)
