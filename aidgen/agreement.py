"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and terms?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aidgen.canon import ICON, LINK, PLACEHOLDER
from aidgen.language import Language, Reading, any_of
from aidgen.problems import Severity


@dataclass(frozen=True)
class Disagreement:
    """What a translation says otherwise than its source, and what may help."""

    message: str
    hint: str
    severity: Severity = "error"


def disagreements(
    source: str, text: str, here: Language, there: Language
) -> Iterator[Disagreement]:
    """Yield what `text` says otherwise than `source`: marks, figures, comparisons.

    The order of numbers is free, since languages put their words in other places: "2 damage and 3
    healing" against "3 dégâts et 2 soins" is left to `exchanged`, which knows the glossary.
    """
    hint = f"source: “{short(source)}”"
    one, other = here.read(source), there.read(text)
    pairs = {
        "placeholder": (Counter(PLACEHOLDER.findall(source)), Counter(PLACEHOLDER.findall(text))),
        "icon": (Counter(ICON.findall(source)), Counter(ICON.findall(text))),
        "link": (_targets(source), _targets(text)),
        "emphasis": (emphasis(source), emphasis(text)),
        "list": (_bullets(source), _bullets(text)),
        "dice": (one.dice, other.dice),
        "percent": (one.percents, other.percents),
    }
    lost_and_extra = {
        name: (expected - found, found - expected) for name, (expected, found) in pairs.items()
    }
    lost_and_extra["comparison"] = _comparisons(one, other)
    lost_and_extra["number"] = _numbers(one, other)
    for name, (lost, extra) in lost_and_extra.items():
        if lost or extra:
            yield Disagreement(_difference(name, lost, extra), hint)
    yield from _foreign_decimals(source, text, here, there)


def emphasis(text: str) -> Counter[str]:
    """Return how many passages of a text are emphasised, by `*…*` and by `**…**`.

    A star that closes nothing, or opens nothing, is counted as `*`.
    """
    rest, strong = _STRONG.subn(r"\1", LINK.sub(r"\1", text))
    rest, weak = _WEAK.subn(r"\1", rest)
    stars = len(re.findall(r"(?<![\s*])\*|\*(?![\s*])", rest))
    return +Counter({"**…**": strong, "*…*": weak, "*": stars})


_STRONG = re.compile(r"\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+?\*?)(?<=\S)\*\*")
_WEAK = re.compile(r"\*(?=[^\s*])([^*]+?)(?<=\S)\*")


def _bullets(text: str) -> Counter[str]:
    return Counter(re.findall(r"(?m)^\s*(-|\d+\.) ", text) if "\n" in text else ())


def _targets(text: str) -> Counter[str]:
    return Counter(target for _, target in LINK.findall(text))


def _comparisons(one: Reading, other: Reading) -> tuple[Counter[str], Counter[str]]:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
    if one.comparisons == other.comparisons:
        bound = all(r.bounds.total() == r.comparisons.total() for r in (one, other))
        lost, extra = one.bounds - other.bounds, other.bounds - one.bounds
        return (lost, extra) if bound else (Counter(), Counter())
    lost = one.comparisons - other.comparisons - other.hints
    return lost, other.comparisons - one.comparisons - one.hints


def _numbers(one: Reading, other: Reading) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers lost and those that are too much.

    A 1 in digits may be a word in the other language, if that has a word for it to spare.
    """
    lost = one.numbers - other.numbers - other.asides
    extra = other.numbers - one.numbers - one.asides
    missing = one.ones - other.ones
    if missing > 0 and other.articles < one.articles + missing:
        lost["1"] += missing
    if missing < 0 and one.articles < other.articles - missing:
        extra["1"] -= missing
    return lost, extra


def _foreign_decimals(
    source: str, text: str, here: Language, there: Language
) -> Iterator[Disagreement]:
    """Yield a warning for each number that has not the decimal sign of its new language.

    What is no decimal number in the source is none here: version 5.0 in a French text.
    """
    for found in there.foreign_decimals(text):
        if found in here.foreign_decimals(source):
            continue
        message = f"number: `{found}` has not the decimal sign of this language"
        yield Disagreement(message, f"expected `{there.decimal_sign}`", "warning")


def _difference(name: str, lost: Counter[str], extra: Counter[str]) -> str:
    def show(counter: Counter[str]) -> str:
        shown = (f"{{{item}}}" if name == "placeholder" else item for item in counter.elements())
        return ", ".join(f"`{item}`" for item in shown)

    if lost and extra:
        return f"{name}: found {show(extra)}, expected {show(lost)}"
    return f"{name}: {show(lost)} is missing" if lost else f"{name}: {show(extra)} is too much"


@dataclass(frozen=True)
class Term:
    """A glossary term in both languages: its first forms, and what finds it in a text."""

    source: str
    target: str
    asked: re.Pattern[str]
    answered: re.Pattern[str]

    @classmethod
    def of(cls, source: Sequence[str], target: Sequence[str]) -> Term:
        """Make a term of its forms in both languages, those to print first."""
        plain = [form.replace("’", "'") for form in target]
        return cls(source[0], target[0], any_of(source), any_of(plain))


def unsaid(source: str, text: str, terms: Sequence[Term]) -> Iterator[Disagreement]:
    """Yield a message for each glossary term of `source` that `text` does not use."""
    rest = LINK.sub(r"\1", source)
    plain = re.sub(r"[\u00a0\u202f]", " ", LINK.sub(r"\1", text)).replace("’", "'")
    for term in terms:
        rest, asked = term.asked.subn(" ", rest)
        if asked and not term.answered.search(plain):
            message = f"term: `{term.source}` is not said as in the glossary"
            hint = "add an inflected form to the glossary after | if it is one"
            yield Disagreement(f"{message}, expected `{term.target}`", hint)


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"
