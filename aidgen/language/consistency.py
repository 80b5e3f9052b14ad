"""Whether two texts in two languages agree in their numbers, dice, comparisons, marks and order."""

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
from aidgen.language.tokens import (
    LARGEST_PART,
    Held,
    How,
    Number,
    TextToken,
    Tokens,
    peek,
    tokenize,
)
from aidgen.problems import Severity


class Difference(NamedTuple):
    """What a translation lacks of its source, and what it has that the source has not."""

    check: str
    lost: Counter[str]
    extra: Counter[str]
    sure: bool = True
    """Whether it is certainly a fault: a word in one text alone may not be a number at all."""


def compare(check: str, expected: Items, made: Items) -> Difference:
    """Return the items that `made` lacks, and those it has in excess."""
    return Difference(check, Counter(expected) - Counter(made), Counter(made) - Counter(expected))


def without_unlisted_words(
    difference: Difference, words: Mapping[str, str], pair: Pair
) -> Difference:
    """Return a difference without items whose words a language has not listed.

    `words` maps an item to the word list that would name it. If each text has something that the
    other lacks, the difference stays as it is.
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
    expected, made = pair.source.read(source), pair.target.read(target)
    marks = _mark_differences(Marks.of(source), Marks.of(target))
    for difference in (*marks, *_meaning_differences(expected, made, pair)):
        if difference.lost or difference.extra:
            hint = f"source: “{excerpt(source)}”"
            severity: Severity = "error" if difference.sure else "warning"
            hint += "" if difference.sure else f"; {UNSURE}"
            yield Mismatch(_describe(difference, source), hint, severity, difference.check)
    for number in made.foreign:
        if number not in expected.foreign and not _is_in_shared_name(number, source, target):
            sign = "," if "," in number else "."
            expected_sign = pair.target.number_format.decimal
            message = f"number: `{number}` uses `{sign}`"
            message += f"; this language's decimal separator is `{expected_sign}`"
            hint = f"write `{number.replace(sign, expected_sign)}`"
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
    expected, made = expected.adapt_to(made), made.adapt_to(expected)
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
    typed = {*lost} & {*expected.typed} or {*extra} & {*made.typed}
    nearly = (
        _shift_bounds(lost, expected.shares) == extra and _shift_bounds(extra, made.shares) == lost
    )
    sure = bool(typed or (lost and extra)) and not nearly
    difference = Difference(check, lost, extra, sure)
    return without_unlisted_words(difference, {sign: name for name, sign in SIGNS.items()}, pair)


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
    written = {"placeholder": "{%s}", "icon": ":%s:", "link": "](%s"}.get(check, "%s")
    if all(re.search(rf"(?<![\w.]){re.escape(written % item)}(?!\w)", source) for item in extra):
        return f"{check}: {show(extra)} appear{'s' if verb == 'is' else ''} too often"
    return f"{check}: {show(extra)} {verb} not in the source"


UNSURE = "only a warning: either text may use another word, and words have several meanings"
"""Why a difference is only a warning."""


def excerpt(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"


def number_difference(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the numbers that are missing or in excess.

    If none are, a number typed twice in a row may still be in excess. Beginnings of compounds are
    ignored. A number that lost only its sign counts, but not as certain in a sentence, which may
    use a word such as "more".
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
    """The numbers that are missing in a translation, and those that are in excess."""

    lost: Counter[str]
    extra: Counter[str]


def _balance(expected: Meaning, made: Meaning) -> _Balance:
    """Return the numbers, other than 1, that only one of two texts has."""
    _, lost, extra, _ = compare("number", expected.numbers, made.numbers)
    lost = lost - Counter(made.asides) - _repeated_in_names(expected, made)
    return _Balance(lost, extra - Counter(expected.asides) - _repeated_in_names(made, expected))


def _repeated_in_names(text: Meaning, other: Meaning) -> Counter[str]:
    """Return the numbers in names, as CC BY 4.0, that the other text has, too, but fewer times."""
    return Counter(number for number in text.named if number in other.numbers)


def _swap(balance: _Balance) -> _Balance:
    return _Balance(balance.extra, balance.lost)


def _split_sign_changes(
    balance: _Balance, expected: Meaning, made: Meaning
) -> tuple[_Balance, _Balance]:
    """Return a balance without the numbers that differ only in their sign, and these."""
    lost = _sign_changes(balance, made, made.ones - expected.ones)
    extra = _sign_changes(_swap(balance), expected, expected.ones - made.ones)
    bare = _strip_signs(lost), _strip_signs(extra)
    rest = _Balance(balance.lost - lost - bare[1], balance.extra - extra - bare[0])
    return rest, _Balance(lost + bare[1], extra + bare[0])


def _sign_changes(balance: _Balance, other: Meaning, ones: int) -> Counter[str]:
    """Return the missing numbers that the other text, if a sentence, has without their sign.

    `ones` is how many more 1 in digits the other text has.
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
    """Return a balance without numbers grouped as in another language, as 5,000, and these."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    found = _Balance(Counter(), Counter())
    for read, meant in (pair.split("=") for pair in made.thousands):
        if extra[read] > 0 and lost[meant] > 0:
            extra[read] -= 1
            lost[meant] -= 1
            found = _Balance(found.lost + Counter([meant]), found.extra + Counter([read]))
    return _Balance(+lost, +extra), found


def _strip_signs(numbers: Counter[str]) -> Counter[str]:
    """Return numbers without their signs, except placeholders, which are compared separately."""
    bare = (number.lstrip("".join(NUMBER_SIGNS)) for number in numbers.elements())
    return Counter(number for number in bare if not number.startswith("{"))


def _balance_ones(
    balance: _Balance, expected: Meaning, made: Meaning, unsigned: _Balance
) -> _Balance:
    """Return a balance with each 1 in digits that only one text has.

    The other language may put it in words, if it has such words in excess. Those that differ in
    their sign are already reported.
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
    """Tell whether missing and excess numbers are certainly a fault.

    A number in words that only one text has may be an idiom. A pronoun may replace what the source
    repeats. A word that begins like a number may be an unlisted form of it. A 1 in digits may be an
    article in the other text, and a 0 its "no". The beginning of a compound, as in 15-puzzle, may
    have another name.
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
    """Return a balance without what the other text has in two words: « cincuenta y cuatro »."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in lost if TWO_WORD_NUMBER.fullmatch(number)]:
        parts = [f"{number[0]}0", number[1]]
        if all(extra[part] > 0 and part in other.in_words for part in parts):
            lost.subtract([number])
            extra.subtract(parts)
    return _Balance(+lost, +extra)


