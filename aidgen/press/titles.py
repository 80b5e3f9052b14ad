"""Titles of cards that are wider than reckoned: in capitals or spaced, by a style of a pack."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from aidgen.assets.papers import Bounds, hull
from aidgen.layout.boxes import PX_PER_MM, LaidBox, LaidPage
from aidgen.layout.document import SMALLEST_TITLE
from aidgen.layout.fits import TOLERANCE, ink_depths

TITLE_SIZE = re.compile(r"--title-size:([\d.]+)pt")
# How much smaller a title of too many lines gets: where they break changes with it.
SHRINKAGE = 0.9
# What is too wide in the smallest type loses the space between its letters.
UNSPACED = "letter-spacing:0"
# By how much in px a title may leave its place: lengths are rounded.
TITLE_TOLERANCE = 0.5
# How much of an accent in px may be cut off at most by the head of a card: what is not reported.
LEAST_CUT = TOLERANCE * PX_PER_MM - 2 * TITLE_TOLERANCE


def shrink_titles(pages: Sequence[LaidPage], is_last: bool) -> list[Element]:
    """Make titles smaller that leave their place, and return them; the `last` time, they fit."""
    titles = [title for page in pages for title in _crowded_titles(page)]
    return [title for title, wide in titles if _shrink(title, wide, is_last)]


def _crowded_titles(page: LaidPage) -> Iterator[tuple[Element, float]]:
    seen: set[Element] = set()
    for box in page.root.descendants():
        if box.element is None or not box.whole or not box.sized or box.element in seen:
            continue
        seen.add(box.element)  # the boxes within it that the engine adds are narrower
        if TITLE_SIZE.search(box.element.get("style", "")) and (held := list(_contents(box))):
            left, top, right, bottom = hull(held)
            room_left, _, room_right, _ = box.content
            _, room_top, _, room_bottom = box.border
            # A long text in a corner leaves it no room at all.
            wide = (right - left - TITLE_TOLERANCE) / max(room_right - room_left, 1)
            is_high = bottom > room_bottom + TITLE_TOLERANCE or top < room_top - TITLE_TOLERANCE
            if wide > 1 or is_high:
                yield box.element, max(wide, 1.0)


def _contents(box: LaidBox) -> Iterator[Bounds]:
    for inner in box.descendants():
        if inner.text.strip():
            (left, baseline, width), size = inner.line, inner.lettering.size
            below, above = (depth * size - LEAST_CUT for depth in ink_depths(inner))
            top = baseline - max(above, size / 2)
            yield left, top, left + width, baseline + max(below, 0)
        elif inner.sized and inner.sort == "picture":
            yield inner.border


def _shrink(title: Element, wide: float, is_last: bool) -> bool:
    """Make a title smaller; tell whether it could be."""
    style = title.get("style", "")
    size = float(TITLE_SIZE.search(style)[1])  # type: ignore[index]
    smaller = math.floor(10 * size / (wide if wide > 1 else 1 / SHRINKAGE)) / 10
    smaller = min(size, max(SMALLEST_TITLE, 0.0 if is_last else smaller))
    if smaller == size and UNSPACED in style:
        return False
    style += f";{UNSPACED}" if smaller == size or is_last else ""
    title.set("style", TITLE_SIZE.sub(f"--title-size:{smaller:g}pt", style))
    return True
