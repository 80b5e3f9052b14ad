"""Checks of tables: types of cells, ranges, rising values, units, widths, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import (
    NUMBER_SLOT,
    OWN_UNITS,
    UNITS,
    Dice,
    Figure,
    NotApplicable,
    Quantity,
    Range,
    scale_figure,
)
from aidgen.game.tables import Table
from aidgen.game.texts import PLACEHOLDER
from aidgen.problems import Problem, Where, did_you_mean

TableRow = Mapping[str, Cell]


def rows_with_context(
    game_data: GameData, table: str, part: str, rows: Mapping[str, TableRow]
) -> Iterator[tuple[Context, TableRow]]:
    """Yield the context and the cells of each row of a table, or of a part of it."""
    context = game_data.at("tables", table)
    inner = context / "parts" / part / "rows" if part else context / "rows"
    for name, cells in rows.items():
        yield inner / name, cells


def tables_rise(game_data: GameData) -> Iterator[Problem]:
    """Yield cells that are smaller than the one before, where `laws` forbid it."""
    for name, table in game_data.tables.items():
        grids = [
            (title, dict(rows_with_context(game_data, name, part, rows)))
            for part, title, rows in table.grids()
        ]
        for i, (_, rows) in enumerate(grids):
            if "rows-rise" in table.laws:
                for context, cells in rows.items():
                    yield from _row_rises(game_data, context, cells)
            if "columns-rise" in table.laws:
                yield from _columns_rise(game_data, table, rows)
            if "parts-rise" in table.laws and i:
                yield from _part_rises(game_data, table, rows, *grids[i - 1])


def _typed_columns(table: Table) -> list[str]:
    """Return the columns whose cells are typed in, and are numbers."""
    return [
        name
        for name, column in table.columns.items()
        if name != table.key and column.derive is None and column.type == "number"
    ]


def _row_rises(game_data: GameData, context: Context, cells: TableRow) -> Iterator[Problem]:
    written = {name: cell for name, cell in cells.items() if context / name in game_data.places}
    figures = [(name, cell) for name, cell in written.items() if isinstance(cell, Figure)]
    for (_, before), (name, cell) in pairwise(figures):
        yield from _check_fall(game_data, context / name, (before, cell), "of the column before")


def _columns_rise(
    game_data: GameData, table: Table, rows: Mapping[Context, TableRow]
) -> Iterator[Problem]:
    for (_, above), (context, cells) in pairwise(rows.items()):
        for column in _typed_columns(table):
            pair = above[column], cells[column]
            yield from _check_fall(game_data, context / column, pair, "of the row above")


def _part_rises(
    game_data: GameData,
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
            yield Problem(game_data.where(context), message)
            continue
        for column in _typed_columns(table):
            pair = earlier[column], cells[column]
            yield from _check_fall(
                game_data, context / column, pair, f"of the table before, {title}"
            )


def _check_fall(
    game_data: GameData, context: Context, pair: tuple[Cell, Cell], of: str
) -> Iterator[Problem]:
    """Yield a problem if the second cell, at `context`, is smaller than the first."""
    before, cell = pair
    if not (isinstance(before, Figure) and isinstance(cell, Figure)):
        return
    if cell.number < before.number and getattr(cell, "unit", "") == getattr(before, "unit", ""):
        message = f"found {cell} in column `{context.name}`, expected at least the {before} {of}"
        yield Problem(game_data.where(context), message)


def cells_have_their_type(game_data: GameData) -> Iterator[Problem]:
    """Yield cells that are words where the column holds figures."""
    for name, table in game_data.tables.items():
        words = [column for column in table.columns if table.columns[column].type != "text"]
        for part, _, rows in table.grids():
            for context, cells in rows_with_context(game_data, name, part, rows):
                for column in words:
                    cell = cells[column]
                    if not isinstance(cell, Figure | NotApplicable | None):
                        expected = table.columns[column].type
                        message = f"found `{cell}` in column `{column}`, expected a {expected}"
                        hint = NOT_APPLICABLE if cell in TYPED_DASHES else ""
                        yield Problem(game_data.where(context / column), message, hint)


def tables_have_rows(game_data: GameData) -> Iterator[Problem]:
    """Yield tables without rows: they would print nothing."""
    for name, table in game_data.tables.items():
        if not any(rows for _, _, rows in table.grids()):
            where = game_data.where(game_data.at("tables", name))
            yield Problem(where, "has no `rows`, so it would print nothing")


def charts_can_be_drawn(game_data: GameData) -> Iterator[Problem]:
    """Yield columns that a chart is to draw, and that are not there or hold no numbers."""
    for name, chart in game_data.charts.items():
        table = game_data.tables.get(chart.table)
        if table is None:
            continue
        where = game_data.where(game_data.at("charts", name, "y"))
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


def units_are_known(game_data: GameData) -> Iterator[Problem]:
    """Yield units of the game that say no number, or are CLDR's, and columns in unknown units."""
    for unit, text in game_data.game.own_units.items():
        where = game_data.where(game_data.at("game", OWN_UNITS, unit))
        if unit in UNITS:
            hint = "each language has its own form"
            yield Problem(where, f"`{unit}` is a standard unit and needs no text", hint)
        elif PLACEHOLDER.findall(text) != [NUMBER_SLOT.strip("{}")]:
            message = f"found `{text}`, expected {NUMBER_SLOT} in it once"
            yield Problem(where, message, f"as in `{NUMBER_SLOT} {unit}`")
    known = (*UNITS, *game_data.game.own_units)
    for name, table in game_data.tables.items():
        for column_name, column in table.columns.items():
            if column.measure and column.measure not in known:
                hint = (
                    did_you_mean(column.measure, known) or f"define it in `{OWN_UNITS}` of the game"
                )
                where = game_data.where(
                    game_data.at("tables", name, "columns", column_name, "measure")
                )
                yield Problem(where, f"unknown unit `{column.measure}`", hint)


