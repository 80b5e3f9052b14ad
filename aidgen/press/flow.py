"""Whether a box stands among its neighbours, asked of its style in one step.

The engine asks it of each box a dozen times, and puts it together of five questions.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

FLOATS = frozenset({"left", "right", "inline-start", "inline-end", "footnote"})
LIFTED = frozenset({"absolute", "fixed"})
KEPT = frozenset({"running()", "note()"})
"""How positions begin that take an element out of the page's text."""


def in_flow_at_once(box: Any) -> None:
    """Have the engine's class of boxes answer in one step."""
    if not hasattr(box.is_in_normal_flow, "__wrapped__"):
        box.is_in_normal_flow = wraps(box.is_in_normal_flow)(_is_in_normal_flow)


def _is_in_normal_flow(box: Any) -> bool:
    style = box.style
    position = style["position"]
    return style["float"] not in FLOATS and position not in LIFTED and position[0] not in KEPT
