"""Documents typeset by the workers of a Dask cluster on this machine, one of which is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from tests.commands import here

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra `cluster` is not installed"
)

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


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the file of a scheduler without workers, in which its address stands."""
    file = tmp_path_factory.mktemp("scheduler") / "scheduler.json"
    words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    process = dask(*words, "--scheduler-file", file)
    yield waited(file)
    process.kill()
    process.wait()


def workers(scheduler: Path, **codes: Path) -> list[subprocess.Popen[bytes]]:
    """Start a worker for each folder that holds aidgen, by its name; wait until all have come."""
    started = [
        dask(
            *("worker", "--scheduler-file", scheduler, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--name", name, "--local-directory", scheduler.parent / name),
            code=code,
        )
        for name, code in codes.items()
    ]
    for name in codes:
        waited(scheduler.parent / name)
    return started


def end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()


def address(scheduler: Path) -> str:
    return str(json.loads(scheduler.read_text(encoding="utf-8"))["address"])


def words(pack: Path, scheduler: Path, *more: str) -> list[str]:
    return [
        *("build", "--aid", "deck", "--aid", "plan", "--locale", "en", "--pack", str(pack)),
        *("--out", str(pack.parent / "out")),
        *("--scheduler", address(scheduler), *more),
    ]


def test_two_workers_make_all_though_one_is_killed(pack: Path, scheduler: Path) -> None:
    processes = workers(scheduler, one=BUNDLED_PACK, two=BUNDLED_PACK)
    cache = pack.parent / "out" / ".cache"
    try:
        building = subprocess.Popen(
            [sys.executable, "-P", "-m", "aidgen", *words(pack, scheduler)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(BUNDLED_PACK)},
        )
        waited(cache)
        processes[0].send_signal(signal.SIGKILL)
        output, _ = building.communicate(timeout=5 * PATIENCE)
    finally:
        end(processes)
    assert (building.returncode, "Traceback" in output) == (0, False), output
    assert "Built 2 PDFs, 2 new" in output
    assert here("verify", pack.parent / "out").returncode == 0


def test_a_worker_of_another_version_is_refused_by_name(pack: Path, scheduler: Path) -> None:
    other = pack.parent / "other"
    shutil.copytree(BUNDLED_PACK / "aidgen", other / "aidgen")
    (other / "aidgen" / "press" / "__init__.py").write_text('"""Old."""\n')
    processes = workers(scheduler, old=other)
    try:
        done = here(*words(pack, scheduler))
    finally:
        end(processes)
    assert done.returncode == 3
    assert "tcp://127.0.0.1:" in done.stderr
    assert "has code " in done.stderr


def test_an_address_that_is_none_is_reported(pack: Path) -> None:
    done = here("build", "--pack", pack, "--out", pack.parent / "out", "--scheduler", "nonsense")
    assert done.returncode == 3
    assert "\naidgen: no scheduler answers at nonsense: missing port" in done.stderr
