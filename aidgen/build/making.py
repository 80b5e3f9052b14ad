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
from aidgen.game.canon import Canon
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
    with _pool(workers) as pool, asyncio.Runner() as runner:
        made = runner.run(_begun(jobs, Press(pool, out / SHELF)))
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
    try:
        canon = job.canon
        parts = render(canon, job.aid, job.pack.roots)
    except Unusable as unusable:
        return Made(job, problems=unusable.problems)
    laid = await sides(parts, press)
    document = planned(canon, job.aid, laid)
    try:
        filed, fresh = await press.bound(document)
    except LookupError:
        await press.again(pieces(laid))
        filed, fresh = await press.bound(document)
    printing = Printing(job.pack, canon, job.aid, job.output.name)
    told = tuple(problems(printing, filed.faults, filed.texts))
    return Made(job, filed if filed.pages else None, fresh, told)


def planned(canon: Canon, aid: str, laid: Sequence[Side]) -> PlannedDocument:
    """Return what the PDF of an aid is to be put together from: filed pieces on sides of paper."""
    return PlannedDocument(facts(canon, aid), tuple(map(_side, laid)), canon.aids[aid].page_limits)


def _side(side: Side) -> PlannedSide:
    placed = (
        PlacedPiece(piece_key(one.piece), one.page, one.left, one.top, one.again)
        for one in side.placed
    )
    return PlannedSide(side.size.width, side.size.height, tuple(placed))


def _pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.build.forge"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)
