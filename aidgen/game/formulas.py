"""What authors may compute: formulas over numbers, and selections of cards.

Python's parser reads them, and nothing of them is run: each node that is evaluated is named here.
"""

from __future__ import annotations

import ast
import math
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import LARGEST_FIGURE, NA, Figure, NotApplicable, neutral, read_faces
from aidgen.game.records import Card, Table
from aidgen.game.source import Steps
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.problems import InputError, Problem, Where, did_you_mean

TableRows = Mapping[str, Mapping[str, Cell]]
# Characters of an expression: the parser needs memory for each parenthesis.
LONGEST = 200
# A number is written as in a cell: not 0x10, 1_000 or 1e3.
SIGNS_OF_NUMBERS = frozenset("0123456789.")
FUNCTIONS: Mapping[str, Callable[[list[Fraction]], Fraction]] = {
    "ceil": lambda numbers: Fraction(math.ceil(numbers[0])),
    "floor": lambda numbers: Fraction(math.floor(numbers[0])),
    "max": max,
    "mean": lambda numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": min,
    "sum": lambda numbers: sum(numbers, Fraction(0)),
}
OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
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
                raise ValueError(f"`{number}` is not a number, expected one such as 12 or 0.5")
    return tree


# Formulas ---------------------------------------------------------------------------------------


def formula_names(formula: str) -> frozenset[str]:
    """Return the columns and values that `formula` reads; raises ValueError if it is none."""
    nodes = [*ast.walk(_parse(formula, "a formula"))]
    functions = [node.func for node in nodes if isinstance(node, ast.Call)]
    # What a deck counts is named as in a text: decks.bonus.cards.
    inner = [*functions, *(node.value for node in nodes if isinstance(node, ast.Attribute))]
    names = (node for node in nodes if isinstance(node, ast.Name | ast.Attribute))
    return frozenset(ast.unparse(node) for node in names if node not in inner)


