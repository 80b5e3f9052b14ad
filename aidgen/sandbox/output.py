"""The only module that writes and removes files: below the folder that the user named.

A finished, synced file is renamed to its final name in the same folder: either all of it is there,
or the earlier file. Folders below the one that the user named are opened one by one, and none
through a link; unfinished files have names that cannot be guessed.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from aidgen.problems import InputError, Problem, Where

STALE = 3600.0
"""Seconds after which an unfinished file is taken for one that a killed build left: no single file
takes a minute to write, and the clocks of two machines that share a disk may differ."""
UNFINISHED = ".part"
"""How the name of an unfinished file ends; it begins with a dot."""
EXCHANGE = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS."""


def write_file(path: Path, content: bytes, root: Path, *, durable: bool = True) -> bool:
    """Make the file at `path`, below `root`, hold `content`; return whether it changed.

    A folder at `path` is put aside, with all it holds; a link there is replaced and not followed.
    A file that is not `durable` may be lost or torn by a power cut. Raises OSError, and InputError
    if a folder between `root` and the file is a link.
    """
    with _name_in_errors(path), _open_folder(path.parent, root, make=True) as folder:
        if _read_plain(path.name, len(content) + 1, folder) == content:
            return False
        _put_aside(path.name, folder)
        with _scratch_file(content, folder, durable=durable) as scratch:
            os.replace(scratch, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        if durable:
            os.fsync(folder)
    return True


def replace_file(path: Path, before: bytes, content: bytes, root: Path) -> bool:
    """Make the file at `path`, below `root`, hold `content` if it holds `before`; return whether.

    What another program saves there meanwhile stays, whether it renames a file or writes into
    this one: both files are exchanged, and exchanged again if the one that we took away is not
    what we had read, or if a program waits to write into it. Raises as `write_file`.
    """
    with (
        _name_in_errors(path),
        _open_folder(path.parent, root) as folder,
        _scratch_file(content, folder) as scratch,
        _lease(path.name, folder) as is_alone,
    ):
        fcntl.flock(folder, fcntl.LOCK_EX)  # until it is closed; editors do not know this lock
        most = max(len(before), len(content)) + 1
        if not is_alone() or _read_plain(path.name, most, folder) != before:
            return False
        if not _exchange(scratch, path.name, folder):  # on a disk that cannot
            os.replace(scratch, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        elif not is_alone() or _read_plain(scratch, most, folder) != before:
            _exchange(scratch, path.name, folder)
            if _read_plain(scratch, most, folder) != content:  # somebody saved once more
                _exchange(scratch, path.name, folder)
            return False
        os.fsync(folder)
    return True


@contextmanager
def _scratch_file(content: bytes, folder: int, *, durable: bool = True) -> Iterator[str]:
    """Write a file in an open folder under an unguessable name; remove it if it remains."""
    scratch = f".{os.urandom(8).hex()}{UNFINISHED}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        opened = os.open(scratch, flags, 0o666, dir_fd=folder)
        with open(opened, "wb") as file:  # noqa: PTH123 - by its descriptor
            file.write(content)
            file.flush()
            if durable:
                os.fsync(opened)
        yield scratch
    finally:
        with suppress(OSError):
            os.unlink(scratch, dir_fd=folder)


@contextmanager
def _lease(name: str, folder: int) -> Iterator[Callable[[], bool]]:
    """Keep others from opening a file for writing; yield a function that tells whether that holds.

    Other programs wait until the lease ends. Where there are no leases (macOS, some disks), it
    always returns true.
    """
    opened = os.open(
        name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder
    )
    held, alone = False, True
    try:
        with suppress(AttributeError):
            # The signal that somebody waits: one that is ignored.
            fcntl.fcntl(opened, fcntl.F_SETSIG, signal.SIGURG)
            try:
                fcntl.fcntl(opened, fcntl.F_SETLEASE, fcntl.F_RDLCK)
                held = True
            except OSError as error:
                alone = error.errno != errno.EAGAIN
        yield (
            lambda: alone and not (held and fcntl.fcntl(opened, fcntl.F_GETLEASE) != fcntl.F_RDLCK)
        )
    finally:
        os.close(opened)


def _exchange(one: str, other: str, folder: int) -> bool:
    """Exchange two files of an open folder at once; return whether this system and disk can."""
    name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
    call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if call is None:
        return False
    if call(folder, os.fsencode(one), folder, os.fsencode(other), EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number))


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


def _put_aside(name: str, folder: int) -> None:
    """Rename the folder under a name in an open folder, if there is one: it may hold work."""
    try:
        if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            return
    except FileNotFoundError:
        return
    taken = set(os.listdir(folder))
    aside = next(new for new in (f"{name}.aside-{at}" for at in count(1)) if new not in taken)
    os.rename(name, aside, src_dir_fd=folder, dst_dir_fd=folder)


def sweep(root: Path) -> None:
    """Remove unfinished files below `root` that a killed command left long ago."""
    with suppress(OSError):  # the folder does not exist yet
        for _, _, names, folder in os.fwalk(root):
            for name in names:
                if name.startswith(".") and name.endswith(UNFINISHED):
                    _remove_if_stale(name, folder)


def _remove_if_stale(name: str, folder: int) -> None:
    with suppress(OSError):
        on = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if time.time() - on.st_mtime > STALE:
            os.unlink(name, dir_fd=folder)
