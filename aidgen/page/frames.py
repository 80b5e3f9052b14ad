"""Frames of cards and covers, drawn to measure: lines with corners of several forms, in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from aidgen.assets.files import LoadedPicture
from aidgen.assets.papers import Size

# The distance of the middle of the outer line from the edge: a cut half a millimetre off does not
# show.
INSET = 1.3
# How far a corner reaches.
CORNER_LENGTH = 3.2
# The least radius of a turn: a smaller one looks like a corner that was missed.
LEAST_TURN = 0.5
# The limit for frames with square corners: a rounded corner of radius r is 0.41 r nearer to
# theirs, and half a millimetre of paper must remain.
MOST_AROUND = {"wobbly": 4.0, "meander": 3.0}
# A meander: its step and the width of its band, and the number of steps between two keys.
STEP, BAND, PITCH = 0.36, 1.55, 4.4
# A key of a meander: points in steps along its band and up from its base line.
SPIRAL = ((0.7, 0.0), (0.7, 3.0), (3.7, 3.0), (3.7, 1.4), (2.2, 1.4))
# The side of the square in each corner.
SQUARE = 0.65
# The lines of frames with corners: how far each is within the outer one, its width; the second has
# the second colour.
LINES = {"single": ((0, 0.5),), "double": ((0, 0.8), (1.05, 0.3)), "thick": ((0.2, 1.3),)}
# Where what is flush with a frame begins: at its inner line.
LINED = {"single": 1.3, "double": 2.35, "thick": 1.5, "wobbly": 1.6, "meander": INSET + BAND}


def frame_address(
    style: str,
    corners: str,
    width: float,
    height: float,
    ink: str,
    second: str,
    radius: float = 0,
    ground: str = "",
) -> str:
    """Return the address of a frame's picture in two colours; empty if there is none.

    Sizes are in mm. The area outside its inner line has the colour `ground`, if any.
    """
    box, drawn = Size(width, height), ""
    for (inset, line), colour in zip(LINES.get(style, ()), (ink, second), strict=False):
        drawn += _stroke(_outline(box, corners, radius, INSET + inset), colour, line)
    if style == "wobbly":
        drawn = _stroke(_wobbly(box, INSET + 0.3), ink, 1.1)
    elif style == "meander":
        drawn = "".join(_meander(box, ink, second))
    if not drawn:
        return ""
    if ground:
        around = f"M0 0H{width:g}V{height:g}H0Z{_outline(box, corners, radius, LINED[style])}"
        drawn = f'<path d="{around}" fill="{ground}" fill-rule="evenodd"/>{drawn}'
    view = f'viewBox="0 0 {width:g} {height:g}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{drawn}</svg>'
    return LoadedPicture("svg+xml", svg.encode(), width, height).address


def _stroke(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def _outline(box: Size, corners: str, radius: float, inset: float) -> str:
    left, top, right, bottom = inset, inset, box.width - inset, box.height - inset
    reach = CORNER_LENGTH
    if radius:
        corners, reach = "round", max(radius - inset, LEAST_TURN)
    elif corners == "round":
        reach = max(CORNER_LENGTH - (inset - INSET), LEAST_TURN)
    elif corners == "square":
        reach = 0.0
    # A notch turns the other way.
    turned = f"A{reach:g} {reach:g} 0 0 {int(corners == 'round')} "
    arc = turned if corners in ("round", "notched") else "L"
    x1, y1, x2, y2 = left + reach, top + reach, right - reach, bottom - reach
    return (
        f"M{x1:g} {top:g}H{x2:g}{arc}{right:g} {y1:g}V{y2:g}{arc}{x2:g} {bottom:g}"
        f"H{x1:g}{arc}{left:g} {y2:g}V{y1:g}{arc}{x1:g} {top:g}Z"
    )


def _wobbly(box: Size, inset: float) -> str:
    """Return an outline as of a hand that is not quite steady; always the same one."""
    right, bottom = box.width - inset, box.height - inset
    corners = ((inset, inset), (right, inset), (right, bottom), (inset, bottom), (inset, inset))
    points: list[tuple[float, float]] = []
    for (x, y), (u, v) in pairwise(corners):
        steps = max(2, round((abs(u - x) + abs(v - y)) / 5))  # some 5 mm each
        for i in range(steps):
            number = len(points)
            across, down = 0.28 * math.sin(2.4 * number), 0.28 * math.sin(3.7 * number + 1)
            points.append((x + (u - x) * i / steps + across, y + (v - y) * i / steps + down))
    around = pairwise((points[-1], *points, points[0]))
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in around]
    path = "M{:.2f} {:.2f}".format(*middles[0])
    for (x, y), (u, v) in zip(points, middles[1:], strict=True):
        path += f"Q{x:.2f} {y:.2f} {u:.2f} {v:.2f}"
    return f"{path}Z"


def _meander(box: Size, ink: str, second: str) -> Iterator[str]:
    """Yield a band of keys around a rectangle, its corners in the second colour."""
    left, right, bottom = INSET + BAND, box.width - INSET - BAND, box.height - INSET - BAND
    for number, (x, y) in enumerate(((left, left), (right, left), (right, bottom), (left, bottom))):
        length = bottom - left if number % 2 else right - left
        count = round(length / (STEP * PITCH))  # none on a side too short for one
        pitch = length / max(1, count)
        keys = "".join(
            "M"
            + "L".join(f"{i * pitch + far * STEP:.2f} {-up * STEP or 0:g}" for far, up in SPIRAL)
            for i in range(count)
        )
        # Both lines go on to those of the other sides: they close a square in each corner.
        lines = f"M{-BAND:g} 0H{length + BAND:g}M{-BAND:g} {-BAND:g}H{length + BAND:g}"
        corner = f"M{-(BAND + SQUARE) / 2:g} {-(BAND + SQUARE) / 2:g}h{SQUARE}v{SQUARE}h-{SQUARE}Z"
        yield f'<g transform="translate({x:g} {y:g}) rotate({90 * number})">'
        yield f'{_stroke(keys + lines, ink, 0.28)}<path d="{corner}" fill="{second}"/></g>'
