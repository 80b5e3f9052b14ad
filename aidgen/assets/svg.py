"""Drawings as programs write them: what the engine draws is passed on, without what it could load.

Style sheets become attributes, so that a drawing can stand in a page among others. What the engine
does not draw is left out, and is a remark for the author.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path
from tinycss2.color5 import parse_color

from aidgen.assets.families import is_known
from aidgen.assets.files import AssetError, LoadedPicture
from aidgen.assets.papers import Bounds, Matrix, Size, transform_bounds

SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
HREF = ("href", "{http://www.w3.org/1999/xlink}href")
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# How deep elements may be within each other: the engine goes through them by recursion.
DEEPEST_ELEMENT = 40
# The most elements of a drawing, copies by `<use>` counted: our richest pattern has 900.
MOST_ELEMENTS = 20_000
# The most rules of its style sheets: each is compared with each element.
MOST_RULES = 1_000
# The most repeats of a gradient along its drawing: the engine writes each, until memory ends.
MOST_REPEATS = 1_000
# The most units of a side: beyond them numbers lose their digits.
LARGEST_SIDE = 1e6
SVG_NUMBER = r"[-+]?(?:\d*\.)?\d+(?:e[-+]?\d+)?"
LENGTH = re.compile(rf"(?P<number>{SVG_NUMBER})\s*(?P<unit>mm|cm|in|pt|pc|Q|px|%|)")
# Units of length in those of a drawing, of which an inch has 96 (CSS Values 4, 6.2).
UNITS = {"": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "Q": 96 / 101.6}
UNITS |= {"pt": 96 / 72, "pc": 16}
_TEXT = "text tspan textPath"
TEXT_ELEMENTS = frozenset(_TEXT.split())
_DRAWN = f"""
    svg g a switch defs symbol use path rect circle ellipse line polyline polygon {_TEXT} image
    linearGradient radialGradient stop clipPath mask pattern marker filter feOffset feFlood feBlend
