"""Figures: written as a language does, and parsed from print."""

from __future__ import annotations

import re
from dataclasses import astuple
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.numbers import format_decimal

from aidgen.game.figures import (
    MOST_DECIMALS,
    Bonus,
    Dice,
    Figure,
    Percent,
    Range,
    Ratio,
    Raw,
    neutral,
    read_faces,
)

# The largest rounding error of a printed number: at most two decimals are printed.
PRINT_TOLERANCE = Fraction(1, 200)


def parse_figure(words: str) -> Raw | None:
    """Return the figure in `words`; None if it is none.

    A full stop or comma before three digits groups thousands; before one or two, it is decimal.
    """
    bare = "".join(words.split()).replace("\N{MINUS SIGN}", "-")
    if len(bare) > MAX_FIGURE_LENGTH:
        return None
    if (figure := read_faces(words)) and (figure.typed or isinstance(figure.raw, Dice)):
        return figure.raw
    if PRINTED_DICE.fullmatch(bare):
        figure = Figure.read(DICE_LETTER.sub("d", bare))
        return figure.raw if figure and isinstance(figure.raw, Dice) else None
    if ends := PRINTED_RANGE.fullmatch(bare):
        low, high = _parse_number(ends[1]), _parse_number(ends[2] or ends[1])
        if low is None or high is None or (low.denominator, high.denominator) != (1, 1):
            return None
        return Range(int(low), int(high) if ends[2] else None)
    if bare.count("%") == 1 and (bare.startswith("%") or bare.endswith("%")):
        number = _parse_number(bare.strip("%").removeprefix("+"))
        return None if number is None else Percent(number, signed="+" in bare)
    if parts := PRINTED_RATIO.fullmatch(bare):
        first, second = map(_parse_number, parts.groups())
        return Ratio(first, second) if first is not None and second else None
    number = _parse_number(bare.removeprefix("+"))
    if number is None or not bare.startswith("+"):
        return number
    return None if bare.startswith("+-") else Bonus(number)


def parse_quantity(words: str) -> Raw | None:
    """Return the figure in `words` without the unit before or after it."""
    figure = parse_figure(words)
    return parse_figure(PRINTED_UNIT.sub("", words.strip())) if figure is None else figure


def is_same_figure(first: Raw, second: Raw) -> bool:
    """Tell whether two figures are equal within the precision of print."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return abs(first - second) <= PRINT_TOLERANCE
    if isinstance(first, Ratio | Bonus | Percent) and isinstance(second, type(first)):
        return all(map(is_same_figure, astuple(first), astuple(second)))
    return first == second


def _parse_number(bare: str) -> Fraction | None:
    parts = PRINTED_NUMBER.fullmatch(bare)
    if parts is None:
        return None
    whole = "".join(filter(str.isdecimal, parts[2]))
    return Fraction(f"{parts[1]}{whole}.{parts[3] or 0}")


# How many characters a figure may have: more than any game needs, and quick to compute with.
MAX_FIGURE_LENGTH = 60

# The letter of dice, which no other letter follows but that of Fate dice.
DICE_LETTER = re.compile(r"[^\W\d_×]{1,2}(?=[\d%]|F(?!\w))")
# Dice with the letter of any language: 2d6+1, W20.
PRINTED_DICE = re.compile(
    r"\d*[^\W\d_]{1,2}(?:\d+|%|F)(?:[-+]\d+[^\W\d_]{1,2}\d+)*(?:[-+]\d+)?(?:[×/]\d+)?"
)

# Two numbers with a slash: 20/60.
PRINTED_RATIO = re.compile(r"([\d.,’']+)/([\d.,’']+)")

# A unit before or after a figure: words and signs that belong to no figure.
PRINTED_UNIT = re.compile(r"^[^\d\s+−-]+\s+(?=[\d+−-])|(?<=[\d+%])\s*[^\d\s+%–][^\d+%–]*$")

# A closed or open range: 3–5, 9+.
PRINTED_RANGE = re.compile(r"([^–+]+)(?:–([^–+]+)|\+)")

# Sign, integer part with or without groups, decimals: -1,234.5, 1’000, 12,5.
PRINTED_NUMBER = re.compile(r"(-?)(\d{1,3}(?:[.,’']\d{3})+|\d+)(?:[.,](\d{1,2}))?")


def write_figure(raw: Raw, locale: str, dice: str = "d", decimals: int = 0) -> str:
    """Write a figure as `locale` does: 1,5 in French, 1.5 in English, 9–12, 2d6+1.

    `decimals` is the minimum number of decimals.
    """
    if isinstance(raw, Range):
        low, high = (
            "" if end is None else _format_decimal(Fraction(end), locale)
            for end in (raw.low, raw.high)
        )
        if not (low and high):
            return f"{low}+" if low else f"≤{high}"
        return f"{low} … {high}" if "−" in low + high else f"{low}–{high}"
    if isinstance(raw, Dice):
        return neutral(raw).replace("-", "−").replace("d", dice).replace("x", "×")
    if isinstance(raw, Ratio):
        return "/".join(_format_decimal(number, locale) for number in (raw.first, raw.second))
    if isinstance(raw, Percent):
        number = _format_decimal(raw.number, locale)
        pattern = Locale.parse(locale).percent_formats[None].pattern
        written = PATTERN_DIGITS.sub(lambda _: number, pattern)
        return f"{'+' if raw.signed else ''}{written}".replace(" ", "\N{NO-BREAK SPACE}")
    if isinstance(raw, Bonus):
        return f"+{_format_decimal(raw.number, locale, decimals)}"
    return _format_decimal(raw, locale, decimals)


@lru_cache(maxsize=1 << 12)
def _format_decimal(number: Fraction, locale: str, decimals: int = 0) -> str:
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    pattern = "#,##0." + "0" * decimals + "#" * (MOST_DECIMALS - decimals)
    return format_decimal(decimal, format=pattern, locale=locale).replace("-", "−")


# The number in CLDR patterns: #,##0, #,##,##0.
PATTERN_DIGITS = re.compile(r"[#,0]+")
