"""Arcs of drawings as curves: the engine draws each as one curve, up to half a turn of it.

Such a curve lies beside its arc by up to 2 % of the radius (WeasyPrint 70, svg/path.py): where two
shapes all but touch, there is paper between them, or none. Imported for drawings that have arcs.
"""

from __future__ import annotations

import re
from functools import lru_cache

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path


@lru_cache(maxsize=1024)
def curved(path: str) -> str:
    """Return the `d` of a path with curves of a quarter of a turn at most in place of its arcs.

    One that is not well-formed is returned as it is: up to where it goes wrong it is drawn.
    """
    pen = SVGPathPen(None, ntos=_number)
    try:
        parse_path(path, pen)
    except (ArithmeticError, AssertionError, IndexError, TypeError, ValueError):
        return path
    drawn: str = pen.getCommands()
    return path if "n" in drawn else drawn  # as in inf and nan: numbers beyond all bounds


def in_curves(svg: bytes) -> bytes:
    """Return a drawing with curves in place of the arcs of its paths, all else untouched."""
    return PATH.sub(_in_curves, svg) if b"<path" in svg else svg


def _in_curves(found: re.Match[bytes]) -> bytes:
    mark, path = found["mark"], found["path"]
    try:
        return b"".join((b"d=", mark, curved(path.decode("ascii")).encode("ascii"), mark))
    except UnicodeDecodeError:  # no path has such letters
        return found[0]


def _number(value: float) -> str:
    return f"{value:.7g}"


# d="…" behind a space, with an arc in it: no quote, no tag and no entity
PATH = re.compile(rb"""(?<=\s)d=(?P<mark>["'])(?P<path>[^"'<&]*[aA][^"'<&]*)(?P=mark)""")
