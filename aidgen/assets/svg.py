"""Drawings as programs write them, made plain: no style sheets, references or texts are left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import tinycss2

from aidgen.assets.faces import FontFace, face_of, outline_words
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import is_shaped
from aidgen.assets.papers import Matrix

SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
REFERENCE_NAMES = ("href", "{http://www.w3.org/1999/xlink}href")
MOST_ELEMENTS = 20_000
"""The most elements of a drawing, copies of `<use>` counted: our richest pattern has 900."""
MOST_CHARACTERS = 10_000_000
"""The most characters of its attributes, those of copies counted: twice the largest file."""
MOST_LETTERS = 10_000
"""The most letters of its texts, each of which becomes a path: a rulebook's page has 3,000."""
MOST_MATCHES = 2_000_000
"""The most rules times elements of different classes: 1,000 times 2,000 take five seconds."""
DEEPEST_ELEMENT = 40
"""How deep elements of a drawing may be within each other."""
TEXT_FAMILY = "Source Sans Pro"
"""The font of texts whose own font is not at hand."""
STYLE_HINT = (
    "save it with presentation attributes (Illustrator: Styling; Inkscape: plain SVG; "
    "CorelDRAW: Presentation attributes)"
)
OUTLINE_HINT = (
    "convert text to paths (Illustrator: Create Outlines; Inkscape: Object to Path; Figma: Flatten)"
)


@dataclass(frozen=True)
class PlainDrawing:
    """The root of a drawing of plain shapes, and a remark for its author."""

    root: Element
    remark: str


def flatten_drawing(root: Element, size: tuple[float, float]) -> PlainDrawing:
    """Return a drawing of a size in its own units without style sheets, references and texts.

    Raises AssetError for what would look otherwise.
    """
    sheet = "\n".join("".join(node.itertext()) for node in root.iter(f"{SVG_NAMESPACE}style"))
    values = " ".join((sheet, *(value for node in root.iter() for value in node.attrib.values())))
    drawing = _Drawing(
        rules=tuple(_style_rules(sheet)),
        nodes={name: node for node in root.iter() if (name := node.get("id"))},
        used=frozenset(re.findall(r"url\(\s*[\"']?#([^)\"']+)", values)),
        size=size,
    )
    plain = drawing.build(root, {}, (), 0)
    assert plain is not None
    families = ", ".join(f"“{family}”" for family in drawing.replaced)
    remark = f"has text in {families}, drawn in {TEXT_FAMILY}: {OUTLINE_HINT}" if families else ""
    return PlainDrawing(plain, remark)


# Style sheets -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _StyleRule:
    tag: str
    name: str
    classes: frozenset[str]
    declared: Mapping[str, str]

    def fits(self, node: Element) -> bool:
        """Tell whether it applies to an element."""
        return (
            self.tag in ("", "*", _tag(node))
            and self.name in ("", node.get("id"))
            and self.classes <= set(node.get("class", "").split())
        )

    @property
    def weight(self) -> tuple[int, int, int]:
        """Return its specificity, as CSS defines it."""
        return (bool(self.name), len(self.classes), bool(self.tag) and self.tag != "*")


def _style_rules(sheet: str) -> Iterator[_StyleRule]:
    """Yield the rules of a style sheet, one for each simple selector."""
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.lower_at_keyword in UNUSED_RULES:
            continue
        if rule.type != "qualified-rule":
            rule_name = f"@{rule.at_keyword}" if rule.type == "at-rule" else "…"
            message = f"has a style rule for `{rule_name[:40]}`, which aidgen does not apply"
            raise AssetError(message, STYLE_HINT)
        declared = _declarations(rule.content)
        for selector in map(str.strip, tinycss2.serialize(rule.prelude).split(",")):
            if selector.endswith(UNUSED_STATES):
                continue
            match = SELECTOR.fullmatch(selector)
            if match is None or not selector:
                message = f"has a style rule for `{selector[:40]}`, which aidgen does not apply"
                raise AssetError(message, STYLE_HINT)
            classes = frozenset(match["classes"].split(".")[1:])
            yield _StyleRule(match["tag"] or "", match["id"] or "", classes, declared)


