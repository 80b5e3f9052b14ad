"""Work in processes that have so much time and memory and no more; one that dies is a fault.

What a process could not finish does not concern the others: it is told, another process takes its
place, and the work goes on. All of them end when the process ends that waits for them.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from aidgen.jail.limits import Limits, raised_by
from aidgen.page.faults import Fault

Item = TypeVar("Item")
Result = TypeVar("Result")

PRELOADED = ("aidgen.build.worker", "aidgen.build.forge")
"""What the process imports from which the others are forked: then each has the engine warm."""


def each(
    work: Callable[[Item], Result], items: Sequence[Item], *, workers: int, limits: Limits
) -> Iterator[tuple[int, Result | Fault]]:
    """Yield what `work` makes of each of `items`, as it comes, by so many processes.

    It comes with the number of the item, from 0. `work`, what it takes and what it returns travel
    between processes. Of an item whose process came to its limits, or died, the fault is yielded.
    What `work` raises is raised.
    """
    pending = deque(enumerate(items))
    busy: dict[Connection, tuple[_Worker, int]] = {}
    idle: list[_Worker] = []
    try:
        while pending or busy:
            while pending and len(busy) < workers:
                worker = idle.pop() if idle else _started(limits)
                number, item = pending.popleft()
                busy[worker.connection] = worker, number
                with suppress(OSError):  # it has died: that is noticed when it is waited for
                    worker.connection.send((work, item))
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                worker, number = busy.pop(ready)
                answer = worker.answer(limits)
                if isinstance(answer, _Answer) and not answer.last:
                    idle.append(worker)
                yield number, answer if isinstance(answer, Fault) else answer.result()
    finally:
        for worker in (*idle, *(worker for worker, _ in busy.values())):
            worker.end()


def alone(work: Callable[[], Result], limits: Limits) -> Result | Fault:
    """Return what `work` returns, done by a fork of this very process within its limits.

    Only what it returns, or raises, travels. Return the fault if it came to its limits or died.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    with _uninterrupted():
        process = context.Process(target=_once, args=(theirs, work, limits), daemon=True)
        process.start()
    theirs.close()
    worker = _Worker(process, ours)
    try:
        answer = worker.answer(limits)
    finally:
        worker.end()
    return answer if isinstance(answer, Fault) else answer.result()


@dataclass(frozen=True)
class _Answer:
    """What came of one piece of work: what was returned, or what was raised."""

    returned: Any
    raised: Exception | None
    last: bool
    """Whether the process ends after it, since it has grown large."""

    def result(self) -> Any:
        if self.raised is not None:
            raise self.raised
        return self.returned


@dataclass(frozen=True)
class _Worker:
    """A process, and the connection to it."""

    process: BaseProcess
    connection: Connection

    def answer(self, limits: Limits) -> _Answer | Fault:
        """Wait for the answer; return a fault if the process dies before it has one."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            self.connection.close()
            return _died(self.process.exitcode, limits)
        assert isinstance(answer, _Answer)
        if answer.last:
            self.end()
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.join()


def _started(limits: Limits) -> _Worker:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    ours, theirs = context.Pipe()
    with _uninterrupted():
        process = context.Process(target=_serve, args=(theirs, limits), daemon=True)
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let processes that are started meanwhile never see Ctrl-C: we see it, and end them."""
    resource_tracker.ensure_running()  # else it is started meanwhile, and lets Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process ----------------------------------------------------------------------------------


def _serve(connection: Connection, limits: Limits) -> None:
    """Do what comes, piece by piece, until nobody asks any more."""
    _confine(limits)
    while True:
        try:
            work, item = connection.recv()
        except (EOFError, OSError):
            return
        answer = _answered(lambda: work(item), limits)  # noqa: B023 - called at once
        connection.send(answer)
        if answer.last:
            return


def _once(connection: Connection, work: Callable[[], object], limits: Limits) -> None:
    _confine(limits)
    connection.send(_answered(work, limits))


def _answered(work: Callable[[], object], limits: Limits) -> _Answer:
    seconds = math.ceil(time.process_time()) + limits.cpu_seconds
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hardest))
    try:
        returned, raised = work(), None
    except Exception as error:  # it is raised where the work was asked for
        returned, raised = None, error
    return _Answer(returned, raised, last=_largest() * 2 > limits.memory_bytes)


def _largest() -> int:
    """Return how many bytes this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _confine(limits: Limits) -> None:
    """Give this process its memory, leave no core behind, and let it end with its parent."""
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_DATA, limits.memory_bytes)):
        _, hardest = resource.getrlimit(kind)
        with suppress(ValueError, OSError):  # a system that has no such limit
            resource.setrlimit(kind, (most, hardest))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGKILL)


# How it ended ------------------------------------------------------------------------------------


def _died(exit_code: int | None, limits: Limits) -> Fault:
    """Say how a process ended that has not finished."""
    if exit_code == -signal.SIGXCPU:
        reason = f"it takes more than {limits.cpu_seconds} seconds of processor time"
        told = f"{reason} ({raised_by('cpu_seconds')})"
    else:
        name = f"code {exit_code}"
        with suppress(ValueError):
            name = signal.Signals(-(exit_code or 0)).name
        reason = f"its process ended by {name}, as one does that needs more memory than it has"
        told = f"{reason} ({raised_by('memory_bytes')})"
    return Fault(kind="stopped", found=f"cannot be made: {told}")
