from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aidgen.pipeline.cache import CACHE_FOLDER
from tests.shared import alone


@pytest.fixture
def copy(copy: Path) -> Iterator[Path]:
    """The same; on its shelf lies, too, what commands of other tests have had set."""
    shelf = copy / "out" / CACHE_FOLDER
    with alone("shelf") as common:
        _lay(shelf, common)
    yield copy
    with alone("shelf") as common:
        _lay(common, shelf)


def _lay(shelf: Path, other: Path) -> None:
    """Lay on a shelf what another one has: the entries are shared, which nothing changes."""
    for path in other.glob("*/*"):
        place = shelf / path.parent.name / path.name
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            os.link(path, place)


@pytest.fixture
def english(pack: Path) -> Path:
    """Mini without its unfinished translation: no problems at all."""
    shutil.rmtree(pack / "locales")
    return pack
