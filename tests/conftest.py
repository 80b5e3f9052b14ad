from __future__ import annotations

import shutil
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
    parser.addoption(
        "--update", action="store_true", help="rewrite the approved pages and pictures"
    )


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
