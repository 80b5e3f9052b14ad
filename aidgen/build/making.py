"""How PDFs come to be: pieces from the shelf or from worker processes, put together by these."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
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
from aidgen.build.whereabouts import Printing, problems
from aidgen.page.pieces import Side
from aidgen.page.render import facts, render
from aidgen.problems import Problem, Unusable
from aidgen.store.shelf import SHELF


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


def make(jobs: Sequence[Job], out: Path, *, workers: int) -> Iterator[Made]:
    """Yield what comes of each of `jobs`, the shelf of `out` in use, and publish nothing.

    `workers` is the number of processes. Raises Unequipped if the machine cannot typeset.
    """
    with pool(workers) as processes, asyncio.Runner() as runner:
        made = runner.run(_begun(jobs, Press(processes, out / SHELF)))
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
        bound = await press.bound(document)
    press.file(job.digest, document)
    return bound


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


def pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.build.forge"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)
