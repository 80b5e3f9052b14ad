"""Find a pack and read one game's folder of YAML into `GameData`."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData, rewrite
from aidgen.game.fields import Id
from aidgen.game.figures import Dice, Figure, has_other_spelling
from aidgen.game.formulas import derive_columns
from aidgen.game.ids import rename_keys
from aidgen.game.records import KINDS_OF_RECORD, GameFiles
from aidgen.game.schema import explain_errors
from aidgen.game.source import MOST_REPORTED, Source, Steps, read_yaml
from aidgen.game.spreadsheet_rows import fill_rows
from aidgen.game.texts import Text, term_forms
from aidgen.game.wild_cards import with_wild_cards
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "pack"
BUNDLED_PACK = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
"""The pack that comes with aidgen: beside the package in the tree, within it in a wheel."""


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
    if len(names) > limits.games:
        raise InputError([over_limit(Where("content"), "games", len(names), limits)])
    return names


def load(pack: Path, game: str, limits: Limits = STANDARD) -> GameData:
    """Read the files of `content/<game>/` in `pack`, and fill in derived columns.

    Raises InputError with every fault that keeps the files from being read as records; what must
    hold between records is checked in rules/.
    """
    read = _read_all(pack, game, limits)
    fixed = template_word_files(pack, limits)
    data = {**read.data, "words": template_words(pack, limits)}
    try:
        game_data = GameData.model_validate(data)
    except ValidationError as error:
        explained = explain_errors(error, read.places, read.keys, f"content/{game}")
        raise InputError(islice(explained, MOST_REPORTED)) from None
    problems = list(check_sizes(game_data, read.places, limits))
    if problems:
        raise InputError(problems)
    of_words = [(Context(UI), words.places, words.notes) for words in fixed]
    finished = _with_places(game_data, [(Context(game), read.places, read.notes), *of_words])
    finished = with_wild_cards(_with_colours(finished))
    return finished.model_copy(update={"root": pack, "limits": limits, "doubts": read.doubts})


def _with_colours(game_data: GameData) -> GameData:
    """Return a game whose cards have the colours that their decks give them by a field."""
    decks = ((name, game_data.deck(name)) for name in game_data.decks)
    fields = {name: deck.colour_by for name, deck in decks if deck and deck.colour_by}
    colours = {id(by): by.by_value() for by in fields.values()}
    coloured = {
        name: card.model_copy(update={"colour": card.colour or colours[id(by)].get(by.value(card))})
        for name, card in game_data.cards.items()
        if (by := fields.get(card.deck or ""))
    }
    if not coloured:
        return game_data
    return game_data.model_copy(update={"cards": MappingProxyType({**game_data.cards, **coloured})})


def record_files(folder: Path) -> list[Path]:
    """Return the files of records in the folder of a game; hidden ones are of editors."""
    return sorted(folder.glob("[!.]*.yaml"))


def _read_all(pack: Path, game: str, limits: Limits) -> MergedFiles:
    folder = pack / "content" / game
    files.refuse_outside(folder, pack, Where(display_path(folder, pack)))
    problems: list[Problem] = []
    sources: list[Source] = []
    nodes = 0
    for path in record_files(folder):
        try:
            source = read_yaml(path, display_path(path, pack), root=pack, limits=limits)
            sources.append(fill_rows(source, folder, display_path(folder, pack), limits))
        except InputError as error:
            problems += error.problems
            continue
        nodes += len(sources[-1].places)
        if nodes > limits.nodes:
            where = Where(display_path(path, pack))
            raise InputError([*problems, over_limit(where, "nodes", nodes, limits)])
    if not (folder / "game.yaml").is_file():
        hint = did_you_mean(game, games(pack, limits))
        problems.append(
            Problem(Where(display_path(folder, pack)), "found no game.yaml in this folder", hint)
        )
    read = merge_files(sources)
    if problems or read.problems:
        raise InputError([*problems, *read.problems][:MOST_REPORTED])
    return read


def display_path(path: Path, pack: Path) -> str:
    """Return `path` as problems show it: relative to the pack if it is inside."""
    return path.relative_to(pack).as_posix() if path.is_relative_to(pack) else str(path)


def template_words(pack: Path, limits: Limits = STANDARD) -> dict[str, Text]:
    """Return the fixed words of the templates; the pack's override ours."""
    known: dict[str, Text] = {}
    for read in template_word_files(pack, limits):
        try:
            known |= TypeAdapter(dict[Id, Text]).validate_python(read.data)
        except ValidationError as error:
            problems = explain_errors(error, read.places, read.keys, read.file)
            raise InputError(islice(problems, MOST_REPORTED)) from None
    return known


