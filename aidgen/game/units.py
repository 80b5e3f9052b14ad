"""Quantities with a unit, and how a game says them where people measure otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from aidgen.game.figures import Bonus, Figure, Range, Ratio, Raw, neutral

System = Literal["imperial", "metric"]

UnitName = Literal["in", "ft", "yd", "mi", "oz", "lb", "cm", "m", "km", "g", "kg"]

UNITS: dict[str, tuple[System, str]] = {
    "in": ("imperial", "length-inch"),
    "ft": ("imperial", "length-foot"),
    "yd": ("imperial", "length-yard"),
    "mi": ("imperial", "length-mile"),
    "oz": ("imperial", "mass-ounce"),
    "lb": ("imperial", "mass-pound"),
    "cm": ("metric", "length-centimeter"),
    "m": ("metric", "length-meter"),
    "km": ("metric", "length-kilometer"),
    "g": ("metric", "mass-gram"),
    "kg": ("metric", "mass-kilogram"),
}
"""The units, the system that each is of, and its name in CLDR."""


@dataclass(frozen=True, slots=True)
class Quantity(Figure):
    """A figure that may have a unit: 5 ft."""

    unit: str = ""

    @classmethod
    def read(cls, scalar: object, own: Collection[str] = ()) -> Figure | None:
        """Return the figure or quantity that `scalar` writes, None if it is none.

        `own` are the units of a game besides those of UNITS.
        """
        if isinstance(scalar, Quantity):
            return scalar
        number, unit = divided(str(scalar), own)
        figure = Figure.read(number if unit else scalar)
        if figure is None:
            return None
        written = f"{neutral(figure.raw)} {unit}".strip()
        return cls(figure.raw, written, figure.decimals, unit)

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        """Validate from a YAML scalar; the context of the validation has the game's own units."""

        def read(scalar: object, info: core_schema.ValidationInfo) -> Figure:
            figure = cls.read(scalar, own_units(info.context))
            if figure is None:
                raise ValueError(f"found `{scalar}`, expected a number, a range or dice")
            return figure

        return core_schema.with_info_plain_validator_function(read)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe what may stand in the YAML."""
        return {
            "description": "a number, one with a unit (5 ft), a range (1-4, 9+) or dice (2d6+1)",
            "type": ["integer", "number", "string"],
        }


NUMBER = "{number}"
"""Where the number stands in the text of a game's own unit."""
OWN = "own_units"
"""The key of `game.yaml`, and of the context of a validation, that has the game's own units."""


def own_units(context: object) -> Collection[str]:
    """Return the units of a game that the context of a validation has."""
    known = context.get(OWN) if isinstance(context, Mapping) else None
    return known if isinstance(known, Collection) else ()


def divided(words: str, own: Collection[str] = ()) -> tuple[str, str]:
    """Return what stands before a unit, and the unit; all that there is and "" if there is none."""
    number, unit = words.strip(), ""
    if (found := MEASURED.fullmatch(number)) and (found[2] in UNITS or found[2] in own):
        number, unit = found[1], found[2]
    return number, unit


def times(raw: Raw, factor: Fraction) -> Raw | None:
    """Return a figure multiplied; None of dice, and of a range that would not be whole."""
    if isinstance(raw, Fraction):
        return raw * factor
    if isinstance(raw, Bonus):
        return Bonus(raw.number * factor)
    if isinstance(raw, Ratio):
        return Ratio(raw.first * factor, raw.second * factor)
    if isinstance(raw, Range):
        ends = [end * factor for end in (raw.low, raw.high) if end is not None]
        if all(end.denominator == 1 for end in ends):
            high = None if raw.high is None else int(raw.high * factor)
            return replace(raw, low=int(raw.low * factor), high=high)
    return None


# What ends with a digit, a sign of figures or a die; a space or none; and a unit behind it.
MEASURED = re.compile(r"(.*[0-9%+])\s?([a-z][a-z_-]{0,19})")
