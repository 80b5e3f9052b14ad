"""The worker processes of the live preview: one for visible pages, one for background work."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Any

from aidgen.pipeline import tasks
from aidgen.pipeline.pool import StoppedError
from aidgen.pipeline.production import executor
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import MachineError
from aidgen.sandbox.limits import STANDARD, Limits

DRAFT_TASK = "aidgen.serve.page_renderer:draw_draft_page"
SPOTS_TASK = "aidgen.serve.page_renderer:find_spots"
PIECE_PICTURE_TASK = "aidgen.serve.page_renderer:draw_piece"
CHECKED_TASK = "aidgen.serve.page_renderer:read_checked"

CLOSED_MESSAGE = "the preview has ended"
IDLE_PAUSE = 0.04
"""In seconds: the browser requests the pictures of an update within 0.02."""
LONGEST_WAIT = 1.5
"""In seconds: background work waits no longer than this."""


class PreviewPool:
    """Two processes that share a cache folder."""

    def __init__(self, folder: Path, limits: Limits = STANDARD) -> None:
        """Create the pool; the processes start on first use, with the limits of a pack."""
        self.folder, self._limits = folder, limits
        self.foreground: Executor = executor(1, limits)
        self.background: Executor = executor(1, limits)
        self.renderer = Renderer(limits)
        self._waiting, self._leisure = 0, asyncio.Event()
        self._leisure.set()
        self._closed = False

    async def run_now(self, task: str, *arguments: object) -> Any:
        """Run a task that somebody waits for, and return its result; raises what it raises."""
        if self._closed:
            raise MachineError(CLOSED_MESSAGE)
        self._task_begins()
        try:
            future = self.foreground.submit(tasks.run_task, task, *arguments)
            return await asyncio.wrap_future(future)
        except StoppedError as stopped:
            raise MachineError(f"cannot draw a page: {stopped}") from None
        except asyncio.CancelledError:
            if self._closed:
                raise MachineError(CLOSED_MESSAGE) from None
            raise
        finally:
            self._task_ends()

    def _task_begins(self) -> None:
        self._waiting += 1
        self._leisure.clear()

    def _task_ends(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._leisure.set()

    async def wait_until_idle(self) -> None:
        """Wait until no task is waited for: those have priority for the processors."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await asyncio.sleep(IDLE_PAUSE)
                while self._waiting:
                    await self._leisure.wait()
                    await asyncio.sleep(IDLE_PAUSE)

    async def run_in_background(self, task: str, *arguments: object) -> Any:
        """Run a task in the background, and return its result; raises what it raises."""
        try:
            future = self.background.submit(tasks.run_task, task, *arguments)
            return await asyncio.wrap_future(future)
        except StoppedError as stopped:
            raise MachineError(f"cannot typeset a page: {stopped}") from None

    def warm_up(self) -> None:
        """Start both processes: their imports take a second."""
        for hands in (self.foreground, self.background):
            hands.submit(tasks.run_task, CHECKED_TASK, (), self.folder)

    def restart(self) -> None:
        """Replace the background process after it has died."""
        self.background.shutdown(wait=False, cancel_futures=True)
        self.background = executor(1, self._limits)

    def close(self) -> None:
        """Stop the processes at once: the cache never holds half a file."""
        self._closed = True
        for hands in (self.foreground, self.background):
            hands.shutdown(wait=False, cancel_futures=True)
        self.renderer.close()
        for process in multiprocessing.active_children():
            process.terminate()
