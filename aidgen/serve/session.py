"""A session of the live preview: follows the files of a pack and updates the open views."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles import awatch

from aidgen.game.context import Context
from aidgen.page.pieces import Piece
from aidgen.pipeline.cache import EXTENT, Cache, piece_key
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import Extent
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult, try_job
from aidgen.pipeline.scheduler import Scheduler
from aidgen.press.pieces.typeset import TextPlace
from aidgen.problems import InputError, Where
from aidgen.sandbox.guard import noted_file, renew_limits
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.serve.texts import save_text
from aidgen.serve.view import OpenView, ViewId
from aidgen.serve.worker_pool import (
    DRAFT_TASK,
    PIECE_PICTURE_TASK,
    SPOTS_TASK,
    PreviewPool,
)
from aidgen.store.fingerprints import READ_FOLDERS

WATCH_STEP, LONGEST_DEBOUNCE = 10, 100
"""In ms: changes are reported after a pause of the first, or at the latest after the second."""
STOP_TIMEOUT = 500
"""In ms: how often the watcher checks whether it should stop."""
VIEW_LIFETIME = 180.0
"""In seconds: a view that nobody requests is closed; hidden tabs only report every minute."""
QUIET_TIME = 0.6
"""In seconds without a change: rules and translations are checked then, which takes as long."""
PICTURE_BYTES = 96_000_000
"""In bytes, of cached pictures: about 300 pages."""
MOST_SPOT_PAGES = 2000
"""The number of pages for which the places of texts are cached."""
SCALES = (1.0, 1.5, 2.0, 3.0, 4.0)
"""In px per pt: the scales of pictures."""


class PictureCache:
    """The most recently used pictures, up to a number of bytes."""

    def __init__(self, most: int) -> None:
        """Start empty."""
        self._most, self._size = most, 0
        self._known: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def get(self, name: tuple[object, ...]) -> bytes | None:
        """Return a picture; None if it is not cached."""
        if name in self._known:
            self._known.move_to_end(name)
        return self._known.get(name)

    def put(self, name: tuple[object, ...], picture: bytes) -> None:
        """Cache a picture; the least recently used ones are dropped."""
        if name in self._known:
            return
        self._known[name] = picture
        self._size += len(picture)
        while self._size > self._most and len(self._known) > 1:
            _, gone = self._known.popitem(last=False)
            self._size -= len(gone)


class Subscriber:
    """Receives updates: only the latest of each view, however slowly it reads."""

    def __init__(self) -> None:
        """Start without updates."""
        self._news: dict[ViewId, OpenView] = {}
        self._there = asyncio.Event()

    def tell(self, view: OpenView) -> None:
        """Add an update of a view."""
        self._news[view.opened] = view
        self._there.set()

    def wake(self) -> None:
        """Wake up all who wait for updates."""
        self._there.set()

    async def news(self, patience: float) -> list[OpenView]:
        """Return the updated views; none if there was no update for so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._there.wait(), patience)
        self._there.clear()
        views, self._news = list(self._news.values()), {}
        return views


