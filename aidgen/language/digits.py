"""Numbers and dice that a text writes in digits, as its language writes them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

from aidgen.game.figures import neutral
from aidgen.language.tokens import (
    LARGEST_PART,
    Digits,
    Held,
    How,
    Line,
    Number,
    Sign,
    Token,
    is_wordlike,
    tokens,
)


@dataclass(frozen=True)
class NumberFormat:
    """What a language writes between thousands, and before decimals."""

    grouping: frozenset[str]
    """Signs and kinds of white space between thousands, those of any language among them."""
    decimal: str

    @classmethod
    def of(cls, examples: Sequence[str]) -> NumberFormat:
        """Read the ways of writing the number 1,234.5; what is none of them is passed over."""
        ways = [way for example in examples if (way := _way(tokens(example)))]
        grouping = GROUPING.union(group for group, _ in ways if group)
        return cls(grouping, ways[0][1] if ways else ".")

    def read(self, line: Line) -> tuple[Token, ...]:
        """Return a line with its digits as numbers: thousands, decimals, fractions, versions."""
        rest: list[Token] = []
        at = 0
        while at < len(line):
            token, stop = line[at], at + 1
            if isinstance(token, Digits):
                token, stop = self._number(line, at)
            rest.append(token)
            at = stop
        return tuple(rest)

    def _number(self, line: Line, start: int) -> tuple[Number, int]:
        """Return the number at a token, and the token behind it."""
        first = line[start]
        whole, at = self._whole(line, start)
        grouped = at > start + 1
        written = [whole]
        while (
            _is_glued(Sign, line, at) and line[at].key in ".,/" and _is_glued(Digits, line, at + 1)
        ):
            written += (line[at].key, line[at + 1].key)
            at += 2
        values, how, decimal = _values("".join(written)), How.DIGITS, ""
        if len(written) == 3 and written[1] in DECIMAL_SIGNS and not grouped:
            decimal = written[1]
        if len(written) == 1 and _is_glued(Number, line, at):  # as in 1½
            values, how, at = (_mixed(whole, line[at].text),), How.WORDS, at + 1
        key = whole if at == start + 1 else ""
        return Number(first.gap, "".join(written), key, first.spaced, values, how, decimal), at

    def _whole(self, line: Line, start: int) -> tuple[str, int]:
        """Return the digits of a number before its decimals, and the token behind them."""
        digits, at = line[start].key, start + 1
        behind_sign = start and not line[start].spaced and line[start - 1].key in DECIMAL_SIGNS
        if len(digits) <= THOUSAND and not behind_sign:
            while stop := self._group(line, at):
                digits += line[stop - 1].key
                at = stop
        return digits, at

    def _group(self, line: Line, at: int) -> int:
        """Return the token behind three digits that go on with a number, 0 if there are none."""
        if _is_glued(Sign, line, at) and line[at].key in self.grouping:
            at += 1
            return at + 1 if _is_glued(Digits, line, at) and len(line[at].key) == THOUSAND else 0
        if at < len(line) and isinstance(line[at], Digits) and line[at].gap in self.grouping:
            return at + 1 if len(line[at].key) == THOUSAND else 0
        return 0


def with_dice(line: Line, letters: AbstractSet[str]) -> tuple[Token, ...]:
    """Return a line in which each die is one token, held; `letters` are those before its faces."""
    rest: list[Token] = []
    at = 0
    while at < len(line):
        token, stop = line[at], at + 1
        if token.text in letters and (die := _die(line, at)):
            count = _count(rest)
            if count or token.spaced or not rest or not is_wordlike(rest[-1]):
                name, stop = die
                first = rest.pop() if count else token
                text = name if count in ("", "1") else count + name
                token = Held(first.gap, text, "", first.spaced)
        rest.append(token)
        at = stop
    return tuple(rest)


def _count(before: Line) -> str:
    """Return how many dice the last of some tokens counts; "" if it counts none."""
    last = before[-1] if before else None
    if not isinstance(last, Number) or last.how is How.ASIDE:
        return ""
    in_word = len(before) > 1 and not last.spaced and is_wordlike(before[-2])
    return "" if in_word else last.whole


def _die(line: Line, at: int) -> tuple[str, int] | None:
    """Return a die without its count, as d6+1, whose letter is at a token; and the token behind."""
    if not _is_glued(Number, line, at + 1) or not (faces := _whole_in_digits(line, at + 1)):
        return None
    name, stop = f"d{faces}", at + 2
    sign = line[stop].key if stop < len(line) else ""
    bonus = _whole_in_digits(line, stop + 1)
    glued = not any(token.spaced for token in line[stop : stop + 2])
    if bonus and (sign == "+" or (sign == "-" and glued)) and not _goes_on(line, stop + 2):
        return f"{name}{sign}{bonus}", stop + 2
    return None if _goes_on(line, stop) else (name, stop)


def _whole_in_digits(line: Line, at: int) -> str:
    token = line[at] if at < len(line) else None
    return token.whole if isinstance(token, Number) and token.how is How.DIGITS else ""


def _goes_on(line: Line, at: int) -> bool:
    """Tell whether a letter or digit stands at a token with no space before it."""
    return at < len(line) and not line[at].spaced and is_wordlike(line[at])


def _is_glued(kind: type[Token], line: Line, at: int) -> bool:
    """Tell whether there is a token of a kind at a place, with no space before it."""
    return at < len(line) and isinstance(line[at], kind) and not line[at].spaced


def _way(example: Sequence[Token]) -> tuple[str, str] | None:
    """Return what stands between the thousands, and before the decimals, of 1,234.5."""
    match [token.key for token in example]:
        case ["1", group, "234", decimal, "5"]:
            return group, decimal
        case ["1", "234", decimal, "5"]:
            return " ", decimal
        case ["1234", decimal, "5"]:
            return "", decimal
    return None


def _values(written: str) -> tuple[str, ...]:
    """Return the numbers in digits divided by points, commas and strokes."""
    over, _, under = written.partition("/")
    if over.isdecimal() and under.isdecimal() and under[0] != "0":
        return (neutral(Fraction(int(over[:LONGEST]), int(under[:LONGEST]))),)
    return tuple(value for part in written.split("/") for value in _decimals(part))


def _decimals(written: str) -> tuple[str, ...]:
    """Return a decimal number; of a version or a date, its parts."""
    parts = written.replace(",", ".").split(".")
    if len(parts) == 2:
        return (neutral(Fraction(f"{parts[0][:LONGEST]}.{parts[1][:LONGEST]}")),)
    return tuple(str(int(part[:LONGEST])) for part in parts)


def _mixed(whole: str, part: str) -> str:
    value = Fraction(unicodedata.numeric(part)).limit_denominator(LARGEST_PART)
    return neutral(int(whole[:LONGEST]) + value)


THOUSAND = 3
"""How many digits stand between two signs that set thousands apart."""

DECIMAL_SIGNS = (".", ",")

GROUPING = frozenset("\u00a0\u202f\u2009'")
"""What may set thousands apart in any language."""

LONGEST = 40
"""How many digits of a number are read: more than any game has, and few enough to reckon with."""
