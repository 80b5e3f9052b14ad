"""Checks of tables: types of cells, ranges, rising values, units, widths, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Cell
from aidgen.game.figures import Bonus, Dice, Figure, Percent, Range, decimal_hint, read_faces
from aidgen.game.records import Table
from aidgen.game.texts import Text
from aidgen.problems import Problem, did_you_mean

TableRow = Mapping[str, Cell]

TYPED_DASHES = ("-", "–", "—", "n/a", "N/A")
NOT_APPLICABLE = "`na` prints a dash where a column does not apply, `null` leaves room to write"
# The per cent of a table's width that its columns may take together.
FULL_WIDTH = 100
# Dice whose highest number is written 0, 00 or 000 on their faces.
ZERO_IS = (10, 100, 1000)
# Dice that are read digit by digit, each a die: d66 is two of six faces.
DIGIT_DICE = {digit * times for digit in "345678" for times in (2, 3)}
# The end of a range such as 9+ where no die ends it; figures have fewer digits.
NO_END = 10**9


def tables_rise(game_data: GameData) -> Iterator[Problem]:
    """Yield cells that are smaller than the one before, where `checks` forbid it."""
    for name, table in game_data.tables.items():
        columns = table.columns.items()
        # Derived cells follow from the others.
        typed = [key for key, column in columns if column.derive is None and key != table.key]
        numbers = [key for key in typed if table.columns[key].type == "number"]
        of, earlier = "", None
        for title, rows in _grids(game_data, name):
            above: TableRow | None = None
            for context, cells in rows.items():
                pairs: list[tuple[str, Cell, str]] = []
                if "rows-rise" in table.checks:
                    nexts = pairwise([key for key in typed if isinstance(cells[key], Figure)])
                    pairs += [(key, cells[last], "of the column before") for last, key in nexts]
                if "columns-rise" in table.checks and above:
                    pairs += [(key, above[key], "of the row above") for key in numbers]
                if "parts-rise" in table.checks and earlier is not None:
                    before = earlier.get(context.name, {})
                    pairs += [(key, before[key], f"of {of}") for key in numbers if before]
                    if not before:
                        yield game_data.problem(context, f"row `{context.name}` is not in {of}")
                yield from _falls(game_data, context, cells, pairs)
                above = cells
            of = f"the table before, {title}"
            earlier = {context.name: cells for context, cells in rows.items()}


def _grids(game_data: GameData, name: str) -> Iterator[tuple[Text, Mapping[Context, TableRow]]]:
    """Yield the title of each table of a family, and its rows by their contexts."""
    for part, title, rows in game_data.tables[name].grids():
        steps = ("parts", part, "rows") if part else ("rows",)
        yield title, {game_data.at("tables", name, *steps, row): rows[row] for row in rows}


def _falls(
    game_data: GameData, context: Context, cells: TableRow, pairs: list[tuple[str, Cell, str]]
) -> Iterator[Problem]:
    for key, before, of in pairs:
        cell = cells[key]
        if isinstance(before, Figure) and isinstance(cell, Figure) and cell.number < before.number:
            message = f"found {cell} in column `{key}`, expected at least the {before} {of}"
            yield game_data.problem(context / key, message)


def cells_have_their_type(game_data: GameData) -> Iterator[Problem]:
    """Yield cells that are words where the column holds figures."""
    for context, cell in game_data.texts():
        is_cell = context.kind == "tables" and "rows" in context.ids
        expected = game_data.tables[context.ids[1]].columns[context.name].type if is_cell else ""
        if expected not in ("", "text"):
            message = f"found `{cell}` in column `{context.name}`, expected a {expected}"
            yield game_data.problem(context, message, _cell_hint(cell, expected))


def tables_have_rows(game_data: GameData) -> Iterator[Problem]:
    """Yield tables without rows: they would print nothing."""
    for name, table in game_data.tables.items():
        if not any(rows for _, _, rows in table.grids()):
            message = "has no `rows`, so it would print nothing"
            yield game_data.problem(game_data.at("tables", name), message)


def charts_can_be_drawn(game_data: GameData) -> Iterator[Problem]:
    """Yield columns that a chart is to draw, and that are not there or hold no numbers."""
    for name, chart in game_data.charts.items():
        table, at = game_data.tables.get(chart.table), game_data.at("charts", name, "y")
        if table is None:
            continue
        for column in chart.y:
            cells = [cells.get(column) for _, _, rows in table.grids() for cells in rows.values()]
            if column not in table.columns:
                message = f"unknown column `{column}` in `tables.{chart.table}`"
                yield game_data.problem(at, message, did_you_mean(column, table.columns))
            elif not all(isinstance(cell, Figure) for cell in cells):
                yield game_data.problem(at, f"column `{column}` has cells that are not numbers")


def _cell_hint(cell: str, expected: str) -> str:
    if cell in TYPED_DASHES:
        return NOT_APPLICABLE
    if expected == "number" and (hint := decimal_hint(cell)):
        return hint
    if expected == "range":
        return "as in 3-4, 10+ or 6-: a row has one run of numbers"
    return "`type: text` in the column prints its cells as typed"


def hints_can_be_followed(game_data: GameData) -> Iterator[Problem]:
    """Yield widths that are more than there is, and hints without use where rows are across."""
    charted = {chart.table for chart in game_data.charts.values()}
    for name, table in game_data.tables.items():
        at = game_data.at("tables", name)
        if table.fold > 1 and (table.across or table.parts or table.ranged or name in charted):
            unfit = "a table with `across`, ranges or parts, or of a chart"
            yield game_data.problem(at / "fold", f"`fold` does not apply to {unfit}", "remove it")
        total = sum(column.width or 0 for column in table.columns.values())
        if total > FULL_WIDTH:
            message = f"the column widths add up to {total:g} %, expected at most {FULL_WIDTH}"
            yield game_data.problem(at / "columns", message)
        for column, hint in product(table.columns if table.across else (), ("width", "turned")):
            if getattr(table.columns[column], hint):
                message = f"`{hint}` does not apply to a table with `across`"
                yield game_data.problem(at / "columns" / column / hint, message, "remove it")


@dataclass(frozen=True)
class _DieNumbers:
    """The numbers that ranges have to cover: all of a die, or unknown.

    Those of dice that are read digit by digit, as d66, are counted: 11 is the first.
    """

    die: str = ""
    low: int = -NO_END
    high: int = NO_END
    read: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.shown(self.low, self.high)

    def shown(self, low: int, high: int) -> str:
        """Return numbers of the die as they are read."""
        first, last = (
            self.read[min(max(end, 1), len(self.read)) - 1] if self.read else end
            for end in (low, high)
        )
        return str(first) if first == last else f"{first}–{last}"

    def count(self, number: int) -> int | None:
        """Return a number as it is counted; None if the die has no such number."""
        if self.read:
            return self.read.index(number) + 1 if number in self.read else None
        return self.high if number == 0 and self.low == 1 and self.high in ZERO_IS else number


def ranges_follow(game_data: GameData) -> Iterator[Problem]:
    """Yield ranges that leave a gap, overlap, or do not cover the die that selects them."""
    for name, table in game_data.tables.items():
        if table.die is not None and not isinstance(table.die.raw, Dice):
            message = f"found the die `{table.die}`, expected dice"
            yield game_data.problem(game_data.at("tables", name, "die"), message, "as in d20")
            continue
        for ranges in _range_sets(game_data, name, table):
            problems = list(_check_order(game_data, ranges, _die_numbers(table, ranges)))
            if not (problems and table.die is None and _is_digit_table(game_data, ranges)):
                yield from problems


def _die_numbers(table: Table, ranges: Mapping[Context, Cell]) -> _DieNumbers:
    if table.die is None or not isinstance(table.die.raw, Dice):
        return _DieNumbers()
    if table.die.raw.span is None:  # not every number between can be rolled
        return _DieNumbers(str(table.die))
    die, (low, high) = table.die.raw, table.die.raw.span
    if die.count < 2 and high == die.faces and str(high) in DIGIT_DICE:
        return _digit_numbers(str(table.die), str(high))
    first = next(iter(ranges.values()), None)
    if high in ZERO_IS and low == 1 and _ends_of(first)[0] == 0:
        low, high = 0, high - 1
    return _DieNumbers(str(table.die), low, high)


def _digit_numbers(die: str, digits: str) -> _DieNumbers:
    faces = range(1, int(digits[0]) + 1)
    read = tuple(int("".join(map(str, each))) for each in product(faces, repeat=len(digits)))
    return _DieNumbers(die, 1, len(read), read)


def _is_digit_table(game_data: GameData, ranges: Mapping[Context, Cell]) -> bool:
    # A table without a die may be one of d66 or d666 all the same: its gaps are no faults then.
    ends = {str(end) for cell in ranges.values() for end in _ends_of(cell)}
    digits = "6" * len(next(iter(ends)))
    return digits in ("66", "666") and not any(
        _check_order(game_data, ranges, _digit_numbers(f"d{digits}", digits))
    )


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
        grids = [
            {context / table.key: cells[table.key] for context, cells in rows.items()}
            for _, rows in _grids(game_data, name)
        ]
        starts = {_ends_of(next(iter(grid.values()), None))[0] for grid in grids}
        if table.die and len(starts) == len(grids):  # each part has some of the numbers
            yield dict(item for grid in grids for item in grid.items())
        else:
            yield from grids


def _check_order(
    game_data: GameData, ranges: Mapping[Context, Cell], faces: _DieNumbers
) -> Iterator[Problem]:
    # Each cell gets one fault.
    spans = {}
    for context, cell in ranges.items():
        span = _span_of(cell, faces)
        if not isinstance(span, str):
            spans[context] = span
            continue
        column = game_data.tables[context.ids[1]].columns.get(context.name)
        # The check of types reports words in a column of numbers.
        if column is None or column.type == "text" or isinstance(cell, Figure):
            yield game_data.problem(context, f"found `{cell}`, expected {span}")
    if len(spans) < len(ranges) or not spans:
        return  # what follows would be reported as gaps
    order = list(spans)
    if spans[order[0]][0] > spans[order[-1]][0]:  # they fall, as 10+, 7–9, 6-
        order.reverse()
    before = ""
    # The last number that some range has.
    last = faces.low - 1
    for context in order:
        if message := _range_fault(ranges[context], spans[context], before, last, faces):
            yield game_data.problem(context, f"`{ranges[context]}` {message}")
        before, last = str(ranges[context]), max(last, *spans[context])
    if last < faces.high < NO_END:
        gap = f"{faces.shown(last + 1, faces.high)} ({faces.die} needs {faces})"
        yield game_data.problem(order[-1], f"`{before}` leaves a gap after it: {gap}")


def _range_fault(
    cell: Cell, span: tuple[int, int], before: str, last: int, faces: _DieNumbers
) -> str:
    # `before` is the range that it follows, and `last` the last number that any range has had.
    low, high = span
    if high < low:
        return "runs backwards"
    # A range with one end may belong to a roll with a modifier.
    if None not in _ends_of(cell) and (beyond := _beyond(span, faces)):
        return f"is out of range: {beyond} ({faces.die} has {faces})"
    if before and -NO_END < low <= last:
        return f"overlaps `{before}`: {faces.shown(low, min(last, high))}"
    # Dice with a factor leave numbers out, and none of them are beyond the die; without a die, any
    # number may be the first.
    is_unknown = faces.high == NO_END
    may_have_gap = bool(faces.die) or not before if is_unknown else last >= faces.high
    if low > last + 1 and not may_have_gap:
        after = f" after `{before}`" if before else ""
        needs = f" ({faces.die} needs {faces})" if faces.die else ""
        return f"leaves a gap{after}: {faces.shown(last + 1, low - 1)}{needs}"
    return ""


def _span_of(cell: Cell, faces: _DieNumbers) -> tuple[int, int] | str:
    """Return the first and last number of a cell, or what was expected instead.

    An open range ends with the die, or beyond it for a roll with a modifier.
    """
    low, high = _ends_of(cell)
    if low is None and high is None:
        return "a range of numbers, as in 3-4"
    first = faces.count(low) if low is not None else None
    last = faces.count(high) if high is not None else None
    if (low is not None and first is None) or (high is not None and last is None):
        return f"numbers of {faces.die}, as in {faces}"
    if not faces.die and low is not None and high == 0 < low:
        last = 10 ** len(str(low))  # 96–00 of a d100
    if first is None:
        assert last is not None
        first = min(last, faces.low)
    if last is None:
        last = max(first, faces.high)
    return first, last


def _ends_of(cell: Cell) -> tuple[int | None, int | None]:
    # As they are written: an open end is None here, as a modifier may lead beyond the die.
    figure = read_faces(cell) if isinstance(cell, Text) else cell
    raw = figure.raw if isinstance(figure, Figure) else None
    if isinstance(raw, Range):
        return raw.low, raw.high
    raw = raw.number if isinstance(raw, Bonus | Percent) else raw
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None, None


def _beyond(span: tuple[int, int], faces: _DieNumbers) -> str:
    # The message names only the numbers that the die does not have.
    low, high = span
    if low < faces.low:
        return faces.shown(low, min(high, faces.low - 1))
    return faces.shown(max(low, faces.high + 1), high) if high > faces.high else ""
