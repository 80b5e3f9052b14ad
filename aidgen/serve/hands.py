"""The processes that work for live pages: one at once, for what is seen, one as it has to be."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from aidgen.build import errands
from aidgen.build.making import pool
from aidgen.problems import Unequipped

SKETCH = "aidgen.serve.easel:sketched_picture"
SPOTS = "aidgen.serve.easel:spots"
PICTURE = "aidgen.serve.easel:picture"
FOUND = "aidgen.serve.easel:found"


class Hands:
    """Two processes, and the folder of the shelf that both know."""

    def __init__(self, folder: Path) -> None:
        """Start the processes when they are first needed."""
        self.folder = folder
        self.quick: Executor = pool(1)
        self.thorough: Executor = pool(1)

    async def quickly(self, errand: str, *arguments: object) -> Any:
        """Return what comes of an errand that somebody waits for; raises what it raises."""
        try:
            future = self.quick.submit(errands.run, errand, *arguments)
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            self.quick = pool(1)
            raise Unequipped("a drawing process died: is memory short?") from None

    async def thoroughly(self, errand: str, *arguments: object) -> Any:
        """Return what comes of an errand that may take its time; raises what it raises."""
        future = self.thorough.submit(errands.run, errand, *arguments)
        return await asyncio.wrap_future(future)

    def warm(self) -> None:
        """Have both processes started: what they import takes a second."""
        for executor in (self.quick, self.thorough):
            executor.submit(errands.run, FOUND, (), self.folder)

    def renew(self) -> None:
        """Replace a process that has died."""
        self.thorough.shutdown(wait=False, cancel_futures=True)
        self.thorough = pool(1)

    def close(self) -> None:
        """End the processes, whatever they are at: what they file is whole or not there."""
        for executor in (self.quick, self.thorough):
            executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
