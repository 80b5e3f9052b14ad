"""A pack that is followed while it is written, and all that stands open of it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from watchfiles import awatch

from aidgen.page.pieces import Piece
from aidgen.pipeline.cache import EXTENT, Cache, piece_key
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import Extent
from aidgen.press.pieces.typeset import TextPlace
from aidgen.problems import InputError, Where
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.serve.texts import Place, Wish, places, save
from aidgen.serve.view import Opened, View
from aidgen.serve.worker_pool import GLIMPSE, PICTURE, SKETCH, SPOTS, Hands
from aidgen.store.fingerprints import READ_FOLDERS

STEP, GROUPED = 10, 100
"""In ms: a save is told when nothing else has changed for so long, or after so long at most."""
WAIT = 500
"""In ms: how long it may take until it is noticed that nobody follows any more."""
LIFE = 180.0
"""Seconds after which what nobody looks at is closed: a hidden tab says only every minute that it
is there."""
CALM = 0.6
"""Seconds without a change after which laws and translations are judged: it takes as long."""
PICTURES = 96_000_000
"""Bytes of pictures that are kept: some 300 pages."""
KEPT_SPOTS = 2000
"""Of how many pages the places of texts are kept."""
GLIMPSED = 1.5
"""The scale of a strip that shows a place of a text."""
SCALES = (1.0, 1.5, 2.0, 3.0, 4.0)
"""In px per pt, the pictures that there are."""


class Kept:
    """Pictures, the latest that were asked for, within a number of bytes."""

    def __init__(self, most: int) -> None:
        """Begin with none."""
        self._most, self._size = most, 0
        self._known: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def get(self, name: tuple[object, ...]) -> bytes | None:
        """Return a picture, None if it is not kept."""
        if name in self._known:
            self._known.move_to_end(name)
        return self._known.get(name)

    def put(self, name: tuple[object, ...], picture: bytes) -> None:
        """Keep a picture; those that nobody asked for the longest go."""
        if name in self._known:
            return
        self._known[name] = picture
        self._size += len(picture)
        while self._size > self._most and len(self._known) > 1:
            _, gone = self._known.popitem(last=False)
            self._size -= len(gone)


class Listener:
    """Somebody who is told of news: the latest of each view, however slow they listen."""

    def __init__(self) -> None:
        """Begin with no news."""
        self._news: dict[Opened, View] = {}
        self._there = asyncio.Event()

    def tell(self, view: View) -> None:
        """Keep news of a view."""
        self._news[view.opened] = view
        self._there.set()

    def wake(self) -> None:
        """Have it look whether there is news."""
        self._there.set()

    async def news(self, patience: float) -> list[View]:
        """Return the views with news, none if there was none for so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._there.wait(), patience)
        self._there.clear()
        views, self._news = list(self._news.values()), {}
        return views