UNUSED_RULES = ("charset", "import", "namespace", "font-face")
"""Rules that load something, or have no effect on a drawing."""
UNUSED_STATES = (":hover", ":focus", ":active", ":visited")
"""Of a screen: on paper nothing is in them."""
# An element, an id and classes, as in g#a.b.c
SELECTOR = re.compile(r"(?P<tag>[a-zA-Z]+|\*)?(?:#(?P<id>[\w-]+))?(?P<classes>(?:\.[\w-]+)*)")


def _declarations(said: str | Sequence[Any]) -> dict[str, str]:
    """Return what CSS, or its tokens, declare, with `font` taken apart."""
    declarations: dict[str, str] = {}
    for declared in tinycss2.parse_blocks_contents(said, skip_comments=True, skip_whitespace=True):
        if declared.type != "declaration":
            continue
        name, value = declared.name, tinycss2.serialize(declared.value).strip()
        if "var(" in value:
            raise AssetError(f"has the CSS variable `{value[:40]}`", STYLE_HINT)
        if name == "font" and (font := FONT.fullmatch(value[:LONGEST_FONT])):
            declarations |= {f"font-{key}": part for key, part in font.groupdict().items() if part}
        elif value:
            declarations[name] = value
    return declarations


LONGEST_FONT = 400
"""Characters of a `font`: more are no names of families."""
FONT = re.compile(
    r"(?:(?P<style>italic|oblique|normal)\s+)?(?:(?P<weight>bold|normal|[1-9]00)\s+)?"
    r"(?P<size>[\d.]+[a-z%]*)(?:\s*/\s*\S+)?\s+(?P<family>.+)"
)


# Elements ---------------------------------------------------------------------------------------


