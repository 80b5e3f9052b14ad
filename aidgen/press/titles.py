"""Titles of cards that are wider than reckoned: in capitals or spaced, by a style of a pack."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from aidgen.assets.papers import Bounds, hull
from aidgen.layout.boxes import LaidBox, LaidPage

ONE_LINE = 9.0
"""How small in pt the title of a card may be on one line."""
TWO_LINES = 7.5
"""The same on two lines."""
LARGEST_OF_TWO = 9.5
"""The largest type in pt for a title of two lines."""
TITLE_SIZE = re.compile(r"--title-size:([\d.]+)pt")
ON_TWO_LINES = "ag-two"
"""The class of a title on two lines."""
WORDS = "ag-words"
"""The class of the words of a title, which are apart from its icon."""
SHRINK_STEP = 0.5
"""By how much in pt a title of two lines is made smaller: where its lines break changes with it."""
TITLE_TOLERANCE = 0.5
"""By how much in px a title may leave its place: lengths are rounded."""


def shrink_titles(pages: Sequence[LaidPage]) -> list[Element]:
    """Make titles smaller that leave their place, and return them."""
    titles = [title for page in pages for title in _crowded_titles(page)]
    return [title for title, wide in titles if _shrink(title, wide)]


def _crowded_titles(page: LaidPage) -> Iterator[tuple[Element, float]]:
    """Yield the titles of cards that are wider or higher than their place, and by which factor."""
    seen: set[Element] = set()
    for box in page.root.descendants():
        if box.element is None or not box.whole or box.edges is None or box.element in seen:
            continue
        seen.add(box.element)  # the boxes within it that the engine adds are narrower
        if TITLE_SIZE.search(box.element.get("style", "")) and (held := list(_contents(box))):
            left, top, right, bottom = hull(held)
            room_left, _, room_right, _ = box.edges.content
            _, room_top, _, room_bottom = box.edges.border
            wide = (right - left - TITLE_TOLERANCE) / (room_right - room_left)
            is_high = bottom > room_bottom + TITLE_TOLERANCE or top < room_top - TITLE_TOLERANCE
            if wide > 1 or is_high:
                yield box.element, max(wide, 1.0)


def _contents(box: LaidBox) -> Iterator[Bounds]:
    """Yield where the words and icons of a title are."""
    for inner in box.descendants():
        if inner.words is not None and inner.words.text.strip():
            words, size = inner.words, inner.lettering.size
            yield words.x, words.baseline - size / 2, words.x + words.width, words.baseline
        elif inner.edges is not None and inner.sort == "picture":
            yield inner.edges.border


def _shrink(title: Element, wide: float) -> bool:
    """Make a title smaller, on two lines if it has to be; tell whether it could be."""
    style, classes = title.get("style", ""), title.get("class", "").split()
    match = TITLE_SIZE.search(style)
    assert match
    size = float(match[1])
    smaller = math.floor(10 * size / wide) / 10
    if ON_TWO_LINES in classes:
        smaller = max(min(size - SHRINK_STEP, smaller), TWO_LINES)
        if size <= TWO_LINES:
            return False
    elif smaller < ONE_LINE or wide == 1:
        if not any(WORDS in inner.get("class", "").split() for inner in title.iter()):
            return False
        classes.append(ON_TWO_LINES)
        smaller = min(size, LARGEST_OF_TWO)
    title.set("class", " ".join(classes))
    title.set("style", TITLE_SIZE.sub(f"--title-size:{smaller:g}pt", style))
    return True
