"""Draws the ornaments of our games in `assets/`: backs, covers, logos, of simple geometry.

    .venv/bin/python docs/drawings.py

Backs are the same turned by 180°. Lengths are in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ASSETS = Path(__file__).parents[1] / "assets"
CARD = (63.0, 88.0)
Point = tuple[float, float]


@dataclass(frozen=True)
class Pen:
    """How something is drawn: filled, and along its edge."""

    fill: str = "none"
    line: str = "none"
    width: float = 0.0

    @property
    def said(self) -> str:
        """The pen as attributes."""
        edge = f' stroke="{self.line}" stroke-width="{self.width:g}"' if self.width else ""
        return f'fill="{self.fill}"{edge} stroke-linejoin="round" stroke-linecap="round"'


def written(name: str, size: Point, drawn: Iterator[str], *, around: float = 0) -> None:
    """Write a drawing, with so much room around it."""
    width, height = (side + 2 * around for side in size)
    view = f'viewBox="{-around:g} {-around:g} {width:g} {height:g}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>\n' + "\n".join(drawn) + "\n</svg>\n"
    (ASSETS / name).write_text(svg, encoding="utf-8")


def path(points: list[Point], pen: Pen, *, closed: bool = True) -> str:
    """Return a line through points."""
    steps = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return f'<path d="M{steps}{"Z" if closed else ""}" {pen.said}/>'


def curve(d: str, pen: Pen) -> str:
    """Return a path as it is written."""
    return f'<path d="{d}" {pen.said}/>'


def disc(x: float, y: float, radius: float, pen: Pen) -> str:
    """Return a circle."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" {pen.said}/>'


def ground(size: Point, colour: str) -> str:
    """Return what lies behind all."""
    return f'<rect width="{size[0]:g}" height="{size[1]:g}" fill="{colour}"/>'


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the place so far from another one, upwards at 0 degrees."""
    turn = math.radians(degrees)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def placed(inner: str, x: float, y: float, turn: float, scale: float = 1.0) -> str:
    """Return a drawing moved, turned and scaled about its origin."""
    moved = f"translate({x:.2f} {y:.2f}) rotate({turn:g}) scale({scale:g})"
    return f'<g transform="{moved}">{inner}</g>'


# Expedition: a compass rose over contour lines ----------------------------------------------------

TEAL, BRASS, MIST = "#134e57", "#9a6b14", "#eaf0ef"


def rose(x: float, y: float, radius: float) -> Iterator[str]:
    """Yield a compass rose with eight points, each half dark and half light."""
    thin = Pen(line=TEAL, width=radius * 0.02)
    yield disc(x, y, radius * 1.04, Pen(fill="#ffffff", line=TEAL, width=radius * 0.03))
    yield disc(x, y, radius * 0.94, thin)
    for degree in range(0, 360, 10):
        inner = 0.94 if degree % 30 else 0.89
        ends = [polar(x, y, radius * part, degree) for part in (inner, 1.0)]
        yield path(ends, thin, closed=False)
    for length, colour, turn in ((0.62, BRASS, 45), (0.88, TEAL, 0)):
        for quarter in range(4):
            degree = turn + 90 * quarter
            tip = polar(x, y, radius * length, degree)
            edge = Pen(fill="#ffffff", line=colour, width=radius * 0.02)
            for side, pen in ((45, Pen(fill=colour)), (-45, edge)):
                waist = polar(x, y, radius * 0.17, degree + side)
                yield path([(x, y), waist, tip], pen)
    yield disc(x, y, radius * 0.09, Pen(fill="#ffffff", line=TEAL, width=radius * 0.03))


def contours(size: Point, step: float, pen: Pen) -> Iterator[str]:
    """Yield lines of height around the middle; what is opposite is alike."""
    x, y = size[0] / 2, size[1] / 2
    for number in range(3, int(math.hypot(x, y) / step) + 3):
        points = []
        for degree in range(0, 360, 5):
            turn = math.radians(degree)
            swing = 0.16 * math.sin(2 * turn + 0.5) + 0.07 * math.sin(4 * turn + number * 0.35)
            swing += 0.035 * math.sin(6 * turn - number * 0.6)
            far = number * step * (1 + swing)
            u, v = x + far * math.sin(turn), y - far * 1.12 * math.cos(turn)
            points.append((min(max(u, 0), size[0]), min(max(v, 0), size[1])))
        heavy = number % 4 == 0
        yield path(points, Pen(line=pen.line, width=pen.width * (2 if heavy else 1)))


def expedition() -> None:
    """Draw what belongs to Expedition."""
    lines = Pen(line="#7fa3a5", width=0.18)

    def back() -> Iterator[str]:
        yield ground(CARD, MIST)
        yield from contours(CARD, 2.5, lines)
        yield from rose(31.5, 44, 17)

    def cover() -> Iterator[str]:
        # A sheet of a map: at the edge of the picture lines would run along it.
        sheet = '<rect x="0.8" y="0.8" width="108.4" height="84.4" rx="2"{}/>'
        yield f'<clipPath id="map">{sheet.format("")}</clipPath><g clip-path="url(#map)">'
        yield from contours((110, 86), 3.6, lines)
        yield "</g>" + sheet.format(f' fill="none" stroke="{lines.line}" stroke-width="0.35"')
        yield from rose(55, 43, 30)

    written("expedition/back.svg", CARD, back())
    written("expedition/cover.svg", (110, 86), cover(), around=0.1)
    written("expedition/logo.svg", (24, 24), rose(12, 12, 11.3))


# Gloomhaven: hexagons that fade outwards ----------------------------------------------------------

BURGUNDY, BONE, DUST = "#5a1e2b", "#e9e1d0", "#b9a58f"


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hexagon that stands on a corner."""
    return [polar(x, y, radius, 60 * i) for i in range(6)]


