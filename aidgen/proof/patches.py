"""Where the page of a piece is painted on beside its texts, and how light: what it may hide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aidgen.assets.geometry import Bounds, hull, transform_bounds
from aidgen.page.layout import Sheet
from aidgen.page.shapes import Border, Painted, Picture, Rgba, Rule, Shape, Tint
from aidgen.proof.shapes import bands, corners

WHITE = 255
BEARING = 0.5
"""How far in pt a piece may draw over the edges of its page; nothing is seen beyond."""
DIGITS = 2
"""With how many digits a place in pt is kept."""
WEIGHTS = (0.299, 0.587, 0.114)
"""How much of the grey of a colour is of its red, green and blue (ITU-R BT.601)."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A place that is painted on: its edges in pt from the lower left corner of its page."""

    bounds: Bounds
    tone: int | None
    """Its grey on white, of 255; None if it is of several, or nobody knows."""


def patches(sheet: Sheet) -> tuple[Patch, ...]:
    """Return the places of the page of a piece that are painted on beside its texts."""
    edges = (-BEARING, -BEARING, sheet.width + BEARING, sheet.height + BEARING)
    found = (patch for painted in sheet.painted for patch in _patches(painted, edges))
    return tuple(dict.fromkeys(found))


def _patches(painted: Painted, edges: Bounds) -> Iterator[Patch]:
    for bounds, tone in _painted(painted.shape, painted.opacity):
        here = common(transform_bounds(bounds, painted.matrix), edges)
        for clip in painted.clips:
            here = here and common(here, transform_bounds(clip.outline.bounds, clip.matrix))
        if here:
            left, bottom, right, top = (round(edge, DIGITS) for edge in here)
            yield Patch((left, bottom, right, top), tone)


def common(one: Bounds, other: Bounds) -> Bounds | None:
    """Return what two rectangles have in common; None if it is nothing."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left < right and bottom < top else None


def _painted(shape: Shape, opacity: float) -> Iterator[tuple[Bounds, int | None]]:
    """Yield the rectangles in px that a shape paints, each with its tone on white."""
    if isinstance(shape, Tint):
        if shape.outlines and shape.colour[3] * opacity:
            yield hull(one.bounds for one in shape.outlines), _tone(shape.colour, opacity)
    elif isinstance(shape, Border):
        for band, side in zip(bands(shape), shape.sides, strict=True):
            if side.width and side.colour[3]:
                yield band, _tone(side.colour, opacity)
        tones = {_tone(side.colour, opacity) for side in shape.sides if side.width}
        tone = tones.pop() if len(tones) == 1 else None
        if any(side.width and side.colour[3] for side in shape.sides):
            yield from ((corner, tone) for corner in corners(shape.outer))
    elif isinstance(shape, Rule):
        if shape.side.width and shape.side.colour[3]:
            (x, y), (end_x, end_y), half = shape.start, shape.end, shape.side.width / 2
            edges = (min(x, end_x) - half, min(y, end_y) - half)
            ends = (max(x, end_x) + half, max(y, end_y) + half)
            yield (*edges, *ends), _tone(shape.side.colour, opacity)
    elif isinstance(shape, Picture):
        yield from ((bounds, None) for bounds in _pictured(shape))
    else:
        yield shape.outline.bounds, None


def _pictured(picture: Picture) -> Iterator[Bounds]:
    """Yield where a picture is: in its frame, or all over its window, and never beyond that."""
    if picture.tile is not None:
        yield from (outline.bounds for outline in picture.window)
        return
    here: Bounds | None = picture.frame
    for outline in picture.window:
        here = here and common(here, outline.bounds)
    if here:
        yield here


def _tone(colour: Rgba, opacity: float) -> int:
    """Return the grey of a colour on white."""
    *parts, alpha = colour
    grey = WHITE * sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))
    return round(WHITE + (grey - WHITE) * alpha * opacity)
