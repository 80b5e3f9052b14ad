"""The content of a laid out page: its texts and visible boxes, each with its surroundings."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of
from aidgen.assets.fonts import is_drawn_whole
from aidgen.assets.papers import (
    IDENTITY,
    Bounds,
    Matrix,
    multiply,
    transform_bounds,
    transform_point,
)
from aidgen.assets.svg import SVG_NAMESPACE
from aidgen.page.layout import LaidLine, LaidSheet, Letter, Run
from aidgen.press.engine.boxes import (
    CONTEXT_ATTRIBUTE,
    PT_PER_PX,
    BoxText,
    LaidBox,
    PageBox,
    TypeRequest,
    fit_name,
    glyphs_of_box,
    shape_in_one_line,
    split_families,
)
from aidgen.press.engine.shapes import painted_shapes

ASCENT, DESCENT = 0.72, 0.22
"""How far in em the ink of letters reaches above and below the baseline, in a face not ours."""
ACCENT = 0.3
"""How far in em accents reach above capitals: they may stand out of a cell or block."""
ROUND_ATTRIBUTE = "data-round"
"""The attribute of an element that is cut out along the circle in its box."""
WINDOW_ATTRIBUTE = "data-window"
"""The attribute of an element that cuts off the drawings in it; a text in it is unexpected."""
PAGE_SIZED_TAGS = ("", "html", "body")
"""Boxes as large as the page by their nature, and those of no element."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a piece: transformations, boxes that clip or confine it, boxes it has to
    fit."""

    matrix: Matrix = IDENTITY
    cells: tuple[Bounds, ...] = ()
    windows: tuple[Bounds, ...] = ()
    """The boxes that would cut off what leaves them."""
    fits: tuple[LaidBox, ...] = ()
    """The boxes of elements with `data-fit`."""
    discs: tuple[Bounds, ...] = ()
    """The squares around the discs that words must not leave."""
    margin: str = ""
    """The margin box, as `top-left`."""
    head: LaidBox | None = None
    """The cell above a column of a table."""


@dataclass(frozen=True, slots=True)
class LaidText:
    """A piece of text."""

    box: LaidBox
    words: BoxText
    around: Surroundings

    @property
    def label(self) -> str:
        """Its name in messages besides its words: empty."""
        return ""

    @property
    def quoted(self) -> str:
        """Its words."""
        return self.words.text.strip()

    @property
    def rect(self) -> Bounds:
        """The bounds of its ink, in px downwards."""
        return self._bounds(*self._depths)

    @property
    def body(self) -> Bounds:
        """The bounds of its ink without the accents of capitals, in px downwards."""
        below, above = self._depths
        return self._bounds(below, max(min(above, ASCENT), above - ACCENT))

    @property
    def _depths(self) -> tuple[float, float]:
        """How far in em its ink reaches below and above its baseline."""
        lettering = self.box.lettering
        face = face_of(lettering.families, lettering.weight, lettering.slanted)
        return face.depths(self.words.text) if face else (DESCENT, ASCENT)

    def _bounds(self, below: float, above: float) -> Bounds:
        words, size = self.words, self.box.lettering.size
        top, bottom = words.baseline - above * size, words.baseline + below * size
        return transform_bounds((words.x, top, words.x + words.width, bottom), self.around.matrix)

    def runs(self, page: PageBox) -> Iterator[Run]:
        """Yield its place on a page."""
        words = self.words
        a, b, c, d, _, _ = self.around.matrix
        x, y = transform_point(words.x, words.baseline, self.around.matrix)
        along = math.hypot(a, b) * PT_PER_PX
        yield Run(
            words.text,
            x=x * PT_PER_PX,
            y=(page.height - y) * PT_PER_PX,
            width=words.width * along,
            size=self.box.lettering.size * math.hypot(c, d) * PT_PER_PX,
            turn=-math.degrees(math.atan2(b, a)),
            margin=self.around.margin,
            generated=self.box.generated in ("before", "after"),
            letters=glyphs_of_box(self.box.engine, along),
            faces=self.box.lettering.faces,
            small_capitals=self.box.lettering.small_capitals,
            transform=self.box.lettering.transform,
        )


SHAPE_NAMES = {
    "svg": "a drawing",
    "img": "a picture",
    "td": "a cell",
    "th": "a cell",
    "hr": "a line",
}


@dataclass(frozen=True, slots=True)
class LaidShape:
    """A box that is there to be seen or written on."""

    box: LaidBox
    border: Bounds
    content: Bounds
    around: Surroundings

    @property
    def label(self) -> str:
        """Its name in messages, where it has no words."""
        tag = (self.box.tag or "").rpartition("}")[2]
        return f"{SHAPE_NAMES.get(tag, 'a box')}: "

    @property
    def quoted(self) -> str:
        """Its words: none."""
        return ""

    @property
    def rect(self) -> Bounds:
        """Its edges, borders included, in px downwards."""
        return transform_bounds(self.border, self.around.matrix)

    body = rect

    def runs(self, page: PageBox) -> Iterator[Run]:
        """Yield the words of a picture in their places on a page."""
        if self.box.element is None or not self.box.whole:
            return
        for text in svg_texts(self.box.element):
            matrix = multiply(svg_to_px(self.box.element, self.content), self.around.matrix)
            yield text.run(matrix, page)


LaidItem = LaidText | LaidShape


@dataclass(frozen=True)
class LaidPage:
    """A page and its number, with all pieces on it in the order of the document."""

    number: int
    page: PageBox

    @cached_property
    def pieces(self) -> tuple[LaidItem, ...]:
        """The pieces of the document, those in the margins of the page apart."""
        return tuple(_items(self.page.root, Surroundings()))

    @cached_property
    def all_pieces(self) -> tuple[LaidItem, ...]:
        """The pieces of the document and those in the margins."""
        return tuple(
            piece
            for child in self.page.children
            for piece in (self.pieces if child is self.page.root else _items(child, Surroundings()))
        )

    @cached_property
    def fits(self) -> tuple[tuple[LaidBox, Bounds], ...]:
        """The boxes named by `data-fit`, each with where on the page its content may be."""
        return tuple(_fit_boxes(self.page.root, IDENTITY))

    @property
    def texts(self) -> Iterator[LaidText]:
        """All texts, in the margins too."""
        return (piece for piece in self.all_pieces if isinstance(piece, LaidText))

    @property
    def sheet(self) -> LaidSheet:
        """The size of the page, every piece of text on it, its lines, and what else it draws."""
        runs = (run for piece in self.all_pieces for run in piece.runs(self.page))
        size = self.page.width * PT_PER_PX, self.page.height * PT_PER_PX
        return LaidSheet(
            *size,
            tuple(runs),
            lines=tuple(continued_lines(self.page.root)),
            painted=painted_shapes(self.page.engine),
        )


def group_pages(
    pages: Sequence[LaidPage], mains: Collection[Element]
) -> Mapping[Element, tuple[LaidPage, ...]]:
    """Return the pages of each of `mains`, numbered from 1; each begins on a new page."""
    groups: dict[Element, list[LaidPage]] = {main: [] for main in mains}
    here: list[LaidPage] = []
    for page in pages:
        here = next((groups[main] for main in _piece_elements(page) if main in groups), here)
        here.append(replace(page, number=len(here) + 1))
    return {main: tuple(group) for main, group in groups.items()}


def _piece_elements(page: LaidPage) -> Iterator[Element]:
    """Yield the elements below the body of a page."""
    boxes = list(page.page.root.children)
    while boxes:
        box = boxes.pop(0)
        if box.tag in ("html", "body"):
            boxes += box.children
        elif box.element is not None:
            yield box.element


def _items(box: LaidBox, around: Surroundings) -> Iterator[LaidItem]:
    """Yield every piece of text within a box, and every box to be seen."""
    inside, element = around, box.element
    if box.matrix != IDENTITY or box.margin:
        matrix = multiply(box.matrix, around.matrix)
        inside = replace(around, matrix=matrix, margin=box.margin or around.margin)
    if box.words is not None and box.words.text.strip():
        yield LaidText(box, box.words, inside)
    elif box.edges is not None and _is_shape(box, box.edges.border):
        yield LaidShape(box, box.edges.border, box.edges.content, inside)
    if is_fit(box):
        inside = replace(inside, fits=(*around.fits, box))
    if box.edges is not None:
        inside = _within_edges(box, box.edges.padding, inside)
    is_window = box.clips and element is not None and WINDOW_ATTRIBUTE in element.attrib
    for child in () if is_window else box.children:
        yield from _items(child, inside)


def _within_edges(box: LaidBox, padding: Bounds, inside: Surroundings) -> Surroundings:
    """Return the surroundings of what is in a box, with what the box confines it to."""
    element, place = box.element, transform_bounds(padding, inside.matrix)
    if box.clips and not is_fit(box):
        inside = replace(inside, windows=(*inside.windows, place))
    elif box.sort == "cell":
        inside = replace(inside, cells=(*inside.cells, place))
    if element is not None and box.tag == "th" and element.get("scope") == "col":
        inside = replace(inside, head=box) if box.sort == "cell" else inside
    if element is not None and ROUND_ATTRIBUTE in element.attrib:
        inside = replace(inside, discs=(*inside.discs, place))
    return inside


def _is_shape(box: LaidBox, border: Bounds) -> bool:
    """Tell whether a box is visible: a picture, a border, a background, or room left free."""
    if box.tag in PAGE_SIZED_TAGS and not box.generated:
        return False
    left, top, right, bottom = border
    return right > left and bottom > top and (not box.children or box.painted)


def is_fit(box: LaidBox) -> bool:
    """Tell whether a box belongs to an element with `data-fit`, or is a line or a part of it."""
    element = box.element
    return element is not None and box.whole and box.edges is not None and bool(fit_name(element))


def _fit_boxes(
    box: LaidBox, matrix: Matrix, outer: Element | None = None
) -> Iterator[tuple[LaidBox, Bounds]]:
    """Yield the boxes of elements with `data-fit`; `outer` is the one that `box` is a part of."""
    matrix = multiply(box.matrix, matrix) if box.matrix != IDENTITY else matrix
    if is_fit(box) and box.edges is not None and box.element is not outer:
        yield box, transform_bounds(box.edges.content, matrix)
        outer = box.element
    for child in box.children:
        yield from _fit_boxes(child, matrix, outer)


SVG_FONT_SIZE = 16.0
"""The default font size in px of an SVG text (SVG 1.1, 10.10: medium)."""
SVG_WEIGHTS = {"normal": "400", "bold": "700"}
"""The weights that have names."""
SVG_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text is read before its place, by `text-anchor`."""
# rotate(DEGREES X Y), three numbers with blanks between them
SVG_ROTATE = re.compile(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)")
# A number at the beginning, as in 12px: sign, digits with a point somewhere, exponent
PICTURE_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class SvgText:
    """A text of a picture, in the units of the picture."""

    element: Element
    words: str
    lettering: TypeRequest
    x: float
    y: float
    before: float
    """How much of it is to the left of its anchor."""
    rtl: bool
    """Whether it is read from right to left."""
    matrix: Matrix

    def run(self, matrix: Matrix, page: PageBox) -> Run:
        """Return it in its place on a page; `matrix` takes its units to px."""
        matrix = multiply(self.matrix, matrix)
        a, b, c, d, _, _ = matrix
        asked, scale = self.lettering, math.hypot(a, b) * PT_PER_PX
        width, glyphs = self._laid_out(page.fonts)
        left, down = transform_point(self.x - self.before * width, self.y, matrix)
        return Run(
            self.words,
            x=left * PT_PER_PX,
            y=(page.height - down) * PT_PER_PX,
            width=width * scale,
            size=asked.size * math.hypot(c, d) * PT_PER_PX,
            turn=-math.degrees(math.atan2(b, a)),
            pictured=True,
            letters=tuple(Letter(code, x * scale, y * scale) for code, x, y in glyphs),
            faces=asked.faces,
        )

    def _laid_out(self, fonts: Any) -> tuple[float, tuple[Letter, ...]]:
        """Return how wide it is, and its glyphs if it is drawn as a whole."""
        asked = self.lettering
        if is_drawn_whole(self.words, asked.families):
            return shape_in_one_line(self.words, asked, fonts, rtl=self.rtl)
        face = face_of(asked.families, asked.weight, asked.slanted)
        return face.length(self.words) * asked.size if face else 0.0, ()


