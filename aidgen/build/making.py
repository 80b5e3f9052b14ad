"""How a PDF comes to be: its page is taken from the shelf, or typeset and proved by a worker."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from aidgen.build.plan import Job
from aidgen.build.whereabouts import Printing, problems
from aidgen.build.worker import press
from aidgen.jail.files import refuse_exits
from aidgen.page.render import Page, render
from aidgen.problems import Problem, Unequipped, Unusable
from aidgen.store import shelf


@dataclass(frozen=True)
class Made:
    """What came of a job: the proved PDF, and what is wrong with it."""

    job: Job
    filed: shelf.Filed | None = field(default=None, repr=False)
    """The PDF and what was found in it; None if its page could not be made."""
    fresh: bool = False
    """Whether it was typeset now, not taken from the shelf."""
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
    refuse_exits(out)
    missing: list[tuple[Job, Page]] = []
    for job in jobs:
        try:
            page = page_of(job)
        except Unusable as unusable:
            yield Made(job, problems=unusable.problems)
            continue
        filed = shelf.get(out / shelf.SHELF, shelf.key(page))
        if filed is None:
            missing.append((job, page))
        else:
            yield _judged(job, filed, fresh=False)
    if missing:
        yield from _press(missing, out, workers)


def page_of(job: Job) -> Page:
    """Return the page of a job, ready to be typeset; its HTML is the whole key of the PDF."""
    return render(job.canon, job.aid, job.pack.roots)


def _judged(job: Job, filed: shelf.Filed, *, fresh: bool) -> Made:
    return Made(job, filed, fresh, tuple(problems(_printing(job), filed.faults, filed.texts)))


def _printing(job: Job) -> Printing:
    return Printing(job.pack, job.canon, job.aid, job.output.name)


def _press(missing: list[tuple[Job, Page]], out: Path, workers: int) -> Iterator[Made]:
    with _pool(min(workers, len(missing))) as pool:
        # Long documents first: the pool then ends with short ones, and no core waits.
        missing.sort(key=lambda item: len(item[1].html), reverse=True)
        futures = {pool.submit(press, page, out / shelf.SHELF): job for job, page in missing}
        for future in as_completed(futures):
            try:
                pressed = future.result()
            except BrokenProcessPool:
                message = "a typesetting process died: is memory short, are the fonts readable?"
                raise Unequipped(f"{message} `aidgen doctor` tells more") from None
            job = futures[future]
            if isinstance(pressed, shelf.Filed):
                yield _judged(job, pressed, fresh=True)
            else:  # nothing could be set
                yield Made(job, problems=tuple(problems(_printing(job), (pressed,), ())))


def _pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.build.worker", "aidgen.build.forge"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)
