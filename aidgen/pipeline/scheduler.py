"""Pieces and documents asked for, taken from the shelf or handed to processes, nothing twice."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from aidgen.page.measures import Measures
from aidgen.page.pieces import Piece
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import (
    EXTENT,
    FIT,
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
    """What is done to pieces by an errand: how many were wanted so far, and how many are done."""

    errand: str
    """Its name, as `aidgen.pipeline.tasks` has it."""
    wanted: int
    done: int


ProgressListener = Callable[[TaskProgress], None]
"""Is told each time when more is wanted, or done."""


def ignore_progress(step: TaskProgress) -> None:
    """Listen to nothing."""


class ProgressCounter:
    """Counts pieces, errand by errand, and tells a listener."""

    def __init__(self, told: ProgressListener) -> None:
        """Begin with nothing wanted."""
        self._told = told
        self._steps: dict[str, TaskProgress] = {}

    def want(self, errand: str, pieces: int) -> None:
        """Count pieces that an errand is wanted for."""
        known = self._steps.get(errand, TaskProgress(errand, 0, 0))
        self._tell(TaskProgress(errand, known.wanted + pieces, known.done))

    def end(self, errand: str, pieces: int) -> None:
        """Count pieces that an errand has been done for."""
        known = self._steps[errand]
        self._tell(TaskProgress(errand, known.wanted, known.done + pieces))

    def _tell(self, step: TaskProgress) -> None:
        self._steps[step.errand] = step
        self._told(step)


LARGEST_BATCH = 40
"""How many pieces are set together at most: more cost memory, and save no more time."""
LARGEST_LONG_BATCH = 8
"""How many of those that may go on over several pages: two processes share a book."""

Outcome = TypeVar("Outcome")


class Scheduler:
    """Sets pieces and puts documents together on an executor, the shelf in `folder` in use.

    To be used within one event loop. Its methods raise MachineError if the machine cannot typeset,
    StoppedPieceError if the process is stopped, or dies, that sets a piece.
    """

    def __init__(
        self, executor: Executor, folder: CachePlace, told: ProgressListener = ignore_progress
    ) -> None:
        """Begin with nothing asked for; how far the work is is `told`."""
        self._executor, self._folder = executor, folder
        self._shelf = Cache(folder)
        self._asked: dict[str, asyncio.Future[Any]] = {}
        self._steps = ProgressCounter(told)
        self._measures: dict[Piece, Measures] = {}
        """What was measured of pieces when their type was chosen, by pieces in that type."""

    @property
    def place(self) -> CachePlace:
        """Where the shelf is."""
        return self._folder

    async def sized(self, pieces: Sequence[Piece]) -> list[float]:
        """Return the type in pt that each of some pieces with a choice may be set in at most."""
        alike = [piece.evened for piece in pieces]
        sizes = await self._each(alike, FIT, self._filed_size(FIT), tasks.FIT_TASK)
        for piece, size in zip(alike, sizes, strict=True):
            self._measures[piece.settled(size.type_size, ())] = size.measures
        return [size.type_size for size in sizes]

    async def settled(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return pieces with a choice as they are to be set."""
        alike = [piece.evened for piece in pieces]
        sizes = await self._each(alike, SETTLE, self._filed_size(SETTLE), tasks.SETTLE_TASK)
        pairs = zip(pieces, sizes, strict=True)
        return [piece.settled(size.type_size, size.styles) for piece, size in pairs]

    async def begun(self, take: Piece) -> tuple[int, ...]:
        """Return which of its units pages of a counted take begin with; none if nobody can say."""
        self._steps.want(tasks.PAGE_STARTS_TASK, 1)
        try:
            found: tuple[int, ...] = await _task_result(self._run(tasks.PAGE_STARTS_TASK, take))
        except StoppedError as stopped:
            raise StoppedPieceError(take, str(stopped)) from None
        finally:
            self._steps.end(tasks.PAGE_STARTS_TASK, 1)
        return found

    async def extents(self, pieces: Sequence[Piece]) -> list[Extent]:
        """Have pieces set and proved; return how long each has become."""
        return await self._each(pieces, "", self._filed_extent, tasks.PIECES_TASK)

    async def again(self, pieces: Sequence[Piece]) -> None:
        """Have pieces set and proved though they seem to be on the shelf: they were damaged."""
        for piece in pieces:
            self._asked.pop(piece_key(piece), None)
        await self._each(pieces, "", lambda _: None, tasks.PIECES_TASK)

    async def bound(self, document: PlannedDocument) -> tuple[CachedDocument, bool]:
        """Return a document of pieces that are on the shelf, and whether it is new.

        Raises LookupError if a piece is not there after all.
        """
        filed = self._shelf.get(document_key(document), CachedDocument)
        if filed is not None:
            return filed, False
        return await _task_result(self._run(tasks.BIND_TASK, document, self._folder)), True

    def is_filed(self, job: str) -> bool:
        """Tell whether a PDF was made of a job, by the digest of all that it goes by."""
        return bool(job) and self._shelf.get(job, str) is not None

    def filed(self, job: str) -> CachedDocument | None:
        """Return the PDF of a job, by the digest of all that it goes by, if it is on the shelf."""
        document = self._shelf.get(job, str) if job else None
        return self._shelf.get(document, CachedDocument) if document else None

    def file(self, job: str, document: PlannedDocument) -> None:
        """File which document a job comes to. Raises OSError."""
        if job:
            self._shelf.put(job, document_key(document))

    def _filed_size(self, purpose: str) -> Callable[[Piece], CachedSize | None]:
        return lambda piece: self._shelf.get(piece_key(piece, purpose), CachedSize)

    def _filed_extent(self, piece: Piece) -> Extent | None:
        return self._shelf.get(piece_key(piece, EXTENT), Extent)

    async def _each(
        self,
        pieces: Sequence[Piece],
        purpose: str,
        filed: Callable[[Piece], Outcome | None],
        errand: str,
    ) -> list[Outcome]:
        """Return what comes of each piece: what is `filed` of it, or what an `errand` makes."""
        keys = [piece_key(piece, purpose) for piece in pieces]
        while True:
            missing: list[Piece] = []
            for key, piece in zip(keys, pieces, strict=True):
                if key not in self._asked and not self._ask(key, filed(piece)):
                    missing.append(piece)
            asked = [self._asked[key] for key in keys]
            batches = [self._batch(batch, purpose, errand) for batch in _piece_batches(missing)]
            if batches:  # else this would let others be poured before anything is under way
                await asyncio.gather(*batches)
            with suppress(_UntriedError):  # by others who asked: then we do
                return [await future for future in asked]

    def _ask(self, key: str, known: object) -> bool:
        """Note that something is asked for; tell whether it is known."""
        self._asked[key] = asyncio.get_running_loop().create_future()
        if known is not None:
            self._asked[key].set_result(known)
        return known is not None

    def _batch(
        self, pieces: Sequence[Piece], purpose: str, errand: str
    ) -> Coroutine[Any, Any, None]:
        """Have an errand run at once; return what tells all who wait for its pieces of it."""
        more = [self._measured(pieces)] if errand == tasks.SETTLE_TASK else []
        self._steps.want(errand, len(pieces))
        running = self._run(errand, pieces, self._folder, *more)
        return self._told(pieces, purpose, errand, running)

    async def _told(
        self, pieces: Sequence[Piece], purpose: str, errand: str, running: asyncio.Future[Any]
    ) -> None:
        """Tell all who wait for some pieces what comes of the errand that is running for them.

        If the process is stopped, each is tried by itself, up to the one that does it.
        """
        futures = [self._asked[piece_key(piece, purpose)] for piece in pieces]
        try:
            outcomes = await _task_result(running)
        except StoppedError as stopped:
            if len(pieces) > 1:
                await self._singly(pieces, purpose, errand)
                return
            error = StoppedPieceError(pieces[0], str(stopped))
            _set_error(futures[0], error)
            raise error from None
        except Exception as error:
            for future in futures:
                _set_error(future, error)
            raise
        finally:
            self._steps.end(errand, len(pieces))
        for future, outcome in zip(futures, outcomes, strict=True):
            future.set_result(outcome)

    def _measured(self, pieces: Sequence[Piece]) -> dict[Piece, Measures]:
        """Return what is known of pieces in the largest type that they may be set in."""
        choices = {piece: piece.choice for piece in pieces if piece.choice}
        known = {
            piece: self._measures.get(piece.settled(choice.most, ()))
            for piece, choice in choices.items()
        }
        return {piece: measures for piece, measures in known.items() if measures}

    async def _singly(self, pieces: Sequence[Piece], purpose: str, errand: str) -> None:
        """Have an errand run for piece by piece; what was not tried is forgotten."""
        untried = deque(pieces)
        try:
            while untried:
                await self._batch((untried.popleft(),), purpose, errand)
        finally:
            for piece in untried:
                _set_error(self._asked.pop(piece_key(piece, purpose)), _UntriedError())

    def _run(self, errand: str, *arguments: object) -> asyncio.Future[Any]:
        """Have an errand run at once: it is under way before anything else is done here."""
        running = asyncio.wrap_future(self._executor.submit(tasks.run_task, errand, *arguments))
        running.add_done_callback(_retrieve_error)  # whoever asked may have left off
        return running


