"""Folders of this user, outside of any pack."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def user_cache() -> Path:
    """Return the folder of what aidgen stores for its user, and can build again."""
    own = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(own) / "aidgen"


def use_scratch_folder() -> None:
    """Have this process and those that it starts put temporary files into the user's cache.

    Those of all programs are in one folder otherwise, which no process in a jail may read.
    """
    folder = user_cache() / "scratch"
    with suppress(OSError):  # then they go where others go
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["TMPDIR"] = str(folder)
