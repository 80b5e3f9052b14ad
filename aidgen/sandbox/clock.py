"""Work in this process that may take so much processor time and no more."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import Limits, raised_by

SOONEST = 0.001
"""To wait no time at all would be to wait for ever."""
AGAIN = 1.0
"""After so many seconds it is said once more, should a library have swallowed it."""


@contextmanager
def timed(where: Where, limits: Limits) -> Iterator[None]:
    """Limit the time of a block in the main thread; raises InputError, at `where`, beyond it."""

    def late(*_: object) -> NoReturn:
        message = f"takes more than {limits.cpu_seconds:,} seconds of processor time"
        raise InputError([Problem(where, message, raised_by("cpu_seconds"))])

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, max(limits.cpu_seconds, SOONEST), AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
