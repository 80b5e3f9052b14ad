"""User settings: the print options in `aidgen.toml`, in the pack's folder or in the user's own."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aidgen import BUNDLED_PACK
from aidgen.assets.options import OPTIONS, option_name
from aidgen.assets.shops import SHOPS, Shop, read_shops
from aidgen.pipeline.fingerprints import PROGRAM, settings_files
from aidgen.problems import InputError, Problem, UsageError, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits

# The only table of the file.
TABLE = "print"
# The folder of PDFs, in the current pack, or else in the current folder.
OUT_FOLDER = "build"


def user_settings(pack: Path, limits: Limits = STANDARD) -> Mapping[str, Any]:
    """Return the options set for a pack: its own before the user's. Raises InputError."""
    settings: dict[str, Any] = {}
    for path in reversed(tuple(settings_files([str(pack)]))):
        if os.path.lexists(path):
            settings |= _read_file(path, limits)
    return settings


def _read_file(path: Path, limits: Limits) -> dict[str, Any]:
    text = files.read_text(path, path.parent, limits=limits)
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # “… (at line 2, column 7)”
        line = str(error).partition(" (at line ")[2].partition(",")[0]
        at = Where(str(path), int(line) if line.isdecimal() else 0)
        raise InputError.at(at, f"invalid TOML: {error}") from None
    lines = text.splitlines()
    unknown = [name for name in whole if name != TABLE]
    if unknown or not isinstance(whole.get(TABLE, {}), dict):
        name = (unknown or [TABLE])[0]
        message = f"found `{name}`, expected only the table [{TABLE}]"
        raise InputError.at(_line_of(path, lines, name), message)
    values, problems, names = {}, [], [*map(option_name, OPTIONS)]
    for name, value in whole.get(TABLE, {}).items():
        try:
            key = name.replace("-", "_")
            if name not in names:
                raise ValueError(did_you_mean(name, names) or f"known: {', '.join(names)}")
            values[key] = OPTIONS[key].parse(value)
        except ValueError as error:
            message = f"found {name} = {value!r}"
            problems.append(Problem(_line_of(path, lines, name), message, str(error)))
    if problems:
        raise InputError(problems)
    return values


def all_shops(pack: Path) -> Mapping[str, Shop]:
    """Return the shops: ours, the user's, and the pack's. Raises InputError."""
    shops = dict(SHOPS)
    usual = (path.with_name("shops.toml") for path in reversed([*settings_files([str(pack)])]))
    for path in filter(os.path.lexists, usual):
        text = files.read_text(path, path.parent)
        try:
            shops |= read_shops(text, shops)
        except ValueError as error:
            raise InputError.at(Where(str(path)), str(error)) from None
    return shops


def _line_of(path: Path, lines: list[str], name: str) -> Where:
    for number, line in enumerate(lines, start=1):
        key = line.strip().removeprefix("[").lstrip(" \t\"'")
        if key.startswith(name) and key.removeprefix(name).lstrip(" \t\"'")[:1] in "]=.":
            return Where(str(path), number)
    return Where(str(path))


def default_out(pack: Path, folder: Path) -> Path:
    """Return the default folder for PDFs of `pack`: `build` in the pack if `folder` is in it.

    Otherwise `build` in `folder` itself, as a path from there. Raises UsageError if that is a link
    that leads out of the pack: writing there has to be explicit.
    """
    pack, folder = pack.resolve(), folder.resolve()
    if not folder.is_relative_to(pack):
        return Path(OUT_FOLDER)
    if not (pack / OUT_FOLDER).resolve().is_relative_to(pack):
        message = "is a link that leads out of the pack"
        raise UsageError.at(Where(str(pack / OUT_FOLDER)), message, "name the folder yourself")
    return Path(os.path.relpath(pack / OUT_FOLDER, folder))


def refuse_installed(folder: Path) -> None:
    """Raise UsageError if `folder` is in the program itself: the next upgrade would remove it."""
    if not folder.resolve().is_relative_to(PROGRAM):
        return
    message = "is a part of aidgen as it is installed, where nothing is written"
    hint = f"copy {BUNDLED_PACK} to a folder of your own, and give the command there"
    raise UsageError.at(Where(str(folder)), message, hint)
