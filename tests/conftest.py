from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.load import load
from tests.commands import ENVIRONMENT, aidgen
from tests.mini import MINI, WIDE
from tests.shared import alone, share_in

# The same examples on every run, however slow the machine is.
settings.register_profile("ours", deadline=None, derandomize=True, max_examples=30)
settings.load_profile("ours")

ROUNDS = (20_000, 20, 20)
"""After how many new objects, and rounds, Python looks for garbage: seldom, in short processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite the approved pages and pictures"
    )


@pytest.hookimpl(optionalhook=True)  # without xdist, there is no such hook
def pytest_xdist_auto_num_workers() -> int:
    """Run one process more than there are cores: tests often wait for a browser or a process."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 3


@pytest.fixture(scope="session", autouse=True)
def _shared(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share what is dear among the processes of this run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    share_in(folder)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the stamps of builds out of the user's cache: all processes of a run share another."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    cache = tempfile.TemporaryDirectory(prefix="aidgen-cache-")
    # Of what another cache has sealed, a command believes nothing.
    os.environ["XDG_CACHE_HOME"] = ENVIRONMENT["XDG_CACHE_HOME"] = cache.name
    config.add_cleanup(cache.cleanup)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of one room that share a browser and a server of live pages.

    They are the first process's then: no other one steals what is done first.
    """
    items.sort(key=lambda item: "tests/serve/" not in item.nodeid)


def pytest_collection_finish() -> None:
    """Leave what is there now, the tests themselves above all, out of the collector's rounds.

    It goes through all of it again and again otherwise: a tenth of the time of a run.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*ROUNDS)
    gc.enable()  # a program that was imported to be tested has turned it off


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game Mini, to be changed."""
    return Path(shutil.copytree(MINI, tmp_path / "pack"))


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """A copy of the game Wide, to be changed."""
    return Path(shutil.copytree(WIDE, tmp_path / "wide"))


@pytest.fixture(scope="session")
def built() -> Path:
    """A folder with `pack`, Mini, and `out`, all its PDFs; to be copied, not changed."""
    with alone("built") as folder:
        if not (folder / "out" / "index.html").is_file():
            shutil.copytree(MINI, folder / "pack", dirs_exist_ok=True)
            done = aidgen("build", "--pack", folder / "pack", "--out", folder / "out")
            assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be changed."""
    return Path(shutil.copytree(built, tmp_path / "copy"))


@pytest.fixture(scope="session")
def mini() -> GameData:
    return load(MINI, "mini")


@pytest.fixture(scope="session")
def expedition() -> GameData:
    return load(BUNDLED_PACK, "expedition")