def evaluate(formula: str, numbers: Mapping[str, Fraction]) -> Fraction:
    """Compute `formula` exactly from numbers; raises ValueError with what is wrong with it."""
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
        case ast.Attribute() if (name := ast.unparse(node)) in values:
            return values[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -_compute(operand, values)
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return Fraction(OPERATORS[type(op)](_compute(left, values), _compute(right, values)))
        case ast.Call(ast.Name(name), args, []):
            numbers = [_compute(arg, values) for arg in args]
            if name not in FUNCTIONS:
                raise ValueError(f"`{name}` is not one of {', '.join(FUNCTIONS)}")
            if not numbers or (len(numbers) > 1 and name in ("ceil", "floor")):
                raise ValueError(f"`{name}` cannot take {len(numbers)} numbers")
            return FUNCTIONS[name](numbers)
    raise ValueError(f"`{ast.unparse(node)}` is not allowed in a formula")


# Values and columns that are derived ------------------------------------------------------------


def deck_counts(data: Mapping[str, Any]) -> Mapping[str, Fraction]:
    """Return the numbers that each deck has of its cards, as texts quote them.

    `decks.bonus.cards` are all that are printed, `decks.bonus.different` those without their
    copies, and `decks.bonus.copies` how many there are of each, if there are as many of all.
    """
    copies: dict[str, list[int]] = {}
    cards = data.get("cards")
    for card in cards.values() if isinstance(cards, dict) else ():
        number = str(card.get("copies", 1)) if isinstance(card, dict) else ""
        if number.isdecimal():
            copies.setdefault(str(card.get("deck")), []).append(int(number))
    counts: dict[str, int] = {}
    for deck, numbers in copies.items():
        counts |= {f"decks.{deck}.cards": sum(numbers), f"decks.{deck}.different": len(numbers)}
        counts |= {f"decks.{deck}.copies": numbers[0]} if len({*numbers}) == 1 else {}
    return {name: Fraction(count) for name, count in counts.items()}


def derive_values(
    values: object, counts: Mapping[str, Fraction], places: Mapping[Steps, Where]
) -> tuple[object, Mapping[str, str]]:
    """Return the values of a game with those computed that are `{derive: formula}`.

    Also returns these formulas. They may use all other values, in any order, and `counts`. Raises
    InputError, at `places`, for those that cannot be computed or lead back to themselves.
    """
    if not isinstance(values, dict):
        return values, {}
    formulas = {
        name: str(value["derive"])
        for name, value in values.items()
        if isinstance(value, dict) and [*value] == ["derive"]
    }
    figures = {name: Figure.read(value) for name, value in values.items() if name not in formulas}
    numbers = {**counts, **{name: figure.number for name, figure in figures.items() if figure}}
    problems = [
        Problem(places["values", name], "found a mapping, expected `{derive: formula}`")
        for name in figures
        if isinstance(values[name], dict)
    ]
    used: dict[str, frozenset[str]] = {}
    for name, formula in formulas.items():
        try:
            used[name] = formula_names(formula)
        except ValueError as error:
            problems.append(Problem(places["values", name, "derive"], str(error)))
    waiting = {name: formulas[name] for name in used}
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
    """Return a game with derived columns computed; raises InputError with faulty formulas."""
    values = {name: figure.number for name, figure in game_data.values.items()}
    problems: list[Problem] = []
    tables = {}
    for name, table in game_data.tables.items():
        try:
            parts = {
                part: inner.model_copy(update={"rows": _fill_rows(table, inner.rows, values)})
                for part, inner in table.parts.items()
            }
            rows = table.rows and _fill_rows(table, table.rows, values)
        except ValueError as error:
            message, column = error.args
            where = game_data.where(game_data.at("tables", name, "columns", column, "derive"))
            hint = "a formula may use the columns to its left and the values of the game"
            problems.append(Problem(where, message, hint))
        else:
            tables[name] = table.model_copy(update={"parts": parts, "rows": rows})
    if problems:
        raise InputError(problems)
    return game_data.model_copy(update={"tables": tables})


def _fill_rows(table: Table, rows: TableRows, values: Mapping[str, Fraction]) -> TableRows:
    return {row: _fill_row(table, row, cells, values) for row, cells in rows.items()}


def _fill_row(
    table: Table, row: str, cells: Mapping[str, Cell], values: Mapping[str, Fraction]
) -> Mapping[str, Cell]:
    # A derived cell may use those to its left. One computed from a cell that does not apply does
    # not apply either; one computed from a cell to fill in is to be filled in.
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
        if isinstance(cell, Figure):
            numbers[name] = cell.number
        elif column.type != "text":
            lacking[name] = cell if isinstance(cell, NotApplicable) else None
        filled[name] = cell
    return filled


def quoted_values(game_data: GameData) -> Iterator[tuple[Context, str]]:
    """Yield the name of each value that is quoted, with the context of the text or formula."""
    for context, wording in game_data.wordings():
        yield from ((context, name) for name in PLACEHOLDER.findall(wording))
    for value, formula in game_data.formulas.items():
        context = game_data.at("values", value, "derive")
        yield from ((context, name) for name in formula_names(formula))
    for table_name, table in game_data.tables.items():
        for column_name, column in table.columns.items():
            context = game_data.at("tables", table_name, "columns", column_name, "derive")
            with suppress(ValueError):  # what is no formula is reported where it is computed
                names = formula_names(column.derive or "0") - table.columns.keys()
                yield from ((context, name) for name in names)
    for blank_name, blank in game_data.blanks.items():
        context = game_data.at("blanks", blank_name)
        for field in ("start", "end", "repeat"):
            if isinstance(count := getattr(blank, field), str):
                yield context / field, count
        for mark in blank.marks:
            if not mark.removeprefix("-").isdecimal():
                yield context / "marks", mark


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
    """Tell whether a selection has a card, None has all; raises ValueError if it is not one."""
    return only is None or _selects(_parse(only, "a selection of cards"), card)


def _selects(node: ast.expr, card: Card) -> bool:
    match node:
        case ast.BoolOp(op, parts):
            # Each part is read, so that a fault in any is reported.
            chosen = [_selects(part, card) for part in parts]
            return all(chosen) if isinstance(op, ast.And) else any(chosen)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not _selects(part, card)
        case ast.Compare(left, [ast.In() | ast.NotIn() as op], [ast.Name("tags")]):
            return (_operand(left) in card.tags) == isinstance(op, ast.In)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
            raise ValueError(f"`in` works only with `tags`, found `{ast.unparse(right)}`")
        case ast.Compare(ast.Name(field), [op], [right]) if type(op) in OPERATORS:
            value, sought = _card_value(card, field), _operand(right)
            if isinstance(value, Fraction) and isinstance(sought, Fraction):
                return bool(OPERATORS[type(op)](value, sought))
            is_same = value is not None and str(value) == str(sought)
            return is_same if isinstance(op, ast.Eq) else isinstance(op, ast.NotEq) and not is_same
        case ast.Compare(ops=[_]):
            written = ast.unparse(node)
            raise ValueError(f"`{written}` does not compare a field with a number or word")
    raise ValueError(f"`{ast.unparse(node)}` is not allowed in a selection of cards")


def _card_value(card: Card, name: str) -> object:
    """Return the value of a card's field: a number, a word, or None."""
    listed = {"deck": card.deck, "module": card.module, "copies": Fraction(card.copies)}
    value = {**card.fields, **listed}.get(name)
    raw = getattr(value, "raw", None)
    return raw if isinstance(raw, Fraction) else value


def _operand(node: ast.expr) -> Fraction | str:
    match node:
        case ast.Name(word) | ast.Constant(str(word)):
            return word
        case ast.Constant(int() | float()) | ast.UnaryOp(ast.USub(), ast.Constant(int() | float())):
            return _compute(node, {})
    raise ValueError(f"`{ast.unparse(node)}` is neither a number nor a word")
