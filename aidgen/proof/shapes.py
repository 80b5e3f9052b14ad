"""Draws what a page has besides its texts, as a separate PDF, from the layout alone.

SVG is supported as far as our pictures use it; the rest has no exact form.
"""

from __future__ import annotations

import base64
import binascii
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from typing import Any
from urllib.parse import unquote, unquote_to_bytes
from xml.etree import ElementTree

import pikepdf
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageColor, UnidentifiedImageError

from aidgen.assets.files import FORMATS
from aidgen.assets.papers import (
    IDENTITY,
    Bounds,
    Matrix,
    hull,
    multiply,
    transform_bounds,
    transform_point,
)
from aidgen.page.layout import LaidSheet
from aidgen.page.shapes import (
    Border,
    FramePicture,
    Outline,
    Painted,
    Rgba,
    Shape,
    ShapeSide,
    StraightLine,
    Tint,
    Vague,
)


@dataclass(frozen=True)
class DrawnShapes:
    """The shapes of a document as a PDF; of each page, the places of drawings without exact form.

    Places are in pt, counted from the lower left corner.
    """

    pdf: bytes
    vague: tuple[tuple[Bounds, ...], ...]


def draw_shapes(sheets: Sequence[LaidSheet]) -> DrawnShapes:
    """Return a PDF of all that `sheets` draw beside their texts by the layout, and nothing else."""
    document = pikepdf.new()
    writer = _ShapeWriter(document)
    vague = []
    for sheet in sheets:
        content = "\n".join([writer.operators(painted) for painted in sheet.painted])
        document.add_blank_page()
        page = document.pages[-1]
        page.mediabox = pikepdf.Array([0, 0, sheet.width, sheet.height])
        page.Contents = document.make_stream(content.encode())
        page.Resources = writer.resources
        vague.append(
            tuple(bounds for painted in sheet.painted for bounds in writer.find_vague(painted))
        )
    out = io.BytesIO()
    document.save(out, compress_streams=False)
    return DrawnShapes(out.getvalue(), tuple(vague))


