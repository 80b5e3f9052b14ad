"""Find a pack and read one game's folder of YAML into a `Canon`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from aidgen.game.canon import Canon
from aidgen.game.derived import derived
from aidgen.game.records import Id, Pack, Record
from aidgen.game.source import Source, Steps, source
from aidgen.game.texts import Text
from aidgen.problems import Problem, Unusable, Where, did_you_mean

_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "pack"
OURS = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
"""The pack that comes with aidgen: beside the package in the tree, within it in a wheel."""


def games(pack: Path) -> list[str]:
    """Return the ids of the games in a pack, in alphabetical order.

    Raises Unusable if the folder is no pack.
    """
    folder = pack / "content"
    if not folder.is_dir():
        message = "found no folder `content`, expected a pack: a folder with content/<game>/*.yaml"
        raise Unusable([Problem(Where(str(pack)), message)])
    return sorted(path.parent.name for path in folder.glob("*/game.yaml"))


def load(pack: Path, game: str) -> Canon:
    """Read the files of `content/<game>/` in `pack` into one canon, derived columns included.

    Raises Unusable with every fault that keeps the files from being read as records; what must
    hold between records is the business of `check`.
    """
    folder = pack / "content" / game
    problems: list[Problem] = []
    sources = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            sources.append(source(path, shown(path, pack)))
        except Unusable as unusable:
            problems += unusable.problems
    if not (folder / "game.yaml").is_file():
        hint = did_you_mean(game, games(pack))
        problems.append(Problem(Where(shown(folder, pack)), "found no game.yaml in it", hint))
    data, places, keys = _merge(sources, problems)
    if problems:
        raise Unusable(problems)
    notes = {path: note for read in sources for path, note in read.notes.items()}
    data["words"] = words(pack)
    for read in word_files(pack):
        places |= {("words", *path): where for path, where in read.places.items()}
        notes |= {("words", *path): note for path, note in read.notes.items()}
    try:
        canon = Canon.model_validate(data)
    except ValidationError as error:
        raise Unusable(_explain(error, places, keys, f"content/{game}")) from None
    said = {tuple(map(str, path)): note for path, note in notes.items()}
    return _finish(canon.model_copy(update={"notes": said}), places, game)


def shown(path: Path, pack: Path) -> str:
    """Return `path` as problems name it: from the pack's root where it lies in the pack."""
    return path.relative_to(pack).as_posix() if path.is_relative_to(pack) else str(path)


def words(pack: Path) -> dict[str, Text]:
    """Return the fixed words of the templates, the pack's own before ours."""
    found: dict[str, Text] = {}
    for read in word_files(pack):
        try:
            found |= TypeAdapter(dict[Id, Text]).validate_python(read.data)
        except ValidationError as error:
            raise Unusable(_explain(error, read.places, read.keys, read.file)) from None
    return found


def word_files(pack: Path) -> list[Source]:
    """Return the files of the templates' fixed words, ours first."""
    paths = {root: root / "templates" / "words.yaml" for root in (OURS, pack)}
    return [source(path, shown(path, root)) for root, path in paths.items() if path.is_file()]


def _finish(canon: Canon, places: Mapping[Steps, Where], game: str) -> Canon:
    known = {tuple(map(str, path)): where for path, where in places.items()}
    canon = canon.model_copy(update={"places": known, "locale": canon.game.language})
    if canon.game.id != game:
        message = f"found the id `{canon.game.id}`, expected the name of the folder, `{game}`"
        raise Unusable([Problem(canon.where(("game", "id")), message)])
    try:
        return derived(canon)
    except ValueError as error:
        path, message = error.args
        hint = "a formula may use the columns to its left and the values of the game"
        raise Unusable([Problem(canon.where(path), message, hint)]) from None


def _merge(
    sources: list[Source], problems: list[Problem]
) -> tuple[dict[str, Any], dict[Steps, Where], dict[Steps, Where]]:
    """Lay the files of a game into one mapping; an id may stand in one of them only."""
    data: dict[str, Any] = {}
    places: dict[Steps, Where] = {}
    keys: dict[Steps, Where] = {}
    for read in sources:
        if not isinstance(read.data, dict):
            if read.data is not None:
                problems.append(Problem(Where(read.file, 1, 1), "found no mapping of records"))
            continue
        places |= _rows(read, problems)
        keys |= read.keys
        for kind, records in read.data.items():
            if kind in Canon.model_fields and kind not in Pack.model_fields:
                message = f"found the key `{kind}`, which is worked out, not written"
                problems.append(Problem(read.keys[(kind,)], message))
                continue
            merged = data.setdefault(kind, records if not isinstance(records, dict) else {})
            if not isinstance(records, dict) and merged is not records:
                message = f"found no mapping at `{kind}`, which another file of the game has"
                problems.append(Problem(read.places[(kind,)], message))
            if not isinstance(records, dict) or not isinstance(merged, dict):
                continue
            for name, record in records.items():
                if name in merged:
                    message = f"`{kind}.{name}` is also in another file of the game"
                    problems.append(Problem(read.keys[(kind, name)], message, "keep one"))
                merged[name] = record
    return data, places, keys


