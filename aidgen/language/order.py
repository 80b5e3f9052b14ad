"""What has changed places in a translation: figures, the ends of a range, terms of the glossary.

Languages put their words in other places, so that another order may be right. It is told where it
hardly ever is: of figures anywhere, and of terms that stand in other clauses, or are easily mixed
up. Within a clause, a "creature's trick" is a « truc de créature ».
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from aidgen.language.agreement import Disagreement, short
from aidgen.language.glossary import Glossary, Wordings
from aidgen.language.language import EXTREMES, Language, Pair
from aidgen.language.phrases import apart
from aidgen.language.tokens import Held, How, Number, Token, Tokens, peek, tokenize


def reordered(source: str, target: str, pair: Pair) -> Iterator[Disagreement]:
    """Yield the figures of `target` that stand in another order than those of `source`.

    What is not there as often as in the source is left to other checks.
    """
    before, after = pair.source.figures(source), pair.target.figures(target)
    for low, high in _turned(after) - _turned(before):
        if (high, low) in _ranges(before):
            message = f"order: the range `{low}–{high}` is turned round"
            yield Disagreement(message, f"expected `{high}–{low}`", "error", CHECK)
            return
    yield from _sundered(before, after, source)
    counts = Counter(_figures(before)), Counter(_figures(after))
    both = {figure for figure in counts[0] if counts[0][figure] == counts[1][figure]}
    expected, made = ([one for one in _figures(text) if one in both] for text in (before, after))
    if expected != made:
        yield _told(expected, made, source)


def _sundered(before: Tokens, after: Tokens, source: str) -> Iterator[Disagreement]:
    """Yield a range of the source of which the translation says both ends, and none between."""
    for low, high in sorted(_turned(before) - _ranges(after)):
        for at, token in enumerate(after):
            joint = peek(after, at + 1)
            ends = _end(token), _end(peek(after, at + 2))
            if ends == (low, high) and joint.key in ANDS:
                gap = " " if joint.spaced else ""
                found = f"{low}{gap}{joint.text} {high}"
                message = f"order: found `{found}`, expected the range `{low}–{high}`"
                hint = f"source: “{short(source)}”; no error, as “between 2 and 5” is a range too"
                yield Disagreement(message, hint, "warning", CHECK)
                return


def exchanged(source: str, target: str, glossary: Glossary) -> Iterator[Disagreement]:
    """Yield two terms of the glossary that have changed places, where each stands there once."""
    expected = _terms(source, glossary.source)
    made = _terms(target, glossary.target)
    once = sorted(expected.keys() & made.keys(), key=lambda number: expected[number])
    for first, second in combinations(once, 2):
        apart_before = expected[first][0] != expected[second][0]
        apart_after = made[first][0] != made[second][0]
        names = (glossary.terms[first], glossary.terms[second])
        alike = _alike(names[0].source, names[1].source)
        if made[second] < made[first] and (alike or (apart_before and apart_after)):
            yield _told([name.source for name in names], [names[1].target, names[0].target], source)
            return


def opposed(source: str, target: str, pair: Pair) -> Iterator[Disagreement]:
    """Yield what is highest in `source` and lowest in `target`, or the other way round."""
    expected, made = (_extremes(source, pair.source), _extremes(target, pair.target))
    for one, other in ((0, 1), (1, 0)):
        if made[one] < expected[one] and made[other] > expected[other]:
            message = f"extreme: found one that is {EXTREMES[other]}, expected {EXTREMES[one]}"
            hint = f"source: “{short(source)}”"
            yield Disagreement(message, hint, "error", "extreme")


def _extremes(text: str, language: Language) -> list[int]:
    tokens = tokenize(text)
    return [len(phrases.chosen(tokens)) for phrases in language.extremes]


def _told(expected: Sequence[str], made: Sequence[str], source: str) -> Disagreement:
    at = next(at for at, pair in enumerate(zip(expected, made, strict=True)) if pair[0] != pair[1])
    quoted = [
        ", ".join(f"`{thing}`" for thing in listed[at : at + 2]) for listed in (made, expected)
    ]
    hint = f"source: “{short(source)}”; no error, since your language may want another order"
    message = f"order: found {quoted[0]}, expected {quoted[1]}"
    return Disagreement(message, hint, "warning", CHECK)


def _figures(tokens: Tokens) -> list[str]:
    """Return the figures of a text in order, but for words that another language may leave out."""
    return [name for token in tokens for name in _names(token)]


def _names(token: Token) -> Sequence[str]:
    if isinstance(token, Held):
        return (token.text,)
    if isinstance(token, Number) and token.how in (How.DIGITS, How.WORDS):
        return [value for value in token.values if value != "1"]
    return ()


def _ranges(tokens: Tokens) -> set[tuple[str, str]]:
    """Return the two ends of what is written with a dash: 9–11, {low}–{high}."""
    return {
        (_end(peek(tokens, at - 1)), _end(peek(tokens, at + 1)))
        for at, token in enumerate(tokens)
        if token.key == "-" and not token.spaced
    }


def _turned(tokens: Tokens) -> set[tuple[str, str]]:
    return {ends for ends in _ranges(tokens) if ends[0] and ends[1] and ends[0] != ends[1]}


def _end(token: Token) -> str:
    if isinstance(token, Held):
        return token.text
    return token.whole if isinstance(token, Number) and token.how is How.DIGITS else ""


def _terms(text: str, wordings: Wordings) -> dict[int, tuple[int, int]]:
    """Return the terms that stand once in a text: each with its clause, and its token."""
    tokens = tokenize(text)
    clauses, number = [], 0
    for token in tokens:
        number += token.key in CLAUSE_ENDS or "\n" in token.gap
        clauses.append(number)
    places: dict[int, list[int]] = {}
    for occurrence in apart(wordings.phrases.occurrences(tokens)):
        places.setdefault(wordings.terms[occurrence.form], []).append(occurrence.start)
    return {
        term: (clauses[starts[0]], starts[0]) for term, starts in places.items() if len(starts) == 1
    }


def _alike(one: str, other: str) -> bool:
    """Tell whether two terms are easily mixed up, as advantage and disadvantage."""
    one, other = one.lower(), other.lower()
    shared = one in other or other in one
    return shared or one.split()[-1] == other.split()[-1]


CHECK = "order"
_ANDS = ", & and et und y e i и och és και 和 و ve og en ja та і"
ANDS = frozenset(_ANDS.split())
"""What joins two figures that are no range; « a », which is "to" elsewhere, is left out."""
CLAUSE_ENDS = frozenset(".,;:!?()—")
