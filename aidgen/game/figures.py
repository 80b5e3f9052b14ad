"""Figures of a game (numbers, ranges, dice) and the arithmetic that derives one from others."""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

# From one number to another: 9–12.
_RANGE = re.compile(r"([0-9]{1,9})\s*[-–]\s*([0-9]{1,9})")
# One number and all above it: 9+.
_OPEN = re.compile(r"([0-9]{1,9})\+")
# Dice, how many, their faces, what is added: d6, 2d10 - 1.
_DICE = re.compile(r"((?:[1-9][0-9]?)?)d([1-9][0-9]{0,2})(?:\s*([-+])\s*([0-9]{1,3}))?")
# A number with its sign before it: +1, +0.5.
_BONUS = re.compile(r"\+([0-9]{1,9}(?:\.[0-9]{1,9})?)")
# So many of a hundred: 50%, 12.5 %, +10 %.
_PERCENT = re.compile(r"([-+]?)([0-9]{1,9}(?:\.[0-9]{1,9})?)\s?%")
# One number over another: 1/2, 20/60.
_RATIO = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s?/\s?([0-9]{1,9}(?:\.[0-9]{1,9})?)")
# A whole number, or one with decimals behind a point: -3, 1.25.
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
# What a formula may be written with; whether it is one, reading it tells.
_FORMULA = re.compile(r"[a-z0-9_+*/(),.\s-]{1,200}")
# What begins with a digit or a point, as far as letters, digits and points go
_WRITTEN = re.compile(r"(?<![\w.])[\d.][\w.]*")
_LARGEST = 10**12
MOST_DECIMALS = 2
"""So many decimals of a number are printed, in every language."""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both counted; `high` None is "and more"."""

    low: int
    high: int | None

    def __contains__(self, number: object) -> bool:
        """Tell whether `number` lies in the range."""
        if not isinstance(number, int) or number < self.low:
            return False
        return self.high is None or number <= self.high


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of `faces` faces, plus `bonus`; a count of 0 is the die itself ("a d20")."""

    count: int
    faces: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """A number that is written with its sign: +1."""

    number: Fraction


@dataclass(frozen=True, slots=True)
class Percent:
    """So many of a hundred: 50 %; a `signed` one is written with its plus."""

    number: Fraction
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Ratio:
    """One number over another, both written as they are: 1/2 of a thing, or 20/60 as two ranges."""

    first: Fraction
    second: Fraction


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """What stands in a cell where a column has nothing to say of a row: a dash."""

    def __str__(self) -> str:
        """Return the dash, which is one in every language."""
        return "–"


Raw = Fraction | Range | Dice | Bonus | Percent | Ratio
NA = NotApplicable()


@dataclass(frozen=True, slots=True)
class Figure:
    """A quantity as the canon holds it (`raw`) and as a language writes it (`written`)."""

    raw: Raw
    written: str
    decimals: int = 0
    """How many decimals are written at least, so that a column lines up."""

    def __str__(self) -> str:
        """Return the figure as it is to be printed."""
        return self.written

    @property
    def number(self) -> Fraction:
        """The figure as one number: itself, a range's low end, a die's faces, 50 % as a half."""
        raw = self.raw
        if isinstance(raw, Range):
            return Fraction(raw.low)
        if isinstance(raw, Dice):
            return Fraction(raw.faces)
        if isinstance(raw, Ratio):
            return raw.first / raw.second
        if isinstance(raw, Percent):
            return raw.number / 100
        return raw.number if isinstance(raw, Bonus) else raw

    @classmethod
    def read(cls, scalar: object) -> Figure | None:
        """Return the figure that `scalar` writes, None if it is none.

        It may be 12, 1.5, 9-12, 9+, 2d6+1, +1, 50 % or 3/4.
        """
        if isinstance(scalar, Figure):
            return scalar
        if isinstance(scalar, bool) or scalar is None:
            return None
        if isinstance(scalar, (int, Decimal, Fraction)):
            number = Fraction(scalar)
            raw: Raw | None = number if abs(number) < _LARGEST else None
        else:
            raw = _read(str(scalar).strip())
        return None if raw is None else cls(raw, neutral(raw))

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        """Validate from a YAML scalar."""

        def read(scalar: object) -> Figure:
            figure = cls.read(scalar)
            if figure is None:
                raise ValueError(f"found `{scalar}`, expected a number, a range or dice")
            return figure

        return core_schema.no_info_plain_validator_function(read)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, object]:
        """Describe what may stand in the YAML."""
        return {
            "description": "a number (12, 1.5, +1, 50 %, 3/4), a range (1-4, 9+) or dice (2d6+1)",
            "type": ["integer", "number", "string"],
        }


