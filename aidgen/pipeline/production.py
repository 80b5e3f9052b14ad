"""Produces the PDFs of jobs: has workers render them, typeset their documents and bind those."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from aidgen.assets.papers import paper_name
from aidgen.game.data import GameData
from aidgen.layout.faults import CRAMPED, Fault
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import CACHE_FOLDER, Cache, job_key
from aidgen.pipeline.finished import Finished, RenderTask
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.manifest import HELD_BACK, PrintedUnit
from aidgen.pipeline.plan import Job
from aidgen.pipeline.pool import StoppedError, WorkerPool
from aidgen.problems import InputError, MachineError, Problem, count_noun
from aidgen.sandbox.files import refuse_exits
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

JOBS_AHEAD = 2
"""How many more jobs are under way than there are workers, so that none waits."""


@dataclass(frozen=True)
class TaskProgress:
    """How far a kind of task is: how many were asked for so far, and how many are done."""

    task: str
    """Its name in `aidgen.pipeline.tasks`."""
    wanted: int
    done: int


ProgressListener = Callable[[TaskProgress], None]
"""Called whenever a task is asked for or done."""


def ignore_progress(step: TaskProgress) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class JobResult:
    """The result of a job: the verified PDF, and its problems."""

    job: Job
    finished: Finished | None = field(default=None, repr=False)
    """The PDF with its check results; None if it could not be made."""
    fresh: bool = False
    """Whether it differs from the PDF that an earlier build wrote."""
    problems: tuple[Problem, ...] = ()
    overflows: bool = False
    """Whether something in it does not fit."""
    held: bool = False
    """Whether something in it holds it back: an error, or a warning where they count as errors."""

    @property
    def published(self) -> bool:
        """Whether the PDF has, or may have, its final name."""
        return self.finished is not None and not self.held

    def judged_strictly(self) -> JobResult:
        """Return it held back if there is any problem, even a doubt."""
        return replace(self, held=bool(self.problems))

    @property
    def printing(self) -> str:
        """What to know before printing it: pages, paper, how to turn the paper over."""
        if self.finished is None:
            return ""
        facts = [count_noun(self.pages, "page"), self.paper]
        facts += ["landscape"] * self.is_landscape
        if self.finished.two_sided:
            facts.append(f"two-sided: flip on the {self.flip_edge} edge")
        return ", ".join(facts)

    @property
    def paper(self) -> str:
        """The name of its paper."""
        return paper_name(self.finished.sheet) if self.finished else ""

    @property
    def is_landscape(self) -> bool:
        """Whether its first page is wider than high."""
        return self.finished is not None and self.finished.sheet.width > self.finished.sheet.height

    @property
    def flip_edge(self) -> str:
        """On which edge the paper is turned over, short or long."""
        return "short" if self.is_landscape else "long"

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.finished.pages if self.finished else 0


def make(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    scheduler: str = "",
    listener: ProgressListener = ignore_progress,
    pdfs: bool = True,
) -> Iterator[JobResult]:
    """Yield the result of each of `jobs`, using the cache of `out`; publish nothing.

    `workers` is the number of local processes, unused with a Dask `scheduler`; `listener` receives
    the progress. Without `pdfs`, results need not have the bytes of their PDFs. Raises MachineError
    if this machine or the remote one cannot typeset, InputError if `out` is a link that leads
    elsewhere.
    """
    refuse_exits(out)
    limits = jobs[0].pack.limits if jobs else STANDARD
    folder = cache_folder(out, limits)
    asked = []
    for job in jobs:
        known = _known(job, out, Cache(folder), pdfs)
        if known is None:
            asked.append(job)
        else:
            yield _result(job, known, fresh=False)
    if not asked:
        return
    asked.sort(key=lambda job: not job.is_long)  # the last jobs are short, and no core is idle
    with executor(workers, limits, scheduler) as hands:
        making = _Making(hands, out, folder, listener)
        with ThreadPoolExecutor(workers + JOBS_AHEAD) as threads:
            futures = [threads.submit(making.result, job) for job in asked]
            try:
                for future in as_completed(futures):
                    renew_limits(limits)  # of this process, which reads packs
                    yield future.result()
            finally:  # also when the caller has had enough, or was interrupted
                for future in futures:
                    future.cancel()
                hands.shutdown(wait=False, cancel_futures=True)


def executor(workers: int, limits: Limits, scheduler: str = "") -> Executor:
    """Return what runs tasks: processes here, and a cluster. Raises MachineError."""
    pool = WorkerPool(workers, limits, partial(tasks.run_task, tasks.READY_TASK, limits))
    if not scheduler:
        return pool
    try:
        cluster = import_module("aidgen.pipeline.cluster")
    except ImportError:
        message = "--scheduler needs distributed: pip install 'aidgen[cluster]'"
        raise MachineError(message) from None
    remote: Executor = cluster.Cluster(scheduler, limits, pool)
    return remote


def cache_folder(out: Path, limits: Limits) -> Path:
    """Return the folder of finished work: what limits change is not taken for other work."""
    folder = (out / CACHE_FOLDER).absolute()
    pixels = limits.picture_pixels
    return folder if pixels == STANDARD.picture_pixels else folder / f"pixels-{pixels}"


def _known(job: Job, out: Path, cache: Cache, pdfs: bool) -> Finished | None:
    """Return what became of a job before, if its PDF is still there."""
    digest = job.digest
    finished = cache.get(_job_key(job), Finished) if digest else None
    if finished is None or not pdfs or not finished.sha256:
        return finished
    pdf = _written_pdf(job, out, finished)
    return replace(finished, pdf=pdf) if pdf else None


def _written_pdf(job: Job, out: Path, finished: Finished) -> bytes | None:
    """Return the PDF of a job as an earlier build wrote it; None if that is not the same."""
    for path in (out / job.output, out / HELD_BACK / job.output.name):
        with suppress(OSError):
            pdf = path.read_bytes()
            if finished.is_of(pdf):
                return pdf
    return None


def _job_key(job: Job) -> str:
    return job_key(job.digest, job.pack.mark(job.game))


class _Making:
    """Makes jobs, each in a thread that waits for what workers do."""

    def __init__(
        self, hands: Executor, out: Path, folder: Path, listener: ProgressListener
    ) -> None:
        self._hands, self._out, self._folder, self._listener = hands, out, folder, listener
        self._lock = threading.Lock()
        self._pickled: dict[int, tuple[GameData, bytes]] = {}
        self._wanted = self._done = 0

    def result(self, job: Job) -> JobResult:
        """Return the result of a job; only errors of the machine are raised, and stop all jobs."""
        try:
            finished = self._finished(job)
            if job.stands and job.digest:
                Cache(self._folder).put(_job_key(job), replace(finished, pdf=b""))
        except (MachineError, OSError):
            raise
        except Exception as error:  # whatever the error, other PDFs go on
            return JobResult(job, problems=_explain_stop(job, error), held=True)
        # A text that it does not print may have changed: then it is as it was.
        return _result(job, finished, fresh=_written_pdf(job, self._out, finished) is None)

    def _finished(self, job: Job) -> Finished:
        with self._lock:  # a pack reads its files when it is asked
            render_tasks = [self._render_task(job, game_data) for game_data in job.games_data]
            mark = job.pack.mark(job.game)
            limits = job.game_data.aids[job.aid].page_limits if job.has_its_pages else (1, None)
        sides: list[str | None] = [None] * len(render_tasks)
        if len(render_tasks) > 1 and job.base.is_cut:
            sides = ["front", "back"]  # the second language is behind the first
        parts: list[tuple[Any, list[str]]] = []
        printed_units: tuple[PrintedUnit, ...] = ()
        for task, only in zip(render_tasks, sides, strict=True):
            prepared, keys = self._typeset(job, task, only)
            parts.append((prepared.binding, keys))
            printed_units = printed_units or prepared.units
        if sum(len(keys) for _, keys in parts) == 0:
            raise InputError([_no_pages(job)])
        finished: Finished = self._run(
            tasks.FINISH_TASK, parts, mark, limits, printed_units, job.is_two_sided, self._folder
        ).result()
        most = job.pack.limits.pages
        if finished.pages > most:
            where = job.game_data.where(job.game_data.at("aids", job.aid))
            raise InputError([over_limit(where, "pages", finished.pages, job.pack.limits)])
        return finished

    def _typeset(self, job: Job, task: RenderTask, only: str | None) -> tuple[Any, list[str]]:
        """Return the documents of a job in a language, and the keys of what was printed.

        A deck is measured by its fullest cards. If another one is too full after all, it is
        measured again, by all of them.
        """
        for everything in (False, True):
            prepared = self._run(tasks.PREPARE_TASK, task, self._folder, only, everything).result()
            futures = [
                self._run(tasks.TYPESET_TASK, document, self._folder)
                for document in prepared.documents
            ]
            printed = [future.result() for future in futures]
            if not (job.base.is_cut and any(is_crowded for _, is_crowded in printed)):
                break
        return prepared, [key for key, _ in printed]

    def _render_task(self, job: Job, game_data: GameData) -> RenderTask:
        if id(game_data) not in self._pickled:
            packed = pickle.dumps(game_data, pickle.HIGHEST_PROTOCOL)
            self._pickled[id(game_data)] = game_data, packed
        packed = self._pickled[id(game_data)][1]
        return RenderTask(packed, job.aid, job.pack.roots, job.options, job.pack.limits)

    def _run(self, task: str, *arguments: object) -> Future[Any]:
        """Have a worker do a task, and tell the listener when it is asked for and done."""
        future: Future[Any] = self._hands.submit(tasks.run_task, task, *arguments)
        if task == tasks.TYPESET_TASK:
            self._count(asked=1)
            future.add_done_callback(lambda _: self._count(done=1))
        return future

    def _count(self, asked: int = 0, done: int = 0) -> None:
        with self._lock:
            self._wanted += asked
            self._done += done
            self._listener(TaskProgress(tasks.TYPESET_TASK, self._wanted, self._done))


def _result(job: Job, finished: Finished, *, fresh: bool) -> JobResult:
    found = tuple(_problems(job, finished)) if finished.faults else ()
    overflows = any(fault.kind in CRAMPED for fault in finished.faults)
    held = not all(fault.is_doubt for fault in finished.faults)
    return JobResult(job, finished if finished.pages else None, fresh, found, overflows, held)


def _problems(job: Job, finished: Finished) -> Iterator[Problem]:
    """Yield the faults of a PDF at the lines of the language that each of them is in."""
    for locale, game_data in zip(job.locales, job.games_data, strict=True):
        lang = "" if locale == job.locale else game_data.locale.replace("_", "-")
        faults = [fault for fault in finished.faults if fault.lang == lang]
        printing = Printing(job.pack, game_data, job.aid, job.output.name)
        yield from problems(printing, faults, finished.texts)


def _no_pages(job: Job) -> Problem:
    where = job.game_data.where(job.game_data.at("aids", job.aid))
    return Problem(where, "has nothing to print", "list what it prints in `contents`")


def _explain_stop(job: Job, error: Exception) -> tuple[Problem, ...]:
    """Explain why there is no PDF, at the line of its card, region or aid."""
    if isinstance(error, InputError):
        return error.problems
    return tuple(problems(Printing.of(job), (stop(error),), ()))


def stop(error: Exception) -> Fault:
    """Return an error that keeps a PDF from being made as a fault."""
    detail = error if isinstance(error, StoppedError) else f"{type(error).__name__}: {error}"
    return Fault(kind="stopped", found=f"cannot be made: {detail}")
