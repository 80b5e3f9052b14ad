"""Words as outlines, where they are to be a picture and not a text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from aidgen.assets.faces import Face, face_of
from aidgen.assets.geometry import Matrix, times

FAMILY, WEIGHT = "Source Sans Pro", 700
"""What such words are drawn in."""
CAPITALS = 0.66
"""The height of its capitals in em."""
DIGITS = 3
"""With how many digits behind the point the places of an outline are written."""


@cache
def face() -> Face:
    """Return the face that such words are drawn in."""
    found = face_of((FAMILY,), WEIGHT, False)
    assert found is not None, "it comes with aidgen"
    return found


def lacked(words: str) -> str:
    """Return the characters of some words that cannot be drawn, each once."""
    return face().lacked(words)


def length(words: str) -> float:
    """Return how wide some words are, in em."""
    return face().length(words)


@lru_cache(maxsize=64)
def outlined(words: str, matrix: Matrix) -> str:
    """Return words as the path of an SVG picture.

    The matrix takes em, counted rightwards and upwards from the beginning of the words, to the
    units of the picture.
    """
    return all_outlined([(words, matrix)])


def all_outlined(placed: Sequence[tuple[str, Matrix]]) -> str:
    """Return words, each with its matrix, as one path of an SVG picture."""
    with TTFont(face().path, lazy=True) as font:
        glyphs, names = font.getGlyphSet(), font.getBestCmap()
        pen = SVGPathPen(glyphs, ntos=_written)
        em = font["head"].unitsPerEm
        for words, matrix in placed:
            gone = 0.0
            for char in words:
                name = names[ord(char)]
                moved = times((1 / em, 0, 0, 1 / em, gone / em, 0), matrix)
                glyphs[name].draw(TransformPen(pen, moved))
                gone += font["hmtx"][name][0]
    return str(pen.getCommands())


def _written(number: float) -> str:
    return f"{round(number, DIGITS):g}"
