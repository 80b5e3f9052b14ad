"""The pictograms: the Phosphor set, "fill" variant, from its package, and those of packs."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from aidgen.assets.arcs import curved
from aidgen.assets.files import FOLDER, Refused, listed, read
from aidgen.assets.pictures import picture

_PACKAGE = "justmyresource_phosphor"
_MEMBER = "fill/{}-fill.svg"
OWN = "icons"
"""The folder of a pack, in its `assets`, that has icons of its own."""
# What a path draws.
PATH = re.compile(r' d="([^"]*)"')
OPAQUE = len("#rrggbb")
"""How long a colour is that says nothing of how opaque it is."""
GRID = "0 0 256 256"
"""The field on which the icons of the set are drawn."""


@dataclass(frozen=True)
class Drawn:
    """An icon: the field on which it is drawn, and its shapes as SVG."""

    view: str
    shapes: str

    def inked(self, colour: str) -> str:
        """Return its shapes in a colour, where they have none of their own.

        It may say how opaque it is, as in `#8a2b1d66`.
        """
        opaque, alpha = colour[:OPAQUE], colour[OPAQUE:]
        part = f"{int(alpha, 16) / 255:.2f}" if alpha else ""
        pale = f' fill-opacity="{part}" stroke-opacity="{part}"' if part else ""
        return f'<g fill="{opaque}"{pale}>{self.shapes.replace("currentColor", opaque)}</g>'


@cache
def _archive() -> zipfile.ZipFile:
    """Return the archive of icons, opened once: reading its directory is what takes time."""
    with as_file(files(_PACKAGE) / "icons.zip") as path:
        return zipfile.ZipFile(path)


@cache
def icon_names() -> frozenset[str]:
    """Return every name of the set."""
    found = (re.fullmatch(r"fill/(.+)-fill\.svg", name) for name in _archive().namelist())
    return frozenset(match[1] for match in found if match)


def own_names(roots: Sequence[Path]) -> frozenset[str]:
    """Return the names of the icons that packs have of their own."""
    return frozenset(name[: -len(".svg")] for root in roots for name in listed(root, OWN, ".svg"))


def known(roots: Sequence[Path]) -> frozenset[str]:
    """Return every name that an `icon:` or `:icon:` may use."""
    return icon_names() | own_names(roots)


@cache
def outline(name: str) -> str:
    """Return the shapes of an icon of the set on its grid, without arcs; raises KeyError."""
    svg = _archive().read(_MEMBER.format(name)).decode()
    shapes = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)
    return PATH.sub(lambda path: f' d="{curved(path[1])}"', shapes)


def drawn(name: str, roots: Sequence[Path]) -> Drawn:
    """Return an icon: that of a pack, in their order, or of the set.

    Raises KeyError if it is unknown, Refused if a pack's cannot be printed.
    """
    for root in roots:
        if (root / FOLDER / OWN / f"{name}.svg").is_file():
            return _own(read(root, f"{OWN}/{name}.svg"))
    return Drawn(GRID, outline(name))


def _own(content: bytes) -> Drawn:
    found = picture(content)
    if found.kind != "svg+xml":
        raise Refused("is no SVG")
    svg = found.content.decode()
    view = re.search(r' viewBox="([^"]*)"', svg)
    return Drawn(view[1] if view else GRID, re.sub(r"^<svg[^>]*>|</svg>$", "", svg))
