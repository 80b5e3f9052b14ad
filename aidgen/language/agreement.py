"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and links?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from aidgen.language.language import Pair
from aidgen.language.marks import Marks
from aidgen.language.meaning import Meaning, Things
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
    expected, made = pair.source.read(source), pair.target.read(target)
    marks = _differences_of_marks(Marks.of(source), Marks.of(target))
    for check, lost, extra in (*marks, *_differences(expected, made)):
        if lost or extra:
            hint = f"source: “{short(source)}”"
            yield Disagreement(_message(check, lost, extra), hint)
    for number in made.foreign:
        if number not in expected.foreign:  # if it is, it may be a version, as 5.0
            message = f"number: `{number}` has not the decimal sign of this language"
            hint = f"expected `{pair.target.number_format.decimal}`"
            yield Disagreement(message, hint, "warning")


Difference = tuple[str, Counter[str], Counter[str]]
"""What was compared, what of it a translation has lost, and what it has too much."""


def _differences_of_marks(expected: Marks, made: Marks) -> Iterator[Difference]:
    if expected != made:
        yield _difference("placeholder", expected.placeholders, made.placeholders)
        yield _difference("icon", expected.icons, made.icons)
        yield _difference("link", expected.links, made.links)
        yield _difference("emphasis", expected.emphasis, made.emphasis)
        yield _difference("list", expected.bullets, made.bullets)


def _differences(expected: Meaning, made: Meaning) -> Iterator[Difference]:
    if expected != made:
        yield _difference("dice", expected.dice, made.dice)
        yield _difference("percent", expected.percents, made.percents)
        yield _difference("operator", expected.operators, made.operators)
        yield _comparisons(expected, made)
        yield _numbers(expected, made)


def _difference(check: str, expected: Things, made: Things) -> Difference:
    return check, Counter(expected) - Counter(made), Counter(made) - Counter(expected)


def _comparisons(expected: Meaning, made: Meaning) -> Difference:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
    if expected.comparisons == made.comparisons:
        bound = all(len(text.bounds) == len(text.comparisons) for text in (expected, made))
        return _difference("comparison", *((expected.bounds, made.bounds) if bound else ((), ())))
    check, lost, extra = _difference("comparison", expected.comparisons, made.comparisons)
    for own, others, text in ((lost, extra, expected), (extra, lost, made)):
        for sign in text.negated:
            contrary = CONTRARY.get(sign, "")
            if own[sign] > 0 and others[contrary] > 0:
                own[sign] -= 1
                others[contrary] -= 1
    return check, lost - Counter(made.hints), extra - Counter(expected.hints)


CONTRARY = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


def _numbers(expected: Meaning, made: Meaning) -> Difference:
    """Return the numbers lost and those that are too much.

    A 1 in digits may be a word in the other language, if that has a word for it to spare. Where
    all are there, what was typed twice may still be too much.
    """
    check, lost, extra = _difference("number", expected.numbers, made.numbers)
    lost, extra = lost - Counter(made.asides), extra - Counter(expected.asides)
    missing, spare = expected.ones - made.ones, made.articles - expected.articles
    lost["1"] += missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra["1"] -= missing if -missing > min(-spare, made.ones - made.fixed) else 0
    slips = Counter(made.slips) - Counter(expected.slips)
    return check, +lost, +extra or slips


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
