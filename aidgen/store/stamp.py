"""A stamp on a build that is done: as long as all it read and wrote stands, it is not done again.

Imports next to nothing: what it saves is the time of starting.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

EDITION = "1"
"""Raised when stamps are written otherwise."""
PACK = ("content", "locales", "templates", "assets")
"""The folders of a pack that a build reads."""
OUTPUT = (".pdf", ".png", ".json", ".html")
"""What a build writes below the output folder; hidden folders are passed over."""
PROGRAM = Path(__file__).parents[1]


class Stamp:
    """What a command of these words, given in this folder, has read and written."""

    def __init__(self, words: Sequence[str]) -> None:
        """Look where the stamp of a command is kept: in the user's cache."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
        asked = "\0".join([EDITION, str(PROGRAM), str(Path.cwd()), *words])
        self._path = cache / "aidgen" / f"{sha256(asked.encode()).hexdigest()}.json"

    def answer(self) -> tuple[str, str] | None:
        """Return what the command printed if all still stands: words, then warnings; else None."""
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            digest = _digest(known["packs"], known["out"])
            return (known["printed"], known["warned"]) if digest == known["digest"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, packs: Sequence[str], out: str, printed: str, warned: str) -> None:
        """Keep what a command printed that has made all there is to make of some packs.

        Where there is no cache nothing is kept, and the command is done again.
        """
        with suppress(OSError):
            known = {
                "digest": _digest(packs, out),
                "packs": [*packs],
                "out": out,
                "printed": printed,
                "warned": warned,
            }
            self._path.parent.mkdir(parents=True, exist_ok=True)
            scratch = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
            scratch.write_text(json.dumps(known), encoding="utf-8")
            scratch.replace(self._path)


def _digest(packs: Sequence[str], out: str) -> str:
    """Return a digest of all files of packs, program and output. Raises OSError."""
    whole = sha256()
    folders = [Path(pack) / folder for pack in packs for folder in PACK]
    read = (path for folder in (*folders, PROGRAM) for path in _files(str(folder)))
    made = (path for path in _files(out) if path.endswith(OUTPUT))
    for path in (*read, *made):
        content = Path(path).read_bytes()
        whole.update(f"\0{path}\0{len(content)}\0".encode())
        whole.update(content)
    for name in _libraries():
        whole.update(f"\0{name}".encode())
    return whole.hexdigest()


def _files(folder: str) -> Iterator[str]:
    """Yield the files below a folder in order. Raises OSError for what is neither."""
    if not Path(folder).is_dir():
        return
    with os.scandir(folder) as scan:
        entries = sorted(scan, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            yield from _files(entry.path)
        elif stat.S_ISREG(mode):
            yield entry.path
        else:
            raise OSError(f"{entry.path} is no file")


def _libraries() -> list[str]:
    """Return the names, with their versions, of the distributions that are installed."""
    places = [Path(place) for place in sys.path if place.endswith("-packages")]
    names = [path.name for place in places if place.is_dir() for path in place.iterdir()]
    return [sys.version, *sorted(name for name in names if name.endswith(".dist-info"))]
