"""An open aid in a language: its pages, the state of their checks, and its problems.

The documents with the pages that are looked at are typeset first, in the type that they had. What
takes longer follows in the background: the type of a deck, and all other documents. A process has
the tasks that somebody waits for, another one the rest.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from aidgen.assets.options import NO_OPTIONS
from aidgen.assets.papers import Size
from aidgen.layout.document import Document, Printed
from aidgen.page.sheets import Types
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.tasks import RenderTask, StoppedError, run_task
from aidgen.press.type import Arrangement
from aidgen.problems import InputError, MachineError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.serve.tasks import RENDERER, AidDocuments, SetDocument, TextSpot

CLOSED_MESSAGE = "the preview has ended"
# In seconds: the browser requests the pictures of an update within 0.02.
IDLE_PAUSE = 0.04
# In seconds: background work waits no longer than this.
LONGEST_WAIT = 1.5
# As in `nice`: where processors are short, the background gets a third of what the rest gets.
NICENESS = 5
# Of a page: not typeset yet; verified without faults; verified with faults.
Status = Literal["draft", "proved", "faulty"]


def _run_nicely(task: str, *arguments: object) -> Any:
    normal = os.getpriority(os.PRIO_PROCESS, os.getppid())
    os.setpriority(os.PRIO_PROCESS, 0, normal + NICENESS)
    return run_task(task, *arguments)


class PreviewPool:
    """Two processes that share a cache folder."""

    def __init__(self, folder: Path, limits: Limits = STANDARD) -> None:
        """Create the pool; the processes start on first use, with the limits of a pack."""
        self.folder = folder
        self._foreground, self._background = (WorkerPool(1, limits) for _ in range(2))
        self._waiting, self._idle = 0, asyncio.Event()
        self._idle.set()
        self._closed = False

    async def run_now(self, task: str, *arguments: object) -> Any:
        """Run a task that somebody waits for; raises what it raises."""
        self._waiting += 1
        self._idle.clear()
        try:
            return await self._run(self._foreground, run_task, task, *arguments)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    async def run_in_background(self, task: str, *arguments: object) -> Any:
        """Run a task that nobody waits for; raises what it raises."""
        return await self._run(self._background, _run_nicely, task, *arguments)

    async def _run(
        self, processes: Executor, run: Callable[..., Any], task: str, *words: object
    ) -> Any:
        if self._closed:
            raise MachineError(CLOSED_MESSAGE)
        try:
            return await asyncio.wrap_future(processes.submit(run, RENDERER + task, *words))
        except StoppedError as stopped:
            raise MachineError(f"cannot show a page: {stopped}") from None
        except asyncio.CancelledError:
            if self._closed:
                raise MachineError(CLOSED_MESSAGE) from None
            raise

    async def wait_until_idle(self) -> None:
        """Wait until nobody waits for a task: those have priority for the processors."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await asyncio.sleep(IDLE_PAUSE)
                while self._waiting:
                    await self._idle.wait()
                    await asyncio.sleep(IDLE_PAUSE)

    def close(self) -> None:
        """Stop the processes at once: the cache never holds half a file."""
        self._closed = True
        for processes in (self._foreground, self._background):
            processes.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()


@dataclass(frozen=True, order=True)
class ViewId:
    """Names a view: an aid of a game in a language."""

    game: str
    aid: str
    locale: str


@dataclass(frozen=True)
class ShownPage:
    """A page: the key of its document, its number in that from 0, its size in mm."""

    key: str
    page: int
    size: Size
    status: Status


@dataclass
class _Place:
    """A place in the row of an aid's documents, and what is known from those that were there."""

    key: str = ""
    sizes: tuple[Size, ...] = ()
    arrangement: Arrangement | None = None
    # The key of the document that was drawn whole last: changed faces are drawn into its pictures,
    # even if several saves follow each other.
    base: str = ""


