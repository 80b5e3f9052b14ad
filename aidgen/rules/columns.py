"""The columns of tables: units that there are, and hints that can be followed."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.records import Table
from aidgen.game.texts import PLACEHOLDER
from aidgen.game.units import NUMBER, OWN, UNITS, Quantity, times
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.rows import rows_of

WHOLE = 100
"""Per cent of a table's width: what its columns may take up together."""


def units_are_known(canon: GameData) -> Iterator[Problem]:
    """Yield units of the game that say no number, or are CLDR's, and columns in unknown units."""
    for unit, text in canon.game.own_units.items():
        where = canon.where(canon.at("game", OWN, unit))
        if unit in UNITS:
            hint = "it is written as each language has it"
            yield Problem(where, f"`{unit}` is a unit that needs no text", hint)
        elif PLACEHOLDER.findall(text) != [NUMBER.strip("{}")]:
            message = f"found `{text}`, expected {NUMBER} in it, once"
            yield Problem(where, message, f"as in `{NUMBER} {unit}`")
    known = (*UNITS, *canon.game.own_units)
    for name, table in canon.tables.items():
        for column_name, column in table.columns.items():
            if column.measure and column.measure not in known:
                hint = did_you_mean(column.measure, known) or f"name it in `{OWN}` of the game"
                where = canon.where(canon.at("tables", name, "columns", column_name, "measure"))
                yield Problem(where, f"`{column.measure}` is no unit", hint)


def measures_fit_their_cells(canon: GameData) -> Iterator[Problem]:
    """Yield cells that have a unit where the column says one, and ranges that cannot be told."""
    for name, table in canon.tables.items():
        for part, _, rows in table.grids():
            for context, cells in rows_of(canon, name, part, rows):
                for column_name, cell in cells.items():
                    message = _misfit(canon, table.columns[column_name].measure or "", cell)
                    if message:
                        yield Problem(canon.where(context / column_name), message)


def _misfit(canon: GameData, measure: str, cell: object) -> str:
    """Say why a cell does not fit the unit of its column; empty if it does."""
    if not measure or not isinstance(cell, Figure):
        return ""
    if isinstance(cell, Quantity) and cell.unit:
        return f"found the unit `{cell.unit}`, which the column's `measure` says"
    factors = [one.times.number for unit, one in canon.game.units.items() if unit == measure]
    if factors and times(cell.raw, factors[0]) is None:
        return f"`{cell}` {measure} cannot be told in other units: its ends would not be whole"
    return ""


def hints_can_be_followed(canon: GameData) -> Iterator[Problem]:
    """Yield widths that are more than there is, and hints that a lying table has no use for."""
    for name, table in canon.tables.items():
        context = canon.at("tables", name, "columns")
        total = sum(column.width or 0 for column in table.columns.values())
        if total > WHOLE:
            message = f"the widths of the columns come to {total:g} %, expected at most {WHOLE}"
            yield Problem(canon.where(context), message)
        for column, hint in _idle(table):
            message = f"`{hint}` does nothing in a table that is `lying`"
            yield Problem(canon.where(context / column / hint), message, "leave it out")


def _idle(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the columns of a lying table with the hints that are of no use there."""
    for name, column in table.columns.items() if table.lying else ():
        yield from ((name, hint) for hint in ("width", "turned") if getattr(column, hint))
