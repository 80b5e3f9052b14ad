"""The files of a game laid into one mapping, each row of a table under its columns' names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.records import Pack
from aidgen.game.source import Source, Steps
from aidgen.game.texts import Text
from aidgen.problems import Problem, Where


@dataclass(frozen=True)
class Merged:
    """What the files of a game hold between them, where it stands, and what is wrong with it."""

    data: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[Steps, Where] = field(default_factory=dict)
    keys: Mapping[Steps, Where] = field(default_factory=dict)
    notes: Mapping[Steps, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def merged(sources: Sequence[Source]) -> Merged:
    """Lay the files of a game into one mapping; an id may stand in one of them only."""
    data: dict[str, Any] = {}
    places: dict[Steps, Where] = {}
    problems: list[Problem] = []
    for read in sources:
        if isinstance(read.data, dict):
            filed = _by_columns(read)
            places |= filed.places
            problems += [*filed.problems, *_misplaced(filed.data, data, read)]
            _lay(filed.data, data)
        elif read.data is not None:
            problems.append(Problem(Where(read.file, 1, 1), "found no mapping of records"))
    keys = {steps: where for read in sources for steps, where in read.keys.items()}
    notes = {steps: note for read in sources for steps, note in read.notes.items()}
    return Merged(data, places, keys, notes, tuple(problems))


def _misplaced(new: Mapping[str, Any], there: Mapping[str, Any], read: Source) -> Iterator[Problem]:
    """Yield what of a file cannot be laid beside that of the files before it."""
    for kind, records in new.items():
        known = there.get(kind)
        if kind in GameData.model_fields and kind not in Pack.model_fields:
            message = f"found the key `{kind}`, which is worked out, not written"
            yield Problem(read.keys[(kind,)], message)
        elif known is not None and not (isinstance(records, dict) and isinstance(known, dict)):
            message = f"found no mapping at `{kind}`, which another file of the game has"
            yield Problem(read.places[(kind,)], message)
        elif isinstance(known, dict):
            for name in records.keys() & known.keys():
                message = f"`{kind}.{name}` is also in another file of the game"
                yield Problem(read.keys[(kind, name)], message, "keep one")


def _lay(new: Mapping[str, Any], into: dict[str, Any]) -> None:
    """Add the records of one file to those of the others."""
    for kind, records in new.items():
        known = into.get(kind)
        if isinstance(records, dict) and isinstance(known, dict):
            records = {**known, **records}
        into[kind] = records


# Rows -----------------------------------------------------------------------------------------


def _by_columns(read: Source) -> Merged:
    """Return a file with the rows of its tables, lists in the YAML, as mappings by column.

    The places of the cells are those under their column's name, too.
    """
    data = dict(read.data) if isinstance(read.data, dict) else {}
    if not isinstance(data.get("tables"), dict):
        return Merged(data, read.places)
    places = dict(read.places)
    problems: list[Problem] = []
    tables = {}
    for name, table in data["tables"].items():
        tables[name] = table
        for path, rows in _grids(table):
            columns = _written(table["columns"])
            grid = _filed(read, ("tables", name, *path), rows, columns)
            tables[name] = _with(tables[name], path, grid.data)
            places |= grid.places
            problems += grid.problems
    return Merged({**data, "tables": tables}, places, problems=tuple(problems))


def _written(columns: Mapping[str, Any]) -> dict[str, bool]:
    """Return the columns that are written in each row: not derived, nor the row's own id.

    Of each it is said whether it holds words.
    """
    names = {}
    for i, (name, column) in enumerate(columns.items()):
        described = column if isinstance(column, dict) else {}
        if "derive" not in described and (i > 0 or described.get("type") == "text"):
            names[name] = described.get("type") == "text"
    return names


def _filed(
    read: Source, path: Steps, rows: Mapping[str, Any], columns: Mapping[str, bool]
) -> Merged:
    """Return the rows at `path` by column; a row with too many or too few cells is told."""
    new: dict[str, Any] = {}
    places: dict[Steps, Where] = {}
    problems = []
    for name, cells in rows.items():
        new[name] = cells
        if not isinstance(cells, list) or len(cells) != len(columns):
            number = len(cells) if isinstance(cells, list) else "no list of"
            message = f"row `{name}` has {number} cells, expected {len(columns)}"
            where = read.places[(*path, name)]
            problems.append(Problem(where, message, ", ".join(columns)))
            continue
        new[name] = {
            column: _as_typed(cell) if columns[column] else cell
            for column, cell in zip(columns, cells, strict=True)
        }
        places |= {
            (*path, name, column): read.places[(*path, name, i)] for i, column in enumerate(columns)
        }
    return Merged(new, places, problems=tuple(problems))


def _as_typed(cell: object) -> object:
    """Return a cell of words as a text, if a figure would be printed otherwise than it was typed.

    007 is no 7 there, 1.10 no 1.1; spaces beside signs do not count.
    """
    figure = Figure.read(cell)
    if figure is None or isinstance(cell, Figure):
        return cell
    typed = str(cell).strip()
    plain = SIGN.sub(lambda found: found[1].replace("–", "-"), typed)
    return cell if plain == str(figure) else Text(typed)


# A sign within a figure, or behind it, with the spaces beside it.
SIGN = re.compile(r"\s*([-–+/%])\s*")


def _grids(table: object) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Yield the path within a table, and the rows, of every grid that looks like one."""
    if not isinstance(table, dict) or not isinstance(table.get("columns"), dict):
        return
    if isinstance(table.get("rows"), dict):
        yield ("rows",), table["rows"]
    parts = table.get("parts")
    for name, part in parts.items() if isinstance(parts, dict) else ():
        if isinstance(part, dict) and isinstance(part.get("rows"), dict):
            yield ("parts", name, "rows"), part["rows"]


def _with(node: Any, path: Steps, new: object) -> Any:
    """Return the mapping `node` with `new` at the end of `path`."""
    if not path:
        return new
    return {**node, path[0]: _with(node[path[0]], path[1:], new)}