class _ShapeWriter:
    """Writes shapes into a document, with the resources that they need."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.document = document
        self.states = document.make_indirect(pikepdf.Dictionary())
        self.images = document.make_indirect(pikepdf.Dictionary())
        self.names: dict[FramePicture | str, str] = {}
        self.resources = document.make_indirect(
            pikepdf.Dictionary(ExtGState=self.states, XObject=self.images)
        )

    def operators(self, painted: Painted) -> str:
        """Return the operators that draw a shape in its place; "" if it has no exact form."""
        written = ["q"]
        for clip in painted.clips:
            there = _place_outline(clip.outline, clip.matrix)
            written.append(f"{there} W n")
        written.append(f"{write_numbers(painted.matrix)} cm")
        try:
            written += self._shape_operators(painted.shape, painted.opacity)
        except UnreadableSvgError:
            return ""
        return "\n".join([*written, "Q"])

    def _shape_operators(self, shape: Shape, opacity: float) -> Iterator[str]:
        if isinstance(shape, Tint):
            # A clip over a filled area: the edges of both fall on the same pixels.
            window = " ".join(map(_outline_path, shape.outlines))
            whole = Outline(hull(outline.bounds for outline in shape.outlines))
            colour = self._set_colour(shape.colour, opacity)
            yield f"q {window} W n {colour} {_outline_path(whole)} f Q"
        elif isinstance(shape, Border):
            yield from self._border_operators(shape, opacity)
        elif isinstance(shape, StraightLine):
            if shape.side.width and shape.side.colour[3]:
                yield self._set_colour(shape.side.colour, opacity, stroke=True)
                yield from _rule_operators(shape)
        elif isinstance(shape, FramePicture):
            yield self._set_opacity(opacity)
            yield from self._picture_operators(shape, is_pale=opacity < 1)

    def _border_operators(self, border: Border, opacity: float) -> Iterator[str]:
        top, *_ = sides = border.sides
        if len({(side.dashes, side.colour) for side in sides}) == 1 and all(
            side.width for side in sides
        ):
            if top.colour[3]:
                yield f"{self._set_colour(top.colour, opacity)} {_border_ring(border, top)} f*"
            return
        # The engine draws the upper side last; CSS leaves the order open.
        drawn = list(zip(_side_areas(border), sides, strict=True))
        for edge, side in (drawn[2], drawn[3], drawn[1], drawn[0]):
            if side.width and side.colour[3]:
                colour = self._set_colour(side.colour, opacity)
                yield f"q {edge} W n {colour} {_border_ring(border, side)} f* Q"

    def _picture_operators(self, picture: FramePicture, *, is_pale: bool = False) -> Iterator[str]:
        if picture.tile is not None:
            raise UnreadableSvgError
        left, top, right, bottom = picture.frame
        window = "".join(f"{_outline_path(outline)} W n " for outline in picture.window)
        svg = svg_of(picture.source)
        if svg:
            drawn = svg_operators(svg, right - left, bottom - top)
            if is_pale:
                drawn = f"{self._group_name(drawn, right - left, bottom - top)} Do"
            window += f"{_outline_path(Outline(picture.frame))} W n "
            yield f"q {window}1 0 0 1 {write_numbers((left, top))} cm {drawn} Q"
        else:
            place = (right - left, 0, 0, top - bottom, left, bottom)
            yield f"q {window}{write_numbers(place)} cm {self._image_name(picture)} Do Q"

    def _group_name(self, drawn: str, width: float, height: float) -> str:
        """Return the resource name of a drawing that is as pale as a whole, not part by part."""
        if drawn not in self.names:
            name = self.names[drawn] = f"/I{len(self.names)}"
            self.images[name] = self.document.make_stream(
                drawn.encode(),
                Type=pikepdf.Name.XObject,
                Subtype=pikepdf.Name.Form,
                BBox=[0, 0, width, height],
                Group=pikepdf.Dictionary(S=pikepdf.Name.Transparency),
            )
        return self.names[drawn]

    def _image_name(self, picture: FramePicture) -> str:
        """Return the resource name of a raster picture; raises UnreadableSvgError."""
        known = replace(picture, frame=NO_FRAME, window=())
        if known in self.names:
            return self.names[known]
        try:
            head, _, data = picture.source.partition(",")
            raw = base64.b64decode(unquote(data)) if "base64" in head else unquote_to_bytes(data)
            image = Image.open(io.BytesIO(raw), formats=FORMATS).convert("RGBA")
        except (UnidentifiedImageError, binascii.Error, ValueError, OSError) as error:
            raise UnreadableSvgError from error
        stream = self._image_stream(image.convert("RGB"), "/DeviceRGB")
        stream.Interpolate = picture.smooth
        stream.SMask = self._image_stream(image.getchannel("A"), "/DeviceGray")
        name = self.names[known] = f"/I{len(self.names)}"
        self.images[name] = stream
        return name

    def _image_stream(self, found: Image.Image, colours: str) -> pikepdf.Stream:
        return self.document.make_stream(
            found.tobytes(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=found.width,
            Height=found.height,
            ColorSpace=pikepdf.Name(colours),
            BitsPerComponent=8,
        )

    def _set_colour(self, colour: Rgba, opacity: float, *, stroke: bool = False) -> str:
        red, green, blue, alpha = colour
        chosen = f"{write_numbers((red, green, blue))} {'RG' if stroke else 'rg'}"
        return f"{self._set_opacity(alpha * opacity)}{chosen}"

    def _set_opacity(self, opacity: float) -> str:
        seen = round(opacity, 4)
        if seen == 1:
            return ""
        name = f"/A{seen:g}".replace(".", "_")
        self.states[name] = pikepdf.Dictionary(ca=seen, CA=seen)
        return f"{name} gs "

    def find_vague(self, painted: Painted) -> Iterator[Bounds]:
        """Yield the places on the page of a shape without an exact form."""
        for bounds in self._vague_parts(painted.shape):
            yield transform_bounds(bounds, painted.matrix)

    def _vague_parts(self, shape: Shape) -> Iterator[Bounds]:
        if isinstance(shape, Vague):
            yield shape.outline.bounds
        elif isinstance(shape, StraightLine):
            if shape.side.dashes == "other":
                (left, top), (right, bottom) = shape.start, shape.end
                half = shape.side.width * WAVE_WIDTH / 2
                yield left - half, top - half, right + half, bottom + half
        elif isinstance(shape, Border):
            dashed = [side.width and side.dashes == "other" for side in shape.sides]
            yield from compress(border_bands(shape), dashed)
            if any(dashed):
                yield from rounded_corners(shape.outer)
        elif isinstance(shape, FramePicture):
            try:
                list(self._picture_operators(shape))
            except UnreadableSvgError:
                inner = (outline.bounds for outline in shape.window) if shape.tile else ()
                yield from (*inner, shape.frame)


def svg_of(source: str) -> str:
    """Return the SVG of a picture; "" if it is a raster picture."""
    if source.lstrip().startswith("<"):
        return source
    head, _, data = source.partition(",")
    if not head.startswith("data:image/svg+xml"):
        return ""
    if "base64" in head:
        return base64.b64decode(data).decode("utf-8", "replace")
    return unquote(data)


def _place_outline(outline: Outline, matrix: tuple[float, ...]) -> str:
    """Return an outline in its place on the page; if it is turned, its corners are not rounded."""
    a, b, c, d, e, f = matrix
    if b == c == 0:
        left, top, right, bottom = outline.bounds
        corners = tuple((x * abs(a), y * abs(d)) for x, y in outline.corners)
        edges = (left * a + e, top * d + f, right * a + e, bottom * d + f)
        if d < 0:  # upside down
            edges, corners = (edges[0], edges[3], edges[2], edges[1]), corners[::-1]
        return rounded_rectangle(edges, corners)
    left, top, right, bottom = outline.bounds
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    placed = [write_numbers(transform_point(x, y, (a, b, c, d, e, f))) for x, y in points]
    return f"{placed[0]} m {placed[1]} l {placed[2]} l {placed[3]} l h"


def _outline_path(outline: Outline) -> str:
    return rounded_rectangle(outline.bounds, outline.corners)


def _border_ring(border: Border, side: ShapeSide) -> str:
    """Return the area between the outlines of a border; of a double one, its two lines."""
    outlines = [border.outer, border.inner]
    if side.dashes == "double":
        outlines += [_interpolate(border, third / 3) for third in (1, 2)]
    return " ".join(map(_outline_path, outlines))


def _interpolate(border: Border, part: float) -> Outline:
    outer, inner = border.outer, border.inner
    left, top, right, bottom = (
        one + (other - one) * part for one, other in zip(outer.bounds, inner.bounds, strict=True)
    )
    one, two, three, four = (
        (a + (c - a) * part, b + (d - b) * part)
        for (a, b), (c, d) in zip(outer.corners, inner.corners, strict=True)
    )
    return Outline((left, top, right, bottom), (one, two, three, four))


def _side_areas(border: Border) -> Iterator[str]:
    """Yield the area of each side of a border, which ends at the corners."""
    left, top, right, bottom = border.outer.bounds
    one, two, three, four = (_inner_corner(border, corner) for corner in range(4))
    for points in (
        ((left, top), (right, top), two, one),
        ((right, top), (right, bottom), three, two),
        ((right, bottom), (left, bottom), four, three),
        ((left, bottom), (left, top), one, four),
    ):
        a, b, c, d = map(write_numbers, points)
        yield f"{a} m {b} l {c} l {d} l"


def _inner_corner(border: Border, corner: int) -> tuple[float, float]:
    """Return where two sides of a border meet within it."""
    across, down = border.outer.corners[corner]
    left, top, right, bottom = border.outer.bounds
    inner_left, inner_top, inner_right, inner_bottom = border.inner.bounds
    is_left, is_top = corner in (0, 3), corner in (0, 1)
    wide = inner_left - left if is_left else right - inner_right
    high = inner_top - top if is_top else bottom - inner_bottom
    if not (across > wide and down > high):
        across, down = wide, high
    return left + across if is_left else right - across, top + down if is_top else bottom - down


def border_bands(border: Border) -> tuple[Bounds, Bounds, Bounds, Bounds]:
    """Return the areas of the sides of a border between its corners: top, right, bottom, left."""
    left, top, right, bottom = border.outer.bounds
    inner_left, inner_top, inner_right, inner_bottom = border.inner.bounds
    return (
        (left, top, right, inner_top),
        (inner_right, top, right, bottom),
        (left, inner_bottom, right, bottom),
        (left, top, inner_left, bottom),
    )


def rounded_corners(outline: Outline) -> Iterator[Bounds]:
    """Yield the rectangles of the rounded corners of an outline."""
    left, top, right, bottom = outline.bounds
    for number, (across, down) in enumerate(outline.corners):
        if across and down:
            x = left if number in (0, 3) else right - across
            y = top if number in (0, 1) else bottom - down
            yield x, y, x + across, y + down


def _rule_operators(rule: StraightLine) -> Iterator[str]:
    (left, top), (right, bottom) = rule.start, rule.end
    width = rule.side.width
    if rule.side.dashes != "double":
        yield f"{width:.5f} w {write_numbers(rule.start)} m {write_numbers(rule.end)} l S"
        return
    x, y = (width / 3, 0.0) if left == right else (0.0, width / 3)
    for way in (-1, 1):
        start, end = (left + x * way, top + y * way), (right + x * way, bottom + y * way)
        yield f"{width / 3:.5f} w {write_numbers(start)} m {write_numbers(end)} l S"


NO_FRAME = (0.0, 0.0, 0.0, 0.0)
WAVE_WIDTH = 4
"""The height of a wavy line in multiples of its width."""


# SVG ----------------------------------------------------------------------------------------------


class UnreadableSvgError(Exception):
    """A picture uses a feature that is not supported here."""


@lru_cache(maxsize=512)
def svg_operators(svg: str, width: float, height: float) -> str:
    """Return the operators that draw an SVG picture of a size, downwards from its corner.

    Raises UnreadableSvgError.
    """
    try:
        root = ElementTree.fromstring(svg)
        scale = _fit_view_box(root, width, height)
        drawn = "\n".join(_element_operators(root, {}))
    except SVG_ERRORS as error:
        raise UnreadableSvgError from error
    return f"q {write_numbers(scale)} cm\n{drawn}\nQ"


def write_numbers(values: Sequence[float]) -> str:
    """Return numbers as a PDF writes them."""
    return " ".join([f"{value:.5f}" for value in values])


def _fit_view_box(root: ElementTree.Element, width: float, height: float) -> Matrix:
    """Return the matrix from the units of a picture to its place: centred, its proportions kept."""
    if root.get("preserveAspectRatio", "xMidYMid") not in ("xMidYMid", "xMidYMid meet"):
        raise UnreadableSvgError
    view = _read_floats(root.get("viewBox", ""))
    if not view:
        return IDENTITY
    left, top, across, down = view
    scale = min(width / across, height / down)
    spare_x, spare_y = width - across * scale, height - down * scale
    return (scale, 0, 0, scale, spare_x / 2 - left * scale, spare_y / 2 - top * scale)


def _element_operators(node: ElementTree.Element, inherited: Mapping[str, str]) -> Iterator[str]:
    tag = str(node.tag).rpartition("}")[2]
    if tag in INKLESS_TAGS:
        return
    unknown = set(node.attrib) - KNOWN_ATTRIBUTES
    if (tag not in ("svg", "g") and tag not in SVG_OUTLINES) or unknown:
        raise UnreadableSvgError
    own = dict(node.attrib)
    for declared in filter(str.strip, own.pop("style", "").split(";")):
        name, _, value = declared.partition(":")
        own[name.strip()] = value.strip()
    if own.get("opacity", "1") != "1" or own.get("display") == "none":
        raise UnreadableSvgError
    known = {**inherited, **own}
    yield "q"
    if "transform" in node.attrib:
        yield f"{write_numbers(_read_transform(node.attrib['transform']))} cm"
    if tag in SVG_OUTLINES:
        yield from _painted_outline(SVG_OUTLINES[tag](node), known)
    else:
        for child in node:
            yield from _element_operators(child, known)
    yield "Q"


def _painted_outline(outline: str, known: Mapping[str, str]) -> Iterator[str]:
    """Yield the operators that fill an outline and stroke it."""
    fill, stroke = _paint_colour(known, "fill", "#000"), _paint_colour(known, "stroke", "none")
    if any(float(known.get(f"{name}-opacity", 1)) < 1 for name in ("fill", "stroke")):
        raise UnreadableSvgError
    star = "*" if known.get("fill-rule") == "evenodd" else ""
    if fill:
        yield f"{fill} rg"
    if stroke and float(known.get("stroke-width", "1")):
        yield f"{stroke} RG {_line_style(known)}"
        # In one operator: a filled outline without area would get a line of its own.
        yield f"{outline} B{star}" if fill else f"{outline} S"
    elif fill:
        yield f"{outline} f{star}"


def _line_style(known: Mapping[str, str]) -> str:
    """Return the operators that set the width, ends, corners and dashes of lines."""
    dashes = _read_floats(known.get("stroke-dasharray", "none").replace("none", ""))
    dashes *= 1 + len(dashes) % 2
    width, limit, offset = (
        float(known.get(f"stroke-{name}", usual))
        for name, usual in (("width", "1"), ("miterlimit", "4"), ("dashoffset", "0"))
    )
    cap = LINE_CAPS[known.get("stroke-linecap", "butt")]
    join = LINE_JOINS[known.get("stroke-linejoin", "miter")]
    return f"{width:.5f} w {cap} J {join} j {limit:.5f} M [{write_numbers(dashes)}] {offset:.5f} d"


def _paint_colour(known: Mapping[str, str], name: str, usual: str) -> str:
    """Return a colour as operands of a PDF; "" if there is none."""
    asked = known.get(name, usual)
    if asked == "currentColor":
        asked = known.get("color", "#000")
    if asked in ("none", "transparent"):
        return ""
    red, green, blue, *alpha = ImageColor.getrgb(asked)
    if alpha:
        raise UnreadableSvgError
    return write_numbers((red / 255, green / 255, blue / 255))


def _read_floats(text: str) -> list[float]:
    return [float(number) for number in text.replace(",", " ").split()]


def _read_transform(text: str) -> Matrix:
    matrix = IDENTITY
    for name, listed in TRANSFORM.findall(text):
        matrix = multiply(TRANSFORMS[name](*_read_floats(listed)), matrix)
    if TRANSFORM.sub("", text).strip(" ,"):
        raise UnreadableSvgError
    return matrix


def _rotate_about(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return multiply(multiply((1, 0, 0, 1, -x, -y), (cos, sin, -sin, cos, 0, 0)), (1, 0, 0, 1, x, y))


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Writes an outline as operators of a PDF."""

    def __init__(self) -> None:
        super().__init__(None)
        self.written: list[str] = []

    def _moveTo(self, pt: Any) -> None:  # noqa: N802 - named by fontTools
        self.written.append(f"{write_numbers(pt)} m")

    def _lineTo(self, pt: Any) -> None:  # noqa: N802
        self.written.append(f"{write_numbers(pt)} l")

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:  # noqa: N802
        self.written.append(f"{write_numbers((*pt1, *pt2, *pt3))} c")

    def _closePath(self) -> None:  # noqa: N802
        self.written.append("h")


