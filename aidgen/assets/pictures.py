"""Pictures of a pack: PNG, JPEG and SVG, checked and cleaned before they go on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path

from aidgen.assets import files
from aidgen.assets.files import AssetError, LoadedPicture
from aidgen.assets.papers import Size
from aidgen.assets.svg import SVG_NAMESPACE, flatten_drawing
from aidgen.sandbox.limits import STANDARD, Limits


def pack_picture(root: Path, name: str, limits: Limits = STANDARD) -> LoadedPicture:
    """Return the picture `name` in the folder of assets of a pack; raises AssetError."""
    return read_picture(files.read_asset(root, name, limits=limits), limits)


@lru_cache(maxsize=256)
def read_picture(content: bytes, limits: Limits = STANDARD) -> LoadedPicture:
    """Return a picture; raises AssetError if it is none that can be printed."""
    if content.lstrip()[:1] == b"<" or content[:3] == b"\xef\xbb\xbf":
        return _read_drawing(content)
    found: LoadedPicture = _raster_reader().read_raster(content, limits)
    return found


@lru_cache(maxsize=256)
def crop_picture(found: LoadedPicture, box: Size) -> LoadedPicture:
    """Return a picture in the shape of its window, cut on both sides, and no finer than is printed.

    `box` is the window in mm.
    """
    shape = box.width / box.height
    width, height = min(found.width, found.height * shape), min(found.height, found.width / shape)
    left, top = (found.width - width) / 2, (found.height - height) / 2
    if found.kind == "svg+xml":
        return _crop_drawing(found, (left, top, width, height))
    window = (left, top, left + width, top + height)
    inner: LoadedPicture = _raster_reader().crop_raster(found, window, box)
    return inner


def _raster_reader() -> Any:
    """Return what reads pictures of points: its library is imported for packs that have some."""
    return import_module("aidgen.assets.rasters")


def _crop_drawing(found: LoadedPicture, window: tuple[float, float, float, float]) -> LoadedPicture:
    svg = found.content.decode()
    view = [float(number) for number in re.findall(SVG_NUMBER, svg.partition(' viewBox="')[2])[:2]]
    left, top, width, height = window
    said = f"{view[0] + left:g} {view[1] + top:g} {width:g} {height:g}"
    content = re.sub(r' viewBox="[^"]*"', f' viewBox="{said}"', svg, count=1)
    return replace(found, content=content.encode(), width=width, height=height)


# Drawings ---------------------------------------------------------------------------------------


def _read_drawing(content: bytes) -> LoadedPicture:
    if b"\0" in content:
        raise AssetError("is not SVG in UTF-8")
    if re.search(rb"<!\s*(?:ENTITY|DOCTYPE[^>]*\[)", content, re.IGNORECASE):
        hint = "in Illustrator, turn off “Preserve Illustrator Editing Capabilities”"
        raise AssetError("declares entities", hint)
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError) as error:
        raise AssetError(f"is not SVG: {error}") from None
    if root.tag != f"{SVG_NAMESPACE}svg":
        raise AssetError("is not SVG: its root element is not <svg> in the SVG namespace")
    width, height = _drawing_size(root)
    try:
        plain = flatten_drawing(root, (width, height))
    except RecursionError:  # gradients that refer to gradients, blocks within blocks
        raise AssetError("nests too much within each other") from None
    cleaned = "".join(_clean_svg(plain.root, depth=0))
    return LoadedPicture("svg+xml", cleaned.encode(), width, height, plain.remark)


def _drawing_size(root: ElementTree.Element) -> tuple[float, float]:
    """Return width and height of a drawing, from its `viewBox` or attributes."""
    view = re.findall(SVG_NUMBER, root.get("viewBox", ""))
    sizes = (
        view[2:]
        if len(view) == 4
        else [
            number[0]
            for name in ("width", "height")
            if (number := re.match(SVG_NUMBER, root.get(name, "")))
        ]
    )
    if len(sizes) != 2 or not all(0 < float(size) <= LARGEST_SIDE for size in sizes):
        raise AssetError("has no `viewBox` to give its size", "save it with a width and a height")
    root.set("viewBox", " ".join(view if len(view) == 4 else ["0", "0", *sizes]))
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    return float(sizes[0]), float(sizes[1])


def _clean_svg(node: ElementTree.Element, depth: int) -> Iterator[str]:
    """Yield a drawing without scripts, references and metadata.

    Raises AssetError for what would be missed.
    """
    if not str(node.tag).startswith(SVG_NAMESPACE):
        return
    tag = node.tag.removeprefix(SVG_NAMESPACE)
    if tag in SKIPPED_ELEMENTS:
        return
    if tag not in DRAWN_ELEMENTS:
        hint = REPLACEMENTS.get(tag, "use only paths, rectangles, circles and lines")
        raise AssetError(f"has an element <{tag}>, which a picture may not contain", hint)
    said = "".join(_kept_attributes(node))
    space = ' xmlns="http://www.w3.org/2000/svg"' if depth == 0 else ""
    yield f"<{tag}{space}{said}>"
    for child in node:
        yield from _clean_svg(child, depth + 1)
    yield f"</{tag}>"


def _kept_attributes(node: ElementTree.Element) -> Iterator[str]:
    for name, value in node.items():
        if name == "d" and "a" in value.lower():
            value = arcs_to_curves(value)
        if name in KEPT_ATTRIBUTES and not re.search(UNSAFE_VALUE, value, re.IGNORECASE):
            yield f' {name}="{_escape(value)}"'


def _escape(value: str) -> str:
    marks: dict[Any, str] = {ord("&"): "&amp;", ord("<"): "&lt;", ord('"'): "&quot;"}
    return value.translate(marks)


PATH_ERRORS = (ArithmeticError, AssertionError, IndexError, TypeError, ValueError)
"""What fontTools raises for a path that is not well-formed."""
LARGEST_SIDE = 1e6
"""The most units of a side of a drawing: beyond them numbers lose their digits."""
SVG_NUMBER = r"-?\d*\.?\d+(?:e-?\d+)?"
SKIPPED_ELEMENTS = frozenset(
    {"title", "desc", "metadata", "script", "animate", "set", "animateTransform"}
)
"""Elements that leave no ink: they are left out."""
_DRAWN_NAMES = """
    svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop
    clipPath
