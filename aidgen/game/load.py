"""Find a pack and read one game's folder of YAML into `GameData`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aidgen import BUNDLED_PACK
from aidgen.game.context import UI, Context
from aidgen.game.data import GameData, rewrite
from aidgen.game.fields import Id
from aidgen.game.figures import Dice, Figure, has_other_spelling
from aidgen.game.formulas import derive_columns, derive_values
from aidgen.game.records import KINDS_OF_RECORD, GameFiles
from aidgen.game.schema import explain_errors
from aidgen.game.source import MOST_REPORTED, Source, Steps, read_yaml
from aidgen.game.spreadsheet_rows import fill_rows, replace_at, row_grids
from aidgen.game.texts import Text
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

# Rows that are written as their numbers: so many, or the first and the last, with all above it.
COUNTED_ROWS = re.compile(r"(?:([0-9]{1,4})-)?([0-9]{1,4})(\+?)")


def games(pack: Path, limits: Limits = STANDARD) -> list[str]:
    """Return the ids of the games in a pack, in alphabetical order.

    Raises InputError if the folder is not a pack, or too large.
    """
    folder = pack / "content"
    files.refuse_outside(folder, pack, Where("content"))
    if not folder.is_dir():
        message = "found no folder `content`, expected a pack: a folder with content/<game>/*.yaml"
        raise InputError([Problem(Where(str(pack)), message)])
    files.refuse_too_much(pack, limits)
    names = sorted(path.parent.name for path in folder.glob("*/game.yaml"))
    return names


def load(pack: Path, game: str, limits: Limits = STANDARD) -> GameData:
    """Read the files of `content/<game>/` in `pack`, and fill in derived columns.

    Raises InputError with every fault that keeps the files from being read as records; what must
    hold between records is checked in rules/.
    """
    read = _read_all(pack, game, limits)
    fixed = template_word_files(pack, limits)
    assert isinstance(read.data, dict)
    values, formulas = derive_values(read.data.get("values", {}), read.places)
    words = template_words(pack, limits)
    data = {**read.data, "values": values, "formulas": formulas, "words": words}
    try:
        game_data = GameData.model_validate(data)
    except ValidationError as error:
        explained = explain_errors(error, read.places, read.keys, f"content/{game}")
        raise InputError(islice(explained, MOST_REPORTED)) from None
    problems = list(_check_sizes(game_data, read.places, limits))
    if problems:
        raise InputError(problems)
    finished = _with_places(game_data, {game: [read], UI: fixed})
    finished = _with_colours(derive_columns(finished))
    return finished.model_copy(update={"root": pack, "limits": limits, "doubts": read.doubts})


def _with_colours(game_data: GameData) -> GameData:
    """Return a game whose cards have the colours that their decks give them by a field."""
    cards = dict(game_data.cards)
    for name, card in cards.items():
        deck = game_data.deck(card.deck) if card.deck in game_data.decks else None
        if deck and deck.colour_by and not card.colour:
            cards[name] = card.model_copy(update={"colour": deck.colour_by.colour(card)})
    return game_data.model_copy(update={"cards": MappingProxyType(cards)})


def record_files(folder: Path) -> list[Path]:
    """Return the files of records in the folder of a game; hidden ones are of editors."""
    return sorted(folder.glob("[!.]*.yaml"))


def _read_all(pack: Path, game: str, limits: Limits) -> Source:
    """Return the files of a game as one; raises InputError with the faults of all of them."""
    folder = pack / "content" / game
    shown = display_path(folder, pack)
    files.refuse_outside(folder, pack, Where(shown))
    problems: list[Problem] = []
    sources: list[Source] = []
    nodes = 0
    for path in record_files(folder):
        try:
            source = read_yaml(path, display_path(path, pack), root=pack, limits=limits)
            sources.append(fill_rows(source, folder, shown, limits))
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
    merged = _merge_files(sources, problems)
    if problems:
        raise InputError(problems[:MOST_REPORTED])
    return merged


def display_path(path: Path, pack: Path) -> str:
    """Return `path` as problems show it: relative to the pack if it is inside."""
    return path.relative_to(pack).as_posix() if path.is_relative_to(pack) else str(path)


def template_words(pack: Path, limits: Limits = STANDARD) -> dict[str, Text]:
    """Return the fixed words of the templates; the pack's override ours."""
    words: dict[str, Text] = {}
    for read in template_word_files(pack, limits):
        try:
            words |= TypeAdapter(dict[Id, Text]).validate_python(read.data)
        except ValidationError as error:
            problems = explain_errors(error, read.places, read.keys, read.file)
            raise InputError(islice(problems, MOST_REPORTED)) from None
    return words


def template_word_files(pack: Path, limits: Limits = STANDARD) -> list[Source]:
    """Return the files of the templates' fixed words, ours first."""
    paths = {root: root / "templates" / "words.yaml" for root in (BUNDLED_PACK, pack)}
    return [
        read_yaml(path, display_path(path, root), root=root, limits=limits)
        for root, path in paths.items()
        if os.path.lexists(path)
    ]


