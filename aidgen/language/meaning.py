"""What a text says that must be the same in every language: figures, dice and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from aidgen.language.comparisons import Compared, is_figure
from aidgen.language.tokens import SPACE, Held, How, Line, Number, Token, Word, is_wordlike


@dataclass(frozen=True)
class Meaning:
    """What a text says that must be the same in every language.

    Numbers have their sign: `3`, `+1`, `1.5`. The number 1 is apart: its word may be an article.
    """

    dice: Counter[str]
    comparisons: Counter[str]
    bounds: Counter[str]
    """Comparisons with the number beside them, as `≥ 3`; one that has none is left out."""
    negated: tuple[str, ...]
    """Those that a "not" before them turns round: "not more than" may be "at most"."""
    hints: Counter[str]
    """Comparisons in words that may compare nothing, as "over"."""
    percents: Counter[str]
    operators: Counter[str]
    numbers: Counter[str]
    asides: Counter[str]
    """Numbers said by words that another language may leave out, as "both"."""
    ones: int
    """How many 1 are written in digits."""
    slips: Counter[str]
    """Figures that nothing parts, as in `2 2 cards`, `{low}{high}`: slips, if others have none."""
    fixed: int
    """How many of these are never put into words, as in `3 + 1`."""
    articles: int
    """How many 1 are said in words."""

    @classmethod
    def of(cls, line: Line, compared: Sequence[Compared]) -> Meaning:
        """Gather what a line says; `compared` are the comparisons that were taken out of it."""
        certain = [one for one in compared if not one.aside]
        signs = Counter(one.sign for one in certain if one.sign != PERCENT)
        amounts = list(_amounts(line))
        ones = [amount for amount in amounts if amount.value == "1"]
        many = [amount for amount in amounts if amount.value != "1"]
        return cls(
            dice=Counter(token.text for token in line if is_die(token)),
            comparisons=signs,
            bounds=Counter(
                f"{one.sign} {one.bound}" for one in compared if one.bound and one.sign in signs
            ),
            negated=tuple(one.sign for one in compared if one.negated),
            hints=Counter(one.sign for one in compared if one.aside),
            percents=Counter(one.sign for one in certain if one.sign == PERCENT),
            operators=Counter(line[at].key for at in range(len(line)) if _is_operator(line, at)),
            numbers=Counter(amount.value for amount in many if amount.how is not How.ASIDE),
            asides=Counter(amount.value for amount in many if amount.how is How.ASIDE),
            slips=Counter(
                f"{one.text}{' ' * two.spaced}{two.text}"
                for one, two in pairwise(line)
                if _is_slip(one, two)
            ),
            ones=sum(amount.how is How.DIGITS for amount in ones),
            fixed=sum(amount.fixed for amount in ones),
            articles=sum(amount.how is not How.DIGITS for amount in ones),
        )


class _Amount(NamedTuple):
    """A number with its sign; whether it is in digits that are never put into words."""

    value: str
    how: How
    fixed: bool


def _amounts(line: Line) -> Iterator[_Amount]:
    for at, token in enumerate(line):
        if isinstance(token, Number):
            sign = _sign(line, at)
            for value in token.values:
                fixed = value == "1" and not sign and _is_fixed(line, at)
                yield _Amount(sign + value, token.how, fixed)
                sign = ""
        elif isinstance(token, Held) and (sign := _sign(line, at)):
            yield _Amount(sign + token.text, How.DIGITS, fixed=False)


def _sign(line: Line, at: int) -> str:
    """Return the plus or minus of a figure; one between two figures is none."""
    if not at or line[at].spaced or line[at - 1].key not in SIGNED:
        return ""
    between = at > 1 and not line[at - 1].spaced and _is_operand(line[at - 2], ")]")
    return "" if between else line[at - 1].key


def _is_fixed(line: Line, at: int) -> bool:
    """Tell whether a number is in digits that are never put into words, as in `3 + 1`, `5.1`."""
    number = line[at]
    if not isinstance(number, Number) or number.how is not How.DIGITS:
        return False
    first, before = _token(line, at - 2), _token(line, at - 1)
    behind = _token(line, at + 1)
    if "." in number.text or before.key in (*RECKONING, ".") or behind.key in RECKONING:
        return True
    counted = first if isinstance(before, Word) and before.spaced else before
    row = isinstance(counted, Number) and number.spaced  # as in "2 cards 1 coin"
    return row or (isinstance(behind, Number) and behind.how is How.DIGITS and behind.spaced)


def _token(line: Line, at: int) -> Token:
    return line[at] if 0 <= at < len(line) else SPACE


def _is_slip(one: Token, two: Token) -> bool:
    """Tell whether of two figures side by side one is typed twice, or the sign between is gone."""
    if isinstance(one, Number) and isinstance(two, Number):
        return one.how is two.how is How.DIGITS and one.values == two.values
    return is_figure(one) and is_figure(two) and not two.spaced


def _is_operator(line: Line, at: int) -> bool:
    """Tell whether a sign works out something of what stands before and behind it: `a + b`."""
    if line[at].key not in OPERATORS or not 0 < at < len(line) - 1:
        return False
    before, behind = line[at - 1], line[at + 1]
    if line[at].spaced != behind.spaced:
        return False
    return _is_operand(before, ")") and (behind.spaced or is_figure(behind))


def _is_operand(token: Token, brackets: str) -> bool:
    return (
        is_wordlike(token) or isinstance(token, Held) or (token.key != "" and token.key in brackets)
    )


def is_die(token: Token) -> bool:
    """Tell whether a token stands for dice, and not for a placeholder."""
    return isinstance(token, Held) and not token.text.startswith("{")


PERCENT = "%"
SIGNED = frozenset("+-±")
OPERATORS = frozenset("+÷")
RECKONING = ("+", "×", "÷", "=")