def svg_texts(picture: Element) -> Iterator[SvgText]:
    """Yield the texts of an SVG element; none for any other element."""
    if picture.tag == f"{SVG_NAMESPACE}svg":
        yield from _svg_texts(picture, {})


def svg_to_px(picture: Element, frame: Bounds) -> Matrix:
    """Return what takes the units of a picture to px: it fills `frame` with its sides kept."""
    left, top, right, bottom = frame
    x, y, width, height = _view_box(picture) or (0.0, 0.0, right - left, bottom - top)
    if not (width and height):  # nothing of it can be seen
        return IDENTITY
    scale = min((right - left) / width, (bottom - top) / height)
    across = left + (right - left - width * scale) / 2 - x * scale
    down = top + (bottom - top - height * scale) / 2 - y * scale
    return (scale, 0, 0, scale, across, down)


def _view_box(picture: Element) -> tuple[float, float, float, float] | None:
    numbers = [
        _svg_number(number) for number in picture.get("viewBox", "").replace(",", " ").split()
    ]
    return (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else None


def _svg_texts(node: Element, inherited: Mapping[str, str]) -> Iterator[SvgText]:
    known = {**inherited, **node.attrib}
    if node.tag == f"{SVG_NAMESPACE}text":
        rtl, read = (
            known.get("direction") == "rtl",
            SVG_ANCHORS.get(known.get("text-anchor", ""), 0.0),
        )
        yield SvgText(
            node,
            node.text or "",
            _svg_type(known),
            x=_svg_number(node.get("x")),
            y=_svg_number(node.get("y")),
            before=1 - read if rtl else read,
            rtl=rtl,
            matrix=_svg_rotation(node.get("transform", "")),
        )
    for child in node:
        yield from _svg_texts(child, known)


def _svg_type(known: Mapping[str, str]) -> TypeRequest:
    weight = known.get("font-weight", "400")
    return TypeRequest(
        split_families(known.get("font-family", "")),
        _svg_number(known.get("font-size"), SVG_FONT_SIZE),
        int(_svg_number(SVG_WEIGHTS.get(weight, weight), 400)),
        known.get("font-style", "normal") != "normal",
        known.get("font-stretch", "normal"),
    )


def _svg_number(text: str | None, default: float = 0.0) -> float:
    """Return the number at the beginning of an attribute, `default` if there is none."""
    number = PICTURE_NUMBER.match(text or "")
    return float(number[0]) if number else default


def _svg_rotation(transform: str) -> Matrix:
    turned = SVG_ROTATE.fullmatch(transform)
    if not turned:
        return IDENTITY
    turn, x, y = (float(number) for number in turned.groups())
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return multiply((1, 0, 0, 1, -x, -y), (cos, sin, -sin, cos, x, y))


# What may follow a space at which a line can break (UAX 14): letters, opening marks,
# digits. Other signs are kept with what precedes the space.
BREAK_BEFORE = ("L", "N", "Ps", "Pi")
QUOTATION_MARKS = "\"'"
"""Straight ones. After an opening bracket, and between a quotation mark and one, no line is
broken even at a space (UAX 14, LB14 and LB15 up to Unicode 15.0, which Pango follows)."""
LINE_END_HYPHENS = ("-", "\N{HYPHEN}")


def continued_lines(root: LaidBox) -> Iterator[LaidLine]:
    """Yield the lines within a box that another of their paragraph follows.

    Those that end at a hyphen or a break, or beside something that floats, are passed over.
    """
    floats = [box for box in root.descendants() if box.floated]
    for block, context in _paragraphs(root, ""):
        rows = [child for child in block.children if child.sort == "line"]
        for row, following in pairwise(rows):
            words = "".join(map(_item_text, _line_items(row))).strip()
            has_break = any(box.tag == "br" for box in row.descendants())
            if has_break or words.endswith(LINE_END_HYPHENS):
                continue
            if any(_is_beside(row, box) for box in floats):
                continue
            if any(
                one.lettering.small_capitals or one.lettering.spaced for one in _line_items(row)
            ):
                continue  # its letters are not as wide as the font has them
            word, width = _line_start(list(_line_items(following)))
            room = (_content_width(block) - _content_width(row)) * PT_PER_PX
            yield LaidLine(words, room, word, width * PT_PER_PX, context)


def _paragraphs(box: LaidBox, context: str) -> Iterator[tuple[LaidBox, str]]:
    """Yield the boxes that hold lines, each with the msgctxt of the text it is in."""
    context = _box_context(box) or context
    if any(child.sort == "line" for child in box.children):
        yield box, context or next(filter(None, map(_box_context, _line_items(box))), "")
    for child in box.children:
        yield from _paragraphs(child, context)


def _box_context(box: LaidBox) -> str:
    """Return the msgctxt in the element of a box; "" if there is none."""
    return box.element.get(CONTEXT_ATTRIBUTE, "") if box.element is not None else ""


def _line_items(box: LaidBox) -> Iterator[LaidBox]:
    """Yield the texts, pictures and blocks of a line, in order."""
    for child in box.children:
        if child.sort in ("inline", "line"):
            yield from _line_items(child)
        elif child.in_flow:
            yield child


def _is_beside(row: LaidBox, floated: LaidBox) -> bool:
    """Tell whether a line is level with a box that it is not in."""
    if row.edges is None or floated.edges is None:
        return False
    if any(row is inner for inner in floated.descendants()):
        return False
    (_, top, _, bottom), (_, above, _, below) = row.edges.content, floated.edges.margin
    return top < below and above < bottom


def _item_text(leaf: LaidBox) -> str:
    return leaf.words.text if leaf.words else ""


def _content_width(box: LaidBox) -> float:
    """Return how wide the content of a box is in px."""
    left, _, right, _ = box.edges.content if box.edges else (0.0, 0.0, 0.0, 0.0)
    return right - left


def _line_start(leaves: Sequence[LaidBox]) -> tuple[str, float]:
    """Return the beginning of a line up to its first break opportunity, and its width in px.

    The space before it is included.
    """
    text, width = "", 0.0
    for number, leaf in enumerate(leaves):
        if leaf.words is None:
            width += leaf.edges.margin[2] - leaf.edges.margin[0] if leaf.edges else 0.0
            continue
        whole = leaf.words.text
        if not text:
            width += _text_width(leaf, " ")
        rest = "".join(map(_item_text, leaves[number + 1 :]))
        end = len(whole) if leaf.lettering.unbroken else _break_opportunity(whole, rest)
        width += leaf.words.width if end == len(whole) else _text_width(leaf, whole[:end])
        text += whole[:end]
        if end < len(whole):
            break
    return text, width


def _break_opportunity(text: str, rest: str) -> int:
    """Return where in `text`, with `rest` after it, a line can be broken first."""
    for at, letter in enumerate(text):
        after = unicodedata.category(f"{text}{rest}"[at + 1 : at + 2] or "a")
        if letter == " " and at and after.startswith(BREAK_BEFORE):
            before = text[at - 1]
            is_quote = before in QUOTATION_MARKS or unicodedata.category(before) in ("Pi", "Pf")
            if unicodedata.category(before) != "Ps" and not (is_quote and after == "Ps"):
                return at
    return len(text)


def _text_width(leaf: LaidBox, text: str) -> float:
    """Return the width of a piece of a text in px."""
    lettering, words = leaf.lettering, leaf.words
    face = face_of(lettering.families, lettering.weight, lettering.slanted)
    if face is None:
        return words.width * len(text) / max(1, len(words.text)) if words else 0.0
    return face.length(text) * lettering.size