"""
DRAWN_ELEMENTS = frozenset(_DRAWN_NAMES.split())
"""Elements that a picture may contain."""
REPLACEMENTS = {
    "image": "a picture of points within a drawing: save the whole as PNG or JPEG",
    "foreignObject": "save it as plain SVG, or convert it to paths",
    "mask": "use a clip path, or save the whole as PNG",
    "filter": "a shadow, blur or other effect: expand or remove it, or save the whole as PNG",
    "pattern": "expand the pattern to shapes, or save the whole as PNG",
    "marker": "convert arrowheads and line ends to paths",
    "flowRoot": "in Inkscape, convert it to text (Text menu), or to a path",
}
_KEPT_NAMES = """
    id viewBox d points x y x1 y1 x2 y2 cx cy r rx ry width height transform fill fill-rule
    fill-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset opacity offset stop-color stop-opacity
    gradientUnits gradientTransform spreadMethod clip-path clip-rule color display
    preserveAspectRatio visibility
"""
KEPT_ATTRIBUTES = frozenset(_KEPT_NAMES.split())
"""The attributes of a drawing that are kept."""
UNSAFE_VALUE = r"url\s*\(\s*['\"]?(?!#)|javascript:|expression\s*\(|[\\<>]"
"""What loads something into a drawing, or runs."""


@lru_cache(maxsize=1024)
def arcs_to_curves(path: str) -> str:
    """Return the `d` of a path with curves of a quarter of a turn at most in place of its arcs.

    One that is not well-formed is returned as it is: up to where it goes wrong it is drawn.
    """
    pen = SVGPathPen(None, ntos=lambda value: f"{value:.7g}")
    try:
        parse_path(path, pen)
    except PATH_ERRORS:
        return path
    drawn: str = pen.getCommands()
    return path if "n" in drawn else drawn  # as in inf and nan: numbers beyond all bounds


def svg_with_curves(svg: bytes) -> bytes:
    """Return a drawing with curves in place of the arcs of its paths, all else untouched."""
    return ARC_PATH.sub(_path_with_curves, svg) if b"<path" in svg else svg


def _path_with_curves(found: re.Match[bytes]) -> bytes:
    mark, path = found["mark"], found["path"]
    try:
        return b"".join((b"d=", mark, arcs_to_curves(path.decode("ascii")).encode("ascii"), mark))
    except UnicodeDecodeError:  # no path has such letters
        return found[0]


# d="…" behind a space, with an arc in it: no quote, no tag and no entity
ARC_PATH = re.compile(rb"""(?<=\s)d=(?P<mark>["'])(?P<path>[^"'<&]*[aA][^"'<&]*)(?P=mark)""")
