from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from aidgen import build
from aidgen.canon import Canon
from aidgen.load import OURS, load
from tests.mini import MINI


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden HTML")


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


@pytest.fixture
def afresh() -> None:
    """Forget what this process has read, for tests that change a pack between two readings."""
    for cached in (build.load_once, build.check_once, build.localized):
        cached.cache_clear()
