"""Renders templates in a worker process: a template of a pack never runs in this process."""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NoReturn, Self

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.data import GameData
from aidgen.page.lookups import Lookup, lookups
from aidgen.page.pieces import CardFace, Document, Leaf, Portion
from aidgen.page.render import render
from aidgen.page.render_state import LimitError
from aidgen.pipeline.pool import StoppedError, Work, WorkerPool
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, cpu_time, raise_hint

MOST_GAMES = 4
"""How many localized games are kept pickled, and unpickled in the worker."""


@dataclass(frozen=True)
class RenderTask:
    """A play aid to render: the localized game, pickled, and what `render` takes beside it."""

    game: bytes
    aid: str
    roots: tuple[Path, ...]
    options: PrintOptions
    limits: Limits
    number: int
    """Each task renders again: a picture or template may have changed while the game has not."""


@dataclass(frozen=True)
class Trial:
    """The problems of templates, and how many seconds of processor time are left for others."""

    problems: tuple[Problem, ...]
    seconds_left: float


class _ImpatientPool(WorkerPool):
    """A worker that ends by refusing tasks: those that fail may take `cpu_seconds` in all."""

    _failed_seconds = 0.0

    def _run(self, work: Work) -> Any:
        most = self._limits.cpu_seconds
        if self._failed_seconds > most:
            message = f"what could not be rendered took more than {most:,} seconds in all"
            raise StoppedError(f"{message} ({raise_hint('cpu_seconds')})")
        start = time.monotonic()
        try:
            return super()._run(work)
        except (InputError, StoppedError):
            self._failed_seconds += time.monotonic() - start
            raise


class Renderer:
    """A worker process that renders templates within the limits of a pack.

    The process starts on first use. Methods raise InputError for errors in a template, and if the
    process exceeds a limit.
    """

    def __init__(self, limits: Limits = STANDARD, *, gives_up: bool = False) -> None:
        """Prepare a worker that keeps to `limits`; it may give up when much has failed."""
        self._limits = limits
        self._workers = _ImpatientPool(1, limits) if gives_up else WorkerPool(1, limits)
        self._pickled: dict[int, tuple[GameData, bytes]] = {}
        self._numbers = count()

    def __enter__(self) -> Self:
        """Return this renderer."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.close()

    def close(self) -> None:
        """End the process at once."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def render(
        self,
        game: GameData,
        aid: str,
        roots: tuple[Path, ...],
        options: PrintOptions = NO_OPTIONS,
    ) -> Document:
        """Return the pieces of an aid, as `page.render.render` does."""
        task = self._task(game, aid, roots, options)
        return self._with_faces(task, self._result(self._workers.submit(_render, task)))

    async def render_async(
        self,
        game: GameData,
        aid: str,
        roots: tuple[Path, ...],
        options: PrintOptions = NO_OPTIONS,
    ) -> Document:
        """Return the pieces of an aid; other tasks run meanwhile."""
        task = self._task(game, aid, roots, options)
        future = self._workers.submit(_render, task)
        await asyncio.wait([asyncio.wrap_future(future)])
        return self._with_faces(task, self._result(future))

    def try_out(
        self, game: GameData, aids: tuple[str, ...], roots: tuple[Path, ...], seconds: float
    ) -> Trial:
        """Render some aids in so many seconds of processor time, and return the problems."""
        task = partial(_try_out, self._pickle(game), aids, roots, self._limits, seconds)
        try:
            trial: Trial = self._result(self._workers.submit(task))
        except InputError as error:  # the process was stopped
            return Trial(tuple(error.problems), 0.0)
        return trial

    def lookups(self, game: GameData) -> tuple[Lookup, ...]:
        """Return the records of a localized game that readers look up, as HTML."""
        future = self._workers.submit(_lookups, self._pickle(game), self._limits)
        records: tuple[Lookup, ...] = self._result(future)
        return records

    def _task(
        self, game: GameData, aid: str, roots: tuple[Path, ...], options: PrintOptions
    ) -> RenderTask:
        packed, number = self._pickle(game), next(self._numbers)
        return RenderTask(packed, aid, roots, options, self._limits, number)

    def _pickle(self, game: GameData) -> bytes:
        if id(game) not in self._pickled:
            while len(self._pickled) >= MOST_GAMES:
                del self._pickled[next(iter(self._pickled))]
            self._pickled[id(game)] = game, pickle.dumps(game, pickle.HIGHEST_PROTOCOL)
        return self._pickled[id(game)][1]

    def _result(self, future: Future[Any]) -> Any:
        try:
            return future.result()
        except StoppedError as stopped:
            raise InputError(
                [Problem(Where("templates"), f"cannot be rendered: {stopped}")]
            ) from None

    def _with_faces(self, task: RenderTask, parts: Document) -> Document:
        """Return parts whose continued faces are rendered by the worker, too."""
        return _replace_faces(parts, lambda place: partial(self._face, task, place))

    def _face(self, task: RenderTask, place: tuple[int, int], portion: Portion) -> CardFace:
        face: CardFace = self._result(self._workers.submit(_render_face, task, place, portion))
        return face


