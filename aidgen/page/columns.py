"""Columns of the parts of a table: as wide in one as in the others, so that they line up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aidgen.game.canon import Canon
from aidgen.game.figures import Figure
from aidgen.game.records import Cell, Column, Table
from aidgen.page.markdown import plain

GAP = 2
"""What parts a column from the next, in letters."""
SUBLINEAR = 0.75
"""By which power of its longest cell a column grows: long texts take lines, not width alone."""


def shares(canon: Canon) -> Mapping[str, Mapping[str, float]]:
    """Return the width of each column, in per cent, of the tables with parts and words in them.

    They are known by their references. Columns of figures alone are as wide as their headings, and
    line up by themselves.
    """
    return {
        f"tables.{name}": _shares(table)
        for name, table in canon.tables.items()
        if len(table.parts) > 1
        and not table.lying
        and any(column.type == "text" for column in table.columns.values())
    }


def _shares(table: Table) -> Mapping[str, float]:
    weights = {
        name: _weight([_heading(column), *_cells(table, name)])
        for name, column in table.columns.items()
    }
    total = sum(weights.values())
    return {name: round(100 * weight / total, 1) for name, weight in weights.items()}


def _heading(column: Column) -> str:
    return plain(str(column.header or ""))


def _cells(table: Table, column: str) -> Iterator[str]:
    for _, _, rows in table.grids():
        for cells in rows.values():
            yield _letters(cells[column])


def _letters(cell: Cell) -> str:
    if cell is None:
        return ""
    return cell.written or str(cell.raw) if isinstance(cell, Figure) else plain(str(cell))


def _weight(cells: list[str]) -> float:
    """Return how wide a column has to be, in letters: its longest word stands on one line."""
    word = max((len(word) for cell in cells for word in cell.split()), default=0)
    return float(max(word + GAP, max(map(len, cells)) ** SUBLINEAR))
