"""Tables of a file beside those of the canon: which is which, and where cells differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from aidgen.collation.claims import content, gravity, heads, is_read, written
from aidgen.collation.manuscript import Grid, Slot
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.game.records import Cell, Column
from aidgen.game.texts import Text
from aidgen.language.language import Language
from aidgen.problems import Severity, Where


@dataclass(frozen=True)
class Variant:
    """What a file says otherwise than the canon: where, and the context of the canon's text."""

    where: Where
    message: str
    context: Context
    severity: Severity = "error"


@dataclass(frozen=True)
class Original:
    """A table of the canon, or a part of one, as it is printed."""

    context: Context
    columns: Mapping[str, Column]
    keys: tuple[str, ...]
    """The ids of its rows."""
    rows: tuple[tuple[Cell, ...], ...]
    """The first has the headings."""

    @property
    def record(self) -> str:
        """The name under which it is reported: `tables.damage.four`."""
        ids = tuple(name for name in self.context.ids if name != "parts")
        return Context(self.context.domain, ids).ref

    @property
    def table(self) -> Context:
        """The table that it is, or is a part of."""
        return Context(self.context.domain, self.context.ids[:2])

    @property
    def wordy(self) -> bool:
        """Whether a cell holds words, so that a paragraph may say what it says."""
        return any(isinstance(cell, Text) for row in self.rows[1:] for cell in row)

    @property
    def asked(self) -> bool:
        """Whether a file must have it: not what formulas work out, or what is not translated."""
        reckoned = all(column.derive for column in list(self.columns.values())[1:])
        return not reckoned and any(map(any, self.contents[1:]))

    @cached_property
    def contents(self) -> tuple[tuple[str, ...], ...]:
        """What its cells say, by which a file's say the same; "" if they are not translated."""
        return tuple(
            tuple(content(written(cell)) if is_read(cell) else "" for cell in row)
            for row in self.rows
        )


def originals(canon: Canon) -> Iterator[Original]:
    """Yield every table of `canon`, and every part of a family."""
    for name, table in canon.tables.items():
        headings = tuple(column.range or column.header for column in table.columns.values())
        for part, _, rows in table.grids():
            context = canon.at("tables", name, *(("parts", part) if part else ()))
            cells = (tuple(map(row.get, table.columns)) for row in rows.values())
            yield Original(context, table.columns, tuple(rows), (headings, *cells))


@dataclass(frozen=True)
class Alignment:
    """A table of the file beside the table of the canon that it is."""

    original: Original
    grid: Grid
    """Turned, if its rows are the columns of the canon's."""
    columns: Mapping[int, int]
    """From the canon's column, by number, to the file's."""
    rows: Mapping[int, int]
    """From the canon's row, by number, to the file's."""
    likeness: float
    """Which share of the cells of both is the same, from 0 to 1."""


def matches(
    grids: Sequence[Grid], known: Sequence[Original]
) -> tuple[list[Alignment], list[Grid], list[Original]]:
    """Return which table is which, the likest first taken; and what is left on both sides."""
    ways = {
        (alignment.likeness, i, j): alignment
        for i, grid in enumerate(grids)
        for way in (grid.turned(), grid)
        for j, original in enumerate(known)
        if (alignment := _aligned(way, original)) and alignment.likeness >= ENOUGH
    }
    taken = likest(ways)
    best = {(i, j): ways[score, i, j] for score, i, j in sorted(ways)}
    left = [grid for i, grid in enumerate(grids) if i not in taken]
    missing = [one for j, one in enumerate(known) if j not in taken.values()]
    return [best[pair] for pair in taken.items()], left, missing