@dataclass
class OpenView:
    """An open aid. It follows its pack, and calls `tell` when something has changed."""

    opened: ViewId
    pool: PreviewPool
    tell: Callable[[], None]
    serial: int = 0
    documents: Mapping[str, Document] = field(default_factory=dict)
    """By their keys: equal sheets of a deck are one document."""
    typeset: dict[str, SetDocument] = field(default_factory=dict)
    """What is known of those that are typeset, by their keys."""
    unusable: tuple[Problem, ...] = ()
    """What stops the pages from being rendered; the earlier ones stay."""
    judged: tuple[tuple[str, Problem], ...] = ()
    """Problems of the game and its translation, each with the msgctxt of its text."""
    seen: tuple[int, ...] = (0,)
    """The pages that are looked at, from 0."""
    working: bool = False
    printing: Printing | None = None
    _places: list[_Place] = field(default_factory=list)
    # The type of each deck when it was last chosen, and digests of the faces that were drawn last.
    _types: Types = field(default_factory=dict)
    _faces: frozenset[str] = frozenset()
    # The keys of all documents that have been typeset.
    _stored: set[str] = field(default_factory=set)
    # For pages of which a few faces have changed: these faces alone, and the key before.
    _changed: Mapping[tuple[str, int], tuple[Document, str]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    async def follow(self, pack: Pack, *, restyled: bool = False) -> None:
        """Show the pages of a changed pack: first those that are looked at.

        It is `restyled` if nothing but style sheets has changed.
        """
        try:
            task = await asyncio.to_thread(self._render_task, pack)
            last = self._types, self._faces, restyled
            draft = await self._render(pack, self.pool.run_now, "render_draft", task, *last)
        except InputError as error:
            self.unusable = error.problems
            self.notify()
            return
        self.stop()
        self.unusable, self.working = (), True
        self._show(draft)
        self._task = asyncio.create_task(self._work(pack, task, draft))

    def stop(self) -> None:
        """Cancel running work."""
        if self._task is not None:
            self._task.cancel()

    def pages(self) -> list[ShownPage]:
        """Return the pages in order; those not typeset yet as they will probably be."""
        return [
            ShownPage(place.key, page, size, self._status(place.key))
            for place in self._places
            for page, size in enumerate(place.sizes)
        ]

    def _status(self, key: str) -> Status:
        done = self.typeset.get(key)
        if done is None:
            return "draft"
        faults = done.printed.faults
        return "faulty" if any(fault.level == "fault" for fault in faults) else "proved"

    def page_of(self, context: str) -> int | None:
        """Return the first page, from 0, that prints a text; None if that is not known yet."""
        pages = (
            before + text.page - 1
            for before, done in self._numbered()
            for text in done.texts
            if text.context == context and text.page
        )
        return next(pages, None)

    def text_fits(self, context: str) -> list[dict[str, object]]:
        """Return how the cards and regions that print a text fit, each once."""
        fits = dict[tuple[str, float, float | None], None]()
        for _, done in self._numbered():
            boxes = {text.box for text in done.texts if text.context == context}
            for fit in (fit for fit in done.fits if fit.name in boxes):
                room = None if fit.room is None else round(fit.room, 1)
                fits[fit.name, fit.size, room] = None
        return [{"box": name, "size": size, "room": room} for name, size, room in fits]

    def _numbered(self) -> Iterator[tuple[int, Printed]]:
        before = 0
        for place in self._places:
            if place.key in self.typeset:
                yield before, self.typeset[place.key].printed
            before += len(place.sizes)

    def faults(self) -> Iterator[tuple[str, Problem]]:
        """Yield the faults of the pages, each once, with the msgctxt of its text."""
        if self.printing is None:
            return
        reported = set()
        for before, done in self._numbered():
            for fault in done.faults:
                here = replace(fault, page=before + max(fault.page, 1))
                for problem in problems(self.printing, (here,), done.texts):
                    if problem not in reported:
                        reported.add(problem)
                        yield fault.context, problem

    # Rendering and typesetting --------------------------------------------------------------------

    def _render_task(self, pack: Pack) -> RenderTask:
        game, aid, locale = self.opened.game, self.opened.aid, self.opened.locale
        game_data = pack.localized(game, locale)
        if aid not in game_data.aids:
            raise InputError([Problem(Where(game), f"has no aid `{aid}`")])
        self.printing = Printing(pack, game_data, aid, f"{game}-{aid}-{locale}.pdf")
        return RenderTask(pack.pickled(game, locale), aid, pack.roots, NO_OPTIONS, pack.limits)

    async def _render(self, pack: Pack, run: Callable[..., Any], *words: object) -> AidDocuments:
        try:
            rendered: AidDocuments = await run(*words)
        except InputError:
            raise
        except Exception as error:
            # While a game is being written it may break rules, and any page may fail then.
            checked = await asyncio.to_thread(pack.checked, self.opened.game)
            errors = [each.problem for each in checked.findings if each.problem.severity == "error"]
            where = Where(f"{self.opened.game}/{self.opened.aid}")
            failure = Problem(where, f"cannot be laid out: {error!r}")
            raise InputError(errors or [failure]) from None
        return rendered

    def _show(self, rendered: AidDocuments) -> None:
        self.documents = dict(rendered.documents)
        self.typeset = {key: done for key, done in self.typeset.items() if key in self.documents}
        if len(self._places) != len(rendered.documents):
            self._places = [_Place() for _ in rendered.documents]
        for place, (key, document) in zip(self._places, rendered.documents, strict=True):
            done = self.typeset.get(key)
            likely = (rendered.paper,) * max(1, document.html.count("<main"))
            sizes = done.printed.sizes if done else place.sizes
            place.key, place.sizes = key, sizes or place.sizes or likely
        pages = [(place, page) for place in self._places for page in range(len(place.sizes))]
        self._changed = {
            (place.key, page): (faces, place.base)
            for (place, page), faces in zip(pages, rendered.changed, strict=False)
            if place.base in self._stored
        }
        self.notify()

    def notify(self) -> None:
        """Tell that something has changed."""
        self.serial += 1
        self.tell()

    async def _work(self, pack: Pack, task: RenderTask, draft: AidDocuments) -> None:
        later = self.pool.run_in_background
        try:
            await self._typeset_seen(draft)
            if draft.types:  # of a deck: it takes layouts to choose them
                whole = await self._render(pack, later, "render_whole", task, self.pool.folder)
                if whole.documents != draft.documents:
                    self._show(whole)
                    await self._typeset_seen(whole)
                # Not sooner: drafts have the type of the pages into which their faces are drawn.
                self._types = whole.types
            for place in self._places:
                await self.pool.wait_until_idle()
                await self._typeset(place.key, later)
        except InputError as error:
            self.unusable = error.problems
        except MachineError as error:
            self.unusable = (Problem(Where(str(pack)), str(error)),)
        finally:
            if self._task is asyncio.current_task():
                self.working = False
                self.notify()

    async def _typeset_seen(self, shown: AidDocuments) -> None:
        """Typeset the documents whose pages are looked at, once these are drawn as drafts."""
        await self.pool.wait_until_idle()
        pages = self.pages()
        for page in [pages[number] for number in self.seen if number < len(pages)]:
            # Where the draft took the layout of a whole document, its process goes on with that.
            # Else that process is kept free for the next save.
            is_quick = (page.key, page.page) in self._changed or self._arrangement(page.key)
            run = self.pool.run_in_background if is_quick else self.pool.run_now
            await self._typeset(page.key, run)
        # Together: else a face that was changed and changed back would count as unchanged.
        for place in self._places:
            place.base = place.key
        self._faces = shown.faces

    def _arrangement(self, key: str) -> Arrangement | None:
        return next(place.arrangement for place in self._places if place.key == key)

    async def _typeset(self, key: str, run: Callable[..., Any]) -> None:
        if key in self.typeset:
            return
        document = self.documents[key]
        done: SetDocument = await run("typeset", key, document, self.pool.folder)
        self.typeset[key] = done
        self._stored.add(key)
        for place in self._places:
            if place.key == key:
                place.sizes = done.printed.sizes or place.sizes
                place.arrangement = done.arrangement or place.arrangement
        self.notify()

    async def picture(self, key: str, page: int, scale: float) -> bytes:
        """Return a picture (JPEG) of a page, from 0, of a document: a draft if it is not typeset.

        Raises LookupError if there is no such page, MachineError.
        """
        document, folder, run = self.documents[key], self.pool.folder, self.pool.run_now
        if key in self.typeset:
            drawing = run("draw", key, page, scale, folder)
        elif (key, page) in self._changed:
            changed = self._changed[key, page]
            drawing = run("draw_changed", *changed, page, scale, folder)
        else:
            before = self._arrangement(key)
            drawing = run("draw_draft", key, document, before, page, scale)
        return bytes(await drawing)

    async def spots(self, key: str) -> Sequence[TextSpot]:
        """Return where the texts of a document are; raises LookupError, MachineError."""
        document, done = self.documents[key], self.typeset.get(key)
        if done and done.spots is not None:
            return done.spots
        run = self.pool.run_in_background
        spots: Sequence[TextSpot] = await run("find_spots", key, document)
        return spots
