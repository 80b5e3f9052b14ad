"""Work within limits: what goes beyond them is told, and all else is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from aidgen.build.budget import alone, each
from aidgen.jail.limits import Limits
from aidgen.page.faults import Fault
from aidgen.problems import Unequipped
from tests.commands import ENVIRONMENT, run
from tests.mini import change

SMALL = Limits(cpu_seconds=1, memory_bytes=600_000_000)


def piece(name: str) -> str:
    """Do what `name` says: each is a way in which work may end."""
    if name == "spin":
        while True:
            pass
    if name == "spin in C":
        return str(7 ** (7**9))
    if name == "hoard":
        return str(len(bytearray(2 * 10**9)))
    if name == "lack":
        raise Unequipped("no fonts")
    if name == "abort":
        os.abort()
    if name == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "exit":
        os._exit(0)
    return name.upper()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("spin", "takes more than 1 seconds of processor time (if the pack is your own: `--limits"),
        ("spin in C", "takes more than 1 seconds of processor time"),
        ("abort", "its process ended by SIGABRT, as one does that needs more memory"),
        ("kill", "its process ended by SIGKILL"),
        ("exit", "its process ended by code 0"),
    ],
)
def test_one_that_goes_beyond_its_limits_is_told_and_the_others_are_done(
    name: str, told: str
) -> None:
    made = dict(each(piece, ["a", name, "b", "c"], workers=2, limits=SMALL))
    fault = made.pop(1)
    assert isinstance(fault, Fault)
    assert told in fault.told()
    assert made == {0: "A", 2: "B", 3: "C"}
    single = alone(partial(piece, name), SMALL)
    assert isinstance(single, Fault)
    assert told in single.told()


def test_too_much_memory_is_an_error_of_the_work() -> None:
    with pytest.raises(MemoryError):
        alone(partial(piece, "hoard"), SMALL)
    with pytest.raises(Unequipped, match="no fonts"):
        list(each(piece, ["lack"], workers=1, limits=SMALL))


def test_the_work_of_each_has_all_of_its_time() -> None:
    names = ["a"] * 50
    assert len(dict(each(piece, names, workers=1, limits=SMALL))) == len(names)


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
        for _ in range(3000):
            if len(alive(started.pid)) > 3:
                break
            time.sleep(0.02)
        started.kill()
    for _ in range(500):
        left = alive(started.pid)
        if not left:
            break
        time.sleep(0.02)
    assert left == []


@pytest.mark.parametrize("after", [0.0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.2, 2.0])
def test_ctrl_c_shows_no_traceback_at_any_moment(pack: Path, after: float) -> None:
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
        for _ in range(1000):
            caught = Path(f"/proc/{started.pid}/maps")
            if (caught.exists() and "click" in open_files(started.pid)) or after:
                break
            time.sleep(0.005)
        time.sleep(after + 0.15)
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


def test_the_build_goes_on_when_a_page_comes_to_its_limit(pack: Path) -> None:
    (pack / "templates" / "flow").mkdir(parents=True)
    (pack / "templates" / "flow" / "page.html").write_text(
        "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
        encoding="utf-8",
    )
    done = run(
        *("build", "--pack", pack, "--out", pack / "out", "--locale", "en"),
        *("--aid", "plan", "--aid", "deck", "--limits", "cpu_seconds=3"),
    )
    assert done.returncode == 1
    assert "cannot be made: it takes more than 3 seconds of processor time" in done.stderr
    assert "1 of 2 PDFs" in done.stdout
    assert run("verify", pack / "out").returncode == 0


def test_an_aid_that_is_gone_takes_its_pdf_along(pack: Path) -> None:
    words = ("build", "--pack", pack, "--out", pack / "out", "--locale", "en")
    assert run(*words, "--aid", "plan", "--aid", "deck").returncode == 0
    change(pack, "content/mini/aids.yaml", "  plan: {", "  scheme: {")
    done = run(*words, "--aid", "deck")
    home = pack / "out" / "mini" / "en"
    gone = home / "mini-plan-en.pdf"
    assert f"{gone} removed: no aid of the game makes it any more\n" in done.stdout
    assert not gone.exists()
    assert "plan" not in (home / "manifest.json").read_text(encoding="utf-8")
    assert run("verify", pack / "out").returncode == 0


def test_a_pdf_that_somebody_has_changed_is_left_to_them(pack: Path) -> None:
    words = ("build", "--pack", pack, "--out", pack / "out", "--locale", "en")
    assert run(*words, "--aid", "plan", "--aid", "deck").returncode == 0
    gone = pack / "out" / "mini" / "en" / "mini-plan-en.pdf"
    gone.write_bytes(b"notes")
    change(pack, "content/mini/aids.yaml", "  plan: {", "  scheme: {")
    run(*words, "--aid", "deck")
    assert gone.read_bytes() == b"notes"
