"""The engine's boxes as plain frozen records (`aidgen.layout.boxes`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from aidgen.assets.papers import IDENTITY, Bounds
from aidgen.layout.boxes import Colour, LaidBox, LaidPage, Sort, TypeRequest

StyleValue = TypeVar("StyleValue")
SIDES = ("top", "right", "bottom", "left")
NOWHERE = (0.0, 0.0, 0.0, 0.0)
# The sorts of the engine's classes of boxes.
BOX_SORTS: Mapping[str, Sort] = {"LineBox": "line", "InlineBox": "inline", "TableCellBox": "cell"}


def once_per_style(read: Callable[[Any], StyleValue]) -> Callable[[Any], StyleValue]:
    """Return `read`, computed once for each style, which many boxes share."""
    name = f"{read.__module__}.{read.__qualname__}"

    @wraps(read)
    def value(style: Any) -> StyleValue:
        kept: dict[str, StyleValue] = style.__dict__
        if name not in kept:
            kept[name] = read(style)
        return kept[name]

    return value


def read_pages(document: Any) -> tuple[LaidPage, ...]:
    """Return the pages of a document of the engine."""
    return tuple(_read_page(page, number) for number, page in enumerate(document.pages, start=1))


def _read_page(page: Any, number: int) -> LaidPage:
    box = page._page_box
    width, height = box.margin_width(), box.margin_height()
    return LaidPage(number, width, height, _content_edges(box), tuple(map(_read_box, box.children)))


def _read_box(placed: Any) -> LaidBox:
    box = getattr(placed, "_box", placed)  # a placeholder for its box, which is out of the flow
    tag, _, generated = (box.element_tag or "").partition("::")
    style, text = box.style, getattr(box, "text", "")
    sized = hasattr(box, "width") and hasattr(box, "height") and not text
    background = _background_colour(style)
    is_pictured = any(kind != "none" for kind, _ in style["background_image"])
    return LaidBox(
        element=box.element,
        tag=tag,
        generated=generated,
        lettering=_read_type(style),
        children=tuple(map(_read_box, getattr(box, "children", ()))),
        text=text,
        line=(box.position_x, box.position_y + box.baseline, box.width) if text else NOWHERE[:3],
        sized=sized,
        border=_edges(box, "border") if sized else NOWHERE,
        padding=_edges(box, "padding") if sized else NOWHERE,
        content=_content_edges(box) if sized else NOWHERE,
        matrix=box.transformation_matrix.values if box.transformation_matrix else IDENTITY,
        painted=background is not None
        or is_pictured
        or bool(style["box_shadow"])
        or any(getattr(box, f"border_{side}_width", 0) for side in SIDES),
        background=background,
        pictured=is_pictured,
        opacity=style["opacity"],
        clips=sized and style["overflow"] != "visible",
        sort="picture"
        if hasattr(box, "replacement")
        else BOX_SORTS.get(type(box).__name__, "block"),
        floated=box.is_floated(),
        in_flow=box is placed and box.is_in_normal_flow(),
        margin=getattr(box, "at_keyword", "").lstrip("@"),
        engine=box,
    )


@once_per_style
def _read_type(style: Any) -> TypeRequest:
    return TypeRequest(
        families=tuple(style["font_family"]),
        size=style["font_size"],
        weight=style["font_weight"],
        slanted=style["font_style"] != "normal",
        small_capitals=style["font_variant_caps"] != "normal",
        spaced=style["letter_spacing"] not in ("normal", 0)
        or style["word_spacing"] not in ("normal", 0),
        transform="" if style["text_transform"] == "none" else style["text_transform"],
        colour=_colour(style["color"]),
    )


@once_per_style
def _background_colour(style: Any) -> Colour | None:
    if style["visibility"] == "hidden":
        return None
    named = style["background_color"]
    colour = _colour(style["color"] if named == "currentcolor" else named)
    return colour if colour[3] > 0 else None


def _colour(colour: Any) -> Colour:
    red, green, blue = colour.to("srgb").coordinates
    return float(red), float(green), float(blue), float(colour.alpha)


def _edges(box: Any, area: str) -> Bounds:
    left, top, width, height = (
        getattr(box, f"{area}_{side}")() for side in ("box_x", "box_y", "width", "height")
    )
    return left, top, left + width, top + height


def _content_edges(box: Any) -> Bounds:
    left, top = box.content_box_x(), box.content_box_y()
    return left, top, left + box.width, top + box.height
