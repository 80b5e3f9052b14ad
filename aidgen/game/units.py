"""Quantities with a unit, and how a game says them where people measure otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from aidgen.game.figures import Figure, Range, Raw, neutral

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
    def read(cls, scalar: object) -> Figure | None:
        """Return the figure or quantity that `scalar` writes, None if it is none."""
        found = MEASURED.fullmatch(str(scalar).strip())
        figure = Figure.read(found[1] if found else scalar)
        if figure is None or isinstance(figure, Quantity):
            return figure
        unit = str(found[2]) if found else ""
        return cls(figure.raw, f"{neutral(figure.raw)} {unit}".strip(), figure.decimals, unit)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe what may stand in the YAML."""
        return {
            "description": "a number, one with a unit (5 ft), a range (1-4, 9+) or dice (2d6+1)",
            "type": ["integer", "number", "string"],
        }


def times(raw: Raw, factor: Fraction) -> Raw:
    """Return a number multiplied, a range if both its ends stay whole; others as they are."""
    if isinstance(raw, Fraction):
        return raw * factor
    if isinstance(raw, Range):
        ends = [end * factor for end in (raw.low, raw.high) if end is not None]
        if all(end.denominator == 1 for end in ends):
            high = None if raw.high is None else int(raw.high * factor)
            return replace(raw, low=int(raw.low * factor), high=high)
    return raw


# A number, a space or none, and a unit behind it.
MEASURED = re.compile(rf"(-?[0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)\s?({'|'.join(UNITS)})")
