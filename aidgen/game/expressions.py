"""What authors may compute: formulas over numbers, and selections of cards.

Python's parser reads them, and nothing of them is run: each node that is evaluated is named here.
"""

from __future__ import annotations

import ast
import math
import operator
import string
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from aidgen.game.cards import Card
from aidgen.game.figures import LARGEST_FIGURE

# Characters of an expression: the parser needs memory for each parenthesis.
LONGEST = 200
# A number is written as in a cell: not 0x10, 1_000 or 1e3.
SIGNS_OF_NUMBERS = frozenset(string.digits + ".")
OPERATORS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
FUNCTIONS: Mapping[str, Callable[[list[Fraction]], Fraction]] = {
    "ceil": lambda numbers: Fraction(math.ceil(numbers[0])),
    "floor": lambda numbers: Fraction(math.floor(numbers[0])),
    "max": max,
    "mean": lambda numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": min,
    "sum": lambda numbers: sum(numbers, Fraction(0)),
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@cache
def _parse(text: str, kind: str) -> ast.expr:
    """Return the syntax tree of an expression; raises ValueError if it is not of its `kind`."""
    written = text.strip()
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(written if len(text) <= LONGEST else "", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"`{text[:LONGEST]}` is not {kind}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex):
            number = ast.get_source_segment(written, node) or ""
            if not {*number} <= SIGNS_OF_NUMBERS:
                message = f"`{number}` is not a number, expected one such as 12 or 0.5"
                raise ValueError(message)
    return tree


# Formulas ---------------------------------------------------------------------------------------


def formula_names(formula: str) -> frozenset[str]:
    """Return the columns and values that `formula` reads; raises ValueError if it is none."""
    nodes = [*ast.walk(_parse(formula, "a formula"))]
    functions = [node.func for node in nodes if isinstance(node, ast.Call)]
    return frozenset(
        node.id for node in nodes if isinstance(node, ast.Name) and node not in functions
    )


def evaluate(formula: str, numbers: Mapping[str, Fraction]) -> Fraction:
    """Compute `formula` exactly from the numbers of columns and values.

    It may add, subtract, multiply, divide, and use the functions of FUNCTIONS. Raises ValueError
    with what was found and what was expected.
    """
    try:
        value = _compute(_parse(formula, "a formula"), numbers)
    except ZeroDivisionError:
        raise ValueError(f"`{formula}` divides by zero") from None
    if abs(value) >= LARGEST_FIGURE:
        raise ValueError(f"`{formula}` exceeds {LARGEST_FIGURE:.0e}")
    return value


def _compute(node: ast.expr, values: Mapping[str, Fraction]) -> Fraction:
    match node:
        case ast.Constant(int() | float() as number):
            return Fraction(str(number))
        case ast.Name(name):
            if name not in values:
                raise ValueError(f"`{name}` is neither a column nor a value")
            return values[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -_compute(operand, values)
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_compute(left, values), _compute(right, values))
        case ast.Call(ast.Name(name), args, []):
            numbers = [_compute(arg, values) for arg in args]
            if name not in FUNCTIONS:
                raise ValueError(f"`{name}` is not one of {', '.join(FUNCTIONS)}")
            if not numbers or (len(numbers) > 1 and name in ("ceil", "floor")):
                raise ValueError(f"`{name}` cannot take {len(numbers)} numbers")
            return FUNCTIONS[name](numbers)
    raise ValueError(f"`{ast.unparse(node)}` is not allowed in a formula")


# Selections -------------------------------------------------------------------------------------


def compared_fields(only: str) -> frozenset[str]:
    """Return the fields that a selection compares; raises ValueError if it is not one."""
    return frozenset(
        node.left.id
        for node in ast.walk(_parse(only, "a selection of cards"))
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name)
        if not isinstance(node.ops[0], ast.In | ast.NotIn)
    )


def is_selected(card: Card, only: str | None) -> bool:
    """Tell whether `only` selects a card, as in `level <= 3 and fire in tags`; None selects all.

    Raises ValueError if it is not a selection.
    """
    return only is None or _selects(_parse(only, "a selection of cards"), card)


def _selects(node: ast.expr, card: Card) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all([_selects(part, card) for part in parts])
        case ast.BoolOp(values=parts):
            return any([_selects(part, card) for part in parts])
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not _selects(part, card)
        case ast.Compare(left, [ast.In() | ast.NotIn() as op], [ast.Name("tags")]):
            return (_operand(left) in card.tags) == isinstance(op, ast.In)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
            raise ValueError(f"`in` works only with `tags`, found `{ast.unparse(right)}`")
        case ast.Compare(ast.Name(field), [op], [right]) if type(op) in COMPARISONS:
            value, sought = _card_value(card, field), _operand(right)
            if isinstance(value, Fraction) and isinstance(sought, Fraction):
                return COMPARISONS[type(op)](value, sought)
            is_same = value is not None and str(value) == str(sought)
            return is_same if isinstance(op, ast.Eq) else isinstance(op, ast.NotEq) and not is_same
        case ast.Compare(ops=[_]):
            raise ValueError(
                f"`{ast.unparse(node)}` does not compare a field with a number or word"
            )
    raise ValueError(f"`{ast.unparse(node)}` is not allowed in a selection of cards")


def _card_value(card: Card, name: str) -> object:
    """Return the value of a card's field: a number, a word, or None."""
    if name in ("deck", "module"):
        return getattr(card, name)
    value = Fraction(card.copies) if name == "copies" else card.fields.get(name)
    raw = getattr(value, "raw", None)
    return raw if isinstance(raw, Fraction) else value


def _operand(node: ast.expr) -> Fraction | str:
    match node:
        case ast.Name(word) | ast.Constant(str(word)):
            return word
        case ast.Constant(int() | float()) | ast.UnaryOp(ast.USub(), ast.Constant(int() | float())):
            return _compute(node, {})
    raise ValueError(f"`{ast.unparse(node)}` is neither a number nor a word")
