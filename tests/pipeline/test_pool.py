"""Work within limits: what goes beyond them is reported, and all else is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.tasks import StoppedError
from aidgen.problems import MachineError
from aidgen.sandbox.limits import Limits
from tests.commands import ENVIRONMENT, here
from tests.mini import change, shelve

SMALL = Limits(cpu_seconds=1, memory_bytes=600_000_000)


def lack() -> None:
    raise MachineError("no fonts")


WAYS: dict[str, Callable[[], object]] = {
    "spin": lambda: 7 ** (7**9),  # in C, where no signal of Python's is heard
    "hoard": lambda: bytearray(2 * 10**9),
    "lack": lack,
    "abort": os.abort,
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "exit": lambda: os._exit(0),
}
"""Ways in which work may end."""


def piece(name: str) -> str:
    """Do what `name` says, and say so."""
    WAYS.get(name, str)()
    return name.upper()


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    with WorkerPool(2, SMALL) as workers:
        yield workers


def outcome(future: Future[str]) -> str:
    try:
        return future.result(60)
    except StoppedError as stopped:
        return str(stopped)


def test_one_that_goes_beyond_its_limits_is_reported_and_the_others_are_done(
    workers: WorkerPool,
) -> None:
    ends = {
        "spin": "it takes more than 1 seconds of processor time (if the pack is your own: `",
        "abort": "its process ended by SIGABRT, as one does that needs more memory",
        "kill": "its process ended by SIGKILL",
        "exit": "its process ended by code 0",
    }
    names = [name for end in ends for name in ("a", end, "b")]
    asked = {name: workers.submit(piece, name) for name in names}
    for name, future in asked.items():
        assert outcome(future).startswith(ends.get(name, name.upper()))


def test_errors_of_the_work_are_raised_where_it_was_asked_for(workers: WorkerPool) -> None:
    with pytest.raises(MemoryError):
        workers.submit(piece, "hoard").result(60)
    with pytest.raises(MachineError, match="no fonts"):
        workers.submit(piece, "lack").result(60)


def pid_after_using(megabytes: int) -> int:
    """Use some memory, free it, and return the number of the process."""
    content = bytearray(megabytes * 1_000_000)
    del content
    return os.getpid()


def test_a_worker_that_has_used_more_than_half_of_its_memory_is_replaced() -> None:
    with WorkerPool(1, Limits(memory_bytes=1_200_000_000)) as workers:
        pids = [workers.submit(pid_after_using, used).result(60) for used in (1, 1, 650, 1)]
    assert pids[0] == pids[1] == pids[2] != pids[3]


def alive(group: int) -> list[str]:
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=,args=", "-g", str(group)],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = found.stdout.splitlines()
    return [line for line in lines if not line.split()[1].startswith("Z")]


def test_children_end_with_their_parent(pack: Path) -> None:
    given = [sys.executable, "-P", "-m", "aidgen", "build", "--pack", str(pack)]
    given += ["--out", str(pack / "out"), "--jobs", "2"]
    silent = subprocess.DEVNULL
    with subprocess.Popen(
        given, env=ENVIRONMENT, start_new_session=True, stdout=silent, stderr=silent
    ) as started:
        for _ in range(600):
            if len(alive(started.pid)) > 3:
                break
            time.sleep(0.1)
        started.kill()
    for _ in range(100):
        left = alive(started.pid)
        if not left:
            break
        time.sleep(0.1)
    assert left == []


def test_ctrl_c_shows_no_traceback_while_modules_are_imported(pack: Path) -> None:
    given = [sys.executable, "-P", "-m", "aidgen", "build", "--pack", str(pack)]
    given += ["--out", str(pack / "out"), "--jobs", "2"]
    with subprocess.Popen(
        given,
        env=ENVIRONMENT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        # Before Python has come to us there is nothing that we could do.
        for _ in range(250):
            caught = Path(f"/proc/{started.pid}/maps")
            if caught.exists() and "pydantic_core" in open_files(started.pid):
                break
            time.sleep(0.02)
        time.sleep(0.15)
        os.killpg(started.pid, signal.SIGINT)
        _, said = started.communicate()
    assert "Traceback" not in said, said[said.index("Traceback") :]
    assert "KeyboardInterrupt" not in said
    assert started.returncode in (0, 130, -signal.SIGINT)


def open_files(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")
    except OSError:
        return ""


FLEX = "<div style='display: flex'>" * 16 + "x" + "</div>" * 16
"""What the engine does not come to an end with: each level takes three times as long."""
FACE = f"""{{% include "ours/cards/face.html" %}}
{{% if side.name == "cards.night.front" %}}{FLEX}{{% endif %}}
"""


def test_the_build_goes_on_when_a_card_comes_to_its_limit(pack: Path) -> None:
    (pack / "templates" / "cards").mkdir(parents=True)
    (pack / "templates" / "cards" / "face.html").write_text(FACE, encoding="utf-8")
    done = here(
        *("build", "--pack", pack, "--out", pack / "out", "--locale", "en"),
        *("--aid", "plan", "--aid", "deck", "--limits", "cpu_seconds=1"),
    )
    assert done.returncode == 1
    reported = "cannot be made: it takes more than 1 seconds of processor time"
    (problem,) = [line for line in done.stderr.splitlines() if reported in line]
    assert problem.startswith("content/mini/aids.yaml:28:3: error: mini-deck-en.pdf: ")
    assert "1 of 2 PDFs" in done.stdout
    assert here("verify", pack / "out").returncode == 0


def test_a_process_without_memory_ends_with_one_problem(pack: Path) -> None:
    """It has none for its first thread, either: it must not wait for it."""
    words = ("build", "--pack", pack, "--out", pack / "out", "--aid", "plan", "--locale", "en")
    done = here(*words, "--limits", "memory_bytes=1000")
    assert done.returncode == 1
    # What it was forked from may have left it memory: then it fails later, or only a template does.
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    assert errors
    assert all("memory" in line for line in errors), done.stderr
    assert "Error:" not in done.stderr


def test_an_aid_that_is_gone_takes_its_pdf_along(pack: Path, built: Path) -> None:
    shelve(built, pack / "out")
    words = ("build", "--pack", pack, "--out", pack / "out", "--locale", "en")
    assert here(*words, "--aid", "plan", "--aid", "deck").returncode == 0
    change(pack, "content/mini/aids.yaml", "  plan: {", "  scheme: {")
    done = here(*words, "--aid", "deck")
    home = pack / "out" / "mini" / "en"
    gone = home / "mini-plan-en.pdf"
    assert f"{gone} removed: the game no longer has this aid\n" in done.stdout
    assert not gone.exists()
    assert "plan" not in (home / "manifest.json").read_text(encoding="utf-8")
    assert here("verify", pack / "out").returncode == 0


def test_a_pdf_that_somebody_has_changed_is_left_to_them(pack: Path, built: Path) -> None:
    shelve(built, pack / "out")
    words = ("build", "--pack", pack, "--out", pack / "out", "--locale", "en")
    assert here(*words, "--aid", "plan", "--aid", "deck").returncode == 0
    gone = pack / "out" / "mini" / "en" / "mini-plan-en.pdf"
    gone.write_bytes(b"notes")
    change(pack, "content/mini/aids.yaml", "  plan: {", "  scheme: {")
    here(*words, "--aid", "deck")
    assert gone.read_bytes() == b"notes"


def test_ctrl_c_ends_the_process_that_workers_are_forked_from_while_it_loads() -> None:
    given = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, {2}); print(flush=True)"
    given += "; import aidgen.pipeline.preload; print('warm')"
    with subprocess.Popen(
        [sys.executable, "-P", "-c", given], env=ENVIRONMENT, stdout=subprocess.PIPE
    ) as started:
        assert started.stdout is not None
        started.stdout.readline()
        started.send_signal(signal.SIGINT)
        assert started.stdout.read() == b""
    assert started.returncode == -signal.SIGINT
