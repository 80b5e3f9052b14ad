"""Produces the PDFs of jobs: has workers render them, typeset their documents and bind those."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from aidgen.layout.faults import CRAMPED, Fault
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import Cache, cache_folder
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.manifest import HELD_BACK
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.tasks import (
    Finished,
    ProgressListener,
    RenderTask,
    StoppedError,
    ignore_progress,
)
from aidgen.problems import InputError, MachineError, Problem
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.limits import OUT_OF_MEMORY, STANDARD, Limits, is_out_of_memory, over_limit

# How many more jobs are under way than there are workers, so that none waits.
JOBS_AHEAD = 2


def make(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    scheduler: str = "",
    listener: ProgressListener = ignore_progress,
) -> Iterator[JobResult]:
    """Yield the result of each of `jobs`, using the cache of `out`; publish nothing.

    `workers` is the number of local processes, unused with a Dask `scheduler`; `listener` receives
    the progress. Raises MachineError if this machine or the remote one cannot typeset, InputError
    if its cache is a link that leads elsewhere.
    """
    limits = jobs[0].pack.limits if jobs else STANDARD
    folder = cache_folder(out, limits)
    left = []
    for job in jobs:
        finished = _finished_before(job, out, Cache(folder))
        if finished is None:
            left.append(job)
        else:
            yield _result(job, finished, fresh=False)
    if not left:
        return
    left.sort(key=lambda job: not job.base.is_long)  # the last jobs are short: no core is idle
    with _executor(workers, limits, scheduler) as executor:
        making = _Making(executor, out, folder, listener)
        with ThreadPoolExecutor(workers + JOBS_AHEAD) as threads:
            futures = [threads.submit(making.result, job) for job in left]
            try:
                for future in as_completed(futures):
                    renew_limits(limits)  # of this process, which reads packs
                    yield future.result()
            finally:  # also when the caller has had enough, or was interrupted
                for future in futures:
                    future.cancel()
                executor.shutdown(wait=False, cancel_futures=True)


def _executor(workers: int, limits: Limits, scheduler: str) -> Executor:
    pool = WorkerPool(workers, limits)
    if not scheduler:
        return pool
    try:
        cluster = import_module("aidgen.pipeline.cluster")
    except ImportError:
        raise MachineError("--scheduler needs distributed: pip install 'aidgen[cluster]'") from None
    remote: Executor = cluster.Cluster(scheduler, limits, pool)
    return remote


def _finished_before(job: Job, out: Path, cache: Cache) -> Finished | None:
    finished = cache.get(job.digest, Finished) if job.digest else None
    if finished is None or not finished.sha256:
        return finished
    pdf = _written_pdf(job, out, finished)
    return replace(finished, pdf=pdf) if pdf else None


def _written_pdf(job: Job, out: Path, finished: Finished) -> bytes | None:
    for path in (out / job.output, out / HELD_BACK / job.output.name):
        with suppress(OSError):
            pdf = path.read_bytes()
            if sha256(pdf).hexdigest() == finished.sha256:
                return pdf
    return None


class _Making:
    def __init__(
        self, executor: Executor, out: Path, folder: Path, listener: ProgressListener
    ) -> None:
        self._executor, self._out, self._folder, self._listener = executor, out, folder, listener
        self._lock = threading.Lock()
        self._wanted = self._done = 0

    def result(self, job: Job) -> JobResult:
        """Return the result of a job; only errors of the machine are raised, and stop all jobs."""
        try:
            finished = self._finished(job)
            # What was saved meanwhile is not what was read.
            if job.digest and job.pack.snapshot.holds:
                Cache(self._folder).put(job.digest, replace(finished, pdf=b""))
        except (MachineError, OSError):
            raise
        except Exception as error:  # whatever the error, other PDFs go on
            return JobResult(job, problems=_explain_stop(job, error), held=True)
        # A text that it does not print may have changed: then it is as it was.
        return _result(job, finished, fresh=_written_pdf(job, self._out, finished) is None)

    def _finished(self, job: Job) -> Finished:
        with self._lock:  # a pack reads its files when it is asked
            render_tasks = [job.render_task(locale) for locale in job.locales]
            aid = job.game_data.at("aids", job.aid)
            mark = job.pack.game_data(job.game).mark
            limits = job.game_data.aids[job.aid].page_limits if job.has_its_pages else (1, None)
        # The cards of a second language are behind those of the first.
        is_behind = len(render_tasks) > 1 and job.base.is_cut
        sides = ("front", "back") if is_behind else (None, None)
        parts = [
            self._typeset(job, task, side) for task, side in zip(render_tasks, sides, strict=False)
        ]
        if not any(keys for _, keys in parts):
            hint = "list what it prints in `contents`"
            raise InputError.at(job.game_data.where(aid), "has nothing to print", hint)
        finishing = self._run(tasks.FINISH_TASK, parts, mark, limits, self._folder)
        finished: Finished = finishing.result()
        if finished.pages > job.pack.limits.pages:
            where = job.game_data.where(aid)
            raise InputError([over_limit(where, "pages", finished.pages, job.pack.limits)])
        return finished

    def _typeset(self, job: Job, task: RenderTask, side: str | None) -> tuple[Any, list[str]]:
        # A deck is measured by its fullest cards. If another one is too full after all, it is
        # measured again, by all of them.
        for everything in (False, True):
            binding = self._run(tasks.PREPARE_TASK, task, self._folder, side, everything).result()
            futures = [
                self._run(tasks.TYPESET_TASK, document, self._folder)
                for document in binding.documents
            ]
            printed = [future.result() for future in futures]
            if not (job.base.is_cut and any(is_crowded for _, is_crowded in printed)):
                break
        return replace(binding, documents=()), [key for key, _ in printed]

    def _run(self, task: str, *arguments: object) -> Future[Any]:
        future: Future[Any] = self._executor.submit(tasks.run_task, task, *arguments)
        if task == tasks.TYPESET_TASK:
            self._count(asked=1)
            future.add_done_callback(lambda _: self._count(done=1))
        return future

    def _count(self, asked: int = 0, done: int = 0) -> None:
        with self._lock:
            self._wanted += asked
            self._done += done
            self._listener(tasks.TYPESET_TASK, self._wanted, self._done)


def _result(job: Job, finished: Finished, *, fresh: bool) -> JobResult:
    listed = list[Problem]()
    for locale in job.locales if finished.faults else ():
        lang = "" if locale == job.locale else locale.replace("_", "-")
        faults = [fault for fault in finished.faults if fault.lang == lang]
        listed += problems(_printing(job, locale), faults, finished.texts)
    return JobResult(
        job,
        finished if finished.pages else None,
        fresh,
        tuple(listed),
        overflows=any(fault.kind in CRAMPED for fault in finished.faults),
        held=any(fault.level == "fault" for fault in finished.faults),
    )


def _printing(job: Job, locale: str) -> Printing:
    return Printing(job.pack, job.pack.localized(job.game, locale), job.aid, job.output.name)


def _explain_stop(job: Job, error: Exception) -> tuple[Problem, ...]:
    if isinstance(error, InputError):
        return error.problems
    detail = error if isinstance(error, StoppedError) else f"{type(error).__name__}: {error}"
    if is_out_of_memory(error):
        detail = OUT_OF_MEMORY
    fault = Fault(kind="stopped", message=f"cannot be made: {detail}")
    return tuple(problems(_printing(job, job.locale), [fault], ()))
