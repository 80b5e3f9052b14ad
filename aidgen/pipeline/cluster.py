"""A worker pool on a Dask cluster.

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

from aidgen.pipeline import tasks
from aidgen.pipeline.cache import typesetting_program
from aidgen.pipeline.pool import StoppedError
from aidgen.problems import MachineError
from aidgen.sandbox.limits import Limits

DASK: Any = distributed
"""The package has no types."""
SCHEDULER_TIMEOUT = 10
"""Seconds to wait for a scheduler that does not respond, or has no workers."""


class Cluster(Executor):
    """The workers of a scheduler, each of the same program as this one.

    What they are handed, and what they return, travels as pickles.
    """

    def __init__(self, address: str, limits: Limits) -> None:
        """Connect to the scheduler at `address`; packs must keep within `limits`.

        Raises MachineError if the scheduler or its workers cannot be used.
        """
        self._address = address
        self._ready = tasks.READY_TASK, limits
        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we report the errors ourselves
        try:
            _check(address)
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
        """Run a task on a worker, as `tasks.run_task` does; its exceptions are raised here.

        The future raises MachineError if the cluster fails or disappears, and StoppedError if
        several workers died running the task.
        """
        assert fn is tasks.run_task
        done: Future[Any] = Future()
        packed = pickle.dumps((self._ready, args))
        asked = self._executor.submit(tasks.run_remote_task, typesetting_program(), packed)
        asked.add_done_callback(lambda known: self._hand_on(known, done))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what it has not done yet is not done."""
        self._executor.shutdown(wait=False)
        self._client.close()

    def _refuse_others(self) -> None:
        """Raise MachineError if there are no workers, or if some run another version of the
        program."""
        try:
            self._client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
        except Exception:  # any error means: no workers
            raise MachineError(f"the scheduler at {self._address} has no workers") from None
        found = self._client.run(tasks.run_task, tasks.PROGRAM_TASK, on_error="return")
        own = typesetting_program()
        other = {name: _in_one_line(has) for name, has in sorted(found.items()) if has != own}
        if other:
            raise MachineError(_program_difference(own, other))

    def _hand_on(self, known: Future[Any], done: Future[Any]) -> None:
        """Pass the result of a task to its future, if it still waits; cluster errors as
        MachineError."""
        if not done.set_running_or_notify_cancel():
            return
        if known.cancelled():
            done.set_exception(MachineError(f"the scheduler at {self._address} is there no more"))
            return
        error = known.exception()
        if error is None:
            done.set_result(known.result())
        elif isinstance(error, tasks.OtherProgramError):
            place, has = error.args
            done.set_exception(
                MachineError(_program_difference(typesetting_program(), {place: has}))
            )
        elif isinstance(error, DASK.KilledWorker):
            message = "worker after worker of the cluster died of it: is their memory short?"
            done.set_exception(StoppedError(message))
        else:
            done.set_exception(error)


def _check(address: str) -> None:
    """Raise ValueError if an address has no port: Dask would leave half a client behind."""
    kind, place = parse_address(address)
    if kind in ("tcp", "tls"):
        parse_host_port(place)


def _program_difference(own: str, others: Mapping[str, str]) -> str:
    """Describe how other programs differ from ours, with where each is installed."""
    ours = own.split(", ")
    theirs = {place: has.split(", ") for place, has in others.items()}
    expected = [part for part in ours if any(part not in parts for parts in theirs.values())]
    differences = (
        f"{place} has {', '.join(part for part in parts if part not in ours) or 'less'}"
        for place, parts in theirs.items()
    )
    return f"expected workers with {', '.join(expected)}, but {'; '.join(differences)}"


def _in_one_line(value: object) -> str:
    """Return the message of an error or a program on one line."""
    return " ".join(str(value).split()) or type(value).__name__
