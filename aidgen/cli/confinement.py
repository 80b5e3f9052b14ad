"""Puts a command that reads a pack into a jail: its words say what it may read and write."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from aidgen.pipeline.fingerprints import pack_around, settings_files
from aidgen.sandbox.guard import is_watched
from aidgen.sandbox.jail import Jail, enter
from aidgen.sandbox.places import scratch_folder, user_cache

# Commands that read no pack of a stranger.
FREE = frozenset({"doctor", "new"})
# Commands that write nothing but the cache.
READING = frozenset({"check", "list", "verify", "import"})
# Commands that write to their pack.
WRITING = frozenset({"add", "extract", "forms", "schema", "sync"})


def in_jail(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Return what runs a command, within a jail if its process has no other task."""

    @functools.wraps(callback)
    def run(*arguments: Any, **words: Any) -> Any:
        context = click.get_current_context()
        if is_watched() and context.command.name not in FREE:
            _confine(context, words)
        return callback(*arguments, **words)

    return run


def _confine(context: click.Context, words: Mapping[str, Any]) -> None:
    paths = {name: word for name, word in words.items() if isinstance(word, Path)}
    pack = words.get("pack")
    read = [*settings_files([]), *paths.values()]
    # `verify` reads the output folder of the pack that it is called in.
    read.append(pack.root if pack else pack_around(Path.cwd()) or Path("build"))
    write = [user_cache(), scratch_folder()]
    typesets = words.get("fitting")  # `check --fit` keeps what it typesets in the cache of --out
    if (typesets or context.command.name not in READING) and not words.get("read_only"):
        write += [paths[name] for name in ("out", "folder") if name in paths]
    if pack and context.command.name in (*WRITING, "serve"):
        write.append(pack.root)
    for folder in write:
        with suppress(OSError):  # reported when something is written there
            folder.mkdir(parents=True, exist_ok=True)
    connects = bool(words.get("scheduler"))
    network = context.command.name == "serve" or connects
    enter(Jail(_absolute(read), _absolute(write), network, connects))


def _absolute(paths: list[Path]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(path.resolve()) for path in paths))
