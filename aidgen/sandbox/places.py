"""Folders of this user, outside of any pack."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

# How many bytes the path of a folder with sockets may have: see unix(7); Python names them so.
LONGEST_FOLDER = 107 - len("/pymp-12345678/listener-12345678")


def user_cache() -> Path:
    """Return the folder of what aidgen stores for its user, and can build again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "aidgen"


def scratch_folder() -> Path:
    """Return the folder of this user's temporary files.

    Sockets are in it, too: where the cache's path is too long for them, it is elsewhere.
    """
    folder = user_cache() / "scratch"
    if len(os.fsencode(folder)) <= LONGEST_FOLDER:
        return folder
    return Path(f"/tmp/aidgen-{os.getuid()}")


def use_scratch_folder() -> None:
    """Have this process and those that it starts put temporary files into a folder of the user.

    Those of all programs are in one folder otherwise, which no process in a jail may read.
    """
    folder = scratch_folder()
    with suppress(OSError):  # then they go where others go
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.lstat().st_uid == os.getuid():
            os.environ["TMPDIR"] = str(folder)