# In the worker ------------------------------------------------------------------------------------


def _render(task: RenderTask) -> Document:
    """Return the pieces of an aid, without the functions that render more of their faces."""
    with _limited_time(task.limits):
        return _replace_faces(_render_document(task), lambda _: _unavailable)


def _render_face(task: RenderTask, place: tuple[int, int], portion: Portion) -> CardFace:
    """Return a portion of the front of a leaf, which is at a place in the sections of an aid."""
    with _limited_time(task.limits):
        section, leaf = place
        further = _render_document(task).sections[section].leaves[leaf].further
        assert further is not None
        return further.face(portion)


def _try_out(
    packed: bytes, aids: tuple[str, ...], roots: tuple[Path, ...], limits: Limits, seconds: float
) -> Trial:
    """Render aids until time is up, which is a problem, too."""
    game, problems = _unpickle(packed), dict[Problem, None]()
    end = time.process_time() + seconds
    for aid in aids:
        try:
            with _limited_time(limits):
                render(game, aid, roots, limits=limits)
        except InputError as error:
            problems |= dict.fromkeys(error.problems)
        if time.process_time() > end:
            message = f"take more than {limits.cpu_seconds:,} seconds of processor time in all"
            problems[Problem(Where("templates"), message, raise_hint("cpu_seconds"))] = None
            break
    return Trial(tuple(problems), end - time.process_time())


def _lookups(packed: bytes, limits: Limits) -> tuple[Lookup, ...]:
    with _limited_time(limits):
        return tuple(lookups(_unpickle(packed)))


@lru_cache(2)
def _render_document(task: RenderTask) -> Document:
    """Return the pieces of an aid; those of the last tasks are kept: their cards may continue."""
    return render(_unpickle(task.game), task.aid, task.roots, task.options, task.limits)


@lru_cache(MOST_GAMES)
def _unpickle(packed: bytes) -> GameData:
    game = pickle.loads(packed)
    assert isinstance(game, GameData)
    return game


def _limited_time(limits: Limits) -> Any:
    """Return a context that raises LimitError when templates run for too long."""
    most = f"runs for more than {limits.template_seconds} seconds of processor time"
    error = LimitError(f"{most} ({raise_hint('template_seconds')})")
    return cpu_time(limits.template_seconds, error)


def _unavailable(_portion: Portion) -> NoReturn:
    raise NotImplementedError("faces are rendered by the worker that rendered their card")


# The functions of leaves that continue ------------------------------------------------------------


def _replace_faces(
    document: Document, face: Callable[[tuple[int, int]], Callable[[Portion], CardFace]]
) -> Document:
    """Return a document with another function for the faces of each leaf that may continue."""

    def replaced(leaf: Leaf, place: tuple[int, int]) -> Leaf:
        further = leaf.further and replace(leaf.further, face=face(place))
        return replace(leaf, further=further) if further else leaf

    sections = (
        replace(
            section, leaves=tuple(replaced(leaf, (i, j)) for j, leaf in enumerate(section.leaves))
        )
        for i, section in enumerate(document.sections)
    )
    return replace(document, sections=tuple(sections))
