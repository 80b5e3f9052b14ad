"""The laid out boxes of a document: where its texts stand, what does not fit, what is in no box.

Boxes are the engine's, measured in px downwards; what is handed on is in mm, or in pt upwards.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aidgen.glyphs import letters
from aidgen.promises import Fit, Overflow, Run

TOLERANCE = 0.3
"""How far in mm content may reach beyond its box, for side bearings and rounding."""
ASCENT, DESCENT = 0.72, 0.22
"""How far in em the ink of our faces reaches above and below the baseline, accents apart."""
PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Affine = tuple[float, float, float, float, float, float]
"""a b c d e f: what a transformation does, as in CSS."""
UNIT: Affine = (1, 0, 0, 1, 0, 0)


def runs(page: Any) -> tuple[Run, ...]:
    """Return every piece of text of a page where it was laid out."""
    return tuple(text.run(page.margin_height()) for text in _texts(page, _Inside()))


def overflows(page: Any, number: int) -> Iterator[Overflow]:
    """Yield what is larger than its place: a box named by `data-fit`, a clip, a cell, the page.

    Only a box whose `data-height` is "fixed" can be too low for its lines.
    """
    for found in _overflows(page, number):
        yield replace(found, page=number)


def _overflows(page: Any, number: int) -> Iterator[Overflow]:
    root = next(child for child in page.children if child.element_tag == "html")
    texts = list(_texts(root, _Inside()))
    reach: dict[int, list[Rect]] = defaultdict(list)
    for text in texts:
        for place in text.inside.places:
            yield from _beyond(f"“{text.box.text.strip()}”", text.rect, place)
        for fit in text.inside.fits:
            reach[fit].append(text.rect)
    for box, matrix in _fits(root, UNIT):
        yield from _fit(box, _turned(_content(box), matrix), reach[id(box)])
    if texts:
        edges = _content(page)
        yield from _beyond(f"page {number}", _around([text.rect for text in texts]), edges)


def fits(pages: Sequence[Any]) -> Iterator[Fit]:
    """Yield how each box named by `data-fit` fits its content; its first part if divided."""
    begun = set()
    for number, box in _boxes_to_fit(pages):
        if id(box.element) in begun:
            continue
        begun.add(id(box.element))
        room = None
        if box.element.get("data-height") == "fixed":
            foot = _content(box)[3]
            inside = (text for child in box.children for text in _texts(child, _Inside()))
            texts = [text.rect[3] for text in inside]
            room = round((foot - max([_reach(box), *texts])) / PX_PER_MM, 1)
        size = round(box.style["font_size"] * PT_PER_PX, 1)
        yield Fit(box.element.get("data-fit"), number, size, room)


def _boxes_to_fit(pages: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    for number, page in enumerate(pages, start=1):
        root = next(child for child in page.children if child.element_tag == "html")
        yield from ((number, box) for box, _ in _fits(root, UNIT))


def unset(root: Any, pages: Sequence[Any]) -> Iterator[str]:
    """Yield the texts below the element `root` of a document that are in no box of `pages`."""
    found: dict[Any, list[str]] = defaultdict(list)
    for page in pages:
        for text in _texts(page, _Inside()):
            if text.box.element is not None and text.box.element_tag == text.box.element.tag:
                found[text.box.element].append(text.box.text)
    for element in _written(root):
        words = [element.text, *(child.tail for child in element)]
        own = " ".join("".join(filter(None, words)).split())
        if _bare(own) not in _bare("".join(found[element])):
            yield f"“{own}” is set nowhere, or not whole"


def _written(element: Any) -> Iterator[Any]:
    """Yield the elements whose text is to be read."""
    if not isinstance(element.tag, str) or element.tag in UNREAD or "}" in element.tag:
        return
    yield element
    for child in element:
        yield from _written(child)


def _bare(text: str) -> str:
    """Return the letters of a text in lower case: hyphens and capitals are the style sheet's."""
    return letters(text).replace("-", "").casefold()


@dataclass(frozen=True)
class _Inside:
    """What lies around a text: transformations, boxes that it must not leave, those it fits."""

    matrix: Affine = UNIT
    places: tuple[Rect, ...] = ()
    fits: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Text:
    """A piece of text, and what lies around it."""

    box: Any
    inside: _Inside

    @property
    def rect(self) -> Rect:
        """Where its ink lies, accents apart."""
        box, size = self.box, self.box.style["font_size"]
        left, baseline = box.position_x, box.position_y + box.baseline
        top, bottom = baseline - ASCENT * size, baseline + DESCENT * size
        return _turned((left, top, left + box.width, bottom), self.inside.matrix)

    def run(self, height: float) -> Run:
        """Return its place on a page that is `height` px high."""
        box = self.box
        a, b, c, d, _, _ = self.inside.matrix
        x, y = _moved(box.position_x, box.position_y + box.baseline, self.inside.matrix)
        width, size = box.width * math.hypot(a, b), box.style["font_size"] * math.hypot(c, d)
        left, up, width, size = (length * PT_PER_PX for length in (x, height - y, width, size))
        return Run(box.text, left, up, width, size, -math.degrees(math.atan2(b, a)))


