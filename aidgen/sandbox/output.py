"""The only module that writes and removes files: below the folder that the user named.

A finished, synced file is renamed to its final name in the same folder: either all of it is there,
or the earlier file. Folders below the one that the user named are opened one by one, and none
through a link; unfinished files have names that cannot be guessed.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aidgen.problems import InputError, Problem, Where

# Seconds after which an unfinished file is taken for one that a killed build left: no single file
# takes a minute to write, and the clocks of two machines that share a disk may differ.
STALE = 3600.0
# How the name of an unfinished file ends; it begins with a dot.
UNFINISHED = ".part"


def write_file(
    path: Path, content: bytes, root: Path, *, durable: bool = True, mode: int = 0o666
) -> bool:
    """Make the file at `path`, below `root`, hold `content`; return whether it changed.

    A link at `path` is replaced and not followed. A file that is not `durable` may be lost or torn
    by a power cut. Raises OSError, as for a folder at `path`, and InputError if a folder between
    `root` and the file is a link.
    """
    with _name_in_errors(path), _open_folder(path.parent, root, make=True) as folder:
        if _read_plain(path.name, len(content) + 1, folder) == content:
            return False
        with _scratch_file(content, folder, durable=durable, mode=mode) as scratch:
            os.replace(scratch, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        if durable:
            os.fsync(folder)
    return True


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, if it is not there. Raises OSError."""
    path.mkdir(parents=True, exist_ok=True)


@contextmanager
def _scratch_file(content: bytes, folder: int, *, durable: bool, mode: int) -> Iterator[str]:
    """Write a file in an open folder under an unguessable name; remove it if it remains."""
    scratch = f".{os.urandom(8).hex()}{UNFINISHED}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        opened = os.open(scratch, flags, mode, dir_fd=folder)
        with open(opened, "wb") as file:  # noqa: PTH123 - by its descriptor
            file.write(content)
            file.flush()
            if durable:
                os.fsync(opened)
        yield scratch
    finally:
        with suppress(OSError):
            os.unlink(scratch, dir_fd=folder)


def remove_file(path: Path, root: Path) -> None:
    """Remove the file at `path`, below `root`, if there is one; a link is not followed.

    Raises OSError, and InputError if a folder between `root` and the file is a link.
    """
    with suppress(FileNotFoundError), _open_folder(path.parent, root) as folder:
        os.unlink(path.name, dir_fd=folder)


def remove_folder(path: Path, root: Path) -> None:
    """Remove the empty folder at `path`, below `root`. Raises as `remove_file`, or if it is not."""
    with _open_folder(path.parent, root) as folder:
        os.rmdir(path.name, dir_fd=folder)


@contextmanager
def _open_folder(path: Path, root: Path, *, make: bool = False) -> Iterator[int]:
    """Open the folder at `path`, and each between it and `root`, by no link below `root`.

    `make` makes those that are missing. Raises OSError, and InputError at a link.
    """
    if make:
        root.mkdir(parents=True, exist_ok=True)
    opened = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        reached = root
        for name in path.relative_to(root).parts:
            reached = reached / name
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, dir_fd=opened)
            inner = _open_inner(name, opened, reached)
            os.close(opened)
            opened = inner
        yield opened
    finally:
        os.close(opened)


def _open_inner(name: str, folder: int, path: Path) -> int:
    """Open a folder in an open one. Raises OSError, and InputError if it is a link or leads up."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        if name != os.pardir:
            return os.open(name, flags, dir_fd=folder)
    except OSError:
        if not stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise
    hint = "replace the link with a folder: nothing is written or removed through a link"
    raise InputError([Problem(Where(str(path)), "is a link, expected a folder", hint)])


def _read_plain(name: str, most: int, folder: int) -> bytes | None:
    """Return up to `most` bytes of a plain file in an open folder; None for anything else."""
    with suppress(OSError):
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        opened = os.open(name, flags, dir_fd=folder)
        with open(opened, "rb") as file:  # noqa: PTH123 - by its descriptor
            if stat.S_ISREG(os.fstat(opened).st_mode):
                return file.read(most)
    return None


@contextmanager
def _name_in_errors(path: Path) -> Iterator[None]:
    """Name the file in every OSError: one of a full disk names none, others a part of the path."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def sweep(root: Path) -> None:
    """Remove unfinished files below `root` that a killed command left long ago."""
    for path in root.rglob(f".*{UNFINISHED}"):
        with suppress(OSError, InputError):
            if time.time() - path.lstat().st_mtime > STALE:
                remove_file(path, root)
