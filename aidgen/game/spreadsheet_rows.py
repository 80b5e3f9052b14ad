"""Rows of tables and records that come from a spreadsheet instead of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import ValidationError

from aidgen.game.cards import Face
from aidgen.game.figures import Dice, Figure, explain_unclear, read_faces
from aidgen.game.ids import make_id
from aidgen.game.records import FROM, KINDS_OF_RECORD, GameFiles, Origin
from aidgen.game.schema import explain_errors, is_field, is_list
from aidgen.game.source import Source, Steps, parse_yaml, plain_scalar
from aidgen.game.spreadsheets import SheetCell, Spreadsheet, read_spreadsheet
from aidgen.game.texts import LIST_ITEM
from aidgen.problems import InputError, Problem, UsageError, Where, closest_word, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits


@dataclass
class _Filling:
    """A YAML file of a game while rows of spreadsheets are filled in."""

    read: Source
    folder: Path
    shown: str
    data: dict[str, Any]
    places: dict[Steps, Where]
    keys: dict[Steps, Where]
    limits: Limits
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)

    def origin(self, path: Steps, found: Mapping[str, Any]) -> Origin | None:
        """Return the spreadsheet that `path` refers to; reports an invalid reference."""
        inner = {
            kind: {steps[len(path) :]: at for steps, at in known.items() if _is_below(steps, path)}
            for kind, known in (("places", self.places), ("keys", self.keys))
        }
        try:
            return Origin.model_validate(found)
        except ValidationError as error:
            self.problems += explain_errors(
                error, inner["places"], inner["keys"], self.read.file, Origin
            )
            return None

    def grid(self, path: Steps, origin: Origin) -> Spreadsheet | None:
        """Return the rows of a file; None if it cannot be read, which is reported."""
        where = self.places[(*path, FROM)]
        said = origin.file.replace("\\", "/")
        inner = Path(said)
        if inner.is_absolute() or ".." in inner.parts or ":" in said:
            message = f"`{origin.file}` is outside the game's folder"
            self.problems.append(Problem(where, message))
            return None
        file = files.spelled_on_disk(self.folder, inner)
        if not file.is_file() or not file.resolve().is_relative_to(self.folder.resolve()):
            there = [str(one.relative_to(self.folder)) for one in self.folder.rglob("*.*")]
            message = f"no file `{origin.file}` in the game's folder"
            self.problems.append(Problem(where, message, did_you_mean(origin.file, there)))
            return None
        try:
            shown = f"{self.shown}/{file.relative_to(self.folder).as_posix()}"
            spreadsheet = read_spreadsheet(
                file, shown, origin.sheet, self.limits, origin.header_row
            )
        except InputError as error:
            self.problems += error.problems
            return None
        if spreadsheet.hidden:
            rows = ", ".join(map(str, spreadsheet.hidden[:MOST_LISTED]))
            more = " and others" if len(spreadsheet.hidden) > MOST_LISTED else ""
            message = f"hidden rows are printed, too: {rows}{more}"
            hint = "delete them, or give them 0 copies if they are cards"
            where = Where(spreadsheet.file, spreadsheet.hidden[0])
            self.doubts.append(Problem(where, message, hint, severity="warning"))
        return spreadsheet

    def heads(self, path: Steps, origin: Origin, found: Spreadsheet) -> _Headings:
        """Return the columns of a file by their headings."""
        columns = {cell.text: at for at, cell in enumerate(found.head) if cell.text}
        given = origin.columns or {}
        if origin.id is not None and origin.id not in columns:
            where = self.places.get((*path, "id"), self.places[(*path, FROM)])
            message = f"`{origin.file}` has no column `{origin.id}`"
            self.problems.append(Problem(where, message, did_you_mean(origin.id, columns)))
        for name in given:
            if given[name] not in columns:
                where = self.places.get((*path, "columns", name), self.places[(*path, FROM)])
                message = f"`{origin.file}` has no column `{given[name]}`"
                self.problems.append(Problem(where, message, did_you_mean(given[name], columns)))
        return _Headings(columns, given, frozenset(origin.ignore))


@dataclass(frozen=True)
class _Headings:
    """The columns of a file by their headings, and the names they are mapped to."""

    columns: Mapping[str, int]
    given: Mapping[str, str]
    ignored: frozenset[str]

    def at(self, name: str) -> int | None:
        """Return which column is read as `name`."""
        return self.columns.get(self.given.get(name, name))


def fill_rows(read: Source, folder: Path, shown: str, limits: Limits = STANDARD) -> Source:
    """Return a YAML file with the rows of the spreadsheets it names filled in.

    The spreadsheets are in `folder`, which problems call `shown`.

    Raises InputError with the faults of these files, by file, row and column.
    """
    data = read.data
    if not isinstance(data, dict):
        return read
    laid = dict(data), dict(read.places), dict(read.keys)
    filling = _Filling(read, folder, shown, *laid, limits)
    for kind in KINDS_OF_RECORD:
        if _is_origin(data.get(kind)):
            _fill_records(filling, kind, data[kind])
    for path, table, found in _row_origins(filling.data):
        _fill_table_rows(filling, path, table, found)
    if filling.problems:
        raise InputError(filling.problems)
    return replace(
        read,
        data=filling.data,
        places=filling.places,
        keys=filling.keys,
        doubts=tuple(filling.doubts),
    )


def _is_origin(found: object) -> bool:
    """Tell whether a mapping names a file instead of holding records."""
    return isinstance(found, dict) and isinstance(found.get(FROM), str)


def _row_origins(data: Mapping[str, Any]) -> Iterator[tuple[Steps, Mapping[str, Any], Any]]:
    """Yield the path of rows that come from a file, their table, and the reference to the file."""
    tables = data.get("tables")
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(table, dict) or not isinstance(table.get("columns"), dict):
            continue
        if _is_origin(table.get("rows")):
            yield ("tables", name, "rows"), table, table["rows"]
        parts = table.get("parts")
        for part, inner in parts.items() if isinstance(parts, dict) else ():
            if isinstance(inner, dict) and _is_origin(inner.get("rows")):
                yield ("tables", name, "parts", part, "rows"), table, inner["rows"]


def _is_below(steps: Steps, path: Steps) -> bool:
    return steps[: len(path)] == path


# Rows -------------------------------------------------------------------------------------------


def _fill_table_rows(
    filling: _Filling, path: Steps, table: Mapping[str, Any], found: Mapping[str, Any]
) -> None:
    """Fill a table with the rows of a file, in the order of its columns."""
    origin = filling.origin(path, found)
    read = filling.grid(path, origin) if origin else None
    if origin is None or read is None:
        return
    heads = filling.heads(path, origin, read)
    first, *others = written_columns(table["columns"])
    names = [first, *others] if _is_text(table["columns"], first) else others
    places = {name: heads.at(name) for name in (first, *others)}
    for name, at in places.items():
        if at is None and heads.given.get(name, name) not in heads.columns:
            where = filling.places[(*path, FROM)]
            hint = did_you_mean(name, heads.columns) or _column_hint(origin, read)
            message = f"`{origin.file}` has no column `{name}`"
            filling.problems.append(Problem(where, message, hint))
    if not filling.problems:
        _report_unread(filling, origin, read, heads, {first, *others})
    used = [at for at in places.values() if at is not None]
    _report_faults(filling, read, heads, origin, used)
    commas = set()  # columns of numbers whose comma is one of decimals
    if read.decimal_comma:
        commas = {at for name, at in places.items() if _is_number(table["columns"], name)}
        _report_unclear(filling, read, commas)
    if filling.problems:
        return
    keys = _row_ids(filling, read, heads, origin, first, slugged=first in names)
    rows: dict[str, list[object]] = {}
    for key, cells in keys.items():
        chosen = [(at, cells[at]) for name in names if (at := places[name]) is not None]
        rows[key] = [
            DECIMAL_COMMA.sub(r"\1.\2", said) if at in commas and isinstance(said, str) else said
            for at, said in ((at, _cell_value(cell, origin)) for at, cell in chosen)
        ]
        filling.places[(*path, key)] = filling.keys[(*path, key)] = cells[0].where
        for number, (_, cell) in enumerate(chosen):
            filling.places[(*path, key, number)] = cell.where
    filling.data = replace_at(filling.data, path, rows)


# Decimals with a comma, and no sign of thousands: 1,5; 12,50 kg.
DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]+),([0-9]{1,2})(?![0-9.,])")


def _column_hint(origin: Origin, read: Spreadsheet) -> str:
    """Return what to do if a file lacks a column: another sheet may have it."""
    if origin.sheet is None and len(read.sheets) > 1:
        return f"`sheet: {read.sheets[1]}` reads another sheet than `{read.sheets[0]}`"
    return "name its heading under `columns`"


def written_columns(columns: Mapping[str, Any]) -> list[str]:
    """Return the columns of a table that a file has: all but the derived ones."""
    return [name for name, said in columns.items() if "derive" not in _column_spec(said)]


def _column_spec(column: object) -> Mapping[str, Any]:
    return column if isinstance(column, dict) else {}


def _is_text(columns: Mapping[str, Any], name: str) -> bool:
    return _column_spec(columns[name]).get("type") == "text"


def _is_number(columns: Mapping[str, Any], name: str) -> bool:
    return bool(_column_spec(columns[name]).get("type", "number") == "number")


def _cell_value(cell: SheetCell, origin: Origin) -> object:
    """Return a cell as YAML would hold it: empty cells are `na` or blank."""
    if cell.text:
        return cell.text
    return "na" if origin.empty == "na" else None


def _report_unread(
    filling: _Filling, origin: Origin, read: Spreadsheet, heads: _Headings, names: set[str]
) -> None:
    """Report columns that are not read, unless the file's `columns` are listed."""
    if origin.columns is None:
        for cell in read.head:
            if cell.text and cell.text not in names | heads.ignored | {origin.id or "id"}:
                hint = did_you_mean(cell.text, names) or f"`ignore: [{cell.text}]` skips it"
                message = f"unknown column `{cell.text}`"
                filling.problems.append(Problem(cell.where, message, hint))


