"""Figures in the way of a language, by Babel, which knows how languages write numbers."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.numbers import format_decimal

from aidgen.game.figures import MOST_DECIMALS, Bonus, Dice, Percent, Range, Ratio, Raw

KEPT = 4096
"""How many numbers are kept as they are written: a game has the same few again and again."""


def write(raw: Raw, locale: str, dice: str = "d", decimals: int = 0) -> str:
    """Write a figure in the way of `locale`: 1,5 in French, 1.5 in English, 9–12, 2d6+1.

    `decimals` are written at least.
    """
    if isinstance(raw, Range):
        low = _number(Fraction(raw.low), locale)
        return f"{low}+" if raw.high is None else f"{low}–{_number(Fraction(raw.high), locale)}"
    if isinstance(raw, Dice):
        bonus = f"{raw.bonus:+}".replace("-", "−") if raw.bonus else ""
        return f"{raw.count or ''}{dice}{raw.faces}{bonus}"
    if isinstance(raw, Ratio):
        return "/".join(_number(number, locale) for number in (raw.first, raw.second))
    if isinstance(raw, Percent):
        return _percent(raw, locale)
    if isinstance(raw, Bonus):
        return f"+{_number(raw.number, locale, decimals)}"
    return _number(raw, locale, decimals)


def _percent(raw: Percent, locale: str) -> str:
    """Write a percentage, with the sign and the space where the language has them."""
    pattern = Locale.parse(locale).percent_formats[None].pattern
    number = _number(raw.number, locale)
    written = NUMBER.sub(lambda _: number, pattern)
    return f"{'+' if raw.signed else ''}{written}".replace(" ", "\N{NO-BREAK SPACE}")


@lru_cache(maxsize=KEPT)
def _number(number: Fraction, locale: str, decimals: int = 0) -> str:
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    pattern = "#,##0." + "0" * decimals + "#" * (MOST_DECIMALS - decimals)
    return format_decimal(decimal, format=pattern, locale=locale).replace("-", "−")


# What stands for the number in CLDR's patterns: #,##0, #,##,##0.
NUMBER = re.compile(r"[#,0]+")
