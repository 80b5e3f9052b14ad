"""The pictograms: the Phosphor set, solid or in lines, from its package, and those of packs."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from aidgen.assets.files import ASSETS_FOLDER, AssetError, read_asset
from aidgen.assets.pictures import read_picture
from aidgen.assets.svg import (
    OUTLINE_HINT,
    PATH_ERRORS,
    SVG_NAMESPACE,
    TEXT_ELEMENTS,
    arcs_to_curves,
)
from aidgen.problems import Problem, Where

_ICON_PACKAGE = "justmyresource_phosphor"
_SOLID_FILE, _LINED_FILE = "fill/{}-fill.svg", "thin/{}-thin.svg"
# The folder for icons within a pack's `assets`.
ICONS_FOLDER = "icons"
# The colour of the text around an icon.
PLACE_COLOUR = "currentColor"
# The field on which the icons of the set are drawn.
ICON_GRID = "0 0 256 256"
# How wide lines are of an icon that is drawn in them, as a part of its height: as in the set.
STROKE_WIDTH = 1 / 32
# The opacity of a filled icon among icons drawn in lines.
PALE_OPACITY = 0.33
# Icons that are a plain shape: outlined, a dark disc would be a light ring.
PLAIN_FORMS = frozenset(
    {"circle", "diamond", "hexagon", "octagon", "rectangle", "square", "triangle"}
)
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
# How a drawing writes white, and black or the colour of its place.
WHITES = frozenset({"#fff", "#ffffff", "white"})
BLACKS = frozenset({"#000", "#000000", "black", "currentcolor", ""})
PAINTS = ("fill", "stroke", "stop-color")
# Values of these that are no colour of the icon's own.
NO_COLOURS = frozenset({"none", PLACE_COLOUR, None})
# How the names of attributes begin that say how an icon is painted.
PAINT_NAMES = ("fill", "stroke", "color", "opacity")


@dataclass(frozen=True)
class Icon:
    """An icon: the field on which it is drawn, and its shapes as SVG."""

    view: str
    shapes: str

    def in_colour(self, colour: str) -> str:
        """Return its shapes in a colour, unless they have their own."""
        return f'<g fill="{colour}">{self.shapes.replace(PLACE_COLOUR, colour)}</g>'

    def in_lines(self) -> Icon:
        """Return it with lines around its shapes in place of what fills them; pale if coloured."""
        tree = ElementTree.fromstring(f"<g>{self.shapes}</g>")
        if {node.get(name) for node in tree.iter() for name in PAINTS} - NO_COLOURS:
            return self.pale()
        width = float(self.view.split()[3]) * STROKE_WIDTH
        line = {"fill": "none", "stroke": PLACE_COLOUR, "stroke-width": f"{width:g}"}
        for shape in _shapes_in([tree]):
            if shape.get("fill") != "none" and "stroke" not in shape.attrib:
                shape.attrib.pop("fill", None)
                shape.attrib |= line
        return replace(self, shapes=_written(tree))

    def pale(self) -> Icon:
        """Return it so pale that it has as little ink as one in lines."""
        pale = f'<g fill-opacity="{PALE_OPACITY}" stroke-opacity="{PALE_OPACITY}">{self.shapes}</g>'
        return replace(self, shapes=pale)


def _shapes_in(nodes: Iterable[Element]) -> list[Element]:
    return [shape for node in nodes for shape in node.iter() if shape.tag in SHAPES]


def _written(nodes: Iterable[Element]) -> str:
    return "".join(
        ElementTree.tostring(node, "unicode", short_empty_elements=False) for node in nodes
    )


@cache
def _archive() -> zipfile.ZipFile:
    # Opened once, since reading its directory takes time; in memory, since forked processes would
    # share the position in an open file.
    return zipfile.ZipFile(BytesIO((files(_ICON_PACKAGE) / "icons.zip").read_bytes()))


@cache
def icon_names() -> frozenset[str]:
    """Return every name of the set."""
    folder, ending = _SOLID_FILE.split("{}")
    files = (name for name in _archive().namelist() if name.startswith(folder))
    return frozenset(name.removeprefix(folder).removesuffix(ending) for name in files)


def own_icon_names(roots: Sequence[Path]) -> frozenset[str]:
    """Return the names of the icons in packs."""
    names = set[str]()
    for root in roots:
        folder = root / ASSETS_FOLDER / ICONS_FOLDER
        if folder.resolve().is_relative_to(root.resolve()):
            names |= {path.stem for path in folder.glob("?*.svg") if path.is_file()}
    return frozenset(names)


def known_icons(roots: Sequence[Path]) -> frozenset[str]:
    """Return every name that an `icon:` or `:icon:` may use."""
    return icon_names() | own_icon_names(roots)


@cache
def icon_shapes(name: str, *, lined: bool = False) -> str:
    """Return the shapes of an icon of the set on its grid, without arcs; raises KeyError.

    They are solid, or `lined`.
    """
    svg = _archive().read((_LINED_FILE if lined else _SOLID_FILE).format(name)).decode()
    shapes = svg.partition(">")[2].rpartition("</svg>")[0]
    for node in ElementTree.fromstring(svg).iter():
        if path := node.get("d"):
            shapes = shapes.replace(path, arcs_to_curves(path))
    return shapes


def find_icon(name: str, roots: Sequence[Path], *, lined: bool = False) -> Icon:
    """Return an icon: that of a pack, in their order, or of the set; solid, or `lined`.

    Raises KeyError if it is unknown, AssetError if a pack's cannot be printed.
    """
    for root in roots:
        if (root / own_icon_file(name)).is_file():
            icon = _read_own_icon(read_asset(root, f"{ICONS_FOLDER}/{name}.svg"))
            return icon.in_lines() if lined else icon
    if lined and name in PLAIN_FORMS:
        return Icon(ICON_GRID, icon_shapes(name)).pale()
    return Icon(ICON_GRID, icon_shapes(name, lined=lined))


def own_icon_file(name: str) -> str:
    """Return the file of an icon in a pack, from the pack's root."""
    return f"{ASSETS_FOLDER}/{ICONS_FOLDER}/{name}.svg"


