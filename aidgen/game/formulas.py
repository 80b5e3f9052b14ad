"""Values and columns that are derived from others by formulas; and the values that are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.expressions import evaluate, formula_names
from aidgen.game.fields import Cell
from aidgen.game.figures import NA, Figure, NotApplicable, neutral, read_faces
from aidgen.game.records import Table
from aidgen.game.source import Steps
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.problems import InputError, Problem, Where, did_you_mean

TableRows = Mapping[str, Mapping[str, Cell]]


def derive_values(
    values: object, places: Mapping[Steps, Where]
) -> tuple[object, Mapping[str, str]]:
    """Return the values of a game with those computed that are `{derive: formula}`.

    Also returns these formulas. They may use all other values, in any order. Raises InputError,
    at `places`, for those that cannot be computed or lead back to themselves.
    """
    if not isinstance(values, dict):
        return values, {}
    formulas = {
        name: str(value["derive"])
        for name, value in values.items()
        if isinstance(value, dict) and [*value] == ["derive"]
    }
    figures = {name: Figure.read(value) for name, value in values.items() if name not in formulas}
    numbers = {name: figure.number for name, figure in figures.items() if figure}
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
    """Return `game_data` with the row names and derived columns of its tables computed.

    Raises InputError with the formulas that cannot be computed.
    """
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
            filled = {"parts": MappingProxyType(parts), "rows": rows}
            tables[name] = table.model_copy(update=filled)
    if problems:
        raise InputError(problems)
    return game_data.model_copy(update={"tables": MappingProxyType(tables)})


def _fill_rows(table: Table, rows: TableRows, values: Mapping[str, Fraction]) -> TableRows:
    filled = {row: _fill_row(table, row, cells, values) for row, cells in rows.items()}
    return MappingProxyType(filled)


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
        if not isinstance(cell, Figure) and column.type != "text":
            lacking[name] = cell if isinstance(cell, NotApplicable) else None
        if isinstance(cell, Figure):
            numbers[name] = cell.number
        filled[name] = cell
    return MappingProxyType(filled)


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
            names = formula_names(column.derive) if column.derive else frozenset()
            yield from ((context, name) for name in names - table.columns.keys())
    for blank_name, blank in game_data.blanks.items():
        context = game_data.at("blanks", blank_name)
        for field in ("start", "end", "repeat"):
            if isinstance(count := getattr(blank, field), str):
                yield context / field, count
        for mark in blank.marks:
            if not mark.removeprefix("-").isdecimal():
                yield context / "marks", mark