def template_word_files(pack: Path, limits: Limits = STANDARD) -> list[Source]:
    """Return the files of the templates' fixed words, ours first."""
    paths = {root: root / "templates" / "words.yaml" for root in (BUNDLED_PACK, pack)}
    return [
        read_yaml(path, display_path(path, root), root=root, limits=limits)
        for root, path in paths.items()
        if os.path.lexists(path)
    ]


def _with_places(
    game_data: GameData,
    sources: list[tuple[Context, Mapping[Steps, Where], Mapping[Steps, str]]],
) -> GameData:
    """Return `game_data` frozen, with its places and notes, and its formulas computed.

    `sources` are places and notes by their paths, and the context of each path's root.
    """
    places: dict[Context, Where] = {}
    notes: dict[Context, str] = {}
    for domain, places_here, notes_here in sources:
        places |= {_context_at(domain, steps): where for steps, where in places_here.items()}
        notes |= {_context_at(domain, steps): note for steps, note in notes_here.items()}
    game = sources[0][0].domain
    known = {"places": places, "notes": notes, "locale": game_data.game.language}
    game_data = rewrite(game_data, game_data.at(), lambda _, leaf: leaf).model_copy(update=known)
    if game_data.game.id != game:
        message = f"found the id `{game_data.game.id}`, expected the name of the folder, `{game}`"
        raise InputError([Problem(places[Context(game, ("game", "id"))], message)])
    return derive_columns(game_data)


def _context_at(domain: Context, steps: Steps) -> Context:
    return Context(domain.domain, tuple(map(str, steps)))


def check_sizes(
    game_data: GameData, places: Mapping[Steps, Where], limits: Limits
) -> Iterator[Problem]:
    """Yield a problem for each part of a game that exceeds a limit, at its line in `places`."""
    counts = [
        *_count_records(game_data),
        *_count_ids(game_data),
        *_count_tables(game_data),
        *_count_contents(game_data),
        *_count_copies(game_data),
        *_count_boards(game_data),
        *_count_forms(game_data),
    ]
    for steps, key, number in counts:
        if number > getattr(limits, key):
            around = (steps[:end] for end in range(len(steps), -1, -1))
            where = next(places[path] for path in around if path in places)
            yield over_limit(where, key, number, limits)


SizeCount = tuple[Steps, str, int]
"""A path to a record, the limit that applies to it, and the count."""


def _count_records(game_data: GameData) -> Iterator[SizeCount]:
    yield ("game",), "records", sum(len(getattr(game_data, kind)) for kind in KINDS_OF_RECORD)
    yield ("game", "foreign"), "foreign", len(game_data.game.foreign)


def _count_ids(game_data: GameData) -> Iterator[SizeCount]:
    yield ("game", "id"), "id", len(game_data.game.id.encode())
    for kind in KINDS_OF_RECORD:
        for name in getattr(game_data, kind):
            yield (kind, name), "id", len(name.encode())


def _count_tables(game_data: GameData) -> Iterator[SizeCount]:
    for name, table in game_data.tables.items():
        rows = sum(len(rows) for _, _, rows in table.grids())
        yield ("tables", name), "rows", rows
        yield ("tables", name), "cells", rows * len(table.columns)


def _count_contents(game_data: GameData) -> Iterator[SizeCount]:
    for name, section in game_data.sections.items():
        yield ("sections", name, "contents"), "contents", len(section.contents)
    for name, card in game_data.cards.items():
        number = sum(len(face.contents) for face in (card.front, card.back) if face)
        yield ("cards", name), "contents", number
    for name, aid in game_data.aids.items():
        inner = sum(1 + len(block.contents) for block in aid.blocks.values())
        yield ("aids", name), "contents", len(aid.contents) + inner


