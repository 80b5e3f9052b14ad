"""Whether two texts in two languages agree in their numbers, dice, comparisons, marks and order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.balance import (
    Difference,
    compare,
    number_difference,
    without,
    without_unlisted_words,
)
from aidgen.language.contrasts import turned_round
from aidgen.language.language import CONTRASTS, SIGNS, Language, Pair
from aidgen.language.meaning import SENTENCE_WORDS, STRICT, Items, Meaning
from aidgen.language.measures import is_same_measure
from aidgen.language.tokens import (
    SPACE,
    Held,
    How,
    Number,
    TextToken,
    Tokens,
    WordToken,
    peek,
)
from aidgen.problems import Severity


class Mismatch(NamedTuple):
    """Something that a translation says differently from its source, with a hint."""

    message: str
    hint: str
    severity: Severity = "error"
    check: str = ""
    """The name of the check, by which a translator may waive it."""


def mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield where `target` differs from `source` in marks, figures and comparisons.

    The order of numbers is free, since word order differs between languages: `term_mismatches`,
    which knows the glossary, compares "2 damage and 3 healing" with "3 dégâts et 2 soins".
    """
    bare = _without_codes(source, target, pair)
    expected, made = pair.source.read(bare[0]), pair.target.read(bare[1])
    marks = _mark_differences(Marks.of(source), Marks.of(target))
    for difference in (*marks, *_meaning_differences(expected, made, pair)):
        if difference.lost or difference.extra:
            hint = f"source: “{excerpt(source)}”"
            if difference.check == "number":
                hint = "; ".join((*_words_read(difference.extra, pair.target, target), hint))
            severity: Severity = "error" if difference.sure else "warning"
            hint += "" if difference.sure else f"; {UNSURE}"
            yield Mismatch(_describe(difference, source), hint, severity, difference.check)
    for number in made.known.foreign:
        known = number in expected.known.foreign or number.replace(".", ":") in source  # 6:15
        if not (known or _is_in_shared_name(number, source, target)):
            sign = "," if "," in number else "."
            expected_sign = pair.target.number_format.decimal
            message = f"number: `{number}` uses `{sign}`"
            message += f"; this language's decimal separator is `{expected_sign}`"
            hint = f"write `{number.replace(sign, expected_sign)}`"
            yield Mismatch(message, hint, "warning", "number")


def _without_codes(source: str, target: str, pair: Pair) -> tuple[str, str]:
    """Return two texts without codes that only one language reads as dice: 2k6, in Polish 2d6."""
    codes = Counter(DICE_LIKE.findall(source)) & Counter(DICE_LIKE.findall(target))
    for code in codes:
        letter = code.strip("0123456789")
        if (letter in pair.source.dice_letters) != (letter in pair.target.dice_letters):
            source = source.replace(code, " ", codes[code])
            target = target.replace(code, " ", codes[code])
    return source, target


# Digits, a letter and digits, with no others beside them.
DICE_LIKE = re.compile(r"(?<![^\W_])[0-9]+[^\W\d_][0-9]+(?![^\W_])")


def _words_read(numbers: Counter[str], language: Language, text: str) -> Iterator[str]:
    """Yield which word of a text was read as each of some numbers: “sei” as 6."""
    for token in language.figures(text) if numbers else ():
        if isinstance(token, Number) and token.how is not How.DIGITS and token.whole in numbers:
            yield f"“{token.text}” was read as {token.whole}"


def _is_in_shared_name(number: str, source: str, target: str) -> bool:
    """Tell whether a number is part of a name that both texts have, as Traveller 2.0."""
    name = re.compile(rf"\b[A-Z]\w* {re.escape(number)}(?![\w.,]\w)")
    return any(found[0] in target for found in name.finditer(source))


def _mark_differences(expected: Marks, made: Marks) -> Iterator[Difference]:
    if expected != made:
        yield compare("placeholder", expected.placeholders, made.placeholders)
        yield compare("icon", expected.icons, made.icons)
        yield compare("link", expected.links, made.links)
        yield compare("emphasis", expected.emphasis, made.emphasis)
        yield compare("list", expected.bullets, made.bullets)


