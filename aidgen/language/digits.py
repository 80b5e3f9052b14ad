"""Numbers that a text writes in digits, as its language writes them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeGuard

from aidgen.game.figures import neutral
from aidgen.language.tokens import (
    LARGEST_PART,
    VULGAR,
    Digits,
    How,
    Number,
    Sign,
    Token,
    Tokens,
    is_glued,
    is_wordlike,
    peek,
    tokenize,
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
        ways = [way for example in examples if (way := _way(tokenize(example)))]
        decimal = ways[0][1] if ways else "."
        grouping = GROUPING.union(group for group, _ in ways if group)
        return cls(grouping | {"."} if ways and decimal == "," else grouping, decimal)

    def read(self, tokens: Tokens) -> Tokens:
        """Return tokens with their digits as numbers: thousands, decimals, fractions, dates."""
        if Digits not in map(type, tokens):
            return tokens
        rest: list[Token] = []
        at = 0
        while at < len(tokens):
            token, stop = tokens[at], at + 1
            if isinstance(token, Digits):
                token, stop = self._number(tokens, at)
            rest.append(token)
            at = stop
        return list(_multiplied(rest))

    def foreign(self, tokens: Tokens, version: tuple[str, ...]) -> list[str]:
        """Return the decimal numbers among some tokens that have another sign than these.

        What stands behind the word for a version, by its keys, or behind an acronym, as in
        SRD 5.1 or CC BY 4.0, is a name and no number.
        """
        return [
            token.text
            for at, token in enumerate(tokens)
            if isinstance(token, Number)
            and token.decimal not in ("", self.decimal)
            and tuple(token.key for token in tokens[max(at - len(version), 0) : at]) != version
            and not _is_part(tokens, at)
            and not _is_acronym(peek(tokens, at - 1))
        ]

    def _number(self, tokens: Tokens, start: int) -> tuple[Number, int]:
        """Return the number at a token, and the token behind it."""
        first = tokens[start]
        digits, at = self._thousands(tokens, start)
        grouped = at > start + 1
        written = [digits]
        while continues(tokens, at, ".,/"):
            written += (tokens[at].key, tokens[at + 1].key)
            at += 2
        values, how = _values("".join(written)), How.DIGITS
        decimal = written[1] if len(written) == 3 and written[1] != "/" and not grouped else ""
        if len(written) == 1 and is_glued(Number, tokens, at) and tokens[at].text in VULGAR:  # 1½
            values, how, at = (_mixed(digits, tokens[at].text),), How.WORDS, at + 1
        key = digits if at == start + 1 else ""
        return Number(first.gap, "".join(written), key, first.spaced, values, how, decimal), at

    def _thousands(self, tokens: Tokens, start: int) -> tuple[str, int]:
        """Return the digits of a number before its decimals, and the token behind them."""
        digits, at = tokens[start].key, start + 1
        in_decimals = not tokens[start].spaced and peek(tokens, start - 1).key in (".", ",")
        if len(digits) <= THOUSAND and digits[0] != "0" and not in_decimals:
            while stop := self._group(tokens, at):
                digits += tokens[stop - 1].key
                at = stop
        return digits, at

    def _group(self, tokens: Tokens, at: int) -> int:
        """Return the token behind three digits that go on with a number, 0 if there are none."""
        if is_glued(Sign, tokens, at) and tokens[at].key in self.grouping:
            sign, at = tokens[at], at + 1
            on = is_glued(Digits, tokens, at) and not _goes_on(tokens, at + 1, sign)
        else:
            on = isinstance(peek(tokens, at), Digits) and tokens[at].gap in self.grouping
        return at + 1 if on and len(tokens[at].key) == THOUSAND else 0


def _goes_on(tokens: Tokens, at: int, sign: Token) -> bool:
    """Tell whether a sign stands again at a token, with what are no thousands: 192.168.1.42."""
    while tokens[at : at + 1] and tokens[at].text == sign.text and continues(tokens, at, sign.key):
        if len(tokens[at + 1].key) != THOUSAND:
            return True
        at += 2
    return sign.text in PARTING


def _multiplied(tokens: Tokens) -> Iterator[Token]:
    """Yield some tokens, with a number in digits and the large unit behind it as one: 2 million."""
    unit = 0
    for at, token in enumerate(tokens):
        behind = peek(tokens, at + 1)
        if unit == at and unit:
            continue
        if _is_amount(token) and isinstance(behind, Number) and behind.whole in MULTIPLES:
            value = neutral(Fraction(token.values[0]) * int(behind.whole))
            text = f"{token.text}{behind.gap}{behind.text}"
            token, unit = replace(token, text=text, key="", values=(value,)), at + 1
        yield token


def _is_amount(token: Token) -> TypeGuard[Number]:
    """Tell whether a token is one number in digits."""
    return isinstance(token, Number) and token.how is How.DIGITS and len(token.values) == 1


def _is_part(tokens: Tokens, at: int) -> bool:
    """Tell whether a number is part of something longer, as of 10.5x or a/10.5."""
    before, behind = peek(tokens, at - 1), peek(tokens, at + 1)
    if not tokens[at].spaced and (is_wordlike(before) or before.key in LINKS):
        return True
    if not behind.spaced and behind.key in LINKS:
        behind = peek(tokens, at + 2)
    return not behind.spaced and is_wordlike(behind, edge=0)


def _is_acronym(token: Token) -> bool:
    return len(token.text) > 1 and token.text.isupper()


def continues(tokens: Tokens, at: int, signs: str) -> bool:
    """Tell whether a number goes on at a token: there is one of some signs, and digits behind."""
    on = is_glued(Sign, tokens, at) and is_glued(Digits, tokens, at + 1)
    return on and tokens[at].key in signs and tokens[at].text not in PARTING


def whole_number(digits: str) -> str:
    """Return a number in digits as it is written without noughts before it."""
    return str(int(digits[:LONGEST]))


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
    return tuple(map(whole_number, parts))


def _mixed(whole: str, part: str) -> str:
    value = Fraction(unicodedata.numeric(part)).limit_denominator(LARGEST_PART)
    return neutral(int(whole[:LONGEST]) + value)


LINKS = (".", ",", ":", "/")
"""Signs that link digits or letters, if no space parts them, into what is no decimal number."""

PARTING = ("，", "、")
"""Commas between two numbers, never within one."""

THOUSAND = 3
"""How many digits stand between two signs that set thousands apart."""

GROUPING = frozenset("\u00a0\u202f\u2009'")
"""What may set thousands apart in any language."""

MULTIPLES = frozenset(map(str, (10**3, 10**4, 10**6, 10**8, 10**9)))
"""What is said in words behind a number that it multiplies: 10 thousand, 1.5 million, 1万."""

LONGEST = 40
"""How many digits of a number are read: more than any game has, and few enough to reckon with."""