def _report_faults(
    filling: _Filling, read: Spreadsheet, heads: _Headings, origin: Origin, used: Sequence[int]
) -> None:
    """Report cells that cannot be printed as they are, in used columns and that of the ids."""
    columns = {*used, heads.columns.get(origin.id or "id", -1)}
    filling.problems += [
        cell.fault
        for cells in read.rows
        for at, cell in enumerate(cells)
        if cell.fault and at in columns
    ]
    filling.doubts += [doubt for doubt in read.doubts if (doubt.where.column or 1) - 1 in columns]


def _report_unclear(filling: _Filling, read: Spreadsheet, used: set[int | None]) -> None:
    """Report numbers whose comma may be one of decimals or of thousands."""
    for cells in read.rows:
        for cell in (cell for at, cell in enumerate(cells) if at in used and "," in cell.text):
            message, hint = explain_unclear(cell.text)
            if message:
                filling.problems.append(Problem(cell.where, message, hint))


def _row_ids(
    filling: _Filling,
    read: Spreadsheet,
    heads: _Headings,
    origin: Origin,
    first: str,
    *,
    slugged: bool,
) -> dict[str, tuple[SheetCell, ...]]:
    """Return the rows by their ids, those of a column of ids, or made of the first column."""
    column = heads.columns.get(origin.id or "id") if slugged or origin.id else None
    at = heads.at(first) if column is None else column
    cells_by_id: dict[str, tuple[SheetCell, ...]] = {}
    for cells in read.rows:
        cell = cells[at or 0]
        name = slug(cell.text) if slugged and column is None else cell.text
        if not name:
            message = f"found {f'`{cell.text}`' if cell.text else 'nothing'}, expected an id"
            hint = (
                f"fill in `{origin.id}`; delete rows of notes or totals"
                if origin.id
                else "add a column of ids and name it, as in `id: code`; delete rows of notes or "
                "totals"
            )
            filling.problems.append(Problem(cell.where, message, hint))
        elif name in cells_by_id:
            before = cells_by_id[name][at or 0]
            message = f"duplicate `{name}`, first at line {before.where.line}"
            if before.text.lower() != cell.text.lower():
                of = f"`{before.text}` of line {before.where.line}"
                message = f"`{cell.text}` has the same id as {of}: `{name}`"
            hint = f"give each its own `{origin.id}`" if origin.id else "add a column of ids"
            filling.problems.append(Problem(cell.where, message, hint))
        else:
            cells_by_id[name] = cells
    return cells_by_id


