"""The processes that work for live pages: one at once, for what is seen, one as it has to be."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Any

from aidgen.pipeline import tasks
from aidgen.pipeline.pool import StoppedError
from aidgen.pipeline.production import pool
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import MachineError
from aidgen.sandbox.limits import STANDARD, Limits

SKETCH = "aidgen.serve.page_renderer:sketched_picture"
SPOTS = "aidgen.serve.page_renderer:spots"
PICTURE = "aidgen.serve.page_renderer:picture"
FOUND = "aidgen.serve.page_renderer:found"
GLIMPSE = "aidgen.serve.page_renderer:glimpse"

CLOSED = "nothing is drawn any more"
"""Said to who still waits when live pages end."""
BREATH = 0.04
"""Seconds after which those who wait for something to be drawn have asked for it: the browser asks
for the pictures of what it is told within 0.02."""
HURRY = 1.5
"""Seconds for which what may take its time waits at most."""


class Hands:
    """Two processes, and the folder of the shelf that both know."""

    def __init__(self, folder: Path, limits: Limits = STANDARD) -> None:
        """Start the processes, which keep to the limits of a pack, when they are first needed."""
        self.folder, self._limits = folder, limits
        self.quick: Executor = pool(1, limits)
        self.thorough: Executor = pool(1, limits)
        self.renderer = Renderer(limits)
        self._waiting, self._leisure = 0, asyncio.Event()
        self._leisure.set()
        self._closed = False

    async def quickly(self, errand: str, *arguments: object) -> Any:
        """Return what comes of an errand that somebody waits for; raises what it raises."""
        if self._closed:
            raise MachineError(CLOSED)
        self._begin()
        try:
            future = self.quick.submit(tasks.run_task, errand, *arguments)
            return await asyncio.wrap_future(future)
        except StoppedError as stopped:
            raise MachineError(f"a page cannot be drawn: {stopped}") from None
        except asyncio.CancelledError:
            if self._closed:
                raise MachineError(CLOSED) from None
            raise
        finally:
            self._end()

    def _begin(self) -> None:
        self._waiting += 1
        self._leisure.clear()

    def _end(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._leisure.set()

    async def unhurried(self) -> None:
        """Return when nobody waits for an errand: processors are for what somebody waits for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HURRY):
                await asyncio.sleep(BREATH)
                while self._waiting:
                    await self._leisure.wait()
                    await asyncio.sleep(BREATH)

    async def thoroughly(self, errand: str, *arguments: object) -> Any:
        """Return what comes of an errand that may take its time; raises what it raises."""
        try:
            future = self.thorough.submit(tasks.run_task, errand, *arguments)
            return await asyncio.wrap_future(future)
        except StoppedError as stopped:
            raise MachineError(f"a page cannot be set: {stopped}") from None

    def warm(self) -> None:
        """Have both processes started: what they import takes a second."""
        for executor in (self.quick, self.thorough):
            executor.submit(tasks.run_task, FOUND, (), self.folder)

    def renew(self) -> None:
        """Replace a process that has died."""
        self.thorough.shutdown(wait=False, cancel_futures=True)
        self.thorough = pool(1, self._limits)

    def close(self) -> None:
        """End the processes, whatever they are at: what they file is whole or not there."""
        self._closed = True
        for executor in (self.quick, self.thorough):
            executor.shutdown(wait=False, cancel_futures=True)
        self.renderer.close()
        for process in multiprocessing.active_children():
            process.terminate()
