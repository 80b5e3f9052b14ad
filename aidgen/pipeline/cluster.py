"""Typesetting on the workers of a Dask cluster.

`distributed` is not a dependency of aidgen: `aidgen[cluster]` has it. This module is imported only
if a scheduler is named.
"""

from __future__ import annotations

import logging
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import distributed
from distributed.comm.addressing import parse_address, parse_host_port

from aidgen.layout.document import Document, Printed
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
# How many documents wait for workers at once: each in a thread that does nothing else.
MOST_WAITING = 64
# The engine keeps its fonts for the whole process, and is not thread-safe.
LOCK = threading.Lock()


def print_remotely(program: str, packed: bytes) -> Printed:
    """Return a document as printed on this worker. Raises MachineError unless it runs `program`."""
    ours = typesetting_program()
    if ours != program:
        parts = [part for part in ours.split(", ") if part not in program.split(", ")]
        place = f"{DASK.get_worker().address} has {', '.join(parts) or 'less'}"
        raise MachineError(f"expected workers with the same program, but {place}")
    pixels, document = pickle.loads(packed)
    with LOCK:
        tasks.run_task(tasks.READY_TASK, pixels)
        printed: Printed = tasks.run_task(tasks.PRINT_TASK, document)
    return printed


class Cluster(Executor):
    """Typesets documents on the workers of a scheduler; all other tasks run in `here`.

    Workers share no folder with this machine: documents and PDFs travel as pickles.
    """

    def __init__(self, address: str, limits: Limits, here: Executor) -> None:
        """Connect to a scheduler; packs must keep within `limits`. Raises MachineError."""
        self._address, self._pixels, self._here = address, limits.picture_pixels, here
        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we report the errors ourselves
        try:
            kind, place = parse_address(address)
            if kind in ("tcp", "tls"):
                parse_host_port(place)  # without a port, Dask would leave half a client behind
            self._client = DASK.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
        except Exception as error:  # of the address, the network, the protocol
            reason = " ".join(str(error).split()) or type(error).__name__
            raise MachineError(f"no scheduler answers at {address}: {reason}") from None
        try:
            self._client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
        except Exception:  # any error means: no workers
            self._client.close()
            raise MachineError(f"the scheduler at {address} has no workers") from None
        self._threads = ThreadPoolExecutor(MOST_WAITING)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task as `tasks.run_task` does; raises MachineError, too, if the cluster fails."""
        if args[0] != tasks.TYPESET_TASK:
            return self._here.submit(fn, *args)
        return self._threads.submit(self._typeset, *args[1:])

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what it has not done yet is not done."""
        self._client.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._here.shutdown(wait, cancel_futures=cancel_futures)

    def _typeset(self, document: Document, folder: Path) -> tuple[str, bool]:
        printed = Cache(folder).printed(document, self._print)
        return document_key(document), any(fault.kind in CRAMPED for fault in printed.faults)

    def _print(self, document: Document) -> Printed:
        asked = typesetting_program(), pickle.dumps((self._pixels, document))
        try:
            printed: Printed = self._client.submit(print_remotely, *asked, pure=False).result()
        except DASK.KilledWorker:
            reason = "worker after worker of the cluster died: is their memory short?"
            raise StoppedError(reason) from None
        except (CancelledError, DASK.comm.CommClosedError):
            raise MachineError(f"the scheduler at {self._address} has gone") from None
        return printed
