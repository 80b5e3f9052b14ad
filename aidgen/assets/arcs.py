"""Arcs of drawings as curves: the engine draws each as one curve, up to half a turn of it.

Such a curve lies beside its arc by up to 2 % of the radius (WeasyPrint 70, svg/path.py): where two
shapes all but touch, there is paper between them, or none. Imported for drawings that have arcs.
"""

from __future__ import annotations

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path


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


def _number(value: float) -> str:
    return f"{value:.7g}"
