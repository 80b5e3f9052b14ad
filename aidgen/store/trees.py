"""Folders: what they hold, as a digest, and which are a pack or ours. Imports next to nothing."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1]
"""The folder of this program."""
INFO = ".dist-info"
"""How the folder ends in which a distribution says what it is."""
LARGEST = 100_000_000
"""Bytes: no file is larger that is a pack's, a program's, or a PDF of a game."""


def digest(paths: Iterable[str], names: Iterable[str] = ()) -> str:
    """Return a digest of the paths and contents of files, and of some names. Raises OSError."""
    whole = sha256()
    for path in paths:
        # A path of Python's own for each of thousands takes longer than to read them.
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise OSError(f"{path} is too large")
            content = file.readall()
        whole.update(f"\0{path}\0{len(content)}\0".encode())
        whole.update(content)
    for name in names:
        whole.update(f"\0{name}".encode())
    return whole.hexdigest()


def files(path: str | Path) -> Iterator[str]:
    """Yield the files below a folder in order, but for hidden ones, or a file; none if none is.

    Raises OSError for what is neither file nor folder: links are not followed.
    """
    for found, said in stats(path):
        if not stat.S_ISREG(said.st_mode):
            raise OSError(f"{found} is no file")
        yield found


def stats(path: str | Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield what is below a folder as `files` does, links and others too, with what it is.

    Raises OSError for a folder that is closed to us.
    """
    try:
        said = os.lstat(path)
    except FileNotFoundError:
        return
    if stat.S_ISDIR(said.st_mode):
        with os.scandir(path) as scan:
            names = sorted(entry.name for entry in scan)
        for name in names:
            if not name.startswith(".") and name != "__pycache__":
                yield from stats(f"{path}/{name}")
    else:
        yield str(path), said


def below(root: Path, *names: str) -> Path:
    """Return what is below a resolved folder; raises OSError if a link leads there."""
    path = root.joinpath(*names)
    if os.path.realpath(path) != str(path):
        raise OSError(f"{path} is reached by a link")
    return path


@lru_cache(maxsize=1)
def program() -> str:
    """Return a digest of this program, of Python, and of what is installed, as they were at first.

    Raises OSError.
    """
    listed = sorted(" ".join(both) for both in installed().items())
    return digest(files(PROGRAM), [sys.version, *listed])


@lru_cache(maxsize=1)
def installed() -> dict[str, str]:
    """Return the versions of the distributions that are installed, by their names. Raises OSError.

    Of two of a name it is the one that Python imports.
    """
    places = [Path(place) for place in sys.path if place.endswith("-packages")]
    found = [place for place in reversed(places) if place.is_dir()]
    names = (path.name for place in found for path in place.iterdir())
    parts = (name.removesuffix(INFO).partition("-") for name in names if name.endswith(INFO))
    return {name.lower().replace("_", "-"): number for name, _, number in parts}


def cache() -> Path:
    """Return the folder of what aidgen keeps for its user, and can make again."""
    own = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(own) / "aidgen"


def pack_around(folder: Path) -> Path | None:
    """Return the pack that `folder` lies in: itself, or the nearest folder above; None if none is.

    A pack has `content/<game>/` with YAML in it. A folder that is called `content` and holds other
    things is no sign of one: many programs have such a folder.
    """
    folder = folder.resolve()
    return next((root for root in (folder, *folder.parents) if _is_pack(root)), None)


def _is_pack(folder: Path) -> bool:
    try:
        return next((folder / "content").glob("*/[!.]*.yaml"), None) is not None
    except OSError:  # a folder above that is closed to us
        return False
