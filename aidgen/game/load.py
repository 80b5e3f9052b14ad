"""Find a pack and read one game's folder of YAML into a `GameData`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.derived import derived
from aidgen.game.explain import explained
from aidgen.game.filled import filled
from aidgen.game.merge import Merged, merged
from aidgen.game.records import Id
from aidgen.game.size import outsized
from aidgen.game.source import MOST_TOLD, Source, Steps, source
from aidgen.game.texts import Text
from aidgen.game.units import OWN
from aidgen.game.walks import rewrite
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, beyond

_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "pack"
OURS = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
"""The pack that comes with aidgen: beside the package in the tree, within it in a wheel."""


def games(pack: Path, limits: Limits = STANDARD) -> list[str]:
    """Return the ids of the games in a pack, in alphabetical order.

    Raises InputError if the folder is no pack, or too large for one.
    """
    folder = pack / "content"
    files.refuse_outside(folder, pack, Where("content"))
    if not folder.is_dir():
        message = "found no folder `content`, expected a pack: a folder with content/<game>/*.yaml"
        raise InputError([Problem(Where(str(pack)), message)])
    files.refuse_too_much(pack, limits)
    found = sorted(path.parent.name for path in folder.glob("*/game.yaml"))
    if len(found) > limits.games:
        raise InputError([beyond(Where("content"), "games", len(found), limits)])
    return found


def load(pack: Path, game: str, limits: Limits = STANDARD) -> GameData:
    """Read the files of `content/<game>/` in `pack` into one canon, derived columns included.

    Raises InputError with every fault that keeps the files from being read as records; what must
    hold between records is the business of the laws.
    """
    read = _read_all(pack, game, limits)
    fixed = word_files(pack, limits)
    data = {**read.data, "words": words(pack, limits)}
    try:
        canon = GameData.model_validate(data, context={OWN: _own_units(data)})
    except ValidationError as error:
        told = explained(error, read.places, read.keys, f"content/{game}")
        raise InputError(islice(told, MOST_TOLD)) from None
    problems = list(outsized(canon, read.places, limits))
    if problems:
        raise InputError(problems)
    of_words = [(Context(UI), told.places, told.notes) for told in fixed]
    finished = _finished(canon, [(Context(game), read.places, read.notes), *of_words])
    return finished.model_copy(update={"root": pack, "limits": limits})


def records(folder: Path) -> list[Path]:
    """Return the files of records in the folder of a game; hidden ones are of editors."""
    return sorted(folder.glob("[!.]*.yaml"))


def _own_units(data: Mapping[str, object]) -> frozenset[str]:
    """Return the names of the units that a game has given itself."""
    game = data.get("game")
    units = game.get(OWN) if isinstance(game, Mapping) else None
    return frozenset(map(str, units)) if isinstance(units, Mapping) else frozenset()


def _read_all(pack: Path, game: str, limits: Limits) -> Merged:
    """Return the files of a game, laid into one; raises InputError with what is wrong in any."""
    folder = pack / "content" / game
    files.refuse_outside(folder, pack, Where(shown(folder, pack)))
    problems: list[Problem] = []
    sources: list[Source] = []
    nodes = 0
    for path in records(folder):
        try:
            found = source(path, shown(path, pack), root=pack, limits=limits)
            sources.append(filled(found, folder, shown(folder, pack), limits))
        except InputError as error:
            problems += error.problems
            continue
        nodes += len(sources[-1].places)
        if nodes > limits.nodes:
            where = Where(shown(path, pack))
            raise InputError([*problems, beyond(where, "nodes", nodes, limits)])
    if not (folder / "game.yaml").is_file():
        hint = did_you_mean(game, games(pack, limits))
        problems.append(Problem(Where(shown(folder, pack)), "found no game.yaml in it", hint))
    read = merged(sources)
    if problems or read.problems:
        raise InputError([*problems, *read.problems][:MOST_TOLD])
    return read


def shown(path: Path, pack: Path) -> str:
    """Return `path` as problems name it: from the pack's root where it lies in the pack."""
    return path.relative_to(pack).as_posix() if path.is_relative_to(pack) else str(path)


def words(pack: Path, limits: Limits = STANDARD) -> dict[str, Text]:
    """Return the fixed words of the templates, the pack's own before ours."""
    known: dict[str, Text] = {}
    for read in word_files(pack, limits):
        try:
            known |= TypeAdapter(dict[Id, Text]).validate_python(read.data)
        except ValidationError as error:
            told = explained(error, read.places, read.keys, read.file)
            raise InputError(islice(told, MOST_TOLD)) from None
    return known


def word_files(pack: Path, limits: Limits = STANDARD) -> list[Source]:
    """Return the files of the templates' fixed words, ours first."""
    paths = {root: root / "templates" / "words.yaml" for root in (OURS, pack)}
    return [
        source(path, shown(path, root), root=root, limits=limits)
        for root, path in paths.items()
        if os.path.lexists(path)
    ]


def _finished(
    canon: GameData,
    sources: list[tuple[Context, Mapping[Steps, Where], Mapping[Steps, str]]],
) -> GameData:
    """Return `canon` frozen, with its places and notes, and what is worked out filled in.

    `sources` are places and notes by their steps, and the context that these lead on from.
    """
    places: dict[Context, Where] = {}
    notes: dict[Context, str] = {}
    for domain, places_here, notes_here in sources:
        places |= {_context(domain, steps): where for steps, where in places_here.items()}
        notes |= {_context(domain, steps): note for steps, note in notes_here.items()}
    game = sources[0][0].domain
    known = {"places": places, "notes": notes, "locale": canon.game.language}
    canon = rewrite(canon, canon.at(), lambda _, leaf: leaf).model_copy(update=known)
    if canon.game.id != game:
        message = f"found the id `{canon.game.id}`, expected the name of the folder, `{game}`"
        raise InputError([Problem(places[Context(game, ("game", "id"))], message)])
    return derived(canon)


def _context(domain: Context, steps: Steps) -> Context:
    return Context(domain.domain, tuple(map(str, steps)))