@dataclass
class _Drawing:
    rules: tuple[_StyleRule, ...]
    nodes: Mapping[str, Element]
    used: frozenset[str]
    """What is referred to by `url(#…)`."""
    size: tuple[float, float]
    replaced: list[str] = field(default_factory=list)
    """The families of fonts that are not at hand."""
    declared: dict[tuple[str, str | None, str | None], Mapping[str, str]] = field(
        default_factory=dict
    )
    """What the style sheet declares for elements of a name, an id and classes."""
    count: int = 0
    """The elements that were looked at, copies among them, the characters of their attributes, the
    letters of texts, and how often a rule was compared with an element."""
    characters: int = 0
    letters: int = 0
    matches: int = 0

    def _refuse_too_much(self) -> None:
        """Raise AssetError if there was too much of something."""
        for number, most, what in (
            (self.count, MOST_ELEMENTS, "elements"),
            (self.characters, MOST_CHARACTERS, "characters"),
            (self.letters, MOST_LETTERS, "letters of text"),
        ):
            if number > most:
                raise AssetError(f"has more than {most:,} {what}, each copy by <use> counted")
        if self.matches > MOST_MATCHES:
            raise AssetError("has too many style rules for its elements", STYLE_HINT)

    def build(
        self, node: Element, around: Mapping[str, str], trail: tuple[Element, ...], depth: int
    ) -> Element | None:
        """Return a plain element for another; None if nothing is left.

        `around` is the style it inherits, `trail` the elements that led here by reference.
        """
        self.count += 1
        self._refuse_too_much()
        if depth > DEEPEST_ELEMENT:
            raise AssetError(f"nests elements more than {DEEPEST_ELEMENT} deep")
        tag = _tag(node)
        if tag in ("style", "symbol") or not tag:
            return None
        if tag in UNUSED_ELEMENTS and node.get("id") not in self.used:
            return None
        own = self._styled(node)
        inherited = {**around, **{name: own[name] for name in INHERITED if name in own}}
        if tag == "text":
            return self._outlined(node, own, inherited, depth)
        if tag == "use":
            return self._copied(node, own, inherited, trail, depth)
        if tag.endswith("Gradient"):
            own, children = self._gradient(node, own, ())
        else:
            children = list(node)
        if tag == "switch":
            children = [child for child in children if _tag(child) not in ("foreignObject", "")][:1]
        made = Element(f"{SVG_NAMESPACE}{PLAIN_NAMES.get(tag, tag)}", own)
        if tag == "svg" and depth:
            made = _viewed(own, own, self.size)
        made.extend(self._children(children, inherited, trail, depth))
        return made

    def _children(
        self,
        nodes: list[Element],
        around: Mapping[str, str],
        trail: tuple[Element, ...],
        depth: int,
    ) -> list[Element]:
        made = (self.build(node, around, trail, depth + 1) for node in nodes)
        return [child for child in made if child is not None]

    def _styled(self, node: Element) -> dict[str, str]:
        """Return the attributes of an element, those of style sheets and its own style in."""
        own = {name: value for name, value in node.attrib.items() if name != "style"}
        own |= self._declared(node)
        own |= _declarations(node.get("style", ""))
        self.characters += sum(map(len, own.values()))
        return own

    def _declared(self, node: Element) -> Mapping[str, str]:
        """Return what the style sheet declares for an element; for those alike it is found once."""
        key = _tag(node), node.get("id"), node.get("class")
        if key not in self.declared:
            self.matches += len(self.rules)
            self._refuse_too_much()
            fitting = [rule for rule in self.rules if rule.fits(node)]
            declarations: dict[str, str] = {}
            for rule in sorted(fitting, key=lambda rule: rule.weight):
                declarations |= rule.declared
            self.declared[key] = declarations
        return self.declared[key]

    def _copied(
        self,
        node: Element,
        own: dict[str, str],
        around: Mapping[str, str],
        trail: tuple[Element, ...],
        depth: int,
    ) -> Element | None:
        """Return what a `<use>` refers to, at its place."""
        target = self._target(own)
        if target is None:
            return None
        if target in trail or target is node:
            raise AssetError("has a <use> that refers to itself", "remove it")
        kept = {name: value for name, value in own.items() if name not in PLACED}
        x, y = (_length(own.get(name, "0")) for name in ("x", "y"))
        moves = f"{own.get('transform', '')} translate({x:g} {y:g})".strip()
        made = Element(f"{SVG_NAMESPACE}g", kept | {"transform": moves})
        if _tag(target) in ("symbol", "svg"):
            styled = self._styled(target)
            inner = _viewed(styled, {**styled, **own, "x": "0", "y": "0"}, self.size)
            inner.extend(self._children(list(target), around, (*trail, target), depth + 1))
            made.append(inner)
        else:
            made.extend(self._children([target], around, (*trail, target), depth))
        return made

    def _target(self, own: dict[str, str]) -> Element | None:
        """Return what an element refers to, and forget the reference; None if nothing is there."""
        refs = [own.pop(name) for name in REFERENCE_NAMES if name in own]
        if refs and not refs[0].startswith("#"):
            raise AssetError(f"refers to `{refs[0][:40]}`", "embed what it needs")
        return self.nodes.get(refs[0][1:]) if refs else None

    def _gradient(
        self, node: Element, own: dict[str, str], trail: tuple[Element, ...]
    ) -> tuple[dict[str, str], list[Element]]:
        """Return the attributes and stops of a gradient, those of the one it refers to in."""
        own, children = dict(own), list(node)
        target = self._target(own)
        if target is None or target in trail or not _tag(target).endswith("Gradient"):
            return own, children
        behind, stops = self._gradient(target, self._styled(target), (*trail, node))
        return {**behind, **own}, children or stops

    # Texts

    def _outlined(
        self, node: Element, own: dict[str, str], inherited: Mapping[str, str], depth: int
    ) -> Element:
        made = Element(f"{SVG_NAMESPACE}g", {key: own[key] for key in own if key not in TEXTUAL})
        pieces = list(self._pieces(node, own, inherited, depth))
        if node.get(XML_SPACE) != "preserve":
            pieces = _collapse_spaces(pieces)
        left, low = 0.0, 0.0
        for chunk in _chunks(pieces):
            left = left if chunk[0].x is None else chunk[0].x
            low = low if chunk[0].y is None else chunk[0].y
            shift = {"middle": 0.5, "end": 1.0}.get(chunk[0].style.get("text-anchor", ""), 0.0)
            left -= shift * sum(piece.length for piece in chunk)
            for piece in chunk:
                left, low = left + piece.dx, low + piece.dy
                if piece.words.strip():
                    made.append(piece.outline(left, low))
                left += piece.length
        return made

    def _pieces(
        self, node: Element, own: Mapping[str, str], style: Mapping[str, str], depth: int
    ) -> Iterator[_TextPiece]:
        """Yield the runs of a text, each with its style and place."""
        self.count += 1
        if depth > DEEPEST_ELEMENT:
            raise AssetError(f"nests elements more than {DEEPEST_ELEMENT} deep")
        if refused := [name for name in ("rotate", "textLength", "writing-mode") if name in own]:
            raise AssetError(f"has text with `{refused[0]}`", OUTLINE_HINT)
        yield from self._placed_pieces(node.text or "", own, style)
        for child in node:
            tag = _tag(child)
            if tag == "tspan":
                inner = self._styled(child)
                below = {**style, **{name: inner[name] for name in SHOWN if name in inner}}
                if "font-size" in inner:
                    below["font-size"] = f"{_length(inner['font-size'], _size(style)):g}"
                yield from self._pieces(child, inner, below, depth + 1)
            elif tag not in ("", "title", "desc"):
                raise AssetError(f"has a <{tag}> in a text", OUTLINE_HINT)
            yield from self._placed_pieces(child.tail or "", {}, style)

    def _placed_pieces(
        self, words: str, own: Mapping[str, str], style: Mapping[str, str]
    ) -> Iterator[_TextPiece]:
        xs, ys, dxs, dys = (
            [
                _length(each, _size(style))
                for each in re.split(r"[\s,]+", own.get(key, "").strip())
                if each
            ]
            for key in ("x", "y", "dx", "dy")
        )
        if not words and not (xs or ys or dxs or dys):
            return
        self.letters += len(words)
        self._refuse_too_much()
        single = max(len(xs), len(ys), len(dxs), len(dys)) > 1
        parts = list(words) if single else [words]
        for number, part in enumerate(parts):
            x, y = (each[number] if number < len(each) else None for each in (xs, ys))
            dx, dy = (each[number] if number < len(each) else 0.0 for each in (dxs, dys))
            yield self._piece(part, style, (x, y, dx, dy))

    def _piece(
        self,
        words: str,
        style: Mapping[str, str],
        place: tuple[float | None, float | None, float, float],
    ) -> _TextPiece:
        families = [name.strip(" \"'") for name in style.get("font-family", "").split(",")]
        named = [GENERIC_FAMILIES.get(name, name) for name in families if name]
        said = WEIGHTS.get(style.get("font-weight", ""), style.get("font-weight", ""))
        slanted = style.get("font-style") in ("italic", "oblique")
        face = face_of((*named, TEXT_FAMILY), int(said) if WEIGHT.fullmatch(said) else 400, slanted)
        assert face is not None, "it comes with aidgen"
        missing = (
            words.strip() if is_shaped(words) else face.missing_characters("".join(words.split()))
        )
        if missing:
            raise AssetError(f"has the text “{missing[:20]}”, which has no font here", OUTLINE_HINT)
        if named and words.strip() and face_of(named[:1], 400, slanted=False) is None:
            self.replaced = list(dict.fromkeys((*self.replaced, named[0])))
        return _TextPiece(words, style, face, *place)


