"""A command of aidgen, run while somebody watches: what it opens, connects to and starts."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINI = ROOT / "tests" / "packs" / "mini"
SECRET = "only-for-my-eyes"

# Runs in every process of the command, before anything of ours: tells what nobody may do, and lets
# a call that writes fail if it is asked to.
SPY = """
import os, sys
_log, _outside = os.environ["SPY_LOG"], os.environ["SPY_OUTSIDE"]
_busy = []
def _hook(event, args):
    if _busy:
        return
    reported = None
    if event == "open" and isinstance(args[0], (str, bytes)):
        path = os.fsdecode(args[0])
        if os.path.realpath(path).startswith(_outside) or path.startswith("/dev/zero"):
            reported = path
    elif event in ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen"):
        if not any(name in repr(args) for name in ("ldconfig", "gcc", "'ld'", "/ld")):
            reported = repr(args)[:200]
    elif event == "socket.connect" and not isinstance(args[1], (str, bytes)):
        reported = repr(args[1])
    if reported:
        _busy.append(1)
        with open(_log, "a") as log:
            log.write(f"{event} {reported}\\n")
        _busy.pop()
sys.addaudithook(_hook)
_fail = os.environ.get("SPY_FAIL")
if _fail:
    _name, _number = _fail.split(":")
    _real, _count = getattr(os, _name), [0]
    def _failing(*args, **kwargs):
        _count[0] += 1
        if _count[0] == int(_number):
            with open(_log, "a") as log:
                log.write(f"failed {_name}\\n")
            raise OSError(28, "No space left on device", str(args[0]))
        return _real(*args, **kwargs)
    setattr(os, _name, _failing)
"""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    said: str
    seen: tuple[str, ...]
    """What it did that nobody may do."""
    seconds: float
    """Processor time of the command itself; that of its workers has limits of its own."""
    megabytes: float
    """The most memory that one of its processes had."""

    @property
    def has_traceback(self) -> bool:
        return "Traceback (most recent" in self.said


@dataclass(frozen=True)
class Place:
    """A folder with a copy of the game Mini, an output folder, and what lies outside both."""

    folder: Path
    port: int

    @property
    def pack(self) -> Path:
        return self.folder / "pack"

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def outside(self) -> Path:
        return self.folder / "outside"

    def change(self, file: str, old: str, new: str) -> None:
        path = self.pack / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def put(self, file: str, text: str) -> None:
        path = self.pack / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def outside_now(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.outside.rglob("*") if path.is_file()}


@contextmanager
def place() -> Iterator[Place]:
    """Give a place for one attempt, and a port on which nobody should call."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as listener:
        folder = Path(name).resolve()
        shutil.copytree(MINI, folder / "pack")
        shutil.rmtree(folder / "pack" / "locales")
        (folder / "outside").mkdir()
        (folder / "outside" / "secret.yaml").write_text(f"page: {SECRET}\n", encoding="utf-8")
        (folder / "spy").mkdir()
        (folder / "spy" / "sitecustomize.py").write_text(SPY, encoding="utf-8")
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        yield Place(folder, listener.getsockname()[1])


def run(
    where: Place,
    *words: str,
    wall: float = 1800,
    env: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Ran:
    """Run a command of aidgen on the pack of a place, and watch it; at most `wall` seconds."""
    log = where.folder / "log"
    log.write_text("", encoding="utf-8")
    paths = os.pathsep.join((str(where.folder / "spy"), str(ROOT)))
    spy = {"PYTHONPATH": paths, "SPY_LOG": str(log), "SPY_OUTSIDE": str(where.outside)}
    given = [sys.executable, "-P", "-m", "aidgen", *words]
    said_to = where.folder / "said"
    with said_to.open("wb") as file:
        started = subprocess.Popen(
            given,
            env={**os.environ, **spy, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=where.folder,
            preexec_fn=before,
        )
        largest = [0.0]
        ended = threading.Event()
        watching = threading.Thread(target=_sample, args=(started.pid, largest, ended, wall))
        watching.start()
        _, status, usage = os.wait4(started.pid, 0)
        ended.set()
        watching.join()
    started.returncode = os.waitstatus_to_exitcode(status)
    return Ran(
        started.returncode,
        said_to.read_text(encoding="utf-8", errors="replace"),
        tuple(log.read_text(encoding="utf-8").splitlines()),
        usage.ru_utime + usage.ru_stime,
        max(largest[0], usage.ru_maxrss / 1024),
    )


def _sample(group: int, largest: list[float], ended: threading.Event, wall: float) -> None:
    """Note the most memory that a process of the group has; kill the group when it is late."""
    late = time.monotonic() + wall
    while not ended.wait(0.2):
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == group:
                megabytes = int(fields[21]) * resource.getpagesize() / 1e6
                largest[0] = max(largest[0], megabytes)
        if time.monotonic() > late:
            os.killpg(group, 9)
            return
