"""A game's glossary in two languages: does a translation use its terms?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile

from aidgen.language.consistency import Mismatch, order_mismatch
from aidgen.language.language import Pair
from aidgen.language.neighbours import figure_beside
from aidgen.language.phrases import Occurrence, Phrases, blank, without_overlaps
from aidgen.language.tokens import Tokens, WordToken, tokenize
from aidgen.problems import Severity


@dataclass(frozen=True)
class TermPair:
    """A term in both languages, as printed."""

    source: str
    target: str


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
        """Index the forms of numbered terms; where two overlap, the earlier one wins."""
        forms = [
            (form, number)
            for number, listed in terms
            for form in sorted(listed, key=len, reverse=True)
        ]
        phrases = Phrases.of(form for form, _ in forms)
        spellings = frozenset(_spelling_of(tokenize(form)) for form, _ in forms)
        return cls(phrases, tuple(number for _, number in forms), spellings)

    def spells(self, tokens: Tokens, occurrence: Occurrence) -> bool:
        """Tell whether an occurrence is capitalised like a form."""
        return _spelling_of(tokens[occurrence.start : occurrence.stop]) in self.spellings

    def occurrences(self, tokens: Tokens) -> dict[int, list[Occurrence]]:
        """Return the occurrences of each term, which may overlap."""
        occurrences: dict[int, list[Occurrence]] = {}
        for occurrence in self.phrases.occurrences(tokens):
            occurrences.setdefault(self.terms[occurrence.form], []).append(occurrence)
        return occurrences


@dataclass(frozen=True)
class Glossary:
    """The terms of a game in two languages, and titles in which their words are not terms."""

    terms: tuple[TermPair, ...]
    """Those with the longest forms first, so that their parts do not match inside them."""
    source: TermForms
    target: TermForms
    names: TermForms

    @classmethod
    def of(
        cls, pairs: Iterable[tuple[Sequence[str], Sequence[str]]], titles: Iterable[str] = ()
    ) -> Glossary:
        """Build a glossary from each term's forms in both languages, and the titles of records."""
        longest_first = sorted(pairs, key=lambda pair: -max(map(len, pair[0])))
        terms = tuple(TermPair(source[0], target[0]) for source, target in longest_first)
        sources = [source for source, _ in longest_first]
        targets = [target for _, target in longest_first]
        by_target = sorted(range(len(terms)), key=lambda number: -len(terms[number].target))
        known = {form.lower() for source in sources for form in source}
        names = sorted(set(titles), key=len, reverse=True)
        return cls(
            terms,
            TermForms.of(enumerate(sources)),
            TermForms.of((number, targets[number]) for number in by_target),
            TermForms.of(
                (0, [name]) for name in names if " " in name and name.lower() not in known
            ),
        )

    def count_in_source(self, source: str) -> Counter[int]:
        """Return how often each term, by its number, occurs in a source text outside of names."""
        tokens = blank(tokenize(source), self._title_occurrences(tokenize(source)))
        occurrences = list(without_overlaps(self.source.phrases.occurrences(tokens)))
        rest = blank(tokens, occurrences)
        return Counter(
            [
                self.source.terms[occurrence.form]
                for occurrence in occurrences
                if not _is_part_of_name(tokens, rest, occurrence)
                or self.source.spells(tokens, occurrence)
            ]
        )

    def _title_occurrences(self, tokens: Tokens) -> list[Occurrence]:
        """Return the occurrences of titles that are marked as such."""
        return [
            occurrence
            for occurrence in self.names.phrases.occurrences(tokens)
            if self.names.spells(tokens, occurrence) and _is_marked_as_title(tokens, occurrence)
        ]

    def count_in_translation(self, text: str) -> Counter[int]:
        """Return how often each term, by its number, occurs in a translation."""
        occurrences = without_overlaps(self.target.phrases.occurrences(tokenize(text)))
        return Counter(self.target.terms[occurrence.form] for occurrence in occurrences)

    def missing_terms(self, source: str, target: str) -> list[TermPair]:
        """Return the terms of a source text that its translation has in none of their forms."""
        asked = self.count_in_source(source)
        answers = self.target.occurrences(tokenize(target)) if asked else {}
        return [self.terms[number] for number in sorted(asked) if number not in answers]