def hexes(size: Point, pitch: float, plate: float) -> Iterator[str]:
    """Yield a field of hexagons, smaller outwards; `plate` is from its middle to an edge."""
    x, y = size[0] / 2, size[1] / 2
    reach = math.hypot(x, y)
    edges = [polar(0, 0, 1, 30 + 60 * i) for i in range(6)]
    rows = int(y / (pitch * 0.866)) + 2
    columns = int(x / pitch) + 2
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            u = x + (column + (row % 2) / 2) * pitch
            v = y + row * pitch * 0.866
            part = 1 - math.hypot(u - x, v - y) / reach
            inside = -pitch < u < size[0] + pitch and -pitch < v < size[1] + pitch
            if not inside or part < 0.02:
                continue
            radius = pitch * (0.16 + 0.37 * part)
            if not 0.9 <= radius < min(u, size[0] - u) + 0.001:
                continue
            if not radius < v < size[1] - radius:
                continue
            corners = hexagon(u, v, radius)
            # A hexagon that the plate would cut is left out, so that the pattern is whole.
            if min(max((a - x) * c + (b - y) * d for c, d in edges) for a, b in corners) < plate:
                continue
            yield path(corners, Pen(line=BURGUNDY, width=0.15 + 0.6 * part))


def keyhole(x: float, y: float, radius: float) -> Iterator[str]:
    """Yield a door's plate with a keyhole."""
    yield path(hexagon(x, y, radius), Pen(fill=BURGUNDY))
    yield path(hexagon(x, y, radius * 0.88), Pen(line=BONE, width=radius * 0.04))
    yield disc(x, y - radius * 0.14, radius * 0.2, Pen(fill=BONE))
    foot = [(-0.09, 0.0), (0.09, 0.0), (0.19, 0.45), (-0.19, 0.45)]
    yield path([(x + radius * a, y + radius * b) for a, b in foot], Pen(fill=BONE))


def gloomhaven() -> None:
    """Draw what belongs to Gloomhaven."""

    def cover() -> Iterator[str]:
        yield from hexes((110, 86), 9, plate=22.4)
        yield from keyhole(55, 43, 24)

    written("gloomhaven/cover.svg", (110, 86), cover())
    written("gloomhaven/logo.svg", (24, 24), keyhole(12, 12, 11.8))


# Pilgrims' Loot: a heap of odd things -------------------------------------------------------------

VIOLET, YELLOW, LILAC = "#472a6e", "#f2c230", "#efeaf6"
LINE = Pen(fill=YELLOW, line=VIOLET, width=0.7)
WHITE = Pen(fill="#ffffff", line=VIOLET, width=0.7)
DARK = Pen(fill=VIOLET)