"""
# The elements that the engine draws: none of them runs.
DRAWN_ELEMENTS = frozenset(_DRAWN.split())
_SILENT = "title desc metadata script style animate animateMotion animateTransform set view"
# Elements that leave no ink on paper.
SILENT_ELEMENTS = frozenset(_SILENT.split())
HINTS = {
    "foreignObject": "save it as plain SVG, or convert it to paths",
    "flowRoot": "in Inkscape, convert it to text (Text menu), or to a path",
}
EFFECT_HINT = "expand the effect, or save the whole as PNG"
OUTLINE_HINT = (
    "convert text to paths (Illustrator: Create Outlines; Inkscape: Object to Path; Figma: Flatten)"
)
# The font of texts that name none, or one that is not here.
TEXT_FAMILY = "Source Sans Pro"
GENERIC_FAMILIES = dict.fromkeys(("sans-serif", "system-ui", "monospace", "cursive"), TEXT_FAMILY)
GENERIC_FAMILIES["serif"] = "Source Serif Pro"
# How the name of a rectangle begins in which a page puts a label: `label-front`.
PLACE = "label-"
# Where programs write names: Inkscape, for those given in its list of objects, has its own.
NAMES = ("id", "{http://www.inkscape.org/namespaces/inkscape}label")
# Which of the steps of a transformation leave a place upright.
MOVES: Mapping[str, Any] = {
    "translate": Transform.translate,
    "scale": Transform.scale,
    "matrix": lambda matrix, *numbers: matrix.transform(numbers),
    "rotate": lambda matrix, angle, x=0, y=0: (
        matrix.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
    ),
}
# By how much a place may be turned, and outside of the page as a part of it: programs round.
UPRIGHT, EDGE = 0.001, 0.01
# Letters that are no number or sign of a drawing.
WORD = re.compile(r"[^\W\d_]{3,}")
# The attribute of a drawing with the name of its file.
FILE = "data-file"
# The colours of a game by their names, in which it paints its drawings.
Palette = tuple[tuple[str, str], ...]
BLACK: Palette = tuple((name, "#000") for name in ("ink", "second", "tint", "paper"))
# A CSS variable, such as a colour of a game, and the colour to use without it: var(--ink, #134e57)
VARIABLE = re.compile(r"var\(\s*--(?P<name>[\w-]+)\s*(?:,\s*(?P<fallback>[^()]*?)\s*)?\)")
# What is loaded from outside the drawing, or runs.
OUTSIDE = re.compile(r"url\s*\(\s*[\"']?\s*(?!#)|javascript:|\\", re.I)
# What is drawn by another element of the drawing: url(#shadow)
INSIDE = re.compile(r"url\(\s*[\"']?#([^\"')]*)[^)]*\)")
PAINTS = ("fill", "stroke", "stop-color", "flood-color", "color")
NO_PAINTS = ("", "none", "inherit", "context-fill", "context-stroke")
# What no path has: another beginning than a move, and another sign.
NO_PATH = re.compile(r"^\s*[^Mm\s]|[^\sMmZzLlHhVvCcSsQqTtAa\deE+.,-]")
# Characters of a `font`: more are no names of families.
LONGEST_FONT = 400
# Of `font`, what the engine reads only apart: italic bold 12px/1.2 serif
FONT = re.compile(
    r"(?:(?P<style>italic|oblique|normal)\s+)?(?:(?P<weight>bold|normal|[1-9]00)\s+)?"
    r"(?P<size>[\d.]+[a-z%]*)(?:\s*/\s*\S+)?\s+(?P<family>.+)"
)


def read_drawing(content: bytes, colours: Palette | None = None, file: str = "") -> LoadedPicture:
    """Return a drawing that loads nothing, for a page; raises AssetError if it cannot be read.

    In the `colours` of a game, it has places for labels instead of their rectangles. It names its
    `file`, for what is known only when it is drawn.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AssetError("is not SVG in UTF-8") from None
    if "<!ATTLIST" in text:  # each element would get its own copy, however long
        raise AssetError("declares attributes", "remove its document type")
    root = _parse(text)
    nodes = {name: node for node in root.iter() if (name := node.get("id"))}
    if any(count > MOST_ELEMENTS for count, _ in enumerate(_drawn(root, nodes, ()), start=1)):
        raise AssetError(f"has more than {MOST_ELEMENTS:,} elements, copies counted")
    width, height = _size(root)
    _refuse_fine_gradients(root, max(width, height))
    try:
        _inline_styles(root)
    except (RecursionError, ValueError):  # the second: Python reads no number of 5,000 digits
        problem = "has styles that are nested too deeply, or a number of thousands of digits"
        raise AssetError(problem) from None
    if any(node.tag.removeprefix(SVG_NAMESPACE) in TEXT_ELEMENTS for node in root.iter()):
        root.attrib.setdefault("font-family", TEXT_FAMILY)
    left, top, *_ = map(float, root.get("viewBox", "").split())
    onto_one = f"scale({1 / width} {1 / height}) translate({-left} {-top})"
    places = () if colours is None else tuple(_take_places(root, onto_one, Size(width, height)))
    if len(dict(places)) < len(places):
        names = ", ".join(f"`{PLACE}{name}`" for name, _ in places)
        raise AssetError(f"has a place twice: {names}", "each has a name of its own")
    remarks = []
    for remark in dict.fromkeys(_clean(root, dict(colours or ()), nodes)):
        start = text.find(remark.partition("`")[2].partition("`")[0] or "\0")
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        remarks.append(f"{remark} (at {line}:{column})" if start >= 0 else remark)
    if colours is not None and WORD.search("".join(root.itertext())):
        remarks.append("has words, which nobody translates: make labels of them")
    root.set("xmlns", SVG_NAMESPACE[1:-1])
    root.set(FILE, file)
    svg = ElementTree.tostring(root, "unicode", short_empty_elements=False).encode()
    return LoadedPicture("svg+xml", svg, width, height, "; ".join(remarks[:3]), places)


def _parse(svg: str | bytes) -> Element:
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError) as error:
        raise AssetError(f"is not SVG: {error}") from None
    if root.tag != f"{SVG_NAMESPACE}svg":
        raise AssetError("is not SVG: its root element is not <svg> in the SVG namespace")
    return root


def _drawn(
    node: Element, nodes: Mapping[str, Element], around: tuple[Element, ...]
) -> Iterator[Element]:
    """Yield an element, what is in it, and what it refers to among `nodes`, as often as it does."""
    if node in around:
        raise AssetError("has an element that refers to itself", "remove it")
    if len(around) > DEEPEST_ELEMENT:
        raise AssetError(f"nests elements more than {DEEPEST_ELEMENT} deep")
    yield node
    name = _reference(node)
    is_copied = name[:1] == "#" and name[1:] in nodes and node.tag != f"{SVG_NAMESPACE}a"
    for child in [*node, *([nodes[name[1:]]] if is_copied else [])]:
        yield from _drawn(child, nodes, (*around, node))


def _reference(node: Element) -> str:
    return next((node.attrib[name] for name in HREF if name in node.attrib), "")


def _size(root: Element) -> tuple[float, float]:
    view = re.findall(SVG_NUMBER, root.get("viewBox", ""))
    sides = [_length(root.attrib.pop(name, ""), 0) for name in ("width", "height")]
    width, height = map(float, view[2:]) if len(view) == 4 else sides
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise AssetError("has no `viewBox` to give its size", "save it with a width and a height")
    root.set("viewBox", " ".join(view if len(view) == 4 else ["0", "0", *map(repr, sides)]))
    return width, height


