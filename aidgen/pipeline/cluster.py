"""Typesetting on the workers of a Dask cluster.

`distributed` is not a dependency of aidgen: install `aidgen[cluster]` to use a cluster. This module
is imported only if a scheduler is named.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Any

import distributed
from distributed.comm.addressing import parse_address, parse_host_port

from aidgen.layout.document import Printed
from aidgen.layout.faults import CRAMPED
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import Cache, document_key, typesetting_program
from aidgen.pipeline.pool import StoppedError
from aidgen.problems import MachineError
from aidgen.sandbox.limits import Limits

DASK: Any = distributed
"""The package has no types."""
SCHEDULER_TIMEOUT = 10
"""Seconds to wait for a scheduler that does not respond, or has no workers."""


class Cluster(Executor):
    """Typesets documents on the workers of a scheduler; all other tasks run in `here`.

    Workers share no folder with this machine: documents and PDFs travel as pickles.
    """

    def __init__(self, address: str, limits: Limits, here: Executor) -> None:
        """Connect to the scheduler at `address`; packs must keep within `limits`.

        Raises MachineError if the scheduler or its workers cannot be used.
        """
        self._address, self._limits, self._here = address, limits, here
        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we report the errors ourselves
        try:
            kind, place = parse_address(address)
            if kind in ("tcp", "tls"):
                parse_host_port(place)  # without a port, Dask would leave half a client behind
            self._client = DASK.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
        except Exception as error:  # of the address, the network, the protocol
            message = f"no scheduler answers at {address}: {_in_one_line(error)}"
            raise MachineError(message) from None
        try:
            self._refuse_others()
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task as `tasks.run_task` does; its exceptions are raised by the future.

        It raises MachineError if the cluster fails or disappears, and StoppedError if several
        workers died of a document.
        """
        task, *arguments = args
        if task != tasks.TYPESET_TASK:
            return self._here.submit(fn, *args)
        document, folder = arguments
        key, cache = document_key(document), Cache(folder)
        if cache.get(key, Printed) is not None:
            return self._here.submit(fn, *args)
        done: Future[Any] = Future()
        packed = pickle.dumps(((tasks.READY_TASK, self._limits), (tasks.PRINT_TASK, document)))
        asked = self._executor.submit(tasks.run_remote_task, typesetting_program(), packed)
        asked.add_done_callback(lambda printed: self._hand_on(printed, done, cache, key))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what it has not done yet is not done."""
        self._executor.shutdown(wait=False)
        self._client.close()
        self._here.shutdown(wait, cancel_futures=cancel_futures)

    def _refuse_others(self) -> None:
        """Raise MachineError if there are no workers, or some of another version."""
        try:
            self._client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
        except Exception:  # any error means: no workers
            raise MachineError(f"the scheduler at {self._address} has no workers") from None
        programs = self._client.run(tasks.run_task, tasks.PROGRAM_TASK, on_error="return")
        listed = {place: _in_one_line(program) for place, program in sorted(programs.items())}
        others = {
            place: program for place, program in listed.items() if program != typesetting_program()
        }
        if others:
            raise _difference(others)

    def _hand_on(self, remote: Future[Any], done: Future[Any], cache: Cache, key: str) -> None:
        """Store a document that was typeset, and answer as the task would have here."""
        if not done.set_running_or_notify_cancel():
            return
        if remote.cancelled():
            done.set_exception(MachineError(f"the scheduler at {self._address} has gone"))
            return
        error = remote.exception()
        if isinstance(error, tasks.OtherProgramError):
            place, program = error.args
            error = _difference({place: program})
        elif isinstance(error, DASK.KilledWorker):
            error = StoppedError("worker after worker of the cluster died: is their memory short?")
        if error is not None:
            done.set_exception(error)
            return
        printed: Printed = remote.result()
        cache.put(key, printed)
        done.set_result((key, any(fault.kind in CRAMPED for fault in printed.faults)))


def _difference(programs: Mapping[str, str]) -> MachineError:
    """Return an error that says how the programs of some workers differ from ours."""
    ours = typesetting_program().split(", ")
    listed = []
    for place, program in programs.items():
        parts = [part for part in program.split(", ") if part not in ours]
        listed.append(f"{place} has {', '.join(parts) or 'less'}")
    return MachineError(f"expected workers with the same program, but {'; '.join(listed)}")


def _in_one_line(value: object) -> str:
    """Return the message of an error or a program on one line."""
    return " ".join(str(value).split()) or type(value).__name__
