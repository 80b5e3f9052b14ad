"""A build that is killed, interrupted, or finds that the disk fails: what stands is whole."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from strangers.watched import ROOT, Place, place, run

Fault = Callable[[Place], list[str]]

LONGEST = 12.0
"""Seconds within which a build of the game Mini is over, or nearly so."""


def faults(kills: int, calls: int) -> Iterator[tuple[str, Fault]]:
    """Yield the name of each fault, and what makes it: so many kills and calls of each kind."""
    for number in range(kills):
        yield f"kill {number}", partial(_stopped, signal.SIGKILL, number)
        yield f"interrupt {number}", partial(_stopped, signal.SIGINT, number)
    for name in ("replace", "fsync"):
        for number in range(1, calls + 1):
            yield f"{name} {number} fails", partial(_failing, f"{name}:{number}")
    for kilobytes in (0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128):
        yield f"no room after {kilobytes} kB", partial(_full, kilobytes * 1024)
    yield "read-only", _read_only


def attempt(name: str, fault: Fault) -> tuple[str, list[str]]:
    """Return the name of a fault, and what was wrong after it."""
    with place() as where:
        return name, fault(where)


def _words(where: Place) -> tuple[str, ...]:
    aids = ("--aid", "plan", "--aid", "deck", "--aid", "board")
    return ("build", "--pack", str(where.pack), "--out", str(where.out), "--jobs", "2", *aids)


def _stopped(number: int, seed: int, where: Place) -> list[str]:
    """Stop a second build, of a changed game, at a random moment."""
    first = run(where, *_words(where))
    before = _pdfs(where)
    where.change("content/mini/game.yaml", "title: Mini\n", "title: Maxi\n")
    given = [sys.executable, "-P", "-m", "aidgen", *_words(where)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (where.folder / "said").open("wb") as said:
        started = subprocess.Popen(
            given, env=env, stdout=said, stderr=said, start_new_session=True, cwd=where.folder
        )
        time.sleep(0.2 + random.Random(seed).random() * LONGEST / 2)
        if number == signal.SIGINT or seed % 2:
            os.killpg(started.pid, number)
        else:
            started.send_signal(number)  # the parent alone: its children have to follow
        started.wait()
    found = [] if first.code == 0 else [f"first build: {first.code}"]
    if "Traceback" in (where.folder / "said").read_text(encoding="utf-8", errors="replace"):
        found.append("traceback")
    for _ in range(100):
        left = _alive(started.pid)
        if not left:
            break
        time.sleep(0.05)
    else:
        found.append(f"left alive: {left}")
        os.killpg(started.pid, signal.SIGKILL)
    return [*found, *_after(where, before)]


def _failing(what: str, where: Place) -> list[str]:
    ran = run(where, *_words(where), env={"SPY_FAIL": what})
    found = ["traceback"] if ran.has_traceback else []
    failed = any(seen.startswith("failed") for seen in ran.seen)
    if failed and ran.code == 0:
        found.append("exit code 0")
    return [*found, *_after(where, {})]


def _full(size: int, where: Place) -> list[str]:
    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    ran = run(where, *_words(where), before=limited)
    return [*(["traceback"] if ran.has_traceback else []), *_after(where, {})]


def _read_only(where: Place) -> list[str]:
    where.out.write_text("a file in the place of the folder", encoding="utf-8")
    ran = run(where, *_words(where))
    where.out.unlink()
    return [*(["traceback"] if ran.has_traceback or not ran.code else []), *_after(where, {})]


def _pdfs(where: Place) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in where.out.glob("mini/*/*.pdf")}


def _after(where: Place, before: dict[str, bytes]) -> Iterator[str]:
    """Yield what is torn, and what the next build does not make good."""
    standing = _pdfs(where)
    yield from (f"torn: {name}" for name, pdf in standing.items() if not _is_whole(pdf))
    yield from (f"lost: {name}" for name in before if name not in standing)
    again = run(where, *_words(where))
    verified = run(where, "verify", str(where.out))
    if again.code or verified.code:
        yield f"not healed: {again.code}, {verified.code}: {verified.said[-200:]}"


def _is_whole(pdf: bytes) -> bool:
    return pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")


def _alive(group: int) -> list[str]:
    left = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            left.append(path.parent.name)
    return left
