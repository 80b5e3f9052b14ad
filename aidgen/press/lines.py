"""The lines of a laid out page after which a paragraph goes on, and the room that each leaves.

Boxes are the engine's, measured in px; what is handed on is in pt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from aidgen.assets.faces import face_of
from aidgen.page.promises import Line

PT_PER_PX = 72 / 96
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""
# What may stand first after a space at which a line can break (UAX 14): letters, marks that
# open, figures. Other signs are kept with what stands before the space.
OPENING = ("L", "N", "Ps", "Pi")


def lines(page: Any) -> Iterator[Line]:
    """Yield the lines of a page, a box of the engine, that another of their paragraph follows."""
    for block, context in _blocks(page, ""):
        rows = [child for child in block.children if type(child).__name__ == "LineBox"]
        for row, following in pairwise(rows):
            words = _words(row)
            if words.endswith(("-", "\N{HYPHEN}")) or any(map(_is_break, row.descendants())):
                continue
            word = _first(list(_leaves(following)))
            room = (block.width - row.width) * PT_PER_PX
            yield Line(words, room, word.text, word.width * PT_PER_PX, context)


def _blocks(box: Any, context: str) -> Iterator[tuple[Any, str]]:
    """Yield the boxes that hold lines, each with the msgctxt of the text it is in."""
    box = getattr(box, "_box", box)
    children = getattr(box, "children", ())
    element = box.element
    if element is not None and hasattr(element, "get"):
        context = element.get("data-context") or context
    if any(type(child).__name__ == "LineBox" for child in children):
        yield box, context or _inner(box)
    for child in children:
        yield from _blocks(child, context)


def _inner(box: Any) -> str:
    """Return the msgctxt of the first text within a box."""
    for leaf in _leaves(box):
        if leaf.element is not None and leaf.element.get("data-context"):
            return str(leaf.element.get("data-context"))
    return ""


def _leaves(box: Any) -> Iterator[Any]:
    """Yield the texts, pictures and blocks that stand in a line, in their order."""
    for child in getattr(box, "children", ()):
        if type(child).__name__ in ("InlineBox", "LineBox"):
            yield from _leaves(child)
        elif not hasattr(child, "_box") and child.is_in_normal_flow():
            yield child


def _is_break(box: Any) -> bool:
    """Tell whether a part of a line ends it by itself."""
    return str(box.element_tag).partition("::")[0] == "br"


def _words(row: Any) -> str:
    return "".join(getattr(leaf, "text", "") for leaf in _leaves(row)).strip()


@dataclass(frozen=True)
class _Word:
    """What a line begins with, up to where it could be broken, and its width in px."""

    text: str
    width: float


def _first(leaves: Sequence[Any]) -> _Word:
    """Return all that cannot be parted from the beginning of a line, a space before it included."""
    text, width = "", 0.0
    for number, leaf in enumerate(leaves):
        whole = getattr(leaf, "text", None)
        if whole is None:
            width += leaf.margin_width()
            continue
        if not text and not width:
            width = _length(leaf, " ")
        rest = "".join(getattr(other, "text", "") for other in leaves[number + 1 :])
        end = _end(whole, rest) if leaf.style["white_space"] != "nowrap" else len(whole)
        width += leaf.width if end == len(whole) else _length(leaf, whole[:end])
        text += whole[:end]
        if end < len(whole):
            break
    return _Word(text, width)


def _end(text: str, rest: str) -> int:
    """Return where in `text`, with `rest` after it, a line can be broken first."""
    for at, letter in enumerate(text):
        after = f"{text}{rest}"[at + 1 : at + 2]
        if letter == " " and at and unicodedata.category(after or "a").startswith(OPENING):
            return at
    return len(text)


def _length(leaf: Any, text: str) -> float:
    """Return the width of a piece of a text in px."""
    style = leaf.style
    slanted = style["font_style"] != "normal"
    face = face_of(tuple(style["font_family"]), style["font_weight"], slanted)
    if face is None:
        return float(leaf.width) * len(text) / max(1, len(leaf.text))
    return face.length(text) * float(style["font_size"])
