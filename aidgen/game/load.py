"""Find a pack and read one game's folder of YAML into `GameData`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from aidgen import BUNDLED_PACK
from aidgen.game.context import UI, Context
from aidgen.game.data import KINDS_OF_RECORD, GameData, GameFiles
from aidgen.game.drawing import draw, resolve_quotations
from aidgen.game.fields import Id
from aidgen.game.figures import Dice, Figure, has_other_spelling
from aidgen.game.formulas import deck_counts, derive_columns, derive_values, quoted_values
from aidgen.game.schema import explain_errors
from aidgen.game.source import MOST_REPORTED, Source, Steps, parse_yaml
from aidgen.game.spreadsheet_rows import fill_rows, replace_at, row_grids
from aidgen.game.texts import Text
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

Placed = TypeVar("Placed")
# How a card is left out: by a number, or the cell of a file.
NO_COPIES = ("0", "0.0")
# Digits of the numbers that stand for rows.
MOST_DIGITS = 4


def games(pack: Path, limits: Limits = STANDARD) -> list[str]:
    """Return the ids of the games in a pack, sorted; raises InputError if it is none."""
    folder = pack / "content"
    files.refuse_outside(folder, pack, Where("content"))
    if not folder.is_dir():
        message = "found no folder `content`, expected a pack: a folder with content/<game>/*.yaml"
        raise InputError.at(Where(str(pack)), message)
    files.refuse_too_much(pack, limits)
    return sorted(path.parent.name for path in folder.glob("*/game.yaml"))


def load(pack: Path, game: str, limits: Limits = STANDARD) -> GameData:
    """Read the files of `content/<game>/` in `pack`, and fill in derived columns.

    Raises InputError with every fault that keeps the files from being read as records; what must
    hold between records is checked in rules/.
    """
    read = _read_all(pack, game, limits)
    words, fixed = template_words(pack, limits)
    assert isinstance(read.data, dict)
    counts = deck_counts(read.data)
    values, formulas = derive_values(read.data.get("values", {}), counts, read.places)
    data = {**read.data, "values": values, "formulas": formulas, "words": words}
    try:
        game_data = GameData.model_validate(data)
    except ValidationError as error:
        raise InputError(islice(explain_errors(error, read), MOST_REPORTED)) from None
    if problems := list(_check_ids(game_data, game, read.places, limits)):
        raise InputError(problems)
    places: dict[Context, Where] = {}
    notes: dict[Context, str] = {}
    for domain, source in [(game, read), *((UI, source) for source in fixed)]:
        places |= _by_context(domain, source.places)
        notes |= _by_context(domain, source.notes)
    about = {"places": places, "notes": notes, "locale": game_data.game.language}
    about |= {"root": pack, "limits": limits, "doubts": read.doubts}
    game_data = resolve_quotations(game_data.model_copy(update=about))
    quoted = {name for _, name in quoted_values(game_data)}
    values = {name: Figure.read(counts[name]) for name in sorted(quoted & counts.keys())}
    values = {**game_data.values, **values}
    finished = derive_columns(game_data.model_copy(update={"values": values}))
    cells = {name: finished.quoted(name)[1] for name in sorted(quoted)}
    values |= {name: cell for name, cell in cells.items() if isinstance(cell, Figure)}
    cards = dict(finished.cards)
    for name, card in cards.items():
        deck = finished.deck(card.deck)
        if deck and deck.colour_by and not card.colour:
            cards[name] = card.model_copy(update={"colour": deck.colour_by.colour(card)})
    return finished.model_copy(update={"cards": cards, "values": values})


def _by_context(domain: str, by_steps: Mapping[Steps, Placed]) -> dict[Context, Placed]:
    return {Context(domain, tuple(map(str, steps))): item for steps, item in by_steps.items()}


def _read_all(pack: Path, game: str, limits: Limits) -> Source:
    folder = pack / "content" / game
    shown = display_path(folder, pack)
    files.refuse_outside(folder, pack, Where(shown))
    problems: list[Problem] = []
    sources: list[Source] = []
    nodes = 0
    for path in sorted(folder.glob("[!.]*.yaml")):  # hidden files are of editors
        try:
            sources.append(fill_rows(_read(path, pack, limits), folder, shown, limits))
        except InputError as error:
            problems += error.problems
            continue
        nodes += len(sources[-1].places)
        if nodes > limits.nodes:
            where = Where(display_path(path, pack))
            raise InputError([*problems, over_limit(where, "nodes", nodes, limits)])
    if not (folder / "game.yaml").is_file():
        hint = did_you_mean(game, games(pack, limits))
        problems.append(Problem(Where(shown), "found no game.yaml in this folder", hint))
    merged = _merge_files(shown, sources, problems)
    if problems:
        raise InputError(problems[:MOST_REPORTED])
    return merged


def _read(path: Path, pack: Path, limits: Limits) -> Source:
    shown = display_path(path, pack)
    return parse_yaml(files.read_text(path, pack, shown, limits), shown, limits)


def display_path(path: Path, pack: Path) -> str:
    """Return `path` as problems show it: relative to the pack if it is inside."""
    return path.relative_to(pack).as_posix() if path.is_relative_to(pack) else str(path)


def template_words(
    pack: Path, limits: Limits = STANDARD
) -> tuple[Mapping[str, Text], Sequence[Source]]:
    """Return the fixed words of the templates, and their files; the pack's override ours."""
    words: dict[str, Text] = {}
    paths = {root: root / "templates" / "words.yaml" for root in (BUNDLED_PACK, pack)}
    sources = [_read(path, root, limits) for root, path in paths.items() if os.path.lexists(path)]
    for read in sources:
        try:
            words |= TypeAdapter(dict[Id, Text]).validate_python(read.data)
        except ValidationError as error:
            raise InputError(islice(explain_errors(error, read), MOST_REPORTED)) from None
    return words, sources


