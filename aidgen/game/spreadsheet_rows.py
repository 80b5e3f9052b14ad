"""Rows of tables and records that come from a spreadsheet instead of YAML.

They are put where YAML would have them, each cell with its place, so that all that follows (types,
checks, translations) treats them alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_origin

import yaml
from pydantic import ValidationError

from aidgen.game.data import KINDS_OF_RECORD, GameFiles
from aidgen.game.fields import slug
from aidgen.game.figures import Dice, Figure, explain_unclear, read_faces
from aidgen.game.records import FROM, Card, Face, Origin
from aidgen.game.schema import explain_errors, field_type
from aidgen.game.source import Source, Steps
from aidgen.game.spreadsheets import SUFFIXES, SheetCell, Spreadsheet, read_spreadsheet
from aidgen.game.texts import LIST_ITEM
from aidgen.problems import InputError, Problem, Where, closest_word, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits

# Of headings, most are the author's own words: only those that are spelled almost so are meant.
LIKENESS_OF_HEADINGS = 0.7
# What ids are made of, where no column has them: of a card without a title, its text.
IDENTIFYING = ("front.title", "title", "one", "front.text")
# Letters of an id that is made of words.
LONGEST_ID = 100
# No line of the YAML that is proposed is broken.
MOST_COLUMNS = 10_000
# Decimals with a comma, and no sign of thousands: 1,5; 12,50 kg.
DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]+),([0-9]{1,2})(?![0-9.,])")
# Headings as people write them, by the field that they mean.
LIKE_FIELDS = {
    heading: field
    for field, headings in {
        "title": "name card card_name card_title heading titel titre titulo titolo nom nome nazwa",
        "text": "description rules rules_text body card_text texte texto testo beschreibung opis",
        "copies": "qty quantity count number amount anzahl quantite quantidade qtde cantidad ilosc",
        "image": "picture art artwork illustration bild imagem imagen immagine obraz",
        "flavour": "flavor flavor_text flavour_text",
        "colour": "color",
        "tags": "tag keywords",
    }.items()
    for heading in headings.split()
}


def fill_rows(read: Source, folder: Path, shown: str, limits: Limits = STANDARD) -> Source:
    """Return a YAML file of a `folder`, `shown` in problems, with rows of spreadsheets filled in.

    Raises InputError with the faults of these files, by file, row and column.
    """
    if not isinstance(read.data, dict):
        return read
    filling = _Filling(read, folder, shown, limits)
    for kind in KINDS_OF_RECORD:
        if _is_origin(read.data.get(kind)):
            filling.fill((kind,))
    for path, types, rows in row_grids(filling.data):
        if _is_origin(rows):
            filling.fill(path, types)
    if filling.problems:
        raise InputError(filling.problems)
    places, keys, doubts = filling.places, filling.keys, tuple(filling.doubts)
    return replace(read, data=filling.data, places=places, keys=keys, doubts=doubts)


def _is_origin(node: object) -> bool:
    name = node.get(FROM) if isinstance(node, dict) else None
    return isinstance(name, str) and (
        name.partition(".")[0] not in KINDS_OF_RECORD or name.lower().endswith(SUFFIXES)
    )


def row_grids(data: Mapping[str, Any]) -> Iterator[tuple[Steps, Mapping[str, str], object]]:
    """Yield the path of the rows of each table and part of one, its columns, and the rows.

    The columns are those that are written, all but derived ones, each with its type.
    """
    tables = data.get("tables")
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(table, dict) or not isinstance(table.get("columns"), dict):
            continue
        types: dict[str, str] = {}
        for column, described in table["columns"].items():
            keys = described if isinstance(described, dict) else {}
            if "derive" not in keys or not types:
                types[column] = str(keys.get("type", "number"))
        if "rows" in table:
            yield ("tables", name, "rows"), types, table["rows"]
        parts = table.get("parts")
        for part, inner in parts.items() if isinstance(parts, dict) else ():
            if isinstance(inner, dict) and "rows" in inner:
                yield ("tables", name, "parts", part, "rows"), types, inner["rows"]


@dataclass(frozen=True)
class _Sheet:
    """A spreadsheet that the mapping at `path` of a YAML file refers to."""

    path: Steps
    origin: Origin
    grid: Spreadsheet
    columns: Mapping[str, int]  # the number of each column, from 0, by its heading
    id_column: int | None
    ignored: tuple[str, ...]  # headings


class _Filling:
    """A YAML file of a game while rows of spreadsheets are filled in."""

    def __init__(self, read: Source, folder: Path, shown: str, limits: Limits) -> None:
        self.file, self.folder, self.shown, self.limits = read.file, folder, shown, limits
        self.data: dict[str, Any] = dict(read.data) if isinstance(read.data, dict) else {}
        self.places, self.keys = dict(read.places), dict(read.keys)
        self.problems: list[Problem] = []
        self.doubts = [*read.doubts]

    def fill(self, path: Steps, types: Mapping[str, str] | None = None) -> None:
        """Put the rows of the file that is named at `path` in its place: of a table, or records."""
        try:
            sheet = self._open(path)
        except InputError as error:
            self.problems += error.problems
            return
        if types is None:
            self._fill_records(str(path[0]), sheet)
        else:
            self._fill_table(sheet, types)

    def _fill_table(self, sheet: _Sheet, types: Mapping[str, str]) -> None:
        places = {name: at for name in types if (at := self._column_of(sheet, name)) is not None}
        for cell in sheet.grid.head if sheet.origin.columns is None and not self.problems else ():
            if cell.text and cell.text not in (*sheet.ignored, *types):
                hint = did_you_mean(cell.text, types) or f"`ignore: [{cell.text}]` skips it"
                self._report(cell.where, f"unknown column `{cell.text}`", hint)
        self._report_faults(sheet, places.values())
        # Columns of numbers whose comma is one of decimals.
        is_comma = sheet.grid.content.decimal_comma
        commas = {at for name, at in places.items() if is_comma and types[name] == "number"}
        for cell in (cells[at] for cells in sheet.grid.rows for at in commas):
            if "," in cell.text and (explained := explain_unclear(cell.text))[0]:
                self._report(cell.where, *explained)
        if self.problems:
            return
        first = next(iter(types))
        of_words = types[first] == "text"
        id_column = sheet.id_column if of_words or sheet.origin.id else None
        at = places[first] if id_column is None else id_column
        by_id = self._rows_by_id(sheet, at, (), of_words=of_words)
        # The first column is the id itself, unless it holds words.
        printed = [at for name, at in places.items() if of_words or name != first]
        rows: dict[str, list[object]] = {}
        for key, cells in by_id.items():
            self._place((*sheet.path, key), cells[0].where)
            rows[key] = []
            for number, at in enumerate(printed):
                text = cells[at].text
                text = DECIMAL_COMMA.sub(r"\1.\2", text) if at in commas else text
                rows[key].append(text or ("na" if sheet.origin.empty == "na" else None))
                self.places[(*sheet.path, key, number)] = cells[at].where
        self.data = replace_at(self.data, sheet.path, rows)

    def _fill_records(self, kind: str, sheet: _Sheet) -> None:
        fields = dict(self._fields(kind, sheet))
        self._report_faults(sheet, fields.values())
        titled = next((name for name in IDENTIFYING if name in fields), "")
        # What is on a card without words tells it from the others: rank and suit.
        is_worded = kind != "cards" or "title" in titled or sheet.id_column is not None
        others = () if is_worded else fields.values()
        if not (self.problems or titled or others) and sheet.id_column is None:
            message = f"`{sheet.origin.file}` has no column of ids or titles"
            self._report(sheet.grid.head[0].where, message, "name the column of ids with `id:`")
        if self.problems:
            return
        at = fields.get(titled) if sheet.id_column is None else sheet.id_column
        by_id = self._rows_by_id(sheet, at, others, of_words=True)
        records: dict[str, Any] = {}
        same = [(places, below((kind, "same"), places)) for places in (self.places, self.keys)]
        for name, cells in by_id.items():
            records[name] = deepcopy(dict(sheet.origin.same))
            for places, shared in same:
                places.update({(kind, name, *steps): where for steps, where in shared.items()})
            self._place((kind, name), cells[0].where)
            for field, column in fields.items():
                if cells[column].text:
                    self._put_cell((kind, name), records[name], field.split("."), cells[column])
            image = records[name].get("image")
            if isinstance(image, dict) and "file" not in image and "image" in sheet.origin.same:
                del records[name]["image"]  # the look of pictures, of a row without one
        self.data = {**self.data, kind: records}

    def _report(self, where: Where, message: str, hint: str = "") -> None:
        self.problems.append(Problem(where, message, hint))

    def _place(self, path: Steps, where: Where) -> None:
        self.places[path] = self.keys[path] = where

    # Files and their columns

    def _open(self, path: Steps) -> _Sheet:
        """Read the file that is named at `path`; raises InputError if it is not in the folder."""
        node: Any = self.data
        for step in path:
            node = node[step]
        try:
            origin = Origin.model_validate(node)
        except ValidationError as error:
            read = Source(self.file, node, below(path, self.places), below(path, self.keys))
            raise InputError(explain_errors(error, read, Origin)) from None
        name, where = Path(origin.file.replace("\\", "/")), self.places[(*path, FROM)]
        if name.is_absolute() or ".." in name.parts or ":" in origin.file:
            raise InputError.at(where, f"`{origin.file}` is outside the game's folder")
        file = files.spelled_on_disk(self.folder, name)
        if not (file.is_file() and file.resolve().is_relative_to(self.folder.resolve())):
            there = [str(path.relative_to(self.folder)) for path in self.folder.rglob("*.*")]
            hint = did_you_mean(origin.file, there)
            raise InputError.at(where, f"no file `{origin.file}` in the game's folder", hint)
        shown = f"{self.shown}/{file.relative_to(self.folder).as_posix()}"
        grid = read_spreadsheet(file, shown, origin.sheet, self.limits, origin.header_row)
        columns = {cell.text: at for at, cell in enumerate(grid.head) if cell.text}
        named: dict[Steps, str | None] = {
            (*path, "columns", name): heading for name, heading in (origin.columns or {}).items()
        }
        for steps, heading in {**named, (*path, "id"): origin.id}.items():
            if heading is not None and heading not in columns:
                message = f"`{origin.file}` has no column `{heading}`"
                self._report(self.places.get(steps, where), message, did_you_mean(heading, columns))
        of_ids = origin.id or "id"
        return _Sheet(path, origin, grid, columns, columns.get(of_ids), (*origin.ignore, of_ids))

    def _column_of(self, sheet: _Sheet, name: str) -> int | None:
        given = sheet.origin.columns or {}
        at = sheet.columns.get(given.get(name, name))
        if at is None and name not in given:  # else reported before
            hint = did_you_mean(name, sheet.columns) or "name its heading under `columns`"
            first, *others = sheet.grid.content.sheets or ("",)
            if sheet.origin.sheet is None and others and "did" not in hint:
                hint = f"`sheet: {others[0]}` reads another sheet than `{first}`"
            message = f"`{sheet.origin.file}` has no column `{name}`"
            self._report(self.places[(*sheet.path, FROM)], message, hint)
        return at

    def _report_faults(self, sheet: _Sheet, columns: Iterable[int]) -> None:
        """Report the faults of cells in `columns` and that of the ids."""
        read = {*columns, sheet.id_column}
        self.doubts += sheet.grid.doubts
        for cells in sheet.grid.rows:
            for at, cell in enumerate(cells):
                if at in read and cell.fault:
                    is_error = cell.fault.severity == "error"
                    (self.problems if is_error else self.doubts).append(cell.fault)

    def _rows_by_id(
        self, sheet: _Sheet, column: int | None, others: Iterable[int], *, of_words: bool
    ) -> dict[str, tuple[SheetCell, ...]]:
        """Return the rows by their ids or titles, in `column`, or else by what `others` have."""
        rows: dict[str, tuple[SheetCell, ...]] = {}
        at, given = column or 0, sheet.origin.id
        for cells in sheet.grid.rows:
            cell = cells[at]
            words = cell.text if column is not None else ""
            words = words or " ".join(cells[other].text for other in others)
            name = slug(words)[:LONGEST_ID].strip("-") if of_words else words
            if not name:
                message = f"found {f'`{cell.text}`' if cell.text else 'nothing'}, expected an id"
                hint = "add a column of ids and name it, as in `id: code`"
                hint = f"fill in `{given}`" if given else hint
                self._report(cell.where, message, f"{hint}; delete rows of notes or totals")
            elif name in rows:
                before = rows[name][at]
                message = f"duplicate `{name}`, first at line {before.where.line}"
                if before.text.lower() != cell.text.lower():
                    typed = f"`{before.text}` of line {before.where.line}"
                    message = f"`{cell.text}` has the same id as {typed}: `{name}`"
                hint = f"give each its own `{given}`" if given else "add a column of ids"
                self._report(cell.where, message, hint)
            else:
                rows[name] = cells
        return rows

    # Records

    def _fields(self, kind: str, sheet: _Sheet) -> Iterator[tuple[str, int]]:
        """Yield the fields of a kind that a file has, with their columns; reports unknown ones."""
        given, head = sheet.origin.columns, sheet.grid.head
        named = [(cell.text, cell.text, cell.where) for cell in head]
        named = [item for item in named if item[0] and item[0] not in sheet.ignored]
        if given is not None:
            places = {name: self.places.get((kind, "columns", name)) for name in given}
            named = [(name, given[name], places[name] or head[0].where) for name in given]
        proposed = propose_fields(kind, sheet.grid, sheet.ignored)
        for name, heading, where in named:
            field = _whole_field(kind, name)
            if field_type(kind, field):
                if heading in sheet.columns:
                    yield field, sheet.columns[heading]
                continue
            fields = [*get_args(GameFiles.model_fields[kind].annotation)[1].model_fields]
            fields += [*Face.model_fields] if kind == "cards" else []
            close = closest_word(name, fields, LIKENESS_OF_HEADINGS)
            hint = f"did you mean `{close}`?" if close else f"`ignore: [{name}]` skips it"
            if given and kind == "cards" and not close:
                hint = f"`fields.{name}: {heading}` is a field of its deck"
            if given is None and heading in proposed.values():
                pairs = ", ".join(f"{key}: {column}" for key, column in proposed.items())
                hint = f"`columns: {{{pairs}}}` reads it"
            self._report(where, f"unknown column `{name}`", hint)

    def _put_cell(
        self, path: Steps, record: dict[str, Any], steps: Sequence[str], cell: SheetCell
    ) -> None:
        """Put a cell into the record at `path`; fields that hold lists are split at commas."""
        kind, inner, text = str(path[0]), path, cell.text
        for step in steps[:-1]:
            if not isinstance(record.get(step), dict):
                record[step] = {}
            record, inner = record[step], (*inner, step)
            self.places.setdefault(inner, cell.where)
            self.keys.setdefault(inner, cell.where)
        self._place((*path, *steps), cell.where)
        if get_origin(field_type(kind, ".".join(steps))) is tuple:
            record[steps[-1]] = words = [word.strip() for word in text.split(",") if word.strip()]
            for number in range(len(words)):
                self.places[(*path, *steps, number)] = cell.where
        else:
            record[steps[-1]] = _keep_lines(kind, text)


def below(path: Steps, places: Mapping[Steps, Where]) -> dict[Steps, Where]:
    """Return the places within `path`, by what leads to them from there."""
    deep = len(path)
    return {steps[deep:]: where for steps, where in places.items() if steps[:deep] == path}


def _whole_field(kind: str, name: str) -> str:
    """Return the path of a field that a heading names: what a card's front has is the front's."""
    first = name.split(".")[0]
    is_of_front = first not in Card.model_fields and first in Face.model_fields
    return f"front.{name}" if kind == "cards" and is_of_front else name


def _keep_lines(kind: str, text: str) -> str:
    # Each line is kept that another one follows, as a backslash does; on cards they are anyway.
    if kind == "cards":
        return text
    lines = text.split("\n")
    plain = [bool(line.strip()) and LIST_ITEM.match(line) is None for line in lines]
    for at, (line, below) in enumerate(pairwise(plain)):
        if line and below and lines[at][:1].strip():
            lines[at] = f"{lines[at].rstrip()}\\"
    return "\n".join(lines)


def replace_at(node: Any, path: Steps, new: object) -> Any:
    """Return the mapping `node` with `new` at the end of `path`."""
    return {**node, path[0]: replace_at(node[path[0]], path[1:], new)} if path else new


# Proposals ---------------------------------------------------------------------------------------


def propose_fields(kind: str, grid: Spreadsheet, ignore: Collection[str]) -> Mapping[str, str]:
    """Return which heading of a file is which field of a record, by likeness of their names."""
    chosen: dict[str, str] = {}
    for cell in grid.head:
        name = slug(cell.text).replace("-", "_")
        field = LIKE_FIELDS.get(name, name)
        is_free = bool(cell.text) and cell.text not in ignore and field not in chosen
        if is_free and field_type(kind, _whole_field(kind, field)):
            chosen[field] = cell.text
    return chosen


def propose_table(grid: Spreadsheet, file: Path, sheet: str | None) -> str:
    """Return the YAML of a table whose rows come from `file`: its columns and where they are."""
    title = file.stem.replace("-", " ").replace("_", " ").capitalize()
    table: dict[str, Any] = {"title": title}
    columns: dict[str, dict[str, str]] = {}
    for at, cell in enumerate(grid.head):
        if not cell.text or cell.text == "id":
            continue
        texts = [row[at].text for row in grid.rows if row[at].text]
        if grid.content.decimal_comma:
            texts = [DECIMAL_COMMA.sub(r"\1.\2", text) for text in texts]
        figure, column = Figure.read(cell.text), {"header": cell.text}
        if not columns and figure and isinstance(figure.raw, Dice) and all(map(read_faces, texts)):
            table["die"] = cell.text
            column["type"] = "range"
        elif not columns or any(Figure.read(text) is None for text in texts):
            column["type"] = "text"
        columns[slug(cell.text).replace("-", "_") or f"column_{at + 1}"] = column
    headings = {name: column["header"] for name, column in columns.items()}
    table |= {"columns": columns, "rows": _origin(file, sheet, headings)}
    return _yaml({"tables": {slug(file.stem) or "table": table}})


def propose_cards(grid: Spreadsheet, file: Path, sheet: str | None) -> str:
    """Return the YAML of cards that come from `file`; empty if none of its columns are titles."""
    fields = propose_fields("cards", grid, ("id",))
    return _yaml({"cards": _origin(file, sheet, fields)}) if "title" in fields else ""


def _origin(file: Path, sheet: str | None, columns: Mapping[str, str]) -> dict[str, object]:
    return {FROM: file.name, **({"sheet": sheet} if sheet else {}), "columns": dict(columns)}


def _yaml(data: object) -> str:
    # Mappings of scalars alone are in braces, on one line each.
    return yaml.safe_dump(
        data, default_flow_style=None, allow_unicode=True, sort_keys=False, width=MOST_COLUMNS
    )