def _only_in_digits(things: Counter[str], text: Meaning, others: Items = ()) -> Counter[str]:
    """Return the numbers that a text has in digits, and more often than `others`."""
    in_digits = Counter(text.numbers) - Counter(text.in_words) - Counter(others)
    return Counter(
        {thing: n for thing, n in things.items() if thing == "1" or in_digits[thing] > 0}
    )


def _large_or_exact(numbers: Counter[str]) -> Counter[str]:
    """Return the numbers that are too large, or too exact, to be in words."""
    return Counter(
        {
            number: n
            for number, n in numbers.items()
            if not number.isdecimal() or int(number) > LARGEST_IN_WORDS
        }
    )


def _balance_fractions(balance: _Balance) -> _Balance:
    """Return a balance without numbers that are missing as two, as in "three quarters" for 0.75."""
    parts, whole = Counter(balance.lost), Counter(balance.extra)
    for number in [*whole]:
        value = Fraction(number) if BELOW_ONE.fullmatch(number) else Fraction(1)
        top, bottom = map(str, value.limit_denominator(LARGEST_PART).as_integer_ratio())
        if bottom != "1" and parts[bottom] > 0 and (top == "1" or parts[top] > 0):
            parts.subtract([bottom] if top == "1" else [top, bottom])
            whole.subtract([number])
    return _Balance(+parts, +whole)


def _balance_halves(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what is missing as "two and a half" and is one word for 2.5."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [
        number for number in extra if number in other.in_words and AND_A_HALF.fullmatch(number)
    ]:
        whole = number.removesuffix(".5")
        if lost["0.5"] > 0 and (whole == "1" or lost[whole] > 0):
            lost.subtract(["0.5"] if whole == "1" else ["0.5", whole])
            extra.subtract([number])
    return _Balance(+lost, +extra)


def _balance_units(balance: _Balance, factors: Iterable[Fraction]) -> _Balance:
    """Return a balance without numbers that are equal after conversion: 5 feet are 1.5 m."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number, factor in [(number, factor) for number in lost for factor in factors]:
        if UNSIGNED.fullmatch(number):
            converted = neutral(Fraction(number) * factor)
            same = min(lost[number], extra[converted])
            lost[number] -= same
            extra[converted] -= same
    return _Balance(+lost, +extra)


LARGEST_IN_WORDS = 20
"""Texts write numbers up to this in words; of those measured, hardly any does above it."""

TWO_WORD_NUMBER = re.compile("[1-9][1-9]")
"""A number that may be two words: tens and ones."""

WORDS_OF_PARTS = {"0.5": "half", "2": "twice"}
"""Numbers with their own word list."""

UNSIGNED = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,10})?")
"""A number without a sign."""

AND_A_HALF = re.compile(r"[1-9]\.5")
"""A number and a half."""

BELOW_ONE = re.compile(r"0\.\d{1,10}")
"""A number below one."""


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
            tuple(sorted(target for _, target in LINK.findall(text))) if "](" in text else (),
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


def extreme_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield where the highest of something in `source` is the lowest in `target`, or vice versa."""
    expected, made = (_count_extremes(source, pair.source), _count_extremes(target, pair.target))
    for one, other in ((0, 1), (1, 0)):
        if made[one] < expected[one] and made[other] > expected[other]:
            message = (
                f"extreme: found a word for {EXTREMES[other]}, expected one for {EXTREMES[one]}"
            )
            hint = f"source: “{excerpt(source)}”"
            yield Mismatch(message, hint, "error", "extreme")


def _count_extremes(text: str, language: Language) -> list[int]:
    tokens = tokenize(text)
    return [len(phrases.distinct_occurrences(tokens)) for phrases in language.extremes]


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
        return [value for value in token.values if value != "1"]
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