class Session:
    """The open views of the pack in a folder. Used within one event loop."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        *,
        read_only: bool,
        limits: Limits = STANDARD,
        editor: str = "",
    ) -> None:
        """Open the pack; finished work is cached in `folder`.

        `editor` is a link that opens a file, with {file}, {line} and {column}; "" for none.
        """
        self.editor = editor
        self.root, self.read_only = root.resolve(), read_only
        self.pack = Pack(self.root, limits)
        self.pool = PreviewPool(folder, limits)
        self.views: dict[ViewId, OpenView] = {}
        self.listeners: set[Subscriber] = set()
        self.closed = False
        self._asked: dict[ViewId, float] = {}
        self._turn, self._drawing, self._writing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._pictures, self._scale = PictureCache(PICTURE_BYTES), SCALES[0]
        self._spots: OrderedDict[tuple[str, int, bool], tuple[TextPlace, ...]] = OrderedDict()
        self._making: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._judging: asyncio.Task[None] | None = None

    # Views --------------------------------------------------------------------------------------

    async def view(self, opened: ViewId) -> OpenView:
        """Return a view; open it if it is not open.

        Raises LookupError if there is no such aid, InputError if its game cannot be read.
        """
        self._asked[opened] = time.monotonic()
        renew_limits(self.pack.limits)
        if opened in self.views:
            return self.views[opened]
        async with self._turn:
            if opened not in self.views:
                game_data = await asyncio.to_thread(self.pack.game_data, opened.game)
                if opened.aid not in game_data.aids:
                    raise LookupError(opened.aid)
                view = OpenView(opened, self.pool, self._tell)
                self.views[opened] = view
                await view.follow(self.pack)
                self._judge_soon()
        return self.views[opened]

    def _tell(self, view: OpenView) -> None:
        for listener in self.listeners:
            listener.tell(view)

    def _close_unseen(self) -> None:
        now = time.monotonic()
        for opened in [one for one, asked in self._asked.items() if now - asked > VIEW_LIFETIME]:
            self._asked.pop(opened)
            view = self.views.pop(opened, None)
            if view is not None:
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
                    log(f"watching the files begins again: {error}")
                await asyncio.sleep(QUIET_TIME)
            self._judge_soon()

    def _watched_folders(self) -> list[Path]:
        return [self.root / name for name in READ_FOLDERS if (self.root / name).is_dir()]

    async def follow_change(self, names: Iterable[str]) -> None:
        """Update all views after a change of files, named relative to the pack."""
        listed = tuple(name for name in names if not _is_temporary(name))
        if not listed:
            return
        async with self._turn:
            renew_limits(self.pack.limits)
            self._close_unseen()
            self.pack = self.pack.after(listed)
            latest = sorted(self.views, key=lambda one: -self._asked.get(one, 0.0))
            for number, opened in enumerate(latest):
                if number:  # what was asked for last is drawn before the others are rendered
                    await self.pool.wait_until_idle()
                try:
                    await self.views[opened].follow(self.pack)
                    self._draw_ahead(self.views[opened])
                except Exception as error:  # whatever a file does, the others are followed
                    report(error)
        self._judge_soon()

    def _judge_soon(self) -> None:
        if self._judging is not None:
            self._judging.cancel()
        self._judging = asyncio.create_task(self._judge())

    async def _judge(self) -> None:
        """Check games and translations, once nothing has changed for a while."""
        await asyncio.sleep(QUIET_TIME)
        if missed := await asyncio.to_thread(self._missed):
            await self.follow_change(missed)
            return  # what is new is checked later
        pack = self.pack
        for opened, view in list(self.views.items()):
            with suppress(InputError):
                breaches = await asyncio.to_thread(pack.breaches, opened.game)
                mismatches = await asyncio.to_thread(pack.findings, opened.game, opened.locale)
                found = {("", breach) for breach in breaches}
                found |= {(str(one.context or ""), one.problem) for one in mismatches}
                judged = tuple(sorted(found))
                if judged != view.judged:
                    view.judged = judged
                    self._tell(view)
        await asyncio.to_thread(collect_garbage)

    def _missed(self) -> list[str]:
        """Return the files that have changed since they were read: no watcher notices everything.

        A file may change before it is watched, or while the watcher hands over other changes.
        """
        changed = map(Path, self.pack.sources.snapshot.changed())
        return [
            os.path.relpath(path, self.root)
            for path in changed
            if path.is_relative_to(self.root) and not _is_temporary(path.name)
        ]

    # Pictures and texts -------------------------------------------------------------------------

    async def picture(self, name: tuple[str, int, bool], scale: float) -> bytes:
        """Return a picture of a page, named by its piece, its number from 0, and if it is a draft.

        It is WebP with transparent paper, or JPEG for a draft.
        Raises LookupError if no open view has it.
        """
        asked = (*name, scale)
        kept = self._pictures.get(asked)
        if kept is not None:
            return kept
        self._scale = scale
        return await asyncio.shield(self._make(name, scale))

    def _draw_ahead(self, view: OpenView) -> None:
        """Start to draw what the browser will request: the changed pieces that are visible."""
        for number in view.seen:
            for placed in view.sides[number].placed if number < len(view.sides) else ():
                if view.status(placed.piece) == "draft":
                    name = (view.key(placed.piece), placed.page - 1, view.is_excerpt(placed.piece))
                    if self._pictures.get((*name, self._scale)) is None:
                        task = self._make(name, self._scale)
                        task.add_done_callback(_ignore_error)

    def _make(self, name: tuple[str, int, bool], scale: float) -> asyncio.Task[bytes]:
        """Return the task that draws a picture; start it if it is not running."""
        asked = (*name, scale)
        if asked not in self._making:
            self._making[asked] = asyncio.create_task(self._draw(name, scale))
            self._making[asked].add_done_callback(lambda _: self._making.pop(asked, None))
        return self._making[asked]

    async def _draw(self, name: tuple[str, int, bool], scale: float) -> bytes:
        key, page, as_draft = name
        async with self._drawing:  # skips pictures that are out of date by now
            piece, view = self._piece(key)
            if not as_draft and self._is_filed(piece):
                picture = await self.pool.run_now(
                    PIECE_PICTURE_TASK, key, page, scale, self.pool.folder
                )
            else:
                excerpt = view.rendered.guess.excerpt(piece, page) if view.rendered else None
                picture, spots = await self.pool.run_now(DRAFT_TASK, piece, page, excerpt, scale)
                self._keep(name, spots)
        self._pictures.put((*name, scale), picture)
        return bytes(picture)

    async def spots(self, name: tuple[str, int, bool]) -> tuple[TextPlace, ...]:
        """Return where the texts of a page of a piece are; raises LookupError."""
        _, page, as_draft = name
        drawn = [task for asked, task in self._making.items() if asked[:3] == name]
        if name not in self._spots and drawn:  # drawing it finds them, too
            await asyncio.wait(drawn)
        if name not in self._spots:
            if as_draft:
                await self.picture(name, self._scale)  # the browser will request it, too
            else:
                await asyncio.shield(self._find_spots(name))
        self._spots.setdefault(name, ())
        self._spots.move_to_end(name)
        return tuple(spot for spot in self._spots[name] if spot.page == page)

    def _find_spots(self, name: tuple[str, int, bool]) -> asyncio.Task[None]:
        """Return the task that finds the texts of a piece, on all its pages; start it if needed.

        Laying out a whole book takes seconds: it runs in the background, so that the other process
        can draw.
        """

        async def find() -> None:
            piece, _ = self._piece(key)
            hand = self.pool.run_in_background if piece.long else self.pool.run_now
            self._keep(name, await hand(SPOTS_TASK, piece))

        key = name[0]
        if key not in self._looking:
            self._looking[key] = asyncio.create_task(find())
            self._looking[key].add_done_callback(lambda _: self._looking.pop(key, None))
        return self._looking[key]

    def _keep(self, name: tuple[str, int, bool], spots: tuple[TextPlace, ...]) -> None:
        key, page, as_draft = name
        pages = {page, *(spot.page for spot in spots)}
        for number in pages:
            self._spots[key, number, as_draft] = spots
        while len(self._spots) > MOST_SPOT_PAGES:
            self._spots.popitem(last=False)

    def _piece(self, key: str) -> tuple[Piece, OpenView]:
        for view in self.views.values():
            piece = view.pieces().get(key)
            if piece is not None:
                return piece, view
        raise LookupError(key)

    def _is_filed(self, piece: Piece) -> bool:
        return Cache(self.pool.folder).get(piece_key(piece, EXTENT), Extent) is not None

    async def pdf(self, opened: ViewId) -> JobResult:
        """Return the checked PDF of an aid as its files are now, from finished pages where it can.

        Raises LookupError if there is no such aid, MachineError.
        """
        pack = self.pack
        game_data = await asyncio.to_thread(pack.localized, opened.game, opened.locale)
        if opened.aid not in game_data.aids:
            raise LookupError(opened.aid)
        scheduler = Scheduler(self.pool.background, self.pool.folder)
        job = Job(pack, opened.game, opened.aid, opened.locale)
        return await try_job(job, scheduler, self.pool.renderer)

    async def save(
        self, opened: ViewId, context: Context, forms: Sequence[str], seen: Sequence[str]
    ) -> Where:
        """Write a text into its file; raises what `save_text` does."""
        game, locale = opened.game, opened.locale
        async with self._writing:
            where = await asyncio.to_thread(
                save_text, self.pack, game, locale, context, forms, seen
            )
            # Whoever asks for the text now gets what was saved; the views follow the watcher.
            self.pack = self.pack.after([where.file])
        return where

    def close(self) -> None:
        """Stop all work, and release the subscribers."""
        if self.closed:
            return
        self.closed = True
        for listener in self.listeners:
            listener.wake()
        for view in self.views.values():
            view.stop()
        self.pool.close()


def collect_garbage() -> None:
    """Collect garbage now, and exclude what is left from later collections.

    A pack is a million objects: a collection takes 0.1 s, and might come while somebody waits.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def report(error: Exception) -> None:
    """Write to stderr what should not have happened, and the file that was read last."""
    log(f"{noted_file() or 'aidgen'}: internal error: {error!r}; report it")


def log(message: str) -> None:
    """Write a message to stderr, in ASCII: a file name may have any bytes."""
    logging.getLogger(__name__).error("%s", ascii(message)[1:-1])


def _ignore_error(task: asyncio.Task[bytes]) -> None:
    """Ignore that a picture could not be drawn ahead."""
    if not task.cancelled():
        task.exception()


def _is_temporary(name: str) -> bool:
    """Tell whether a file is temporary: half written, or an editor's backup."""
    last = name.rpartition("/")[2]
    return last.startswith(".") or last.endswith(("~", ".part", ".swp", ".tmp"))
