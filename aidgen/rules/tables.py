"""Checks of tables: types of cells, rising values, units, widths, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import (
    NUMBER_SLOT,
    OWN_UNITS,
    UNITS,
    Figure,
    NotApplicable,
    Quantity,
    scale_figure,
)
from aidgen.game.tables import Table
from aidgen.game.texts import PLACEHOLDER
from aidgen.problems import Problem, did_you_mean

TableRow = Mapping[str, Cell]


def rows_with_context(
    canon: GameData, table: str, part: str, rows: Mapping[str, TableRow]
) -> Iterator[tuple[Context, TableRow]]:
    """Yield the context and the cells of each row of a table, or of a part of it."""
    context = canon.at("tables", table)
    inner = context / "parts" / part / "rows" if part else context / "rows"
    for name, cells in rows.items():
        yield inner / name, cells


def tables_rise(canon: GameData) -> Iterator[Problem]:
    """Yield cells that are smaller than the one before, where `laws` forbid it."""
    for name, table in canon.tables.items():
        grids = [
            (title, dict(rows_with_context(canon, name, part, rows)))
            for part, title, rows in table.grids()
        ]
        for i, (_, rows) in enumerate(grids):
            if "rows-rise" in table.laws:
                for context, cells in rows.items():
                    yield from _row_rises(canon, context, cells)
            if "columns-rise" in table.laws:
                yield from _columns_rise(canon, table, rows)
            if "parts-rise" in table.laws and i:
                yield from _part_rises(canon, table, rows, *grids[i - 1])


def _typed_columns(table: Table) -> list[str]:
    """Return the columns whose cells are typed in, and are numbers."""
    return [
        name
        for name, column in table.columns.items()
        if name != table.key and column.derive is None and column.type == "number"
    ]


def _row_rises(canon: GameData, context: Context, cells: TableRow) -> Iterator[Problem]:
    written = {name: cell for name, cell in cells.items() if context / name in canon.places}
    figures = [(name, cell) for name, cell in written.items() if isinstance(cell, Figure)]
    for (_, before), (name, cell) in pairwise(figures):
        yield from _check_fall(canon, context / name, (before, cell), "of the column before")


def _columns_rise(
    canon: GameData, table: Table, rows: Mapping[Context, TableRow]
) -> Iterator[Problem]:
    for (_, above), (context, cells) in pairwise(rows.items()):
        for column in _typed_columns(table):
            pair = above[column], cells[column]
            yield from _check_fall(canon, context / column, pair, "of the row above")


def _part_rises(
    canon: GameData,
    table: Table,
    rows: Mapping[Context, TableRow],
    title: str,
    before: Mapping[Context, TableRow],
) -> Iterator[Problem]:
    """Compare the rows of a part with those of the part before it, called `title`."""
    earlier_rows = {context.name: cells for context, cells in before.items()}
    for context, cells in rows.items():
        earlier = earlier_rows.get(context.name)
        if earlier is None:
            message = f"row `{context.name}` is not in the table before, {title}"
            yield Problem(canon.where(context), message)
            continue
        for column in _typed_columns(table):
            pair = earlier[column], cells[column]
            yield from _check_fall(canon, context / column, pair, f"of the table before, {title}")


def _check_fall(
    canon: GameData, context: Context, pair: tuple[Cell, Cell], of: str
) -> Iterator[Problem]:
    """Yield a problem if the second cell, at `context`, is smaller than the first."""
    before, cell = pair
    if not (isinstance(before, Figure) and isinstance(cell, Figure)):
        return
    if cell.number < before.number and getattr(cell, "unit", "") == getattr(before, "unit", ""):
        message = f"found {cell} in column `{context.name}`, expected at least the {before} {of}"
        yield Problem(canon.where(context), message)


def cells_have_their_type(canon: GameData) -> Iterator[Problem]:
    """Yield cells that are words where the column holds figures."""
    for name, table in canon.tables.items():
        words = [column for column in table.columns if table.columns[column].type != "text"]
        for part, _, rows in table.grids():
            for context, cells in rows_with_context(canon, name, part, rows):
                for column in words:
                    cell = cells[column]
                    if not isinstance(cell, Figure | NotApplicable | None):
                        expected = table.columns[column].type
                        message = f"found `{cell}` in column `{column}`, expected a {expected}"
                        hint = NOT_APPLICABLE if cell in TYPED_DASHES else ""
                        yield Problem(canon.where(context / column), message, hint)


def tables_have_rows(canon: GameData) -> Iterator[Problem]:
    """Yield tables without rows: they would print nothing."""
    for name, table in canon.tables.items():
        if not any(rows for _, _, rows in table.grids()):
            where = canon.where(canon.at("tables", name))
            yield Problem(where, "has no `rows`, so it would print nothing")


def charts_can_be_drawn(canon: GameData) -> Iterator[Problem]:
    """Yield columns that a chart is to draw, and that are not there or hold no numbers."""
    for name, chart in canon.charts.items():
        table = canon.tables.get(chart.table)
        if table is None:
            continue
        where = canon.where(canon.at("charts", name, "y"))
        for column in chart.y:
            cells = [cells.get(column) for _, _, rows in table.grids() for cells in rows.values()]
            if column not in table.columns:
                hint = did_you_mean(column, table.columns)
                yield Problem(where, f"unknown column `{column}` in `tables.{chart.table}`", hint)
            elif not all(isinstance(cell, Figure) for cell in cells):
                yield Problem(where, f"column `{column}` has cells that are not numbers")


TYPED_DASHES = ("-", "–", "—", "n/a", "N/A")
NOT_APPLICABLE = "`na` prints a dash where a column does not apply, `null` leaves room to write"


FULL_WIDTH = 100
"""Per cent of a table's width: what its columns may take up together."""