def slug(words: str) -> str:
    """Return an id made of words: hand-axe of “Hand Axe”; empty if they have no letters."""
    made = re.sub(r"-{2,}", "-", str(make_id(words.replace("_", "-")))).strip("-")
    return made if re.search(r"[^\W_]", made) else ""


# Records ----------------------------------------------------------------------------------------


def _fill_records(filling: _Filling, kind: str, found: Mapping[str, Any]) -> None:
    """Add the rows of a file to a game as records of a kind."""
    path: Steps = (kind,)
    origin = filling.origin(path, found)
    read = filling.grid(path, origin) if origin else None
    if origin is None or read is None:
        return
    heads = filling.heads(path, origin, read)
    fields = dict(_record_fields(filling, kind, origin, read, heads))
    _report_faults(filling, read, heads, origin, [*fields.values()])
    titled = next((name for name in ("front.title", "title", "one") if name in fields), None)
    if not filling.problems and titled is None and (origin.id or "id") not in heads.columns:
        message = f"`{origin.file}` has no column of ids or titles"
        filling.problems.append(
            Problem(read.head[0].where, message, "name the column of ids with `id:`")
        )
    if filling.problems:
        return
    at = fields.get(titled or "", 0)
    ids = _row_ids(
        filling, read, replace(heads, given={"": read.head[at].text}), origin, "", slugged=True
    )
    records: dict[str, Any] = {}
    for name, cells in ids.items():
        records[name] = deepcopy(dict(origin.same))
        _share_places(filling, (kind, "same"), (kind, name))
        filling.places[(kind, name)] = filling.keys[(kind, name)] = cells[0].where
        for steps, column in fields.items():
            if cells[column].text:
                _put_cell(filling, (kind, name), records[name], steps.split("."), cells[column])
        image = records[name].get("image")
        if isinstance(image, dict) and "file" not in image and "image" in origin.same:
            del records[name]["image"]  # the look of pictures, of a row without one
    filling.data = {**filling.data, kind: records}