def _svg_path(node: ElementTree.Element) -> str:
    pen = _OutlinePen()
    parse_path(node.get("d", ""), pen)
    return " ".join(pen.written)


def _read_lengths(node: ElementTree.Element, *names: str) -> list[float]:
    return [float(node.get(name, "0")) for name in names]


def _svg_rectangle(node: ElementTree.Element) -> str:
    x, y, width, height = _read_lengths(node, "x", "y", "width", "height")
    across = float(node.get("rx", node.get("ry", "0")))
    down = float(node.get("ry", node.get("rx", "0")))
    corner = min(across, width / 2), min(down, height / 2)
    return rounded_rectangle((x, y, x + width, y + height), (corner,) * 4)


def _svg_circle(node: ElementTree.Element) -> str:
    x, y, radius = _read_lengths(node, "cx", "cy", "r")
    return _svg_oval(x, y, radius, radius)


def _svg_oval(x: float, y: float, across: float, down: float) -> str:
    return rounded_rectangle(
        (x - across, y - down, x + across, y + down), ((across, down),) * 4, CIRCLE_BEND
    )


def _svg_line(node: ElementTree.Element) -> str:
    return "{} m {} l".format(
        write_numbers(_read_lengths(node, "x1", "y1")),
        write_numbers(_read_lengths(node, "x2", "y2")),
    )