def _meaning_differences(expected: Meaning, made: Meaning, pair: Pair) -> Iterator[Difference]:
    expected, made = expected.adapt_to(made), made.adapt_to(expected).with_bounds_of(expected)
    if expected != made:
        dice = compare("dice", expected.dice, made.dice)
        yield _percent_difference(expected, made)
        yield _operator_difference(expected, made)
        yield _comparison_difference(expected, made, pair)
        silent = pair.target.silent if dice.lost else pair.source.silent
        alone = bool(dice.lost) != bool(dice.extra)
        if not (
            alone and "dice-letter" in silent
        ):  # dice with an unlisted letter look like numbers
            yield dice
            yield number_difference(expected, made, pair)


def _percent_difference(expected: Meaning, made: Meaning) -> Difference:
    """Return the percentages that are missing or in excess.

    A word for it may be a noun of its own, and numbers may share a sign: "15 or 30 %".
    """
    difference = compare("percent", expected.percents, made.percents)
    sign = SIGNS["percent"]
    own, other = (expected, made) if difference.lost else (made, expected)
    count = sum((difference.lost or difference.extra).values())
    return difference._replace(sure=sign in own.typed and count > other.hints.count(sign))


def _operator_difference(expected: Meaning, made: Meaning) -> Difference:
    """Return the operators missing or in excess; instead of a sign, a sentence may say "plus"."""
    difference = compare("operator", expected.operators, made.operators)
    spoken = made.known.sides[0].count(0) - expected.known.sides[0].count(0)
    difference = difference._replace(
        lost=difference.lost - Counter({"+": max(spoken, 0)}),
        extra=difference.extra - Counter({"+": max(-spoken, 0)}),
    )
    other = made if difference.lost else expected
    both = bool(difference.lost and difference.extra)
    return difference._replace(sure=both or other.words < SENTENCE_WORDS)


