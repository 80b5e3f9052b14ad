"""The figures in a text: numbers in digits and words, dice, signs, bounds, ranges, per cent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product, takewhile
from typing import NamedTuple

from aidgen.translation.phrases import NOTHING, Token, blank, tokenize, without_overlaps
from aidgen.translation.words import CONTRASTS, Language, canonical

SPACED_GROUPS = re.compile(r"(?<![\d.,])(\d{1,3})((?:[\u00a0\u202f\u2009 ]\d{3})+)(?!\d)")
NO_BREAK_GROUPS = re.compile(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))")
DECADE = re.compile(r"\b(1[0-9]|20)(\d)0(?='?s\b)")
# What a one before a word may be in another language: 1 card, a card.
ARTICLE = "a"
MULTIPLIERS = frozenset({10**3, 10**4, 10**6, 10**8, 10**9})
# As far as centuries and chapters are numbered; what is longer may be an abbreviation: CD, XL.
ROMAN = {
    f"{tens}{ones}": str(number)
    for number, (tens, ones) in enumerate(
        product(["", "X", "XX"], ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"])
    )
}
# How many digits of a number are read: more than any game needs, and quick to compute with.
MAX_DIGITS = 40
# So many letters of a number word at the start of another word may be the number.
STEM = 4
WORDS_BEFORE = 3
# How many words may be between a number and its bound: "5 wooden cards or more".
WORDS_BEHIND = 2
# How many tokens away a number is looked for.
REACH = 10
# A full stop after so few letters ends no sentence: "5 p. de ataque o más".
ABBREVIATION = 3


class Number(NamedTuple):
    """A number in a text."""

    value: str
    """In neutral notation: 12345.5; of a placeholder, its name in braces."""
    at: int
    """Its first token."""
    stop: int
    digits: bool
    sure: bool = True
    """Whether another language must say it, too."""
    also: tuple[str, ...] = ()
    """What the same may be elsewhere: 5000 for 5.000, 60 for 1960s, 1.5 for 50 % more."""
    in_name: bool = False
    """Whether capital letters are beside it, as in R2 and IG-88; a name may be said otherwise."""

    @property
    def is_digits(self) -> bool:
        """Whether it is written in digits, and no placeholder."""
        return self.digits and self.value[0] != "{"

    @property
    def values(self) -> set[str]:
        """All that it may be."""
        return {self.value, *self.also}


class Bounded(NamedTuple):
    """A bound and the number that it is for."""

    sign: str
    value: str
    sure: bool
    in_sign: bool = False
    """Whether it is in a sign, as in 3+."""


@dataclass(frozen=True)
class Figures:
    """The figures of a text."""

    numbers: tuple[Number, ...]
    near: frozenset[str]
    """Numbers whose words begin another word, as in "Vierzylinder", and Roman numerals."""
    dice: tuple[str, ...]
    signed: tuple[str, ...]
    bounds: tuple[Bounded, ...]
    percents: tuple[str, ...]
    """The numbers with a percent sign, or a word for it."""
    joined: tuple[tuple[str, str, str], ...]
    """Two numbers with a sign between: ranges as 1–4, attack and health as 2/1, +1/+2."""
    sides: tuple[tuple[int, int], ...]
    """How often each side of each of CONTRASTS is said; of plus and minus, beside a figure."""
    says_change: bool
    """Whether it says plus or minus in words, anywhere."""
    placeholders: frozenset[str]

    @property
    def values(self) -> set[str]:
        """All that its numbers may be."""
        return {value for number in self.numbers for value in number.values}


@lru_cache(maxsize=1 << 11)
def read_figures(text: str, language: Language) -> Figures:
    """Return the figures in `text`; cached, since a text is compared in several forms."""
    grouped = NO_BREAK_GROUPS.sub("", text.replace(">=", "≥").replace("<=", "≤"))
    if language.decimal == ",":  # then a space may group thousands
        grouped = SPACED_GROUPS.sub(
            lambda digits: "".join(filter(str.isdecimal, digits[0])), grouped
        )
    tokens: list[Token] = list(tokenize(grouped))
    tokens = blank(tokens, language.idioms.distinct(tokens))
    tokens, dice = _read_dice(tokens, language)
    in_digits = list(_in_digits(tokens, language, text))
    in_words = _in_words(tokens, language)
    in_order = sorted([*in_digits, *in_words], key=lambda number: number.at)
    numbers = list(_fractions(in_order, tokens))
    by_token = {number.at: number for number in numbers}
    bounds = list(_bounds(tokens, language, by_token))
    return Figures(
        tuple(number for number in numbers if number.value[0] != "{"),
        frozenset(_near(tokens, by_token, language)),
        tuple(dice),
        tuple(_signed(tokens, numbers)),
        tuple(bounds),
        tuple(_percents(tokens, language, by_token)),
        tuple(_joined(tokens, in_digits)),
        tuple(_sides(tokens, language, by_token)),
        any(phrases.occurrences(tokens) for phrases in language.contrasts[-1]),
        frozenset(number.value for number in numbers if number.value[0] == "{"),
    )


def _peek(tokens: Sequence[Token], at: int) -> Token:
    return tokens[at] if 0 <= at < len(tokens) else NOTHING


def _glued(tokens: Sequence[Token], at: int) -> bool:
    return 0 < at < len(tokens) and not tokens[at].spaced


# Dice ---------------------------------------------------------------------------------------------


def _read_dice(tokens: list[Token], language: Language) -> tuple[list[Token], list[str]]:
    """Return the tokens without dice, and the dice as 2d6, whatever their letter is."""
    dice = []
    rest = list(tokens)
    for at, token in enumerate(tokens):
        faces = _peek(tokens, at + 1)
        if token.text not in language.dice_letters or not (
            faces.key.isdecimal() or faces.key == "%"
        ):
            continue
        before = _peek(tokens, at - 1)
        counted = before.key.isdecimal()
        inside = counted and _glued(tokens, at - 1) and tokens[at - 2].text.isalpha()  # S2W2
        if not _glued(tokens, at + 1) or inside or (_glued(tokens, at) and before.text.isalpha()):
            continue
        if before.key == "-" and _glued(tokens, at) and _glued(tokens, at - 1):
            continue  # R2-D2 is no die, either
        if _glued(tokens, at + 2) and tokens[at + 2].text[0].isalpha():
            continue  # d6x is no die
        count = before.key if counted else _count_in_words(before, language)
        dice.append(f"{'' if count == '1' else count}d{faces.key.lstrip('0')}")
        rest[at - bool(count) : at + 2] = [NOTHING] * (2 + bool(count))
    return rest, dice


def _count_in_words(word: Token, language: Language) -> str:
    """Return the number that a word before a die says, as in "two d6"; "" if it says none."""
    phrases = language.number_phrases.by_key.get(word.key, ())
    values = [language.number_words[phrase].value for phrase, form in phrases if len(form) == 1]
    return values[0] if values and values[0].isdecimal() else ""


# Numbers ------------------------------------------------------------------------------------------


def _in_digits(tokens: Sequence[Token], language: Language, text: str) -> Iterator[Number]:
    """Yield the numbers in digits, fractions as ½, and placeholders, which are figures as well."""
    # The 1960s are “années 60”, the 1700s the 18th century.
    decades = {
        years[0]: f"{years[2]}0" if years[2] != "0" else str(int(years[1]) + 1)
        for years in DECADE.finditer(text)
    }
    at = 0
    while at < len(tokens):
        token, stop = tokens[at], at + 1
        if token.text[:1] == "{" and len(token.text) > 1:
            yield Number(token.text, at, stop, digits=True)
        elif token.key.isdecimal():
            parts = [token.key[:MAX_DIGITS]]
            while _continues(tokens, stop):
                parts += [tokens[stop].key, tokens[stop + 1].key[:MAX_DIGITS]]
                stop += 2
            if _glued(tokens, stop) and (part := _part(tokens[stop])):  # 1½
                parts, stop = [str(int(parts[0]) + part)], stop + 1
            for place, (value, also) in enumerate(_values(parts, language.decimal)):
                is_article = value == "1" and _peek(tokens, stop).text[:1].isalpha()
                article = ARTICLE if is_article else ""
                others = tuple(filter(None, (also, decades.get(value), article)))
                in_name = _is_in_name(tokens, at, stop)
                yield Number(value, at + 2 * place, stop, True, also=others, in_name=in_name)
        elif part := _part(token):
            others = (str(part.denominator),)
            yield Number(canonical(str(part)), at, stop, digits=False, also=others)
        at = stop


def _is_in_name(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Tell whether capital letters are beside a number: R2, IG-88, 18B; X2 is a factor."""
    start = at - 1 - (_glued(tokens, at) and _glued(tokens, at - 1) and tokens[at - 1].key == "-")
    beside = [tokens[start].text] if _glued(tokens, start + 1) else []
    beside += [tokens[stop].text] if _glued(tokens, stop) else []
    return any(word.isupper() and word != "X" for word in beside)