def units_are_known(canon: GameData) -> Iterator[Problem]:
    """Yield units of the game that say no number, or are CLDR's, and columns in unknown units."""
    for unit, text in canon.game.own_units.items():
        where = canon.where(canon.at("game", OWN_UNITS, unit))
        if unit in UNITS:
            hint = "each language has its own form"
            yield Problem(where, f"`{unit}` is a standard unit and needs no text", hint)
        elif PLACEHOLDER.findall(text) != [NUMBER_SLOT.strip("{}")]:
            message = f"found `{text}`, expected {NUMBER_SLOT} in it once"
            yield Problem(where, message, f"as in `{NUMBER_SLOT} {unit}`")
    known = (*UNITS, *canon.game.own_units)
    for name, table in canon.tables.items():
        for column_name, column in table.columns.items():
            if column.measure and column.measure not in known:
                hint = (
                    did_you_mean(column.measure, known) or f"define it in `{OWN_UNITS}` of the game"
                )
                where = canon.where(canon.at("tables", name, "columns", column_name, "measure"))
                yield Problem(where, f"unknown unit `{column.measure}`", hint)


def measures_fit_their_cells(canon: GameData) -> Iterator[Problem]:
    """Yield cells with a unit in a column that has one, and ranges that cannot be converted."""
    for name, table in canon.tables.items():
        for part, _, rows in table.grids():
            for context, cells in rows_with_context(canon, name, part, rows):
                for column_name, cell in cells.items():
                    message = _measure_fault(canon, table.columns[column_name].measure or "", cell)
                    if message:
                        yield Problem(canon.where(context / column_name), message)


def _measure_fault(canon: GameData, measure: str, cell: object) -> str:
    """Say why a cell does not fit the unit of its column; empty if it does."""
    if not measure or not isinstance(cell, Figure):
        return ""
    if isinstance(cell, Quantity) and cell.unit:
        return f"found the unit `{cell.unit}`, but the column has a `measure`"
    factors = [one.times.number for unit, one in canon.game.units.items() if unit == measure]
    if factors and scale_figure(cell.raw, factors[0]) is None:
        return f"`{cell}` {measure} cannot be converted: its ends would not be whole numbers"
    return ""


def hints_can_be_followed(canon: GameData) -> Iterator[Problem]:
    """Yield widths that are more than there is, and hints that a lying table has no use for."""
    for name, table in canon.tables.items():
        context = canon.at("tables", name, "columns")
        total = sum(column.width or 0 for column in table.columns.values())
        if total > FULL_WIDTH:
            message = f"the column widths add up to {total:g} %, expected at most {FULL_WIDTH}"
            yield Problem(canon.where(context), message)
        for column, hint in _idle_hints(table):
            message = f"`{hint}` does not apply to a `lying` table"
            yield Problem(canon.where(context / column / hint), message, "remove it")


def _idle_hints(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the columns of a lying table with the hints that are of no use there."""
    for name, column in table.columns.items() if table.lying else ():
        yield from ((name, hint) for hint in ("width", "turned") if getattr(column, hint))
