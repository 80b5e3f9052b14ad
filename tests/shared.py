"""What is made once for all processes that share a run of the tests: by the first that asks."""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Thing = TypeVar("Thing")

_folders: list[Path] = []


def share_in(folder: Path) -> None:
    """Keep what is shared in a folder: that of the run, which no other run has."""
    _folders[:] = [folder]


@contextmanager
def alone(name: str) -> Iterator[Path]:
    """Yield the place of a shared file or folder, while no other process has it."""
    place = _folders[0] / name
    with place.with_name(f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield place


def shared(name: str, make: Callable[[], Thing]) -> Thing:
    """Return what `make` returns, which it does in one process alone; it must bear pickling.

    Outside a run of the tests, as in a bench, nothing is shared.
    """
    if not _folders:
        return make()
    with alone(f"{name}.pickle") as place:
        if place.is_file():
            found: Thing = pickle.loads(place.read_bytes())
            return found
        made = make()
        part = place.with_name(f"{place.name}.part")
        part.write_bytes(pickle.dumps(made))
        part.replace(place)
        return made
