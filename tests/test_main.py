"""What is done before there are commands: answered at once, or the engine loaded meanwhile."""

from __future__ import annotations

import subprocess
import sys

import pytest

from aidgen import __main__ as program
from aidgen import cli
from aidgen.pipeline import pool
from aidgen.sandbox import guard
from aidgen.store.fingerprints import CommandFingerprint
from tests.commands import ENVIRONMENT


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was begun, in order."""
    done: list[str] = []
    monkeypatch.setattr(pool, "start_fork_server", lambda: done.append("engine"))
    monkeypatch.setattr(guard, "watch_command", lambda: None)
    monkeypatch.setattr(cli, "main", lambda **_: done.append("command"))
    monkeypatch.setattr(CommandFingerprint, "recall", lambda _: None)
    return done


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["build", "mini"], ["engine", "command"]),
        (["build", "--help"], ["command"]),
        (["build", "--scheduler", "tcp://127.0.0.1:1"], ["command"]),
        (["build", "--scheduler=tcp://127.0.0.1:1"], ["command"]),
        (["check"], ["command"]),
        ([], ["command"]),
    ],
)
def test_the_engine_is_loaded_while_a_build_begins_and_by_no_other_command(
    words: list[str], expected: list[str], begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["aidgen", *words])
    program.main()
    assert begun == expected


def test_what_is_answered_by_its_stamp_begins_nothing(
    begun: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["aidgen", "build"])
    monkeypatch.setattr(CommandFingerprint, "recall", lambda _: ("all is done\n", ""))
    program.main()
    assert begun == []
    assert capsys.readouterr().out == "all is done\n"


def test_nothing_is_looked_through_for_garbage_until_a_command_is_loaded() -> None:
    code = (
        "import gc, aidgen.__main__, click; from aidgen.cli import main; assert not gc.isenabled();"
        "main.get_command(click.Context(main), 'list'); assert gc.isenabled();"
        "assert gc.get_freeze_count()"
    )
    subprocess.run([sys.executable, "-P", "-c", code], env=ENVIRONMENT, check=True)
