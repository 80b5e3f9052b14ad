"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and links?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from aidgen.game.figures import neutral
from aidgen.language.language import SIGNS, Pair
from aidgen.language.marks import Marks
from aidgen.language.meaning import Meaning, Things
from aidgen.language.tokens import LARGEST_PART
from aidgen.problems import Severity


class Disagreement(NamedTuple):
    """What a translation says otherwise than its source, and what may help."""

    message: str
    hint: str
    severity: Severity = "error"
    check: str = ""
    """The check that tells it, by which a translator may declare the text right."""


def disagreements(source: str, target: str, pair: Pair) -> Iterator[Disagreement]:
    """Yield what `target` says otherwise than `source`: marks, figures, comparisons.

    The order of numbers is free, since languages put their words in other places: "2 damage and 3
    healing" against "3 dégâts et 2 soins" is left to `misused`, which knows the glossary.
    """
    expected, made = pair.source.read(source), pair.target.read(target)
    marks = _differences_of_marks(Marks.of(source), Marks.of(target))
    for difference in (*marks, *_differences(expected, made, pair)):
        if difference.lost or difference.extra:
            hint = f"source: “{short(source)}”"
            severity: Severity = "error" if difference.sure else "warning"
            hint += "" if difference.sure else f"; {UNSURE}"
            yield Disagreement(_message(difference), hint, severity, difference.check)
    for number in made.foreign:
        if number not in expected.foreign and not _is_named(number, source, target):
            message = f"number: `{number}` has not the decimal sign of this language"
            hint = f"expected `{pair.target.number_format.decimal}`"
            yield Disagreement(message, hint, "warning", "number")


def _is_named(number: str, source: str, target: str) -> bool:
    """Tell whether a number is part of a name that both texts have, as Traveller 2.0."""
    name = re.compile(rf"\b[A-Z]\w* {re.escape(number)}(?![\w.,]\w)")
    return any(found[0] in target for found in name.finditer(source))


class Difference(NamedTuple):
    """What was compared, what of it a translation has lost, and what it has too much."""

    check: str
    lost: Counter[str]
    extra: Counter[str]
    sure: bool = True
    """Whether it is a fault: what one text alone says, and in words, may count nothing."""


def _differences_of_marks(expected: Marks, made: Marks) -> Iterator[Difference]:
    if expected != made:
        yield _difference("placeholder", expected.placeholders, made.placeholders)
        yield _difference("icon", expected.icons, made.icons)
        yield _difference("link", expected.links, made.links)
        yield _difference("emphasis", expected.emphasis, made.emphasis)
        yield _difference("list", expected.bullets, made.bullets)


def _differences(expected: Meaning, made: Meaning, pair: Pair) -> Iterator[Difference]:
    expected, made = expected.beside(made), made.beside(expected)
    if expected != made:
        dice = _difference("dice", expected.dice, made.dice)
        yield _percents(expected, made)
        yield _difference("operator", expected.operators, made.operators)
        yield _comparisons(expected, made, pair)
        silent = pair.target.silent if dice.lost else pair.source.silent
        alone = bool(dice.lost) != bool(dice.extra)
        if not (alone and "dice-letter" in silent):  # else dice of an unknown letter are numbers
            yield dice
            yield _numbers(expected, made, pair)


def _difference(check: str, expected: Things, made: Things) -> Difference:
    return Difference(check, Counter(expected) - Counter(made), Counter(made) - Counter(expected))


def _percents(expected: Meaning, made: Meaning) -> Difference:
    """Return the percentages lost and too many: what is said in words may be a noun of its own."""
    difference = _difference("percent", expected.percents, made.percents)
    typed = expected.typed if difference.lost else made.typed
    return difference._replace(sure=SIGNS["percent"] in typed)


def _heard(difference: Difference, words: Mapping[str, str], pair: Pair) -> Difference:
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


