"""The content of boxes moved after the layout, by the engine's own means."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from math import inf
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.press.engine.html import HtmlDocument

# By how much in px at most the gap between two items or paragraphs grows: 2 mm.
MOST_GAP = 7.5
# How many of these gaps are between two items.
WITHIN_RECORD = 1
# How many are between two records.
BETWEEN_RECORDS = 2
HEADINGS = ("h2", "h3", "h4", "h5")
CENTRE = "data-centre"
SIDES = ("top", "right", "bottom", "left")
# By how many px words may be wider than those in whose place they come: it is not seen.
SEEN = 0.01


def move_content(html: HtmlDocument, document: Any, rooms: Mapping[Element, float]) -> Any:
    """Return a layout in which the content of elements is spread over what is free of their height.

    What parts records and steps grows, up to `MOST_GAP`; what is left is above and below in halves.
    """
    from weasyprint.layout.background import layout_box_backgrounds

    pages = []
    for page in document.pages:
        boxes = list(_outermost(page._page_box, rooms))
        for box in boxes:
            for child, down in _spread(box, rooms[box.element] * box.height):
                child.translate(dy=down)
                layout_box_backgrounds(page._page_box, _placed(child), html.picture)
        # The engine has noted where links, anchors and headings are: a new page notes it again.
        pages.append(type(page)(page._page_box) if boxes else page)
    return document.copy(pages)


def _spread(box: Any, room: float) -> Iterator[tuple[Any, float]]:
    units = list(_units(box, BETWEEN_RECORDS))
    weights = sum(weight for _, weight in units[1:])
    gap = min(MOST_GAP, room / (weights + 2))
    down = (room - gap * weights) / 2
    for number, (unit, weight) in enumerate(units):
        down += gap * weight if number else 0
        yield unit, down


def _units(box: Any, weight: int) -> Iterator[tuple[Any, int]]:
    """Yield the parts of a box that may be moved apart, and the weight of the gap before each."""
    # A heading stays with what follows; a part with a background, and a table, stay whole.
    is_after_heading = False
    for child in box.children:
        gap = 0 if is_after_heading else weight
        inner = getattr(_placed(child), "children", ())
        if _is_plain(child) and inner and all(map(_is_block, inner)):
            parts = list(_units(child, WITHIN_RECORD))
            yield parts[0][0], gap
            yield from parts[1:]
        else:
            yield child, gap
        is_after_heading = (child.element_tag or "") in HEADINGS


def _is_plain(box: Any) -> bool:
    """Tell whether a box is but a frame around others, which nobody sees."""
    style = box.style
    has_border = any(getattr(box, f"border_{side}_width", 0) for side in SIDES)
    is_table = style["display"][-1] in ("table", "table-row-group", "flex", "grid")
    return _is_block(box) and box.background is None and not has_border and not is_table


def _is_block(box: Any) -> bool:
    from weasyprint.formatting_structure import boxes

    return isinstance(box, boxes.BlockLevelBox) and box.is_in_normal_flow()


def _placed(box: Any) -> Any:
    return getattr(box, "_box", box)


def _outermost(box: Any, elements: Container[Element]) -> Iterator[Any]:
    """Yield the outermost box of each element; the lines in it are boxes of the element, too."""
    for placeholder in getattr(box, "children", ()):
        child = _placed(placeholder)
        if child.element in elements:
            yield child
        else:
            yield from _outermost(child, elements)


def write_words(page: Any, changed: Collection[Element]) -> Any:
    """Return a page with the words that some elements have now, instead of those it was laid out
    with; None if they need more room, or elements have others within.

    What follows on their lines is moved to them.
    """
    from weasyprint.formatting_structure.boxes import LineBox

    lines = [
        box
        for box in page._page_box.descendants(placeholders=True)
        if isinstance(box, LineBox)
        if any(inner.element in changed for inner in box.descendants())
    ]
    if not all(_write_in_line(line, line.style, changed) < inf for line in lines):
        return None
    return type(page)(page._page_box) if lines else page


def _write_in_line(box: Any, style: Any, changed: Collection[Element]) -> float:
    """Return by how many px a box is narrower with the words that elements have now."""
    from weasyprint.formatting_structure.boxes import InlineBox, TextBox
    from weasyprint.text.line_break import split_first_line

    starts = style["text_align_all"] in ("start", "left") and style["direction"] == "ltr"
    less = 0.0
    for child in box.children:
        child.translate(dx=-less)
        if child.element in changed and len(child.element):
            return inf
        if child.element in changed and isinstance(child, TextBox):
            text = child.element.text or ""
            layout, *_, width, _, _ = split_first_line(text, child.style, None, None, 0)
            narrower = child.width - width
            if not -SEEN <= narrower <= (inf if starts else SEEN):
                return inf
            child.text, child.pango_layout, child.width = text, layout, width
            less += narrower
        elif isinstance(child, InlineBox):
            less += _write_in_line(child, style, changed)
    box.width -= less
    return less