def _read(text: str) -> Raw | None:
    if found := _RANGE.fullmatch(text):
        return Range(int(found[1]), int(found[2]))
    if found := _OPEN.fullmatch(text):
        return Range(int(found[1]), None)
    if found := _DICE.fullmatch(text):
        bonus = int(f"{found[3] or '+'}{found[4] or 0}")
        return Dice(int(found[1] or 0), int(found[2]), bonus)
    if found := _BONUS.fullmatch(text):
        return Bonus(Fraction(found[1]))
    if found := _PERCENT.fullmatch(text):
        number = Fraction(found[2])
        return Percent(-number if found[1] == "-" else number, signed=found[1] == "+")
    if (found := _RATIO.fullmatch(text)) and Fraction(found[2]):
        return Ratio(Fraction(found[1]), Fraction(found[2]))
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def neutral(raw: Raw) -> str:
    """Write `raw` in the way of no language in particular, as YAML would hold it."""
    if isinstance(raw, Range):
        return f"{raw.low}+" if raw.high is None else f"{raw.low}-{raw.high}"
    if isinstance(raw, Dice):
        bonus = f"{raw.bonus:+}" if raw.bonus else ""
        return f"{raw.count or ''}d{raw.faces}{bonus}"
    if isinstance(raw, Ratio):
        return f"{_plain(raw.first)}/{_plain(raw.second)}"
    if isinstance(raw, Percent):
        return f"{'+' if raw.signed else ''}{_plain(raw.number)}%"
    return f"+{_plain(raw.number)}" if isinstance(raw, Bonus) else _plain(raw)


def _plain(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.10g}"


def names(formula: str) -> frozenset[str]:
    """Return the columns and values that `formula` reads; raises ValueError if it is none."""
    tree = _tree(formula)
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return frozenset(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and id(node) not in functions
    )


def derive(formula: str, known: Mapping[str, Fraction]) -> Fraction:
    """Work out `formula`, exactly, from the `known` columns and values.

    It may add, subtract, multiply, divide, and use the functions of FUNCTIONS. Raises ValueError
    with what was found and what was expected.
    """
    try:
        value = _value(_tree(formula).body, known)
    except ZeroDivisionError:
        raise ValueError(f"`{formula}` divides by zero") from None
    if abs(value) >= _LARGEST:
        raise ValueError(f"`{formula}` comes to more than {_LARGEST:.0e}")
    return value


def _tree(formula: str) -> ast.Expression:
    """Return the syntax tree of `formula`; its letters and length are limited before it is read."""
    try:
        if _FORMULA.fullmatch(formula):
            _refuse_what_only_programs_write(formula)
            with warnings.catch_warnings(action="ignore"):
                return ast.parse(formula.strip(), mode="eval")
    except SyntaxError:
        pass
    raise ValueError(f"`{formula}` is not a formula")


def _refuse_what_only_programs_write(formula: str) -> None:
    """Raise ValueError for 0x10, 1_000, 1e3: a number is written as in a cell."""
    for written in _WRITTEN.findall(formula):
        if not _NUMBER.fullmatch(written):
            raise ValueError(f"`{written}` is no number, expected one as in 12 or 0.5")


def _value(node: ast.expr, known: Mapping[str, Fraction]) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return Fraction(str(node.value))
    if isinstance(node, ast.Name):
        if node.id not in known:
            raise ValueError(f"`{node.id}` is neither a column nor a value")
        return known[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, known)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.left, known), _value(node.right, known))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, [_value(arg, known) for arg in node.args])
    raise ValueError(f"`{ast.unparse(node)}` has no place in a formula")


def _call(name: str, numbers: list[Fraction]) -> Fraction:
    if name not in FUNCTIONS:
        raise ValueError(f"`{name}` is not one of {', '.join(FUNCTIONS)}")
    if not numbers or (len(numbers) > 1 and name in ("ceil", "floor")):
        raise ValueError(f"`{name}` has {len(numbers)} numbers, which does not fit")
    return FUNCTIONS[name](numbers)


OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}

FUNCTIONS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "ceil": lambda numbers: Fraction(math.ceil(numbers[0])),
    "floor": lambda numbers: Fraction(math.floor(numbers[0])),
    "max": lambda numbers: max(numbers),
    "mean": lambda numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": lambda numbers: min(numbers),
    "sum": lambda numbers: sum(numbers, Fraction(0)),
}
