"""Typesetting on the workers of a Dask cluster.

`distributed` is not a dependency of aidgen: `aidgen[cluster]` has it. This module is imported only
if a scheduler is named.
"""

from __future__ import annotations

import logging
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import distributed
from distributed.comm.addressing import parse_address, parse_host_port

from aidgen.layout.document import Printed
from aidgen.layout.faults import CRAMPED
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import Cache, document_key, typesetting_program
from aidgen.pipeline.tasks import StoppedError
from aidgen.problems import MachineError
from aidgen.sandbox.limits import Limits

# The package has no types.
DASK: Any = distributed
# Seconds to wait for a scheduler that does not respond, or has no workers.
SCHEDULER_TIMEOUT = 10
# The engine keeps its fonts for the whole process, and is not thread-safe.
LOCK = threading.Lock()


def print_remotely(program: str, packed: bytes) -> Printed:
    """Return the limits and the document that are `packed` as printed on this worker.

    Raises MachineError if it does not run `program`, as its PDF would have other bytes.
    """
    ours = typesetting_program()
    if ours != program:
        parts = [part for part in ours.split(", ") if part not in program.split(", ")]
        place = f"{DASK.get_worker().address} has {', '.join(parts) or 'less'}"
        raise MachineError(f"expected workers with the same program, but {place}")
    limits, document = pickle.loads(packed)
    with LOCK:
        tasks.run_task(tasks.READY_TASK, limits)
        printed: Printed = tasks.run_task(tasks.PRINT_TASK, document)
    return printed


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
            reason = " ".join(str(error).split()) or type(error).__name__
            message = f"no scheduler answers at {address}: {reason}"
            raise MachineError(message) from None
        try:
            self._client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
        except Exception:  # any error means: no workers
            self._client.close()
            raise MachineError(f"the scheduler at {address} has no workers") from None
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
        packed = pickle.dumps((self._limits, document))
        asked = self._executor.submit(print_remotely, typesetting_program(), packed)
        asked.add_done_callback(lambda printed: self._hand_on(printed, done, cache, key))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what it has not done yet is not done."""
        self._executor.shutdown(wait=False)
        self._client.close()
        self._here.shutdown(wait, cancel_futures=cancel_futures)

    def _hand_on(self, remote: Future[Any], done: Future[Any], cache: Cache, key: str) -> None:
        if not done.set_running_or_notify_cancel():
            return
        if remote.cancelled():
            done.set_exception(MachineError(f"the scheduler at {self._address} has gone"))
            return
        error = remote.exception()
        if isinstance(error, DASK.KilledWorker):
            error = StoppedError("worker after worker of the cluster died: is their memory short?")
        if error is not None:
            done.set_exception(error)
            return
        printed: Printed = remote.result()
        cache.put(key, printed)
        done.set_result((key, any(fault.kind in CRAMPED for fault in printed.faults)))
