"""A glossary in two languages: does a translation use its terms?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import NamedTuple

from aidgen.problems import Problem, Severity
from aidgen.translation.differences import differs
from aidgen.translation.phrases import (
    SENTENCE_END,
    Occurrence,
    Phrases,
    Token,
    blank,
    tokenize,
)

# A form of so many letters is found within a longer word, too: Zollkutter.
COMPOUND = 4
# How many letters two forms of a word share at least.
SHORTEST_SHARED = 3
# The largest share of a word that may be its ending.
ENDING_SHARE = 0.4
# Signs that may open a title.
TITLE_OPENERS = tuple('“«„"(')


class TermPair(NamedTuple):
    """A term in both languages, as printed, and all its forms in that of the translation."""

    source: str
    target: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class TermForms:
    """All forms of all terms in one language."""

    phrases: Phrases
    terms: tuple[int, ...]
    """The number of the term of each form."""
    spellings: frozenset[tuple[str, ...]]
    """The words of each form with their capitals."""

    @classmethod
    def of(cls, terms: Iterable[tuple[int, Sequence[str]]]) -> TermForms:
        """Index the forms of numbered terms; where two overlap, the longer one wins."""
        forms = [(form, number) for number, listed in terms for form in listed]
        forms.sort(key=lambda form: -len(form[0]))
        spellings = frozenset(_spelling(tokenize(form)) for form, _ in forms)
        phrases = Phrases.of(form for form, _ in forms)
        return cls(phrases, tuple(number for _, number in forms), spellings)


@dataclass(frozen=True)
class Glossary:
    """The terms of a game in two languages, and titles in which their words are not terms."""

    terms: tuple[TermPair, ...]
    source: TermForms
    target: TermForms
    titles: TermForms

    @classmethod
    def of(
        cls, pairs: Iterable[tuple[Sequence[str], Sequence[str]]], titles: Iterable[str] = ()
    ) -> Glossary:
        """Build a glossary from each term's forms in both languages, and the titles of records."""
        listed = list(pairs)
        names = {form.lower() for source, _ in listed for form in source}
        longer = [title for title in set(titles) if " " in title and title.lower() not in names]
        return cls(
            tuple(TermPair(source[0], target[0], tuple(target)) for source, target in listed),
            TermForms.of(enumerate(source for source, _ in listed)),
            TermForms.of(enumerate(target for _, target in listed)),
            TermForms.of((0, [title]) for title in sorted(longer)),
        )

    def count_in_source(self, source: str) -> Counter[int]:
        """Return how often each term, by its number, is in a source text outside of names."""
        tokens = tokenize(source)
        titles = self.titles.phrases.occurrences(tokens)
        marked = (place for place in titles if _is_title(tokens, place, self.titles.spellings))
        words = blank(tokens, marked)
        occurrences = self.source.phrases.distinct(words)
        rest = blank(words, occurrences)
        return Counter(
            self.source.terms[place.phrase]
            for place in occurrences
            if not _is_part_of_name(tokens, rest, place)
            or _spelling(tokens[place.start : place.stop]) in self.source.spellings
        )

    def count_in_translation(self, text: str) -> Counter[int]:
        """Return how often each term, by its number, is in a translation."""
        occurrences = self.target.phrases.distinct(tokenize(text))
        return Counter(self.target.terms[place.phrase] for place in occurrences)

    def missing_terms(self, source: str, target: str) -> list[int]:
        """Return the terms of a source text that its translation has in no form, by number."""
        asked = self.count_in_source(source)
        if not asked:
            return []
        occurrences = self.target.phrases.occurrences(tokenize(target))
        answered = {self.target.terms[place.phrase] for place in occurrences}
        missing, lower = [], target.lower()
        for number in sorted(asked.keys() - answered):
            long = (form for form in self.terms[number].forms if len(form) >= COMPOUND)
            if not any(form.lower().strip("*") in lower for form in long):
                missing.append(number)
        return missing


