"""Patterns that fill a circle, as paths of an SVG picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

APART = 10.0
"""How many of the lines of a pattern lie across a circle."""

Line = tuple[float, float, float, float]


def hatched(pattern: str, diameter: float) -> str:
    """Return a pattern within a circle of a diameter, from its upper left corner, in mm."""
    return "".join(PATTERNS[pattern](diameter / 2))


def _stripes(radius: float) -> Iterator[str]:
    """Yield lines from lower left to upper right."""
    yield from map(_drawn, _turned(radius, 1))


def _checks(radius: float) -> Iterator[str]:
    """Yield lines in both ways."""
    yield from map(_drawn, (*_turned(radius, 1), *_turned(radius, -1)))


def _rings(radius: float) -> Iterator[str]:
    """Yield circles within each other."""
    gap = 2 * radius / APART
    for number in range(1, int(APART / 2)):
        inner = number * gap
        half = f"a{inner:.3f} {inner:.3f} 0 0 1"
        yield f"M{radius - inner:.3f} {radius:.3f}{half} {2 * inner:.3f} 0"
        yield f"{half} {-2 * inner:.3f} 0"


def _turned(radius: float, way: int) -> Iterator[Line]:
    """Yield the chords of a circle that lie aslant, the same space apart."""
    gap, aslant = 2 * radius / APART, math.sqrt(0.5)
    for number in range(1, int(APART)):
        away = number * gap - radius
        half = math.sqrt(radius**2 - away**2)
        # The middle of the chord, and from there along it.
        x, y = radius + away * aslant, radius + way * away * aslant
        along, up = half * aslant, -way * half * aslant
        yield x - along, y - up, x + along, y + up


def _drawn(line: Line) -> str:
    x1, y1, x2, y2 = line
    return f"M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}"


PATTERNS: dict[str, Callable[[float], Iterator[str]]] = {
    "stripes": _stripes,
    "rings": _rings,
    "checks": _checks,
}