def _with_places(game_data: GameData, sources: Mapping[str, Sequence[Source]]) -> GameData:
    """Return a game frozen, with the places and notes of `sources`, which are by their domains."""
    places: dict[Context, Where] = {}
    notes: dict[Context, str] = {}
    for domain, read in ((domain, read) for domain, listed in sources.items() for read in listed):
        for steps, where in read.places.items():
            places[Context(domain, tuple(map(str, steps)))] = where
        for steps, note in read.notes.items():
            notes[Context(domain, tuple(map(str, steps)))] = note
    game = next(iter(sources))
    if game_data.game.id != game:
        message = f"found the id `{game_data.game.id}`, expected the name of the folder, `{game}`"
        raise InputError([Problem(places[Context(game, ("game", "id"))], message)])
    frozen: GameData = rewrite(game_data, game_data.at(), lambda _, leaf: leaf)
    finished = {"places": places, "notes": notes, "locale": game_data.game.language}
    return frozen.model_copy(update=finished)


def _check_sizes(
    game_data: GameData, places: Mapping[Steps, Where], limits: Limits
) -> Iterator[Problem]:
    """Yield ids that are too long for the name of a file, and aids of too many cards or tokens."""
    sizes: list[tuple[Steps, str, int]] = [(("game", "id"), "id", len(game_data.game.id.encode()))]
    for kind in KINDS_OF_RECORD:
        sizes += (((kind, name), "id", len(name.encode())) for name in getattr(game_data, kind))
    for name, aid in game_data.aids.items():
        printed = game_data.printed_refs(name)
        cards = sum(
            card.copies
            for card_name, card in game_data.cards.items()
            if "cards" in printed or f"cards.{card_name}" in printed
        )
        lists_states = any(ref.partition(".")[0] == "states" for ref in aid.contents)
        tokens = len(game_data.states) * aid.copies if lists_states else 0
        sizes.append((("aids", name), "copies", max(cards, tokens)))
    for steps, key, number in sizes:
        if number > getattr(limits, key):
            yield over_limit(places[steps], key, number, limits)


def _merge_files(sources: Sequence[Source], problems: list[Problem]) -> Source:
    """Return the files of a game as one; reports ids that are in several of them."""
    data: dict[str, Any] = {}
    merged = Source("", data, doubts=tuple(doubt for read in sources for doubt in read.doubts))
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
    if isinstance(cards := data.get("cards"), dict):
        data["cards"] = {name: card for name, card in cards.items() if not _is_left_out(card)}
    _name_cells(merged, problems)
    return merged


def _is_left_out(card: object) -> bool:
    """Tell whether a card has 0 copies."""
    copies = card.get("copies") if isinstance(card, dict) else None
    return not isinstance(copies, bool) and str(copies) in ("0", "0.0")


# Rows -----------------------------------------------------------------------------------------


def _name_cells(merged: Source, problems: list[Problem]) -> None:
    """Put the rows of tables, lists in the YAML, into mappings by column.

    The places of the cells become those under their column's name. Reports rows with too many or
    too few cells.
    """
    data: Any = merged.data
    tables = data.get("tables")
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if isinstance(table, dict) and not isinstance(table.get("columns"), dict):
            # Without columns there is nothing to say about the rows.
            empty: dict[str, Any] = {key: {} for key in ("rows", "parts") if key in table}
            data["tables"] = {**data["tables"], name: {**table, **empty}}
    for path, table, rows in list(row_grids(data)):
        columns = _written_columns(table["columns"])
        if numbers := _counted_rows(rows):
            rows = {row: [None] * len(columns) for row in numbers}
            for row in numbers:
                steps = [(*path, row, column) for column in range(len(columns))]
                merged.places.update(dict.fromkeys([(*path, row), *steps], merged.places[path]))
        if not isinstance(rows, dict):
            continue
        named: dict[str, Any] = {}
        for row, cells in rows.items():
            named[row] = cells
            if not isinstance(cells, list) or len(cells) != len(columns):
                size = f"has {len(cells)}" if isinstance(cells, list) else "is not a list"
                message = f"row `{row}` {size}, expected {len(columns)} cells"
                where = merged.places[(*path, row)]
                problems.append(Problem(where, message, ", ".join(columns)))
                continue
            named[row] = {
                column: _as_typed(cell) if columns[column] else cell
                for column, cell in zip(columns, cells, strict=True)
            }
            for number, column in enumerate(columns):
                merged.places[(*path, row, column)] = merged.places[(*path, row, number)]
        data |= replace_at(data, path, named)


def _counted_rows(rows: object) -> list[str]:
    """Return the ids of rows that are written as their numbers: 12, 2-20 or 2-20+."""
    match = COUNTED_ROWS.fullmatch(str(rows)) if isinstance(rows, (int, str)) else None
    if match is None:
        return []
    numbers = [*map(str, range(int(match[1] or 1), int(match[2]) + 1))]
    return [*numbers[:-1], f"{numbers[-1]}{match[3]}"] if numbers else []


def _written_columns(columns: Mapping[str, Any]) -> dict[str, bool]:
    """Return the columns that are written in each row: not derived, nor the row's own id.

    The value tells whether it holds words.
    """
    names = {}
    for number, (name, column) in enumerate(columns.items()):
        described = column if isinstance(column, dict) else {}
        of_words = described.get("type") == "text"
        if "derive" not in described and (number > 0 or of_words):
            names[name] = of_words
    return names


def _as_typed(cell: object) -> object:
    """Return a cell of words as text, if a figure would be printed differently than it was typed.

    007 is not 7 there, 1.10 not 1.1; spaces beside signs do not count.
    """
    figure = Figure.read(cell)
    if figure is None or isinstance(cell, Figure):
        return cell
    typed = str(cell).strip()
    if figure.is_rounded or (figure.typed and not isinstance(figure.raw, Dice)):
        return Text(typed)
    return Text(typed) if has_other_spelling(typed, figure) else cell
