"""What a page draws beside its texts as a PDF of its own, drawn from what was laid out alone."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from urllib.parse import unquote, unquote_to_bytes

import pikepdf
from PIL import Image, UnidentifiedImageError

from aidgen.assets.geometry import Bounds, hull, transform_bounds, transform_point
from aidgen.page.layout import Sheet
from aidgen.page.shapes import (
    Border,
    Corner,
    Outline,
    Painted,
    Picture,
    Rgba,
    Rule,
    Shape,
    Side,
    Tint,
    Vague,
)
from aidgen.proof.svg import Unreadable, numbers, operators, rounded

BLANK = (99, 99)
"""The size of a new page before it gets its own."""


@dataclass(frozen=True)
class Shapes:
    """The shapes of a document as a PDF; and, of each page, where what is drawn has no exact form.

    Places are in pt, counted from the lower left corner.
    """

    pdf: bytes
    vague: tuple[tuple[Bounds, ...], ...]


def shapes(sheets: Sequence[Sheet]) -> Shapes:
    """Return a PDF of all that `sheets` were to draw beside their texts, and of nothing else."""
    document = pikepdf.new()
    inks = _Inks(document)
    vague = []
    for sheet in sheets:
        content = "\n".join([inks.operators(painted) for painted in sheet.painted])
        document.add_blank_page(page_size=BLANK)
        page = document.pages[-1]
        page.mediabox = pikepdf.Array([0, 0, sheet.width, sheet.height])
        page.Contents = document.make_stream(content.encode())
        page.Resources = inks.resources
        vague.append(tuple(bounds for painted in sheet.painted for bounds in inks.vague(painted)))
    out = io.BytesIO()
    document.save(out, compress_streams=False)
    return Shapes(out.getvalue(), tuple(vague))


class _Inks:
    """Writes shapes for a document, and keeps what they need beside their operators."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.document = document
        self.states = document.make_indirect(pikepdf.Dictionary())
        self.images = document.make_indirect(pikepdf.Dictionary())
        self.named: dict[Picture, str] = {}
        self.resources = document.make_indirect(
            pikepdf.Dictionary(ExtGState=self.states, XObject=self.images)
        )

    def operators(self, painted: Painted) -> str:
        """Return what draws a shape where it was painted."""
        written = ["q"]
        for clip in painted.clips:
            there = _moved(clip.outline, clip.matrix)
            written.append(f"{there} W n")
        written.append(f"{numbers(painted.matrix)} cm")
        try:
            written += self._shape(painted.shape, painted.opacity)
        except Unreadable:
            return ""
        return "\n".join([*written, "Q"])

    def _shape(self, shape: Shape, opacity: float) -> Iterator[str]:
        if isinstance(shape, Tint):
            # As a window in what is filled: the edges of both fall on the same points.
            window = " ".join(map(_path, shape.outlines))
            whole = Outline(hull(outline.bounds for outline in shape.outlines))
            yield f"q {window} W n {self._ink(shape.colour, opacity)} {_path(whole)} f Q"
        elif isinstance(shape, Border):
            yield from self._border(shape, opacity)
        elif isinstance(shape, Rule):
            if shape.side.width and shape.side.colour[3]:
                yield self._ink(shape.side.colour, opacity, stroke=True)
                yield from _rule(shape)
        elif isinstance(shape, Picture):
            yield self._seen(opacity)
            yield from self._picture(shape)

    def _border(self, border: Border, opacity: float) -> Iterator[str]:
        top, *others = sides = border.sides
        if all(side == top or (side.dashes, side.colour) == _look(top) for side in others) and all(
            side.width for side in sides
        ):
            if top.colour[3]:
                yield f"{self._ink(top.colour, opacity)} {_ring(border, top)} f*"
            return
        # The upper side comes last, as the engine has it: CSS leaves it open.
        drawn = list(zip(_edges(border), sides, strict=True))
        for edge, side in (drawn[2], drawn[3], drawn[1], drawn[0]):
            if side.width and side.colour[3]:
                yield f"q {edge} W n {self._ink(side.colour, opacity)} {_ring(border, side)} f* Q"

    def _picture(self, picture: Picture) -> Iterator[str]:
        if picture.tile is not None:
            raise Unreadable
        left, top, right, bottom = picture.frame
        window = "".join(f"{_path(outline)} W n " for outline in picture.window)
        svg = svg_of(picture.source)
        if svg:
            drawn = operators(svg, right - left, bottom - top)
            window += f"{_path(Outline(picture.frame))} W n "
            yield f"q {window}1 0 0 1 {numbers((left, top))} cm {drawn} Q"
        else:
            place = (right - left, 0, 0, top - bottom, left, bottom)
            yield f"q {window}{numbers(place)} cm {self._image(picture)} Do Q"

    def _image(self, picture: Picture) -> str:
        """Return the name of a picture of points; raises Unreadable."""
        known = replace(picture, frame=NOWHERE, window=())
        if known in self.named:
            return self.named[known]
        try:
            head, _, data = picture.source.partition(",")
            raw = base64.b64decode(unquote(data)) if "base64" in head else unquote_to_bytes(data)
            found = Image.open(io.BytesIO(raw)).convert("RGBA")
        except (UnidentifiedImageError, binascii.Error, ValueError, OSError) as error:
            raise Unreadable from error
        stream = self._points(found.convert("RGB"), "/DeviceRGB")
        stream.Interpolate = picture.smooth
        stream.SMask = self._points(found.getchannel("A"), "/DeviceGray")
        name = self.named[known] = f"/I{len(self.named)}"
        self.images[name] = stream
        return name

    def _points(self, found: Image.Image, colours: str) -> pikepdf.Stream:
        return self.document.make_stream(
            found.tobytes(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=found.width,
            Height=found.height,
            ColorSpace=pikepdf.Name(colours),
            BitsPerComponent=8,
        )

    def _ink(self, colour: Rgba, opacity: float, *, stroke: bool = False) -> str:
        """Return what chooses a colour to fill with, or to draw lines with."""
        red, green, blue, alpha = colour
        chosen = f"{numbers((red, green, blue))} {'RG' if stroke else 'rg'}"
        return f"{self._seen(alpha * opacity)}{chosen}"

    def _seen(self, opacity: float) -> str:
        """Return what lets through so much of what lies behind."""
        seen = round(opacity, 4)
        if seen == 1:
            return ""
        name = f"/A{seen:g}".replace(".", "_")
        self.states[name] = pikepdf.Dictionary(ca=seen, CA=seen)
        return f"{name} gs "

    def vague(self, painted: Painted) -> Iterator[Bounds]:
        """Yield where on the page a shape is drawn that has no exact form."""
        for bounds in self._vague(painted.shape):
            yield transform_bounds(bounds, painted.matrix)

    def _vague(self, shape: Shape) -> Iterator[Bounds]:
        if isinstance(shape, Vague):
            yield shape.outline.bounds
        elif isinstance(shape, Rule):
            if shape.side.dashes == "other":
                (left, top), (right, bottom) = shape.start, shape.end
                half = shape.side.width * WAVE / 2
                yield left - half, top - half, right + half, bottom + half
        elif isinstance(shape, Border):
            dashed = [side.width and side.dashes == "other" for side in shape.sides]
            yield from compress(bands(shape), dashed)
            if any(dashed):
                yield from corners(shape.outer)
        elif isinstance(shape, Picture):
            try:
                list(self._picture(shape))
            except Unreadable:
                inner = (outline.bounds for outline in shape.window) if shape.tile else ()
                yield from (*inner, shape.frame)


def svg_of(source: str) -> str:
    """Return the SVG of a picture; nothing if it is one of points."""
    if source.lstrip().startswith("<"):
        return source
    head, _, data = source.partition(",")
    if not head.startswith("data:image/svg+xml"):
        return ""
    if "base64" in head:
        return base64.b64decode(data).decode("utf-8", "replace")
    return unquote(data)


def _moved(outline: Outline, matrix: tuple[float, ...]) -> str:
    """Return an outline in its place on the page; that of what is turned is not rounded."""
    a, b, c, d, e, f = matrix
    if b == c == 0:
        left, top, right, bottom = outline.bounds
        corners = tuple((x * abs(a), y * abs(d)) for x, y in outline.corners)
        edges = (left * a + e, top * d + f, right * a + e, bottom * d + f)
        return _flipped(edges, corners) if d < 0 else rounded(edges, corners)
    left, top, right, bottom = outline.bounds
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    placed = [numbers(transform_point(x, y, (a, b, c, d, e, f))) for x, y in points]
    return f"{placed[0]} m {placed[1]} l {placed[2]} l {placed[3]} l h"


def _flipped(edges: Bounds, corners: Sequence[Corner]) -> str:
    left, top, right, bottom = edges
    one, two, three, four = corners
    return rounded((left, bottom, right, top), (four, three, two, one))


def _path(outline: Outline) -> str:
    return rounded(outline.bounds, outline.corners)


def _look(side: Side) -> tuple[str, Rgba]:
    return side.dashes, side.colour


def _ring(border: Border, side: Side) -> str:
    """Return what lies between the outlines of a border; of a double one, its two lines."""
    outlines = [border.outer, border.inner]
    if side.dashes == "double":
        outlines += [_between(border, third / 3) for third in (1, 2)]
    return " ".join(map(_path, outlines))


def _between(border: Border, part: float) -> Outline:
    outer, inner = border.outer, border.inner
    left, top, right, bottom = (
        one + (other - one) * part for one, other in zip(outer.bounds, inner.bounds, strict=True)
    )
    one, two, three, four = (
        (a + (c - a) * part, b + (d - b) * part)
        for (a, b), (c, d) in zip(outer.corners, inner.corners, strict=True)
    )
    return Outline((left, top, right, bottom), (one, two, three, four))


def _edges(border: Border) -> Iterator[str]:
    """Yield, of each side of a border, the place where it is drawn: it ends at the corners."""
    left, top, right, bottom = border.outer.bounds
    one, two, three, four = (_turning(border, corner) for corner in range(4))
    for points in (
        ((left, top), (right, top), two, one),
        ((right, top), (right, bottom), three, two),
        ((right, bottom), (left, bottom), four, three),
        ((left, bottom), (left, top), one, four),
    ):
        a, b, c, d = map(numbers, points)
        yield f"{a} m {b} l {c} l {d} l"


def _turning(border: Border, corner: int) -> tuple[float, float]:
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


def bands(border: Border) -> tuple[Bounds, Bounds, Bounds, Bounds]:
    """Return where the sides of a border are drawn between its corners: top, right and so on."""
    left, top, right, bottom = border.outer.bounds
    inner_left, inner_top, inner_right, inner_bottom = border.inner.bounds
    return (
        (left, top, right, inner_top),
        (inner_right, top, right, bottom),
        (left, inner_bottom, right, bottom),
        (left, top, inner_left, bottom),
    )


def corners(outline: Outline) -> Iterator[Bounds]:
    """Yield the rectangles in which the corners of an outline are rounded."""
    left, top, right, bottom = outline.bounds
    for number, (across, down) in enumerate(outline.corners):
        if across and down:
            x = left if number in (0, 3) else right - across
            y = top if number in (0, 1) else bottom - down
            yield x, y, x + across, y + down


def _rule(rule: Rule) -> Iterator[str]:
    (left, top), (right, bottom) = rule.start, rule.end
    width = rule.side.width
    if rule.side.dashes != "double":
        yield f"{width:.5f} w {numbers(rule.start)} m {numbers(rule.end)} l S"
        return
    x, y = (width / 3, 0.0) if left == right else (0.0, width / 3)
    for way in (-1, 1):
        start, end = (left + x * way, top + y * way), (right + x * way, bottom + y * way)
        yield f"{width / 3:.5f} w {numbers(start)} m {numbers(end)} l S"


NOWHERE = (0.0, 0.0, 0.0, 0.0)
WAVE = 4
"""How many times its width a wavy line takes."""