def _length(text: str, whole: float) -> float:
    """Return a length in units of the drawing; 0 if it cannot be read. 100 % are `whole`."""
    length = LENGTH.fullmatch(text.strip())
    unit = length["unit"] if length else ""
    return float(length["number"]) * (whole / 100 if unit == "%" else UNITS[unit]) if length else 0


def _refuse_fine_gradients(root: Element, side: float) -> None:
    if not any(node.get("spreadMethod", "pad") != "pad" for node in root.iter()):
        return
    for node in root.iter(f"{SVG_NAMESPACE}linearGradient"):
        whole = side if node.get("gradientUnits") == "userSpaceOnUse" else 1.0
        x1, y1, x2, y2 = (
            _length(node.get(name, default), whole) / whole
            for name, default in (("x1", "0"), ("y1", "0"), ("x2", "100%"), ("y2", "0"))
        )
        if math.hypot(x2 - x1, y2 - y1) * MOST_REPEATS < 1:
            raise AssetError(f"has a gradient that is repeated more than {MOST_REPEATS:,} times")


def _take_places(node: Element, around: str, view: Size) -> Iterator[tuple[str, Bounds]]:
    """Remove the rectangles that are places of labels; yield the name and bounds of each."""
    for child in [*node]:
        tag = child.tag.removeprefix(SVG_NAMESPACE)
        transform = f"{around} {child.get('transform', '')}"
        names = [name for inner in child.iter() if (name := _place_name(inner))]
        if tag in ("g", "a", "switch") and not _place_name(child):
            yield from _take_places(child, transform, view)
        elif names and tag != "rect":
            hint = "draw a rectangle there, in no other element than groups"
            raise AssetError(f"has the place `{names[0]}` as or in a <{tag}>", hint)
        elif names:
            x, width = (_length(child.get(key, ""), view.width) for key in ("x", "width"))
            y, height = (_length(child.get(key, ""), view.height) for key in ("y", "height"))
            corners, matrix = (x, y, x + width, y + height), _matrix(transform, names[0])
            left, top, right, bottom = bounds = transform_bounds(corners, matrix)
            if not (-EDGE < left < right < 1 + EDGE and -EDGE < top < bottom < 1 + EDGE):
                message = f"has the place `{names[0]}` outside of its page, or without a size"
                raise AssetError(message, "move it into the page (`viewBox`)")
            yield names[0].removeprefix(PLACE), bounds
            _remove(node, child)


def _place_name(node: Element) -> str:
    return next((name for key in NAMES if (name := node.get(key, "")).startswith(PLACE)), "")


def _matrix(transform: str, name: str) -> Matrix:
    matrix: Any = Transform()
    for step in tinycss2.parse_component_value_list(transform):
        if step.type == "function":
            numbers = [
                part.value for part in step.arguments if part.type in ("number", "dimension")
            ]
            try:
                matrix = MOVES[step.lower_name](matrix, *numbers)
            except (KeyError, TypeError, ValueError):
                matrix = Transform(1, 1, 1, 1)  # a skew, or none that can be read
    a, b, c, d, e, f = matrix
    if min(abs(a) + abs(d), abs(b) + abs(c)) > UPRIGHT * max(map(abs, (a, b, c, d))):
        raise AssetError(f"has the place `{name}` turned or skewed", "draw it upright")
    return a, b, c, d, e, f


# Style sheets -----------------------------------------------------------------------------------


def _inline_styles(root: Element) -> None:
    sheet = "\n".join("".join(node.itertext()) for node in root.iter(f"{SVG_NAMESPACE}style"))
    matcher = cssselect2.Matcher()
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    if len(rules) > MOST_RULES:
        raise AssetError(f"has more than {MOST_RULES:,} style rules")
    for rule in rules:
        if rule.type != "qualified-rule":  # @media and the like: the engine does not know them
            continue
        declared = _declarations(rule.content)
        with suppress(cssselect2.SelectorError):  # of a screen, as :hover
            for selector in cssselect2.compile_selector_list(rule.prelude):
                matcher.add_selector(selector, declared)
    for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        node = element.etree_element
        cascade = [declared for *_, declared in matcher.match(element)]
        cascade.append(_declarations(node.attrib.pop("style", "")))
        for important in (False, True):
            for normal_or_not in cascade:
                node.attrib |= normal_or_not[important]


# Properties and values: usual ones, and important ones.
Declared = tuple[dict[str, str], dict[str, str]]


