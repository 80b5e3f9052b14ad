"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and links?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from aidgen.game.figures import neutral
from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.language import EXTREMES, SIGNS, Language, Pair
from aidgen.language.meaning import NUMBER_SIGNS, SENTENCE_WORDS, Items, Meaning
from aidgen.language.tokens import LARGEST_PART, Held, How, Number, Token, Tokens, peek, tokenize
from aidgen.problems import Severity


class Difference(NamedTuple):
    """What was compared, what of it a translation has lost, and what it has too much."""

    check: str
    lost: Counter[str]
    extra: Counter[str]
    sure: bool = True
    """Whether it is a fault: what one text alone says, and in words, may count nothing."""


def compare(check: str, expected: Items, made: Items) -> Difference:
    """Return the things that a text lost, and those that it has too much."""
    return Difference(check, Counter(expected) - Counter(made), Counter(made) - Counter(expected))


def without_unlisted_words(
    difference: Difference, words: Mapping[str, str], pair: Pair
) -> Difference:
    """Return a difference without what a language may say in words that it has not given.

    `words` names what is to be given, by what it says. Where the other text has something else
    instead, it was not left out, and is told.
    """
    check, lost, extra, sure = difference
    if lost and extra:
        return difference
    for thing, name in words.items():
        if name in pair.target.silent:
            lost = Counter({said: times for said, times in lost.items() if said != thing})
        if name in pair.source.silent:
            extra = Counter({said: times for said, times in extra.items() if said != thing})
    return Difference(check, lost, extra, sure)


class Mismatch(NamedTuple):
    """What a translation says otherwise than its source, and what may help."""

    message: str
    hint: str
    severity: Severity = "error"
    check: str = ""
    """The check that tells it, by which a translator may declare the text right."""


def mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield what `target` says otherwise than `source`: marks, figures, comparisons.

    The order of numbers is free, since languages put their words in other places: "2 damage and 3
    healing" against "3 dégâts et 2 soins" is left to `misused`, which knows the glossary.
    """
    expected, made = pair.source.read(source), pair.target.read(target)
    marks = _mark_differences(Marks.of(source), Marks.of(target))
    for difference in (*marks, *_meaning_differences(expected, made, pair)):
        if difference.lost or difference.extra:
            hint = f"source: “{excerpt(source)}”"
            severity: Severity = "error" if difference.sure else "warning"
            hint += "" if difference.sure else f"; {UNSURE}"
            yield Mismatch(_describe(difference), hint, severity, difference.check)
    for number in made.foreign:
        if number not in expected.foreign and not _is_in_shared_name(number, source, target):
            message = f"number: `{number}` has not the decimal sign of this language"
            hint = f"expected `{pair.target.number_format.decimal}`"
            yield Mismatch(message, hint, "warning", "number")


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
    expected, made = expected.beside(made), made.beside(expected)
    if expected != made:
        dice = compare("dice", expected.dice, made.dice)
        yield _percent_difference(expected, made)
        yield _operator_difference(expected, made)
        yield _comparison_difference(expected, made, pair)
        silent = pair.target.silent if dice.lost else pair.source.silent
        alone = bool(dice.lost) != bool(dice.extra)
        if not (alone and "dice-letter" in silent):  # else dice of an unknown letter are numbers
            yield dice
            yield number_difference(expected, made, pair)


def _percent_difference(expected: Meaning, made: Meaning) -> Difference:
    """Return the percentages lost and too many.

    What is said in words may be a noun of its own, and numbers may share a sign: "15 or 30 %".
    """
    difference = compare("percent", expected.percents, made.percents)
    sign = SIGNS["percent"]
    own, other = (expected, made) if difference.lost else (made, expected)
    count = sum((difference.lost or difference.extra).values())
    return difference._replace(sure=sign in own.typed and count > other.hints.count(sign))


def _operator_difference(expected: Meaning, made: Meaning) -> Difference:
    """Return the operators lost and too many; where one is not typed, a sentence may say "plus"."""
    difference = compare("operator", expected.operators, made.operators)
    other = made if difference.lost else expected
    both = bool(difference.lost and difference.extra)
    return difference._replace(sure=both or other.words < SENTENCE_WORDS)


def _comparison_difference(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the comparisons lost and too many; where all have their numbers, with these."""
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
    typed = {*lost} & {*expected.typed} or {*extra} & {*made.typed}
    nearly = (
        _shift_bounds(lost, expected.shares) == extra and _shift_bounds(extra, made.shares) == lost
    )
    sure = bool(typed or (lost and extra)) and not nearly
    difference = Difference(check, lost, extra, sure)
    return without_unlisted_words(difference, {sign: name for name, sign in SIGNS.items()}, pair)


