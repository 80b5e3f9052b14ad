"""Expedition in test languages of other scripts: unreviewed texts, laid beside the game's content.

    .venv/bin/python -m tests.scripts FOLDER

makes a pack of them in a folder, to be built and looked at: Arabic, Chinese, Hindi, Japanese.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from aidgen import BUNDLED_PACK

TEXTS = Path(__file__).parent / "packs" / "scripts"
LOCALES = ("ar", "hi", "ja", "zh")


def pack_of(folder: Path) -> Path:
    """Make a pack in a folder, and return it."""
    shutil.copytree(BUNDLED_PACK / "content" / "expedition", folder / "content" / "expedition")
    shutil.copytree(BUNDLED_PACK / "assets" / "expedition", folder / "assets" / "expedition")
    shutil.copytree(TEXTS / "locales", folder / "locales")
    return folder


if __name__ == "__main__":
    print(pack_of(Path(sys.argv[1])))
