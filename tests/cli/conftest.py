from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aidgen.store.cache import CACHE_FOLDER
from tests.shared import alone


@pytest.fixture
def copy(copy: Path) -> Iterator[Path]:
    """The same; on its shelf lies, too, what commands of other tests have had set."""
    shelf = copy / "out" / CACHE_FOLDER
    with alone("shelf") as common:
        if common.is_dir():
            shutil.copytree(common, shelf, dirs_exist_ok=True)
    yield copy
    with alone("shelf") as common:
        shutil.copytree(shelf, common, dirs_exist_ok=True)


@pytest.fixture
def english(pack: Path) -> Path:
    """Mini without its unfinished translation: no problems at all."""
    shutil.rmtree(pack / "locales")
    return pack
