"""Affine maps and rectangles, in the notation of ISO 32000-1, 8.3."""

from __future__ import annotations

from collections.abc import Iterable

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in ISO 32000-1, 8.3.3, and in CSS."""

Bounds = tuple[float, float, float, float]
"""Least and greatest place across and up: left, bottom, right, top; counted downwards, as boxes
are laid out: left, top, right, bottom."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does `first`, then the other."""
    a, b, c, d, e, f = first
    g, h, i, j, x, y = then
    return (
        *(a * g + b * i, a * h + b * j),
        *(c * g + d * i, c * h + d * j),
        *(e * g + f * i + x, e * h + f * j + y),
    )


def transform_point(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def transform_bounds(bounds: Bounds, matrix: Matrix) -> Bounds:
    """Return the upright rectangle around what a matrix makes of one."""
    if matrix == IDENTITY:
        return bounds
    left, low, right, high = bounds
    corners = [transform_point(x, y, matrix) for x in (left, right) for y in (low, high)]
    across, up = zip(*corners, strict=True)
    return min(across), min(up), max(across), max(up)


def hull(rectangles: Iterable[Bounds]) -> Bounds:
    """Return the rectangle around several; there must be one."""
    lefts, lows, rights, highs = zip(*rectangles, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)
