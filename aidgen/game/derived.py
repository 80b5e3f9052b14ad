"""What is worked out and not written: derived columns, and which values are quoted where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import NA, Figure, NotApplicable, derive, names, neutral
from aidgen.game.records import Cell, Table
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.game.units import OWN
from aidgen.problems import InputError, Problem


def derived(canon: GameData) -> GameData:
    """Return `canon` with the row names and derived columns of its tables filled in as figures.

    Raises InputError with the formulas that cannot be worked out.
    """
    values = {name: figure.number for name, figure in canon.values.items()}
    problems: list[Problem] = []
    tables = {}
    for name, table in canon.tables.items():
        try:
            tables[name] = _filled(table, values)
        except _FormulaError as error:
            where = canon.where(canon.at("tables", name, "columns", error.column, "derive"))
            hint = "a formula may use the columns to its left and the values of the game"
            problems.append(Problem(where, str(error), hint))
    if problems:
        raise InputError(problems)
    return canon.model_copy(update={"tables": MappingProxyType(tables)})


class _FormulaError(ValueError):
    """A formula that cannot be worked out, and the column it stands in."""

    def __init__(self, message: str, column: str) -> None:
        super().__init__(message)
        self.column = column


def _filled(table: Table, values: Mapping[str, Fraction]) -> Table:
    def fill(rows: Mapping[str, Mapping[str, Cell]]) -> Mapping[str, Mapping[str, Cell]]:
        new = {row: _row(table, row, cells, values) for row, cells in rows.items()}
        return MappingProxyType(new)

    parts = {
        name: part.model_copy(update={"rows": fill(part.rows)})
        for name, part in table.parts.items()
    }
    rows = None if table.rows is None else fill(table.rows)
    return table.model_copy(update={"parts": MappingProxyType(parts), "rows": rows})


def _row(
    table: Table, row: str, cells: Mapping[str, Cell], values: Mapping[str, Fraction]
) -> Mapping[str, Cell]:
    """Fill one row in the order of the columns; a derived cell may use those to its left.

    What is worked out from a cell that does not apply does not apply either; from one that is to be
    filled in, it is to be filled in.
    """
    filled: dict[str, Cell] = {}
    known = dict(values)
    lacking: dict[str, Cell] = {}
    for name, column in table.columns.items():
        cell = cells.get(name)
        if name == table.key and column.type != "text":
            cell = Figure.read(row) or Text(row)
        elif column.derive is not None:
            try:
                cell = _worked_out(column.derive, known, lacking, column.decimals)
            except ValueError as error:
                raise _FormulaError(str(error), name) from None
        if not isinstance(cell, Figure) and column.type != "text":
            lacking[name] = cell if isinstance(cell, NotApplicable) else None
        if isinstance(cell, Figure):
            known[name] = cell.number
        filled[name] = cell
    return MappingProxyType(filled)


def _worked_out(
    formula: str, known: Mapping[str, Fraction], lacking: Mapping[str, Cell], decimals: int
) -> Cell:
    """Return what a formula comes to; raises ValueError if it cannot be worked out."""
    missing = [lacking[name] for name in names(formula) if name in lacking]
    if missing:
        return None if None in missing else NA
    raw = derive(formula, known)
    return Figure(raw, neutral(raw), decimals)


def quoted(canon: GameData) -> Iterator[tuple[Context, str]]:
    """Yield the name of each value that is quoted, with the context of the text or formula."""
    for context, wording in canon.wordings():
        for name in PLACEHOLDER.findall(wording):
            if context.ids[:2] != ("game", OWN):
                yield context, name
    yield from _quoted_by_formulas(canon)
    yield from _quoted_by_blanks(canon)


def _quoted_by_formulas(canon: GameData) -> Iterator[tuple[Context, str]]:
    for table_name, table in canon.tables.items():
        for column_name, column in table.columns.items():
            for name in names(column.derive) if column.derive else ():
                if name not in table.columns:
                    yield canon.at("tables", table_name, "columns", column_name, "derive"), name


def _quoted_by_blanks(canon: GameData) -> Iterator[tuple[Context, str]]:
    for blank_name, blank in canon.blanks.items():
        for field in ("start", "end", "repeat"):
            count = getattr(blank, field)
            if isinstance(count, str):
                yield canon.at("blanks", blank_name, field), count
        for mark in blank.marks:
            if not re.fullmatch(r"-?\d+", mark):
                yield canon.at("blanks", blank_name, "marks"), mark
