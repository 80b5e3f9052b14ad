"""Measures in texts, as "30 ft" and "10 Minuten": read by CLDR's names of units, and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from babel import UnknownLocaleError
from babel.units import format_unit

from aidgen.language.phrases import Phrases
from aidgen.language.tokens import Number, Tokens, peek


class Measure(NamedTuple):
    """A number with a unit."""

    number: str
    unit: str
    """CLDR's name: length-foot."""
    written: str
    """As typed: 30 ft."""

    @property
    def is_in_full(self) -> bool:
        """Whether the unit is a word, and not an abbreviation, which may be another word."""
        return len(self.written.split()[-1]) >= LONG_FORM


UNIT_SIZES: Mapping[str, Fraction] = {
    "length-millimeter": Fraction(1, 1000),
    "length-centimeter": Fraction(1, 100),
    "length-inch": Fraction(254, 10000),
    "length-foot": Fraction(3048, 10000),
    "length-yard": Fraction(9144, 10000),
    "length-meter": Fraction(1),
    "length-kilometer": Fraction(1000),
    "length-mile": Fraction(1609),
    "mass-gram": Fraction(1),
    "mass-ounce": Fraction(2835, 100),
    "mass-pound": Fraction(45359, 100),
    "mass-kilogram": Fraction(1000),
    "duration-second": Fraction(1),
    "duration-minute": Fraction(60),
    "duration-hour": Fraction(3600),
    "duration-day": Fraction(86400),
    "duration-week": Fraction(7 * 86400),
    "duration-month": Fraction(30 * 86400),
    "duration-year": Fraction(365 * 86400),
}
"""The size of each unit in the base unit of its dimension: metre, gram, second."""

ROUNDING = Fraction(13, 100)
"""How far a converted measure may be from the exact one: 1 lb as 0.5 kg is 10 % off, 30 cm as 1
foot 2 %, 100 yards as 100 m 9 %.
"""


def is_same_measure(one: Measure, other: Measure) -> bool:
    """Tell whether two measures are about the same length, weight or time."""
    if _dimension(one.unit) != _dimension(other.unit):
        return False
    sizes = [Fraction(each.number) * UNIT_SIZES[each.unit] for each in (one, other)]
    return abs(sizes[0] - sizes[1]) <= ROUNDING * max(sizes)


def _dimension(unit: str) -> str:
    return unit.partition("-")[0]


@dataclass(frozen=True)
class UnitNames:
    """The names of units in a language."""

    phrases: Phrases
    units: tuple[str, ...]
    """The unit of each phrase."""

    def measures(self, tokens: Tokens) -> Iterator[Measure]:
        """Yield the measures of a text whose numbers are already read."""
        behind = {one.start: one for one in self.phrases.occurrences(tokens)}
        for at, token in enumerate(tokens):
            if isinstance(token, Number) and UNSIGNED_NUMBER.fullmatch(token.values[-1]):
                hyphen = peek(tokens, at + 1).key == "-"
                place = behind.get(at + 1 + hyphen)
                if place is not None and (hyphen or not _is_name(tokens, place.stop)):
                    words = "".join(one.gap + one.text for one in tokens[at : place.stop]).strip()
                    yield Measure(token.values[-1], self.units[place.form], words)


def _is_name(tokens: Tokens, stop: int) -> bool:
    """Tell whether a word goes on with a hyphen, as the name Mi-Go, which is no miles."""
    return peek(tokens, stop).key == "-" and not peek(tokens, stop).spaced


NO_UNITS = UnitNames(Phrases.of(()), ())


@cache
def unit_names(locale: str, own: tuple[str, ...]) -> UnitNames:
    """Return the names of units in a language by CLDR; `own` are other units of its games."""
    forms: dict[str, str] = {}
    for unit in UNIT_SIZES if locale else ():
        for form in _forms_of(unit, locale):
            if form not in own and form not in AMBIGUOUS:
                forms.setdefault(form, unit)
    datives = {f"{form}n": unit for form, unit in forms.items() if len(form) >= LONG_FORM}
    known = {**datives, **forms}
    return UnitNames(Phrases.of(known), tuple(known.values()))


def _forms_of(unit: str, locale: str) -> Iterator[str]:
    """Yield the words of a unit for several numbers, long and short."""
    try:
        for length in ("long", "short"):
            for number in (1, 2, 5, 0.5):
                written = format_unit(number, unit, length, locale=locale)
                form = FIGURE.sub("", written).strip(" \u00a0\u202f.")
                if form and form[0].isalpha():
                    yield form
    except (UnknownLocaleError, ValueError):
        return  # a pseudolocale


FIGURE = re.compile(r"[\d.,]+")

UNSIGNED_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")

LONG_FORM = 4
"""Names of so many letters are no abbreviations, and have a dative in German, as "Tagen"."""

AMBIGUOUS = frozenset({"in", "an", "a"})
"""Names of units that are more often other words: "2 in a row", « 2 a 3 »."""
