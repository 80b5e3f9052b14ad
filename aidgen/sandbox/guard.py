"""Runs a command in a child process with limits of time and memory, and waits for it.

Whatever a file of a pack does to the child, the parent reports it, with the name of that file.
"""

from __future__ import annotations

import math
import mmap
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType

from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

LONGEST_NOTE = 4096
"""Bytes of the name of a file."""
NOTE = mmap.mmap(-1, LONGEST_NOTE)
"""The name of the file that was read last: the process that waits sees it, too."""
FORWARDED = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
"""Signals that are for the command, and how a message calls them."""
SIGNAL_CODE = 128
"""The exit code of a command that a signal has ended, less the number of the signal."""


def note_file(name: str) -> None:
    """Note the file that is read now."""
    NOTE.seek(0)
    NOTE.write(os.fsencode(name)[: LONGEST_NOTE - 1] + b"\0")


def noted_file() -> str:
    """Return the file that was read last; nothing if there was none."""
    return os.fsdecode(NOTE[:LONGEST_NOTE].partition(b"\0")[0])


def watch_command() -> int | None:
    """Fork; return None in the process that is to run the command, and its exit code in ours.

    The command ends with us. If a limit or a signal ends it, that is reported.
    """
    alive, held = os.pipe()
    child = os.fork()
    if not child:
        os.close(held)
        # Before the limits: `start` waits for ever if the new thread has no memory.
        threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
        _limit_process(STANDARD)
        return None
    os.close(alive)

    def forward(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in FORWARDED:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, forward)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else _report_end(-code)


def _end_with(alive: int) -> None:
    """End this process when the one that waits for it has ended."""
    with suppress(OSError):
        os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGKILL)


def renew_limits(limits: Limits) -> None:
    """Give a command that is watched its processor time from now on, and other limits."""
    if resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY:
        _limit_process(limits)


def _limit_process(limits: Limits) -> None:
    """Limit the processor time of this process from now on, and its memory."""
    seconds = math.ceil(time.process_time()) + limits.cpu_seconds
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_DATA, limits.memory_bytes),
    ):
        _, hardest = resource.getrlimit(kind)
        if hardest != resource.RLIM_INFINITY:
            most = min(most, hardest)
        with suppress(ValueError, OSError):  # a system that has no such limit
            resource.setrlimit(kind, (most, hardest))


def _report_end(number: int) -> int:
    """Report that a signal has ended the command; return the exit code."""
    if number in FORWARDED:
        _say(f"aidgen: {FORWARDED[signal.Signals(number)]}")
        return SIGNAL_CODE + number
    if number == signal.SIGXCPU:
        message, hint = "takes too much processor time", raise_hint("cpu_seconds")
    else:
        name = signal.Signals(number).name
        message, hint = f"ends the process that reads it by {name}", raise_hint("memory_bytes")
    _say(str(Problem(Where(noted_file() or "aidgen"), message, hint)))
    return 1


def _say(line: str) -> None:
    with suppress(OSError, AttributeError):  # nobody reads it
        sys.stderr.write(f"{ascii(line)[1:-1]}\n")
