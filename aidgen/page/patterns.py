"""Patterns of card backs: icons that are all whole, evenly apart, and the same from both ends."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from aidgen.assets.files import LoadedPicture
from aidgen.assets.icons import Icon
from aidgen.assets.papers import Size

# How much lower than wide a cell is: each icon is as far from those above and below as from those
# beside it.
ROW = 0.87
# From one icon to the next, in degrees: a heap in which no two neighbours lie alike. Turned, icons
# are wider than their cell.
HEAP_ANGLE, HEAPED = 137.5, 0.88
# The size of the smallest icons of a pattern that fades.
FADED = 0.25


def pattern_address(
    pattern: Mapping[str, Any], icons: Mapping[str, Icon], box: Size, disc: float, colour: str
) -> str:
    """Return the address of a pattern that fills a box with whole icons, outside a disc.

    The disc is in the middle of the box; its radius is in mm.
    """
    shapes = ""
    for name, icon in icons.items():
        left, top, width, height = map(float, icon.view.split())
        place = f"translate({-left - width / 2:g} {-top - height / 2:g})"
        scale = f"scale({1 / max(width, height):.6f})"
        shapes += f'<g id="{name}" transform="{scale} {place}">{icon.in_colour(colour)}</g>'
    # Sorted, equal icons are next to each other, and compress to a third.
    uses = "".join(sorted(_uses(pattern, box, disc)))
    view = f'viewBox="{-box.width / 2:g} {-box.height / 2:g} {box.width:g} {box.height:g}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}><defs>{shapes}</defs>{uses}</svg>'
    return LoadedPicture("svg+xml", svg.encode(), box.width, box.height).address


def _uses(pattern: Mapping[str, Any], box: Size, disc: float) -> Iterator[str]:
    """Yield the icons of the upper half, and opposite each the same one upside down.

    Every other row has one icon fewer, each between two of its neighbours.
    """
    names, cell, heaped = pattern["icons"], pattern["size"], pattern["turned"]
    width, height = max(box.width - cell, 0), max(box.height - cell, 0)
    columns, half = max(1, round(width / cell)), max(1, round(height / cell / ROW / 2))
    places = (
        ((column - gaps / 2) * width / columns, row * height / half / 2)
        for row in range(-half, 1)
        for gaps in [columns - (row + half) % 2]
        for column in range(gaps + 1 if row else (gaps + 1) // 2)
    )
    for number, (x, y) in enumerate(places):
        away = math.hypot(x, y)
        faded = max(away - disc, 0) / math.hypot(width, height) * 2 if pattern["fade"] else 0
        shown = cell * (HEAPED if heaped else 1) * (1 - (1 - FADED) * faded)
        angle = HEAP_ANGLE * number % 360 if heaped else 0
        for turn in (0, 180) if away >= disc + shown / 2 else ():
            at = f"rotate({turn}) translate({x:.2f} {y:.2f}) rotate({angle:g}) scale({shown:.2f})"
            yield f'<use href="#{names[number % len(names)]}" transform="{at}"/>'