def likely_form(term: str, text: str, glossary: Glossary) -> str:
    """Return the words of a text that look like an inflected form of a term; "" if none do.

    Each begins like a word of the term, and they are no form of another term.
    """
    words = [token.text.lower() for token in tokenize(term) if isinstance(token, WordToken)]
    tokens = tokenize(text)
    for start in range(len(tokens) - len(words) + 1 if words else 0):
        near = tokens[start : start + len(words)]
        alike = all(
            isinstance(token, WordToken) and _is_inflected(word, token.text.lower())
            for word, token in zip(words, near, strict=True)
        )
        form = " ".join(token.text.lower() for token in near)
        if alike and form != " ".join(words) and not glossary.target.occurrences(tokenize(form)):
            return form
    return ""


def _is_inflected(word: str, form: str) -> bool:
    """Tell whether two words differ at most in their endings: atak, ataku."""
    letters = zip(word, form, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    longest = max(len(word), len(form))
    return word == form or (
        shared >= SHORTEST_SHARED and longest - shared <= longest * ENDING_SHARE
    )


SHORTEST_SHARED = 3
"""How many letters two forms of a word share at least."""
ENDING_SHARE = 0.4
"""The largest share of a word that may be its ending."""


def term_mismatches(source: str, target: str, pair: Pair, glossary: Glossary) -> Iterator[Mismatch]:
    """Yield each term of `source` that `target` does not translate as in the glossary, or as often.

    A pronoun may replace a term, so fewer occurrences are no fault unless another term occurs more
    often instead. Two swapped numbers are found if each is next to a term that occurs once.
    """
    asked = glossary.count_in_source(source)
    if not asked:
        return
    answers = glossary.target.occurrences(tokenize(target))
    answered = glossary.count_in_translation(target)
    instead = bool(answered - asked)
    missing = [glossary.terms[number] for number in sorted(asked) if number not in answers]
    for term in missing:
        message = f"term: `{term.source}` is not translated as in the glossary"
        hint = "if you used an inflected form, add it to the glossary after |"
        if form := likely_form(term.target, target, glossary):
            hint = f"`{form}` looks like a form of `{term.target}`: `aidgen i18n forms` adds it"
        hint += "" if instead else f"; {MAYBE_PRONOUN}"
        severity: Severity = "error" if instead else "warning"
        yield Mismatch(f"{message}, expected `{term.target}`", hint, severity, "term")
    if not missing:
        once = [number for number in sorted(asked) if asked[number] == 1]
        if len(once) > 1:
            before = _figures_beside(pair.source.figures(source), once, glossary.source)
            after = _figures_beside(pair.target.figures(target), once, glossary.target)
            yield from _swapped_figures(before, after, glossary)
        yield from _count_mismatches(asked, answered, glossary)


def _count_mismatches(
    asked: Counter[int], answered: Counter[int], glossary: Glossary
) -> Iterator[Mismatch]:
    more = {times: number for number, times in (answered - asked).items()}
    for number, times in (asked - answered).items():
        if times in more:
            lost, extra = glossary.terms[number], glossary.terms[more[times]]
            message = (
                f"term: `{extra.target}` appears more often than `{extra.source}` in the source"
            )
            hint = f"expected `{lost.target}` as often as `{lost.source}`"
            yield Mismatch(message, hint, "warning", "term")


def _swapped_figures(
    source: dict[int, str], target: dict[int, str], glossary: Glossary
) -> Iterator[Mismatch]:
    """Yield each pair of terms, by number, whose figures are swapped."""
    counted = [number for number in source if source[number]]
    for first, second in combinations(counted, 2):
        now = (target[first], target[second])
        if now == (source[second], source[first]) and now[0] != now[1]:
            terms = (glossary.terms[first].target, glossary.terms[second].target)
            message = f"number: `{now[0]}` is with `{terms[0]}`, `{now[1]}` with `{terms[1]}`"
            yield Mismatch(message, "the two numbers are swapped", "warning", "number")


def _figures_beside(tokens: Tokens, terms: Iterable[int], wordings: TermForms) -> dict[int, str]:
    """Return the figure next to each term; "" if there is none, or the term occurs twice."""
    occurrences = wordings.occurrences(tokens)
    figures = {}
    for number in terms:
        alone = list(without_overlaps(occurrences.get(number, ())))
        figures[number] = figure_beside(tokens, *alone[0][1:]) if len(alone) == 1 else ""
    return figures


def _spelling_of(tokens: Tokens) -> tuple[str, ...]:
    """Return the words of some tokens with their capitals and with uniform apostrophes."""
    return tuple(token.text if isinstance(token, WordToken) else token.key for token in tokens)


def _is_marked_as_title(tokens: Tokens, occurrence: Occurrence) -> bool:
    """Tell whether a title is marked as one: by emphasis, by a quote, or by the word before it.

    At the start of a sentence, the words of a title may be ordinary words.
    """
    first, before = tokens[occurrence.start], tokens[occurrence.start - 1 : occurrence.start]
    if first.gap.endswith("*"):
        return True
    if not before or not first.spaced:
        return bool(before) and before[0].key in TITLE_OPENERS
    return isinstance(before[0], WordToken) and not "A" <= before[0].text[-1] <= "Z"


def _is_part_of_name(tokens: Tokens, rest: Tokens, occurrence: Occurrence) -> bool:
    """Tell whether a word is part of a name: the Hand in “Zombie Hand”, where `hand` is a term.

    It and a neighbour that is no term have a capital that the glossary does not give them; `rest`
    are the tokens without terms.
    """
    if not tokens[occurrence.start].text[0].isupper():
        return False
    return any(rest[at].text[:1].isupper() for at in _neighbours(tokens, occurrence))


def _neighbours(tokens: Tokens, occurrence: Occurrence) -> Iterator[int]:
    """Yield the indices next to an occurrence, with a space or a hyphen between."""
    _, start, stop = occurrence
    if start and tokens[start].spaced:
        yield start - 1
    elif start > 1 and tokens[start - 1].key == "-" and not tokens[start - 1].spaced:
        yield start - 2
    if stop < len(tokens) and tokens[stop].spaced:
        yield stop
    elif stop + 1 < len(tokens) and tokens[stop].key == "-" and not tokens[stop + 1].spaced:
        yield stop + 1


MAYBE_PRONOUN = "only a warning: a pronoun may replace it, and no other term is used instead"
"""Why a missing term is only a warning."""

TITLE_OPENERS = tuple('“«„"(')
"""Signs that may open a title."""


def term_order_mismatches(source: str, target: str, glossary: Glossary) -> Iterator[Mismatch]:
    """Yield two glossary terms that have changed places, where each occurs once in both texts.

    Within a clause, word order differs between languages (a "creature's trick" is a « truc de
    créature »), so only terms in different clauses count, and terms that are easily confused.
    """
    expected = _terms_once(source, glossary.source)
    made = _terms_once(target, glossary.target)
    once = sorted(expected.keys() & made.keys(), key=lambda number: expected[number])
    for first, second in combinations(once, 2):
        apart_before = expected[first][0] != expected[second][0]
        apart_after = made[first][0] != made[second][0]
        names = (glossary.terms[first], glossary.terms[second])
        alike = _is_confusable(names[0].source, names[1].source)
        if made[second] < made[first] and (alike or (apart_before and apart_after)):
            yield order_mismatch(
                [name.source for name in names], [names[1].target, names[0].target], source
            )
            return


def _terms_once(text: str, wordings: TermForms) -> dict[int, tuple[int, int]]:
    """Return the terms that occur once in a text: the clause and the token of each."""
    tokens = tokenize(text)
    clauses, number = [], 0
    for token in tokens:
        number += token.key in CLAUSE_ENDS or "\n" in token.gap
        clauses.append(number)
    places: dict[int, list[int]] = {}
    for occurrence in without_overlaps(wordings.phrases.occurrences(tokens)):
        places.setdefault(wordings.terms[occurrence.form], []).append(occurrence.start)
    return {
        term: (clauses[starts[0]], starts[0]) for term, starts in places.items() if len(starts) == 1
    }


def _is_confusable(one: str, other: str) -> bool:
    """Tell whether two terms are easily confused, as advantage and disadvantage."""
    one, other = one.lower(), other.lower()
    shared = one in other or other in one
    return shared or one.split()[-1] == other.split()[-1]


CLAUSE_ENDS = frozenset(".,;:!?()—")