def _comparison_difference(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the comparisons missing or in excess; if all have a number, together with it."""
    if expected.comparisons == made.comparisons:
        bound = all(len(text.bounds) == len(text.comparisons) for text in (expected, made))
        return compare("comparison", *((expected.bounds, made.bounds) if bound else ((), ())))
    check, lost, extra, _ = compare("comparison", expected.comparisons, made.comparisons)
    for own, others, text in ((lost, extra, expected), (extra, lost, made)):
        for sign in text.negated:
            contrary = NEGATED_SIGN.get(sign, "")
            if own[sign] > 0 and others[contrary] > 0:
                own[sign] -= 1
                others[contrary] -= 1
    lost, extra = lost - Counter(made.hints), extra - Counter(expected.hints)
    extra -= _required(expected, made)
    signs = Counter(expected.typed), Counter(made.typed)
    typed = lost & (signs[0] - signs[1]) or extra & (signs[1] - signs[0])
    nearly = (
        _shift_bounds(lost, expected.shares) == extra and _shift_bounds(extra, made.shares) == lost
    )
    sure = bool(typed or (lost and extra)) and not nearly
    if not sure:
        lost &= _meant(expected, made)
        extra &= _meant(made, expected)
    difference = Difference(check, lost, extra, sure)
    return without_unlisted_words(difference, {sign: name for name, sign in SIGNS.items()}, pair)


def _meant(text: Meaning, other: Meaning) -> Counter[str]:
    """Return the comparisons of a text that `other` does not have, and that are no idioms.

    "No more than 1" is "only 1"; "one or more cards" is "cards", where the other text has no 1 and
    no article; without a figure, ">" and "<" are mostly idioms, as "more than a whisper".
    """
    bounds = Counter(text.bounds) - Counter(other.bounds)
    has_one = other.articles or other.ones or "1" in other.numbers
    idioms = [sign for sign in NEGATED_SIGN if sign != "≥" or not has_one]
    bounds = without(bounds, [f"{sign} 1" for sign in idioms])
    formal = without(_without_figure(text) - _without_figure(other), STRICT)
    return _signs(bounds.elements()) + formal


def _without_figure(text: Meaning) -> Counter[str]:
    return Counter(text.comparisons) - _signs(text.bounds)


def _signs(bounds: Iterable[str]) -> Counter[str]:
    """Return how often bounds, as `≥ 3`, have each sign."""
    return Counter(bound.partition(" ")[0] for bound in bounds)


def _required(expected: Meaning, made: Meaning) -> Counter[str]:
    """Return the comparisons that only repeat what the source requires: "requires 3" is ≥ 3.

    Where the source has no number at all, as in "if damage is dealt", it is ≥ 1.
    """
    bounds = Counter(made.bounds) - Counter(expected.bounds)
    added = made.ones + made.articles - expected.ones - expected.articles
    figures = (*expected.known.required, *["1"] * added)
    least = Counter(f"{AT_LEAST} {figure}" for figure in figures)
    return Counter({AT_LEAST: (bounds & least).total()})


AT_LEAST = "≥"


def _shift_bounds(comparisons: Counter[str], shares: Items) -> Counter[str]:
    """Return comparisons with shares, with inclusive and exclusive exchanged.

    Nobody has exactly half of something: "below 50 %" becomes "50 % or less" in other languages.
    """
    have = Counter(shares)
    near = {WITH_OTHER_BOUND[sign]: n for sign, n in comparisons.items() if have[sign] >= n}
    return Counter(near)


WITH_OTHER_BOUND = {">": "≥", "≥": ">", "<": "≤", "≤": "<"}
"""Each comparison with inclusive and exclusive exchanged."""

NEGATED_SIGN = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""Each comparison after a negation."""


def _describe(difference: Difference, source: str) -> str:
    check, lost, extra, _ = difference

    def show(counter: Counter[str]) -> str:
        braced = "{%s}" if check == "placeholder" else "%s"
        return ", ".join(f"`{braced % item}`" for item in sorted(counter.elements()))

    if lost and extra:
        return f"{check}: found {show(extra)}, expected {show(lost)}"
    verb = "is" if (lost or extra).total() == 1 else "are"
    if lost:
        return f"{check}: {show(lost)} {verb} missing"
    link = "[%s" if any(item.startswith("^") for item in extra) else "](%s"
    written = {"placeholder": "{%s}", "icon": ":%s:", "link": link}.get(check, "%s")
    if all(re.search(rf"(?<![\w.]){re.escape(written % item)}(?!\w)", source) for item in extra):
        return f"{check}: {show(extra)} appear{'s' if verb == 'is' else ''} too often"
    return f"{check}: {show(extra)} {verb} not in the source"


UNSURE = "only a warning: either text may use another word, and words have several meanings"
"""Why a difference is only a warning."""


def excerpt(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"


@dataclass(frozen=True)
class Marks:
    """The markup of a text, sorted, with repetitions."""

    placeholders: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Their targets."""
    emphasis: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Marks:
        """Parse the markup of a text."""
        return cls(
            tuple(sorted(PLACEHOLDER.findall(text))) if "{" in text else (),
            tuple(sorted(ICON.findall(text))) if ":" in text else (),
            tuple(sorted(target for _, target in LINK.findall(text))) if "[" in text else (),
            emphasis(text) if "*" in text else (),
            tuple(sorted(LIST_MARK.findall(text))) if "\n" in text else (),
        )


def emphasis(text: str) -> tuple[str, ...]:
    """Return the emphasised passages as `*…*` or `**…**`, and unpaired stars as `*`."""
    rest, strong = STRONG_EMPHASIS.subn(r"\1", LINK.sub(r"\1", text))
    rest, weak = WEAK_EMPHASIS.subn(r"\1", rest)
    stray = len(STRAY_STAR.findall(rest))
    return ("*",) * stray + ("**…**",) * strong + ("*…*",) * weak


# Two stars before a letter; no double but perhaps single stars (a nested `*…*`); two stars after a
# letter, or three, of which the first ends a nested `*…*`.
STRONG_EMPHASIS = re.compile(r"\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+?\*?)(?<=\S)\*\*")

# One star before a letter; no stars; one star after a letter.
WEAK_EMPHASIS = re.compile(r"\*(?=[^\s*])([^*]+?)(?<=\S)\*")

# A star that touches something: the one in `2 * 3` is a sign.
STRAY_STAR = re.compile(r"(?<![\s*])\*|\*(?![\s*])")

# A hyphen, or a number and a full stop, at the start of a line, before a space.
LIST_MARK = re.compile(r"^[^\S\n]*(-|\d+\.) ", re.MULTILINE)


def order_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield figures of `target` in another order than in `source`.

    Other checks compare figures that do not appear equally often in both.
    """
    before, after = pair.source.figures(source), pair.target.figures(target)
    for low, high in _reversible_ranges(after) - _reversible_ranges(before):
        if (high, low) in _ranges(before):
            message = f"order: the range `{low}–{high}` is reversed"
            yield Mismatch(message, f"expected `{high}–{low}`", "error", "order")
            return
    for low, high in sorted(_reversible_ranges(before) - _ranges(after)):
        for ends in sorted(_ranges(after) - _ranges(before)):
            if all(ends) and (ends[0] == low) != (ends[1] == high):
                message = f"order: found the range `{ends[0]}–{ends[1]}`"
                yield Mismatch(message, f"expected `{low}–{high}`", "error", "order")
                return
    yield from _split_ranges(before, after, source, pair.target.written.joining | JOINING_SIGNS)
    counts = Counter(_ordered_figures(before)), Counter(_ordered_figures(after))
    both = {figure for figure in counts[0] if counts[0][figure] == counts[1][figure]}
    both -= _figures_with_own_marks(before, after)
    said, again = pair.source.read(source), pair.target.read(target)
    both -= _bounds_of_one_figure(said) & _bounds_of_one_figure(again)
    expected, made = (
        [one for one in _ordered_figures(text) if one in both] for text in (before, after)
    )
    free = pair.target.written.free_order or _are_clauses_exchanged(said, again)
    if expected != made and not free and not _is_only_per(before, expected, made, pair.source):
        yield order_mismatch(expected, made, source)
    for pattern, group in ((ICON, 1), (LINK, 2)):
        listed = [[one[group] for one in pattern.finditer(text)] for text in (source, target)]
        if listed[0] != listed[1] and sorted(listed[0]) == sorted(listed[1]):
            yield order_mismatch(listed[0], listed[1], source)


def _bounds_of_one_figure(text: Meaning) -> set[str]:
    """Return the figures whose comparison no other figure of a text has.

    In "at least 2, at most 4" each figure has its own; in "fewer than 2 …, fewer than 4 …" only
    their order tells which is which.
    """
    signs = _signs(text.bounds)
    pairs = (bound.split(" ", 1) for bound in text.bounds)
    return {figure for sign, figure in pairs if signs[sign] == 1}


def _has_other_order(source: str, target: str, pair: Pair) -> bool:
    """Tell whether two texts have the same figures in another order."""
    before = _ordered_figures(pair.source.figures(source))
    after = _ordered_figures(pair.target.figures(target))
    return before != after and sorted(before) == sorted(after)


def _are_clauses_exchanged(expected: Meaning, made: Meaning) -> bool:
    """Tell whether what grows and what shrinks have changed places: "2 less …, 3 more …"."""
    ours, theirs = expected.known.sides[0], made.known.sides[0]
    return ours != theirs and sorted(ours) == sorted(theirs)


def _figures_with_own_marks(before: Tokens, after: Tokens) -> set[str]:
    """Return the figures that have the same mark of their own in both texts: "3 VP and 20 M€".

    No other figure has this mark, so that an exchange would show.
    """
    words = ({token.text for token in tokens if _is_name(token)} for tokens in (before, after))
    shared = frozenset.intersection(*map(frozenset, words))
    ours, theirs = _marks_of_figures(before, shared), _marks_of_figures(after, shared)
    return {
        figure
        for figure, marks in ours.items()
        if all(marks)
        and marks == theirs.get(figure)
        and not any({*marks} & {*others} for name, others in ours.items() if name != figure)
    }


def _marks_of_figures(tokens: Tokens, shared: AbstractSet[str]) -> dict[str, list[str]]:
    """Return for each figure what is right beside it at each place: a sign, bracket or name."""
    marks: dict[str, list[str]] = {}
    for at, token in enumerate(tokens):
        for name in _figure_names(token):
            marks.setdefault(name, []).append(_mark_beside(tokens, at, shared))
    return {name: sorted(found) for name, found in marks.items()}


def _mark_beside(tokens: Tokens, at: int, shared: AbstractSet[str]) -> str:
    before, behind = peek(tokens, at - 1), peek(tokens, at + 1)
    if before.key in MARKING_SIGNS and not tokens[at].spaced:
        return before.key
    for word in (behind, before):
        if word.text in shared:
            return word.text
    limit = peek(tokens, at - 2) if before.key == "." else before
    if limit.key in ("max", "min"):
        return limit.key
    return "%" if behind.key == "%" else ""


def _is_name(token: TextToken) -> bool:
    """Tell whether a token is a word in capitals, or a single capital: VP, M."""
    return isinstance(token, WordToken) and token.text.isupper()


MARKING_SIGNS = frozenset("+-(×")
"""Signs before a figure that other languages keep."""


def _split_ranges(
    before: Tokens, after: Tokens, source: str, joining: AbstractSet[str]
) -> Iterator[Mismatch]:
    """Yield a range of the source whose ends are joined by "and" in the translation."""
    for low, high in sorted(_reversible_ranges(before) - _ranges(after)):
        for at, token in enumerate(after):
            joint = peek(after, at + 1)
            ends = _range_end(token), _range_end(peek(after, at + 2))
            if ends == (low, high) and joint.key in joining:
                gap = " " if joint.spaced else ""
                found = f"{low}{gap}{joint.text} {high}"
                message = f"order: found `{found}`, expected the range `{low}–{high}`"
                hint = f"source: “{excerpt(source)}”; only a warning: “between 2 and 5” is one"
                yield Mismatch(message, hint, "warning", "order")
                return


def negation_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield a "not" of `source` that `target` does not have.

    If both have the same number of sentences, those with a "not" are counted.
    """
    if "negations" in pair.target.silent or not pair.source.read(source).known.denies:
        return
    ours, theirs = (SENTENCE_GAP.split(text.strip()) for text in (source, target))
    if len(ours) != len(theirs):
        ours, theirs = [source], [target]
    read = [(one, pair.source.read(one)) for one in ours]
    denied = [one for one, said in read if said.known.denies and not said.negated]
    if len(denied) > sum(pair.target.read(one).known.negations > 0 for one in theirs):
        hint = f"source: “{excerpt(denied[0])}”; {UNSURE}"
        yield Mismatch("negation: a word for `not` is missing", hint, "warning", "negation")


# The space between two sentences, or lines.
SENTENCE_GAP = re.compile(r"(?<=[.!?。])\s+|\n+")


def opposite_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield where the highest, the half or the left of `source` is the lowest, double or right."""
    here, there = pair.source, pair.target
    kinds = chain(CONTRASTS.values(), repeat(("opposite", "warning")))
    expected, made = here.read(source), there.read(target)
    for turned in turned_round(expected.known.sides, made.known.sides, kinds, here.opposites):
        changes = turned.expected in here.opposites[0].names
        if changes and (expected.has_signs or made.has_signs):
            continue  # "increase by 1" may be +1
        if changes and turned.swapped and _has_other_order(source, target, pair):
            continue  # whole clauses have changed places
        if turned.one_way and (expected.known.negations or made.known.negations):
            continue  # "not A or B" is "not A and not B"
        hint = f"source: “{excerpt(source)}”"
        if turned.swapped:
            message = f"{turned.check}: `{turned.expected}` and its opposite have changed places"
        else:
            message = f"{turned.check}: found the opposite of `{turned.expected}`"
        hint += f"; {UNSURE}" if turned.severity == "warning" else ""
        yield Mismatch(message, hint, turned.severity, turned.check)


def measure_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield numbers that have another unit in `target`: 30 m for 30 ft."""
    expected, made = (
        pair.source.read(source).known.measures,
        pair.target.read(target).known.measures,
    )
    for measure in expected:
        if any(measure.unit == other.unit or is_same_measure(measure, other) for other in made):
            continue
        for other in made:
            if other.number == measure.number:
                message = f"unit: found `{other.written}`, expected `{measure.written}`"
                yield Mismatch(message, f"source: “{excerpt(source)}”", "error", "unit")
                break
    known = {measure.number for measure in expected}
    for other in made:
        counted = _counted(pair.source.figures(source), other.number)
        small = counted.lower() in pair.source.small_words or pair.source.opposites[
            0
        ].phrases.occurrences(pair.source.words(counted))
        if other.number not in known and counted and not small and other.is_in_full:
            message = f"unit: found `{other.written}`, expected `{other.number} {counted}`"
            hint = f"source: “{excerpt(source)}”; {UNSURE}"
            yield Mismatch(message, hint, "warning", "unit")


def _is_only_per(
    before: Tokens, expected: Sequence[str], made: Sequence[str], source: Language
) -> bool:
    """Tell whether only a 1 changed places around "per": "1 point per 3 cards"."""
    if not any(token.key in source.written.per for token in before):
        return False
    return [one for one in expected if one != "1"] == [one for one in made if one != "1"]


def _counted(tokens: Tokens, number: str) -> str:
    """Return the word behind a number in digits; "" if the number is there more than once.

    A single letter is none: 12 o'clock.
    """
    places = [
        at
        for at, token in enumerate(tokens)
        if isinstance(token, Number) and token.how is How.DIGITS and number in token.values
    ]
    behind = peek(tokens, places[0] + 1) if len(places) == 1 else SPACE
    counts = isinstance(behind, WordToken) and behind.spaced and len(behind.text) > 1
    return behind.text if counts else ""


def order_mismatch(expected: Sequence[str], made: Sequence[str], source: str) -> Mismatch:
    """Return the mismatch of two sequences with the same items in another order."""
    at = next(at for at, pair in enumerate(zip(expected, made, strict=True)) if pair[0] != pair[1])
    quoted = [
        ", ".join(f"`{thing}`" for thing in listed[at : at + 2]) for listed in (made, expected)
    ]
    hint = f"source: “{excerpt(source)}”; only a warning: your language may need another order"
    message = f"order: found {quoted[0]}, expected {quoted[1]}"
    return Mismatch(message, hint, "warning", "order")


def _ordered_figures(tokens: Tokens) -> list[str]:
    """Return the figures of a text in order, without words that another language may omit."""
    return [name for token in tokens for name in _figure_names(token)]


def _figure_names(token: TextToken) -> Sequence[str]:
    if isinstance(token, Held):
        return (token.text,)
    if isinstance(token, Number) and token.how in (How.DIGITS, How.WORDS):
        return [value for value in token.values if value != "1" or token.how is How.DIGITS]
    return ()


def _ranges(tokens: Tokens) -> set[tuple[str, str]]:
    """Return the ends of each range with a dash: 9–11, {low}–{high}."""
    return {
        (_range_end(peek(tokens, at - 1)), _range_end(peek(tokens, at + 1)))
        for at, token in enumerate(tokens)
        if token.key == "-" and not token.spaced
    }


def _reversible_ranges(tokens: Tokens) -> set[tuple[str, str]]:
    return {ends for ends in _ranges(tokens) if ends[0] and ends[1] and ends[0] != ends[1]}


def _range_end(token: TextToken) -> str:
    if isinstance(token, Held):
        return token.text
    return token.whole if isinstance(token, Number) and token.how is How.DIGITS else ""


JOINING_SIGNS = frozenset(",&")
"""Signs that join two figures without making a range of them."""