def boot() -> str:
    """Return a boot, about 10 large."""
    d = "M-3 -5H1.5V0.5Q5 1 5 3.2V4.5H-3.4Z"
    return curve(d, LINE) + curve("M-3 -2.8H1.5M-3.4 3.2H5", Pen(line=VIOLET, width=0.7))


def fish() -> str:
    """Return a fish."""
    d = "M-5 -2.6L-2.6 0L-5 2.6ZM-2.6 0Q0.5 -3.8 5 0Q0.5 3.8 -2.6 0Z"
    return curve(d, WHITE) + disc(2.9, -0.5, 0.5, DARK)


def cheese() -> str:
    """Return a piece of cheese."""
    holes = disc(-1.2, 1.4, 0.9, WHITE) + disc(2.2, 2.2, 0.7, WHITE)
    return curve("M-5 -0.4L3.2 -3.8Q5 -2.6 5 -0.4V3.8H-5Z M-5 -0.4H5", LINE) + holes


def key() -> str:
    """Return a key."""
    ring = disc(-3, 0, 2.3, LINE) + disc(-3, 0, 0.9, WHITE)
    return curve("M-0.8 -0.6H5V2.2H3.7V0.6H2.6V1.8H1.4V0.6H-0.8Z", LINE) + ring


def mushroom() -> str:
    """Return a mushroom."""
    spots = disc(-1.7, -1.8, 0.7, WHITE) + disc(1.4, -2.5, 0.8, WHITE)
    return (
        curve("M-1.5 0V4.2Q0 5 1.5 4.2V0Z", WHITE)
        + curve("M-4.6 0Q-4.4 -4.8 0 -4.8Q4.4 -4.8 4.6 0Z", LINE)
        + spots
    )


def mug() -> str:
    """Return a mug with foam."""
    handle = curve("M2.6 -1.4H4.8V2.6H2.6", Pen(line=VIOLET, width=0.9))
    foam = "M-3.8 -2.4Q-4.2 -4.6 -2 -4.4Q-0.6 -5.4 0.6 -4.4Q3 -4.8 3 -2.4Z"
    return handle + curve("M-3.4 -2.6H2.6V4.4H-3.4Z", LINE) + curve(foam, WHITE)


def die() -> str:
    """Return a die."""
    dots = "".join(disc(a * 1.5, a * b * 1.5, 0.55, DARK) for a in (-1, 1) for b in (-1, 1))
    square = curve("M-3.6 -3.6H3.6V3.6H-3.6Z", WHITE)
    return square + dots + disc(0, 0, 0.55, DARK)


def duck() -> str:
    """Return a duck."""
    body = curve("M-5 0Q-4.4 4 0 4Q4.4 4 4.2 0.4Q2 1.4 0.4 -0.4Q-2.6 -0.2 -5 0Z", LINE)
    bill = curve("M3.6 -2.8L5.6 -2.1L3.6 -1.4Z", WHITE)
    return body + bill + disc(2.0, -2.2, 2.1, LINE) + disc(2.5, -2.6, 0.45, DARK)


def bone() -> str:
    """Return a bone."""
    knobs = "".join(disc(a * 4, b * 1.1, 1.35, WHITE) for a in (-1, 1) for b in (-1, 1))
    return (
        knobs
        + curve("M-3.9 -0.95H3.9V0.95H-3.9Z", Pen(fill="#ffffff"))
        + curve("M-3.1 -0.9H3.1M-3.1 0.9H3.1", Pen(line=VIOLET, width=0.6))
    )


THINGS = (boot, fish, cheese, key, mushroom, mug, die, duck, bone)


def heap() -> Iterator[str]:
    """Yield a heap of things, the lower ones in front."""
    yield curve("M6 82Q55 70 104 82", Pen(line=VIOLET, width=1.6))
    number = 0
    for row, count in enumerate((1, 2, 3, 4, 5)):
        for i in range(count):
            x = 55 + (i - (count - 1) / 2) * 18.5 + 1.5 * math.sin(number * 2.1)
            turn = (number * 53) % 70 - 35
            inner = THINGS[(number * 2 + 7) % len(THINGS)]()
            yield placed(inner, x, 12 + row * 14.6, turn, 1.75)
            number += 1


