"""How a PDF comes to be: its page is taken from the shelf, or typeset and proved by a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from aidgen.build.budget import alone, each
from aidgen.build.plan import Job
from aidgen.build.whereabouts import Printing, problems
from aidgen.build.worker import press
from aidgen.jail.files import refuse_exits
from aidgen.jail.limits import beyond
from aidgen.page.faults import Fault
from aidgen.page.render import Page, render
from aidgen.problems import Problem, Unusable
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
            page = _page_within_limits(job)
        except Unusable as unusable:
            yield Made(job, problems=unusable.problems)
            continue
        if isinstance(page, Fault):
            yield Made(job, problems=tuple(problems(_printing(job), (page,), ())))
            continue
        filed = shelf.get(out / shelf.SHELF, shelf.key(page))
        if filed is None:
            missing.append((job, page))
        else:
            yield _judged(job, filed, fresh=False)
    if missing:
        yield from _press(missing, out, workers)


def _page_within_limits(job: Job) -> Page | Fault:
    """Return the page of a job, or why there is none: strangers' templates are poured apart."""
    limits = job.pack.limits
    has_templates = job.pack.has_templates
    try:
        page = alone(partial(page_of, job), limits) if has_templates else page_of(job)
    except Unusable:
        raise
    except Exception as error:  # whatever it is, no other page has to suffer for it
        found = f"cannot be made: pouring it failed ({type(error).__name__}: {error})"
        return Fault(kind="stopped", found=found)
    if isinstance(page, Page) and len(page.html) > limits.html_bytes:
        where = job.canon.where(job.canon.at("aids", job.aid))
        raise Unusable([beyond(where, "html_bytes", len(page.html), limits)])
    return page


def page_of(job: Job) -> Page:
    """Return the page of a job, ready to be typeset; its HTML is the whole key of the PDF."""
    return render(job.canon, job.aid, job.pack.roots)


def _judged(job: Job, filed: shelf.Filed, *, fresh: bool) -> Made:
    return Made(job, filed, fresh, tuple(problems(_printing(job), filed.faults, filed.texts)))


def _printing(job: Job) -> Printing:
    return Printing(job.pack, job.canon, job.aid, job.output.name)


def _press(missing: list[tuple[Job, Page]], out: Path, workers: int) -> Iterator[Made]:
    # Long documents first: the pool then ends with short ones, and no core waits.
    missing.sort(key=lambda item: len(item[1].html), reverse=True)
    pages = [page for _, page in missing]
    limits = missing[0][0].pack.limits
    work = partial(press, folder=out / shelf.SHELF, limits=limits)
    for number, pressed in each(work, pages, workers=workers, limits=limits):
        job, _ = missing[number]
        if isinstance(pressed, shelf.Filed):
            yield _judged(job, pressed, fresh=True)
        else:  # nothing could be set
            yield Made(job, problems=tuple(problems(_printing(job), (pressed,), ())))
