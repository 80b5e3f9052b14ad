"""Which games of a pack can be read, and which names of games and the like there are."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aidgen.game import load
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem, UsageError, Where, did_you_mean


def readable(pack: Pack, named: Sequence[str] = ()) -> tuple[list[str], list[Problem]]:
    """Return the readable games of a pack, or those named, and the problems of the others.

    Raises UsageError, InputError if none is left.
    """
    refuse_unknown(pack, named, pack.games, "game")
    if named:
        return list(named), []
    names: list[str] = []
    problems: list[Problem] = []
    for game in pack.games:
        try:
            pack.source_language(game)
            names.append(game)
        except InputError as error:
            problems += error.problems
    # A folder of records lacks the file which makes it a game.
    problems += [
        Problem(Where(load.display_path(folder, pack.root)), "found no game.yaml in this folder")
        for folder in sorted({path.parent for path in pack.root.glob("content/*/[!.]*.yaml")})
        if not (folder / "game.yaml").is_file()
    ]
    if not names:
        message = "found no game, expected content/<game>/game.yaml"
        raise InputError(problems or [Problem(Where(str(pack)), message)])
    return names, problems


def refuse_unknown(
    pack: Pack,
    names: Sequence[str],
    allowed: Collection[str],
    what: str,
    *,
    of: Sequence[str] = (),
) -> None:
    """Raise UsageError for `names` that are not `allowed`; `of` are the games asked for."""
    listed, whose = ", ".join(sorted(allowed)), " or ".join(of) or "this pack"
    problems = [
        Problem(
            Where(str(pack)),
            f"`{name}` is no {what} of {whose}",
            did_you_mean(name, allowed) or f"known: {listed}",
        )
        for name in names
        if name not in allowed
    ]
    if problems:
        raise UsageError(problems)
