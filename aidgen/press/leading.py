"""Headings, links and their targets as they were laid out on a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aidgen.assets.geometry import Bounds, Matrix, moved, times, turned
from aidgen.page.leads import Anchor, Heading, Leads, Link
from aidgen.press.boxes import PT_PER_PX


def leads(page: Any) -> Leads:
    """Return what leads to a page of the engine (its `PageBox`), or away from it."""
    upwards = (PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.margin_height() * PT_PER_PX)
    found = [lead for child in page.children for lead in _leads(child, upwards, "")]
    anchors = (lead for lead in found if isinstance(lead, Anchor))
    return Leads(
        tuple(lead for lead in found if isinstance(lead, Heading)),
        tuple(lead for lead in found if isinstance(lead, Link)),
        tuple({anchor.name: anchor for anchor in reversed(list(anchors))}.values()),
    )


def _leads(found: Any, outside: Matrix, address: str) -> Iterator[Heading | Link | Anchor]:
    """Yield what leads to a box or away from it, and of all within; `address` is the link's."""
    box = getattr(found, "_box", found)  # what is out of the flow stands in for its box
    matrix = outside
    if box.transformation_matrix:
        matrix = times(box.transformation_matrix.values, outside)
    element, kind = box.element, type(box).__name__
    own = element is not None and box.element_tag == element.tag
    address = (element.get("href", "") if own and element.tag == "a" else "") or address
    if kind not in ("TextBox", "LineBox"):
        left, top, right, bottom = _area(box)
        x, y = moved(left, top, matrix)
        level = box.style["bookmark_level"]
        if own and level != "none" and box.bookmark_label:
            yield Heading(" ".join("".join(element.itertext()).split()), int(level), x, y)
        if own and element.get("id"):
            yield Anchor(element.get("id", ""), x, y)
        if address:
            yield Link(address, turned((left, top, right, bottom), matrix))
    for child in box.all_children():
        yield from _leads(child, matrix, address)


def _area(box: Any) -> Bounds:
    """Return what of a box can be clicked, in px; of a part of a line, as high as the line."""
    left, top, width, height = box.hit_area()
    return left, top, left + width, top + height
