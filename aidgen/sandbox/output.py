"""The only module that writes and removes files: below the folder that the user named.

A finished file is renamed to its final name in the same folder: either all of it is there, or the
earlier file. Nothing is written or removed through a link that leads out of the named folder;
unfinished files have names that cannot be guessed.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from aidgen.problems import InputError, Where
from aidgen.sandbox.files import refuse_outside

# Seconds after which an unfinished file is taken for one that a killed build left: no single file
# takes a minute to write, and the clocks of two machines that share a disk may differ.
STALE = 3600.0
# How the name of an unfinished file ends; it begins with a dot.
UNFINISHED = ".part"


def write_file(
    path: Path,
    content: bytes,
    root: Path,
    *,
    durable: bool = True,
    mode: int = 0o666,
    first: bool = False,
) -> bool:
    """Make the file at `path`, below `root`, hold `content`; return whether it changed.

    A link at `path` is replaced and not followed. A file that is not `durable` may be lost or torn
    by a power cut. Of those who write a file `first`, at once, all but one get FileExistsError.
    Raises OSError, as for a folder at `path`, and InputError if its folder is outside `root`.
    """
    refuse_outside(path.parent, root, Where(str(path.parent)))
    scratch = path.with_name(f".{os.urandom(8).hex()}{UNFINISHED}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
            return False
        opened = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with open(opened, "wb") as file:  # noqa: PTH123 - by its descriptor
            file.write(content)
            file.flush()
            if durable:
                os.fsync(opened)
        if first:
            path.hardlink_to(scratch)
        else:
            scratch.replace(path)
    except OSError as error:  # one of a full disk names no file, others a part of the path
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        with suppress(OSError):  # its folder may not be there
            scratch.unlink(missing_ok=True)
    return True


def remove_file(path: Path, root: Path) -> None:
    """Remove the file at `path`, below `root`, if there is one; a link is not followed.

    Raises OSError, and InputError if its folder is outside `root`, through a link.
    """
    refuse_outside(path.parent, root, Where(str(path.parent)))
    path.unlink(missing_ok=True)


def sweep(root: Path) -> None:
    """Remove unfinished files below `root` that a killed command left long ago."""
    for path in root.rglob(f".*{UNFINISHED}"):
        with suppress(OSError, InputError):
            if time.time() - path.lstat().st_mtime > STALE:
                remove_file(path, root)
