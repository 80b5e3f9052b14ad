"""The scheduler: takes pieces and documents from the cache, or has workers make them once."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from aidgen.page.measures import PieceMeasures
from aidgen.page.pieces import Piece, html_length
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import (
    EXTENT,
    FIT_RECORD,
    SETTLE,
    Cache,
    CachedDocument,
    CachedSize,
    PlannedDocument,
    document_key,
    piece_key,
)
from aidgen.pipeline.pagination import Extent
from aidgen.pipeline.pool import StoppedError
from aidgen.problems import MachineError
from aidgen.store.cache import CachePlace


@dataclass(frozen=True)
class TaskProgress:
    """How far a task is: how many pieces it was asked for so far, and how many are done."""

    task: str
    """Its name in `aidgen.pipeline.tasks`."""
    wanted: int
    done: int


ProgressListener = Callable[[TaskProgress], None]
"""Called whenever the number of wanted or finished pieces grows."""


def ignore_progress(step: TaskProgress) -> None:
    """Do nothing."""


class ProgressCounter:
    """Counts pieces by task, and calls a listener."""

    def __init__(self, listener: ProgressListener) -> None:
        """Start with no tasks."""
        self._listener = listener
        self._steps: dict[str, TaskProgress] = {}

    def want(self, task: str, pieces: int) -> None:
        """Count pieces that wait for a task."""
        known = self._steps.get(task, TaskProgress(task, 0, 0))
        self._tell(TaskProgress(task, known.wanted + pieces, known.done))

    def end(self, task: str, pieces: int) -> None:
        """Count pieces that a task is done with."""
        known = self._steps[task]
        self._tell(TaskProgress(task, known.wanted, known.done + pieces))

    def _tell(self, step: TaskProgress) -> None:
        self._steps[step.task] = step
        self._listener(step)


LARGEST_BATCH = 40
"""The most pieces typeset together: more take memory and save no time."""
LARGEST_LONG_BATCH = 8
"""The most pieces of several pages in a batch, so that two workers share a book."""
LONGEST_LAYOUT = 150_000
"""How long the HTML of a batch of long pieces is at most, and of a body that is looked at at once:
a table of 500 rows, whose layout takes 130 MB."""

Outcome = TypeVar("Outcome")


class Scheduler:
    """Takes pieces and documents from the cache, or has an executor make them, each once.

    Use it within one event loop. Its methods raise MachineError if the machine cannot typeset,
    StoppedPieceError if the process that typesets a piece is stopped or dies.
    """

    def __init__(
        self,
        executor: Executor,
        folder: CachePlace,
        listener: ProgressListener = ignore_progress,
        batch: int = LARGEST_BATCH,
    ) -> None:
        """Use the cache in `folder`; `listener` is called with the progress.

        At most `batch` pieces are typeset in one task, which cannot be stopped.
        """
        self._executor, self._folder, self._most = executor, folder, batch
        self._cache = Cache(folder)
        self._asked: dict[str, asyncio.Future[Any]] = {}
        self._steps = ProgressCounter(listener)
        self._measures: dict[Piece, PieceMeasures] = {}
        """The measures of pieces in the type size that was chosen for them."""

    @property
    def place(self) -> CachePlace:
        """Where the cache is."""
        return self._folder

    async def largest_sizes(self, pieces: Sequence[Piece]) -> list[float]:
        """Return the largest type size in pt of each of some pieces with a choice."""
        alike = [piece.evened for piece in pieces]
        sizes = await self._each(alike, FIT_RECORD, self._cached_size(FIT_RECORD), tasks.FIT_TASK)
        for piece, size in zip(alike, sizes, strict=True):
            self._measures[piece.settled(size.type_size, ())] = size.measures
        return [size.type_size for size in sizes]

    async def settle(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return pieces with a choice in their settled type size and styles."""
        alike = [piece.evened for piece in pieces]
        sizes = await self._each(alike, SETTLE, self._cached_size(SETTLE), tasks.SETTLE_TASK)
        pairs = zip(pieces, sizes, strict=True)
        return [piece.settled(size.type_size, size.styles) for piece, size in pairs]

    async def page_starts(self, take: Piece) -> tuple[int, ...]:
        """Return the units with which the pages of a segment begin; none if that is unknown."""
        starts: tuple[int, ...] = await self._measure(tasks.PAGE_STARTS_TASK, take)
        return starts

    async def column_widths(self, piece: Piece) -> tuple[float, ...]:
        """Return the widths in px of the columns of a piece's table; none if they are unknown."""
        found: tuple[float, ...] = await self._measure(tasks.COLUMNS_TASK, piece)
        return found

    async def _measure(self, task: str, piece: Piece) -> Any:
        self._steps.want(task, 1)
        try:
            return await _task_result(self._run(task, piece))
        except StoppedError as stopped:
            raise StoppedPieceError(piece, str(stopped)) from None
        finally:
            self._steps.end(task, 1)

    async def extents(self, pieces: Sequence[Piece]) -> list[Extent]:
        """Typeset and verify pieces; return how long each is."""
        return await self._each(pieces, "", self._cached_extent, tasks.PIECES_TASK)

    async def typeset_again(self, pieces: Sequence[Piece]) -> None:
        """Typeset and verify pieces again whose cache entries are damaged."""
        for piece in pieces:
            self._asked.pop(piece_key(piece), None)
        await self._each(pieces, "", lambda _: None, tasks.PIECES_TASK)

    async def bind(self, document: PlannedDocument) -> tuple[CachedDocument, bool]:
        """Return a document of cached pieces, and whether it is new.

        Raises LookupError if a piece is not in the cache.
        """
        cached = self._cache.get(document_key(document), CachedDocument)
        if cached is not None:
            return cached, False
        return await _task_result(self._run(tasks.BIND_TASK, document, self._folder)), True

    def is_cached(self, job: str) -> bool:
        """Tell whether the PDF of a job is cached under the digest of its inputs."""
        return bool(job) and self._cache.get(job, str) is not None

    def cached_document(self, job: str) -> CachedDocument | None:
        """Return the cached PDF of a job, by the digest of all that it depends on."""
        document = self._cache.get(job, str) if job else None
        return self._cache.get(document, CachedDocument) if document else None

    def store(self, job: str, document: PlannedDocument) -> None:
        """Store which document a job makes. Raises OSError."""
        if job:
            self._cache.put(job, document_key(document))

    def _cached_size(self, purpose: str) -> Callable[[Piece], CachedSize | None]:
        return lambda piece: self._cache.get(piece_key(piece, purpose), CachedSize)

    def _cached_extent(self, piece: Piece) -> Extent | None:
        return self._cache.get(piece_key(piece, EXTENT), Extent)

    async def _each(
        self,
        pieces: Sequence[Piece],
        purpose: str,
        cached: Callable[[Piece], Outcome | None],
        task: str,
    ) -> list[Outcome]:
        """Return the result for each piece: from the cache, or from a task."""
        keys = [piece_key(piece, purpose) for piece in pieces]
        while True:
            missing: list[Piece] = []
            for key, piece in zip(keys, pieces, strict=True):
                if key not in self._asked and not self._ask(key, cached(piece)):
                    missing.append(piece)
            asked = [self._asked[key] for key in keys]
            batches = [self._batch(batch, purpose, task) for batch in self._batches(missing)]
            if batches:  # else other jobs would be rendered before any task runs
                await asyncio.gather(*batches)
            with suppress(_UntriedError):  # by another job that failed: then this one tries
                return [await future for future in asked]

    def _ask(self, key: str, known: object) -> bool:
        """Request a result; tell whether it is already known."""
        self._asked[key] = asyncio.get_running_loop().create_future()
        if known is not None:
            self._asked[key].set_result(known)
        return known is not None

    def _batches(self, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
        """Yield pieces in batches of one head; smaller batches if they may be long."""
        heads: dict[tuple[str, int], list[Piece]] = defaultdict(list)
        for piece in dict.fromkeys(pieces):
            most = min(self._most, LARGEST_LONG_BATCH) if piece.long else self._most
            heads[piece.head, most].append(piece)
        for (_, most), alike in heads.items():
            batch: list[Piece] = []
            total = 0
            for piece in alike:
                length = html_length(piece.inner) if piece.long else 0
                if batch and (len(batch) == most or total + length > LONGEST_LAYOUT):
                    yield tuple(batch)
                    batch, total = [], 0
                batch.append(piece)
                total += length
            yield tuple(batch)

    def _batch(self, pieces: Sequence[Piece], purpose: str, task: str) -> Coroutine[Any, Any, None]:
        """Start a task now; return what delivers its results."""
        more = [self._known_measures(pieces)] if task == tasks.SETTLE_TASK else []
        self._steps.want(task, len(pieces))
        running = self._run(task, pieces, self._folder, *more)
        return self._deliver(pieces, purpose, task, running)

    async def _deliver(
        self, pieces: Sequence[Piece], purpose: str, task: str, running: asyncio.Future[Any]
    ) -> None:
        """Deliver the results of a running task to all who wait for its pieces.

        If the worker is stopped, try piece by piece, up to the one that stops it again.
        """
        futures = [self._asked[piece_key(piece, purpose)] for piece in pieces]
        try:
            outcomes = await _task_result(running)
        except StoppedError as stopped:
            if len(pieces) > 1:
                await self._singly(pieces, purpose, task)
                return
            error = StoppedPieceError(pieces[0], str(stopped))
            _set_error(futures[0], error)
            raise error from None
        except Exception as error:
            for future in futures:
                _set_error(future, error)
            raise
        finally:
            self._steps.end(task, len(pieces))
        for future, outcome in zip(futures, outcomes, strict=True):
            future.set_result(outcome)

    def _known_measures(self, pieces: Sequence[Piece]) -> dict[Piece, PieceMeasures]:
        """Return the cached measures of pieces in their largest type size."""
        choices = {piece: piece.choice for piece in pieces if piece.choice}
        known = {
            piece: self._measures.get(piece.settled(choice.most, ()))
            for piece, choice in choices.items()
        }
        return {piece: measures for piece, measures in known.items() if measures}

    async def _singly(self, pieces: Sequence[Piece], purpose: str, task: str) -> None:
        """Run a task for piece by piece; forget those that were not tried."""
        untried = deque(pieces)
        try:
            while untried:
                await self._batch((untried.popleft(),), purpose, task)
        finally:
            for piece in untried:
                _set_error(self._asked.pop(piece_key(piece, purpose)), _UntriedError())

    def _run(self, task: str, *arguments: object) -> asyncio.Future[Any]:
        """Start a task now, before anything else is done here."""
        running = asyncio.wrap_future(self._executor.submit(tasks.run_task, task, *arguments))
        running.add_done_callback(_retrieve_error)  # the caller may have given up
        return running


def _retrieve_error(running: asyncio.Future[Any]) -> None:
    """Retrieve the error of a task, so that asyncio does not complain."""
    if not running.cancelled():
        running.exception()


async def _task_result(running: asyncio.Future[Any]) -> Any:
    """Return the result of a task. Raises MachineError if its process dies."""
    try:
        return await running
    except BrokenProcessPool:
        message = "a typesetting process died: is memory short, are the fonts readable?"
        raise MachineError(f"{message} `aidgen doctor` tells more") from None


class StoppedPieceError(Exception):
    """The process that typesets a piece was stopped, or died; the message gives the reason."""

    def __init__(self, piece: Piece, reason: str) -> None:
        """Take the piece, and the reason."""
        super().__init__(reason)
        self.piece = piece


class _UntriedError(Exception):
    """A piece was not tried, because the job that asked for it failed."""


def _set_error(future: asyncio.Future[Any], error: Exception) -> None:
    future.set_exception(error)
    future.exception()  # retrieved, so that asyncio does not complain
