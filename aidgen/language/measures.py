"""Quantities in the units that the readers of a language know, and as it writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from babel import Locale
from babel.core import get_global
from babel.numbers import format_decimal
from babel.units import format_unit

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import NUMBER, OWN, UNITS, Quantity, Raw, System, times
from aidgen.game.texts import Text
from aidgen.language.lineage import lineage
from aidgen.language.writing import write

NO_BREAK = "\N{NO-BREAK SPACE}"


def system(locale: str) -> System:
    """Return how the readers of a language measure: of its region, or the one most speak it in."""
    known = Locale.parse(locale)
    likely = get_global("likely_subtags").get(known.language, "")
    region = known.territory or str(likely).split("_")[-1]
    return "imperial" if region in IMPERIAL else "metric"


def conversions(canon: GameData, locale: str) -> tuple[Fraction, ...]:
    """Return by what the numbers of a canon are multiplied in `locale`, unit by unit."""
    ours = system(locale)
    units = canon.game.units.items()
    return tuple(one.times.number for unit, one in units if UNITS[unit][0] != ours)


def measured(quantity: Quantity, canon: GameData, locale: str) -> Quantity:
    """Return a quantity of a canon in the units that the readers of a language know."""
    raw, unit = converted(quantity.raw, quantity.unit, canon, locale)
    return replace(quantity, raw=raw, unit=unit)


def converted(raw: Raw, unit: str, canon: GameData, locale: str) -> tuple[Raw, str]:
    """Return a figure with a unit, "" if it has none, as it is where a language is spoken.

    One that would not be whole in the other unit, as a range of 5–15 feet, stays in its own.
    """
    conversion = next((one for name, one in canon.game.units.items() if name == unit), None)
    if conversion is None or UNITS[unit][0] == system(locale):
        return raw, unit
    other = times(raw, conversion.times.number)
    return (raw, unit) if other is None else (other, conversion.into)


@dataclass(frozen=True)
class Units:
    """How a language writes units: those of CLDR, and the game's own as its translator does."""

    locale: str
    own: Mapping[str, str]

    @classmethod
    def of(cls, canon: GameData, translation: Mapping[Context, Text], locale: str) -> Units:
        """Take the game's own units from a canon and its translation."""
        own = {}
        for unit, pattern in canon.game.own_units.items():
            text = translation.get(canon.at("game", OWN, unit), pattern)
            usable = text.state != "fuzzy" and canon.game.language not in lineage(locale)
            own[unit] = str(text if usable and NUMBER in text else pattern)
        return cls(locale, own)

    def write(self, quantity: Quantity, dice: str = "d") -> str:
        """Return a quantity with its unit, before or behind it, as the language has it: 1,5 m."""
        unit, raw = quantity.unit, quantity.raw
        if unit in UNITS and isinstance(raw, Fraction):
            number = Decimal(raw.numerator) / Decimal(raw.denominator)
            name = UNITS[unit][1]
            written = format_unit(number, name, "short", "#,##0.##", locale=self.locale)
            return written.replace("-", "−").replace(" ", NO_BREAK)
        written = write(raw, self.locale, dice, quantity.decimals)
        return self._pattern(unit).replace(NUMBER, written).replace(" ", NO_BREAK)

    def name(self, unit: str) -> str:
        """Return a unit as it is written beside a number, without it."""
        return self._pattern(unit).replace(NUMBER, "").strip()

    def _pattern(self, unit: str) -> str:
        """Return how a unit stands with {number}."""
        if unit not in UNITS:
            return self.own.get(unit, NUMBER)
        written = format_unit(5, UNITS[unit][1], "short", locale=self.locale)
        return written.replace(format_decimal(5, locale=self.locale), NUMBER)


IMPERIAL = frozenset({"US", "LR", "MM", "GB"})
"""Where people measure in feet and pounds: CLDR's regions, and Britain, whose games do."""
