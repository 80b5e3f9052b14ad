"""Frames of cards and covers, drawn to measure: lines with corners of several forms, in mm."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

# The distance of the middle of the outer line from the edge: a cut half a millimetre off does not
# show.
INSET = 1.3
# How far a corner reaches.
CORNER_LENGTH = 3.2
# The least radius of a turn: a smaller one looks like a corner that was missed.
LEAST_TURN = 0.5
# The corners that are not right angles.
TURNED = ("cut", "notched", "round")
FramePoint = tuple[float, float]
# The limit for frames with square corners: a rounded corner of radius r is 0.41 r nearer to
# theirs, and half a millimetre of paper must remain.
MOST_AROUND = {"wobbly": 4.0, "meander": 3.0}
# The size of a meander: a step, and the number of steps between two keys.
KEY = (0.38, 5.4)
# A key of a meander: points in steps along its band and up from its base line.
SPIRAL = ((0.6, 0.0), (0.6, 4.0), (4.8, 4.0), (4.8, 1.2), (2.0, 1.2), (2.0, 2.7), (3.4, 2.7))


@dataclass(frozen=True)
class FrameShape:
    """The look of a frame, and of its card: size and corner radius in mm."""

    style: str
    corners: str
    width: float
    height: float
    radius: float = 0.0
    """None if its corners are square."""


def frame_address(shape: FrameShape, ink: str, second: str, ground: str = "") -> str:
    """Return the address of a frame's picture in two colours; empty if there is none.

    The area outside its upper corners has the colour `ground`, if any.
    """
    drawn = "".join(_lines(shape, ink, second))
    if not drawn:
        return ""
    if ground and has_turned_corners(shape):
        drawn = f'<path d="{_outer_corners(shape)}" fill="{ground}"/>{drawn}'
    view = f"0 0 {shape.width:g} {shape.height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{drawn}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _lines(shape: FrameShape, ink: str, second: str) -> Iterator[str]:
    if shape.style == "single":
        yield _stroke(_outline(shape, INSET), ink, 0.5)
    elif shape.style == "double":
        yield _stroke(_outline(shape, INSET), ink, 0.8)
        yield _stroke(_outline(shape, INSET + 1.05), second, 0.3)
    elif shape.style == "thick":
        yield _stroke(_outline(shape, INSET + 0.2), ink, 1.3)
    elif shape.style == "wobbly":
        yield _stroke(_wobbly(shape, INSET + 0.3), ink, 1.1)
    elif shape.style == "meander":
        yield from _meander(shape, ink, second)


def has_turned_corners(shape: FrameShape) -> bool:
    """Tell whether the corners of a frame turn away from those of its card."""
    lined = shape.style in ("single", "double", "thick")
    return lined and shape.corners in TURNED and not shape.radius


def _outer_corners(shape: FrameShape) -> str:
    """Return the area outside the upper corners of the outer line."""
    far, end, right = (
        INSET + CORNER_LENGTH,
        shape.width - INSET - CORNER_LENGTH,
        shape.width - INSET,
    )
    left = _turn(shape.corners, (far, INSET), (INSET, INSET), (far, far))
    right_turn = _turn(shape.corners, (right, far), (right, INSET), (end, far))
    return (
        f"M0 0V{far:g}H{INSET:g}{left}V0Z"
        f"M{shape.width:g} 0H{end:g}V{INSET:g}{right_turn}H{shape.width:g}Z"
    )


def _turn(corners: str, end: FramePoint, corner: FramePoint, within: FramePoint) -> str:
    if corners == "cut":
        return f"L{end[0]:g} {end[1]:g}"
    x, y = corner if corners == "round" else within
    return f"Q{x:g} {y:g} {end[0]:g} {end[1]:g}"


def _stroke(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def _outline(shape: FrameShape, inset: float) -> str:
    left, top, right, bottom = inset, inset, shape.width - inset, shape.height - inset
    if shape.radius:
        turn = max(shape.radius - inset, LEAST_TURN)
        along, down = right - left - 2 * turn, bottom - top - 2 * turn
        arc = f"a{turn:g} {turn:g} 0 0 1 "
        return (
            f"M{left + turn:g} {top:g}h{along:g}{arc}{turn:g} {turn:g}v{down:g}"
            f"{arc}{-turn:g} {turn:g}h{-along:g}{arc}{-turn:g} {-turn:g}v{-down:g}"
            f"{arc}{turn:g} {-turn:g}Z"
        )
    if shape.corners == "square":
        return f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"
    reach = CORNER_LENGTH if shape.corners != "round" else max(CORNER_LENGTH - (inset - INSET), 0.5)
    x1, y1, x2, y2 = left + reach, top + reach, right - reach, bottom - reach
    turns = (
        ((x2, top), (right, y1), (right, top), (x2, y1)),
        ((right, y2), (x2, bottom), (right, bottom), (x2, y2)),
        ((x1, bottom), (left, y2), (left, bottom), (x1, y2)),
        ((left, y1), (x1, top), (left, top), (x1, y1)),
    )
    path = f"M{x1:g} {top:g}"
    for begin, end, corner, within in turns:
        path += f"L{begin[0]:g} {begin[1]:g}{_turn(shape.corners, end, corner, within)}"
    return f"{path}Z"


def _wobbly(shape: FrameShape, inset: float) -> str:
    """Return an outline as of a hand that is not quite steady; always the same one."""
    points = [
        (x + 0.28 * math.sin(2.4 * i), y + 0.28 * math.sin(3.7 * i + 1))
        for i, (x, y) in enumerate(_frame_points(shape, inset))
    ]
    middles = [
        ((x + u) / 2, (y + v) / 2)
        for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    path = f"M{middles[-1][0]:.2f} {middles[-1][1]:.2f}"
    for (x, y), (u, v) in zip(points, middles, strict=True):
        path += f"Q{x:.2f} {y:.2f} {u:.2f} {v:.2f}"
    return f"{path}Z"


def around_corner(style: str) -> float:
    """Return the largest radius in mm to which corners may be rounded without cutting a frame."""
    return MOST_AROUND.get(style, math.inf)


def _frame_points(shape: FrameShape, inset: float) -> Iterator[FramePoint]:
    """Yield places around a rectangle, about 5 mm apart, its corners among them."""
    left, top, right, bottom = inset, inset, shape.width - inset, shape.height - inset
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    for (x, y), (u, v) in zip(corners, (*corners[1:], corners[0]), strict=True):
        count = max(2, round((abs(u - x) + abs(v - y)) / 5))
        for i in range(count):
            yield x + (u - x) * i / count, y + (v - y) * i / count


def _meander(shape: FrameShape, ink: str, second: str) -> Iterator[str]:
    """Yield a band of keys around a rectangle, its corners in the second colour."""
    step, pitch = KEY
    band = 4 * step
    left, top, right, bottom = (
        *(INSET + band, INSET + band),
        *(shape.width - INSET - band, shape.height - INSET - band),
    )
    sides = (
        (left, top, 1.0, 0.0, right - left),
        (right, top, 0.0, 1.0, bottom - top),
        (right, bottom, -1.0, 0.0, right - left),
        (left, bottom, 0.0, -1.0, bottom - top),
    )
    path = ""
    for x, y, across, down, length in sides:
        count = round(length / (step * pitch))  # none on a side too short for one
        scale = length / (max(1, count) * step * pitch)
        for i in range(count):
            for j, (along, up) in enumerate(SPIRAL):
                far = (i * pitch + along) * step * scale
                u, v = x + across * far + down * up * step, y + down * far - across * up * step
                path += f"{'M' if j == 0 else 'L'}{u:.2f} {v:.2f}"
    yield _stroke(path, ink, 0.34)
    yield _stroke(f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z", ink, 0.34)
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        a = x - band if x == left else x
        b = y - band if y == top else y
        yield (
            f'<rect x="{a + 0.45:g}" y="{b + 0.45:g}" width="{band - 0.9:g}" '
            f'height="{band - 0.9:g}" fill="{second}"/>'
        )