def _share_places(filling: _Filling, path: Steps, record: Steps) -> None:
    """Give the shared fields of each record the places where they are written."""
    for known in (filling.places, filling.keys):
        alike = {steps[len(path) :]: at for steps, at in known.items() if _is_below(steps, path)}
        known.update({(*record, *steps): at for steps, at in alike.items()})


def _record_fields(
    filling: _Filling, kind: str, origin: Origin, read: Spreadsheet, heads: _Headings
) -> Iterator[tuple[str, int]]:
    """Yield the fields of a kind that a file has, with their columns; reports unknown ones."""
    if origin.columns is not None:
        named = [
            (name, heads.at(name), filling.places.get((kind, "columns", name)))
            for name in heads.given
        ]
    else:
        named = [
            (cell.text, heads.columns[cell.text], cell.where)
            for cell in read.head
            if cell.text and cell.text not in heads.ignored | {origin.id or "id"}
        ]
    proposed = propose_columns(kind, read, origin.id, origin.ignore)
    for name, column, where in named:
        full = f"front.{name}" if _is_front_field(kind, name) else name
        if not is_field(GameFiles, kind, full):
            known = [*GameFiles.model_fields[kind].annotation.__args__[1].model_fields]  # type: ignore[union-attr]
            known += [*Face.model_fields] if kind == "cards" else []
            close = closest_word(name, known, LIKENESS_OF_HEADINGS)
            hint = f"did you mean `{close}`?" if close else f"`ignore: [{name}]` skips it"
            if origin.columns is None and name in proposed.values():
                pairs = ", ".join(f"{field}: {heading}" for field, heading in proposed.items())
                hint = f"`columns: {{{pairs}}}` reads it"
            message = f"unknown column `{name}`"
            filling.problems.append(Problem(where or read.head[0].where, message, hint))
        elif column is not None:
            yield full, column


def _is_front_field(kind: str, name: str) -> bool:
    """Tell whether a field of a card is that of its front."""
    card = GameFiles.model_fields["cards"].annotation.__args__[1].model_fields  # type: ignore[union-attr]
    first = name.split(".")[0]
    return kind == "cards" and first not in card and first in Face.model_fields


