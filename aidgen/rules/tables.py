"""The cells of tables: of their column's type, rising where they must, enough for a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import Figure, NotApplicable
from aidgen.game.records import Cell, Table
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.rows import Row, rows_of


def tables_rise(canon: GameData) -> Iterator[Problem]:
    """Yield cells that are smaller than the one before them where a law says none may be."""
    for name, table in canon.tables.items():
        grids = [
            (title, dict(rows_of(canon, name, part, rows))) for part, title, rows in table.grids()
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


def _row_rises(canon: GameData, context: Context, cells: Row) -> Iterator[Problem]:
    written = {name: cell for name, cell in cells.items() if context / name in canon.places}
    figures = [(name, cell) for name, cell in written.items() if isinstance(cell, Figure)]
    for (_, before), (name, cell) in pairwise(figures):
        yield from _fall(canon, context / name, (before, cell), "of the column before")


def _columns_rise(canon: GameData, table: Table, rows: Mapping[Context, Row]) -> Iterator[Problem]:
    for (_, above), (context, cells) in pairwise(rows.items()):
        for column in _typed_columns(table):
            pair = above[column], cells[column]
            yield from _fall(canon, context / column, pair, "of the row above")


def _part_rises(
    canon: GameData,
    table: Table,
    rows: Mapping[Context, Row],
    title: str,
    before: Mapping[Context, Row],
) -> Iterator[Problem]:
    """Hold the rows of a part against those of the part before it, called `title`."""
    earlier_rows = {context.name: cells for context, cells in before.items()}
    for context, cells in rows.items():
        earlier = earlier_rows.get(context.name)
        if earlier is None:
            message = f"row `{context.name}` is not in the table before, {title}"
            yield Problem(canon.where(context), message)
            continue
        for column in _typed_columns(table):
            pair = earlier[column], cells[column]
            yield from _fall(canon, context / column, pair, f"of the table before, {title}")


def _fall(canon: GameData, context: Context, pair: tuple[Cell, Cell], of: str) -> Iterator[Problem]:
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
            for context, cells in rows_of(canon, name, part, rows):
                for column in words:
                    cell = cells[column]
                    if not isinstance(cell, Figure | NotApplicable | None):
                        expected = table.columns[column].type
                        message = f"found `{cell}` in column `{column}`, expected a {expected}"
                        hint = NOT_APPLICABLE if cell in DASHES else ""
                        yield Problem(canon.where(context / column), message, hint)


def tables_have_rows(canon: GameData) -> Iterator[Problem]:
    """Yield tables without rows: they would print nothing."""
    for name, table in canon.tables.items():
        if not any(rows for _, _, rows in table.grids()):
            where = canon.where(canon.at("tables", name))
            yield Problem(where, "has no `rows`, and would print nothing")


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
                yield Problem(where, f"`{column}` is no column of `tables.{chart.table}`", hint)
            elif not all(isinstance(cell, Figure) for cell in cells):
                yield Problem(where, f"column `{column}` has cells that are no numbers")


DASHES = ("-", "–", "—", "n/a", "N/A")
NOT_APPLICABLE = "`na` prints a dash where a column does not apply, `null` leaves room to write"
