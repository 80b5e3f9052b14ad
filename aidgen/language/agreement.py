"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and links?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from aidgen.language.counts import numbers
from aidgen.language.differences import Difference, difference_of, heard
from aidgen.language.language import SIGNS, Pair
from aidgen.language.marks import Marks
from aidgen.language.meaning import SENTENCE, Meaning, Things
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


def _differences_of_marks(expected: Marks, made: Marks) -> Iterator[Difference]:
    if expected != made:
        yield difference_of("placeholder", expected.placeholders, made.placeholders)
        yield difference_of("icon", expected.icons, made.icons)
        yield difference_of("link", expected.links, made.links)
        yield difference_of("emphasis", expected.emphasis, made.emphasis)
        yield difference_of("list", expected.bullets, made.bullets)


def _differences(expected: Meaning, made: Meaning, pair: Pair) -> Iterator[Difference]:
    expected, made = expected.beside(made), made.beside(expected)
    if expected != made:
        dice = difference_of("dice", expected.dice, made.dice)
        yield _percents(expected, made)
        yield _operators(expected, made)
        yield _comparisons(expected, made, pair)
        silent = pair.target.silent if dice.lost else pair.source.silent
        alone = bool(dice.lost) != bool(dice.extra)
        if not (alone and "dice-letter" in silent):  # else dice of an unknown letter are numbers
            yield dice
            yield numbers(expected, made, pair)


def _percents(expected: Meaning, made: Meaning) -> Difference:
    """Return the percentages lost and too many.

    What is said in words may be a noun of its own, and numbers may share a sign: "15 or 30 %".
    """
    difference = difference_of("percent", expected.percents, made.percents)
    sign = SIGNS["percent"]
    own, other = (expected, made) if difference.lost else (made, expected)
    count = sum((difference.lost or difference.extra).values())
    return difference._replace(sure=sign in own.typed and count > other.hints.count(sign))


def _operators(expected: Meaning, made: Meaning) -> Difference:
    """Return the operators lost and too many; where one is not typed, a sentence may say "plus"."""
    difference = difference_of("operator", expected.operators, made.operators)
    other = made if difference.lost else expected
    both = bool(difference.lost and difference.extra)
    return difference._replace(sure=both or other.words < SENTENCE)


def _comparisons(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
    if expected.comparisons == made.comparisons:
        bound = all(len(text.bounds) == len(text.comparisons) for text in (expected, made))
        return difference_of("comparison", *((expected.bounds, made.bounds) if bound else ((), ())))
    check, lost, extra, _ = difference_of("comparison", expected.comparisons, made.comparisons)
    for own, others, text in ((lost, extra, expected), (extra, lost, made)):
        for sign in text.negated:
            contrary = CONTRARY.get(sign, "")
            if own[sign] > 0 and others[contrary] > 0:
                own[sign] -= 1
                others[contrary] -= 1
    lost, extra = lost - Counter(made.hints), extra - Counter(expected.hints)
    typed = {*lost} & {*expected.typed} or {*extra} & {*made.typed}
    nearly = _nearly(lost, expected.shares) == extra and _nearly(extra, made.shares) == lost
    sure = bool(typed or (lost and extra)) and not nearly
    difference = Difference(check, lost, extra, sure)
    return heard(difference, {sign: name for name, sign in SIGNS.items()}, pair)


def _nearly(comparisons: Counter[str], shares: Things) -> Counter[str]:
    """Return comparisons with shares as they are if their bounds count, too, or do not any more.

    Nobody has exactly half of something: "below 50 %" is said as "50 % or less" elsewhere.
    """
    have = Counter(shares)
    near = {INCLUDING[sign]: n for sign, n in comparisons.items() if have[sign] >= n}
    return Counter(near)


INCLUDING = {">": "≥", "≥": ">", "<": "≤", "≤": "<"}
"""What a comparison says when its bound counts, too, or does not any more."""

CONTRARY = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


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


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"
