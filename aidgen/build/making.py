"""How PDFs come to be: pieces from the shelf or from worker processes, put together by these."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from aidgen.build.filing import (
    FiledDocument,
    PlacedPiece,
    PlannedDocument,
    PlannedSide,
    piece_key,
)
from aidgen.build.plan import Job
from aidgen.build.planning import pieces, sides
from aidgen.build.pressing import Press
from aidgen.build.steps import Listener, unheard
from aidgen.build.whereabouts import Printing, problems
from aidgen.page.pieces import Side
from aidgen.page.render import facts, render
from aidgen.problems import Problem, Unequipped, Unusable
from aidgen.store.shelf import SHELF, Place


@dataclass(frozen=True)
class Made:
    """What came of a job: the proved PDF, and what is wrong with it."""

    job: Job
    filed: FiledDocument | None = field(default=None, repr=False)
    """The PDF and what was found in it; None if its pieces could not be made."""
    fresh: bool = False
    """Whether it was put together now, not taken from the shelf."""
    problems: tuple[Problem, ...] = ()

    @property
    def published(self) -> bool:
        """Whether the PDF stands, or may stand, under its final name."""
        return self.filed is not None and not self.problems

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.filed.pages if self.filed else 0


@dataclass(frozen=True)
class Elsewhere:
    """What is done or kept elsewhere than in the processes and the output folder of a build."""

    scheduler: str = ""
    """The address of the scheduler of a Dask cluster; "" if processes of our own do the work."""
    shelf: Place | None = None
    """Where finished work is kept, in reach of all who work; None if below the output folder."""


HERE = Elsewhere()


def make(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    elsewhere: Elsewhere = HERE,
    told: Listener = unheard,
) -> Iterator[Made]:
    """Yield what comes of each of `jobs`, the shelf of `out` in use, and publish nothing.

    `workers` is the number of processes, unless the work is done `elsewhere`; how far it is is
    `told`. Raises Unequipped if the machine cannot typeset, or another one that is asked for.
    """
    shelf = elsewhere.shelf or (out / SHELF).absolute()
    with _hands(workers, elsewhere) as hands, asyncio.Runner() as runner:
        made = runner.run(_begun(jobs, Press(hands, shelf, told)))
        for _ in jobs:
            yield runner.run(made.get())


async def _begun(jobs: Sequence[Job], press: Press) -> _Results:
    return _Results(jobs, press)


class _Results:
    """What comes of jobs, in the order in which it comes."""

    def __init__(self, jobs: Sequence[Job], press: Press) -> None:
        self._queue: asyncio.Queue[Made | BaseException] = asyncio.Queue()
        # Long documents first: the pool then ends with short ones, and no core waits.
        ordered = sorted(jobs, key=lambda job: job.is_long, reverse=True)
        self._tasks = [asyncio.create_task(self._do(job, press)) for job in ordered]

    async def _do(self, job: Job, press: Press) -> None:
        try:
            self._queue.put_nowait(await _made(job, press))
        except Exception as error:
            self._queue.put_nowait(error)

    async def get(self) -> Made:
        """Return the next; raises what was raised."""
        made = await self._queue.get()
        if isinstance(made, BaseException):
            raise made
        return made


async def _made(job: Job, press: Press) -> Made:
    filed = press.filed(job.digest)
    fresh = filed is None
    try:
        if filed is None:
            filed, fresh = await _bound(job, press)
    except Unusable as unusable:
        return Made(job, problems=unusable.problems)
    told: tuple[Problem, ...] = ()
    if filed.faults:
        printing = Printing(job.pack, job.canon, job.aid, job.output.name)
        told = tuple(problems(printing, filed.faults, filed.texts))
    return Made(job, filed if filed.pages else None, fresh, told)


async def _bound(job: Job, press: Press) -> tuple[FiledDocument, bool]:
    """Return the PDF of a job, its pieces set where they are not filed, and whether it is new.

    Raises Unusable if its pieces cannot be made.
    """
    parts = render(job.canon, job.aid, job.pack.roots, job.choices)
    laid = await sides(parts, press, job.choices)
    document = _planned(job, laid)
    try:
        bound = await press.bound(document)
    except LookupError:
        await press.again(pieces(laid))
        bound = await _kept(press, document)
    press.file(job.digest, document)
    return bound


async def _kept(press: Press, document: PlannedDocument) -> tuple[FiledDocument, bool]:
    """Return a document whose pieces were filed this very moment."""
    try:
        return await press.bound(document)
    except LookupError:
        message = "does not keep what is put there: do all who work reach it?"
        raise Unequipped(f"the shelf {press.place} {message}") from None


def _planned(job: Job, laid: Sequence[Side]) -> PlannedDocument:
    canon = job.canon
    limits = canon.aids[job.aid].page_limits if job.has_its_pages else (1, None)
    return PlannedDocument(facts(canon, job.aid), tuple(map(_side, laid)), limits)


def _side(side: Side) -> PlannedSide:
    placed = (
        PlacedPiece(piece_key(one.piece), one.page, one.left, one.top, one.again, one.turn)
        for one in side.placed
    )
    return PlannedSide(side.size.width, side.size.height, tuple(placed))


def _hands(workers: int, elsewhere: Elsewhere) -> Executor:
    """Return who does the work. Raises Unequipped if it is a cluster that will not do."""
    if not elsewhere.scheduler:
        return pool(workers)
    try:
        scheduling = import_module("aidgen.build.scheduling")
    except ImportError:
        message = "--scheduler needs distributed: pip install 'aidgen[cluster]'"
        raise Unequipped(message) from None
    cluster: Executor = scheduling.Cluster(elsewhere.scheduler)
    return cluster


def pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.build.forge"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)
