"""A session of the live preview: follows the files of a pack and updates the open views."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import aclosing, suppress
from fnmatch import fnmatch
from pathlib import Path

from watchfiles import awatch

from aidgen.game.context import Context
from aidgen.pipeline.cache import cache_folder
from aidgen.pipeline.fingerprints import READ_FOLDERS
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Where
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.notes import noted_file
from aidgen.serve.texts import save_text
from aidgen.serve.view import OpenView, PreviewPool, ViewId

# In ms: changes are reported after a pause of the first, or at the latest after the second.
WATCH_STEP = 10
LONGEST_DEBOUNCE = 100
# In ms: how often the watcher checks whether it should stop.
STOP_TIMEOUT = 500
# In seconds: a view that nobody requests is closed; hidden tabs only report every minute.
VIEW_LIFETIME = 180.0
# In seconds without a change: rules and translations are checked then, which takes as long.
QUIET_TIME = 0.6


class Session:
    """The open views of the pack in a folder. Used within one event loop."""

    def __init__(self, pack: Pack, out: Path, *, read_only: bool, editor: str = "") -> None:
        """Follow a pack; finished work is cached below `out`.

        `editor` is a link that opens a file, with {file}, {line} and {column}; "" for none.
        """
        self.root, self.out, self.read_only, self.editor = pack.root, out, read_only, editor
        self.pack = pack
        self.pool = PreviewPool(cache_folder(out, pack.limits), pack.limits)
        self.views: dict[ViewId, OpenView] = {}
        self._news = asyncio.Event()
        self.closed = False
        self._asked: dict[ViewId, float] = {}
        # The views that follow a change once the one that was asked for last is drawn.
        self._late: set[ViewId] = set()
        self._turn, self._drawing, self._writing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._judging: asyncio.Task[None] | None = None

    # Views --------------------------------------------------------------------------------------

    async def view(self, opened: ViewId) -> OpenView:
        """Return a view; open it if it is not open.

        Raises LookupError if there is no such aid, InputError if its game cannot be read.
        """
        self._asked[opened] = time.monotonic()
        renew_limits(self.pack.limits)
        if opened in self.views and opened not in self._late:
            return self.views[opened]
        async with self._turn:
            if opened in self._late:
                await self._follow(opened)
            elif opened not in self.views:
                game_data = await asyncio.to_thread(self.pack.game_data, opened.game)
                if opened.aid not in game_data.aids:
                    raise LookupError(opened.aid)
                view = OpenView(opened, self.pool, self._tell)
                self.views[opened] = view
                await view.follow(self.pack)
                self._judge_soon()
        return self.views[opened]

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def news(self, told: dict[ViewId, int], patience: float) -> list[OpenView]:
        """Return the views with an update since they were `told`, by their serials, and note them.

        None if there is no update for so many seconds: only the latest counts, however slowly a
        browser reads.
        """
        news = self._news
        fresh = [view for view in self.views.values() if view.serial != told.get(view.opened)]
        if not fresh and not self.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), patience)
        told.update({view.opened: view.serial for view in fresh})
        return fresh

    def _close_unseen(self) -> None:
        now = time.monotonic()
        for opened in [view for view, asked in self._asked.items() if now - asked > VIEW_LIFETIME]:
            self._asked.pop(opened)
            if view := self.views.pop(opened, None):
                view.stop()

    # Changes ------------------------------------------------------------------------------------

    async def follow(self, stop: asyncio.Event) -> None:
        """Follow the files of the pack until `stop` is set."""
        reported = set[str]()
        while not stop.is_set():
            folders = self._watched_folders()
            watching = awatch(
                *folders,
                step=WATCH_STEP,
                debounce=LONGEST_DEBOUNCE,
                stop_event=stop,
                rust_timeout=STOP_TIMEOUT,
                yield_on_timeout=True,
            )
            try:
                async with aclosing(watching):
                    async for changes in watching:
                        if folders != self._watched_folders():  # one is new
                            break
                        names = [os.path.relpath(path, self.root) for _, path in changes]
                        await self.follow_change(names)
            except Exception as error:  # of the watcher: it is started again
                while isinstance(error, ExceptionGroup):
                    error = error.exceptions[0]
                if str(error) not in reported:
                    reported.add(str(error))
                    _log(f"watching the files begins again: {error}")
                await asyncio.sleep(QUIET_TIME)
            self._judge_soon()

    def _watched_folders(self) -> list[Path]:
        return [self.root / name for name in READ_FOLDERS if (self.root / name).is_dir()]

    async def follow_change(self, names: Iterable[str]) -> None:
        """Update all views after a change of files, named relative to the pack."""
        changed = tuple(name for name in names if not _is_temporary(name))
        if not changed:
            return
        async with self._turn:
            renew_limits(self.pack.limits)
            self._close_unseen()
            self.pack = self.pack.after(changed)
            if self.views:
                latest = max(self.views, key=lambda opened: self._asked.get(opened, 0.0))
                restyled = all(fnmatch(name, "templates/*.css") for name in changed)
                self._late = {*self.views} - {latest}
                await self._follow(latest, restyled=restyled)
        self._judge_soon()

    async def _follow(self, opened: ViewId, *, restyled: bool = False) -> None:
        try:
            await self.views[opened].follow(self.pack, restyled=restyled)
        except Exception as error:  # whatever a file does, the others are followed
            report(error)
        self._late.discard(opened)

    def _judge_soon(self) -> None:
        if self._judging is not None:
            self._judging.cancel()
        self._judging = asyncio.create_task(self._judge())

    async def _judge(self) -> None:
        # Only once nothing has changed for a while: it takes as long as a page.
        await asyncio.sleep(QUIET_TIME)
        await self.pool.wait_until_idle()
        if missed := await asyncio.to_thread(self._missed):
            await self.follow_change(missed)
            return  # what is new is checked later
        pack = self.pack
        for opened in sorted(self._late):
            async with self._turn:
                if opened in self._late:
                    await self._follow(opened)
        for opened, view in list(self.views.items()):
            with suppress(InputError):
                problems = set()
                for locale in ("", opened.locale):
                    checked = await asyncio.to_thread(pack.checked, opened.game, locale)
                    problems |= {
                        (str(each.context or ""), each.problem) for each in checked.findings
                    }
                if (judged := tuple(sorted(problems))) != view.judged:
                    view.judged = judged
                    view.notify()
        await asyncio.to_thread(_collect_garbage)

    def _missed(self) -> list[str]:
        # A file may change before it is watched, or while the watcher hands over other changes.
        changed = map(Path, self.pack.snapshot.changed())
        return [
            os.path.relpath(path, self.root)
            for path in changed
            if path.is_relative_to(self.root) and not _is_temporary(path.name)
        ]

    # Pictures and texts -------------------------------------------------------------------------

    async def picture(self, key: str, page: int, scale: float) -> bytes:
        """Return a picture (JPEG) of a page, from 0, of a document: a draft if it is not typeset.

        Raises LookupError if no open view has it, MachineError.
        """
        async with self._drawing:  # skips pictures that are out of date by now
            return await self.view_of(key).picture(key, page, scale)

    def view_of(self, key: str) -> OpenView:
        """Return the view that shows a document; raises LookupError if it is out of date."""
        for view in self.views.values():
            if key in view.documents:
                return view
        raise LookupError(key)

    async def save(
        self, opened: ViewId, context: Context, forms: Sequence[str], seen: Sequence[str]
    ) -> Where:
        """Write a text into its file; raises what `save_text` does."""
        text = opened.game, opened.locale, context
        async with self._writing:
            where = await asyncio.to_thread(save_text, self.pack, *text, forms, seen)
            # Whoever asks for the text now gets what was saved; the views follow the watcher.
            self.pack = self.pack.after([where.file])
        return where

    def close(self) -> None:
        """Stop all work, and release the subscribers."""
        self.closed = True
        self._tell()
        for view in self.views.values():
            view.stop()
        self.pool.close()


def _collect_garbage() -> None:
    # A pack is a million objects: a collection takes 0.1 s, and might come while somebody waits.
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def report(error: Exception) -> None:
    """Write to stderr what should not have happened, and the file that was read last."""
    _log(f"{noted_file() or 'aidgen'}: internal error: {error!r}; report it")


def _log(message: str) -> None:
    # In ASCII: a file name may have any bytes.
    logging.getLogger(__name__).error("%s", ascii(message)[1:-1])


def _is_temporary(name: str) -> bool:
    # Half written, or an editor's backup.
    last = name.rpartition("/")[2]
    return last.startswith(".") or last.endswith(("~", ".part", ".swp", ".tmp"))