def _texts(box: Any, inside: _Inside) -> Iterator[_Text]:
    """Yield every piece of text within a box."""
    box = getattr(box, "_box", box)
    inside = replace(inside, matrix=_within(box, inside.matrix))
    if getattr(box, "text", "").strip():
        yield _Text(box, inside)
    if _is_fit(box):
        inside = replace(inside, fits=(*inside.fits, id(box)))
    place = _place(box)
    if place is not None:
        inside = replace(inside, places=(*inside.places, _turned(place, inside.matrix)))
    for child in getattr(box, "children", ()):
        yield from _texts(child, inside)


def _within(box: Any, matrix: Affine) -> Affine:
    """Return the transformation of what is in a box: its own, then that around it."""
    own = getattr(box, "transformation_matrix", None)
    if not own:
        return matrix
    a, b, c, d, e, f = own.values
    x, y = _moved(e, f, matrix)
    g, h, i, j, _, _ = matrix
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, x, y)


def _moved(x: float, y: float, matrix: Affine) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _turned(rect: Rect, matrix: Affine) -> Rect:
    left, top, right, bottom = rect
    corners = [_moved(x, y, matrix) for x in (left, right) for y in (top, bottom)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _around(rects: Sequence[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _content(box: Any) -> Rect:
    x, y = box.content_box_x(), box.content_box_y()
    return x, y, x + box.width, y + box.height


def _place(box: Any) -> Rect | None:
    """Return what the text of a box must not leave: a cell, or the box that would clip it."""
    clips = box.style["overflow"] != "visible" and hasattr(box, "width") and not _is_fit(box)
    if not clips and type(box).__name__ != "TableCellBox":
        return None
    x, y = box.padding_box_x(), box.padding_box_y()
    return x, y, x + box.padding_width(), y + box.padding_height()


def _is_fit(box: Any) -> bool:
    """Tell whether a box is that of an element with `data-fit`, not of a line or a part of it."""
    element = box.element
    return (
        element is not None
        and bool(element.get("data-fit"))
        and box.element_tag == element.tag
        and hasattr(box, "height")
    )


def _fits(box: Any, matrix: Affine) -> Iterator[tuple[Any, Affine]]:
    box = getattr(box, "_box", box)
    matrix = _within(box, matrix)
    if _is_fit(box):
        yield box, matrix
    for child in getattr(box, "children", ()):
        yield from _fits(child, matrix)


def _fit(box: Any, place: Rect, texts: Sequence[Rect]) -> Iterator[Overflow]:
    """Yield how far the texts of a box leave it, and the boxes within one whose height is fixed."""
    left, top, right, bottom = _around([*texts, place])
    if box.element.get("data-height") == "fixed":
        bottom = max(bottom, place[3] + _reach(box) - _content(box)[3])
    line = box.style["font_size"] * 1.25 / PX_PER_MM
    yield from _beyond(box.element.get("data-fit"), (left, top, right, bottom), place, line)


def _beyond(name: str, rect: Rect, place: Rect, line: float = 0) -> Iterator[Overflow]:
    """Yield how far `rect` leaves its place; in lines too if they are `line` mm high."""
    left, top, right, bottom = rect
    for side, excess in (
        ("below", bottom - place[3]),
        ("to the right", right - place[2]),
        ("to the left", place[0] - left),
        ("above", place[1] - top),
    ):
        if excess / PX_PER_MM > TOLERANCE:
            lines = excess / PX_PER_MM / line if line and side == "below" else 0
            yield Overflow(name, side, round(excess / PX_PER_MM, 1), round(lines, 1))


def _reach(box: Any) -> float:
    """Return how far down the boxes within a box go, in px on the page."""
    bottom = 0.0
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)
        bottom = max(bottom, _reach(child))
        if hasattr(child, "border_height"):
            bottom = max(bottom, child.border_box_y() + child.border_height())
    return bottom


UNREAD = ("head", "script", "style", "svg", "template")
"""Elements whose text is no text of the page; pictures are held to their words by the proof."""
