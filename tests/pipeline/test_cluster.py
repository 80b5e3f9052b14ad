"""Pieces set by the workers of a Dask cluster on this machine, one of which is killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from importlib import import_module
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.pipeline import tasks
from aidgen.pipeline.cache import program_name
from tests.commands import here, run

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
cluster = import_module("aidgen.pipeline.cluster")

PATIENCE = 60
"""Seconds in which a scheduler and its workers are there, also on a busy machine."""


def dask(*words: str | Path, code: Path = BUNDLED_PACK) -> subprocess.Popen[bytes]:
    """Start a command of Dask's that knows the aidgen in the folder `code`."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "dask", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(code)},
    )


def waited(path: Path) -> Path:
    """Return a file, or a folder with something in it, as soon as it is there."""
    until = time.monotonic() + PATIENCE
    while not (path.is_file() and path.stat().st_size) and not any(path.glob("*/*")):
        assert time.monotonic() < until, f"{path} is not there"
        time.sleep(0.05)
    return path


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Path]:
    """Return the file of a scheduler without workers, in which its address stands."""
    file = tmp_path / "scheduler.json"
    words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    process = dask(*words, "--scheduler-file", file)
    yield waited(file)
    process.kill()
    process.wait()


def workers(scheduler: Path, *codes: Path) -> list[subprocess.Popen[bytes]]:
    """Start a worker for each of some folders that hold aidgen; wait until all have come."""
    started = [
        dask(
            *("worker", "--scheduler-file", scheduler, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--name", f"w{number}"),
            *("--local-directory", scheduler.parent / f"w{number}"),
            code=code,
        )
        for number, code in enumerate(codes)
    ]
    for number in range(len(codes)):
        waited(scheduler.parent / f"w{number}")
    return started


def end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()


def address(scheduler: Path) -> str:
    return str(json.loads(scheduler.read_text(encoding="utf-8"))["address"])


def words(pack: Path, scheduler: Path, *more: str) -> list[str]:
    return [
        *("build", "--aid", "deck", "--aid", "book", "--locale", "en", "--pack", str(pack)),
        *("--out", str(pack.parent / "out")),
        *("--scheduler", address(scheduler), *more),
    ]


def test_two_workers_make_all_though_one_is_killed(pack: Path, scheduler: Path) -> None:
    """On a shelf at a URL, as machines without a common folder have one."""
    shelf = pack.parent / "elsewhere"
    processes = workers(scheduler, BUNDLED_PACK, BUNDLED_PACK)
    command = [sys.executable, "-P", "-m", "aidgen"]
    given = words(pack, scheduler, "--shelf", f"file://{shelf}")
    try:
        building = subprocess.Popen(
            [*command, *given],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(BUNDLED_PACK)},
        )
        waited(shelf)
        assert building.poll() is None
        processes[0].send_signal(signal.SIGKILL)
        said, _ = building.communicate(timeout=5 * PATIENCE)
    finally:
        end(processes)
    assert (building.returncode, "Traceback" in said) == (0, False), said
    made = sorted(path.name for path in (pack.parent / "out").rglob("*.pdf"))
    assert made
    assert f"Built {len(made)} PDFs, {len(made)} new" in said
    assert here("verify", pack.parent / "out").returncode == 0


def test_a_worker_of_another_version_is_refused_by_name(pack: Path, scheduler: Path) -> None:
    other = pack.parent / "other"
    shutil.copytree(BUNDLED_PACK / "aidgen", other / "aidgen")
    (other / "aidgen" / "__init__.py").write_text('"""Old."""\n__version__ = "0.0.7"\n')
    processes = workers(scheduler, BUNDLED_PACK, other)
    try:
        done = run(*words(pack, scheduler))
    finally:
        end(processes)
    assert done.returncode == 3
    assert "tcp://127.0.0.1:" in done.stderr
    assert "has aidgen 0.0.7" in done.stderr


def test_an_address_that_is_none_is_reported(pack: Path) -> None:
    done = run("build", "--pack", pack, "--out", pack.parent / "out", "--scheduler", "nonsense")
    assert done.returncode == 3
    assert "\naidgen: no scheduler answers at nonsense: missing port" in done.stderr


def test_a_scheduler_that_is_not_there_is_reported() -> None:
    lines = (
        "from aidgen.pipeline import cluster",
        "from aidgen.sandbox.limits import STANDARD",
        "assert cluster.SCHEDULER_TIMEOUT == 10",
        "cluster.SCHEDULER_TIMEOUT = 1",
        "cluster.Cluster('127.0.0.1:1', STANDARD)",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(BUNDLED_PACK)},
        check=False,
    )
    assert "MachineError: no scheduler answers at 127.0.0.1:1: " in done.stderr


def test_a_worker_that_comes_late_is_asked_for_its_program() -> None:
    with pytest.raises(tasks.OtherProgramError) as raised:
        tasks.run_remote_task("aidgen 0.0.7", b"never read")
    place, has = raised.value.args
    assert re.search(r", process \d+,$", place)
    assert has == program_name()
    assert has.startswith("aidgen ")


def test_of_another_program_is_reported_what_differs() -> None:
    others = {"one": "aidgen 1, engine 2", "two": "aidgen 1, engine 3", "three": "cannot be asked"}
    said = cluster._program_difference("aidgen 1, engine 3, font 4", others)
    reported = "one has engine 2; two has less; three has cannot be asked"
    assert said == f"expected workers with aidgen 1, engine 3, font 4, but {reported}"


def test_what_is_asked_no_more_is_not_answered() -> None:
    """As when one presses Ctrl-C, or another errand has failed."""
    executor = object.__new__(cluster.Cluster)
    gone, failed = Future[object](), Future[object]()
    gone.cancel()
    failed.set_exception(OSError("full"))
    for known in (gone, failed):
        asked: Future[object] = Future()
        asked.cancel()
        executor._hand_on(known, asked)
        assert asked.cancelled()
