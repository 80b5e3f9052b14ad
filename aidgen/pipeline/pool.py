"""Processes that have so much time and memory and no more; one that goes beyond is stopped.

What a process could not finish does not concern the others: it is told, another process takes its
place, and the work goes on. All of them end with the process that waits for them.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import pickle
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from aidgen.problems import MachineError
from aidgen.sandbox.limits import Limits, raise_hint

TaskOutcome = TypeVar("TaskOutcome")
Work = Callable[[], Any]

PRELOADED = "aidgen.pipeline.preload"
"""What the process imports from which the others are forked: then each has the engine warm."""
GC_THRESHOLD = 50_000
"""New objects after which garbage is looked for, more seldom than Python does: nearly all that is
laid out goes by itself, and to look through it again and again took an eighth of the time."""
IDLE_SECONDS = 0.02
"""Seconds in which the next piece of work comes, if one hangs on the last."""
BROKEN = "no typesetting process could be started: is memory short, are the fonts readable?"


class StoppedError(Exception):
    """A process was stopped, or died, before its work was done; says why."""


class WorkerPool(Executor):
    """So many processes, each with the limits of a pack."""

    def __init__(
        self, number: int, limits: Limits, ready: Work | None = None, *, method: str = "forkserver"
    ) -> None:
        """Begin with none; each is started when there is work for it, and does `ready` first.

        They are forked from a process that has the engine warm, or, by the method `fork`, from
        this one.
        """
        self._limits = limits
        self._start = partial(_start_worker, method, limits, ready)
        self._threads = ThreadPoolExecutor(number)
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def submit(
        self, fn: Callable[..., TaskOutcome], /, *args: Any, **kwargs: Any
    ) -> Future[TaskOutcome]:
        """Have a process call `fn`; what it takes and returns, or raises, travels between them.

        The future raises StoppedError if the process came to its limits or died, MachineError if
        there can be none.
        """
        return self._threads.submit(self._done, partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes, whatever they do."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._all:
            worker.end()

    def _done(self, work: Work) -> Any:
        worker = self._taken()
        try:
            answer = worker.answer(work)
        except (EOFError, OSError):
            self._give_up(worker)
            raise StoppedError(_exit_reason(worker.process.exitcode, self._limits)) from None
        except BaseException:
            self._give_up(worker)
            raise
        if answer.last:
            self._give_up(worker)
        else:
            with self._lock:
                self._idle.append(worker)
        return answer.result()

    def _taken(self) -> _Worker:
        """Return a process that has nothing to do; raises MachineError if none can be started."""
        with self._lock:  # to start and to join processes is for one thread at a time
            if self._closed:
                raise StoppedError("nothing is done any more")
            if self._idle:
                return self._idle.pop()
            try:
                worker = self._start()
            except (EOFError, OSError):
                raise MachineError(f"{BROKEN} `aidgen doctor` tells more") from None
            self._all.append(worker)
            return worker

    def _give_up(self, worker: _Worker) -> None:
        with self._lock:
            self._all.remove(worker)
            worker.end()


def start_fork_server() -> None:
    """Start the process from which workers are forked, and do not wait for it.

    It takes half a second to load the engine: whoever will need it can do other things meanwhile.
    That it cannot be started is told when it is needed.
    """
    _process_context("forkserver")
    with suppress(OSError), _sigint_blocked():
        forkserver.ensure_running()


@dataclass(frozen=True)
class _Result:
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

    def answer(self, work: Work) -> _Result:
        """Have it do some work; raises EOFError or OSError if it dies before it has an answer."""
        with suppress(OSError):  # it has died: that is noticed when it is waited for
            self.connection.send(work)
        answer = self.connection.recv()
        assert isinstance(answer, _Result)
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def _start_worker(method: str, limits: Limits, ready: Work | None) -> _Worker:
    context = _process_context(method)
    ours, theirs = context.Pipe()
    with _sigint_blocked():
        process = context.Process(target=_run_worker, args=(theirs, limits, ready), daemon=True)
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _process_context(method: str) -> Any:
    """Return what starts processes by a method; one that others are forked from has the engine."""
    context: Any = multiprocessing.get_context(method)
    context.set_forkserver_preload([PRELOADED])
    return context


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Let processes that are started meanwhile never see Ctrl-C: we see it, and end them."""
    resource_tracker.ensure_running()  # else it is started meanwhile, and lets Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process ----------------------------------------------------------------------------------


def _run_worker(connection: Connection, limits: Limits, ready: Work | None) -> None:
    """Do what comes, piece by piece, until nobody asks any more."""
    gc.set_threshold(GC_THRESHOLD, 5, 5)
    try:
        _apply_limits(limits)
        if ready is not None:
            ready()
        while True:
            answer = _run_work(connection.recv(), limits)
            connection.send(answer)
            if answer.last:
                return
            if any(gc.get_count()[1:]) or not connection.poll(
                IDLE_SECONDS
            ):  # much is new, or nobody waits
                gc.collect()
                gc.freeze()  # what is kept is kept for long: it is not looked through again
    except BaseException:  # nobody asks, or there is no memory to answer: who waits will tell
        os._exit(1)


def _run_work(work: Work, limits: Limits) -> _Result:
    seconds = math.ceil(time.process_time()) + limits.cpu_seconds
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hardest))
    try:
        returned, raised = work(), None
    except Exception as error:  # it is raised where the work was asked for
        returned, raised = None, _picklable(error)
    return _Result(returned, raised, last=_peak_memory() * 2 > limits.memory_bytes)


def _picklable(error: Exception) -> Exception:
    """Return an error, or what can travel of it."""
    error.__traceback__ = error.__cause__ = error.__context__ = None
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _peak_memory() -> int:
    """Return how many bytes this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _apply_limits(limits: Limits) -> None:
    """Give this process its memory, leave no core behind, and let it end with its parent.

    What C libraries say before they end it goes nowhere.
    """
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_DATA, limits.memory_bytes)):
        _, hardest = resource.getrlimit(kind)
        with suppress(ValueError, OSError):  # a system that has no such limit
            resource.setrlimit(kind, (most, hardest))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    os.close(silence)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGKILL)


# How it ended ------------------------------------------------------------------------------------


def _exit_reason(exit_code: int | None, limits: Limits) -> str:
    """Say why a process ended that had not finished."""
    if exit_code == -signal.SIGXCPU:
        reason = f"it takes more than {limits.cpu_seconds} seconds of processor time"
        return f"{reason} ({raise_hint('cpu_seconds')})"
    name = f"code {exit_code}"
    with suppress(ValueError):
        name = signal.Signals(-(exit_code or 0)).name
    reason = f"its process ended by {name}, as one does that needs more memory than it has"
    return f"{reason} ({raise_hint('memory_bytes')})"
