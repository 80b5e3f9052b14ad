"""What is worked out and not written: derived columns, and which values are quoted where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from aidgen.game.canon import Canon
from aidgen.game.figures import Figure, derive, names, neutral
from aidgen.game.records import Cell, Table
from aidgen.game.texts import PLACEHOLDER, Text


def derived(canon: Canon) -> Canon:
    """Return `canon` with the row names and derived columns of its tables filled in as figures.

    Raises ValueError, whose first argument is the path of the column and second the message.
    """
    values = {name: figure.number for name, figure in canon.values.items()}
    tables = {name: _derived(name, table, values) for name, table in canon.tables.items()}
    return canon.model_copy(update={"tables": tables})


def _derived(name: str, table: Table, values: Mapping[str, Fraction]) -> Table:
    def fill(rows: Mapping[str, Mapping[str, Cell]]) -> dict[str, dict[str, Cell]]:
        return {row: _row(name, table, row, cells, values) for row, cells in rows.items()}

    parts = {
        part_name: part.model_copy(update={"rows": fill(part.rows)})
        for part_name, part in table.parts.items()
    }
    rows = None if table.rows is None else fill(table.rows)
    return table.model_copy(update={"parts": parts, "rows": rows})


def _row(
    name: str,
    table: Table,
    row: str,
    cells: Mapping[str, Cell],
    values: Mapping[str, Fraction],
) -> dict[str, Cell]:
    """Fill one row in the order of the columns; a derived cell may use those to its left."""
    filled: dict[str, Cell] = {}
    known = dict(values)
    for column_name, column in table.columns.items():
        cell = cells.get(column_name)
        if column_name == table.key and column.type != "text":
            cell = Figure.read(row) or Text(row)
        elif column.derive is not None:
            try:
                raw = derive(column.derive, known)
                cell = Figure(raw, neutral(raw), column.decimals)
            except ValueError as error:
                path = ("tables", name, "columns", column_name, "derive")
                raise ValueError(path, str(error)) from None
        if isinstance(cell, Figure):
            known[column_name] = cell.number
        filled[column_name] = cell
    return filled


def quoted(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the name of each value that is quoted, with the path of the text or formula."""
    for path, wording in canon.wordings():
        for name in PLACEHOLDER.findall(wording):
            yield path, name
    yield from _quoted_by_formulas(canon)
    yield from _quoted_by_blanks(canon)


def _quoted_by_formulas(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    for table_name, table in canon.tables.items():
        for column_name, column in table.columns.items():
            for name in names(column.derive) if column.derive else ():
                if name not in table.columns:
                    yield ("tables", table_name, "columns", column_name, "derive"), name


def _quoted_by_blanks(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    for blank_name, blank in canon.blanks.items():
        for field in ("start", "end", "repeat"):
            count = getattr(blank, field)
            if isinstance(count, str):
                yield ("blanks", blank_name, field), count
        for mark in blank.marks:
            if not re.fullmatch(r"-?\d+", mark):
                yield ("blanks", blank_name, "marks"), mark
