"""Commands watched while they run: how long they take, and how large their processes become."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

EACH = 0.05
"""Seconds between two looks at the processes: a worker lives for longer."""
TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


@dataclass(frozen=True)
class Watched:
    """What a command took: seconds on the clock and of processors, bytes of its largest process."""

    seconds: float
    cpu_seconds: float
    largest: int
    code: int
    printed: str


def watched(command: Sequence[str], **environment: str) -> Watched:
    """Run a command to its end; what it prints is kept."""
    looked: dict[int, tuple[float, int]] = {}
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        everywhere = {**os.environ, **environment}
        everywhere.pop("PYTHONDONTWRITEBYTECODE", None)  # `./run` has none of it either
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=everywhere)
        ended = Event()
        looking = Thread(target=_look_on, args=(process.pid, ended, looked))
        looking.start()
        process.wait()
        seconds = time.perf_counter() - start
        ended.set()
        looking.join()
        out.seek(0)
        printed = out.read()
    return Watched(
        seconds=seconds,
        cpu_seconds=sum(cpu for cpu, _ in looked.values()),
        largest=max((size for _, size in looked.values()), default=0),
        code=process.returncode,
        printed=printed,
    )


def _look_on(root: int, ended: Event, looked: dict[int, tuple[float, int]]) -> None:
    """Look at a process and all that it has started, again and again until it has ended."""
    while not ended.is_set():
        _look(root, looked)
        ended.wait(EACH)


def _look(root: int, looked: dict[int, tuple[float, int]]) -> None:
    """Note the time and the largest size of a process and of all that it has started."""
    for pid in _tree(root):
        with suppress(OSError, IndexError):  # it has ended meanwhile
            fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
            cpu = (int(fields[11]) + int(fields[12])) / TICKS
            looked[pid] = cpu, _size(pid)


def _tree(root: int) -> Iterator[int]:
    yield root
    with suppress(OSError):
        for kids in (PROC / str(root) / "task").glob("*/children"):
            for pid in kids.read_text().split():
                yield from _tree(int(pid))


def _size(pid: int) -> int:
    """Return the bytes that a process has had at most."""
    status = (PROC / str(pid) / "status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024
