"""The pictograms: names and outlines of the Phosphor set, "fill" variant, from its package."""

from __future__ import annotations

import re
import zipfile
from functools import cache
from importlib.resources import as_file, files

_PACKAGE = "justmyresource_phosphor"
_MEMBER = "fill/{}-fill.svg"


@cache
def _archive() -> zipfile.ZipFile:
    """Return the archive of icons, opened once: reading its directory is what takes time."""
    with as_file(files(_PACKAGE) / "icons.zip") as path:
        return zipfile.ZipFile(path)


@cache
def icon_names() -> frozenset[str]:
    """Return every name that an `icon:` or `:icon:` may use."""
    found = (re.fullmatch(r"fill/(.+)-fill\.svg", name) for name in _archive().namelist())
    return frozenset(match[1] for match in found if match)


@cache
def outline(name: str) -> str:
    """Return the shapes of an icon as SVG on its 256 × 256 grid; raises KeyError if unknown."""
    svg = _archive().read(_MEMBER.format(name)).decode()
    return re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)
