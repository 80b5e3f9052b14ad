"""The ranges of a die: none missing, none twice, none that the die cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import Dice, Figure, Range
from aidgen.game.tables import Table
from aidgen.problems import Problem, Where
from aidgen.rules.tables import rows_with_context


@dataclass(frozen=True)
class _DieNumbers:
    """The numbers that ranges have to cover: all of a die, or unknown."""

    die: str = ""
    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return f"{self.low}–{self.high}"


def ranges_follow(canon: GameData) -> Iterator[Problem]:
    """Yield ranges that leave a gap, overlap, or do not cover the die that leads to them."""
    for name, table in canon.tables.items():
        if table.die is not None and not isinstance(table.die.raw, Dice):
            where = canon.where(canon.at("tables", name, "die"))
            yield Problem(where, f"found the die `{table.die}`, expected dice", "as in d20")
            continue
        for ranges in _range_sets(canon, name, table):
            yield from _check_order(canon, ranges, _die_numbers(table))


def _die_numbers(table: Table) -> _DieNumbers:
    if table.die is None or not isinstance(table.die.raw, Dice):
        return _DieNumbers()
    die = table.die.raw
    count = max(1, die.count)
    return _DieNumbers(str(table.die), count + die.bonus, count * die.faces + die.bonus)


def _range_sets(canon: GameData, name: str, table: Table) -> Iterator[Mapping[Context, Cell]]:
    """Yield the ranges that must follow one another: of the columns, or of each table's rows."""
    columns: Mapping[Context, Cell] = {
        canon.at("tables", name, "columns", column_name, "range"): column.range
        for column_name, column in table.columns.items()
        if column.range is not None
    }
    if columns:
        yield columns
    if table.columns[table.key].type == "range" or (table.die and not columns):
        for part, _, rows in table.grids():
            listed = rows_with_context(canon, name, part, rows)
            yield {context / table.key: cells[table.key] for context, cells in listed}


def _check_order(
    canon: GameData, ranges: Mapping[Context, Cell], faces: _DieNumbers
) -> Iterator[Problem]:
    """Compare the ranges, in their order, with each other and the numbers of the die."""
    needs = f" ({faces.die} needs {faces})" if faces.die else ""
    before, last = "", None if faces.low is None else faces.low - 1
    where = Where("")
    for context, cell in ranges.items():
        where, span = canon.where(context), _span_of(cell, faces)
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
