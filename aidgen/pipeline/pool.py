"""A pool of worker processes with limits of time and memory.

A process that exceeds its limits is stopped and replaced; its task fails, the others go on. All
workers end with their parent.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from aidgen.pipeline.tasks import READY_TASK, StoppedError, run_task
from aidgen.problems import InputError, MachineError, Where
from aidgen.sandbox import jail
from aidgen.sandbox.jail import Jail
from aidgen.sandbox.limits import Limits, limit_process, raise_hint

Work = Callable[[], Any]

# New objects after which garbage is collected, less often than Python does: nearly all boxes of a
# layout are freed by reference counting, and collecting took an eighth of the time.
WORKER_GC_THRESHOLD = 50_000
# Seconds within which the next task arrives if it depends on the last.
IDLE_SECONDS = 0.02


class WorkerPool(Executor):
    """Worker processes, each with the limits of a pack."""

    def __init__(self, number: int, limits: Limits) -> None:
        """Start no process yet: each is forked from one with a warm engine at its first task."""
        self._limits = limits
        self._threads = ThreadPoolExecutor(number)
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call `fn` in a worker, by pickles. The future may raise StoppedError and MachineError."""
        return self._threads.submit(self._run, partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Kill all workers at once."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._all:
            worker.end()

    def _run(self, work: Work) -> Any:
        worker = self._idle_worker()
        try:
            with suppress(OSError):  # if it has died, `recv` notices
                worker.connection.send(work)
            returned, raised = worker.connection.recv()
            is_last = worker.connection.recv()
        except (EOFError, OSError):
            self._remove(worker)
            raise StoppedError(_exit_reason(worker.process.exitcode, self._limits)) from None
        except BaseException:
            self._remove(worker)
            raise
        if is_last:
            self._remove(worker)
        else:
            with self._lock:
                self._idle.append(worker)
        if raised is not None:
            raise raised
        return returned

    def _idle_worker(self) -> _Worker:
        with self._lock:  # only one thread at a time may start and join processes
            if self._closed:
                raise StoppedError("the pool is closed")
            if self._idle:
                return self._idle.pop()
            try:
                worker = _Worker(self._limits)
            except (EOFError, OSError):
                message = "no typesetting process could be started: is memory short, are the fonts"
                raise MachineError(f"{message} readable? `aidgen doctor` tells more") from None
            self._all.append(worker)
            return worker

    def _remove(self, worker: _Worker) -> None:
        with self._lock:
            self._all.remove(worker)
            worker.end()


def rendered(workers: Executor, task: str, *arguments: object) -> Any:
    """Return what a task that runs templates does; raises InputError if its process is stopped."""
    try:
        return workers.submit(run_task, task, *arguments).result()
    except StoppedError as error:
        raise InputError.at(Where("templates"), f"cannot be rendered: {error}") from None


def start_fork_server() -> None:
    """Start the process from which workers are forked, without waiting for it.

    It loads the engine in half a second, while the caller does other things. A failure is reported
    when the first worker is needed.
    """
    _process_context()
    with suppress(OSError), _sigint_blocked():
        forkserver.ensure_running()


class _Worker:
    def __init__(self, limits: Limits) -> None:
        context = _process_context()
        self.connection, theirs = context.Pipe()
        arguments = (theirs, limits, jail.current())
        self.process = context.Process(target=_run_worker, args=arguments, daemon=True)
        with _sigint_blocked():
            self.process.start()
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def _process_context() -> Any:
    context: Any = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.pipeline.preload"])  # so that each has a warm engine
    return context


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    # Ctrl-C is hidden from processes that are started meanwhile: this process ends them.
    resource_tracker.ensure_running()  # else it starts now, and unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process ----------------------------------------------------------------------------------


def _run_worker(connection: Connection, limits: Limits, within: Jail | None) -> None:
    gc.set_threshold(WORKER_GC_THRESHOLD, 5, 5)
    try:
        if within is not None:
            jail.enter(within)
        # Before the limits: `start` waits for ever if the thread has no memory to report itself.
        threading.Thread(target=_end_with_parent, daemon=True).start()
        # What C libraries print before they abort is discarded.
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 2)
        os.close(silence)
        limit_process(limits)
        run_task(READY_TASK, limits.picture_pixels)
        is_last = False
        while not is_last:
            limit_process(limits)
            connection.send_bytes(_answer(connection.recv()))
            # Memory that was used once is not given back: a new process has it.
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            is_last = peak * 2 > limits.memory_bytes
            connection.send(is_last)
            is_idle = not connection.poll(IDLE_SECONDS)
            if is_idle or any(gc.get_count()[1:]):
                gc.collect()
                gc.freeze()  # what is left is long-lived: do not search it again
    except BaseException:  # the parent has gone, or memory is exhausted: the parent reports it
        os._exit(1)


def _answer(work: Work) -> bytes:
    try:
        return pickle.dumps((work(), None))
    except Exception as error:  # raised where the task was submitted
        error.__traceback__ = error.__cause__ = error.__context__ = None
        try:
            pickle.loads(answer := pickle.dumps((None, error)))
        except Exception:
            answer = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
        return answer


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGKILL)


# Exit reasons ------------------------------------------------------------------------------------


def _exit_reason(exit_code: int | None, limits: Limits) -> str:
    if exit_code == -signal.SIGXCPU:
        reason = f"it takes more than {limits.cpu_seconds} seconds of processor time"
        return f"{reason} ({raise_hint('cpu_seconds')})"
    name = f"code {exit_code}"
    with suppress(ValueError):
        name = signal.Signals(-(exit_code or 0)).name
    reason = f"its process ended by {name}, as one does that needs more memory than it has"
    return f"{reason} ({raise_hint('memory_bytes')})"