def _shift_bounds(comparisons: Counter[str], shares: Items) -> Counter[str]:
    """Return comparisons with shares as they are if their bounds count, too, or do not any more.

    Nobody has exactly half of something: "below 50 %" is said as "50 % or less" elsewhere.
    """
    have = Counter(shares)
    near = {WITH_OTHER_BOUND[sign]: n for sign, n in comparisons.items() if have[sign] >= n}
    return Counter(near)


WITH_OTHER_BOUND = {">": "≥", "≥": ">", "<": "≤", "≤": "<"}
"""What a comparison says when its bound counts, too, or does not any more."""

NEGATED_SIGN = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}
"""What a comparison says when it is negated."""


def _describe(difference: Difference) -> str:
    check, lost, extra, _ = difference

    def show(counter: Counter[str]) -> str:
        braced = "{%s}" if check == "placeholder" else "%s"
        return ", ".join(f"`{braced % item}`" for item in sorted(counter.elements()))

    if lost and extra:
        return f"{check}: found {show(extra)}, expected {show(lost)}"
    return f"{check}: {show(lost)} is missing" if lost else f"{check}: {show(extra)} is too much"


UNSURE = "no error, since one text may say it by another word, or a word may mean something else"
"""Why a difference is a warning."""


def excerpt(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"


def number_difference(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the numbers lost and those that are too much.

    Where all are there, what was typed twice may still be too much. What is part of a compound is
    passed over. A number whose sign alone is lost is told, and no error in a sentence, which may
    say "more" instead.
    """
    balance = _balance(expected, made)
    balance, unsigned = _split_sign_changes(balance, expected, made)
    balance, ungrouped = _split_group_signs(balance, made)
    balance = _balance_ones(balance, expected, made, unsigned)
    balance = _balance_fractions(balance)
    balance = _swap(_balance_fractions(_swap(balance)))
    balance = _balance_sums(balance, made)
    balance = _swap(_balance_sums(_swap(balance), expected))
    balance = _balance_halves(balance, made)
    balance = _swap(_balance_halves(_swap(balance), expected))
    lost, extra = _balance_units(balance, pair.conversions)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.compounds), extra - Counter(made.compounds)
    typed = _only_in_digits(lost, expected), _only_in_digits(extra, made)
    if "number-words" in pair.target.silent:
        lost = typed[0] if extra else _large_or_exact(typed[0])
    if "number-words" in pair.source.silent:
        extra = typed[1] if lost else _large_or_exact(typed[1])
    slips = Counter(made.slips) - Counter(expected.slips)
    sure = bool(slips or _is_sure(lost, extra, expected, made))
    difference = Difference("number", lost, extra or slips, sure)
    difference = difference if sure else without_unlisted_words(difference, WORDS_OF_PARTS, pair)
    return difference._replace(
        lost=difference.lost + unsigned.lost + ungrouped.lost,
        extra=difference.extra + unsigned.extra + ungrouped.extra,
    )


class _Balance(NamedTuple):
    """The numbers that a translation lacks, and those that its source lacks."""

    lost: Counter[str]
    extra: Counter[str]


def _balance(expected: Meaning, made: Meaning) -> _Balance:
    """Return the numbers of two texts that are not in both, but for the number 1."""
    _, lost, extra, _ = compare("number", expected.numbers, made.numbers)
    lost = lost - Counter(made.asides) - _repeated_in_names(expected, made)
    return _Balance(lost, extra - Counter(expected.asides) - _repeated_in_names(made, expected))


def _repeated_in_names(text: Meaning, other: Meaning) -> Counter[str]:
    """Return the numbers in names, as in CC BY 4.0, that the other text says, too, but once."""
    return Counter(number for number in text.named if number in other.numbers)


def _swap(balance: _Balance) -> _Balance:
    return _Balance(balance.extra, balance.lost)


def _split_sign_changes(
    balance: _Balance, expected: Meaning, made: Meaning
) -> tuple[_Balance, _Balance]:
    """Return a balance without the numbers that differ in their sign alone, and these."""
    lost = _sign_changes(balance, made, made.ones - expected.ones)
    extra = _sign_changes(_swap(balance), expected, expected.ones - made.ones)
    bare = _strip_signs(lost), _strip_signs(extra)
    rest = _Balance(balance.lost - lost - bare[1], balance.extra - extra - bare[0])
    return rest, _Balance(lost + bare[1], extra + bare[0])


def _sign_changes(balance: _Balance, other: Meaning, ones: int) -> Counter[str]:
    """Return the numbers lost that the other text says without their sign, if it is a sentence.

    `ones` are the 1 that the other text has in digits and this one has not.
    """
    found: Counter[str] = Counter()
    for number, times in balance.lost.items() if other.words >= SENTENCE_WORDS else ():
        bare = number.lstrip("".join(NUMBER_SIGNS))
        turned = any(balance.extra[sign + bare] for sign in NUMBER_SIGNS)
        if bare == number or turned:
            continue
        if bare.startswith("{"):
            found[number] = times
        elif bare == "1":
            found[number] = min(times, ones if ones > 0 else other.articles)
        else:
            found[number] = min(times, balance.extra[bare])
    return +found


def _split_group_signs(balance: _Balance, made: Meaning) -> tuple[_Balance, _Balance]:
    """Return a balance without what has the signs of another language, as 5,000, and these."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    found = _Balance(Counter(), Counter())
    for read, meant in (pair.split("=") for pair in made.thousands):
        if extra[read] > 0 and lost[meant] > 0:
            extra[read] -= 1
            lost[meant] -= 1
            found = _Balance(found.lost + Counter([meant]), found.extra + Counter([read]))
    return _Balance(+lost, +extra), found


def _strip_signs(numbers: Counter[str]) -> Counter[str]:
    """Return numbers without their signs; those that are compared by themselves left out."""
    bare = (number.lstrip("".join(NUMBER_SIGNS)) for number in numbers.elements())
    return Counter(number for number in bare if not number.startswith("{"))


def _balance_ones(
    balance: _Balance, expected: Meaning, made: Meaning, unsigned: _Balance
) -> _Balance:
    """Return a balance with the 1 in digits that one text lacks.

    It may be a word in the other language, if that has a word for it to spare. Those that
    differ in their sign are told already.
    """
    missing, spare = expected.ones - made.ones, made.articles - expected.articles
    missing -= min(unsigned.lost["1"], max(missing, 0))
    missing += min(unsigned.extra["1"], max(-missing, 0))
    lost = missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra = -missing if -missing > min(-spare, made.ones - made.fixed) else 0
    return _Balance(
        +(balance.lost + Counter({"1": lost})), +(balance.extra + Counter({"1": extra}))
    )


def _is_sure(lost: Counter[str], extra: Counter[str], expected: Meaning, made: Meaning) -> bool:
    """Tell whether numbers lost and numbers too many are a fault, and nothing that may be right.

    What one text alone says in words may be an idiom, and count nothing. For what the source says
    again, a pronoun may stand; a word that begins like a number may be a form of it that was not
    given; a 1 in digits may be a word of the other text that is an article elsewhere, and a 0 may
    be its "no". What a compound begins with, as a 15-puzzle, may have a name of its own.
    """
    said = {*made.numbers, *made.alike}
    lost, extra = lost - Counter(made.alike), extra - Counter(expected.alike)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.bonded), extra - Counter(made.bonded)
    typed = bool(_only_in_digits(lost, expected))
    said_again = all(number in said for number in lost)
    may_be_word = expected.articles > 0
    if lost and extra:
        return typed or not said_again or not may_be_word or {*extra} != {"1"}
    if lost:
        denied = {*lost} == {"0"} and made.denials > 0
        return typed and not said_again and not (denied or ({*lost} == {"1"} and made.articles > 0))
    return any(
        one != "1" or not may_be_word for one in _only_in_digits(extra, made, expected.numbers)
    )


def _balance_sums(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what the other text says in two words: « cincuenta y cuatro »."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in lost if TWO_WORD_NUMBER.fullmatch(number)]:
        parts = [f"{number[0]}0", number[1]]
        if all(extra[part] > 0 and part in other.worded for part in parts):
            lost.subtract([number])
            extra.subtract(parts)
    return _Balance(+lost, +extra)


def _only_in_digits(things: Counter[str], text: Meaning, others: Items = ()) -> Counter[str]:
    """Return those of a text's numbers that it has in digits, and more often than `others`."""
    in_digits = Counter(text.numbers) - Counter(text.worded) - Counter(others)
    return Counter(
        {thing: n for thing, n in things.items() if thing == "1" or in_digits[thing] > 0}
    )


def _large_or_exact(numbers: Counter[str]) -> Counter[str]:
    """Return those of some numbers that are too large, or too exact, to be said in words."""
    return Counter(
        {
            number: n
            for number, n in numbers.items()
            if not number.isdecimal() or int(number) > LARGEST_IN_WORDS
        }
    )


def _balance_fractions(balance: _Balance) -> _Balance:
    """Return a balance without what was lost as two numbers, as three quarters, and is 0.75."""
    parts, whole = Counter(balance.lost), Counter(balance.extra)
    for number in [*whole]:
        value = Fraction(number) if BELOW_ONE.fullmatch(number) else Fraction(1)
        top, bottom = map(str, value.limit_denominator(LARGEST_PART).as_integer_ratio())
        if bottom != "1" and parts[bottom] > 0 and (top == "1" or parts[top] > 0):
            parts.subtract([bottom] if top == "1" else [top, bottom])
            whole.subtract([number])
    return _Balance(+parts, +whole)


def _balance_halves(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what was lost as "two and a half", and is a word for 2.5."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [
        number for number in extra if number in other.worded and AND_A_HALF.fullmatch(number)
    ]:
        whole = number.removesuffix(".5")
        if lost["0.5"] > 0 and (whole == "1" or lost[whole] > 0):
            lost.subtract(["0.5"] if whole == "1" else ["0.5", whole])
            extra.subtract([number])
    return _Balance(+lost, +extra)


def _balance_units(balance: _Balance, factors: Iterable[Fraction]) -> _Balance:
    """Return a balance without what is the same in other units: 5 feet are 1.5 m."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number, factor in [(number, factor) for number in lost for factor in factors]:
        if UNSIGNED.fullmatch(number):
            converted = neutral(Fraction(number) * factor)
            same = min(lost[number], extra[converted])
            lost[number] -= same
            extra[converted] -= same
    return _Balance(+lost, +extra)


LARGEST_IN_WORDS = 20
"""Up to this number texts say numbers in words; above it, hardly any of those measured does."""

TWO_WORD_NUMBER = re.compile("[1-9][1-9]")
"""A number that may be said in two words: tens, and what is added to them."""

WORDS_OF_PARTS = {"0.5": "half", "2": "twice"}
"""Numbers that have words of their own."""

UNSIGNED = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,10})?")
"""A number without a sign."""

AND_A_HALF = re.compile(r"[1-9]\.5")
"""A number and a half."""

BELOW_ONE = re.compile(r"0\.\d{1,10}")
"""A number that is smaller than one."""


@dataclass(frozen=True)
class Marks:
    """The marks of a text, in the order of the alphabet, each as often as it stands there."""

    placeholders: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Their targets."""
    emphasis: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Marks:
        """Read the marks of a text."""
        return cls(
            tuple(sorted(PLACEHOLDER.findall(text))) if "{" in text else (),
            tuple(sorted(ICON.findall(text))) if ":" in text else (),
            tuple(sorted(target for _, target in LINK.findall(text))) if "](" in text else (),
            emphasis(text) if "*" in text else (),
            tuple(sorted(LIST_MARK.findall(text))) if "\n" in text else (),
        )


def emphasis(text: str) -> tuple[str, ...]:
    """Return the passages of a text that are emphasised, each as `*…*` or as `**…**`.

    A star that closes nothing, or opens nothing, is a `*`.
    """
    rest, strong = STRONG_EMPHASIS.subn(r"\1", LINK.sub(r"\1", text))
    rest, weak = WEAK_EMPHASIS.subn(r"\1", rest)
    stray = len(STRAY_STAR.findall(rest))
    return ("*",) * stray + ("**…**",) * strong + ("*…*",) * weak


# Two stars before a letter; no two stars, but single ones (a `*…*` within); two stars behind a
# letter, or three, of which the first ends a `*…*` within.
STRONG_EMPHASIS = re.compile(r"\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+?\*?)(?<=\S)\*\*")

# One star before a letter; no stars; one star behind a letter.
WEAK_EMPHASIS = re.compile(r"\*(?=[^\s*])([^*]+?)(?<=\S)\*")

# A star with something before or behind it: that in `2 * 3` is a sign.
STRAY_STAR = re.compile(r"(?<![\s*])\*|\*(?![\s*])")

# A hyphen, or a number and a point, at the beginning of a line, before a space.
LIST_MARK = re.compile(r"^[^\S\n]*(-|\d+\.) ", re.MULTILINE)


def order_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield the figures of `target` that stand in another order than those of `source`.

    What is not there as often as in the source is left to other checks.
    """
    before, after = pair.source.figures(source), pair.target.figures(target)
    for low, high in _reversible_ranges(after) - _reversible_ranges(before):
        if (high, low) in _ranges(before):
            message = f"order: the range `{low}–{high}` is turned round"
            yield Mismatch(message, f"expected `{high}–{low}`", "error", ORDER)
            return
    yield from _split_ranges(before, after, source, pair.target.joining | JOINING_SIGNS)
    counts = Counter(_ordered_figures(before)), Counter(_ordered_figures(after))
    both = {figure for figure in counts[0] if counts[0][figure] == counts[1][figure]}
    expected, made = (
        [one for one in _ordered_figures(text) if one in both] for text in (before, after)
    )
    if expected != made:
        yield order_mismatch(expected, made, source)


def _split_ranges(
    before: Tokens, after: Tokens, source: str, joining: AbstractSet[str]
) -> Iterator[Mismatch]:
    """Yield a range of the source of which the translation says both ends, and none between."""
    for low, high in sorted(_reversible_ranges(before) - _ranges(after)):
        for at, token in enumerate(after):
            joint = peek(after, at + 1)
            ends = _range_end(token), _range_end(peek(after, at + 2))
            if ends == (low, high) and joint.key in joining:
                gap = " " if joint.spaced else ""
                found = f"{low}{gap}{joint.text} {high}"
                message = f"order: found `{found}`, expected the range `{low}–{high}`"
                hint = f"source: “{excerpt(source)}”; no error, as “between 2 and 5” is a range too"
                yield Mismatch(message, hint, "warning", ORDER)
                return


def extreme_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield what is highest in `source` and lowest in `target`, or the other way round."""
    expected, made = (_count_extremes(source, pair.source), _count_extremes(target, pair.target))
    for one, other in ((0, 1), (1, 0)):
        if made[one] < expected[one] and made[other] > expected[other]:
            message = f"extreme: found one that is {EXTREMES[other]}, expected {EXTREMES[one]}"
            hint = f"source: “{excerpt(source)}”"
            yield Mismatch(message, hint, "error", "extreme")


def _count_extremes(text: str, language: Language) -> list[int]:
    tokens = tokenize(text)
    return [len(phrases.chosen(tokens)) for phrases in language.extremes]


def order_mismatch(expected: Sequence[str], made: Sequence[str], source: str) -> Mismatch:
    """Return the mismatch of two sequences of the same things in another order."""
    at = next(at for at, pair in enumerate(zip(expected, made, strict=True)) if pair[0] != pair[1])
    quoted = [
        ", ".join(f"`{thing}`" for thing in listed[at : at + 2]) for listed in (made, expected)
    ]
    hint = f"source: “{excerpt(source)}”; no error, since your language may want another order"
    message = f"order: found {quoted[0]}, expected {quoted[1]}"
    return Mismatch(message, hint, "warning", ORDER)


def _ordered_figures(tokens: Tokens) -> list[str]:
    """Return the figures of a text in order, but for words that another language may leave out."""
    return [name for token in tokens for name in _figure_names(token)]


def _figure_names(token: Token) -> Sequence[str]:
    if isinstance(token, Held):
        return (token.text,)
    if isinstance(token, Number) and token.how in (How.DIGITS, How.WORDS):
        return [value for value in token.values if value != "1"]
    return ()


def _ranges(tokens: Tokens) -> set[tuple[str, str]]:
    """Return the two ends of what is written with a dash: 9–11, {low}–{high}."""
    return {
        (_range_end(peek(tokens, at - 1)), _range_end(peek(tokens, at + 1)))
        for at, token in enumerate(tokens)
        if token.key == "-" and not token.spaced
    }


def _reversible_ranges(tokens: Tokens) -> set[tuple[str, str]]:
    return {ends for ends in _ranges(tokens) if ends[0] and ends[1] and ends[0] != ends[1]}


def _range_end(token: Token) -> str:
    if isinstance(token, Held):
        return token.text
    return token.whole if isinstance(token, Number) and token.how is How.DIGITS else ""


ORDER = "order"
JOINING_SIGNS = frozenset(",&")
"""Signs that join two figures without making a range of them."""