def _retrieve_error(running: asyncio.Future[Any]) -> None:
    """Ask what an errand raised, so that nobody else has to."""
    if not running.cancelled():
        running.exception()


async def _task_result(running: asyncio.Future[Any]) -> Any:
    """Return what comes of an errand. Raises MachineError if its process dies of the machine."""
    try:
        return await running
    except BrokenProcessPool:
        message = "a typesetting process died: is memory short, are the fonts readable?"
        raise MachineError(f"{message} `aidgen doctor` tells more") from None


class StoppedPieceError(Exception):
    """The process that sets a piece is stopped, or dies; says why."""

    def __init__(self, piece: Piece, reason: str) -> None:
        """Take the piece, and the reason."""
        super().__init__(reason)
        self.piece = piece


class _UntriedError(Exception):
    """A piece was not tried, since the job that asked for it cannot be done."""


def _set_error(future: asyncio.Future[Any], error: Exception) -> None:
    future.set_exception(error)
    future.exception()  # asked for here, so that nobody else has to


def _piece_batches(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Yield pieces in batches of one head; of those that may be long, fewer are set together."""
    heads: dict[tuple[str, int], list[Piece]] = defaultdict(list)
    for piece in dict.fromkeys(pieces):
        heads[piece.head, LARGEST_LONG_BATCH if piece.long else LARGEST_BATCH].append(piece)
    for (_, most), alike in heads.items():
        for start in range(0, len(alike), most):
            yield tuple(alike[start : start + most])