def measures_fit_their_cells(game_data: GameData) -> Iterator[Problem]:
    """Yield cells with a unit in a column that has one, and ranges that cannot be converted."""
    for name, table in game_data.tables.items():
        for part, _, rows in table.grids():
            for context, cells in rows_with_context(game_data, name, part, rows):
                for column_name, cell in cells.items():
                    message = _measure_fault(
                        game_data, table.columns[column_name].measure or "", cell
                    )
                    if message:
                        yield Problem(game_data.where(context / column_name), message)


def _measure_fault(game_data: GameData, measure: str, cell: object) -> str:
    """Say why a cell does not fit the unit of its column; empty if it does."""
    if not measure or not isinstance(cell, Figure):
        return ""
    if isinstance(cell, Quantity) and cell.unit:
        return f"found the unit `{cell.unit}`, but the column has a `measure`"
    factors = [one.times.number for unit, one in game_data.game.units.items() if unit == measure]
    if factors and scale_figure(cell.raw, factors[0]) is None:
        return f"`{cell}` {measure} cannot be converted: its ends would not be whole numbers"
    return ""


def hints_can_be_followed(game_data: GameData) -> Iterator[Problem]:
    """Yield widths that are more than there is, and hints that a lying table has no use for."""
    for name, table in game_data.tables.items():
        context = game_data.at("tables", name, "columns")
        total = sum(column.width or 0 for column in table.columns.values())
        if total > FULL_WIDTH:
            message = f"the column widths add up to {total:g} %, expected at most {FULL_WIDTH}"
            yield Problem(game_data.where(context), message)
        for column, hint in _idle_hints(table):
            message = f"`{hint}` does not apply to a `lying` table"
            yield Problem(game_data.where(context / column / hint), message, "remove it")


