"""The only module that reads files of a pack: plain files within it, and no others.

A link that leads out of the pack, a pipe, a device and a socket are refused by name before they are
opened; files beyond their limit are not read.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from itertools import islice
from pathlib import Path

from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, over_limit
from aidgen.sandbox.notes import note_file


def read_file(
    path: Path, root: Path, name: str = "", limits: Limits = STANDARD, *, most: str = "file_bytes"
) -> bytes:
    """Return the content of the file at `path`, called `name` in problems; `root` is its pack.

    `most` is the limit of its size. Raises InputError if it is not a plain file, leads out of the
    pack, is too large, or cannot be read.
    """
    where, allowed = Where(name or str(path)), getattr(limits, most)
    note_file(where.file)
    refuse_outside(path, root, where)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "folder" if stat.S_ISDIR(status.st_mode) else "pipe or device"
            raise InputError.at(where, f"is a {kind}, expected a file")
        if status.st_size > allowed:
            raise InputError([over_limit(where, most, status.st_size, limits)])
        return path.read_bytes()
    except OSError as error:
        raise InputError.at(where, f"cannot be read: {error.strerror}") from None


def read_text(path: Path, root: Path, name: str = "", limits: Limits = STANDARD) -> str:
    """Return a file of the pack as text, without a byte order mark; line ends are `\\n`.

    Raises InputError as `read_file` does, and at the line of a byte that is not UTF-8.
    """
    text = decode(read_file(path, root, name, limits), name or str(path))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode(content: bytes, name: str, hint: str = "save the file as UTF-8") -> str:
    """Return UTF-8 as text, without a byte order mark; raises InputError at the line of a fault."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = Where(name, content[: error.start].count(b"\n") + 1)
        raise InputError.at(where, f"byte {error.start + 1} is not UTF-8", hint) from None


def spelled_on_disk(folder: Path, name: Path) -> Path:
    """Return the path of the file `name` in `folder` as the disk spells it.

    Upper case and the way accents are written do not count, unless several files differ in them
    alone. It need not exist.
    """
    path = folder
    for part in name.parts:
        exact = path / part
        if not os.path.lexists(exact) and path.is_dir():
            spelled = _spelled(part)
            alike = [entry.name for entry in os.scandir(path) if _spelled(entry.name) == spelled]
            exact = path / alike[0] if len(alike) == 1 else exact
        path = exact
    return path


def list_names(folder: Path) -> list[str]:
    """Return the files below a folder by their paths in it, at most 2,000."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(path.relative_to(folder).as_posix() for path in islice(files, 2000))


def _spelled(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def refuse_outside(path: Path, root: Path, where: Where) -> None:
    """Raise InputError if a file or folder below `root` is outside it, through a link."""
    nowhere = Problem(where, "is a broken link")
    try:
        home, real = root.resolve(), path.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that is none
        raise InputError([nowhere]) from None
    if real.is_symlink():  # in a circle: since Python 3.13 no error
        raise InputError([nowhere])
    if not real.is_relative_to(home):
        message = f"is a link out of {root}"
        hint = "replace the link with a copy: nothing outside is read or written"
        raise InputError.at(where, message, hint)


# The folders of a pack whose bytes are counted; each of its assets has a limit of its own.
PACK_FOLDERS = ("content", "locales", "templates")


def refuse_too_much(root: Path, limits: Limits = STANDARD) -> None:
    """Raise InputError if a pack has more bytes than may be; nothing of it is opened.

    A folder that cannot be read is refused as well: nobody knows what is missing.
    """

    def refuse_unreadable(error: OSError) -> None:
        if isinstance(error, PermissionError):
            where = Where(os.path.relpath(error.filename, root))
            raise InputError.at(where, f"cannot be read: {error.strerror}")

    walks = (os.walk(root / name, onerror=refuse_unreadable) for name in PACK_FOLDERS)
    paths = (Path(folder, name) for walk in walks for folder, _, names in walk for name in names)
    size = sum(path.lstat().st_size for path in paths)
    if size > limits.pack_bytes:
        raise InputError([over_limit(Where(str(root)), "pack_bytes", size, limits)])
