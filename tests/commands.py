"""Commands of aidgen, run in this process or in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from aidgen import BUNDLED_PACK
from aidgen.cli import main

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(BUNDLED_PACK), "NO_COLOR": "1"}


def aidgen(*words: str | Path) -> Result:
    """Run a command in this process."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert isinstance(result.exception, (SystemExit, type(None))), result.exception
    return result


def here(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, and say of it what is said of one of its own.

    Builds that do so share the process that has the engine warm. The stamp, which is asked before
    there are commands, is not.
    """
    done = aidgen(*words)
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


def command(*words: str | Path, python: tuple[str, ...] = ()) -> list[str]:
    """Return the command line of a process of its own, with options for Python."""
    return [sys.executable, "-P", *python, "-m", "aidgen", *map(str, words)]


def run(
    *words: str | Path, python: tuple[str, ...] = (), folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run aidgen to its end, in `folder`; whatever happens, it never shows a traceback."""
    done = subprocess.run(
        command(*words, python=python),
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=folder,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done