def _idle_hints(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the columns of a lying table with the hints that are of no use there."""
    for name, column in table.columns.items() if table.lying else ():
        yield from ((name, hint) for hint in ("width", "turned") if getattr(column, hint))


@dataclass(frozen=True)
class _DieNumbers:
    """The numbers that ranges have to cover: all of a die, or unknown."""

    die: str = ""
    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return f"{self.low}–{self.high}"


def ranges_follow(game_data: GameData) -> Iterator[Problem]:
    """Yield ranges that leave a gap, overlap, or do not cover the die that leads to them."""
    for name, table in game_data.tables.items():
        if table.die is not None and not isinstance(table.die.raw, Dice):
            where = game_data.where(game_data.at("tables", name, "die"))
            yield Problem(where, f"found the die `{table.die}`, expected dice", "as in d20")
            continue
        for ranges in _range_sets(game_data, name, table):
            yield from _check_order(game_data, ranges, _die_numbers(table))


def _die_numbers(table: Table) -> _DieNumbers:
    if table.die is None or not isinstance(table.die.raw, Dice):
        return _DieNumbers()
    die = table.die.raw
    count = max(1, die.count)
    return _DieNumbers(str(table.die), count + die.bonus, count * die.faces + die.bonus)


def _range_sets(game_data: GameData, name: str, table: Table) -> Iterator[Mapping[Context, Cell]]:
    """Yield the ranges that must follow one another: of the columns, or of each table's rows."""
    columns: Mapping[Context, Cell] = {
        game_data.at("tables", name, "columns", column_name, "range"): column.range
        for column_name, column in table.columns.items()
        if column.range is not None
    }
    if columns:
        yield columns
    if table.columns[table.key].type == "range" or (table.die and not columns):
        for part, _, rows in table.grids():
            listed = rows_with_context(game_data, name, part, rows)
            yield {context / table.key: cells[table.key] for context, cells in listed}


def _check_order(
    game_data: GameData, ranges: Mapping[Context, Cell], faces: _DieNumbers
) -> Iterator[Problem]:
    """Compare the ranges, in their order, with each other and the numbers of the die."""
    needs = f" ({faces.die} needs {faces})" if faces.die else ""
    before, last = "", None if faces.low is None else faces.low - 1
    where = Where("")
    for context, cell in ranges.items():
        where, span = game_data.where(context), _span_of(cell, faces)
        if span is None:
            yield Problem(where, f"found `{cell}`, expected a range of numbers, as in 3-4")
            continue
        low, high = span
        if high < low:
            yield Problem(where, f"`{cell}` runs backwards")
            low, high = high, low
        yield from _out_of_range(where, str(cell), (low, high), faces)
        if last is not None and low <= last and before:
            message = f"`{cell}` overlaps `{before}`: {_span_text(low, min(last, high))}"
            yield Problem(where, message)
        if last is not None and low > last + 1:
            after = f" after `{before}`" if before else ""
            message = f"`{cell}` leaves a gap{after}: {_span_text(last + 1, low - 1)}{needs}"
            yield Problem(where, message)
        before, last = str(cell), high if last is None else max(high, last)
    if faces.high is not None and before and last is not None and last < faces.high:
        message = f"`{before}` leaves a gap after it: {_span_text(last + 1, faces.high)}{needs}"
        yield Problem(where, message)


def _span_of(cell: Cell, faces: _DieNumbers) -> tuple[int, int] | None:
    """Return the first and last number of a cell; one that is open ends with the die."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        end = max(raw.low, NO_END) if faces.high is None else faces.high
        return raw.low, end if raw.high is None else raw.high
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None


def _out_of_range(
    where: Where, shown: str, span: tuple[int, int], faces: _DieNumbers
) -> Iterator[Problem]:
    """Yield the numbers of a range that the die does not have."""
    if faces.low is None or faces.high is None:
        return
    (low, high), has = span, f"({faces.die} has {faces})"
    if low < faces.low:
        beyond = _span_text(low, min(high, faces.low - 1))
        yield Problem(where, f"`{shown}` is out of range: {beyond} {has}")
    if high > faces.high:
        beyond = _span_text(max(low, faces.high + 1), high)
        yield Problem(where, f"`{shown}` is out of range: {beyond} {has}")


def _span_text(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


NO_END = 10**9
"""The end of a range such as 9+ where no die ends it; figures have fewer digits."""
