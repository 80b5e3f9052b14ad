"""Whether a box stands among its neighbours, and on what kind of page: asked in fewer steps.

The engine puts the one together of five questions, for each box a dozen times. For the other it
asks all boxes within a box, at both ends and for both ends: their number doubles with each level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

FLOATS = frozenset({"left", "right", "inline-start", "inline-end", "footnote"})
LIFTED = frozenset({"absolute", "fixed"})
KEPT = frozenset({"running()", "note()"})
"""How positions begin that take an element out of the page's text."""


def in_flow_at_once(boxes: Any) -> None:
    """Have the engine's classes of boxes answer in fewer steps."""
    if not hasattr(boxes.Box.is_in_normal_flow, "__wrapped__"):
        boxes.Box.is_in_normal_flow = wraps(boxes.Box.is_in_normal_flow)(_is_in_normal_flow)
        boxes.ParentBox.page_values = _ends(boxes.ParentBox.page_values)


def _is_in_normal_flow(box: Any) -> bool:
    style = box.style
    position = style["position"]
    return style["float"] not in FLOATS and position not in LIFTED and position[0] not in KEPT


def _ends(pages: Callable[[Any], tuple[str, str]]) -> Callable[[Any], tuple[str, str]]:
    @wraps(pages)
    def page_values(box: Any) -> tuple[str, str]:
        return _page(box, iter), _page(box, reversed)

    def _page(box: Any, inwards: Callable[[Any], Iterator[Any]]) -> str:
        """Return the page of the innermost of the boxes at one end, which has one."""
        page: str = box.style["page"]
        while getattr(type(box), "page_values", None) is page_values:
            shown = (one for one in inwards(box.children) if _is_shown(one))
            box = next(shown, None)
            if box is None:
                break
            page = box.style["page"] or page
        return page

    return page_values


def _is_shown(box: Any) -> bool:
    return bool(box.is_in_normal_flow() or box.is_floated())
