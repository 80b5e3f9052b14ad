"""The laid out boxes of a document: where its texts stand, what does not fit, what is in no box.

Boxes are the engine's, measured in px downwards; what is handed on is in mm, or in pt upwards.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aidgen.assets.faces import face_of
from aidgen.language.letters import bare
from aidgen.page.promises import Overflow, Run, Sheet
from aidgen.press.lines import lines

TOLERANCE = 0.3
"""How far in mm content may reach beyond its box, for side bearings and rounding."""
ASCENT, DESCENT = 0.72, 0.22
"""How far in em the ink of letters reaches above and below the baseline, in a face not ours."""
PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Affine = tuple[float, float, float, float, float, float]
"""a b c d e f: what a transformation does, as in CSS."""
UNIT: Affine = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Fitting:
    """An element with `data-fit` as it was laid out, its first part if it is divided.

    The height of its content box and the room left at its foot are in mm, None if it grows with
    its content; its type is in pt. In a crowded one something reaches over an edge.
    """

    element: Any
    page: int
    size: float
    height: float | None
    room: float | None
    crowded: bool


def sheet(page: Any) -> Sheet:
    """Return the size of a page, and every piece of text on it, where it was laid out."""
    height = page.margin_height()
    found: list[Run] = []
    for piece in _pieces(page, _Inside()):
        if isinstance(piece, _Text):
            found.append(piece.run(height))
        else:
            found += piece.runs(height)
    width, laid = page.margin_width() * PT_PER_PX, tuple(lines(_root(page)))
    return Sheet(width, height * PT_PER_PX, tuple(found), laid)


def overflows(page: Any, number: int) -> Iterator[Overflow]:
    """Yield what is larger than its place: a box named by `data-fit`, a clip, a cell, the page.

    Its content is texts, and what is painted or left free to write on, pictures among it; the
    leading below a last line is none.
    """
    for found, _ in _leaving(page, number, list(_pieces(_root(page), _Inside()))):
        yield replace(found, page=number)


def _root(page: Any) -> Any:
    return next(child for child in page.children if child.element_tag == "html")


def _leaving(
    page: Any, number: int, pieces: Sequence[_Text | _Mark]
) -> Iterator[tuple[Overflow, tuple[int, ...]]]:
    """Yield each overflow with the boxes named by `data-fit` in which it is."""
    for piece in pieces:
        for place in piece.inside.places:
            for found in _beyond(piece.name, piece.rect, place):
                yield found, piece.inside.fits
    for box, place, rects in _filled(_root(page), pieces):
        line = box.style["font_size"] * 1.25 / PX_PER_MM
        name = box.element.get("data-fit")
        for found in _beyond(name, _around([*rects, place]), place, line):
            yield found, (id(box),)
    for kind, edges in ((_Text, _content(page)), (_Mark, _edges(page))):
        rects = [piece.rect for piece in pieces if isinstance(piece, kind)]
        for found in _beyond(f"page {number}", _around(rects), edges) if rects else ():
            yield found, ()


def fittings(pages: Sequence[Any]) -> Iterator[Fitting]:
    """Yield how each element with `data-fit` fits its content, and how much room it leaves."""
    begun = set()
    for number, page in enumerate(pages, start=1):
        pieces = list(_pieces(_root(page), _Inside()))
        crowded = {fit for _, fits in _leaving(page, number, pieces) for fit in fits}
        for box, (_, top, _, bottom), rects in _filled(_root(page), pieces):
            if box.element in begun:
                continue
            begun.add(box.element)
            size = box.style["font_size"] * PT_PER_PX
            height = room = None
            if _is_fixed(box):
                foot = _around(rects)[3] if rects else top
                height, room = (bottom - top) / PX_PER_MM, (bottom - foot) / PX_PER_MM
            yield Fitting(box.element, number, size, height, room, id(box) in crowded)


def _filled(root: Any, pieces: Sequence[_Text | _Mark]) -> Iterator[tuple[Any, Rect, list[Rect]]]:
    """Yield each box named by `data-fit`, the room in it, and where its content is."""
    reach: dict[int, list[Rect]] = defaultdict(list)
    for piece in pieces:
        for fit in piece.inside.fits:
            reach[fit].append(piece.rect)
    for box, matrix in _fits(root, UNIT):
        yield box, _turned(_content(box), matrix), reach[id(box)]


def _is_fixed(box: Any) -> bool:
    return bool(box.element.get("data-height") == "fixed")


def split(pages: Sequence[Any]) -> Iterator[str]:
    """Yield the boxes of fixed height that are not whole on one page, in one column.

    One that grows with its content may go on on the next page.
    """
    found: dict[Any, list[int]] = defaultdict(list)
    for number, page in enumerate(pages, start=1):
        for box, _ in filter(lambda fit: _is_fixed(fit[0]), _fits(page, UNIT)):
            found[box.element].append(number)
    for element, numbers in found.items():
        if len(numbers) > 1:
            listed = ", ".join(map(str, dict.fromkeys(numbers)))
            yield f"{element.get('data-fit')}: is split, on page {listed}"


def unset(root: Any, pages: Sequence[Any]) -> Iterator[str]:
    """Yield the texts below the element `root` of a document that are in no box of `pages`."""
    found: dict[Any, list[str]] = defaultdict(list)
    for page in pages:
        for text in _texts(page):
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
    return bare(text).casefold()


@dataclass(frozen=True)
class _Inside:
    """What lies around a text: transformations, boxes that it must not leave, those it fits."""

    matrix: Affine = UNIT
    places: tuple[Rect, ...] = ()
    fits: tuple[int, ...] = ()
    margin: str = ""
    """The margin box that it is in, as `top-left`."""


@dataclass(frozen=True)
class _Text:
    """A piece of text, and what lies around it."""

    box: Any
    inside: _Inside

    @property
    def name(self) -> str:
        """What it is called in a complaint: its words."""
        return f"“{self.box.text.strip()}”"

    @property
    def rect(self) -> Rect:
        """Where its ink lies."""
        box, style, size = self.box, self.box.style, self.box.style["font_size"]
        slanted = style["font_style"] != "normal"
        face = face_of(tuple(style["font_family"]), style["font_weight"], slanted)
        below, above = face.depths(box.text) if face else (DESCENT, ASCENT)
        left, baseline = box.position_x, box.position_y + box.baseline
        top, bottom = baseline - above * size, baseline + below * size
        return _turned((left, top, left + box.width, bottom), self.inside.matrix)

    def run(self, height: float) -> Run:
        """Return its place on a page that is `height` px high."""
        box = self.box
        a, b, c, d, _, _ = self.inside.matrix
        x, y = _moved(box.position_x, box.position_y + box.baseline, self.inside.matrix)
        width, size = box.width * math.hypot(a, b), box.style["font_size"] * math.hypot(c, d)
        left, up, width, size = (length * PT_PER_PX for length in (x, height - y, width, size))
        turn = -math.degrees(math.atan2(b, a))
        return Run(box.text, left, up, width, size, turn, margin=self.inside.margin)


@dataclass(frozen=True)
class _Mark:
    """A box that is there to be seen or written on, and what lies around it."""

    box: Any
    inside: _Inside

    @property
    def name(self) -> str:
        """What it is called in a complaint: its element."""
        return f"<{self.box.element_tag}>"

    @property
    def rect(self) -> Rect:
        """Its edges, borders included."""
        box = self.box
        x, y = box.border_box_x(), box.border_box_y()
        rect = (x, y, x + box.border_width(), y + box.border_height())
        return _turned(rect, self.inside.matrix)

    def runs(self, height: float) -> Iterator[Run]:
        """Yield the words of a picture in their places on a page that is `height` px high."""
        root = self.box.element
        if root is None or root.tag != f"{SVG}svg" or self.box.element_tag != root.tag:
            return
        left, top, right, bottom = _content(self.box)
        x, y, width, height_in = _view(root) or (0.0, 0.0, right - left, bottom - top)
        scale = min((right - left) / width, (bottom - top) / height_in)
        across = left + (right - left - width * scale) / 2 - x * scale
        down = top + (bottom - top - height_in * scale) / 2 - y * scale
        matrix = _times((scale, 0, 0, scale, across, down), self.inside.matrix)
        for text, inherited in _pictured(root, {}):
            yield _pictured_run(text, inherited, matrix, height)


def _texts(page: Any) -> Iterator[_Text]:
    return (piece for piece in _pieces(page, _Inside()) if isinstance(piece, _Text))


def _pieces(box: Any, inside: _Inside) -> Iterator[_Text | _Mark]:
    """Yield every piece of text within a box, and every box to be seen; the page itself is none."""
    box = getattr(box, "_box", box)
    inside = replace(inside, matrix=_within(box, inside.matrix))
    if hasattr(box, "at_keyword"):
        inside = replace(inside, margin=box.at_keyword.lstrip("@"))
    if getattr(box, "text", "").strip():
        yield _Text(box, inside)
    elif _is_mark(box):
        yield _Mark(box, inside)
    if _is_fit(box):
        inside = replace(inside, fits=(*inside.fits, id(box)))
    place = _place(box)
    if place is not None:
        inside = replace(inside, places=(*inside.places, _turned(place, inside.matrix)))
    for child in getattr(box, "children", ()):
        yield from _pieces(child, inside)


def _is_mark(box: Any) -> bool:
    """Tell whether a box shows: a picture, a border, a background, or room left free."""
    if not hasattr(box, "border_height") or box.element_tag in WHOLE:
        return False
    if not (box.border_width() > 0 and box.border_height() > 0):
        return False
    free = not getattr(box, "children", ()) and not hasattr(box, "text")
    return free or box.background is not None or _has_border(box)


def _has_border(box: Any) -> bool:
    return any(getattr(box, f"border_{side}_width") for side in ("top", "right", "bottom", "left"))


def _view(root: Any) -> tuple[float, float, float, float] | None:
    """Return the `viewBox` of a picture."""
    numbers = [float(number) for number in root.get("viewBox", "").split()]
    return (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else None


def _pictured(node: Any, inherited: Mapping[str, str]) -> Iterator[tuple[Any, Mapping[str, str]]]:
    """Yield the texts of a picture, each with the properties it has, and those it inherits."""
    known = {**inherited, **node.attrib}
    if node.tag == f"{SVG}text":
        yield node, known
    for child in node:
        yield from _pictured(child, known)


def _pictured_run(text: Any, known: Mapping[str, str], matrix: Affine, height: float) -> Run:
    """Return a text of a picture in its place; `matrix` takes the picture's units to px."""
    size, words = float(known.get("font-size", 16)), text.text or ""
    strokes = {"bold": "700", "normal": "400"}
    weight = known.get("font-weight", "400")
    families = known.get("font-family", "").split(",")
    slanted = known.get("font-style", "normal") != "normal"
    face = face_of(tuple(families), int(strokes.get(weight, weight)), slanted)
    width = face.length(words) * size if face else 0.0
    before = width * {"middle": 0.5, "end": 1.0}.get(known.get("text-anchor", ""), 0.0)
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    turned = re.fullmatch(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)", text.get("transform", ""))
    if turned:
        turn, about_x, about_y = (float(number) for number in turned.groups())
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        back = _times((1, 0, 0, 1, -about_x, -about_y), (cos, sin, -sin, cos, about_x, about_y))
        matrix = _times(back, matrix)
    a, b, c, d, _, _ = matrix
    left, down = _moved(x - before, y, matrix)
    return Run(
        words,
        left * PT_PER_PX,
        (height - down) * PT_PER_PX,
        width * math.hypot(a, b) * PT_PER_PX,
        size * math.hypot(c, d) * PT_PER_PX,
        -math.degrees(math.atan2(b, a)),
        pictured=True,
    )