def _svg_polyline(node: ElementTree.Element) -> str:
    points = _read_floats(node.get("points", ""))
    pairs = [write_numbers(pair) for pair in zip(points[::2], points[1::2], strict=True)]
    return " ".join([f"{pair} {'l' if i else 'm'}" for i, pair in enumerate(pairs)])


def rounded_rectangle(
    bounds: Bounds, corners: Sequence[tuple[float, float]], bend: float = 0.45
) -> str:
    """Return the outline of a rectangle; `corners` are the widths and heights of the rounded ones.

    `bend` is where the handles of a curve are, seen from its corner; for boxes the engine has 0.45.
    """
    left, top, right, bottom = bounds
    if not any(across and down for across, down in corners):
        return f"{write_numbers((left, top, right - left, bottom - top))} re"
    (a, b), (c, d), (e, f), (g, h) = corners
    right_curve = (right - c * bend, top, right, top + d * bend, right, top + d)
    lower_curve = (right, bottom - f * bend, right - e * bend, bottom, right - e, bottom)
    left_curve = (left + g * bend, bottom, left, bottom - h * bend, left, bottom - h)
    upper_curve = (left, top + b * bend, left + a * bend, top, left + a, top)
    return " ".join(
        [
            f"{write_numbers((left + a, top))} m {write_numbers((right - c, top))} l",
            f"{write_numbers(right_curve)} c {write_numbers((right, bottom - f))} l",
            f"{write_numbers(lower_curve)} c {write_numbers((left + g, bottom))} l",
            f"{write_numbers(left_curve)} c {write_numbers((left, top + b))} l",
            f"{write_numbers(upper_curve)} c h",
        ]
    )


