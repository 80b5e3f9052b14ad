"""A command runs in a process of its own: whatever becomes of it, that is reported in a line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands import ENVIRONMENT, command

WATCHED = """
import os, sys, time, signal
from aidgen.sandbox import guard, notes
from aidgen.sandbox.limits import Limits
guard.STANDARD = Limits(cpu_seconds=1, memory_bytes=300_000_000)
code = guard.watch_command()
if code is not None:
    sys.exit(code)
print(os.getpid(), flush=True)
notes.note_file("content/g/\\u001bx.yaml")
"""


def started(does: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", WATCHED + does],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    )


@pytest.mark.parametrize(
    ("does", "reported"),
    [
        (
            "while True: pass",
            "takes too much processor time (if the pack is your own: `--limits cpu",
        ),
        ("os.abort()", "ends the process that reads it by SIGABRT"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ends the process that reads it by SIGKILL"),
    ],
)
def test_what_ends_a_command_is_reported_with_the_file_that_was_read(
    does: str, reported: str
) -> None:
    begun = time.monotonic()
    with started(does) as process:
        _, said = process.communicate()
    assert process.returncode == 1
    assert said.startswith(f"content/g/\\x1bx.yaml: error: {reported}")
    assert said.count("\n") == 1
    assert time.monotonic() - begun < 20


def test_a_command_has_no_more_memory_than_it_may() -> None:
    with started("try: bytearray(400_000_000)\nexcept MemoryError: sys.exit(9)") as process:
        process.communicate()
    assert process.returncode == 9


def test_a_command_may_have_more_than_the_standard() -> None:
    does = "guard.renew_limits(Limits(cpu_seconds=30))\nbytearray(400_000_000)\nsys.exit(7)"
    with started(does) as process:
        process.communicate()
    assert process.returncode == 7


def test_a_program_that_is_opened_has_no_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, limits = tmp_path / "viewer", tmp_path / "limits"
    viewer.write_text(f'#!/bin/sh\n(ulimit -t; ulimit -d; echo "$@") > {limits}\n')
    viewer.chmod(0o700)
    monkeypatch.setitem(ENVIRONMENT, "BROWSER", str(viewer))
    opening = "guard.open_outside('file:///x.pdf'); guard.open_outside('http://evil.example/')\n"
    with started(f"{opening}time.sleep(60)") as process:
        while not limits.exists() or limits.read_text().count("\n") < 3:
            time.sleep(0.05)
        process.kill()
    assert limits.read_text() == "unlimited\nunlimited\nfile:///x.pdf\n"


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "aidgen: interrupted\n"),
        (signal.SIGTERM, 143, "aidgen: terminated\n"),
        (signal.SIGHUP, 129, "aidgen: hung up\n"),
    ],
)
def test_signals_are_for_the_command(number: int, code: int, said: str) -> None:
    with started("signal.signal(signal.SIGINT, signal.SIG_DFL)\ntime.sleep(60)") as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(number)
        _, reported = process.communicate()
    assert (process.returncode, reported) == (code, said)


def test_a_command_ends_with_the_process_that_waits_for_it() -> None:
    with started("time.sleep(60)") as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        state = Path(f"/proc/{child}/stat")
        if state.exists() and state.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError("it lives on")


def test_a_closed_output_ends_a_command_without_a_word(pack: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        command("check", "--pack", pack), stdout=write, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    os.close(write)
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_a_pack_may_be_in_a_folder_whose_name_is_not_utf_8(pack: Path, tmp_path: Path) -> None:
    named = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    pack.rename(named)
    done = subprocess.run(command("check", "--pack", named), capture_output=True, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
