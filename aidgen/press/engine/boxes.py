"""The engine's boxes as plain frozen records: the only module that knows WeasyPrint's own.

All lengths are in px of 1/96 inch, downwards from the upper left corner of the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, Literal, TypeVar
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_names
from aidgen.assets.papers import IDENTITY, Bounds, Matrix
from aidgen.page.layout import Letter

StyleValue = TypeVar("StyleValue")


def once_per_style(find: Callable[[Any], StyleValue]) -> Callable[[Any], StyleValue]:
    """Return `find`, computed once for each style; a copy of a style may change, so it is new."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def found(style: Any) -> StyleValue:
        kept: dict[str, StyleValue] = style.__dict__
        try:
            return kept[name]
        except KeyError:  # seldom: most styles are those of many boxes
            kept[name] = find(style)
            return kept[name]

    return found


Sort = Literal["block", "line", "inline", "cell", "picture"]
"""The sort of a box: a line of a paragraph, a part of one, a cell, a picture, or any other."""

PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""


@dataclass(frozen=True, slots=True)
class TypeRequest:
    """The type that the style sheet requests for a box: fonts in order of choice, size in px."""

    families: tuple[str, ...]
    size: float
    weight: int
    slanted: bool
    stretch: str
    unbroken: bool = False
    """Whether lines break only at forced breaks."""
    small_capitals: bool = False
    spaced: bool = False
    """Whether its letters or words are set closer together or further apart."""
    transform: str = ""
    """How capitals are changed, as in `uppercase`; "" if they are not."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of the requested faces that exist, in order of choice."""
        return face_names(self.families, self.weight, self.slanted)


@dataclass(frozen=True, slots=True)
class BoxText:
    """A piece of text: its left end, its baseline, and how wide it was laid out."""

    text: str
    x: float
    baseline: float
    width: float


@dataclass(frozen=True, slots=True)
class BoxEdges:
    """The rectangles of a box."""

    margin: Bounds
    border: Bounds
    padding: Bounds
    content: Bounds


@dataclass(frozen=True, slots=True, eq=False)
class LaidBox:
    """A box as it was laid out, before its own transformation.

    `tag` is that of its element, also for boxes that are only a part of it (lines, anonymous
    cells); `generated` tells whether the style sheet made it: `before`, `after`, `marker` or empty.
    """

    element: Element | None
    tag: str
    generated: str
    lettering: TypeRequest
    children: tuple[LaidBox, ...]
    words: BoxText | None
    edges: BoxEdges | None
    """None for a box without a size of its own."""
    matrix: Matrix
    painted: bool
    """Whether it has a background or a border."""
    clips: bool
    sort: Sort
    floated: bool
    in_flow: bool
    """Whether it is in the normal flow: neither floated nor positioned."""
    margin: str
    """Of a box in the margin of the page, a header or a footer, its name, as `top-left`."""
    engine: Any = field(repr=False)
    """The engine's box, which has the glyphs, and which its marked content refers to."""

    @property
    def whole(self) -> bool:
        """Whether it is the box of its element, and not generated content."""
        return self.element is not None and not self.generated and self.tag == self.element.tag

    def descendants(self) -> Iterator[LaidBox]:
        """Yield the box and all boxes within, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.descendants()


@dataclass(frozen=True, slots=True, eq=False)
class PageBox:
    """A page as it was laid out: its size, the place of its content, and all boxes on it."""

    width: float
    height: float
    content: Bounds
    children: tuple[LaidBox, ...]
    engine: Any = field(repr=False)
    """The box of the engine, for what it draws beside texts."""

    @property
    def fonts(self) -> Any:
        """The engine's fonts, of the document that it is a page of."""
        return self.engine.style.font_config

    @property
    def root(self) -> LaidBox:
        """The box of the document's first element."""
        return next(child for child in self.children if child.tag == "html")


def page_box(page: Any) -> PageBox:
    """Return a page of the engine (`weasyprint.Page`) with all that was laid out on it."""
    box = page._page_box
    width, height = box.margin_width(), box.margin_height()
    return PageBox(width, height, _content_edges(box), tuple(map(_read_box, box.children)), box)


def _read_box(found: Any) -> LaidBox:
    box = getattr(found, "_box", found)  # a placeholder for its box, which is out of the flow
    tag, _, generated = (box.element_tag or "").partition("::")
    sized = hasattr(box, "width") and hasattr(box, "height")
    style, text = box.style, hasattr(box, "text")
    return LaidBox(
        element=box.element,
        tag=tag,
        generated=generated,
        lettering=_read_type(style),
        children=tuple(map(_read_box, getattr(box, "children", ()))),
        words=_read_text(box) if text else None,
        edges=_read_edges(box) if sized and not text else None,
        matrix=box.transformation_matrix.values if box.transformation_matrix else IDENTITY,
        painted=_is_painted(box),
        clips=sized and style["overflow"] != "visible",
        sort="picture"
        if hasattr(box, "replacement")
        else BOX_SORTS.get(type(box).__name__, "block"),
        floated=box.is_floated(),
        in_flow=box is found and box.is_in_normal_flow(),
        margin=getattr(box, "at_keyword", "").lstrip("@"),
        engine=box,
    )


@once_per_style
def _read_type(style: Any) -> TypeRequest:
    return TypeRequest(
        tuple(style["font_family"]),
        style["font_size"],
        style["font_weight"],
        style["font_style"] != "normal",
        style["font_stretch"],
        style["white_space"] == "nowrap",
        style["font_variant_caps"] != "normal",
        style["letter_spacing"] not in ("normal", 0) or style["word_spacing"] not in ("normal", 0),
        "" if style["text_transform"] == "none" else style["text_transform"],
    )


def _read_text(box: Any) -> BoxText:
    return BoxText(box.text, box.position_x, box.position_y + box.baseline, box.width)


