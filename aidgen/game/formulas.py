"""Formulas: evaluated safely, for the derived columns of tables; and the values that are used."""

from __future__ import annotations

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import (
    LARGEST_FIGURE,
    NA,
    Figure,
    NotApplicable,
    neutral,
    read_faces,
    refuse_program_numbers,
)
from aidgen.game.source import Steps
from aidgen.game.tables import Table
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.problems import InputError, Problem, Where, did_you_mean

# The characters of a formula; parsing it tells whether it is one.
_FORMULA = re.compile(r"[a-z0-9_+*/(),.\s-]{1,200}")
OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
FUNCTIONS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "ceil": lambda numbers: Fraction(math.ceil(numbers[0])),
    "floor": lambda numbers: Fraction(math.floor(numbers[0])),
    "max": max,
    "mean": lambda numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": min,
    "sum": lambda numbers: sum(numbers, Fraction(0)),
}


def formula_names(formula: str) -> frozenset[str]:
    """Return the columns and values that `formula` reads; raises ValueError if it is none."""
    tree = _parse_formula(formula)
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return frozenset(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and id(node) not in functions
    )


def evaluate(formula: str, numbers: Mapping[str, Fraction]) -> Fraction:
    """Compute `formula` exactly from the numbers of columns and values.

    It may add, subtract, multiply, divide, and use the functions of FUNCTIONS. Raises ValueError
    with what was found and what was expected.
    """
    try:
        value = _evaluate_node(_parse_formula(formula).body, numbers)
    except ZeroDivisionError:
        raise ValueError(f"`{formula}` divides by zero") from None
    if abs(value) >= LARGEST_FIGURE:
        raise ValueError(f"`{formula}` exceeds {LARGEST_FIGURE:.0e}")
    return value


@cache
def _parse_formula(formula: str) -> ast.Expression:
    """Return the syntax tree of `formula`; its letters and length are limited before it is read."""
    try:
        if _FORMULA.fullmatch(formula):
            refuse_program_numbers(formula)
            with warnings.catch_warnings(action="ignore"):
                return ast.parse(formula.strip(), mode="eval")
    except SyntaxError:
        pass
    raise ValueError(f"`{formula}` is not a formula")


def _evaluate_node(node: ast.expr, values: Mapping[str, Fraction]) -> Fraction:
    match node:
        case ast.Constant(int() | float() as number):
            return Fraction(str(number))
        case ast.Name(name):
            if name not in values:
                raise ValueError(f"`{name}` is neither a column nor a value")
            return values[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -_evaluate_node(operand, values)
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_evaluate_node(left, values), _evaluate_node(right, values))
        case ast.Call(ast.Name(name), args, []):
            numbers = [_evaluate_node(arg, values) for arg in args]
            if name not in FUNCTIONS:
                raise ValueError(f"`{name}` is not one of {', '.join(FUNCTIONS)}")
            if not numbers or (len(numbers) > 1 and name in ("ceil", "floor")):
                raise ValueError(f"`{name}` cannot take {len(numbers)} numbers")
            return FUNCTIONS[name](numbers)
    raise ValueError(f"`{ast.unparse(node)}` is not allowed in a formula")


def derive_values(
    values: object, places: Mapping[Steps, Where]
) -> tuple[object, Mapping[str, str]]:
    """Return the values of a game with those computed that are `{derive: formula}`.

    Also returns these formulas. They may use all other values, in any order. Raises InputError,
    at `places`, for those that cannot be computed or lead back to themselves.
    """
    if not isinstance(values, dict):
        return values, {}
    waiting = {
        name: str(value["derive"])
        for name, value in values.items()
        if isinstance(value, dict) and [*value] == ["derive"]
    }
    formulas = dict(waiting)
    figures = {name: Figure.read(value) for name, value in values.items() if name not in formulas}
    numbers = {name: figure.number for name, figure in figures.items() if figure}
    problems = [
        Problem(places["values", name], "found a mapping, expected `{derive: formula}`")
        for name, value in values.items()
        if isinstance(value, dict) and name not in formulas
    ]
    used: dict[str, frozenset[str]] = {}
    for name, formula in formulas.items():
        try:
            used[name] = formula_names(formula)
        except ValueError as error:
            problems.append(Problem(places["values", name, "derive"], str(error)))
            del waiting[name]
    while ready := [name for name in waiting if not used[name] & waiting.keys()]:
        for name in ready:
            formula = waiting.pop(name)
            if used[name] & formulas.keys() - numbers.keys():
                continue  # what it uses is reported
            try:
                numbers[name] = evaluate(formula, numbers)
            except ValueError as error:
                lacking = (used[name] - numbers.keys()) or {""}
                hint = did_you_mean(min(lacking), numbers)
                problems.append(Problem(places["values", name, "derive"], str(error), hint))
    for name in waiting:
        circle = ", ".join(f"`{step}`" for step in sorted(used[name] & waiting.keys()))
        message = f"`{name}` is derived from {circle}, and they from it"
        problems.append(Problem(places["values", name, "derive"], message, "give one its number"))
    if problems:
        raise InputError(problems)
    return {**values, **{name: numbers[name] for name in formulas}}, formulas