def _count_copies(game_data: GameData) -> Iterator[SizeCount]:
    for name, aid in game_data.aids.items():
        printed = game_data.printed_refs(name)
        cards = sum(card.copies for card in game_data.cards.values()) if "cards" in printed else 0
        named = [ref.removeprefix("cards.") for ref in printed if ref.startswith("cards.")]
        cards = max(
            cards, sum(game_data.cards[ref].copies for ref in named if ref in game_data.cards)
        )
        lists_states = any(ref.partition(".")[0] == "states" for ref in aid.contents)
        tokens = len(game_data.states) * aid.copies if lists_states else 0
        yield ("aids", name), "copies", max(cards, tokens)


def _count_boards(game_data: GameData) -> Iterator[SizeCount]:
    for name, aid in game_data.aids.items():
        if aid.board is None:
            continue
        for side in ("width", "height"):
            yield ("aids", name, "board", side), "board", math.ceil(getattr(aid.board, side))
        if aid.grid:
            # Hexes lie closer than squares of their width: by two to the root of three.
            dense = 1.16 if aid.grid.shape == "hex" else 1.0
            cells = dense * aid.board.width * aid.board.height / aid.grid.cell**2
            yield ("aids", name, "grid", "cell"), "board_cells", int(cells)


def _count_forms(game_data: GameData) -> Iterator[SizeCount]:
    for name, term in game_data.terms.items():
        for number in ("one", "many"):
            text = getattr(term, number)
            if text is not None:
                yield from (
                    ((("terms", name, number), key, found)) for key, found in term_sizes(text)
                )


def term_sizes(text: Text) -> Iterator[tuple[str, int]]:
    """Yield how many forms a term of the glossary has, and how long the longest of them is."""
    listed = term_forms(text)
    yield "forms", len(listed)
    yield "form", max(map(len, listed))


