"""Numbers that a translation has lost, or has too much, and which of them may still be right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from aidgen.game.figures import neutral
from aidgen.language.differences import Difference, difference_of, heard
from aidgen.language.language import Pair
from aidgen.language.meaning import SENTENCE, SIGNED, Meaning, Things
from aidgen.language.tokens import LARGEST_PART


def numbers(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the numbers lost and those that are too much.

    Where all are there, what was typed twice may still be too much. What is part of a compound is
    passed over. A number whose sign alone is lost is told, and no error in a sentence, which may
    say "more" instead.
    """
    balance = _balance(expected, made)
    balance, unsigned = _without_signs(balance, expected, made)
    balance, ungrouped = _without_groups(balance, made)
    balance = _ones(balance, expected, made, unsigned)
    balance = _parts(balance)
    balance = _turned(_parts(_turned(balance)))
    balance = _sums(balance, made)
    balance = _turned(_sums(_turned(balance), expected))
    balance = _halves(balance, made)
    balance = _turned(_halves(_turned(balance), expected))
    lost, extra = _units(balance, pair.conversions)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.compounds), extra - Counter(made.compounds)
    typed = _typed(lost, expected), _typed(extra, made)
    if "number-words" in pair.target.silent:
        lost = typed[0] if extra else _large(typed[0])
    if "number-words" in pair.source.silent:
        extra = typed[1] if lost else _large(typed[1])
    slips = Counter(made.slips) - Counter(expected.slips)
    sure = bool(slips or _is_sure(lost, extra, expected, made))
    difference = Difference("number", lost, extra or slips, sure)
    difference = difference if sure else heard(difference, PART_WORDS, pair)
    return difference._replace(
        lost=difference.lost + unsigned.lost + ungrouped.lost,
        extra=difference.extra + unsigned.extra + ungrouped.extra,
    )


class _Balance(NamedTuple):
    """The numbers that a translation lacks, and those that its source lacks."""

    lost: Counter[str]
    extra: Counter[str]


def _balance(expected: Meaning, made: Meaning) -> _Balance:
    """Return the numbers of two texts that are not in both, but for the number 1."""
    _, lost, extra, _ = difference_of("number", expected.numbers, made.numbers)
    lost = lost - Counter(made.asides) - _named_again(expected, made)
    return _Balance(lost, extra - Counter(expected.asides) - _named_again(made, expected))


def _named_again(text: Meaning, other: Meaning) -> Counter[str]:
    """Return the numbers in names, as in CC BY 4.0, that the other text says, too, but once."""
    return Counter(number for number in text.named if number in other.numbers)


def _turned(balance: _Balance) -> _Balance:
    return _Balance(balance.extra, balance.lost)


def _without_signs(
    balance: _Balance, expected: Meaning, made: Meaning
) -> tuple[_Balance, _Balance]:
    """Return a balance without the numbers that differ in their sign alone, and these."""
    lost = _unsigned(balance, made, made.ones - expected.ones)
    extra = _unsigned(_turned(balance), expected, expected.ones - made.ones)
    bare = _bare(lost), _bare(extra)
    rest = _Balance(balance.lost - lost - bare[1], balance.extra - extra - bare[0])
    return rest, _Balance(lost + bare[1], extra + bare[0])


def _unsigned(balance: _Balance, other: Meaning, ones: int) -> Counter[str]:
    """Return the numbers lost that the other text says without their sign, if it is a sentence.

    `ones` are the 1 that the other text has in digits and this one has not.
    """
    found: Counter[str] = Counter()
    for number, times in balance.lost.items() if other.words >= SENTENCE else ():
        bare = number.lstrip("".join(SIGNED))
        turned = any(balance.extra[sign + bare] for sign in SIGNED)
        if bare == number or turned:
            continue
        if bare.startswith("{"):
            found[number] = times
        elif bare == "1":
            found[number] = min(times, ones if ones > 0 else other.articles)
        else:
            found[number] = min(times, balance.extra[bare])
    return +found