GENERIC_FAMILIES = {
    "serif": "Source Serif Pro",
    "sans-serif": TEXT_FAMILY,
    "system-ui": TEXT_FAMILY,
}
# A weight in CSS
WEIGHT = re.compile(r"[1-9][0-9]{0,2}")
WEIGHTS = {"normal": "400", "bold": "700", "bolder": "700", "lighter": "400"}


@dataclass(frozen=True)
class _TextPiece:
    """A run of a text in one style, and where it is put: None goes on where the last one ended."""

    words: str
    style: Mapping[str, str]
    face: FontFace
    x: float | None
    y: float | None
    dx: float
    dy: float

    @property
    def spacing(self) -> float:
        """What is added after each letter."""
        said = self.style.get("letter-spacing", "0")
        return 0.0 if said == "normal" else _length(said, _size(self.style))

    @property
    def length(self) -> float:
        """Its width."""
        return self.face.length(self.words) * _size(self.style) + self.spacing * len(self.words)

    def outline(self, left: float, low: float) -> Element:
        """Return it as a path that begins at a place."""
        size, placed = _size(self.style), list[tuple[str, Matrix]]()
        for part in self.words if self.spacing else (self.words,):
            placed.append((part, (size, 0, 0, -size, left, low)))
            left += self.face.length(part) * size + self.spacing
        kept = {name: value for name, value in self.style.items() if name in PAINTED}
        return Element(
            f"{SVG_NAMESPACE}path", kept | {"d": outline_words(tuple(placed), self.face)}
        )