@dataclass(frozen=True)
class MergedFiles:
    """The merged data of a game's files, with places and problems."""

    data: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[Steps, Where] = field(default_factory=dict)
    keys: Mapping[Steps, Where] = field(default_factory=dict)
    notes: Mapping[Steps, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()


def merge_files(sources: Sequence[Source]) -> MergedFiles:
    """Merge the files of a game; each id may be in only one of them."""
    data: dict[str, Any] = {}
    places: dict[Steps, Where] = {}
    problems: list[Problem] = []
    sources = [_with_ids(read, problems) for read in sources]
    for read in sources:
        if isinstance(read.data, dict):
            filed = _rows_by_column(read)
            places |= filed.places
            problems += [*filed.problems, *_conflicts(filed.data, data, read)]
            _merge_records(filed.data, data)
        elif read.data is not None:
            problems.append(Problem(Where(read.file, 1, 1), "expected a mapping of records"))
    keys = {steps: where for read in sources for steps, where in read.keys.items()}
    notes = {steps: note for read in sources for steps, note in read.notes.items()}
    doubts = tuple(doubt for read in sources for doubt in read.doubts)
    return MergedFiles(_without_spares(data), places, keys, notes, tuple(problems), doubts)


def _with_ids(read: Source, problems: list[Problem]) -> Source:
    """Return a file with ids in place of the names that are keys; reports names with one id."""
    made = dict(rename_keys(read.data, GameFiles))
    taken: dict[Steps, Steps] = {}
    for path in [*read.keys, *made]:
        if path not in made:
            taken[path] = path
    for path, new in [*made.items()]:
        first = taken.setdefault((*path[:-1], new), path)
        if first != path:
            message = f"`{path[-1]}` and `{first[-1]}` have the same id, `{new}`"
            problems.append(Problem(read.keys.get(path, Where(read.file)), message, "rename one"))
            del made[path]
    if not made:
        return read

    def rename(steps: Steps) -> Steps:
        return tuple(made.get(steps[: at + 1], step) for at, step in enumerate(steps))

    return replace(
        read,
        data=_with_keys(read.data, made, ()),
        places={rename(steps): where for steps, where in read.places.items()},
        keys={rename(steps): where for steps, where in read.keys.items()},
        notes={rename(steps): note for steps, note in read.notes.items()},
    )


def _with_keys(node: object, made: Mapping[Steps, str], path: Steps) -> object:
    if isinstance(node, dict):
        return {
            made.get((*path, key), key): _with_keys(inner, made, (*path, key))
            for key, inner in node.items()
        }
    return node


def _without_spares(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a game without the cards that have 0 copies."""
    cards = data.get("cards")
    if not isinstance(cards, dict):
        return data
    kept = {name: card for name, card in cards.items() if not _is_spare(card)}
    return {**data, "cards": kept}


def _is_spare(card: object) -> bool:
    copies = card.get("copies") if isinstance(card, dict) else None
    return not isinstance(copies, bool) and str(copies) in ("0", "0.0")


def _conflicts(new: Mapping[str, Any], there: Mapping[str, Any], read: Source) -> Iterator[Problem]:
    """Yield what in a file conflicts with the files before it."""
    for kind, records in new.items():
        known = there.get(kind)
        if kind in GameData.model_fields and kind not in GameFiles.model_fields:
            message = f"`{kind}` is computed and cannot be written"
            yield Problem(read.keys[(kind,)], message)
        elif known is not None and not (isinstance(records, dict) and isinstance(known, dict)):
            message = f"expected a mapping at `{kind}`, as in another file of the game"
            yield Problem(read.places[(kind,)], message)
        elif isinstance(known, dict):
            for name in records.keys() & known.keys():
                message = f"`{kind}.{name}` is already defined in another file of the game"
                yield Problem(read.keys[(kind, name)], message, "keep one")


def _merge_records(new: Mapping[str, Any], into: dict[str, Any]) -> None:
    for kind, records in new.items():
        known = into.get(kind)
        if isinstance(records, dict) and isinstance(known, dict):
            records = {**known, **records}
        into[kind] = records


# Rows -----------------------------------------------------------------------------------------


def _rows_by_column(read: Source) -> MergedFiles:
    """Return a file with the rows of its tables, lists in the YAML, as mappings by column.

    The places of the cells are those under their column's name, too.
    """
    data = dict(read.data) if isinstance(read.data, dict) else {}
    if not isinstance(data.get("tables"), dict):
        return MergedFiles(data, read.places)
    places = dict(read.places)
    problems: list[Problem] = []
    tables = {}
    for name, table in data["tables"].items():
        tables[name] = table
        if isinstance(table, dict) and not isinstance(table.get("columns"), dict):
            # Without columns there is nothing to say about the rows.
            tables[name] = {key: {} if key in ("rows", "parts") else table[key] for key in table}
        for path, rows in _row_grids(table):
            columns = _written_columns(table["columns"])
            grid = _name_cells(read, ("tables", name, *path), rows, columns)
            tables[name] = _replace_at(tables[name], path, grid.data)
            places |= grid.places
            problems += grid.problems
    return MergedFiles({**data, "tables": tables}, places, problems=tuple(problems))


def _written_columns(columns: Mapping[str, Any]) -> dict[str, bool]:
    """Return the columns that are written in each row: not derived, nor the row's own id.

    The value tells whether it holds words.
    """
    names = {}
    for i, (name, column) in enumerate(columns.items()):
        described = column if isinstance(column, dict) else {}
        if "derive" not in described and (i > 0 or described.get("type") == "text"):
            names[name] = described.get("type") == "text"
    return names


def _name_cells(
    read: Source, path: Steps, rows: Mapping[str, Any], columns: Mapping[str, bool]
) -> MergedFiles:
    """Return the rows at `path` by column; reports rows with too many or too few cells."""
    new: dict[str, Any] = {}
    places: dict[Steps, Where] = {}
    problems = []
    for name, cells in rows.items():
        new[name] = cells
        if not isinstance(cells, list) or len(cells) != len(columns):
            found = f"has {len(cells)}" if isinstance(cells, list) else "is not a list"
            message = f"row `{name}` {found}, expected {len(columns)} cells"
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
    return MergedFiles(new, places, problems=tuple(problems))


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


def _row_grids(table: object) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Yield the path within a table, and the rows, of every grid that looks like one."""
    if not isinstance(table, dict) or not isinstance(table.get("columns"), dict):
        return
    if isinstance(table.get("rows"), dict):
        yield ("rows",), table["rows"]
    parts = table.get("parts")
    for name, part in parts.items() if isinstance(parts, dict) else ():
        if isinstance(part, dict) and isinstance(part.get("rows"), dict):
            yield ("parts", name, "rows"), part["rows"]


def _replace_at(node: Any, path: Steps, new: object) -> Any:
    """Return the mapping `node` with `new` at the end of `path`."""
    if not path:
        return new
    return {**node, path[0]: _replace_at(node[path[0]], path[1:], new)}
