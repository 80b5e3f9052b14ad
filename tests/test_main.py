"""What is done before there are commands: answered at once, or the engine loaded meanwhile."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from aidgen import __main__ as program
from aidgen import cli
from aidgen.pipeline import pool
from aidgen.pipeline.fingerprints import CommandFingerprint
from aidgen.sandbox import guard
from tests.commands import run
from tests.mini import change


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


def test_warnings_of_libraries_are_not_printed(pack: Path) -> None:
    """Pillow warns of a picture of more than 89 million points, which is refused as well."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", 10_000, 11_000, 1, 0, 0, 0, 0)
    (pack / "assets").mkdir(exist_ok=True)
    (pack / "assets" / "huge.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IEND", b"")
    )
    change(pack, "content/mini/rules.yaml", "{title: Dark,", "{title: Dark, image: huge.png,")
    done = run("check", "--pack", pack)
    assert "`huge.png` has 10000 × 11000 points, expected at most 20,000,000" in done.stderr
    assert "Warning" not in done.stderr
