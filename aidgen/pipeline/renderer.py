"""Renders templates in a worker process: a template of a pack never runs in this process."""

from __future__ import annotations

from typing import Any, Self

from aidgen.page.lookups import Lookup
from aidgen.pipeline import tasks
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.tasks import RenderTask, StoppedError
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits


class Renderer:
    """A worker process that renders templates within the limits of a pack.

    The process starts on first use. Methods raise InputError for errors in a template, and if the
    process exceeds a limit.
    """

    def __init__(self, limits: Limits = STANDARD) -> None:
        """Prepare a worker that keeps to `limits`."""
        self._limits, self._workers = limits, WorkerPool(1, limits)

    def __enter__(self) -> Self:
        """Return this renderer."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process at once."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def contexts(self, task: RenderTask) -> frozenset[str]:
        """Return the contexts of the texts that an aid prints."""
        contexts: frozenset[str] = self._run(tasks.CONTEXTS_TASK, task)
        return contexts

    def lookups(self, game: bytes) -> tuple[Lookup, ...]:
        """Return the records of a localized game, pickled, that readers look up, as HTML."""
        lookups: tuple[Lookup, ...] = self._run(tasks.LOOKUPS_TASK, game, self._limits)
        return lookups

    def _run(self, task: str, *arguments: object) -> Any:
        try:
            return self._workers.submit(tasks.run_task, task, *arguments).result()
        except StoppedError as error:
            message = f"cannot be rendered: {error}"
            raise InputError([Problem(Where("templates"), message)]) from None