SVG_ERRORS = (ElementTree.ParseError, ArithmeticError, LookupError, TypeError, ValueError)
"""The errors of a picture that is malformed."""
CIRCLE_BEND = 1 - 1 / math.sqrt(math.pi)
"""The bend of a quarter of a circle or ellipse. It is the engine's, which is 0.6 % too wide between
its four ends; without it fine rings of small pictures would be reported."""
INKLESS_TAGS = ("text", "title", "desc", "defs", "metadata")
"""Elements without their own ink; texts are checked by their words and places."""
KNOWN_ATTRIBUTES = frozenset(
    (
        *("class", "id", "viewBox", "width", "height", "preserveAspectRatio", "xmlns", "role"),
        *("style", "transform", "aria-hidden", "aria-label", "focusable", "d", "points"),
        *("x", "y", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "color"),
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "font-family", "font-size", "font-weight"),
    )
)
"""The attributes that are read, or do not change the drawing."""
SVG_OUTLINES: Mapping[str, Callable[[ElementTree.Element], str]] = {
    "path": _svg_path,
    "rect": _svg_rectangle,
    "circle": _svg_circle,
    "ellipse": lambda node: _svg_oval(*_read_lengths(node, "cx", "cy", "rx", "ry")),
    "line": _svg_line,
    "polyline": _svg_polyline,
    "polygon": lambda node: f"{_svg_polyline(node)} h",
}
LINE_CAPS = {"butt": 0, "round": 1, "square": 2}
LINE_JOINS = {"miter": 0, "round": 1, "bevel": 2}
# name(numbers), as in rotate(45 10 10)
TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
TRANSFORMS: Mapping[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": _rotate_about,
}
