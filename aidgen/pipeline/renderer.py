"""Renders templates in a worker process: a template of a pack never runs in this process."""

from __future__ import annotations

import pickle
import time
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Self

from aidgen.assets.options import NO_OPTIONS
from aidgen.game.data import GameData
from aidgen.layout.promises import text_contexts
from aidgen.page.filters import LimitError
from aidgen.page.lookups import Lookup, lookups
from aidgen.page.render import render
from aidgen.pipeline.finished import RenderTask
from aidgen.pipeline.pool import StoppedError, Work, WorkerPool
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, cpu_time, raise_hint

MOST_GAMES = 4
"""How many localized games are kept pickled, and unpickled in the worker."""


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

    def __enter__(self) -> Self:
        """Return this renderer."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.close()

    def close(self) -> None:
        """End the process at once."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def contexts(self, game: GameData, aid: str, roots: tuple[Path, ...]) -> frozenset[str]:
        """Return the contexts of the texts that an aid prints. Raises InputError."""
        task = RenderTask(self._pickle(game), aid, roots, NO_OPTIONS, self._limits)
        found: frozenset[str] = self._result(self._workers.submit(_contexts, task))
        return found

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


# In the worker ------------------------------------------------------------------------------------


def _contexts(task: RenderTask) -> frozenset[str]:
    with limited_time(task.limits):
        rendered = render(unpickled(task.game), task.aid, task.roots, task.options, task.limits)
    html = [document.front + document.html for document in rendered.documents]
    html += [face.inner for deck in rendered.decks for card in deck.cards for face in card.faces]
    return frozenset(context for page in html for context in text_contexts(page))


def _try_out(
    packed: bytes, aids: tuple[str, ...], roots: tuple[Path, ...], limits: Limits, seconds: float
) -> Trial:
    """Render aids until time is up, which is a problem, too."""
    game, problems = unpickled(packed), dict[Problem, None]()
    end = time.process_time() + seconds
    for aid in aids:
        try:
            with limited_time(limits):
                render(game, aid, roots, limits=limits)
        except InputError as error:
            problems |= dict.fromkeys(error.problems)
        if time.process_time() > end:
            message = f"take more than {limits.cpu_seconds:,} seconds of processor time in all"
            problems[Problem(Where("templates"), message, raise_hint("cpu_seconds"))] = None
            break
    return Trial(tuple(problems), end - time.process_time())


def _lookups(packed: bytes, limits: Limits) -> tuple[Lookup, ...]:
    with limited_time(limits):
        return tuple(lookups(unpickled(packed)))


@lru_cache(MOST_GAMES)
def unpickled(packed: bytes) -> GameData:
    """Return a localized game."""
    game = pickle.loads(packed)
    assert isinstance(game, GameData)
    return game


def limited_time(limits: Limits) -> Any:
    """Return a context that raises LimitError when templates run for too long."""
    most = f"runs for more than {limits.template_seconds} seconds of processor time"
    error = LimitError(f"{most} ({raise_hint('template_seconds')})")
    return cpu_time(limits.template_seconds, error)
