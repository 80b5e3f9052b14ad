"""Affine maps and rectangles, in the notation of ISO 32000-1, 8.3."""

from __future__ import annotations

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in ISO 32000-1, 8.3.3."""

Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top."""

UNIT: Matrix = (1, 0, 0, 1, 0, 0)


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that does `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, x, y = other
    return (
        *(a * g + b * i, a * h + b * j),
        *(c * g + d * i, c * h + d * j),
        *(e * g + f * i + x, e * h + f * j + y),
    )