def _without_groups(balance: _Balance, made: Meaning) -> tuple[_Balance, _Balance]:
    """Return a balance without what has the signs of another language, as 5,000, and these."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    found = _Balance(Counter(), Counter())
    for read, meant in (pair.split("=") for pair in made.thousands):
        if extra[read] > 0 and lost[meant] > 0:
            extra[read] -= 1
            lost[meant] -= 1
            found = _Balance(found.lost + Counter([meant]), found.extra + Counter([read]))
    return _Balance(+lost, +extra), found


def _bare(numbers: Counter[str]) -> Counter[str]:
    """Return numbers without their signs; those that are compared by themselves left out."""
    bare = (number.lstrip("".join(SIGNED)) for number in numbers.elements())
    return Counter(number for number in bare if not number.startswith("{"))


def _ones(balance: _Balance, expected: Meaning, made: Meaning, unsigned: _Balance) -> _Balance:
    """Return a balance with the 1 in digits that one text lacks.

    It may be a word in the other language, if that has a word for it to spare. Those that
    differ in their sign are told already.
    """
    missing, spare = expected.ones - made.ones, made.articles - expected.articles
    missing -= min(unsigned.lost["1"], max(missing, 0))
    missing += min(unsigned.extra["1"], max(-missing, 0))
    lost = missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra = -missing if -missing > min(-spare, made.ones - made.fixed) else 0
    return _Balance(
        +(balance.lost + Counter({"1": lost})), +(balance.extra + Counter({"1": extra}))
    )


def _is_sure(lost: Counter[str], extra: Counter[str], expected: Meaning, made: Meaning) -> bool:
    """Tell whether numbers lost and numbers too many are a fault, and nothing that may be right.

    What one text alone says in words may be an idiom, and count nothing. For what the source says
    again, a pronoun may stand; a word that begins like a number may be a form of it that was not
    given; a 1 in digits may be a word of the other text that is an article elsewhere, and a 0 may
    be its "no". What a compound begins with, as a 15-puzzle, may have a name of its own.
    """
    said = {*made.numbers, *made.alike}
    lost, extra = lost - Counter(made.alike), extra - Counter(expected.alike)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.bonded), extra - Counter(made.bonded)
    typed = bool(_typed(lost, expected))
    said_again = all(number in said for number in lost)
    may_be_word = expected.articles > 0
    if lost and extra:
        return typed or not said_again or not may_be_word or {*extra} != {"1"}
    if lost:
        denied = {*lost} == {"0"} and made.denials > 0
        return typed and not said_again and not (denied or ({*lost} == {"1"} and made.articles > 0))
    return any(one != "1" or not may_be_word for one in _typed(extra, made, expected.numbers))


def _sums(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what the other text says in two words: « cincuenta y cuatro »."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in lost if SUM.fullmatch(number)]:
        parts = [f"{number[0]}0", number[1]]
        if all(extra[part] > 0 and part in other.worded for part in parts):
            lost.subtract([number])
            extra.subtract(parts)
    return _Balance(+lost, +extra)


def _typed(things: Counter[str], text: Meaning, others: Things = ()) -> Counter[str]:
    """Return those of a text's numbers that it has in digits, and more often than `others`."""
    in_digits = Counter(text.numbers) - Counter(text.worded) - Counter(others)
    return Counter(
        {thing: n for thing, n in things.items() if thing == "1" or in_digits[thing] > 0}
    )


def _large(numbers: Counter[str]) -> Counter[str]:
    """Return those of some numbers that are too large, or too exact, to be said in words."""
    return Counter(
        {
            number: n
            for number, n in numbers.items()
            if not number.isdecimal() or int(number) > SPOKEN
        }
    )


def _parts(balance: _Balance) -> _Balance:
    """Return a balance without what was lost as two numbers, as three quarters, and is 0.75."""
    parts, whole = Counter(balance.lost), Counter(balance.extra)
    for number in [*whole]:
        value = Fraction(number) if PART.fullmatch(number) else Fraction(1)
        top, bottom = map(str, value.limit_denominator(LARGEST_PART).as_integer_ratio())
        if bottom != "1" and parts[bottom] > 0 and (top == "1" or parts[top] > 0):
            parts.subtract([bottom] if top == "1" else [top, bottom])
            whole.subtract([number])
    return _Balance(+parts, +whole)


def _halves(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what was lost as "two and a half", and is a word for 2.5."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in extra if number in other.worded and HALF.fullmatch(number)]:
        whole = number.removesuffix(".5")
        if lost["0.5"] > 0 and (whole == "1" or lost[whole] > 0):
            lost.subtract(["0.5"] if whole == "1" else ["0.5", whole])
            extra.subtract([number])
    return _Balance(+lost, +extra)


def _units(balance: _Balance, factors: Iterable[Fraction]) -> _Balance:
    """Return a balance without what is the same in other units: 5 feet are 1.5 m."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number, factor in [(number, factor) for number in lost for factor in factors]:
        if NUMBER.fullmatch(number):
            converted = neutral(Fraction(number) * factor)
            same = min(lost[number], extra[converted])
            lost[number] -= same
            extra[converted] -= same
    return _Balance(+lost, +extra)


SPOKEN = 20
"""Up to this number texts say numbers in words; above it, hardly any of those measured does."""

SUM = re.compile("[1-9][1-9]")
"""A number that may be said in two words: tens, and what is added to them."""

PART_WORDS = {"0.5": "half", "2": "twice"}
"""Numbers that have words of their own."""

NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,10})?")
"""A number without a sign."""

HALF = re.compile(r"[1-9]\.5")
"""A number and a half."""

PART = re.compile(r"0\.\d{1,10}")
"""A number that is smaller than one."""