def _put_cell(
    filling: _Filling, path: Steps, record: dict[str, Any], steps: Sequence[str], cell: SheetCell
) -> None:
    """Put a cell into a record; fields that hold lists are split at commas."""
    for at, step in enumerate(steps[:-1], start=1):
        if not isinstance(record.get(step), dict):
            record[step] = {}
        record = record[step]
        for known in (filling.places, filling.keys):
            known.setdefault((*path, *steps[:at]), cell.where)
    listed = is_list(GameFiles, str(path[0]), ".".join(steps))
    words = [word.strip() for word in cell.text.split(",") if word.strip()]
    record[steps[-1]] = words if listed else _keep_lines(str(path[0]), cell.text)
    filling.places[(*path, *steps)] = filling.keys[(*path, *steps)] = cell.where
    for at in range(len(words) if listed else 0):
        filling.places[(*path, *steps, at)] = cell.where


def _keep_lines(kind: str, text: str) -> str:
    """Return a text with each line kept that another one follows: on cards they are kept anyway."""
    if kind == "cards" or "\n" not in text:
        return text
    lines = text.split("\n")
    plain = [bool(line.strip()) and LIST_ITEM.match(line) is None for line in lines]
    plain.append(False)
    return "\n".join(
        f"{line.rstrip()}\\" if plain[at] and plain[at + 1] and line[:1].strip() else line
        for at, line in enumerate(lines)
    )


def replace_at(node: Any, path: Steps, new: object) -> Any:
    """Return the mapping `node` with `new` at the end of `path`."""
    return {**node, path[0]: replace_at(node[path[0]], path[1:], new)} if path else new


LIKENESS_OF_HEADINGS = 0.7
"""How alike a heading and a key are at least: of headings, most are the author's own words."""
MOST_LISTED = 5
"""How many hidden rows are listed."""
YAML_WIDTH = 100
"""Characters of a line of YAML, as in the files of games."""


class ImportedRecords(NamedTuple):
    """The YAML of the records of a file, and the headings of the columns that are not in it."""

    yaml: str
    left_out: tuple[str, ...]
    """Headings of columns that nobody asked to leave out."""


def import_records(
    path: Path,
    kind: str,
    sheet: str | None = None,
    column: str | None = None,
    limits: Limits = STANDARD,
    *,
    columns: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
) -> ImportedRecords:
    """Return the records of a `kind` that the file at `path` has; `column` has the ids.

    The kind `tables` gives one table, named after the file. Raises UsageError for an unknown kind,
    InputError with the faults of the file.
    """
    if kind not in KINDS_OF_RECORD:
        hint = did_you_mean(kind, KINDS_OF_RECORD) or f"known: {', '.join(KINDS_OF_RECORD)}"
        raise UsageError([Problem(Where("--as"), f"unknown kind of record `{kind}`", hint)])
    origin = {FROM: path.name, "sheet": sheet, "id": column}
    origin = {key: said for key, said in origin.items() if said is not None}
    spreadsheet = read_spreadsheet(path, str(path), sheet, limits)
    if kind == "tables":
        name = slug(path.stem) or "table"
        new = {kind: {name: _new_table(spreadsheet, origin)}}
        table = _filled_records(path, new, (kind, name, "rows"), limits)[kind][name]
        rows = {key: list(map(plain_scalar, cells)) for key, cells in table["rows"].items()}
        written = {kind: {name: {**table, "rows": rows}}}
        return ImportedRecords(_dump(written, flat=True, limits=limits), ())
    given = columns or propose_columns(kind, spreadsheet, column, ignore)
    known_ids = {cell.text for cell in spreadsheet.head} & {column or "id"}
    if kind == "cards" and not known_ids and not {"title", "front.title"} & {*given}:
        heading = next((cell.text for cell in spreadsheet.head if cell.text), "")
        hint = f"`--columns title={heading}` says which one it is, `--id` names one of ids"
        raise InputError([Problem(Where(str(path), 1), "found no column of titles", hint)])
    spread = {**origin, "columns": dict(given)} if given else origin
    records = _filled_records(path, {kind: spread}, (kind,), limits)
    known = {*given.values(), *ignore, column or "id", ""}
    left_out = tuple(cell.text for cell in spreadsheet.head if cell.text not in known)
    return ImportedRecords(_dump(records, flat=False, limits=limits), left_out)


def _filled_records(
    path: Path, data: Mapping[str, object], origin: Steps, limits: Limits
) -> dict[str, Any]:
    """Return data with the rows of the file that the mapping at `origin` names."""
    places = {(*origin, key): Where(str(path)) for key in (FROM, "columns", "id")}
    source = Source(str(path), data, places=places)
    read = fill_rows(source, path.parent, str(path.parent), limits)
    assert isinstance(read.data, dict)
    return read.data


