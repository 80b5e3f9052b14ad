"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and links?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from aidgen.language.language import Pair
from aidgen.language.marks import Marks
from aidgen.language.meaning import Meaning
from aidgen.problems import Severity


class Disagreement(NamedTuple):
    """What a translation says otherwise than its source, and what may help."""

    message: str
    hint: str
    severity: Severity = "error"


def disagreements(source: str, target: str, pair: Pair) -> Iterator[Disagreement]:
    """Yield what `target` says otherwise than `source`: marks, figures, comparisons.

    The order of numbers is free, since languages put their words in other places: "2 damage and 3
    healing" against "3 dégâts et 2 soins" is left to `misused`, which knows the glossary.
    """
    for check, lost, extra in _differences(source, target, pair):
        if lost or extra:
            hint = f"source: “{short(source)}”"
            yield Disagreement(_message(check, lost, extra), hint)
    yield from _foreign_decimals(source, target, pair)


Difference = tuple[str, Counter[str], Counter[str]]
"""What was compared, what of it a translation has lost, and what it has too much."""


def _differences(source: str, target: str, pair: Pair) -> Iterator[Difference]:
    marks, other_marks = Marks.of(source), Marks.of(target)
    yield _difference("placeholder", marks.placeholders, other_marks.placeholders)
    yield _difference("icon", marks.icons, other_marks.icons)
    yield _difference("link", marks.links, other_marks.links)
    yield _difference("emphasis", marks.emphasis, other_marks.emphasis)
    yield _difference("list", marks.bullets, other_marks.bullets)
    expected, made = pair.source.read(source), pair.target.read(target)
    yield _difference("dice", expected.dice, made.dice)
    yield _difference("percent", expected.percents, made.percents)
    yield _difference("operator", expected.operators, made.operators)
    yield ("comparison", *_comparisons(expected, made))
    yield ("number", *_numbers(expected, made))


def _difference(check: str, expected: Counter[str], made: Counter[str]) -> Difference:
    if dict.__eq__(expected, made):  # nearly always, and several times as fast as a subtraction
        return check, Counter(), Counter()
    return check, expected - made, made - expected


def _comparisons(expected: Meaning, made: Meaning) -> tuple[Counter[str], Counter[str]]:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
    if expected.comparisons == made.comparisons:
        bound = all(text.bounds.total() == text.comparisons.total() for text in (expected, made))
        lost, extra = expected.bounds - made.bounds, made.bounds - expected.bounds
        return (lost, extra) if bound else (Counter(), Counter())
    lost = expected.comparisons - made.comparisons
    extra = made.comparisons - expected.comparisons
    for own, others, text in ((lost, extra, expected), (extra, lost, made)):
        for sign in text.negated:
            contrary = CONTRARY.get(sign, "")
            if own[sign] > 0 and others[contrary] > 0:
                own[sign] -= 1
                others[contrary] -= 1
    return lost - made.hints, extra - expected.hints


CONTRARY = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


def _numbers(expected: Meaning, made: Meaning) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers lost and those that are too much.

    A 1 in digits may be a word in the other language, if that has a word for it to spare. Where
    all are there, what was typed twice may still be too much.
    """
    lost = expected.numbers - made.numbers - made.asides
    extra = made.numbers - expected.numbers - expected.asides
    missing, spare = expected.ones - made.ones, made.articles - expected.articles
    lost["1"] += missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra["1"] -= missing if -missing > min(-spare, made.ones - made.fixed) else 0
    return +lost, +extra or made.slips - expected.slips


def _foreign_decimals(source: str, target: str, pair: Pair) -> Iterator[Disagreement]:
    """Yield a warning for each number that has not the decimal sign of its new language.

    What is no decimal number in the source is none here: version 5.0 in a French text.
    """
    for number in pair.target.foreign_decimals(target):
        if number not in pair.source.foreign_decimals(source):
            message = f"number: `{number}` has not the decimal sign of this language"
            hint = f"expected `{pair.target.number_format.decimal}`"
            yield Disagreement(message, hint, "warning")


def _message(check: str, lost: Counter[str], extra: Counter[str]) -> str:
    def show(counter: Counter[str]) -> str:
        braced = "{%s}" if check == "placeholder" else "%s"
        return ", ".join(f"`{braced % item}`" for item in sorted(counter.elements()))

    if lost and extra:
        return f"{check}: found {show(extra)}, expected {show(lost)}"
    return f"{check}: {show(lost)} is missing" if lost else f"{check}: {show(extra)} is too much"


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"
