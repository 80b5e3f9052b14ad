"""Pictures in SVG as operators of a PDF, as far as pictures of aids go; what goes further is told.

Texts are left out: they are held to their words and places elsewhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import ImageColor

from aidgen.assets.geometry import IDENTITY, Bounds, Matrix, multiply


class Unreadable(Exception):  # noqa: N818 - no error: what is drawn has a form all the same
    """A picture has something in it that is not read here."""


@lru_cache(maxsize=512)
def operators(svg: str, width: float, height: float) -> str:
    """Return what draws an SVG picture `width` × `height` large, counted downwards from its corner.

    Raises Unreadable.
    """
    try:
        root = ElementTree.fromstring(svg)
        scale = _fitted(root, width, height)
        drawn = "\n".join(_element(root, {}))
    except ERRORS as error:
        raise Unreadable from error
    return f"q {numbers(scale)} cm\n{drawn}\nQ"


def numbers(values: Sequence[float]) -> str:
    """Return numbers as a PDF writes them."""
    return " ".join([f"{value:.5f}" for value in values])


def _fitted(root: ElementTree.Element, width: float, height: float) -> Matrix:
    """Return what takes the units of a picture to its place: in the middle, its sides kept."""
    if root.get("preserveAspectRatio", "xMidYMid") not in ("xMidYMid", "xMidYMid meet"):
        raise Unreadable
    view = _floats(root.get("viewBox", ""))
    if not view:
        return IDENTITY
    left, top, across, down = view
    scale = min(width / across, height / down)
    spare_x, spare_y = width - across * scale, height - down * scale
    return (scale, 0, 0, scale, spare_x / 2 - left * scale, spare_y / 2 - top * scale)


def _element(node: ElementTree.Element, inherited: Mapping[str, str]) -> Iterator[str]:
    tag = str(node.tag).rpartition("}")[2]
    if tag in SILENT:
        return
    unknown = set(node.attrib) - KNOWN
    if (tag not in ("svg", "g") and tag not in OUTLINES) or unknown:
        raise Unreadable
    own = dict(node.attrib)
    for declared in filter(str.strip, own.pop("style", "").split(";")):
        name, _, value = declared.partition(":")
        own[name.strip()] = value.strip()
    if own.get("opacity", "1") != "1" or own.get("display") == "none":
        raise Unreadable
    known = {**inherited, **own}
    yield "q"
    if "transform" in node.attrib:
        yield f"{numbers(_transform(node.attrib['transform']))} cm"
    if tag in OUTLINES:
        yield from _shape(OUTLINES[tag](node), known)
    else:
        for child in node:
            yield from _element(child, known)
    yield "Q"


def _shape(outline: str, known: Mapping[str, str]) -> Iterator[str]:
    """Yield what fills an outline and draws along it."""
    fill, stroke = _colour(known, "fill", "#000"), _colour(known, "stroke", "none")
    if any(float(known.get(f"{name}-opacity", 1)) < 1 for name in ("fill", "stroke")):
        raise Unreadable
    star = "*" if known.get("fill-rule") == "evenodd" else ""
    if fill:
        yield f"{fill} rg"
    if stroke and float(known.get("stroke-width", "1")):
        yield f"{stroke} RG {_line_style(known)}"
        # At once: what has no area is filled with a line of its own else.
        yield f"{outline} B{star}" if fill else f"{outline} S"
    elif fill:
        yield f"{outline} f{star}"


def _line_style(known: Mapping[str, str]) -> str:
    """Return what chooses how lines are drawn: their width, ends, corners and dashes."""
    dashes = _floats(known.get("stroke-dasharray", "none").replace("none", ""))
    dashes *= 1 + len(dashes) % 2
    width, limit, offset = (
        float(known.get(f"stroke-{name}", usual))
        for name, usual in (("width", "1"), ("miterlimit", "4"), ("dashoffset", "0"))
    )
    cap = CAPS[known.get("stroke-linecap", "butt")]
    join = JOINS[known.get("stroke-linejoin", "miter")]
    return f"{width:.5f} w {cap} J {join} j {limit:.5f} M [{numbers(dashes)}] {offset:.5f} d"


def _colour(known: Mapping[str, str], name: str, usual: str) -> str:
    """Return a colour as a PDF writes it; nothing if there is to be none."""
    asked = known.get(name, usual)
    if asked == "currentColor":
        asked = known.get("color", "#000")
    if asked in ("none", "transparent"):
        return ""
    red, green, blue, *alpha = ImageColor.getrgb(asked)
    if alpha:
        raise Unreadable
    return numbers((red / 255, green / 255, blue / 255))


def _floats(text: str) -> list[float]:
    return [float(number) for number in text.replace(",", " ").split()]


def _transform(text: str) -> Matrix:
    matrix = IDENTITY
    for name, listed in TRANSFORM.findall(text):
        matrix = multiply(TRANSFORMS[name](*_floats(listed)), matrix)
    if TRANSFORM.sub("", text).strip(" ,"):
        raise Unreadable
    return matrix


def _rotation(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return multiply(multiply((1, 0, 0, 1, -x, -y), (cos, sin, -sin, cos, 0, 0)), (1, 0, 0, 1, x, y))


class _Pen(BasePen):  # type: ignore[misc]
    """Writes an outline as a PDF does."""

    def __init__(self) -> None:
        super().__init__(None)
        self.written: list[str] = []

    def _moveTo(self, pt: Any) -> None:  # noqa: N802 - named by fontTools
        self.written.append(f"{numbers(pt)} m")

    def _lineTo(self, pt: Any) -> None:  # noqa: N802
        self.written.append(f"{numbers(pt)} l")

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:  # noqa: N802
        self.written.append(f"{numbers((*pt1, *pt2, *pt3))} c")

    def _closePath(self) -> None:  # noqa: N802
        self.written.append("h")


def _path(node: ElementTree.Element) -> str:
    pen = _Pen()
    parse_path(node.get("d", ""), pen)
    return " ".join(pen.written)


def _lengths(node: ElementTree.Element, *names: str) -> list[float]:
    return [float(node.get(name, "0")) for name in names]


def _rectangle(node: ElementTree.Element) -> str:
    x, y, width, height = _lengths(node, "x", "y", "width", "height")
    across = float(node.get("rx", node.get("ry", "0")))
    down = float(node.get("ry", node.get("rx", "0")))
    corner = min(across, width / 2), min(down, height / 2)
    return rounded((x, y, x + width, y + height), (corner,) * 4)


def _circle(node: ElementTree.Element) -> str:
    x, y, radius = _lengths(node, "cx", "cy", "r")
    return _oval(x, y, radius, radius)


def _ellipse(node: ElementTree.Element) -> str:
    return _oval(*_lengths(node, "cx", "cy", "rx", "ry"))


def _oval(x: float, y: float, across: float, down: float) -> str:
    return rounded((x - across, y - down, x + across, y + down), ((across, down),) * 4, BEND)


def _line(node: ElementTree.Element) -> str:
    return "{} m {} l".format(
        numbers(_lengths(node, "x1", "y1")), numbers(_lengths(node, "x2", "y2"))
    )


def _lines(node: ElementTree.Element) -> str:
    points = _floats(node.get("points", ""))
    pairs = [numbers(pair) for pair in zip(points[::2], points[1::2], strict=True)]
    return " ".join([f"{pair} {'l' if i else 'm'}" for i, pair in enumerate(pairs)])


def rounded(bounds: Bounds, corners: Sequence[tuple[float, float]], bend: float = 0.45) -> str:
    """Return the outline of a rectangle, its corners rounded so far across and down.

    `bend` is where the handles of a curve lie, seen from its corner; that of boxes is the engine's.
    """
    left, top, right, bottom = bounds
    if not any(across and down for across, down in corners):
        return f"{numbers((left, top, right - left, bottom - top))} re"
    (a, b), (c, d), (e, f), (g, h) = corners
    return " ".join(
        [
            f"{numbers((left + a, top))} m {numbers((right - c, top))} l",
            f"{numbers((right - c * bend, top, right, top + d * bend, right, top + d))} c",
            f"{numbers((right, bottom - f))} l",
            f"{numbers((right, bottom - f * bend, right - e * bend, bottom, right - e, bottom))} c",
            f"{numbers((left + g, bottom))} l",
            f"{numbers((left + g * bend, bottom, left, bottom - h * bend, left, bottom - h))} c",
            f"{numbers((left, top + b))} l",
            f"{numbers((left, top + b * bend, left + a * bend, top, left + a, top))} c h",
        ]
    )


ERRORS = (ElementTree.ParseError, ArithmeticError, LookupError, TypeError, ValueError)
"""What comes of a picture that is not as it should be."""
BEND = 1 - 1 / math.sqrt(math.pi)
"""The bend of a quarter of a circle or ellipse: the engine's, which is 0.6 % too wide between its
four ends; fine rings of small pictures would be told else."""
SILENT = ("text", "title", "desc", "defs", "metadata")
"""What leaves no ink of its own, or is held to its words elsewhere."""
KNOWN = frozenset(
    (
        *("class", "id", "viewBox", "width", "height", "preserveAspectRatio", "xmlns", "role"),
        *("style", "transform", "aria-hidden", "aria-label", "focusable", "d", "points"),
        *("x", "y", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "color"),
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "font-family", "font-size", "font-weight"),
    )
)
"""The attributes that are read, or change nothing of what is drawn."""
OUTLINES: Mapping[str, Callable[[ElementTree.Element], str]] = {
    "path": _path,
    "rect": _rectangle,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _lines,
    "polygon": lambda node: f"{_lines(node)} h",
}
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
# name(numbers), as in rotate(45 10 10)
TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
TRANSFORMS: Mapping[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": _rotation,
}
