"""A whole build: makes, publishes and certifies PDFs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import SHARES
from aidgen.pipeline import tasks
from aidgen.pipeline.changes import lost_parts
from aidgen.pipeline.manifest import DRAFTS
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult, plan
from aidgen.pipeline.production import make
from aidgen.pipeline.publication import certify, publish
from aidgen.pipeline.tasks import ProgressListener, ignore_progress
from aidgen.sandbox.output import sweep, write_file


def build(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    scheduler: str = "",
    listener: ProgressListener = ignore_progress,
    strict: bool = False,
) -> Iterator[JobResult]:
    """Make the PDFs of `jobs` below `out`; yield each once it is published.

    One with a fault is held back, and if `strict`, one with a doubt as well.
    `workers` processes make them, or those of a Dask `scheduler`. Cached results are used.
    Published PDFs are certified at the end, even if the build is interrupted. `listener` receives
    the progress. Raises MachineError if this machine, or the remote one that was asked for, cannot
    typeset.
    """
    sweep(out)
    done: list[JobResult] = []
    try:
        for result in make(jobs, out, workers=workers, scheduler=scheduler, listener=listener):
            if strict:
                result = replace(result, held=bool(result.problems))
            if result.fresh and result.published:
                result = replace(result, lost=lost_parts(result, out))
            done.append(result)  # before it is published: one that is must be certified
            publish(result, out)
            yield result
    finally:
        certify(done, out)


def build_drafts(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    listener: ProgressListener = ignore_progress,
) -> Iterator[JobResult]:
    """Print all of `jobs` that can be typeset into a folder of their own, stamped; yield each."""
    for result in make(jobs, out, workers=workers, listener=listener):
        if result.finished is not None and result.finished.pdf:
            pdf = tasks.run_task(tasks.DRAFT_TASK, result.finished.pdf)
            write_file(out / DRAFTS / result.job.output, pdf, out)
        yield result


def calibration(papers: Sequence[str] = (), locales: Sequence[str] = ()) -> tuple[Job, ...]:
    """Return the jobs of the calibration page on papers of `SHARES`. Raises UsageError."""
    pack = Pack(BUNDLED_PACK / "calibration")
    jobs = [
        job
        for paper in papers or SHARES
        for job in plan(pack, locales=locales, options=PrintOptions(paper=paper)).jobs
    ]
    return tuple(dict.fromkeys(jobs))