def _aligned(grid: Grid, original: Original) -> Alignment | None:
    """Return a table of the file beside one of the canon; None if their sizes differ too much.

    Columns are paired in their order or, if one side has fewer, by what they hold. A row is known
    by its first cell, by most of its cells, or else by its place.
    """
    known = original.contents
    found = [[content(slot.text) for slot in row] for row in grid.rows]
    high, wide = (
        min(sizes) for sizes in ((len(known), len(found)), (len(known[0]), len(found[0])))
    )
    if 2 * high * wide < ENOUGH * sum(len(side) * len(side[0]) for side in (known, found)):
        return None
    columns = {at: at for at in range(wide)}
    if len(known[0]) != len(found[0]):
        sides = [
            [Counter(filter(None, column)) for column in zip(*side, strict=True)]
            for side in (known, found)
        ]
        columns = likest(
            (((mine & yours).total(), -abs(at - place)), at, place)
            for at, mine in enumerate(sides[0])
            for place, yours in enumerate(sides[1])
            if mine & yours
        )
    shared = {
        (i, j): sum(mine[at] == yours[place] != "" for at, place in columns.items())
        for i, mine in enumerate(known)
        for j, yours in enumerate(found)
    }
    first = columns.get(0, 0)
    rows = likest(
        ((named, both), i, j)
        for (i, j), both in shared.items()
        for named in [known[i][0] == found[j][first] != ""]
        if named or both >= ENOUGH * sum(map(bool, known[i])) or i == j
    )
    cells = sum(bool(cell) for side in (known, found) for row in side for cell in row)
    likeness = 2 * sum(shared[pair] for pair in rows.items()) / max(cells, 1)
    return Alignment(original, grid, columns, rows, likeness)


def likest(scores: Iterable[tuple[object, int, int]]) -> dict[int, int]:
    """Return the pairs of highest score, each number once on either side, in their order."""
    pairs: dict[int, int] = {}
    taken = set()
    for _, i, j in sorted(scores, key=lambda one: (one[0], -one[1], -one[2]), reverse=True):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return dict(sorted(pairs.items()))


def variants(alignment: Alignment, language: Language) -> Iterator[Variant]:
    """Yield what a table of the file says otherwise than the canon's: columns, rows, cells."""
    original, grid = alignment.original, alignment.grid
    yield from _of_columns(alignment, language)
    for i, key in enumerate(original.keys, start=1):
        context = original.context / "rows" / key
        if i in alignment.rows:
            yield from _of_row(alignment, i, context, language)
        else:
            message = f"row {_quoted(original.rows[i][:1])} is missing"
            yield Variant(grid.rows[0][0].where, message, context)
    for j, slots in enumerate(grid.rows):
        if j not in alignment.rows.values():
            message = f"row {_quoted(slots)} is none of the canon's, or here twice"
            yield Variant(slots[0].where, message, original.context)


def _of_columns(alignment: Alignment, language: Language) -> Iterator[Variant]:
    original, header = alignment.original, alignment.grid.rows[0]
    for at, (name, column) in enumerate(original.columns.items()):
        expected = original.rows[0][at]
        context = original.table / "columns" / name
        slot = header[alignment.columns[at]] if at in alignment.columns else None
        if not slot:
            message = f"column {_quoted([expected])} is missing"
            yield Variant(
                header[0].where, message, context, "warning" if column.derive else "error"
            )
        elif not heads(expected, slot.text, language):
            message = f"heading: found {_quoted([slot])}, the canon has {_quoted([expected])}"
            yield Variant(slot.where, message, context)
    for place, slot in enumerate(header):
        if place not in alignment.columns.values():
            message = f"column {_quoted([slot])} is none of the canon's"
            yield Variant(slot.where, message, original.context, "warning")


def _of_row(
    alignment: Alignment, i: int, context: Context, language: Language
) -> Iterator[Variant]:
    """Yield the cell of a row that differs; the whole row, if several do."""
    cells, slots = alignment.original.rows[i], alignment.grid.rows[alignment.rows[i]]
    faults = [
        (severity, at, slots[place])
        for at, place in alignment.columns.items()
        if (severity := gravity(cells[at], slots[place].text, language))
    ]
    if len(faults) == 1:
        severity, at, slot = faults[0]
        message = f"found {_quoted([slot])}, the canon has {_quoted([cells[at]])}"
        column = context / list(alignment.original.columns)[at]
        yield Variant(slot.where, message, column, severity)
    elif faults:
        message = f"found the row {_quoted(slots)}, the canon has {_quoted(cells)}"
        yield Variant(
            faults[0][2].where, message, context, min(severity for severity, *_ in faults)
        )


def _quoted(cells: Sequence[Cell | Slot]) -> str:
    """Return a cell, or a row of them, as messages name it."""
    texts = [cell.text if isinstance(cell, Slot) else written(cell) for cell in cells]
    return f"`{' | '.join(texts)}`" if any(texts) else "an empty cell"


ENOUGH = 0.5
"""Which share of the cells of two tables, or rows, is the same if they are one."""