def _within(box: Any, matrix: Affine) -> Affine:
    """Return the transformation of what is in a box: its own, then that around it."""
    own = getattr(box, "transformation_matrix", None)
    if not own:
        return matrix
    return _times(own.values, matrix)


def _times(one: Affine, other: Affine) -> Affine:
    """Return the transformation that does `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, _, _ = other
    x, y = _moved(e, f, other)
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


def _edges(page: Any) -> Rect:
    return 0, 0, page.margin_width(), page.margin_height()


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


def _fits(box: Any, matrix: Affine, around: Any = None) -> Iterator[tuple[Any, Affine]]:
    """Yield the boxes of elements with `data-fit`; `around` is the one that `box` is a part of."""
    box = getattr(box, "_box", box)
    matrix = _within(box, matrix)
    if _is_fit(box) and box.element is not around:
        yield box, matrix
        around = box.element
    for child in getattr(box, "children", ()):
        yield from _fits(child, matrix, around)


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


SVG = "{http://www.w3.org/2000/svg}"
"""The namespace of pictures."""
UNREAD = ("head", "script", "style", "svg", "template")
"""Elements whose text is no text of the page; pictures are held to their words by the proof."""
WHOLE = (None, "html", "body")
"""Boxes as large as the page by their nature, and those of no element."""
