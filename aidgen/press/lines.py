"""The lines of a laid out page after which a paragraph goes on, and the room that each leaves.

Boxes are measured in px; what is handed on is in pt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aidgen.assets.faces import face_of
from aidgen.page.layout import Line
from aidgen.press.addresses import CONTEXT
from aidgen.press.engine.boxes import PT_PER_PX, Box, Edges

# What may stand first after a space at which a line can break (UAX 14): letters, marks that
# open, figures. Other signs are kept with what stands before the space.
OPENING = ("L", "N", "Ps", "Pi")
HYPHENS = ("-", "\N{HYPHEN}")


def lines(root: Box) -> Iterator[Line]:
    """Yield the lines within a box that another of their paragraph follows.

    Those that end at a hyphen or a break, or beside something that floats, are passed over.
    """
    floats = [box for box in root.descendants() if box.floated]
    for block, context in _blocks(root, ""):
        rows = [child for child in block.children if child.sort == "line"]
        for row, following in pairwise(rows):
            words = _words(row)
            if words.endswith(HYPHENS) or any(map(_is_break, row.descendants())):
                continue
            if any(_is_beside(row, box) for box in floats):
                continue
            word = _first(list(_leaves(following)))
            room = (_width(block) - _width(row)) * PT_PER_PX
            yield Line(words, room, word.text, word.width * PT_PER_PX, context)


def _blocks(box: Box, context: str) -> Iterator[tuple[Box, str]]:
    """Yield the boxes that hold lines, each with the msgctxt of the text it is in."""
    context = _context(box) or context
    if any(child.sort == "line" for child in box.children):
        yield box, context or next(filter(None, map(_context, _leaves(box))), "")
    for child in box.children:
        yield from _blocks(child, context)


def _context(box: Box) -> str:
    """Return the msgctxt that the element of a box says; "" if it says none."""
    return box.element.get(CONTEXT, "") if box.element is not None else ""


def _leaves(box: Box) -> Iterator[Box]:
    """Yield the texts, pictures and blocks that stand in a line, in their order."""
    for child in box.children:
        if child.sort in ("inline", "line"):
            yield from _leaves(child)
        elif child.in_flow:
            yield child


def _is_beside(row: Box, floated: Box) -> bool:
    """Tell whether a line is level with a box that it is not in."""
    if row.edges is None or floated.edges is None:
        return False
    if any(row is inner for inner in floated.descendants()):
        return False
    (_, top, _, bottom), (_, above, _, below) = row.edges.content, floated.edges.margin
    return top < below and above < bottom


def _is_break(box: Box) -> bool:
    """Tell whether a part of a line ends it by itself."""
    return box.tag == "br"


def _words(row: Box) -> str:
    return "".join(map(_text, _leaves(row))).strip()


def _text(leaf: Box) -> str:
    return leaf.words.text if leaf.words else ""


def _width(box: Box) -> float:
    """Return how wide the content of a box is in px."""
    left, _, right, _ = box.edges.content if box.edges else (0.0, 0.0, 0.0, 0.0)
    return right - left


@dataclass(frozen=True)
class _Word:
    """What a line begins with, up to where it could be broken, and its width in px."""

    text: str
    width: float


def _first(leaves: Sequence[Box]) -> _Word:
    """Return all that cannot be parted from the beginning of a line, a space before it included."""
    text, width = "", 0.0
    for number, leaf in enumerate(leaves):
        if leaf.words is None:
            width += _breadth(leaf.edges)
            continue
        whole = leaf.words.text
        if not text:
            width += _length(leaf, " ")
        rest = "".join(map(_text, leaves[number + 1 :]))
        end = len(whole) if leaf.lettering.unbroken else _end(whole, rest)
        width += leaf.words.width if end == len(whole) else _length(leaf, whole[:end])
        text += whole[:end]
        if end < len(whole):
            break
    return _Word(text, width)


def _breadth(edges: Edges | None) -> float:
    """Return how wide a box is with its margins, in px."""
    return edges.margin[2] - edges.margin[0] if edges else 0.0


def _end(text: str, rest: str) -> int:
    """Return where in `text`, with `rest` after it, a line can be broken first."""
    for at, letter in enumerate(text):
        after = f"{text}{rest}"[at + 1 : at + 2]
        if letter == " " and at and unicodedata.category(after or "a").startswith(OPENING):
            return at
    return len(text)


def _length(leaf: Box, text: str) -> float:
    """Return the width of a piece of a text in px."""
    lettering, words = leaf.lettering, leaf.words
    face = face_of(lettering.families, lettering.weight, lettering.slanted)
    if face is None:
        return words.width * len(text) / max(1, len(words.text)) if words else 0.0
    return face.length(text) * lettering.size
