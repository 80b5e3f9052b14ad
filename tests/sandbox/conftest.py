from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def english(pack: Path) -> Path:
    """Mini without its unfinished translation: no problems at all."""
    shutil.rmtree(pack / "locales")
    return pack
