"""A reader's habits: choices kept in `aidgen.toml`, of the pack's folder or of the user's."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from aidgen.assets.faces import missing_characters
from aidgen.assets.options import PrintOptions, option_name
from aidgen.assets.papers import SHARES
from aidgen.game.load import OURS
from aidgen.problems import InputError, Problem, UsageError, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.store.fingerprints import settings_files

TABLE = "print"
"""The table in it."""
WIDEST_GAP, WIDEST_BLEED, FARTHEST = 50.0, 10.0, 10.0
"""The largest gap, bleed and offset in mm: beyond, something else is meant."""
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(_\w{2,10})*")
"""A language as its folder is called, as in `pt_BR`."""
MOST_LETTERS = 40
"""Of a watermark: more, across a card, could not be read."""

Read = Callable[[object], Any]
"""Makes a choice of what was written; raises ValueError that says what was expected."""


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


def _word(known: Collection[str]) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise ValueError(did_you_mean(str(value), known) or f"known: {', '.join(known)}")
        return value

    return read


def _ink(value: object) -> str:
    """Return how much ink there is to be: nothing is said of the normal."""
    word = _word(("normal", "low"))(value)
    return "" if word == "normal" else str(word)


def _number(value: object, least: float, most: float) -> float:
    """Return a number, also of a word; raises ValueError if it is none or out of bounds."""
    expected = f"expected {least:g} to {most:g}, in mm"
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(expected)
    try:
        number = float(value)
    except ValueError:
        raise ValueError(expected) from None
    if not least <= number <= most:
        raise ValueError(expected)
    return number + 0.0  # no negative zero


def _millimetres(most: float) -> Read:
    return lambda value: _number(value, 0.0, most)


def _pair(value: object) -> tuple[float, float]:
    both = value.split(",") if isinstance(value, str) else value
    if not isinstance(both, list) or len(both) != 2:
        raise ValueError("expected two numbers, as in 0.5,-0.3")
    right, down = (_number(one, -FARTHEST, FARTHEST) for one in both)
    return right, down


def _languages(value: object) -> tuple[str, ...]:
    both = value.split("+") if isinstance(value, str) else []
    if len(set(both)) != 2 or len(both) != 2 or not all(map(LANGUAGE.fullmatch, both)):
        raise ValueError("expected two languages, as in fr+en")
    return tuple(both)


def _watermark(value: object) -> str:
    words = " ".join(value.split()) if isinstance(value, str) else ""
    if not 0 < len(words) <= MOST_LETTERS:
        raise ValueError(f"expected 1 to {MOST_LETTERS} letters, as in PLAYTEST")
    if strange := missing_characters(words):
        raise ValueError(f"expected letters that can be drawn over a page, not {strange}")
    return words


CHOICES: Mapping[str, Read] = {
    "paper": _word(SHARES),
    "ink": _ink,
    "large": _flag,
    "booklet": _flag,
    "gap": _millimetres(WIDEST_GAP),
    "bleed": _millimetres(WIDEST_BLEED),
    "gutterfold": _flag,
    "single_sided": _flag,
    "offset": _pair,
    "languages": _languages,
    "fillable": _flag,
    "watermark": _watermark,
}
"""How each choice is read, from a file or from the words of a command."""


def user_settings(pack: Path, limits: Limits = STANDARD) -> Mapping[str, Any]:
    """Return the choices kept for a pack, by name; raises InputError if a file cannot be read."""
    chosen: dict[str, Any] = {}
    for path in reversed(tuple(settings_files([str(pack)]))):  # the pack's prevail
        if os.path.lexists(path):
            chosen |= _read(path, limits)
    return chosen


def with_settings(given: Mapping[str, Any], otherwise: Mapping[str, Any]) -> PrintOptions:
    """Return the choices of some words, and those kept in files where there is no word."""
    return PrintOptions(**{**otherwise, **given})


def _read(path: Path, limits: Limits) -> dict[str, Any]:
    text = files.text(path, path.parent, limits=limits, most="habits_bytes")
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        at = Where(str(path), int(found[1]) if found else 0)
        raise InputError([Problem(at, f"is no TOML that can be read: {error}")]) from None
    lines = text.splitlines()
    strange = [name for name in whole if name != TABLE]
    if strange or not isinstance(whole.get(TABLE, {}), dict):
        name = (strange or [TABLE])[0]
        message = f"found `{name}`, expected the table [{TABLE}] alone"
        raise InputError([Problem(_line(path, lines, name), message)])
    values, problems = {}, []
    for name, value in whole.get(TABLE, {}).items():
        try:
            values[name.replace("-", "_")] = _choice(name)(value)
        except ValueError as error:
            message = f"found {name} = {value!r}"
            problems.append(Problem(_line(path, lines, name), message, str(error)))
    if problems:
        raise InputError(problems)
    return values


def _choice(name: str) -> Read:
    known = [*map(option_name, CHOICES)]
    if name not in known:
        raise ValueError(did_you_mean(name, known) or f"known: {', '.join(known)}")
    return CHOICES[name.replace("-", "_")]


def _line(path: Path, lines: list[str], name: str) -> Where:
    """Return the line of a file that begins with a name."""
    begins = re.compile(rf"\s*\[?\s*[\"']?{re.escape(name)}[\"']?\s*[\]=.]")
    numbers = (number for number, line in enumerate(lines, start=1) if begins.match(line))
    return Where(str(path), next(numbers, 0))


BUILD = "build"
"""The folder of PDFs, in the pack that one stands in, or else in the folder that one stands in."""
PACKAGE = Path(__file__).resolve().parents[1]
"""The program itself. Where it is installed, the pack that comes with it lies within."""


def default_out(pack: Path, folder: Path) -> Path:
    """Return where PDFs of `pack` go if no one says: `build` in the pack if `folder` lies in it.

    Else `build` in `folder` itself; as a path from there. Raises UsageError if that is a link which
    leads out of the pack: whoever wants to write there has to say so.
    """
    pack, folder = pack.resolve(), folder.resolve()
    if not folder.is_relative_to(pack):
        return Path(BUILD)
    if not (pack / BUILD).resolve().is_relative_to(pack):
        message = "is a link that leads out of the pack"
        raise UsageError([Problem(Where(str(pack / BUILD)), message, "name the folder yourself")])
    return Path(os.path.relpath(pack / BUILD, folder))


def refuse_installed(folder: Path) -> None:
    """Raise UsageError if `folder` is in the program itself: the next upgrade would remove it."""
    if not folder.resolve().is_relative_to(PACKAGE):
        return
    message = "is a part of aidgen as it is installed, where nothing is written"
    hint = f"copy {OURS} to a folder of your own, and give the command there"
    raise UsageError([Problem(Where(str(folder)), message, hint)])
