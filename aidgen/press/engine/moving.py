"""The content of boxes moved after the layout, by the engine's own means."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.press.engine.html import HtmlDocument, Rendering


def move_content(
    html: HtmlDocument, rendering: Rendering, downwards: Mapping[Element, float]
) -> Rendering:
    """Return a layout in which the content of elements was moved down by so many px."""
    from weasyprint.layout.background import layout_box_backgrounds

    document = rendering.document
    pages = []
    for page in document.pages:
        boxes = list(_outermost(page._page_box, downwards))
        for box in boxes:
            for child in box.children:
                child.translate(dy=downwards[box.element])
                layout_box_backgrounds(page._page_box, _placed(child), html.picture)
        # The engine has noted where links, anchors and headings are: a new page notes it again.
        pages.append(type(page)(page._page_box) if boxes else page)
    return Rendering(document.copy(pages), rendering.warnings)


def _placed(box: Any) -> Any:
    """Return a box that is out of the flow for its placeholder."""
    return getattr(box, "_box", box)


def _outermost(box: Any, elements: Container[Element]) -> Iterator[Any]:
    """Yield the outermost box of each element; the lines in it are boxes of the element, too."""
    for placeholder in getattr(box, "children", ()):
        child = _placed(placeholder)
        if child.element in elements:
            yield child
        else:
            yield from _outermost(child, elements)