def _part(token: Token) -> Fraction:
    if len(token.text) != 1 or unicodedata.category(token.text) != "No":
        return Fraction(0)
    return Fraction(unicodedata.numeric(token.text)).limit_denominator(10)


def _continues(tokens: Sequence[Token], at: int) -> bool:
    on = _glued(tokens, at) and _glued(tokens, at + 1)
    return on and tokens[at].key in (".", ",", "'") and tokens[at + 1].key.isdecimal()


def _values(parts: Sequence[str], decimal: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers in digits with signs between, each with what it is elsewhere."""
    digits, signs = parts[::2], parts[1::2]
    grouped = all(len(part) == 3 for part in digits[1:]) and len(digits[0]) <= 3
    if not signs:
        yield canonical(digits[0]), ""
    elif len(signs) == 1:
        fraction = canonical(f"{digits[0]}.{digits[1]}")
        if grouped and digits[0][0] != "0":
            whole = canonical("".join(digits))
            yield (fraction, whole) if signs[0] == decimal else (whole, fraction)
        else:
            yield fraction, ""
    elif grouped and len({*signs}) == 1:
        yield canonical("".join(digits)), ""
    elif len({*signs[:-1]}) == 1 and signs[-1] != signs[0]:
        yield canonical(f"{''.join(digits[:-1])}.{digits[-1]}"), ""
    elif {*signs} == {"."}:  # a version or a date: 1.21.0
        yield ".".join(digits), ""
    else:  # a list: 1,3,5
        yield from ((canonical(part), "") for part in digits)


def _in_words(tokens: Sequence[Token], language: Language) -> Iterator[Number]:
    last: Number | None = None
    for phrase, start, stop in language.number_phrases.distinct(tokens):
        value, sure = language.number_words[phrase]
        word = tokens[start].text.isalpha() and _glued(tokens, start)
        if word and tokens[start - 1].key.isdecimal():
            continue  # 1st, 2x
        also = (ARTICLE,) if value == "1" else ()
        number = Number(canonical(value), start, stop, digits=False, sure=sure, also=also)
        sum_ = _composed(last, number, tokens) if last else None
        if last and sum_ is None:
            yield last
        last = sum_ or number
    if last:
        yield last


def _composed(first: Number, second: Number, tokens: Sequence[Token]) -> Number | None:
    """Return two number words as one number; None if they are two."""
    gap = second.at - first.stop
    joined = gap == 0 or (gap == 1 and tokens[first.stop].key == "-")
    if not joined or not (first.value.isdecimal() and second.value.isdecimal()):
        return None
    high, low = int(first.value), int(second.value)
    unspaced = tokens[second.at].is_unspaced
    if high < low and (low in MULTIPLIERS or low == 100 or (unspaced and low == 10)):
        total = high * low
    elif (
        any(high >= power and high % power == 0 and 0 < low < power for power in (1000, 100))
        or (high >= 10 + 10 * (not unspaced) and high % 10 == 0 and 0 < low < 10)
        or (
            high in (60, 80) and 10 < low < 20  # soixante-douze
        )
    ):
        total = high + low
    else:
        return None
    return Number(str(total), first.at, second.stop, digits=False)


def _fractions(numbers: Sequence[Number], tokens: Sequence[Token]) -> Iterator[Number]:
    """Yield numbers with 1/3 as one; 30 % more may be 1.3 times as much elsewhere."""
    by_token = {number.at: number for number in numbers}
    denominators = set()
    for number in numbers:
        over = by_token.get(number.stop + 1)
        if number.at in denominators:
            continue
        if over and _is_fraction(number, over) and _peek(tokens, number.stop).key == "/":
            denominators.add(over.at)
            value = canonical(str(Fraction(int(number.value), int(over.value))))
            also = (over.value,) if number.value == "1" else ()
            yield number._replace(value=value, stop=over.stop, also=also)
        elif number.is_digits and _peek(tokens, number.stop).key == "%":
            share = Fraction(number.value) / 100 if number.value.count(".") < 2 else Fraction(0)
            times = (canonical(str(factor)) for factor in (share, 1 + share, 1 - share))
            yield number._replace(also=(*number.also, *times))
        else:
            yield number


def _is_fraction(number: Number, over: Number) -> bool:
    small = number.value.isdecimal() and over.value.isdecimal() and len(over.value) <= 2
    return small and number.is_digits and over.is_digits and 0 < int(number.value) < int(over.value)


def _near(
    tokens: Sequence[Token], by_token: dict[int, Number], language: Language
) -> Iterator[str]:
    """Yield numbers that a word may say that is in no list: Vierzylinder, десятку, VI."""
    stems = _stems(language)
    for at, token in enumerate(tokens):
        if at in by_token or not token.text:
            continue
        # XVIIIe, XVème: a numeral with the ending of an ordinal.
        if numeral := ROMAN.get("".join(takewhile(str.isupper, token.text))):
            yield numeral
        for length in range(STEM, len(token.key) + 1):
            yield from stems.get(token.key[:length], ())


@lru_cache(maxsize=1 << 6)
def _stems(language: Language) -> dict[str, set[str]]:
    stems: dict[str, set[str]] = {}
    for key, phrases in language.number_phrases.by_key.items():
        for phrase, form in phrases:
            if len(form) == 1:
                value = canonical(language.number_words[phrase].value)
                for stem in {key, key[:-1]}:
                    if len(stem) >= STEM:
                        stems.setdefault(stem, set()).add(value)
    return stems


def _signed(tokens: Sequence[Token], numbers: Sequence[Number]) -> Iterator[str]:
    """Yield each number with a sign of its own, as +2; the 3 of 5-3 has none."""
    for number in numbers:
        sign, before = _peek(tokens, number.at - 1), _peek(tokens, number.at - 2)
        if (
            number.digits
            and sign.key in ("+", "-")
            and (_glued(tokens, number.at) or not before.text)
        ):
            inside = (
                before.text[-1:].isalnum() or before.key in (")", "]", "%") or "{" in before.key
            )
            if not inside or (sign.spaced and number.at > 1) or before.is_unspaced:
                yield f"{sign.key}{number.value}"


def _percents(
    tokens: Sequence[Token], language: Language, by_token: dict[int, Number]
) -> Iterator[str]:
    by_stop = {number.stop: number for number in by_token.values()}
    for _, start, stop in language.percent.distinct(tokens):
        number = by_stop.get(start) or by_token.get(stop)
        yield number.value if number else ""


def _joined(tokens: Sequence[Token], numbers: Sequence[Number]) -> Iterator[tuple[str, str, str]]:
    """Yield the numbers on both sides of a sign, each with its plus or minus."""
    by_token = {number.at: number for number in numbers if number.digits}
    for number in by_token.values():
        sign, at = _peek(tokens, number.stop), number.stop + 1
        if sign.key not in ("-", "/", ":") or (sign.key != "/" and not _glued(tokens, at)):
            continue
        plus = _peek(tokens, at).key if _peek(tokens, at).key in ("+", "-") else ""
        if second := by_token.get(at + len(plus)):
            before = _peek(tokens, number.at - 1).key if plus else ""
            yield f"{before}{number.value}", sign.key, f"{plus}{second.value}"


# Bounds and contrasts -----------------------------------------------------------------------------


def _bounds(
    tokens: Sequence[Token], language: Language, by_token: dict[int, Number]
) -> Iterator[Bounded]:
    """Yield the bounds in signs and words, each with its number; those without one are left out."""
    by_stop = {number.stop: number for number in by_token.values()}
    for at, token in enumerate(tokens):
        if token.key in ("≥", "≤", ">", "<") and _peek(tokens, at - 1).key not in ("-", "="):
            if number := by_token.get(at + 1):
                yield Bounded(token.key, number.value, sure=True, in_sign=True)
        elif token.key == "+" and _glued(tokens, at) and (number := by_stop.get(at)):
            behind = _peek(tokens, at + 1)
            operator = _glued(tokens, at + 1) and (behind.text[:1].isalnum() or "{" in behind.key)
            if number.digits and not operator:
                yield Bounded("≥", number.value, sure=True, in_sign=True)
    # Words without a number bound nothing: “1 o más de :icon:” has no “más de”.
    numbers = {}
    for place in language.bound_phrases.occurrences(tokens):
        phrase, start, stop = place
        bound = language.bounds[phrase]
        number = _number_before(tokens, start, by_stop) if bound.number_before else None
        if number is None and bound.number_behind:
            number = _number_behind(tokens, stop, by_token)
        if number is not None:
            numbers[place] = number
    for place in without_overlaps(numbers):
        bound = language.bounds[place.phrase]
        yield Bounded(bound.sign, numbers[place].value, bound.sure)


def _number_before(tokens: Sequence[Token], at: int, by_stop: dict[int, Number]) -> Number | None:
    words = 0
    for place in range(at, max(at - REACH, 0), -1):
        number = by_stop.get(place)
        if number is not None and (number.sure or words == 0):
            return number
        token = tokens[place - 1]
        if token.key in (",", ";", ":", "!", "?"):
            return None
        if token.key == "." and len(_peek(tokens, place - 2).text) > ABBREVIATION:
            return None
        words += token.text.isalpha()
        if words > WORDS_BEFORE:
            return None
    return None


def _number_behind(tokens: Sequence[Token], at: int, by_token: dict[int, Number]) -> Number | None:
    words = 0
    for place in range(at, min(at + REACH, len(tokens))):
        number = by_token.get(place)
        if number is not None and (number.sure or number.digits or words == 0):
            return number
        words += tokens[place].text.isalpha()
        if words > WORDS_BEHIND or tokens[place].key in (".", ",", ";", ":", "!", "?"):
            return None
    return None


def _sides(
    tokens: Sequence[Token], language: Language, by_token: dict[int, Number]
) -> Iterator[tuple[int, int]]:
    figures = {place for number in by_token.values() for place in range(number.at, number.stop)}
    free = blank(tokens, language.bound_phrases.occurrences(tokens))  # “at least” is no lowest
    for (first, second), (name, _) in zip(language.contrasts, CONTRASTS, strict=True):
        counts = []
        for phrases in (first, second):
            places = phrases.distinct(free)
            if name == "plus":  # these words mean much else where no figure is beside them
                places = [place for place in places if {place.start - 1, place.stop} & figures]
            counts.append(len(places))
        yield counts[0], counts[1]
