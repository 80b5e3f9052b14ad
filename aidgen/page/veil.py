"""A word over a page or card, pale and aslant: what is printed to be tried out says so."""

from __future__ import annotations

import math
from dataclasses import replace

from aidgen.assets import letters
from aidgen.assets.geometry import Matrix
from aidgen.assets.papers import Size
from aidgen.page.pieces import Piece

OPACITY = 0.11
"""How much of what is below it it takes away: a hint on white, and letters stay what they were.

Black on white is told from its ground by 227 of 255 then, and needs 70.
"""
FILLED = 0.82
"""How much of a page, across and down, it takes up."""
ROUND = 0.66
"""How much of what is as wide as it is high: that may be cut out as a circle."""
TALLEST = 0.16
"""How large its letters are at most, as a part of the shorter edge: more would be a ground."""


def veil(like: Piece, words: str, size: Size) -> Piece:
    """Return a piece of the head of another, of words across a page or card of a size in mm.

    Its words are a picture: nothing is read aloud, and no text on the page is another's.
    """
    path = letters.outlined(words, _matrix(words, size))
    edges = f"{size.width:g} {size.height:g}"
    room = f"width:{size.width:g}mm;height:{size.height:g}mm"
    inner = (
        f'<div style="position:absolute;left:0;top:0;{room};opacity:{OPACITY}">'
        f'<svg aria-hidden="true" viewBox="0 0 {edges}" style="display:block;{room}">'
        f'<path d="{path}"/></svg></div>\n'
    )
    return replace(
        like,
        inner=inner,
        size=size,
        margin="0",
        choice=None,
        type_size=None,
        styles=(),
        long=False,
    )


def _matrix(words: str, size: Size) -> Matrix:
    """Return what takes words, in em, to their place in mm: from lower left to upper right."""
    angle = math.atan2(size.height, size.width)
    across, up = math.cos(angle), math.sin(angle)
    long, high = letters.length(words), letters.CAPITALS
    part = ROUND if size.width == size.height else FILLED
    em = min(
        part * size.width / (long * across + high * up),
        part * size.height / (long * up + high * across),
        TALLEST * min(size.width, size.height) / high,
    )
    a, b, c, d = em * across, -em * up, -em * up, -em * across
    x = (size.width - long * a - high * c) / 2
    y = (size.height - long * b - high * d) / 2
    return a, b, c, d, x, y
