"""The numbers that one of two texts has and the other has not, and whether that is a fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from aidgen.game.figures import neutral
from aidgen.language.language import Language, Pair
from aidgen.language.meaning import GROUP_DIGITS, NUMBER_SIGNS, SENTENCE_WORDS, Items, Meaning
from aidgen.language.measures import is_same_measure
from aidgen.language.tokens import LARGEST_PART


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


def without(counter: Counter[str], items: Collection[str]) -> Counter[str]:
    """Return a counter without some items, however often it has them."""
    return Counter({item: times for item, times in counter.items() if item not in items})


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
            lost = without(lost, (thing,))
        if name in pair.source.silent:
            extra = without(extra, (thing,))
    return Difference(check, lost, extra, sure)


def number_difference(expected: Meaning, made: Meaning, pair: Pair) -> Difference:
    """Return the numbers that are missing or in excess.

    If none are, a number typed twice in a row may still be in excess. Beginnings of compounds are
    ignored. A number that lost only its sign counts, but not as certain in a sentence, which may
    use a word such as "more".
    """
    expected, made = _without_spoken_signs(expected, made), _without_spoken_signs(made, expected)
    balance = _balance(expected, made)
    balance, unsigned = _split_sign_changes(balance, expected, made)
    balance, ungrouped = _split_group_signs(balance, made)
    balance = _balance_ones(balance, expected, made, unsigned)
    for ours, other in ((expected, made), (made, expected)):
        balance = _balance_fractions(balance)
        balance = _balance_times(balance)
        balance = _balance_sums(balance, other)
        balance = _balance_halves(balance, other)
        balance = _balance_groups(balance)
        balance = _balance_range(balance, ours, other)
        balance = _swap(balance)
    balance = _balance_measures(balance, expected, made)
    lost, extra = balance.lost, balance.extra
    if not lost or not extra:
        lost, extra = lost - Counter(expected.compounds), extra - Counter(made.compounds)
    if not lost or not extra:
        # A text may refer to what both mention: "these 2 cards".
        lost = lost - Counter(expected.referring)
        extra = extra - _also_in(expected, made.referring)
    typed = _only_in_digits(lost, expected), _only_in_digits(extra, made)
    if "number-words" in pair.target.silent:
        lost = typed[0] if extra else _large_or_exact(typed[0])
    if "number-words" in pair.source.silent:
        extra = typed[1] if lost else _large_or_exact(typed[1])
    if not lost and {*extra} == {"1"}:
        extra = Counter()  # "a barrier, decoy or trap" may be 1 of each
    if made.known.distributing and not extra:
        lost -= Counter({number: lost[number] for number in (*made.shared, "1"[: made.ones])})
    if {*lost} == {"1"} and not extra and _may_leave_ones_out(expected, made, pair.target):
        lost = Counter()
    if not lost and not extra - Counter((*made.in_words, *made.definite)):
        extra = without(extra, expected.numbers)  # "if all 3 of them"
    slips = Counter(made.slips) - Counter(expected.neighbours)
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


def _may_leave_ones_out(expected: Meaning, made: Meaning, target: Language) -> bool:
    """Tell whether a 1 may be an article of the translation, or none in a language without.

    A translation with other 1s in digits has one too few, and the 1 of `3 + 1` is never a word.
    """
    articles = target.written.no_articles or made.articles > expected.articles
    same = made.lookalikes <= expected.lookalikes and made.fixed >= expected.fixed
    return articles and same and not made.ones


def _balance(expected: Meaning, made: Meaning) -> _Balance:
    """Return the numbers, other than 1, that only one of two texts has."""
    _, lost, extra, _ = compare("number", expected.numbers, made.numbers)
    # Numbers in names, as CC BY 4.0, may be repeated.
    lost = lost - Counter(made.asides) - _also_in(made, expected.named)
    return _Balance(lost, extra - Counter(expected.asides) - _also_in(expected, made.named))


def _also_in(text: Meaning, numbers: Iterable[str]) -> Counter[str]:
    """Return those of the numbers of another text that this one has, too."""
    return Counter(number for number in numbers if number in text.numbers)


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
    changes: Counter[str] = Counter()
    for number, times in balance.lost.items() if other.words >= SENTENCE_WORDS else ():
        bare = _without_sign(number)
        turned = any(balance.extra[sign + bare] for sign in NUMBER_SIGNS)
        if bare == number or turned:
            continue
        if bare.startswith("{"):
            changes[number] = times
        elif bare == "1":
            changes[number] = min(times, ones if ones > 0 else other.articles)
        else:
            changes[number] = min(times, balance.extra[bare])
    return +changes


def _without_spoken_signs(text: Meaning, other: Meaning) -> Meaning:
    """Return a text with its numbers bare where the other has no signs but says "add" or "less"."""
    said = {*(Counter(other.known.sides[0]) - Counter(text.known.sides[0]))}
    theirs = Counter(other.numbers)
    bare = [
        number
        for number in (Counter(text.numbers) - theirs).elements()
        if SIDES.get(number[0]) in said and not theirs[number]
    ]
    if not bare:
        return text
    values = [number[1:] for number in bare if not number[1:].startswith("{")]
    rest = (Counter(text.numbers) - Counter(bare)).elements()
    numbers = sorted([*rest, *(value for value in values if value != "1")])
    return replace(text, numbers=tuple(numbers), ones=text.ones + values.count("1"))


SIDES = {"+": 0, "-": 1}
"""The side of `ui.plus` and `ui.minus` that means the same as each sign."""


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
    bare = map(_without_sign, numbers.elements())
    return Counter(number for number in bare if not number.startswith("{"))


def _without_sign(number: str) -> str:
    return number.lstrip("".join(NUMBER_SIGNS))


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
    if missing > 0 and not made.ones:
        same = _common_bounds_of_one(expected, made)
        missing, spare = max(missing - same, 0), spare - same
    lost = missing if missing > min(spare, expected.ones - expected.fixed) else 0
    extra = -missing if -missing > min(-spare, made.ones - made.fixed) else 0
    return _Balance(
        +(balance.lost + Counter({"1": lost})), +(balance.extra + Counter({"1": extra}))
    )


def _common_bounds_of_one(expected: Meaning, made: Meaning) -> int:
    """Return how many comparisons with a 1 both texts have: "more than 1" is « più di un »."""
    both = Counter(expected.bounds) & Counter(made.bounds)
    return sum(times for bound, times in both.items() if bound.endswith(" 1"))


def _is_sure(lost: Counter[str], extra: Counter[str], expected: Meaning, made: Meaning) -> bool:
    """Tell whether missing and excess numbers are certainly a fault.

    A number in words that only one text has may be an idiom. A pronoun may replace what the source
    repeats. A word that begins like a number may be an unlisted form of it. A 1 in digits may be an
    article in the other text, and a 0 its "no". The beginning of a compound, as in 15-puzzle, may
    have another name.
    """
    if lost and {*lost, *extra} == {"1"}:
        return made.lookalikes > expected.lookalikes
    if expected.known.storeys and made.known.storeys and _is_next_storey(lost, extra):
        return False
    said = {*made.numbers, *made.known.alike}
    lost, extra = lost - Counter(made.known.alike), extra - Counter(expected.known.alike)
    if not lost or not extra:
        lost, extra = lost - Counter(expected.bonded), extra - Counter(made.bonded)
    typed = bool(_only_in_digits(lost, expected))
    said_again = all(number in said for number in lost)
    may_be_word = expected.articles > 0
    if lost and extra:
        return typed or not said_again or not may_be_word or {*extra} != {"1"}
    if lost:
        denied = {*lost} == {"0"} and made.known.denials > 0
        back = lost - Counter(expected.definite)
        return typed and not said_again and not denied and bool(back)
    sums = {neutral(one + other) for one, other in combinations(_few_values(expected), 2)}
    repeated = {*expected.numbers, *sums, *made.bracketed, *(["0"] * expected.known.denials)}
    repeated |= {_without_sign(number) for number in expected.numbers}  # "+2, so 2 more cards"
    added = _only_in_digits(extra, made)
    return any({number, _without_sign(number)}.isdisjoint(repeated) for number in added)


def _is_next_storey(lost: Counter[str], extra: Counter[str]) -> bool:
    """Tell whether two texts count the storeys of a house differently: third floor, 2. Stock."""
    if lost.total() != 1 or extra.total() != 1:
        return False
    (ours,), (theirs,) = lost, extra
    return ours.isdecimal() and theirs.isdecimal() and abs(int(ours) - int(theirs)) == 1


def _few_values(text: Meaning) -> list[Fraction]:
    """Return the numbers of a text without signs; none if there are many, as in a table."""
    if text.ones + len(text.numbers) > MANY_NUMBERS:
        return []
    ones = [Fraction(1)] * text.ones
    return ones + [Fraction(number) for number in text.numbers if UNSIGNED.fullmatch(number)]


MANY_NUMBERS = 12
"""In so many numbers, most others are the sum or ratio of two."""


def _balance_sums(balance: _Balance, other: Meaning) -> _Balance:
    """Return a balance without what the other text has in two words: « cincuenta y cuatro »."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in lost if TWO_WORD_NUMBER.fullmatch(number)]:
        parts = [f"{number[0]}0", number[1]]
        if all(extra[part] > 0 and part in other.in_words for part in parts):
            lost.subtract([number])
            extra.subtract(parts)
    return _Balance(+lost, +extra)


