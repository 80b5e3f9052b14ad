"""A stamp on a command that is done: while all it read and wrote stands, it is not done again.

Imports next to nothing: what it saves is the time of starting.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from aidgen.store import trees

EDITION = "1"
"""Raised when stamps are written otherwise."""
PACK = ("content", "locales", "templates", "assets")
"""The folders of a pack that a build reads."""
OUTPUT = (".pdf", ".png", ".json", ".html")
"""What a build writes below the output folder; hidden folders are passed over."""
HABITS = "aidgen.toml"
"""What else a build reads, of a pack and of the user's folder."""


class Stamp:
    """What a command of these words, given in this folder, has read and written."""

    def __init__(self, words: Sequence[str]) -> None:
        """Look where the stamp of a command is kept: in the user's cache."""
        here = Path.cwd()
        read = trees.pack_around(here)  # it may be another one than before
        asked = "\0".join([EDITION, str(trees.PROGRAM), str(here), str(read), *words])
        self._path = trees.cache() / f"{sha256(asked.encode()).hexdigest()}.json"

    def answer(self) -> tuple[str, str] | None:
        """Return what the command printed if all still stands: words, then warnings; else None."""
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            digest = _digest(known["packs"], known["out"])
            return (known["printed"], known["warned"]) if digest == known["digest"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, packs: Sequence[str], out: str, printed: str, warned: str) -> None:
        """Keep what a command printed that has done all there is to do for some packs.

        `out` is the folder it wrote to, empty if it wrote nothing.

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
    folders = [Path(pack) / folder for pack in packs for folder in PACK]
    kept = [path for place in habits(packs) for path in trees.files(place)]
    read = [path for folder in folders for path in trees.files(folder)]
    made = [path for path in trees.files(out) if path.endswith(OUTPUT)] if out else []
    return trees.digest([*kept, *read, *made], [trees.program()])


def habits(packs: Sequence[str]) -> Iterator[Path]:
    """Yield where habits of a reader may be kept: in packs, and in the user's folder."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser())
    yield from (Path(pack) / HABITS for pack in packs)
    yield (config / "aidgen" / HABITS).resolve()  # one's own may be a link
