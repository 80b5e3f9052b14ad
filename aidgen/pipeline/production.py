"""Produces PDFs: takes pieces from the cache or from workers, and has workers assemble them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path

from aidgen.assets.papers import paper_name
from aidgen.layout.faults import CRAMPED, Fault
from aidgen.page.composed import Side
from aidgen.page.pieces import Piece
from aidgen.page.render import facts
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import CachedDocument, PlannedDocument, piece_key
from aidgen.pipeline.composition import bilingual_sides, pieces, sides
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.plan import Job
from aidgen.pipeline.pool import StoppedError, WorkerPool
from aidgen.pipeline.renderer import Renderer
from aidgen.pipeline.scheduler import (
    ProgressListener,
    Scheduler,
    StoppedPieceError,
    ignore_progress,
)
from aidgen.problems import InputError, MachineError, Problem, count_noun
from aidgen.sandbox.files import refuse_exits
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.limits import STANDARD, Limits, over_limit
from aidgen.store.cache import CACHE_FOLDER, CachePlace


@dataclass(frozen=True)
class JobResult:
    """The result of a job: the verified PDF, and its problems."""

    job: Job
    filed: CachedDocument | None = field(default=None, repr=False)
    """The PDF with its check results; None if its pieces could not be made."""
    fresh: bool = False
    """Whether it was assembled now rather than taken from the cache."""
    problems: tuple[Problem, ...] = ()
    overflows: bool = False
    """Whether something in it does not fit."""
    held: bool = False
    """Whether something in it holds it back: an error, or a warning where they count as errors."""

    @property
    def published(self) -> bool:
        """Whether the PDF has, or may have, its final name."""
        return self.filed is not None and not self.held

    def judged_strictly(self) -> JobResult:
        """Return it held back if there is any problem, even a doubt."""
        return replace(self, held=bool(self.problems))

    @property
    def printing(self) -> str:
        """What to know before printing it: pages, paper, how to turn the paper over."""
        if self.filed is None:
            return ""
        facts = [count_noun(self.pages, "page"), self.paper]
        facts += ["landscape"] * self.is_landscape
        if self.job.is_two_sided:
            facts.append(f"two-sided: flip on the {self.flip_edge} edge")
        return ", ".join(facts)

    @property
    def paper(self) -> str:
        """The name of its paper."""
        return paper_name(self.filed.sheet) if self.filed else ""

    @property
    def is_landscape(self) -> bool:
        """Whether its first page is wider than high."""
        return self.filed is not None and self.filed.sheet.width > self.filed.sheet.height

    @property
    def flip_edge(self) -> str:
        """On which edge the paper is turned over, short or long."""
        return "short" if self.is_landscape else "long"

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.filed.pages if self.filed else 0


@dataclass(frozen=True)
class Elsewhere:
    """Work and storage outside the processes and the output folder of a build."""

    scheduler: str = ""
    """The address of a Dask scheduler; "" to use local processes."""
    shelf: CachePlace | None = None
    """Where finished work is kept, in reach of all who work; None if below the output folder."""


HERE = Elsewhere()


def make(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    elsewhere: Elsewhere = HERE,
    listener: ProgressListener = ignore_progress,
) -> Iterator[JobResult]:
    """Yield the result of each of `jobs`, using the cache of `out`; publish nothing.

    `workers` is the number of local processes, unused with `elsewhere`; `listener` receives the
    progress. Raises MachineError if this machine or the remote one cannot typeset, InputError if
    `out` is a link that leads elsewhere.
    """
    refuse_exits(out)
    limits = jobs[0].pack.limits if jobs else STANDARD
    place = _within(elsewhere.shelf or (out / CACHE_FOLDER).absolute(), limits)
    with (
        _hands(workers, elsewhere, limits) as hands,
        Renderer(limits, gives_up=True) as renderer,
        task_runner() as runner,
    ):
        made = runner.run(_start_tasks(jobs, Scheduler(hands, place, listener), renderer))
        for _ in jobs:
            renew_limits(limits)  # of this process: it reads packs, and puts PDFs together
            yield runner.run(made.get())


@contextmanager
def task_runner() -> Iterator[asyncio.Runner]:
    """Give what runs tasks; at its end those that are not done are given up, in silence."""
    runner = asyncio.Runner()
    loop = runner.get_loop()
    loop.set_exception_handler(lambda *_: None)  # each job reports its own errors
    try:
        yield runner
    finally:
        # Ctrl-C may have left the loop about to stop: it has to, before the runner can be closed.
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.call_soon(loop.stop)
        loop.run_forever()
        runner.close()


def shelf(out: Path, limits: Limits) -> Path:
    """Return the folder of finished work: what limits change is not taken for other work."""
    return Path(_within(out / CACHE_FOLDER, limits))


def _within(place: CachePlace, limits: Limits) -> CachePlace:
    """Return the cache folder for results made within some limits."""
    pixels = limits.picture_pixels
    if pixels == STANDARD.picture_pixels:
        return place
    own = f"pixels-{pixels}"
    return f"{place.rstrip('/')}/{own}" if isinstance(place, str) else place / own


async def _start_tasks(jobs: Sequence[Job], press: Scheduler, renderer: Renderer) -> _Results:
    return _Results(jobs, press, renderer)


TURNS = 8
"""Turns of the event loop in which the result of a task starts the next one that depends on it."""


class _Results:
    """The results of jobs, in the order in which they finish.

    Jobs to be built come before cached ones, and long documents first: the pool then ends with
    short ones, and no core is idle.
    """

    def __init__(self, jobs: Sequence[Job], press: Scheduler, renderer: Renderer) -> None:
        self._queue: asyncio.Queue[JobResult | BaseException] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._start = asyncio.create_task(self._begin(jobs, press, renderer))

    async def _begin(self, jobs: Sequence[Job], press: Scheduler, renderer: Renderer) -> None:
        """Begin the jobs; pending work continues before the next job is rendered."""
        try:
            for job in sorted(jobs, key=lambda job: (press.is_cached(job.digest), not job.is_long)):
                self._tasks.append(asyncio.create_task(self._do(job, press, renderer)))
                for _ in range(TURNS):
                    await asyncio.sleep(0)
        except Exception as error:  # of the cache
            self._queue.put_nowait(error)

    async def _do(self, job: Job, press: Scheduler, renderer: Renderer) -> None:
        try:
            self._queue.put_nowait(await try_job(job, press, renderer))
        except Exception as error:
            self._queue.put_nowait(error)

    async def get(self) -> JobResult:
        """Return the next result; raises what the job raised."""
        made = await self._queue.get()
        if isinstance(made, BaseException):
            raise made
        return made


async def try_job(job: Job, press: Scheduler, renderer: Renderer) -> JobResult:
    """Return the result of a job; only machine errors are raised, and stop all jobs."""
    try:
        return await _make_job(job, press, renderer)
    except (MachineError, OSError):
        raise
    except Exception as error:  # whatever the error, other PDFs go on
        return JobResult(job, problems=_explain_stop(job, error), held=True)


async def _make_job(job: Job, press: Scheduler, renderer: Renderer) -> JobResult:
    filed = press.cached_document(job.digest)
    fresh = filed is None
    if filed is None:
        filed, fresh = await _bind_document(job, press, renderer)
    problems = tuple(_problems(job, filed)) if filed.faults else ()
    overflows = any(fault.kind in CRAMPED for fault in filed.faults)
    held = not all(fault.is_doubt for fault in filed.faults)
    return JobResult(job, filed if filed.pages else None, fresh, problems, overflows, held)


def _problems(job: Job, filed: CachedDocument) -> Iterator[Problem]:
    """Yield the faults of a PDF at the lines of the language that each of them is in."""
    for locale, game_data in zip(job.locales, job.games_data, strict=True):
        lang = "" if locale == job.locale else game_data.locale.replace("_", "-")
        faults = [fault for fault in filed.faults if fault.lang == lang]
        printing = Printing(job.pack, game_data, job.aid, job.output.name)
        yield from problems(printing, faults, filed.texts)


async def _bind_document(
    job: Job, press: Scheduler, renderer: Renderer
) -> tuple[CachedDocument, bool]:
    """Return the PDF of a job, its pieces set where they are not filed, and whether it is new.

    Raises InputError if its pieces cannot be made, or are too many.
    """
    limits, game_data = job.pack.limits, job.game_data
    rendered = [
        await renderer.render_async(one, job.aid, job.pack.roots, job.choices)
        for one in job.games_data
    ]
    if len(rendered) == 1:
        laid = await sides(rendered[0], press, job.choices)
    else:
        laid = await bilingual_sides(rendered[0], rendered[1], press, job.choices)
    if len(laid) > limits.pages:
        where = game_data.where(game_data.at("aids", job.aid))
        raise InputError([over_limit(where, "pages", len(laid), limits)])
    titles = 1 if rendered[0].is_cut else len(rendered)
    document = plan_document(job, laid, titles)
    try:
        bound = await press.bind(document)
    except LookupError:
        await press.typeset_again(pieces(laid))
        bound = await _keep_document(press, document)
    if job.stands:
        press.store(job.digest, document)
    return bound


async def _keep_document(
    press: Scheduler, document: PlannedDocument
) -> tuple[CachedDocument, bool]:
    """Return a document whose pieces were filed this very moment."""
    try:
        return await press.bind(document)
    except LookupError:
        message = "does not keep what is put there: do all who work reach it?"
        raise MachineError(f"the shelf {press.place} {message}") from None


def _explain_stop(job: Job, error: Exception) -> tuple[Problem, ...]:
    """Explain why there is no PDF, at the line of its card, region or aid."""
    if isinstance(error, InputError):
        return error.problems
    return tuple(problems(Printing.of(job), (stop(error),), ()))


def stop(error: Exception) -> Fault:
    """Return an error that keeps a PDF from being made as a fault of the card or region it met."""
    if isinstance(error, StoppedPieceError):
        texts = error.piece.promises.texts
        box = next((text.box for text in texts if text.box), "")
        return Fault(kind="stopped", found=f"cannot be made: {error}", box=box)
    detail = error if isinstance(error, StoppedError) else f"{type(error).__name__}: {error}"
    return Fault(kind="stopped", found=f"cannot be made: {detail}")


def plan_document(job: Job, laid: Sequence[Side[Piece]], titles: int = 1) -> PlannedDocument:
    """Return the plan of the PDF of an aid: cached pieces placed on sides of paper.

    It has one title for each language of the whole document.
    """
    game_data = job.game_data
    limits = game_data.aids[job.aid].page_limits if job.has_its_pages else (1, None)
    said = facts(game_data, job.aid)
    made = tuple(_cached_side(side, said.language) for side in laid)
    return PlannedDocument(said, made, limits, job.choices.fillable, titles)


def _cached_side(side: Side[Piece], language: str) -> Side[str]:
    """Return a side with the keys of its pieces, and their languages where they differ."""
    placed = (
        replace(one, lang="" if one.piece.language == language else one.piece.language)
        for one in side.placed
    )
    return replace(side, placed=tuple(placed)).with_pieces(lambda one: piece_key(one.piece))


def _hands(workers: int, elsewhere: Elsewhere, limits: Limits) -> Executor:
    """Return who does the work. Raises MachineError if it is a cluster that will not do."""
    if not elsewhere.scheduler:
        return pool(workers, limits)
    try:
        cluster = import_module("aidgen.pipeline.cluster")
    except ImportError:
        message = "--scheduler needs distributed: pip install 'aidgen[cluster]'"
        raise MachineError(message) from None
    executor: Executor = cluster.Cluster(elsewhere.scheduler, limits)
    return executor


def pool(workers: int, limits: Limits) -> WorkerPool:
    """Return a pool of worker processes that keep to the limits of a pack."""
    return WorkerPool(workers, limits, partial(tasks.run_task, tasks.READY_TASK, limits))