def _read_edges(box: Any) -> BoxEdges:
    left, top = box.position_x, box.position_y
    margin = (left, top, left + box.margin_width(), top + box.margin_height())
    left, top = box.border_box_x(), box.border_box_y()
    border = (left, top, left + box.border_width(), top + box.border_height())
    left, top = box.padding_box_x(), box.padding_box_y()
    padding = (left, top, left + box.padding_width(), top + box.padding_height())
    return BoxEdges(margin, border, padding, _content_edges(box))


def _content_edges(box: Any) -> Bounds:
    left, top = box.content_box_x(), box.content_box_y()
    return left, top, left + box.width, top + box.height


def _is_painted(box: Any) -> bool:
    return _has_background(box) or any(getattr(box, side, 0) for side in BORDER_WIDTHS)


def _has_background(box: Any) -> bool:
    """Tell whether a box has a background; the engine does not know it for boxes that are only
    measured."""
    if hasattr(box, "background"):
        return box.background is not None
    style = box.style
    if box_shadows(style):
        return True
    if style["visibility"] == "hidden":
        return False
    colour = style["background_color"]
    alpha = (style["color"] if colour == "currentcolor" else colour).alpha
    return alpha > 0 or any(kind != "none" for kind, _ in style["background_image"])


def box_shadows(style: Any) -> Sequence[Any]:
    """Return the shadows of a style."""
    return style["box_shadow"] or ()


BORDER_WIDTHS = tuple(f"border_{side}_width" for side in ("top", "right", "bottom", "left"))
BOX_SORTS: Mapping[str, Sort] = {"LineBox": "line", "InlineBox": "inline", "TableCellBox": "cell"}
"""The sorts of the engine's classes of boxes."""


def split_families(listed: str) -> tuple[str, ...]:
    """Return the fonts that an attribute lists, in order of choice."""
    return tuple(family.strip(" '\"") for family in listed.split(","))


def glyphs_of_box(box: Any, scale: float) -> tuple[Letter, ...]:
    """Return the glyphs of a text box of the engine from left to right.

    `scale` takes px of the layout to pt along the baseline on the page.
    """
    layout = box.pango_layout
    if layout is None or not box.text.strip():
        return ()
    return _glyphs_of_layout(layout, box.style, scale)


def shape_in_one_line(
    words: str, lettering: TypeRequest, fonts: Any, *, rtl: bool
) -> tuple[float, tuple[Letter, ...]]:
    """Return the width of a picture's words on one line, in px, and their glyphs.

    `fonts` are the engine's, of the page with the picture.
    """
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.svg.text import Style
    from weasyprint.text.line_break import split_first_line

    style = Style(INITIAL_VALUES)
    style.font_config = fonts
    style["font_family"] = list(lettering.families)
    style["font_style"] = "italic" if lettering.slanted else "normal"
    style["font_weight"], style["font_size"] = lettering.weight, lettering.size
    style["direction"] = "rtl" if rtl else "ltr"
    layout, _, _, width, _, _ = split_first_line(words, style, None, math.inf, 0)
    return width, _glyphs_of_layout(layout, style, 1.0)


def _glyphs_of_layout(layout: Any, style: Any, scale: float) -> tuple[Letter, ...]:
    """Return the glyphs of a layout in a style, which it has put away."""
    layout.reactivate(style)
    try:
        return tuple(_glyphs_of_line(layout, scale))
    finally:
        layout.deactivate()


def _glyphs_of_line(layout: Any, scale: float) -> Iterator[Letter]:
    """Yield the glyphs of the first line of a layout of Pango, which is all that a box shows."""
    from weasyprint.text.ffi import FROM_UNITS, ffi, pango

    pango.pango_layout_set_single_paragraph_mode(layout.layout, True)
    line, _ = layout.get_first_line()
    run, gone, unit = line.runs[0], 0, scale * FROM_UNITS
    while run != ffi.NULL:
        string = run.data.glyphs
        for info in string.glyphs[0 : string.num_glyphs]:
            code, place = info.glyph, info.geometry
            if code != pango.PANGO_GLYPH_EMPTY:
                yield Letter(code, (gone + place.x_offset) * unit, -place.y_offset * unit)
            gone += place.width
        run = run.next


CONTEXT_ATTRIBUTE, BOX_ATTRIBUTE, FIT_ATTRIBUTE = "data-context", "data-box", "data-fit"
"""The attributes of HTML with the msgctxt of a text, and the name of a card or region; elements
with `data-fit` must hold their content."""


def fit_name(element: Element) -> str:
    """Return the name of the card or region that an element is; "" if it is none."""
    return element.get(FIT_ATTRIBUTE, "")


class Addresses:
    """The contexts and boxes of the elements of a document."""

    def __init__(self, root: Element) -> None:
        """Take the document below `root`."""
        self._parents = {child: parent for parent in root.iter() for child in parent}
        self.context = cache(self._context)
        self.box = cache(self._box)

    def _context(self, element: Element | None) -> str:
        """Return the msgctxt of the text that an element is in; "" if it is in none."""
        return next(
            (
                one.get(CONTEXT_ATTRIBUTE, "")
                for one in self._around(element)
                if CONTEXT_ATTRIBUTE in one.attrib
            ),
            "",
        )

    def _box(self, element: Element | None) -> str:
        """Return the name of the card or region that an element is in; "" if it is in none."""
        names = (one.get(FIT_ATTRIBUTE) or one.get(BOX_ATTRIBUTE) for one in self._around(element))
        return next(filter(None, names), "")

    def _around(self, element: Element | None) -> Iterator[Element]:
        """Yield an element and those around it, the nearest first."""
        while element is not None:
            yield element
            element = self._parents.get(element)