def _rows(read: Source, problems: list[Problem]) -> dict[Steps, Where]:
    """Turn the rows of tables, lists in the YAML, into mappings from column to cell, in place.

    Returns the places of all nodes, those of the cells under their column's name.
    """
    places = dict(read.places)
    for path, table, rows in _grids(read.data):
        columns = [
            name
            for i, (name, column) in enumerate(table["columns"].items())
            if not (isinstance(column, dict) and "derive" in column)
            and (i > 0 or (isinstance(column, dict) and column.get("type") == "text"))
        ]
        for name, cells in rows.items():
            where = read.places[(*path, name)]
            if not isinstance(cells, list) or len(cells) != len(columns):
                number = len(cells) if isinstance(cells, list) else "no list of"
                message = f"row `{name}` has {number} cells, expected {len(columns)}"
                problems.append(Problem(where, message, ", ".join(columns)))
                continue
            rows[name] = dict(zip(columns, cells, strict=True))
            for i, column in enumerate(columns):
                places[(*path, name, column)] = read.places[(*path, name, i)]
    return places


def _grids(data: object) -> Iterator[tuple[Steps, dict[str, Any], dict[str, Any]]]:
    """Yield the path, the table and the rows of every grid that looks like one."""
    tables = data.get("tables") if isinstance(data, dict) else None
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(table, dict) or not isinstance(table.get("columns"), dict):
            continue
        if isinstance(table.get("rows"), dict):
            yield ("tables", name, "rows"), table, table["rows"]
        parts = table.get("parts")
        for part_name, part in parts.items() if isinstance(parts, dict) else ():
            if isinstance(part, dict) and isinstance(part.get("rows"), dict):
                yield ("tables", name, "parts", part_name, "rows"), table, part["rows"]


def _explain(
    error: ValidationError,
    places: Mapping[Steps, Where],
    keys: Mapping[Steps, Where],
    file: str,
) -> Iterator[Problem]:
    """Say what pydantic found, at its line, in the words of an author; one fault a place."""
    told = set()
    for fault in error.errors(include_url=False):
        path: Steps = tuple(fault["loc"])
        of_key = fault["type"] == "extra_forbidden" or path[-1:] == ("[key]",)
        known = keys if of_key else places
        around = path
        while around and around not in known:
            around = around[:-1]
        message, hint = _say(fault, path, around)
        where = known.get(around, Where(file))
        if fault["type"] == "missing" or where not in told:
            yield Problem(where, message, hint)
        told.add(where)


def _say(fault: ErrorDetails, path: Steps, around: Steps) -> tuple[str, str]:
    """Return message and hint for what pydantic found at `path`, `around` which the YAML ends."""
    context = fault.get("ctx", {})
    found = fault["input"]
    if isinstance(found, (dict, list, tuple)):
        found = "a mapping" if isinstance(found, dict) else "a list"
    else:
        found = f"`{found}`" if found is not None else "nothing"
    if fault["type"] == "extra_forbidden":
        known = _known(path)
        hint = did_you_mean(str(path[-1]), known) or f"known: {', '.join(known)}"
        return f"found the key `{path[-1]}`, which means nothing here", hint
    if fault["type"] == "missing":
        return f"`{path[-1]}` is missing", ""
    if fault["type"] == "value_error":
        return str(context["error"]), ""
    if fault["type"] == "string_pattern_mismatch":
        return f"found {found}, which does not fit", f"pattern {context['pattern']}"
    message = fault["msg"][:1].lower() + fault["msg"][1:]
    return f"found {found} at `{around[-1] if around else ''}`: {message}", ""


def _known(path: Steps) -> list[str]:
    """Return the keys that the model at the parent of `path` has."""
    model: Any = Pack
    for step in path[:-1]:
        field = getattr(model, "model_fields", {}).get(step)
        if field is None:
            continue
        model = _model_in(field.annotation) or model
    return list(getattr(model, "model_fields", {}))


def _model_in(annotation: Any) -> Any:
    """Return the model that a field's type holds, through Mapping, Optional and tuple."""
    if isinstance(annotation, type) and issubclass(annotation, (Pack, Record)):
        return annotation
    if hasattr(annotation, "model_fields"):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        if found := _model_in(inner):
            return found
    return None