def term_differences(source: str, target: str, glossary: Glossary) -> Iterator[Problem]:
    """Yield each term of `source` that `target` does not translate as in the glossary, or as often.

    A pronoun may replace a term, so fewer occurrences are no fault unless another term is used
    more often instead.
    """
    asked = glossary.count_in_source(source)
    if not asked:
        return
    answered = glossary.count_in_translation(target)
    instead = answered - asked
    missing = glossary.missing_terms(source, target)
    for number in missing:
        term = glossary.terms[number]
        hint = "if you used an inflected form, add it to the glossary after |"
        if form := likely_form(term.target, target, glossary):
            hint = f"`{form}` looks like a form of `{term.target}`: `aidgen i18n forms` adds it"
        severity: Severity = "error" if instead else "warning"
        if not instead:
            hint += "; only a warning: a pronoun may replace it, and no other term is used instead"
        message = f"`{term.source}` is not translated as in the glossary, expected `{term.target}`"
        yield differs("term", message, hint, severity)
    if not missing:
        yield from _swapped(source, target, glossary)
        more = {times: number for number, times in instead.items()}
        for number, times in (asked - answered).items():
            if times in more:
                lost, extra = glossary.terms[number], glossary.terms[more[times]]
                message = f"`{extra.target}` is there more often than `{extra.source}`"
                hint = f"expected `{lost.target}` as often as `{lost.source}`"
                yield differs("term", message, hint, "warning")


def _swapped(source: str, target: str, glossary: Glossary) -> Iterator[Problem]:
    sentences = [SENTENCE_END.split(text) for text in (source, target)]
    if len(sentences[0]) != len(sentences[1]):
        return
    places: list[dict[int, list[int]]] = [{}, {}]
    counters = (glossary.count_in_source, glossary.count_in_translation)
    for sentences_of, texts, count in zip(places, sentences, counters, strict=True):
        for at, sentence in enumerate(texts):
            for number, times in count(sentence).items():
                sentences_of.setdefault(number, []).extend([at] * times)
    once = [n for n, at in places[0].items() if len(at) == 1 and len(places[1].get(n, ())) == 1]
    for first, second in combinations(once, 2):
        here, there = ([sentences_of[first][0], sentences_of[second][0]] for sentences_of in places)
        if here[0] != here[1] and here == there[::-1]:
            names = [glossary.terms[number].target for number in (first, second)]
            message = f"`{names[0]}` and `{names[1]}` have changed places"
            yield differs("term", message, "compare the sentences one by one", "warning")
            return


def likely_form(term: str, text: str, glossary: Glossary) -> str:
    """Return the words of a text that look like an inflected form of a term; "" if none do.

    Each begins like a word of the term, and they are no form of another term.
    """
    words = [token.key for token in tokenize(term) if token.text.isalpha()]
    tokens = tokenize(text)
    for start in range(len(tokens) - len(words) + 1 if words else 0):
        near = [token.key for token in tokens[start : start + len(words)]]
        form = " ".join(near)
        alike = all(_is_inflected(*pair) for pair in zip(words, near, strict=True))
        if alike and near != words and not glossary.target.phrases.occurrences(tokenize(form)):
            return form
    return ""


def _is_inflected(word: str, form: str) -> bool:
    """Tell whether two words differ at most in their endings: atak, ataku."""
    letters = zip(word, form, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    longest = max(len(word), len(form))
    ending = longest - shared <= longest * ENDING_SHARE
    return word == form or (shared >= SHORTEST_SHARED and ending)


def _spelling(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the words of some tokens with their capitals and with uniform apostrophes."""
    return tuple(token.text if token.text.isalpha() else token.key for token in tokens)


def _is_title(
    tokens: Sequence[Token], occurrence: Occurrence, spellings: frozenset[tuple[str, ...]]
) -> bool:
    # At the start of a sentence, the words of a title may be ordinary words.
    if _spelling(tokens[occurrence.start : occurrence.stop]) not in spellings:
        return False
    before = tokens[occurrence.start - 1] if occurrence.start else None
    return before is not None and (before.text.isalpha() or before.key in TITLE_OPENERS)


def _is_part_of_name(
    tokens: Sequence[Token], rest: Sequence[Token], occurrence: Occurrence
) -> bool:
    """Tell whether a word is part of a name: the Hand in “Zombie Hand”, where `hand` is a term.

    It and a neighbour that is no term have a capital that the glossary does not give them; `rest`
    are the tokens without terms.
    """
    if not tokens[occurrence.start].text[:1].isupper():
        return False
    return any(rest[at].text[:1].isupper() for at in _neighbours(tokens, occurrence))


def _neighbours(tokens: Sequence[Token], occurrence: Occurrence) -> Iterator[int]:
    _, start, stop = occurrence
    if start and tokens[start].spaced:
        yield start - 1
    elif start > 1 and tokens[start - 1].key == "-" and not tokens[start - 1].spaced:
        yield start - 2
    if stop < len(tokens) and tokens[stop].spaced:
        yield stop
    elif stop + 1 < len(tokens) and tokens[stop].key == "-" and not tokens[stop + 1].spaced:
        yield stop + 1
