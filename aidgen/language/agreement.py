"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and terms?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.language import Language, Phrase, Reading
from aidgen.problems import Severity


class Disagreement(NamedTuple):
    """What a translation says otherwise than its source, and what may help."""

    message: str
    hint: str
    severity: Severity = "error"


def disagreements(
    source: str, text: str, here: Language, there: Language
) -> Iterator[Disagreement]:
    """Yield what `text` says otherwise than `source`: marks, figures, comparisons.

    The order of numbers is free, since languages put their words in other places: "2 damage and 3
    healing" against "3 dégâts et 2 soins" is left to `misused`, which knows the glossary.
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
        "operator": (one.operators, other.operators),
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
    lost = one.comparisons - other.comparisons
    extra = other.comparisons - one.comparisons
    for mine, theirs, said in ((lost, extra, one), (extra, lost, other)):
        for sign in said.negated:
            if mine[sign] > 0 and theirs[CONTRARY[sign]] > 0:
                mine[sign] -= 1
                theirs[CONTRARY[sign]] -= 1
    return lost - other.hints, extra - one.hints


CONTRARY = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


def _numbers(one: Reading, other: Reading) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers lost and those that are too much.

    A 1 in digits may be a word in the other language, if that has a word for it to spare.
    """
    lost = one.numbers - other.numbers - other.asides
    extra = other.numbers - one.numbers - one.asides
    missing, spare = one.ones - other.ones, other.articles - one.articles
    lost["1"] += missing if missing > min(spare, one.ones - one.fixed) else 0
    extra["1"] -= missing if -missing > min(-spare, other.ones - other.fixed) else 0
    return +lost, +extra


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
        braced = "{%s}" if name == "placeholder" else "%s"
        return ", ".join(f"`{braced % item}`" for item in sorted(counter.elements()))

    if lost and extra:
        return f"{name}: found {show(extra)}, expected {show(lost)}"
    return f"{name}: {show(lost)} is missing" if lost else f"{name}: {show(extra)} is too much"


@dataclass(frozen=True)
class Term:
    """A glossary term in both languages: its first forms, and what finds it in a text."""

    source: str
    target: str
    spellings: frozenset[str]
    """The forms of the source, with their capital letters."""
    asked: Phrase
    answered: Phrase

    @classmethod
    def of(cls, source: Sequence[str], target: Sequence[str]) -> Term:
        """Make a term of its forms in both languages, those to print first."""
        spellings = frozenset(map(_plain, source))
        answered = Phrase.of(list(map(_plain, target)))
        return cls(source[0], target[0], spellings, Phrase.of(list(spellings)), answered)

    def take(self, text: str) -> tuple[str, int]:
        """Return a source text without the term, and how often it stood there but for names."""
        found = 0

        def taken(match: re.Match[str]) -> str:
            nonlocal found
            found += match[0] in self.spellings or not _in_name(match)
            return " "

        return self.asked.replaced(taken, text), found


@dataclass(frozen=True)
class Glossary:
    """The terms of a game in two languages, and the names in which they are words like others."""

    terms: tuple[Term, ...]
    """Those with the longest forms first, so that their parts are not looked for in them."""
    names: re.Pattern[str] | None

    @classmethod
    def of(
        cls, pairs: Iterable[tuple[Sequence[str], Sequence[str]]], titles: Iterable[str] = ()
    ) -> Glossary:
        """Make a glossary of each term's forms in both languages, and of the records' titles."""
        longest_first = sorted(pairs, key=lambda pair: -max(map(len, pair[0])))
        said = {form.lower() for source, _ in longest_first for form in source}
        names = [
            rf"{re.escape(_plain(title))}(?!\w)"
            for title in sorted(set(titles), key=len, reverse=True)
            if " " in title and title.lower() not in said
        ]
        # At the start of a sentence, the words of a title may be just words.
        named = re.compile(rf"(?<=[^\W\d_A-Z] |.[“«„\"*(])(?:{'|'.join(names)})")
        return cls(tuple(Term.of(*pair) for pair in longest_first), named if names else None)

    def asked(self, source: str) -> Counter[int]:
        """Return how often each term, by its place in `terms`, stands in a source text."""
        rest = _plain(source)
        if self.names:
            rest = self.names.sub(" ", rest)
        found: Counter[int] = Counter()
        for place, term in enumerate(self.terms):
            rest, found[place] = term.take(rest)
        return +found

    def answered(self, text: str) -> Counter[int]:
        """Return how often each term stands in a translation."""
        rest = _plain(text)
        found: Counter[int] = Counter()
        places = sorted(range(len(self.terms)), key=lambda place: -len(self.terms[place].target))
        for place in places:
            found[place] = len(self.terms[place].answered.places(rest))
            rest = self.terms[place].answered.replaced(" ", rest)
        return +found


def misused(
    source: str, text: str, here: Language, there: Language, glossary: Glossary
) -> Iterator[Disagreement]:
    """Yield each term of `source` that `text` says otherwise than the glossary, or counts so.

    A term said less often is no fault, since a pronoun may stand for it, unless another term is
    said as much more often. Two numbers that have changed places are noticed if each stands beside
    a term that is there once.
    """
    plain = _plain(text)
    asked = glossary.asked(source)
    missing = [glossary.terms[at] for at in asked if not glossary.terms[at].answered.places(plain)]
    for term in missing:
        message = f"term: `{term.source}` is not said as in the glossary"
        hint = "add an inflected form to the glossary after | if it is one"
        yield Disagreement(f"{message}, expected `{term.target}`", hint)
    if asked and not missing:
        once = [glossary.terms[at] for at, times in asked.items() if times == 1]
        yield from _exchanged(source, text, here, there, once)
        answered = glossary.answered(text)
        more = {times: at for at, times in (answered - asked).items()}
        for at, times in (asked - answered).items():
            if times in more:
                one, other = glossary.terms[at], glossary.terms[more[times]]
                message = f"term: found `{other.target}` more often than `{other.source}`"
                hint = f"expected `{one.target}` as often as `{one.source}`"
                yield Disagreement(message, hint, "warning")


def _exchanged(
    source: str, text: str, here: Language, there: Language, terms: Sequence[Term]
) -> Iterator[Disagreement]:
    if len(terms) < 2:
        return
    expected = {term: here.beside(_plain(source), term.asked) for term in terms}
    found = {term: there.beside(_plain(text), term.answered) for term in terms if expected[term]}
    for one, other in combinations(found, 2):
        now = (found[one], found[other])
        if now == (expected[other], expected[one]) and found[one] != found[other]:
            message = f"number: `{found[one]}` is with `{one.target}`, `{found[other]}` with"
            hint = "two numbers have changed places"
            yield Disagreement(f"{message} `{other.target}`, expected otherwise", hint, "warning")


def _plain(text: str) -> str:
    """Return `text` without the targets of links, with plain spaces and apostrophes."""
    return re.sub(r"[\u00a0\u202f]", " ", LINK.sub(r"\1", text)).replace("’", "'")


def _in_name(match: re.Match[str]) -> bool:
    """Tell whether a word is a part of a name: the Hand in “Zombie Hand”, where `hand` is a term.

    Both it and a neighbour have a capital letter, which the glossary does not give it.
    """
    if not match[0][0].isupper():
        return False
    before = re.search(r"(\w+)[ -]$", match.string[: match.start()])
    after = re.match(r"[ -](\w+)", match.string[match.end() :])
    return any(near is not None and near[1][0].isupper() for near in (before, after))


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"