def _only_in_digits(things: Counter[str], text: Meaning) -> Counter[str]:
    in_digits = Counter(text.numbers) - Counter(text.in_words)
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
    """Return a balance without numbers that are missing as two: "three quarters", "6 or 8"."""
    parts, whole = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in whole if FRACTION.fullmatch(number)]:
        value = Fraction(number).limit_denominator(LARGEST_PART) or Fraction(number)
        top, bottom = map(str, value.as_integer_ratio())
        few = list(parts) if len(parts) <= MANY_NUMBERS else []
        ratios = [(top, bottom), *permutations(few, 2)]
        for over, under in ratios:
            digits = over.isdecimal() and under.isdecimal() and under not in ("0", "1")
            if not digits or Fraction(int(over), int(under)) != value:
                continue
            if parts[under] > 0 and (over == "1" or parts[over] > 0):
                parts.subtract([under] if over == "1" else [over, under])
                whole.subtract([number])
                break
    return _Balance(+parts, +whole)


def _balance_times(balance: _Balance) -> _Balance:
    """Return a balance without times of day whose minutes follow another sign: 6:15 as 6.15."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for time in filter(TIME_OF_DAY.fullmatch, balance.extra):
        hour, _, minutes = time.partition(".")
        parts = [hour, str(int(f"{minutes:0<2}"))]  # 6:30 is read as 6.3
        while extra[time] > 0 and not Counter(parts) - lost:
            lost.subtract(parts)
            extra.subtract([time])
    return _Balance(+lost, +extra)


def _balance_groups(balance: _Balance) -> _Balance:
    """Return a balance without a large number that the other text writes in groups: 20 000."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    for number in [number for number in lost if number.isdecimal() and len(number) > GROUP_DIGITS]:
        groups = [str(int(group)) for group in f"{int(number):,}".split(",")]
        if not Counter(groups) - extra:
            lost.subtract([number])
            extra.subtract(groups)
    return _Balance(+lost, +extra)


