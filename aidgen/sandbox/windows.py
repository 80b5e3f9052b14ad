"""Where Windows sees the files of its Linux (WSL): paths that its programs can open."""

from __future__ import annotations

import os
import platform
from pathlib import Path, PurePath, PureWindowsPath


def is_wsl() -> bool:
    """Tell whether this Linux runs within Windows."""
    return "microsoft" in platform.release().lower()


def outside_path(path: Path) -> PurePath:
    """Return the full path of a file as programs of the desktop see it, which under WSL are those
    of Windows."""
    whole = path.resolve()
    if not is_wsl():
        return whole
    match whole.parts:  # a drive of Windows: /mnt/c
        case ["/", "mnt", drive, *inner] if len(drive) == 1 and drive.islower():
            return PureWindowsPath(f"{drive.upper()}:/", *inner)
    distribution = os.environ.get("WSL_DISTRO_NAME", "Ubuntu")
    return PureWindowsPath(f"//wsl.localhost/{distribution}{whole.as_posix()}")
