"""The terms of a game in two languages: does a translation say them as the glossary does?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from aidgen.language.agreement import Disagreement
from aidgen.language.comparisons import figure_beside
from aidgen.language.language import Pair
from aidgen.language.phrases import Phrases, Place, apart, blank
from aidgen.language.tokens import Line, Word, tokens


@dataclass(frozen=True)
class Term:
    """A term in both languages, as it is printed."""

    source: str
    target: str


@dataclass(frozen=True)
class Wordings:
    """All forms of all terms, in one language."""

    phrases: Phrases
    terms: tuple[int, ...]
    """Of each form, the number of its term."""
    spellings: frozenset[tuple[str, ...]]
    """The words of each form, with their capital letters."""

    @classmethod
    def of(cls, terms: Iterable[tuple[int, Sequence[str]]]) -> Wordings:
        """Gather the forms of terms, by their numbers; where two overlap, the first is chosen."""
        forms = [
            (form, number)
            for number, listed in terms
            for form in sorted(listed, key=len, reverse=True)
        ]
        phrases = Phrases.of(form for form, _ in forms)
        spellings = frozenset(_spelling(tokens(form)) for form, _ in forms)
        return cls(phrases, tuple(number for _, number in forms), spellings)

    def spells(self, line: Line, place: Place) -> bool:
        """Tell whether a place has the capital letters of a form."""
        return _spelling(line[place.start : place.stop]) in self.spellings

    def places(self, line: Line) -> dict[int, list[Place]]:
        """Return where each term stands in a line, whatever else stands there."""
        places: dict[int, list[Place]] = {}
        for place in self.phrases.places(line):
            places.setdefault(self.terms[place.form], []).append(place)
        return places


@dataclass(frozen=True)
class Glossary:
    """The terms of a game in two languages, and the names in which they are words like others."""

    terms: tuple[Term, ...]
    """Those with the longest forms first, so that their parts are not looked for in them."""
    source: Wordings
    target: Wordings
    names: Wordings

    @classmethod
    def of(
        cls, pairs: Iterable[tuple[Sequence[str], Sequence[str]]], titles: Iterable[str] = ()
    ) -> Glossary:
        """Make a glossary of each term's forms in both languages, and of the records' titles."""
        longest_first = sorted(pairs, key=lambda pair: -max(map(len, pair[0])))
        terms = tuple(Term(source[0], target[0]) for source, target in longest_first)
        sources = [source for source, _ in longest_first]
        targets = [target for _, target in longest_first]
        by_target = sorted(range(len(terms)), key=lambda number: -len(terms[number].target))
        known = {form.lower() for source in sources for form in source}
        names = sorted(set(titles), key=len, reverse=True)
        return cls(
            terms,
            Wordings.of(enumerate(sources)),
            Wordings.of((number, targets[number]) for number in by_target),
            Wordings.of((0, [name]) for name in names if " " in name and name.lower() not in known),
        )

    def asked(self, source: str) -> Counter[int]:
        """Return how often each term, by its number, stands in a source text, but for names."""
        line = blank(tokens(source), self._named(tokens(source)))
        places = list(apart(self.source.phrases.places(line)))
        rest = blank(line, places)
        return Counter(
            [
                self.source.terms[place.form]
                for place in places
                if not _is_in_name(line, rest, place) or self.source.spells(line, place)
            ]
        )

    def _named(self, line: Line) -> list[Place]:
        """Return where titles stand in a line, marked as such."""
        places = self.names.phrases.places(line)
        return [p for p in places if self.names.spells(line, p) and _is_marked(line, p)]

    def answered(self, text: str) -> Counter[int]:
        """Return how often each term, by its number, stands in a translation."""
        places = apart(self.target.phrases.places(tokens(text)))
        return Counter(self.target.terms[place.form] for place in places)


def misused(source: str, target: str, pair: Pair, glossary: Glossary) -> Iterator[Disagreement]:
    """Yield each term of `source` that `target` says otherwise than the glossary, or counts so.

    A term said less often is no fault, since a pronoun may stand for it, unless another term is
    said as much more often. Two numbers that have changed places are noticed if each stands beside
    a term that is there once.
    """
    asked = glossary.asked(source)
    if not asked:
        return
    said = glossary.target.places(tokens(target))
    missing = [glossary.terms[number] for number in sorted(asked) if number not in said]
    for term in missing:
        message = f"term: `{term.source}` is not said as in the glossary"
        hint = "add an inflected form to the glossary after | if it is one"
        yield Disagreement(f"{message}, expected `{term.target}`", hint)
    if not missing:
        once = [number for number in sorted(asked) if asked[number] == 1]
        if len(once) > 1:
            before = _figures_beside(pair.source.figures(source), once, glossary.source)
            after = _figures_beside(pair.target.figures(target), once, glossary.target)
            yield from _exchanged(before, after, glossary)
        yield from _miscounted(asked, glossary.answered(target), glossary)


def _miscounted(
    asked: Counter[int], answered: Counter[int], glossary: Glossary
) -> Iterator[Disagreement]:
    more = {times: number for number, times in (answered - asked).items()}
    for number, times in (asked - answered).items():
        if times in more:
            lost, extra = glossary.terms[number], glossary.terms[more[times]]
            message = f"term: found `{extra.target}` more often than `{extra.source}`"
            hint = f"expected `{lost.target}` as often as `{lost.source}`"
            yield Disagreement(message, hint, "warning")


def _exchanged(
    source: dict[int, str], target: dict[int, str], glossary: Glossary
) -> Iterator[Disagreement]:
    """Yield each two terms whose figures, by the numbers of the terms, have changed places."""
    for one, two in combinations(source, 2):
        kept = (source[one], source[two])
        if "" not in kept and kept[0] != kept[1] and kept == (target[two], target[one]):
            first, second = glossary.terms[one].target, glossary.terms[two].target
            message = f"number: `{target[one]}` is with `{first}`, `{target[two]}` with `{second}`"
            hint = "two numbers have changed places"
            yield Disagreement(f"{message}, expected otherwise", hint, "warning")


def _figures_beside(line: Line, terms: Iterable[int], wordings: Wordings) -> dict[int, str]:
    """Return the figure beside each term; "" if there is none, or the term stands there twice."""
    places = wordings.places(line)
    figures = {}
    for number in terms:
        alone = list(apart(places.get(number, ())))
        figures[number] = figure_beside(line, *alone[0][1:]) if len(alone) == 1 else ""
    return figures


def _spelling(line: Line) -> tuple[str, ...]:
    """Return the words of a line with their capital letters; apostrophes are all alike."""
    return tuple(token.text if isinstance(token, Word) else token.key for token in line)


def _is_marked(line: Line, place: Place) -> bool:
    """Tell whether a title is marked as one: by emphasis, by a quote, by the word before it.

    At the start of a sentence, the words of a title may be just words.
    """
    first, before = line[place.start], line[place.start - 1 : place.start]
    if first.gap.endswith("*"):
        return True
    if not before or not first.spaced:
        return bool(before) and before[0].key in OPENING
    return isinstance(before[0], Word) and not "A" <= before[0].text[-1] <= "Z"


def _is_in_name(line: Line, rest: Line, place: Place) -> bool:
    """Tell whether a word is a part of a name: the Hand in “Zombie Hand”, where `hand` is a term.

    Both it and a neighbour, which is no term, have a capital letter that the glossary does not
    give it; `rest` is the line without its terms.
    """
    if not line[place.start].text[0].isupper():
        return False
    return any(rest[at].text[:1].isupper() for at in _neighbours(line, place))


def _neighbours(line: Line, place: Place) -> Iterator[int]:
    """Yield what stands before and behind a place, with a space or a hyphen between."""
    _, start, stop = place
    if start and line[start].spaced:
        yield start - 1
    elif start > 1 and line[start - 1].key == "-" and not line[start - 1].spaced:
        yield start - 2
    if stop < len(line) and line[stop].spaced:
        yield stop
    elif stop + 1 < len(line) and line[stop].key == "-" and not line[stop + 1].spaced:
        yield stop + 1


OPENING = tuple('“«„"(')
"""What may open a title."""
