"""The engine's boxes as plain frozen records: the only module that knows how WeasyPrint keeps them.

All lengths are in px of 1/96 inch, counted downwards from the upper left corner of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from xml.etree.ElementTree import Element

from aidgen.assets.faces import names_of
from aidgen.assets.geometry import UNIT, Bounds, Matrix
from aidgen.press.styles import once_a_style

Sort = Literal["block", "line", "inline", "cell", "picture"]
"""What a box is: a line of a paragraph, a part of one, a cell, a picture, or any other."""

PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The type that the style sheet asks for in a box: fonts in order of choice, size in px."""

    families: tuple[str, ...]
    size: float
    weight: int
    slanted: bool
    stretch: str
    unbroken: bool = False
    """Whether lines are broken nowhere but where they are told to."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of the faces that it asks for, in order of choice; of those that are there."""
        return names_of(self.families, self.weight, self.slanted)


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text: its left end, its baseline, and how wide it was laid out."""

    text: str
    x: float
    baseline: float
    width: float
    engine: Any = field(repr=False, compare=False)
    """The box of the engine, for what its shaper says."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The rectangles of a box."""

    margin: Bounds
    border: Bounds
    padding: Bounds
    content: Bounds


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box as it was laid out, before its own transformation.

    `tag` is that of its element, also of boxes that are only a part of it (lines, cells of no
    element); `generated` says what the style sheet has made it: `before`, `after`, `marker` or
    nothing.
    """

    element: Element | None
    tag: str
    generated: str
    lettering: Lettering
    children: tuple[Box, ...]
    words: Words | None
    edges: Edges | None
    """None of a box without a size of its own."""
    matrix: Matrix
    painted: bool
    """Whether it has a background or a border."""
    clips: bool
    sort: Sort
    floated: bool
    in_flow: bool
    """Whether it stands where it is met: not floated, not placed elsewhere."""
    margin: str
    """Of a box in the margin of the page, a header or a footer, its name, as `top-left`."""

    @property
    def whole(self) -> bool:
        """Whether it is the box of its element, not of what the style sheet has put into it."""
        return self.element is not None and not self.generated and self.tag == self.element.tag

    def descendants(self) -> Iterator[Box]:
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
    children: tuple[Box, ...]
    engine: Any = field(repr=False)
    """The box of the engine, for what it draws beside texts."""

    @property
    def fonts(self) -> Any:
        """The engine's fonts, of the document that it is a page of."""
        return self.engine.style.font_config

    @property
    def root(self) -> Box:
        """The box of the document's first element."""
        return next(child for child in self.children if child.tag == "html")


def page_box(page: Any) -> PageBox:
    """Return a page of the engine (`weasyprint.Page`) with all that was laid out on it."""
    box = page._page_box
    width, height = box.margin_width(), box.margin_height()
    return PageBox(width, height, _content(box), tuple(map(_box, box.children)), box)


def _box(found: Any) -> Box:
    box = getattr(found, "_box", found)  # what is out of the flow stands in for its box
    tag, _, generated = (box.element_tag or "").partition("::")
    sized = hasattr(box, "width") and hasattr(box, "height")
    style, text = box.style, hasattr(box, "text")
    return Box(
        element=box.element,
        tag=tag,
        generated=generated,
        lettering=_lettering(style),
        children=tuple(map(_box, getattr(box, "children", ()))),
        words=_words(box) if text else None,
        edges=_edges(box) if sized and not text else None,
        matrix=box.transformation_matrix.values if box.transformation_matrix else UNIT,
        painted=_is_painted(box),
        clips=sized and style["overflow"] != "visible",
        sort="picture" if hasattr(box, "replacement") else SORTS.get(type(box).__name__, "block"),
        floated=box.is_floated(),
        in_flow=box is found and box.is_in_normal_flow(),
        margin=getattr(box, "at_keyword", "").lstrip("@"),
    )


@once_a_style
def _lettering(style: Any) -> Lettering:
    return Lettering(
        tuple(style["font_family"]),
        style["font_size"],
        style["font_weight"],
        style["font_style"] != "normal",
        style["font_stretch"],
        style["white_space"] == "nowrap",
    )


def _words(box: Any) -> Words:
    return Words(box.text, box.position_x, box.position_y + box.baseline, box.width, box)


def _edges(box: Any) -> Edges:
    left, top = box.position_x, box.position_y
    margin = (left, top, left + box.margin_width(), top + box.margin_height())
    left, top = box.border_box_x(), box.border_box_y()
    border = (left, top, left + box.border_width(), top + box.border_height())
    left, top = box.padding_box_x(), box.padding_box_y()
    padding = (left, top, left + box.padding_width(), top + box.padding_height())
    return Edges(margin, border, padding, _content(box))


def _content(box: Any) -> Bounds:
    left, top = box.content_box_x(), box.content_box_y()
    return left, top, left + box.width, top + box.height


def _is_painted(box: Any) -> bool:
    return _has_ground(box) or any(getattr(box, side, 0) for side in BORDERS)


def _has_ground(box: Any) -> bool:
    """Tell whether a box has a background; the engine does not say it of what is only measured."""
    if hasattr(box, "background"):
        return box.background is not None
    style = box.style
    if style["box_shadow"]:
        return True
    if style["visibility"] == "hidden":
        return False
    colour = style["background_color"]
    alpha = (style["color"] if colour == "currentcolor" else colour).alpha
    return alpha > 0 or any(kind != "none" for kind, _ in style["background_image"])


BORDERS = tuple(f"border_{side}_width" for side in ("top", "right", "bottom", "left"))
SORTS: Mapping[str, Sort] = {"LineBox": "line", "InlineBox": "inline", "TableCellBox": "cell"}
"""What the engine's classes of boxes are."""
