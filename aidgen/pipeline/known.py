"""What was found out about the games of a pack before, under digests of all that it goes by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from aidgen.assets.fonts import is_missing
from aidgen.game.context import UI
from aidgen.language.lineage import lineage
from aidgen.language.script import script
from aidgen.store import shelf, trees
from aidgen.store.snapshot import Snapshot
from aidgen.store.stamp import PACK, settings_files

VERDICTS = "known"
"""The folder, in the user's cache, of what is known of packs."""


class Known:
    """What is known of the games of one pack: one record for each question, game and locale.

    Nothing is asked or kept where a file cannot be read, or there is no cache.
    """

    def __init__(self, roots: tuple[Path, ...], folder: Path, limits: str) -> None:
        """Look in `folder` for what is known of the pack of which `roots` are searched.

        `roots` are resolved; `limits` are what the pack has to keep within. It is made before a
        file of theirs is read.
        """
        self._roots, self._folder, self._limits = roots, folder, limits
        folders = (root / name for root in roots for name in PACK)
        self.snapshot = Snapshot([*folders, *settings_files(roots)])
        self._shared_before = cache(self._shared)
        self._before = cache(self._at_first)

    def answer(self, kind: Any, question: str, find: Callable[..., Any], *ids: str) -> Any:
        """Return what a question about a game, or a game in a locale, is known to be answered by.

        What is not known is found by `find`, and kept; `kind` is its type.
        """
        before = self.digest(*ids)
        noted = self.recall(tuple[str, kind], question, *ids) if before else None
        if noted is not None and noted[0] == before:
            return noted[1]
        found = find(*ids)
        if before and self.snapshot.holds:
            self.note((before, found), question, *ids)
        return found

    def has(self, question: str, *ids: str) -> bool:
        """Tell whether the answer to a question is known."""
        before = self.digest(*ids)
        noted = self.recall(tuple[str, Any], question, *ids) if before else None
        return noted is not None and noted[0] == before

    def recall(self, kind: Any, question: str, *ids: str) -> Any:
        """Return what was noted last time; None if nothing was. It says itself what it goes by."""
        content = shelf.get(self._folder, self._entry(question, ids))
        with suppress(msgspec.MsgspecError):
            return None if content is None else msgspec.msgpack.decode(content, type=kind)
        return None

    def note(self, content: object, question: str, *ids: str) -> None:
        """Note what may be recalled next time."""
        with suppress(OSError):
            packed = msgspec.msgpack.encode(content)
            shelf.put(self._folder, self._entry(question, ids), packed)

    def _entry(self, question: str, ids: Sequence[str]) -> str:
        return sha256("\0".join([str(self._roots[0]), question, *ids]).encode()).hexdigest()

    def digest(self, game: str, locale: str = "") -> str:
        """Return a digest of all that was read of a game, and in `locale`; "" if it cannot be.

        It is that of the files as they were when it was first asked for.
        """
        return self._before(game, locale)

    def _at_first(self, game: str, locale: str = "") -> str:
        shared = self._shared_before()
        try:
            font = f"without a font: {is_missing(script(locale))}" if locale else ""
            return trees.digest(self._files(game, locale), [shared, font]) if shared else ""
        except OSError:
            return ""

    def _shared(self) -> str:
        """Return a digest of all that is read for every game and locale; "" if it cannot be."""
        try:
            folders = [root / name for root in self._roots for name in ("templates", "assets")]
            paths = (path for folder in folders for path in trees.files(folder))
            return trees.digest(paths, [trees.program(), self._limits])
        except OSError:
            return ""

    def _files(self, game: str, locale: str) -> Iterator[str]:
        yield from trees.files(trees.below(self._roots[0], "content", game))
        for root in self._roots:
            for one in lineage(locale) if locale else ():
                for domain in (game, UI):
                    yield from trees.files(trees.below(root, "locales", one, f"{domain}.po"))