def _check_ids(
    game_data: GameData, game: str, places: Mapping[Steps, Where], limits: Limits
) -> Iterator[Problem]:
    if game_data.game.id != game:
        message = f"found the id `{game_data.game.id}`, expected the name of the folder, `{game}`"
        yield Problem(places["game", "id"], message)
    # Ids are names of files.
    ids: list[tuple[Steps, str]] = [(("game", "id"), game_data.game.id)]
    for kind in KINDS_OF_RECORD:
        ids += (((kind, name), name) for name in getattr(game_data, kind))
    for steps, name in ids:
        if (size := len(name.encode())) > limits.id:
            yield over_limit(places[steps], "id", size, limits)


def _merge_files(shown: str, sources: Sequence[Source], problems: list[Problem]) -> Source:
    data: dict[str, Any] = {}
    merged = Source(shown, data, doubts=tuple(doubt for read in sources for doubt in read.doubts))
    for read in sources:
        merged.places.update(read.places)
        merged.keys.update(read.keys)
        merged.notes.update(read.notes)
        if not isinstance(read.data, dict):
            if read.data is not None:
                problems.append(Problem(Where(read.file, 1, 1), "expected a mapping of records"))
            continue
        for kind, records in read.data.items():
            before = data.get(kind)
            if kind in GameData.model_fields and kind not in GameFiles.model_fields:
                message = f"`{kind}` is computed and cannot be written"
                problems.append(Problem(read.keys[(kind,)], message))
            elif before is None:
                data[kind] = records
            elif isinstance(records, dict) and isinstance(before, dict):
                for name in records.keys() & before.keys():
                    message = f"`{kind}.{name}` is already defined in another file of the game"
                    problems.append(Problem(read.keys[(kind, name)], message, "keep one"))
                data[kind] = {**before, **records}
            else:
                message = f"expected a mapping at `{kind}`, as in another file of the game"
                problems.append(Problem(read.places[(kind,)], message))
    draw(merged, problems)
    if isinstance(cards := data.get("cards"), dict):
        data["cards"] = {
            name: card
            for name, card in cards.items()
            if not (isinstance(card, dict) and str(card.get("copies")) in NO_COPIES)
        }
    _name_cells(merged, problems)
    return merged


# Rows -----------------------------------------------------------------------------------------


def _name_cells(merged: Source, problems: list[Problem]) -> None:
    # The rows of tables are lists in the YAML; they become mappings by column, and so do the places
    # of their cells.
    data: Any = merged.data
    tables = data.get("tables")
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if isinstance(table, dict) and not isinstance(table.get("columns"), dict):
            # Without columns there is nothing to say about the rows.
            empty: dict[str, Any] = {key: {} for key in ("rows", "parts") if key in table}
            data["tables"] = {**data["tables"], name: {**table, **empty}}
    for path, types, rows in list(row_grids(data)):
        # The first column is the id itself, unless it holds words.
        columns = [name for at, name in enumerate(types) if at or types[name] == "text"]
        if numbers := _counted_rows(rows):
            rows = {row: [None] * len(columns) for row in numbers}
            for row in numbers:
                steps = [(*path, row, column) for column in range(len(columns))]
                merged.places.update(dict.fromkeys([(*path, row), *steps], merged.places[path]))
        if not isinstance(rows, dict):
            continue
        named = dict(rows)
        for row, cells in rows.items():
            if not isinstance(cells, list) or len(cells) != len(columns):
                size = f"has {len(cells)}" if isinstance(cells, list) else "is not a list"
                message = f"row `{row}` {size}, expected {len(columns)} cells"
                problems.append(Problem(merged.places[(*path, row)], message, ", ".join(columns)))
                continue
            named[row] = {
                column: _as_typed(cell) if types[column] == "text" else cell
                for column, cell in zip(columns, cells, strict=True)
            }
            for number, column in enumerate(columns):
                merged.places[(*path, row, column)] = merged.places[(*path, row, number)]
        data |= replace_at(data, path, named)


def _counted_rows(rows: object) -> list[str]:
    """Return the ids of rows that are written as their numbers: 12, 2-20 or 2-20+."""
    if not isinstance(rows, int | str) or isinstance(rows, bool):
        return []
    first, dash, last = str(rows).rpartition("-")
    ends = [first if dash else "1", last.removesuffix("+")]
    if not all(end.isdecimal() and len(end) <= MOST_DIGITS for end in ends):
        return []
    numbers = [*map(str, range(int(ends[0]), int(ends[1]) + 1))]
    return [*numbers[:-1], f"{numbers[-1]}{'+' * last.endswith('+')}"] if numbers else []


def _as_typed(cell: object) -> object:
    # A cell of words stays as it was typed if a figure would be printed differently: 007 is not 7
    # there, 1.10 not 1.1. Spaces beside signs do not count.
    figure = Figure.read(cell)
    if figure is None or isinstance(cell, Figure):
        return cell
    typed = str(cell).strip()
    is_as_typed = figure.typed and not isinstance(figure.raw, Dice)
    return Text(typed) if is_as_typed or has_other_spelling(typed, figure) else cell
