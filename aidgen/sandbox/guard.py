"""Runs a command in a child process with limits of time and memory, and waits for it."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from types import FrameType
from urllib.parse import unquote, urlsplit

from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, limit_process, raise_hint
from aidgen.sandbox.notes import noted_file
from aidgen.sandbox.windows import is_wsl, outside_path

# Signals that are for the command, and how a message calls them.
FORWARDED = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
# The option of `prctl` by which a process ends with its parent (linux/prctl.h).
SET_PARENT_DEATH_SIGNAL = 1
# What may be opened: a PDF or page that was written.
OPENED = (".pdf", ".html")
# In a watched process, the pipe to the one that waits.
_ASKING: list[int] = []


def watch_command() -> int | None:
    """Fork; return None in the process that is to run the command, and its exit code in ours.

    On Linux, the command ends with us. If a limit or a signal ends it, that is reported.
    """
    asks, asking = os.pipe()
    parent, child = os.getpid(), os.fork()
    if not child:
        os.close(asks)
        _ASKING.append(asking)
        _end_with(parent)
        limit_process(STANDARD)
        return None
    os.close(asking)
    threading.Thread(target=_answer, args=(asks,), daemon=True).start()

    def forward(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in FORWARDED:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, forward)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else _report_end(-code)


def _end_with(parent: int) -> None:
    """End this process when the one that waits for it has ended, where the system has that."""
    if sys.platform == "linux":  # by no thread: a process with two cannot enter a jail
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os.kill(os.getpid(), signal.SIGKILL)


# What is opened for the user ----------------------------------------------------------------------


def is_watched() -> bool:
    """Tell whether another process waits for this one, which runs a command."""
    return bool(_ASKING)


def open_outside(address: str) -> bool:
    """Open an address in the program that the user has for it; return whether that can be tried.

    The waiting process opens it: a viewer must not have the limits of one that reads a pack.
    """
    try:
        webbrowser.get()
    except webbrowser.Error:
        if not is_wsl():
            return False
    if _ASKING:
        os.write(_ASKING[0], f"{address}\n".encode())
    else:
        _open(address)
    return True


def _answer(asks: int) -> None:
    with suppress(OSError), open(asks, encoding="utf-8") as lines:
        for line in lines:
            address = line.strip()
            if address.startswith("file:///") and address.endswith(OPENED):
                _open(address)


def _open(address: str) -> None:
    if is_wsl():
        path = outside_path(Path(unquote(urlsplit(address).path)))
        webbrowser.GenericBrowser("explorer.exe").open(str(path))
    else:
        webbrowser.open(address)


# Limits -------------------------------------------------------------------------------------------


def renew_limits(limits: Limits) -> None:
    """Give a command that is watched its processor time from now on, and other limits."""
    if resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY:
        limit_process(limits)


def _report_end(number: int) -> int:
    if number in FORWARDED:
        _say(f"aidgen: {FORWARDED[signal.Signals(number)]}")
        return 128 + number  # as shells do
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
