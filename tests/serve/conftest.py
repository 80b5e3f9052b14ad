from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Live, chromium, missing, required
from tests.commands import ENVIRONMENT, command
from tests.mini import MINI, shelve


def served(pack: Path, *words: str) -> Iterator[Live]:
    """Serve a pack in a process of its own; yield where it is."""
    out = pack.parent / "out"
    line = command("serve", "--port", "0", "--pack", pack, "--out", out, *words)
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        try:
            yield Live(process.stdout.readline().split(": ")[1].strip(), pack, process.pid)
        finally:
            process.terminate()
            process.communicate()


@pytest.fixture(scope="module")
def live(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The game Mini, served; to be changed, and put back as it was."""
    folder = tmp_path_factory.mktemp("live")
    shelve(built, folder / "out")
    yield from served(Path(shutil.copytree(MINI, folder / "pack")))


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    """A browser; skipped where there is none, but not in CI."""
    lacking = missing()
    if lacking and not required():
        pytest.skip(lacking)
    assert not lacking, lacking
    os.environ.setdefault("SE_OFFLINE", "true")
    with chromium() as browser:
        yield browser
