"""Where Windows sees the files of its Linux (WSL): paths that its programs can open."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from pathlib import Path, PurePath, PureWindowsPath


def is_wsl() -> bool:
    """Tell whether this Linux runs within Windows."""
    return "microsoft" in platform.release().lower()


def windows_path(path: Path, environment: Mapping[str, str] = os.environ) -> PureWindowsPath:
    """Return the path by which Windows knows a file of WSL."""
    match path.parts:  # a drive of Windows: /mnt/c
        case ["/", "mnt", drive, *inner] if len(drive) == 1 and drive.islower():
            return PureWindowsPath(f"{drive.upper()}:/", *inner)
    distribution = environment.get("WSL_DISTRO_NAME", "Ubuntu")
    return PureWindowsPath(f"//wsl.localhost/{distribution}{path.as_posix()}")


def outside_path(path: Path) -> PurePath:
    """Return the full path of a file as programs of the desktop see it, which under WSL are those
    of Windows."""
    whole = path.resolve()
    return windows_path(whole) if is_wsl() else whole
