"""Printed figures read back as quantities, whatever language wrote them."""

from __future__ import annotations

import re
from fractions import Fraction

from aidgen.game.figures import Dice, Range, Raw

EXACT = Fraction(1, 200)
"""By how much a printed number may differ from the canon's: two decimals are written at most."""


def numeral(words: str) -> Raw | None:
    """Return the number, range or dice that `words` write; None if they write none of these.

    A point or comma before three digits divides thousands, before one or two it is decimal.
    """
    bare = re.sub(r"\s", "", words).replace("\N{MINUS SIGN}", "-")
    if found := DICE.fullmatch(bare):
        return Dice(int(found[1] or 0), int(found[2]), int(found[3] or 0))
    if found := RANGE.fullmatch(bare):
        low, high = _number(found[1]), _number(found[2] or found[1])
        if low is None or high is None or (low.denominator, high.denominator) != (1, 1):
            return None
        return Range(int(low), int(high) if found[2] else None)
    return _number(bare)


def same(one: Raw, other: Raw) -> bool:
    """Tell whether two figures are the same, numbers as exactly as they are written."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return abs(one - other) <= EXACT
    return one == other


def _number(bare: str) -> Fraction | None:
    found = NUMBER.fullmatch(bare)
    if found is None:
        return None
    whole = re.sub(r"\D", "", found[2])
    return Fraction(f"{found[1]}{whole}.{found[3] or 0}")


DICE = re.compile(r"(\d*)[^\W\d_]{1,2}(\d+)([-+]\d+)?")
"""Dice in any language, whatever letter it has for a die."""
RANGE = re.compile(r"([^–+]+)(?:–([^–+]+)|\+)")
"""A range from one number to another, or to all that are larger."""
NUMBER = re.compile(r"(-?)(\d{1,3}(?:[.,’']\d{3})+|\d+)(?:[.,](\d{1,2}))?")
"""A number: its sign, its whole part in groups or not, its decimals."""