def loot() -> None:
    """Draw what belongs to Pilgrims' Loot."""

    written("pilgrims-loot/cover.svg", (110, 86), heap())
    written("pilgrims-loot/logo.svg", (12, 12), iter([placed(duck(), 6, 6.2, -8, 1.05)]))


# Argosia: waves and oars --------------------------------------------------------------------------

LAUREL, CLAY, SAND = "#2f4a1f", "#a8482a", "#f3ece0"


def waves(y: float, width: float, pen: Pen, shift: float = 0.0, up: int = 1) -> Iterator[str]:
    """Yield a row of waves that run to the right."""
    count = round(width / 7)
    pitch = width / count
    for i in range(count):
        x = i * pitch + shift
        a, b, c = y, y - 2.6 * up, y - 1.1 * up
        d = (
            f"M{x:.2f} {a:.2f}Q{x + pitch * 0.2:.2f} {b:.2f} {x + pitch * 0.6:.2f} {b:.2f}"
            f"Q{x + pitch * 0.95:.2f} {b:.2f} {x + pitch * 0.85:.2f} {c:.2f}"
            f"Q{x + pitch * 0.65:.2f} {a - 2 * up:.2f} {x + pitch * 0.55:.2f} {c:.2f}"
            f"Q{x + pitch * 0.6:.2f} {a:.2f} {x + pitch:.2f} {a:.2f}"
        )
        yield curve(d, pen)


def oar(length: float, pen: Pen, blade: Pen) -> str:
    """Return an oar, its blade below."""
    half = length / 2
    shaft = curve(f"M0 {-half:g}V{half * 0.5:g}", pen)
    grip = curve(f"M-1 {-half:g}H1", pen)
    root, wide = half * 0.45, half * 0.62
    leaf = f"M0 {root:g}Q2.3 {wide:g} 1.7 {half:g}H-1.7Q-2.3 {wide:g} 0 {root:g}Z"
    return shaft + grip + curve(leaf, blade)


def wreath(x: float, y: float, radius: float) -> Iterator[str]:
    """Yield a wreath of laurel."""
    yield disc(x, y, radius, Pen(line=LAUREL, width=0.35))
    for i in range(24):
        degree = i * 15
        for side, far in ((-1, -1.5), (1, 1.5)):
            u, v = polar(x, y, radius + far, degree)
            leaf = curve("M0 -1.7Q1 0 0 1.7Q-1 0 0 -1.7Z", Pen(fill=LAUREL))
            yield placed(leaf, u, v, degree + 90 + 28 * side)


def ship() -> Iterator[str]:
    """Yield a galley on the sea."""
    thin = Pen(line=LAUREL, width=0.9)
    yield curve("M55 6V52", Pen(line=LAUREL, width=1.6))
    yield curve(
        "M30 12Q55 18 80 12Q77 27 80 40Q55 46 30 40Q33 27 30 12Z",
        Pen(fill=SAND, line=LAUREL, width=1.1),
    )
    yield from wreath(55, 27, 8)
    yield curve("M28 10H82", Pen(line=LAUREL, width=1.4))
    hull = (
        "M14 47Q12 40 7 39Q14 37 19 45Q22 52 30 53H84Q96 52 97 40Q105 46 101 56"
        "Q97 66 84 67H32Q17 67 14 47Z"
    )
    yield curve(hull, Pen(fill=CLAY, line=LAUREL, width=1.1))
    yield curve("M24 57H97", Pen(line=SAND, width=0.9))
    yield disc(92, 60.5, 2.4, Pen(fill=SAND, line=LAUREL, width=0.6))
    yield disc(92.4, 60.5, 0.9, Pen(fill=LAUREL))
    for i in range(8):
        x = 34 + i * 6.4
        yield curve(f"M{x:g} 61L{x - 7:g} 76", thin)
        yield curve(f"M{x - 6:g} 73.8L{x - 8.6:g} 79.2", Pen(line=LAUREL, width=1.9))
    # A line and its round ends stay within the picture: what reaches beyond is cut off.
    yield from waves(80, 108, Pen(line=LAUREL, width=0.8), shift=1)
    yield from waves(84.5, 101, Pen(line=LAUREL, width=0.5), shift=4.5)