def propose_columns(
    kind: str, found: Spreadsheet, column: str | None, ignore: Sequence[str]
) -> Mapping[str, str]:
    """Return which column of a file is which field of a record, by likeness of their names.

    A field that deck cards have no name for is left out, as is what is to be ignored.
    """
    chosen: dict[str, str] = {}
    for cell in found.head:
        name = slug(cell.text).replace("-", "_")
        field = LIKE_FIELDS.get(name, name)
        full = f"front.{field}" if _is_front_field(kind, field) else field
        skipped = cell.text in ignore or not cell.text or cell.text == (column or "id")
        if not skipped and field not in chosen and is_field(GameFiles, kind, full):
            chosen[field] = cell.text
    return chosen


LIKE_FIELDS = {
    **dict.fromkeys(("name", "card", "card_name", "card_title", "heading"), "title"),
    **dict.fromkeys(("titel", "titre", "titulo", "titolo", "tytul"), "title"),
    **dict.fromkeys(("nom", "nome", "nombre", "nazwa"), "title"),
    **dict.fromkeys(("description", "desc", "rules", "rules_text", "body", "effect_text"), "text"),
    **dict.fromkeys(("card_text", "texte", "texto", "testo", "tekst"), "text"),
    **dict.fromkeys(("beschreibung", "descricao", "descripcion", "descrizione", "opis"), "text"),
    **dict.fromkeys(("qty", "quantity", "count", "number", "amount", "how_many", "copy"), "copies"),
    **dict.fromkeys(("anzahl", "quantite", "quantidade", "qtd", "qtde", "cantidad"), "copies"),
    **dict.fromkeys(("quantita", "ilosc"), "copies"),
    **dict.fromkeys(("picture", "art", "artwork", "illustration", "img"), "image"),
    **dict.fromkeys(("bild", "imagem", "imagen", "immagine", "obraz"), "image"),
    **dict.fromkeys(("flavor", "flavor_text", "flavour_text"), "flavour"),
    **dict.fromkeys(("color", "card_colour", "card_color"), "colour"),
    "tag": "tags",
    "keywords": "tags",
}
"""Headings as people write them, and the fields that they mean."""


def _new_table(found: Spreadsheet, origin: dict[str, Any]) -> dict[str, Any]:
    """Return a table with a column for each of a file, and where its rows come from."""
    columns: dict[str, Any] = {}
    for at, cell in enumerate(found.head):
        if cell.text and cell.text not in (origin.get("id"), "id"):
            texts = [row[at].text for row in found.rows if row[at].text]
            words = not columns or any(Figure.read(text) is None for text in texts)
            name = slug(cell.text).replace("-", "_") or f"column_{at + 1}"
            columns[name] = {"header": cell.text, **({"type": "text"} if words else {})}
    headings = {name: said["header"] for name, said in columns.items()}
    die = _die_of(found, columns, headings)
    title = Path(found.file).stem.replace("-", " ").replace("_", " ").capitalize()
    return {"title": title, **die, "columns": columns, "rows": {**origin, "columns": headings}}


def _die_of(
    found: Spreadsheet, columns: dict[str, Any], headings: Mapping[str, str]
) -> dict[str, str]:
    """Return the `die` of a table whose first column has its faces; makes it one of ranges."""
    first = next(iter(columns), "")
    head = headings.get(first, "")
    figure = Figure.read(head)
    at = next((at for at, cell in enumerate(found.head) if cell.text == head), 0)
    if figure is None or not isinstance(figure.raw, Dice):
        return {}
    if not all(read_faces(row[at].text) for row in found.rows):
        return {}
    columns[first]["type"] = "range"
    return {"die": head}


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None
    if isinstance(plain_scalar(text), str) and style is None:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style or "'")


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(
    Decimal, lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", str(number))
)


def _dump(data: dict[str, Any], *, flat: bool, limits: Limits) -> str:
    """Return data as YAML; if `flat`, the innermost lists and mappings take one line each."""
    text = yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=YAML_WIDTH,
        default_flow_style=None if flat else False,
    )
    parse_yaml(text, "the YAML that was made", limits)  # what we write, we can read
    return text