def _declarations(css: Any) -> Declared:
    declared: Declared = ({}, {})
    for declaration in tinycss2.parse_blocks_contents(css, skip_comments=True):
        name = declaration.lower_name if declaration.type == "declaration" else ""
        # No other name is an attribute of XML: an escape may write any sign into it.
        if name.isascii() and name.replace("-", "").isalpha() and not name.startswith("-"):
            value = tinycss2.serialize(declaration.value).strip()
            parts = {name: value}
            if name == "font" and (font := FONT.fullmatch(value[:LONGEST_FONT])):
                parts = {f"font-{key}": part for key, part in font.groupdict().items() if part}
            declared[declaration.important].update(parts)
    return declared


# Elements and attributes ------------------------------------------------------------------------


def _clean(node: Element, colours: Mapping[str, str], ids: Container[str]) -> Iterator[str]:
    """Leave out what is not drawn, runs or is outside the drawing; yield remarks about it."""
    node.tag = node.tag.removeprefix(SVG_NAMESPACE)
    yield from _misread(node, ids)
    yield from _clean_attributes(node, colours)
    is_text = node.tag in TEXT_ELEMENTS
    node.text = node.text if is_text else None
    for child in [*node]:
        child.tail = child.tail if is_text else None
        tag = str(child.tag).removeprefix(SVG_NAMESPACE)
        if tag == "image" and not _reference(child).startswith("data:image/"):
            yield "has a picture that is a file of its own, which is not drawn: embed it"
        elif tag in DRAWN_ELEMENTS:
            yield from _clean(child, colours, ids)
            continue
        elif tag not in SILENT_ELEMENTS and str(child.tag).startswith(SVG_NAMESPACE):
            yield f"has <{tag}>, which is not drawn: {HINTS.get(tag, EFFECT_HINT)}"
        _remove(node, child)


def _remove(node: Element, child: Element) -> None:
    """Remove a child of an element, but not the words after it."""
    at = [*node].index(child)
    if child.tail and at:
        node[at - 1].tail = f"{node[at - 1].tail or ''}{child.tail}"
    elif child.tail:
        node.text = f"{node.text or ''}{child.tail}"
    node.remove(child)


def _clean_attributes(node: Element, colours: Mapping[str, str]) -> Iterator[str]:
    reference = _reference(node)
    for name, value in [*node.attrib.items()]:
        if name.startswith(("on", "{")) or name in ("class", "href") or OUTSIDE.search(value):
            del node.attrib[name]
            if name == XML_SPACE:
                node.set("xml:space", value)
        elif "var(" in value:
            variable = VARIABLE.fullmatch(value.strip())
            if variable and (colour := colours.get(variable["name"]) or variable["fallback"]):
                node.set(name, colour)
                continue
            yield f"has the CSS variable `{value[:40]}`, which is not applied: set the value itself"
        elif name == "font-family":
            named = [family.strip(" \"'") for family in value.split(",")]
            families = [GENERIC_FAMILIES.get(family.lower(), family) for family in named]
            if not is_known(families[0]):
                yield f"has text in “{families[0][:40]}”, which is not here: {OUTLINE_HINT}"
            node.set("font-family", ", ".join(dict.fromkeys([*families, TEXT_FAMILY])))
    if reference.startswith("#" if node.tag != "image" else "data:image/"):
        node.set("href", reference)


def _misread(node: Element, ids: Container[str]) -> Iterator[str]:
    """Yield remarks about what the engine leaves out or draws otherwise, without a word."""
    for name, value in node.attrib.items():
        attribute = f'{name.rpartition("}")[2]}="{value}"'[:40]
        paint, targets = INSIDE.sub("", value).strip(), INSIDE.findall(value)
        if name in HREF and node.tag not in ("a", "image"):
            targets = [value[1:]]
        if any(target not in ids for target in targets):
            yield f"has `{attribute}`, which is not in it: write the `id` of one of its elements"
        elif name in PAINTS and not (paint in NO_PAINTS or "var(" in paint or parse_color(paint)):
            yield f"has `{attribute}`, which is drawn black: write a colour, as red or #134e57"
        elif name == "d":
            # fontTools takes 05 for two numbers; of arcs, these are flags.
            path = value if "a" in value.lower() else re.sub(SVG_NUMBER, " 1", value)
            # What is wrong is returned as it is, with a space at its end.
            if NO_PATH.search(value) or arcs_to_curves(f"{path} ").endswith(" "):
                yield f"has `{attribute}`, drawn up to a mistake: each command needs its numbers"


# Arcs -------------------------------------------------------------------------------------------

# What fontTools raises for a path that is not well-formed.
PATH_ERRORS = (ArithmeticError, AssertionError, IndexError, TypeError, ValueError)


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
    """Return a drawing with curves for the arcs of its paths; raises AssetError if it is none."""
    root = _parse(svg)
    for node in root.iter(f"{SVG_NAMESPACE}path"):
        node.set("d", arcs_to_curves(node.get("d", "")))
    ElementTree.register_namespace("", SVG_NAMESPACE[1:-1])
    written: bytes = ElementTree.tostring(root)
    return written
