"""Words of pictures drawn as a whole where their letters join, or are read from the right.

The engine draws each letter of an SVG text by itself, one to the right of the other. That is right
for most scripts; Arabic comes apart so, and Hebrew is reversed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from aidgen.assets.fonts import is_whole


class _Whole(str):
    """A text that has one letter to whoever goes through it: itself."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        yield str(self)


def families_of(listed: str) -> tuple[str, ...]:
    """Return the fonts that an attribute lists, in order of choice."""
    return tuple(family.strip(" '\"") for family in listed.split(","))


def drawn_whole(svg: Any) -> None:
    """Have the engine's module of pictures draw texts whole that have to be, if not done yet."""
    draw = svg.text
    if not hasattr(draw, "__wrapped__"):
        ours = _whole(draw)
        svg.TAGS.update({tag: ours for tag, drawing in svg.TAGS.items() if drawing is draw})
        svg.text = ours


def _whole(draw: Callable[..., None]) -> Callable[..., None]:
    @wraps(draw)
    def text(svg: Any, node: Any, font_size: float) -> None:
        element = node._etree_node
        words = element.text
        if words and is_whole(words, families_of(node.get("font-family", ""))):
            element.text = _Whole(words)
        try:
            draw(svg, node, font_size)
        finally:
            element.text = words

    return text
