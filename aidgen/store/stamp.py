"""A stamp on a command that is done: while all it read and wrote stands, it is not done again.

Imports next to nothing: what it saves is the time of starting.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from aidgen.store import trees
from aidgen.store.snapshot import Snapshot

EDITION = "2"
"""Raised when stamps are written otherwise."""
PACK = ("content", "locales", "templates", "assets")
"""The folders of a pack that a build reads."""
OUTPUT = (".pdf", ".png", ".json", ".html")
"""What a build writes below the output folder; hidden folders are passed over."""
HABITS = "aidgen.toml"
"""What else a build reads, of a pack and of the user's folder."""
Told = tuple[str, str]
"""What a command printed: words, then warnings."""


class Stamp:
    """What a command of these words, given in this folder, has read and written."""

    def __init__(self, words: Sequence[str]) -> None:
        """Look where the stamp of a command is kept: in the user's cache."""
        here = Path.cwd()
        read = trees.pack_around(here)  # it may be another one than before
        asked = "\0".join([EDITION, str(trees.PROGRAM), str(here), str(read), *words])
        self._path = trees.cache() / f"{sha256(asked.encode()).hexdigest()}.json"

    def answer(self) -> Told | None:
        """Return what the command told if all still stands; else None."""
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            packs, out = known["packs"], known["out"]
            led = all(os.path.realpath(given) == place for given, place in (packs | out).items())
            stands = led and _digest([*packs.values()], *out.values()) == known["digest"]
            return (known["printed"], known["warned"]) if stands else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, packs: Sequence[Path], out: Path | None, read: Snapshot, told: Told) -> None:
        """Keep what was `told` by a command that has done all there is to do for some packs.

        `out` is the folder it wrote to, None if it wrote nothing; `read` is what it read, as it
        stood before. Both are named as the words of the command name them: if a link leads
        elsewhere by then, it is another question.

        Nothing is kept where there is no cache, or where something has changed meanwhile.
        """
        with suppress(OSError):
            led = {str(pack.absolute()): os.path.realpath(pack) for pack in packs}
            wrote = {str(out.absolute()): os.path.realpath(out)} if out else {}
            known = {
                "digest": _digest([*led.values()], *wrote.values()),
                "packs": led,
                "out": wrote,
                "printed": told[0],
                "warned": told[1],
            }
            if not read.holds:  # asked after the digest is taken: it is that of what was read
                return
            self._path.parent.mkdir(parents=True, exist_ok=True)
            scratch = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
            scratch.write_text(json.dumps(known), encoding="utf-8")
            scratch.replace(self._path)


def _digest(packs: Sequence[str], out: str = "") -> str:
    """Return a digest of all files of packs, program and output. Raises OSError."""
    folders = [Path(pack) / folder for pack in packs for folder in PACK]
    kept = [path for place in settings_files(packs) for path in trees.files(place)]
    read = [path for folder in folders for path in trees.files(folder)]
    made = [path for path in trees.files(out) if path.endswith(OUTPUT)] if out else []
    return trees.digest([*kept, *read, *made], [trees.program()])


def settings_files(packs: Iterable[str | Path]) -> Iterator[Path]:
    """Yield where habits of a reader may be kept: in packs, and in the user's folder."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser())
    yield from (Path(pack) / HABITS for pack in packs)
    yield (config / "aidgen" / HABITS).resolve()  # one's own may be a link
