"""Where Windows sees the files of its Linux (WSL): paths that its programs can open."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path, PurePath, PureWindowsPath

# A folder of WSL that is a drive of Windows: /mnt/c
DRIVE = re.compile(r"/mnt/([a-z])(?:/(.*))?")


def is_wsl() -> bool:
    """Tell whether this Linux runs within Windows."""
    return "microsoft" in platform.release().lower()


def windows_path(path: Path, environment: Mapping[str, str] = os.environ) -> PureWindowsPath:
    """Return the path by which Windows knows a file of WSL."""
    if drive := DRIVE.fullmatch(path.as_posix()):
        return PureWindowsPath(f"{drive[1].upper()}:/{drive[2] or ''}")
    distribution = environment.get("WSL_DISTRO_NAME", "Ubuntu")
    return PureWindowsPath(f"//wsl.localhost/{distribution}{path.as_posix()}")


def outside_path(path: Path) -> PurePath:
    """Return the full path of a file as programs of the desktop see it, which under WSL are those
    of Windows."""
    whole = path.resolve()
    return windows_path(whole) if is_wsl() else whole
