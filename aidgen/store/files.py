"""Files written so that each is whole: under its final name stands all of it, or what was before.

A file appears by a rename of a finished, synced file in the same folder, so a build that is killed,
or finds the disk full, leaves what was there.
"""

from __future__ import annotations

import fnmatch
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from aidgen.problems import Where
from aidgen.sandbox.files import refuse_outside

STALE = 3600.0
"""Seconds after which an unfinished file is taken for one that a killed build left: no single file
takes a minute to write, and the clocks of two machines that share a disk may differ."""


def write(path: Path, content: bytes, root: Path | None = None) -> bool:
    """Make the file at `path` hold `content`, wholly or not at all; tell whether it changed.

    A folder that stands at `path` is put aside, with all it holds. Raises OSError, and InputError
    if a link on the way leads out of the folder `root`.
    """
    if root is not None:
        refuse_outside(path.parent, root, Where(str(path)))
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    put_aside(path)
    scratch = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        with name_in_errors(path), scratch.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    return True


@contextmanager
def name_in_errors(path: Path) -> Iterator[None]:
    """Have an OSError of what is done meanwhile say where: one of a full disk does not."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def put_aside(path: Path) -> None:
    """Rename the folder at `path`, if there is one: what it holds may be dear to someone."""
    if path.is_symlink() or not path.is_dir():
        return
    names = (path.with_name(f"{path.name}.aside-{number}") for number in count(1))
    path.rename(next(name for name in names if not os.path.lexists(name)))


def _sync_folder(folder: Path) -> None:
    """Have the names in `folder` written to the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def sweep(root: Path) -> None:
    """Remove unfinished files below `root` that a killed build left long ago."""
    for folder, _, names in os.walk(root):
        for name in fnmatch.filter(names, ".*.part"):
            path = Path(folder, name)
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > STALE:
                    path.unlink()