def _comparisons(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
    if expected.comparisons == made.comparisons:
        bound = all(len(text.bounds) == len(text.comparisons) for text in (expected, made))
        return _difference("comparison", *((expected.bounds, made.bounds) if bound else ((), ())))
    check, lost, extra, _ = _difference("comparison", expected.comparisons, made.comparisons)
    for own, others, text in ((lost, extra, expected), (extra, lost, made)):
        for sign in text.negated:
            contrary = CONTRARY.get(sign, "")
            if own[sign] > 0 and others[contrary] > 0:
                own[sign] -= 1
                others[contrary] -= 1
    lost, extra = lost - Counter(made.hints), extra - Counter(expected.hints)
    typed = {*lost} & {*expected.typed} or {*extra} & {*made.typed}
    difference = Difference(check, lost, extra, sure=bool(typed or (lost and extra)))
    return _heard(difference, {sign: name for name, sign in SIGNS.items()}, pair)


CONTRARY = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


def _numbers(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the numbers lost and those that are too much.

    A 1 in digits may be a word in the other language, if that has a word for it to spare. Where
    all are there, what was typed twice may still be too much. What is part of a compound is
    passed over.
    """
    check, lost, extra, _ = _difference("number", expected.numbers, made.numbers)
    lost, extra = lost - Counter(made.asides), extra - Counter(expected.asides)
    missing, spare = expected.ones - made.ones, made.articles - expected.articles
    lost["1"] += missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra["1"] -= missing if -missing > min(-spare, made.ones - made.fixed) else 0
    lost, extra = +lost, +extra
    _match_parts(lost, extra)
    _match_parts(extra, lost)
    _match_sums(lost, extra, made)
    _match_sums(extra, lost, expected)
    _match_units(lost, extra, pair.conversions)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.compounds), extra - Counter(made.compounds)
    typed = _typed(lost, expected), _typed(extra, made)
    if "number-words" in pair.target.silent:
        lost = typed[0] if extra else _large(typed[0])
    if "number-words" in pair.source.silent:
        extra = typed[1] if lost else _large(typed[1])
    slips = Counter(made.slips) - Counter(expected.slips)
    sure = bool(slips or _is_sure(lost, extra, expected, made))
    difference = Difference(check, lost, extra or slips, sure)
    return difference if sure else _heard(difference, PART_WORDS, pair)


def _is_sure(lost: Counter[str], extra: Counter[str], expected: Meaning, made: Meaning) -> bool:
    """Tell whether numbers lost and numbers too many are a fault, and nothing that may be right.

    What one text alone says in words may be an idiom, and count nothing. For what the source says
    again, a pronoun may stand; a word that begins like a number may be a form of it that was not
    given; and a 1 in digits may be a word of the source that is no article there.
    """
    lost, extra = lost - Counter(made.alike), extra - Counter(expected.alike)
    typed = bool(_typed(lost, expected))
    said_again = all(number in {*made.numbers} for number in lost)
    may_be_word = expected.articles > 0 and not expected.ones
    if lost and extra:
        return typed or not said_again or not may_be_word or {*extra} != {"1"}
    if lost:
        return typed and not said_again
    return any(one != "1" or not may_be_word for one in _typed(extra, made, expected.numbers))


def _match_sums(lost: Counter[str], extra: Counter[str], other: Meaning) -> None:
    """Take out of both what the other text says in two words: 54, « cincuenta y cuatro »."""
    for number in [number for number in lost if SUM.fullmatch(number)]:
        parts = [f"{number[0]}0", number[1]]
        if all(extra[part] > 0 and part in other.worded for part in parts):
            lost.subtract([number])
            extra.subtract(parts)
    _drop_empty(lost, extra)


def _drop_empty(*counters: Counter[str]) -> None:
    for counter in counters:
        for number in [number for number, times in counter.items() if times <= 0]:
            del counter[number]


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


def _match_parts(parts: Counter[str], whole: Counter[str]) -> None:
    """Take out of both what one text says as two numbers, as three quarters, the other as 0.75."""
    for number in [*whole]:
        value = Fraction(number) if PART.fullmatch(number) else Fraction(1)
        top, bottom = map(str, value.limit_denominator(LARGEST_PART).as_integer_ratio())
        if bottom != "1" and parts[bottom] and (top == "1" or parts[top]):
            parts.subtract([bottom] if top == "1" else [top, bottom])
            whole.subtract([number])
    _drop_empty(parts, whole)


def _match_units(lost: Counter[str], extra: Counter[str], factors: Iterable[Fraction]) -> None:
    """Take out of both what is the same in other units: 5 feet are 1.5 m."""
    for number, factor in [(number, factor) for number in lost for factor in factors]:
        if NUMBER.fullmatch(number):
            converted = neutral(Fraction(number) * factor)
            same = min(lost[number], extra[converted])
            lost[number] -= same
            extra[converted] -= same
    _drop_empty(lost, extra)


def _message(difference: Difference) -> str:
    check, lost, extra, _ = difference

    def show(counter: Counter[str]) -> str:
        braced = "{%s}" if check == "placeholder" else "%s"
        return ", ".join(f"`{braced % item}`" for item in sorted(counter.elements()))

    if lost and extra:
        return f"{check}: found {show(extra)}, expected {show(lost)}"
    return f"{check}: {show(lost)} is missing" if lost else f"{check}: {show(extra)} is too much"


UNSURE = "no error, since one text may say it by another word, or a word may mean something else"
"""Why a difference is a warning."""

SPOKEN = 20
"""Up to this number texts say numbers in words; above it, hardly any of those measured does."""

SUM = re.compile("[1-9][1-9]")
"""A number that may be said in two words: tens, and what is added to them."""

PART_WORDS = {"0.5": "half", "2": "twice"}
"""Numbers that have words of their own."""

NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,10})?")
"""A number without a sign."""

PART = re.compile(r"0\.\d{1,10}")
"""A number that is smaller than one."""


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"