class Studio:
    """What stands open of the pack in a folder. Used within one event loop."""

    def __init__(
        self, root: Path, folder: Path, *, read_only: bool, limits: Limits = STANDARD
    ) -> None:
        """Open the pack; what is made is filed on the shelf in `folder`."""
        self.root, self.read_only = root.resolve(), read_only
        self.pack = Pack(self.root, limits)
        self.hands = Hands(folder, limits)
        self.views: dict[Opened, View] = {}
        self.listeners: set[Listener] = set()
        self.closed = False
        self._asked: dict[Opened, float] = {}
        self._turn, self._easel, self._writing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._places: tuple[Pack, tuple[str, str], Mapping[str, tuple[Place, ...]]] | None = None
        self._pictures, self._scale = Kept(PICTURES), SCALES[0]
        self._spots: OrderedDict[tuple[str, int, bool], tuple[TextPlace, ...]] = OrderedDict()
        self._making: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._judging: asyncio.Task[None] | None = None

    # What is open -------------------------------------------------------------------------------

    async def view(self, opened: Opened) -> View:
        """Return what is open, opened now if it was not.

        Raises LookupError if there is no such aid, InputError if its game cannot be read.
        """
        self._asked[opened] = time.monotonic()
        if opened in self.views:
            return self.views[opened]
        async with self._turn:
            if opened not in self.views:
                canon = await asyncio.to_thread(self.pack.canon, opened.game)
                if opened.aid not in canon.aids:
                    raise LookupError(opened.aid)
                view = View(opened, self.hands, self._tell)
                self.views[opened] = view
                await view.follow(self.pack)
                self._judge_soon()
        return self.views[opened]

    def _tell(self, view: View) -> None:
        for listener in self.listeners:
            listener.tell(view)

    def _close_unseen(self) -> None:
        now = time.monotonic()
        for opened in [one for one, asked in self._asked.items() if now - asked > LIFE]:
            self._asked.pop(opened)
            view = self.views.pop(opened, None)
            if view is not None:
                view.stop()

    # What changes -------------------------------------------------------------------------------

    async def follow(self, stop: asyncio.Event) -> None:
        """Follow the files of the pack until it is to stop."""
        while not stop.is_set():
            folders = [self.root / name for name in READ_FOLDERS if (self.root / name).is_dir()]
            watching = awatch(
                *folders, step=STEP, debounce=GROUPED, stop_event=stop, rust_timeout=WAIT
            )
            async for changes in watching:
                names = {Path(path).relative_to(self.root).as_posix() for _, path in changes}
                await self.changed(name for name in names if not _passing(name))

    async def changed(self, names: Iterable[str]) -> None:
        """Have all that is open follow a change of files, named from the pack's root."""
        listed = tuple(names)
        if not listed:
            return
        async with self._turn:
            self._close_unseen()
            self.pack = self.pack.after(listed)
            latest = sorted(self.views, key=lambda one: -self._asked.get(one, 0.0))
            for number, opened in enumerate(latest):
                if number:  # what was asked for last is drawn before the others are poured
                    await self.hands.unhurried()
                await self.views[opened].follow(self.pack)
                self._draw_ahead(self.views[opened])
        self._judge_soon()

    def _judge_soon(self) -> None:
        if self._judging is not None:
            self._judging.cancel()
        self._judging = asyncio.create_task(self._judge())

    async def _judge(self) -> None:
        """Hold games and translations to their laws, once they have rested for a while."""
        await asyncio.sleep(CALM)
        pack = self.pack
        for opened, view in list(self.views.items()):
            with suppress(InputError):
                breaches = await asyncio.to_thread(pack.breaches, opened.game)
                told = await asyncio.to_thread(pack.findings, opened.game, opened.locale)
                found = {("", breach) for breach in breaches}
                found |= {(str(one.context or ""), one.problem) for one in told}
                judged = tuple(sorted(found))
                if judged != view.judged:
                    view.judged = judged
                    self._tell(view)
        await asyncio.to_thread(tidy)

    # What is seen -------------------------------------------------------------------------------

    async def picture(self, name: tuple[str, int, bool], scale: float) -> bytes:
        """Return a picture of a page of a piece: its key, the page, from 0, if as a draft.

        It is WebP, its paper transparent, or, as a draft, JPEG.
        Raises LookupError if nothing open has it.
        """
        asked = (*name, scale)
        kept = self._pictures.get(asked)
        if kept is not None:
            return kept
        self._scale = scale
        return await asyncio.shield(self._make(name, scale))

    def _draw_ahead(self, view: View) -> None:
        """Begin with the pictures that will be asked for: of what has changed and is seen."""
        for number in view.seen:
            for placed in view.sides[number].placed if number < len(view.sides) else ():
                if view.status(placed.piece) == "draft":
                    name = (view.key(placed.piece), placed.page - 1, view.is_excerpt(placed.piece))
                    if self._pictures.get((*name, self._scale)) is None:
                        task = self._make(name, self._scale)
                        task.add_done_callback(_unheard)

    def _make(self, name: tuple[str, int, bool], scale: float) -> asyncio.Task[bytes]:
        """Return the making of a picture, begun now if it was not."""
        asked = (*name, scale)
        if asked not in self._making:
            self._making[asked] = asyncio.create_task(self._drawn(name, scale))
            self._making[asked].add_done_callback(lambda _: self._making.pop(asked, None))
        return self._making[asked]

    async def _drawn(self, name: tuple[str, int, bool], scale: float) -> bytes:
        key, page, as_draft = name
        async with self._easel:  # what is no longer wanted by now is not drawn
            piece, view = self._piece(key)
            if not as_draft and self._is_filed(piece):
                picture = await self.hands.quickly(PICTURE, key, page, scale, self.hands.folder)
            else:
                excerpt = view.poured.guess.excerpt(piece, page) if view.poured else None
                picture, spots = await self.hands.quickly(SKETCH, piece, page, excerpt, scale)
                self._keep(name, spots)
        self._pictures.put((*name, scale), picture)
        return bytes(picture)

    async def spots(self, name: tuple[str, int, bool]) -> tuple[TextPlace, ...]:
        """Return where the texts of a page of a piece stand; raises LookupError."""
        _, page, as_draft = name
        drawn = [task for asked, task in self._making.items() if asked[:3] == name]
        if name not in self._spots and drawn:  # it tells, too
            await asyncio.wait(drawn)
        if name not in self._spots:
            if as_draft:
                await self.picture(name, self._scale)  # which will be asked for, too
            else:
                await asyncio.shield(self._look(name))
        self._spots.setdefault(name, ())
        self._spots.move_to_end(name)
        return tuple(spot for spot in self._spots[name] if spot.page == page)

    def _look(self, name: tuple[str, int, bool]) -> asyncio.Task[None]:
        """Return the looking for the texts of a piece, all its pages at once, begun if it was not.

        To lay out a whole book takes seconds, in which nothing else could be drawn: it waits for
        the process that has time.
        """

        async def looked() -> None:
            piece, _ = self._piece(key)
            hand = self.hands.thoroughly if piece.long else self.hands.quickly
            self._keep(name, await hand(SPOTS, piece))

        key = name[0]
        if key not in self._looking:
            self._looking[key] = asyncio.create_task(looked())
            self._looking[key].add_done_callback(lambda _: self._looking.pop(key, None))
        return self._looking[key]

    def _keep(self, name: tuple[str, int, bool], spots: tuple[TextPlace, ...]) -> None:
        key, page, as_draft = name
        pages = {page, *(spot.page for spot in spots)}
        for number in pages:
            self._spots[key, number, as_draft] = spots
        while len(self._spots) > KEPT_SPOTS:
            self._spots.popitem(last=False)

    def _piece(self, key: str) -> tuple[Piece, View]:
        for view in self.views.values():
            piece = view.pieces().get(key)
            if piece is not None:
                return piece, view
        raise LookupError(key)

    def _is_filed(self, piece: Piece) -> bool:
        return Cache(self.hands.folder).get(piece_key(piece, EXTENT), Extent) is not None

    async def places(self, opened: Opened) -> Mapping[str, tuple[Place, ...]]:
        """Return where each text of a game is printed in a language: looked for once a change."""
        asked = (opened.game, opened.locale)
        if self._places is None or self._places[:2] != (self.pack, asked):
            found = await asyncio.to_thread(places, self.pack, *asked, self.hands.renderer)
            self._places = (self.pack, asked, found)
        return self._places[2]

    async def glimpse(self, opened: Opened, context: str, number: int) -> bytes:
        """Return a picture (WebP) of one of the places of a text; raises LookupError."""
        place = (await self.places(opened)).get(context, ())[number]
        async with self._easel:
            picture = await self.hands.quickly(GLIMPSE, place.piece, context, GLIMPSED)
        return bytes(picture)

    async def save(self, opened: Opened, wish: Wish) -> Where:
        """Write a text into its file; raises what `writing.save` does."""
        async with self._writing:
            return await asyncio.to_thread(save, self.pack, opened.game, opened.locale, wish)

    def close(self) -> None:
        """End all that is under way, and let those go who listen for news."""
        if self.closed:
            return
        self.closed = True
        for listener in self.listeners:
            listener.wake()
        for view in self.views.values():
            view.stop()
        self.hands.close()


def tidy() -> None:
    """Throw away what is held by itself alone, and have the rest looked through no more.

    A pack in memory is a million objects; to look through them takes 0.1 s, in the middle of what
    somebody waits for.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _unheard(task: asyncio.Task[bytes]) -> None:
    """Pass over that a picture could not be drawn before somebody asked for it."""
    if not task.cancelled():
        task.exception()


def _passing(name: str) -> bool:
    """Tell whether a file is there for a moment only: one that is written, or an editor's."""
    last = name.rpartition("/")[2]
    return last.startswith(".") or last.endswith(("~", ".part", ".swp", ".tmp"))