def _collapse_spaces(pieces: Iterable[_TextPiece]) -> list[_TextPiece]:
    """Return the runs of a text with one space for several, and none where it begins."""
    found, after_space = [], True
    for piece in pieces:
        words = re.sub(r"\s+", " ", piece.words)
        words = words.lstrip() if after_space else words
        after_space = words.endswith(" ") if words else after_space
        found.append(replace(piece, words=words))
    return found


def _chunks(pieces: Sequence[_TextPiece]) -> Iterator[list[_TextPiece]]:
    """Yield the runs that belong together, from one that has a place to the next."""
    starts = [
        number
        for number, piece in enumerate(pieces)
        if not number or piece.x is not None or piece.y is not None
    ]
    for start, stop in pairwise([*starts, len(pieces)]):
        *first, last = pieces[start:stop]
        yield [*first, replace(last, words=last.words.rstrip())]


def _size(style: Mapping[str, str]) -> float:
    return _length(style.get("font-size", "16"), 16.0)


def _length(said: str, em: float = 16.0) -> float:
    """Return a length in units of the drawing; of what is no number 0."""
    found = LENGTH.match(said.strip())
    if found is None:
        return 0.0
    unit = found[2]
    scale = em if unit == "em" else em / 100 if unit == "%" else UNIT_SCALES.get(unit, 1.0)
    return float(found[1]) * scale


LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)", re.IGNORECASE)
UNIT_SCALES = {"pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "rem": 16.0}
"""Units of CSS in pixels, which are the units of a drawing."""


def _viewed(
    own: Mapping[str, str], placed: Mapping[str, str], size: tuple[float, float]
) -> Element:
    """Return a group for what is in a `<symbol>` or inner `<svg>`, at its place."""
    kept = {name: value for name, value in own.items() if name not in PLACED}
    moves = _view_transform(own, placed, size)
    return Element(f"{SVG_NAMESPACE}g", kept | {"transform": moves})


def _view_transform(
    viewed: Mapping[str, str], placed: Mapping[str, str], size: tuple[float, float]
) -> str:
    x, y = (_length(placed.get(name, "0")) for name in ("x", "y"))
    view = [
        float(number) for number in re.findall(r"-?\d*\.?\d+(?:e-?\d+)?", viewed.get("viewBox", ""))
    ]
    if len(view) != 4 or min(view[2:]) <= 0:
        return f"translate({x:g} {y:g})"
    sides = []
    for name, whole in zip(("width", "height"), size, strict=True):
        said = placed.get(name, "100%")
        sides.append(_length(said, whole) if said.endswith("%") else _length(said))
    across, down = (side / inner for side, inner in zip(sides, view[2:], strict=True))
    if viewed.get("preserveAspectRatio", "").strip() != "none":
        across = down = min(across, down)
    left = x + (sides[0] - across * view[2]) / 2 - across * view[0]
    top = y + (sides[1] - down * view[3]) / 2 - down * view[1]
    return f"translate({left:g} {top:g}) scale({across:g} {down:g})"


def _tag(node: Element) -> str:
    """Return the name of an element of SVG; "" for one of another language."""
    name = str(node.tag)
    return name.removeprefix(SVG_NAMESPACE) if name.startswith(SVG_NAMESPACE) else ""


PLAIN_NAMES = {"a": "g", "switch": "g"}
"""Elements that only hold others."""
UNUSED_ELEMENTS = frozenset({"mask", "filter", "pattern", "marker", "clipPath"})
"""Elements that leave no ink unless something refers to them."""
PLACED = frozenset(
    {"x", "y", "width", "height", "viewBox", "preserveAspectRatio", "transform", "id"}
)
_FONT_NAMES = "font-family font-size font-weight font-style letter-spacing text-anchor"
INHERITED = (*_FONT_NAMES.split(), XML_SPACE)
"""What texts inherit from the elements around them."""
_PAINTED_NAMES = """
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linejoin opacity
"""
PAINTED = frozenset(_PAINTED_NAMES.split())
"""What a part of a text may have of its own."""
SHOWN = (*INHERITED, *PAINTED)
TEXTUAL = frozenset({*INHERITED, "x", "y", "dx", "dy"})