def unprintable_icons(root: Path) -> Iterator[Problem]:
    """Yield a problem for each icon of a pack that cannot be printed."""
    for name in sorted(own_icon_names([root])):
        try:
            find_icon(name, [root])
            if remark := read_picture(read_asset(root, f"{ICONS_FOLDER}/{name}.svg")).remark:
                yield Problem(Where(own_icon_file(name)), remark, severity="warning")
        except AssetError as refused:
            yield Problem(Where(own_icon_file(name)), refused.message, refused.hint)


def _read_own_icon(content: bytes) -> Icon:
    picture = read_picture(content)
    if picture.kind != "svg+xml":
        raise AssetError("is not SVG")
    root = ElementTree.fromstring(picture.content)
    for node in root.iter():
        node.tag = node.tag.removeprefix(SVG_NAMESPACE)
        if node.tag in TEXT_ELEMENTS:  # it would be words of the page
            raise AssetError("is an icon with text", OUTLINE_HINT)
    # Of icon sets that draw in lines, the root says how: fill="none" stroke="currentColor".
    painted = {name: value for name, value in root.items() if name.startswith(PAINT_NAMES)}
    grid = root.get("viewBox", ICON_GRID)
    if not painted:
        return Icon(grid, _written(_without_tile(grid, [*root])))
    group = Element("g", painted)
    group.extend(root)
    return Icon(grid, _written([group]))


def _without_tile(view: str, nodes: Sequence[Element]) -> Sequence[Element]:
    """Return a white figure on a black tile, or a black one on white, in the colour of its place.

    A tile covers the whole field. Many sets draw icons so, and the white figure could not be seen
    on a tile in the colour of its place, such as a white title.
    """
    drawn = [node for node in nodes if node.tag != "defs" or len(node)]
    fill = _fill_of(drawn[0]) if drawn and _covers(view, drawn[0]) else "none"
    figure = drawn[1:]
    shapes = _shapes_in(figure)
    fills = {_fill_of(shape) for shape in shapes} - {"none"}
    tones = WHITES if fill in BLACKS else BLACKS if fill in WHITES else frozenset()
    stroked = any("stroke" in node.attrib for each in figure for node in each.iter())
    if not fills or fills - tones or stroked:
        return nodes
    for shape in shapes:
        if "fill" in shape.attrib:
            shape.set("fill", PLACE_COLOUR)
    return figure


def _fill_of(shape: Element) -> str:
    return shape.get("fill", "").lower()


def _covers(view: str, shape: Element) -> bool:
    pen = RecordingPen()
    try:
        x, y, width, height = map(float, view.split())
        corners = {(x, y), (x + width, y), (x + width, y + height), (x, y + height)}
        if shape.tag == "rect":
            sides = [float(shape.get(key, "0")) for key in ("x", "y", "width", "height")]
            return sides == [x, y, width, height]
        parse_path(shape.attrib["d"], pen)
    except (KeyError, *PATH_ERRORS):
        return False
    return {point for _, points in pen.value for point in points} == corners
