from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from aidgen.game.canon import Canon
from aidgen.game.load import OURS, load
from tests.mini import MINI

# The same examples on every run, however slow the machine is.
settings.register_profile("ours", deadline=None, derandomize=True)
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden HTML")


def pytest_configure(config: pytest.Config) -> None:
    """Keep the stamps of builds out of the user's cache."""
    cache = tempfile.TemporaryDirectory(prefix="aidgen-cache-")
    os.environ["XDG_CACHE_HOME"] = cache.name
    config.add_cleanup(cache.cleanup)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game Mini, to be changed."""
    return Path(shutil.copytree(MINI, tmp_path / "pack"))


@pytest.fixture(scope="session")
def mini() -> Canon:
    return load(MINI, "mini")


@pytest.fixture(scope="session")
def expedition() -> Canon:
    return load(OURS, "expedition")