def _balance_range(balance: _Balance, text: Meaning, other: Meaning) -> _Balance:
    """Return a balance without what lies within a range that the other text spells out: 1, 2, 3."""
    extra = Counter(balance.extra)
    spelled = {*other.numbers, *(["1"] if other.ones else [])}
    for low, high in text.ranges:
        if {low, high} <= spelled and int(high) - int(low) <= LONGEST_SPELLED_RANGE:
            extra -= Counter(map(str, range(int(low) + 1, int(high))))
    return _Balance(balance.lost, extra)


def _balance_measures(balance: _Balance, expected: Meaning, made: Meaning) -> _Balance:
    """Return a balance without measures that say the same in other units: 5 miles are 8 km."""
    lost, extra = Counter(balance.lost), Counter(balance.extra)
    ours = [one for one in expected.known.measures if lost[one.number] or one.number == "1"]
    theirs = [one for one in made.known.measures if extra[one.number] or one.number == "1"]
    for one in ours:
        for other in theirs:
            if one.unit != other.unit and is_same_measure(one, other):
                lost.subtract([one.number])
                extra.subtract([other.number])
    return _Balance(+lost, +extra)


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

FRACTION = re.compile(r"\d{1,10}\.\d{1,10}")
"""A number that may be a fraction."""

TIME_OF_DAY = re.compile(r"(?:1?[0-9]|2[0-3])\.[0-5][0-9]?")
"""A number that may be a time of day."""

LONGEST_SPELLED_RANGE = 6
"""How far the ends of a range may be apart if a translation spells it out."""
