"""The worker processes of the live preview: one for what somebody waits for, one for the rest."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Any

from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.tasks import StoppedError
from aidgen.problems import MachineError
from aidgen.sandbox.limits import STANDARD, Limits

CLOSED_MESSAGE = "the preview has ended"
# In seconds: the browser requests the pictures of an update within 0.02.
IDLE_PAUSE = 0.04
# In seconds: background work waits no longer than this.
LONGEST_WAIT = 1.5


# As in `nice`: where processors are short, the background gets a third of what the rest gets.
NICENESS = 5


def _run_nicely(task: Callable[..., Any], *arguments: object) -> Any:
    normal = os.getpriority(os.PRIO_PROCESS, os.getppid())
    os.setpriority(os.PRIO_PROCESS, 0, normal + NICENESS)
    return task(*arguments)


class PreviewPool:
    """Two processes that share a cache folder."""

    def __init__(self, folder: Path, limits: Limits = STANDARD) -> None:
        """Create the pool; the processes start on first use, with the limits of a pack."""
        self.folder = folder
        self._foreground, self._background = (WorkerPool(1, limits) for _ in range(2))
        self._waiting, self._idle = 0, asyncio.Event()
        self._idle.set()
        self._closed = False

    async def run_now(self, task: Callable[..., Any], *arguments: object) -> Any:
        """Run a task that somebody waits for; raises what it raises."""
        self._waiting += 1
        self._idle.clear()
        try:
            return await self._run(self._foreground, task, arguments)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    async def run_in_background(self, task: Callable[..., Any], *arguments: object) -> Any:
        """Run a task that nobody waits for; raises what it raises."""
        return await self._run(self._background, _run_nicely, (task, *arguments))

    async def _run(
        self, processes: Executor, task: Callable[..., Any], arguments: tuple[object, ...]
    ) -> Any:
        if self._closed:
            raise MachineError(CLOSED_MESSAGE)
        try:
            return await asyncio.wrap_future(processes.submit(task, *arguments))
        except StoppedError as stopped:
            raise MachineError(f"cannot show a page: {stopped}") from None
        except asyncio.CancelledError:
            if self._closed:
                raise MachineError(CLOSED_MESSAGE) from None
            raise

    async def wait_until_idle(self) -> None:
        """Wait until nobody waits for a task: those have priority for the processors."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await asyncio.sleep(IDLE_PAUSE)
                while self._waiting:
                    await self._idle.wait()
                    await asyncio.sleep(IDLE_PAUSE)

    def close(self) -> None:
        """Stop the processes at once: the cache never holds half a file."""
        self._closed = True
        for processes in (self._foreground, self._background):
            processes.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