def argosia() -> None:
    """Draw what belongs to Argosia."""

    def logo() -> Iterator[str]:
        wood, blade = Pen(line=LAUREL, width=1.2), Pen(fill=CLAY, line=LAUREL, width=0.6)
        for turn in (-32, 32):
            yield placed(oar(22, wood, blade), 12, 11.5, turn)

    written("argosia/cover.svg", (110, 90), ship())
    written("argosia/logo.svg", (24, 24), logo())


# Icons: dice and suits, on a field of 256 ---------------------------------------------------------

EDGE = Pen(line="currentColor", width=14)
INNER = Pen(line="currentColor", width=9)
SOLID = Pen(fill="currentColor")
MIDDLE = 128.0


def ring(radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon about the middle."""
    return [polar(MIDDLE, MIDDLE, radius, turn + 360 * i / count) for i in range(count)]


def lines(pairs: Iterator[tuple[Point, Point]]) -> Iterator[str]:
    """Yield the inner edges of a die."""
    for pair in pairs:
        yield path(list(pair), INNER, closed=False)


def dice() -> Iterator[tuple[str, list[str]]]:
    """Yield the dice by name, each seen with a face in front."""
    corners = [(128.0, 28.0), (234.0, 214.0), (22.0, 214.0)]
    heart = (128.0, 150.0)
    yield "d4", [path(corners, EDGE), *lines(iter([(one, heart) for one in corners]))]
    pips = [
        disc(x, y, 16, SOLID) for x, y in ((84, 84), (172, 84), (128, 128), (84, 172), (172, 172))
    ]
    yield "d6", [path([(36, 36), (220, 36), (220, 220), (36, 220)], EDGE), *pips]
    kite = [(128.0, 16.0), (226.0, 128.0), (128.0, 240.0), (30.0, 128.0)]
    front = [(128.0, 16.0), (226.0, 128.0), (128.0, 168.0), (30.0, 128.0)]
    yield "d8", [path(kite, EDGE), path(front, INNER), *lines(iter([(front[2], kite[2])]))]
    top = [
        (128.0, 16.0),
        (236.0, 112.0),
        (236.0, 148.0),
        (128.0, 240.0),
        (20.0, 148.0),
        (20.0, 112.0),
    ]
    face = [(128.0, 16.0), (184.0, 134.0), (128.0, 176.0), (72.0, 134.0)]
    spokes = [(face[1], top[2]), (face[3], top[4]), (face[2], top[3])]
    yield "d10", [path(top, EDGE), path(face, INNER), *lines(iter(spokes))]
    outer, inner = ring(112, 10), ring(66, 5)
    yield (
        "d12",
        [path(outer, EDGE), path(inner, INNER), *lines(zip(inner, outer[::2], strict=True))],
    )
    six, three = ring(114, 6), ring(66, 3)
    spokes = [(three[i], six[(2 * i + turn) % 6]) for i in range(3) for turn in (-1, 0, 1)]
    yield "d20", [path(six, EDGE), path(three, INNER), *lines(iter(spokes))]


SUITS = {
    "suit-hearts": "M128 226C40 160 20 120 20 86C20 30 98 14 128 70"
    "C158 14 236 30 236 86C236 120 216 160 128 226Z",
    "suit-diamonds": "M128 18L212 128L128 238L44 128Z",
    "suit-spades": "M128 18C206 84 236 116 236 152C236 200 172 212 142 178"
    "C144 206 152 226 172 238H84C104 226 112 206 114 178C84 212 20 200 20 152C20 116 50 84 128 18Z",
    "suit-clubs": "M128 20C176 20 190 70 164 98C206 88 238 110 236 150C232 202 166 206 141 172"
    "C144 206 152 226 172 238H84C104 226 112 206 115 172C90 206 24 202 20 150"
    "C18 110 50 88 92 98C66 70 80 20 128 20Z",
}


def icons() -> None:
    """Draw the icons that come with us besides those of the set."""
    for name, drawn in dice():
        written(f"icons/{name}.svg", (256, 256), iter(drawn))
    for name, outline in SUITS.items():
        written(f"icons/{name}.svg", (256, 256), iter([curve(outline, SOLID)]))


if __name__ == "__main__":
    for draw in (expedition, gloomhaven, loot, argosia, icons):
        draw()
