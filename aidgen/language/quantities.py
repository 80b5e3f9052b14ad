"""Printed figures read back as quantities, whatever language wrote them."""

from __future__ import annotations

import re
from fractions import Fraction

from aidgen.game.figures import Bonus, Dice, Percent, Range, Ratio, Raw

EXACT = Fraction(1, 200)
"""By how much a printed number may differ from the canon's: two decimals are written at most."""


def numeral(words: str) -> Raw | None:
    """Return the figure that `words` write; None if they write none.

    A point or comma before three digits divides thousands, before one or two it is decimal.
    """
    bare = re.sub(r"\s", "", words).replace("\N{MINUS SIGN}", "-")
    if len(bare) > LONGEST:
        return None
    if die := DICE.fullmatch(bare):
        return Dice(int(die[1] or 0), int(die[2]), int(die[3] or 0))
    if ends := RANGE.fullmatch(bare):
        low, high = _number(ends[1]), _number(ends[2] or ends[1])
        if low is None or high is None or (low.denominator, high.denominator) != (1, 1):
            return None
        return Range(int(low), int(high) if ends[2] else None)
    if bare.count("%") == 1 and (bare.startswith("%") or bare.endswith("%")):
        number = _number(bare.strip("%").removeprefix("+"))
        return None if number is None else Percent(number, signed="+" in bare)
    if parts := RATIO.fullmatch(bare):
        first, second = map(_number, parts.groups())
        return Ratio(first, second) if first is not None and second else None
    number = _number(bare.removeprefix("+"))
    if number is None or not bare.startswith("+"):
        return number
    return None if bare.startswith("+-") else Bonus(number)


def measured(words: str) -> Raw | None:
    """Return the figure that `words` write, the unit before or behind it left out."""
    found = numeral(words)
    return numeral(UNIT.sub("", words.strip())) if found is None else found


def same(first: Raw, second: Raw) -> bool:
    """Tell whether two figures are the same, numbers as exactly as they are written."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return abs(first - second) <= EXACT
    if isinstance(first, Ratio) and isinstance(second, Ratio):
        return same(first.first, second.first) and same(first.second, second.second)
    if isinstance(first, Bonus) and isinstance(second, Bonus):
        return same(first.number, second.number)
    if isinstance(first, Percent) and isinstance(second, Percent):
        return first.signed == second.signed and same(first.number, second.number)
    return first == second


def _number(bare: str) -> Fraction | None:
    parts = NUMBER.fullmatch(bare)
    if parts is None:
        return None
    whole = re.sub(r"\D", "", parts[2])
    return Fraction(f"{parts[1]}{whole}.{parts[3] or 0}")


LONGEST = 60
"""How many characters a figure may have: more than any of a game, and few enough to reckon with."""

# Dice in any language, whatever letter it has for a die: 2d6+1, W20.
DICE = re.compile(r"(\d*)[^\W\d_]{1,2}(\d+)([-+]\d+)?")

# One number over another: 20/60.
RATIO = re.compile(r"([\d.,’']+)/([\d.,’']+)")

# A unit: words and signs before a figure or behind it, none of them a digit or of a figure.
UNIT = re.compile(r"^[^\d\s+−-]+\s+(?=[\d+−-])|(?<=[\d+%])\s*[^\d\s+%–][^\d+%–]*$")

# A range from one number to another, or to all that are larger: 3–5, 9+.
RANGE = re.compile(r"([^–+]+)(?:–([^–+]+)|\+)")

# A number: its sign, its whole part in groups or not, its decimals: -1,234.5, 1’000, 12,5.
NUMBER = re.compile(r"(-?)(\d{1,3}(?:[.,’']\d{3})+|\d+)(?:[.,](\d{1,2}))?")
