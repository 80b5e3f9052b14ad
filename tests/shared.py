"""What is made once for all processes that share a run of the tests: by the first that asks."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