def derive_columns(game_data: GameData) -> GameData:
    """Return `game_data` with the row names and derived columns of its tables computed.

    Raises InputError with the formulas that cannot be computed.
    """
    values = {name: figure.number for name, figure in game_data.values.items()}
    problems: list[Problem] = []
    tables = {}
    for name, table in game_data.tables.items():
        try:
            tables[name] = _fill_table(table, values)
        except ValueError as error:
            message, column = error.args
            where = game_data.where(game_data.at("tables", name, "columns", column, "derive"))
            hint = "a formula may use the columns to its left and the values of the game"
            problems.append(Problem(where, message, hint))
    if problems:
        raise InputError(problems)
    return game_data.model_copy(update={"tables": MappingProxyType(tables)})


def _fill_table(table: Table, values: Mapping[str, Fraction]) -> Table:
    def fill(rows: Mapping[str, Mapping[str, Cell]]) -> Mapping[str, Mapping[str, Cell]]:
        new = {row: _fill_row(table, row, cells, values) for row, cells in rows.items()}
        return MappingProxyType(new)

    parts = {
        name: part.model_copy(update={"rows": fill(part.rows)})
        for name, part in table.parts.items()
    }
    rows = None if table.rows is None else fill(table.rows)
    return table.model_copy(update={"parts": MappingProxyType(parts), "rows": rows})


def _fill_row(
    table: Table, row: str, cells: Mapping[str, Cell], values: Mapping[str, Fraction]
) -> Mapping[str, Cell]:
    """Fill one row in the order of the columns; a derived cell may use those to its left.

    A cell computed from one that does not apply does not apply either; one computed from a cell to
    fill in is to be filled in. Raises ValueError of a message and the column that it is about.
    """
    filled: dict[str, Cell] = {}
    numbers = dict(values)
    lacking: dict[str, Cell] = {}
    for name, column in table.columns.items():
        cell = cells.get(name)
        if name == table.key and column.type != "text":
            cell = (read_faces(row) if column.type == "range" else Figure.read(row)) or Text(row)
        elif column.derive is not None:
            try:
                missing = formula_names(column.derive) & lacking.keys()
                raw = Fraction(0) if missing else evaluate(column.derive, numbers)
            except ValueError as error:
                raise ValueError(str(error), name) from None
            cell = Figure(raw, neutral(raw), column.decimals)
            if missing:
                cell = None if None in map(lacking.get, missing) else NA
        if not isinstance(cell, Figure) and column.type != "text":
            lacking[name] = cell if isinstance(cell, NotApplicable) else None
        if isinstance(cell, Figure):
            numbers[name] = cell.number
        filled[name] = cell
    return MappingProxyType(filled)


def quoted_values(game_data: GameData) -> Iterator[tuple[Context, str]]:
    """Yield the name of each value that is quoted, with the context of the text or formula."""
    for context, wording in game_data.wordings():
        for name in PLACEHOLDER.findall(wording):
            yield context, name
    yield from _quoted_by_formulas(game_data)
    yield from _quoted_by_blanks(game_data)


def _quoted_by_formulas(game_data: GameData) -> Iterator[tuple[Context, str]]:
    for value, formula in game_data.formulas.items():
        for name in formula_names(formula):
            yield game_data.at("values", value, "derive"), name
    for table_name, table in game_data.tables.items():
        for column_name, column in table.columns.items():
            context = game_data.at("tables", table_name, "columns", column_name, "derive")
            for name in formula_names(column.derive) if column.derive else ():
                if name not in table.columns:
                    yield context, name


def _quoted_by_blanks(game_data: GameData) -> Iterator[tuple[Context, str]]:
    for blank_name, blank in game_data.blanks.items():
        context = game_data.at("blanks", blank_name)
        for field in ("start", "end", "repeat"):
            if isinstance(count := getattr(blank, field), str):
                yield context / field, count
        for mark in blank.marks:
            if not mark.removeprefix("-").isdecimal():
                yield context / "marks", mark
