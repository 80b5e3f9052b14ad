"""Draws the art of Ember Keep: landscapes of simple shapes, as PNG at 400 dpi, and its icons.

    .venv/bin/python examples/ember-keep/drawings.py

The same numbers give the same pictures.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw

ASSETS = Path(__file__).parent / "assets"
DOTS = 400 / 25.4
"""Points of a picture for a mm."""
Colour = tuple[int, int, int]
Points = list[tuple[float, float]]
Fill = Callable[[Points, Colour], None]
"""What fills a shape with a colour: its corners are so far across from the middle
and down, in 40ths of the height of the picture."""
Drawn = Callable[[Fill], None]
NIGHT, DUSK, EMBER, GOLD = (24, 22, 48), (92, 48, 72), (222, 96, 44), (246, 200, 96)
STONE, MOSS, BONE = (70, 66, 80), (46, 74, 58), (238, 226, 204)


def between(low: Colour, high: Colour, part: float) -> Colour:
    """Return a colour between two others."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def sky(width: float, height: float, low: Colour, high: Colour) -> Image.Image:
    """Return a picture of so many mm that goes from one colour to another, downwards."""
    size = round(width * DOTS), round(height * DOTS)
    picture = Image.new("RGB", size)
    pen = ImageDraw.Draw(picture)
    for y in range(size[1]):
        pen.line((0, y, size[0], y), fill=between(low, high, y / size[1]))
    return picture


def hills(picture: Image.Image, foot: float, colour: Colour, dice: random.Random) -> None:
    """Draw a line of hills, their feet at a part of the height."""
    width, height = picture.size
    swings = [(dice.uniform(1, 5), dice.uniform(0, 6), dice.uniform(0.02, 0.06)) for _ in range(4)]
    points = [
        (x, height * (foot - sum(h * math.sin(f * x / width * 6 + p) for f, p, h in swings)))
        for x in range(0, width + 8, 8)
    ]
    ImageDraw.Draw(picture).polygon([*points, (width, height), (0, height)], fill=colour)


def keep(picture: Image.Image, x: float, foot: float, size: float, windows: Colour) -> None:
    """Draw a keep with battlements and windows, which stands behind the last hills."""
    width, height = picture.size
    pen = ImageDraw.Draw(picture)
    left, bottom, unit = x * width, foot * height, size * width

    def box(a: float, b: float, c: float, d: float, ink: Colour) -> None:
        pen.rectangle((left + a * unit, bottom - d * unit, left + c * unit, bottom - b * unit), ink)

    for a, c, d in ((-0.5, 0.5, 1.3), (-0.75, -0.4, 0.9), (0.4, 0.75, 1.0)):
        box(a, -1.5, c, d, STONE)
        for i in range(3):
            step = (c - a) / 5
            box(a + 2 * i * step, d, a + (2 * i + 1) * step, d + 0.12, STONE)
    for a, b in ((-0.1, 0.75), (-0.62, 0.5), (0.52, 0.55)):
        box(a, b, a + 0.12, b + 0.22, windows)


def mound(picture: Image.Image, x: float, top: float, part: float, colour: Colour) -> None:
    """Draw the rock that a keep stands on, so much of the width to either side."""
    width, height = picture.size
    left, right = (x - part) * width, (x + part) * width
    ImageDraw.Draw(picture).ellipse((left, top * height, right, 1.5 * height), fill=colour)


def moon(picture: Image.Image, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draw a disc."""
    width, height = picture.size
    r = radius * width
    pen = ImageDraw.Draw(picture)
    pen.ellipse((x * width - r, y * height - r, x * width + r, y * height + r), fill=colour)


def flames(picture: Image.Image, x: float, foot: float, size: float) -> None:
    """Draw a fire of three colours."""
    width, height = picture.size
    pen = ImageDraw.Draw(picture)
    for part, colour in ((1.0, EMBER), (0.68, GOLD), (0.36, BONE)):
        unit = size * width * part
        points = [
            (
                x * width + unit * 0.5 * math.sin(t) * (1 + 0.25 * math.sin(5 * t)),
                foot * height - unit * (0.55 - 0.75 * math.cos(t)),
            )
            for t in (i * math.tau / 60 for i in range(60))
        ]
        pen.polygon(points, fill=colour)


def scene(name: str, width: float, height: float, seed: int, shown: str = "keep") -> None:
    """Draw a picture of so many mm: a keep, a dark keep, a sunken one or a fire."""
    dice = random.Random(seed)
    picture = sky(width, height, NIGHT, between(DUSK, EMBER, dice.uniform(0.2, 0.9)))
    moon(picture, dice.uniform(0.2, 0.8), dice.uniform(0.15, 0.35), dice.uniform(0.05, 0.11), BONE)
    for row in range(3):
        hills(picture, 0.55 + 0.14 * row, between(DUSK, NIGHT, 0.3 + 0.3 * row), dice)
    if shown == "fire":
        flames(picture, dice.uniform(0.35, 0.65), 0.84, 0.2)
    else:
        foot = 0.98 if shown == "sunken" else 0.72
        x = dice.uniform(0.3, 0.7)
        keep(picture, x, foot, 0.22, GOLD if shown == "keep" else NIGHT)
        mound(picture, x, 0.88 if shown == "sunken" else 0.8, 0.4, between(DUSK, NIGHT, 0.8))
    hills(picture, 0.93, between(NIGHT, MOSS, 0.4), dice)
    small = picture.quantize(colors=64, dither=Image.Dither.NONE)
    small.save(ASSETS / "art" / f"{name}.png", optimize=True)


def thing(name: str, width: float, height: float, seed: int, draw: Drawn) -> None:
    """Draw a picture of so many mm of something in the night, or in a glow."""
    dice = random.Random(seed)
    picture = sky(width, height, NIGHT, between(NIGHT, DUSK, 0.9))
    wide, high = picture.size
    pen, unit = ImageDraw.Draw(picture), high / 40
    for _ in range(26):
        x, y, r = dice.uniform(0, wide), dice.uniform(0, high * 0.7), dice.uniform(0.1, 0.3) * unit
        pen.ellipse((x - r, y - r, x + r, y + r), fill=BONE)
    draw(lambda points, ink: pen.polygon([(wide / 2 + a * unit, b * unit) for a, b in points], ink))
    small = picture.quantize(colors=64, dither=Image.Dither.NONE)
    small.save(ASSETS / "art" / f"{name}.png", optimize=True)


def round_thing(x: float, y: float, rx: float, ry: float, turns: float = 1.0) -> Points:
    """Return an ellipse, or the part of it that so much of a turn draws, from the left upwards."""
    steps = [math.pi + i * math.tau * turns / 60 for i in range(61)]
    return [(x + rx * math.cos(t), y + ry * math.sin(t)) for t in steps]


def box(left: float, top: float, right: float, low: float) -> Points:
    return [(left, top), (right, top), (right, low), (left, low)]


def ground(fill: Fill) -> None:
    fill(round_thing(0, 46, 60, 14, 0.5), between(NIGHT, MOSS, 0.4))


def crown(fill: Fill) -> None:
    ground(fill)
    points = [(-13, 32), (-16, 13), (-8, 22), (0, 9), (8, 22), (16, 13), (13, 32)]
    fill(points, GOLD)
    fill(box(-13, 27, 13, 29), EMBER)
    for x, y in ((-16, 12), (0, 8), (16, 12)):
        fill(round_thing(x, y, 1.8, 1.8), BONE)
    fill(round_thing(0, 22, 2, 2.6), EMBER)


def lantern(fill: Fill) -> None:
    for r, part in ((18, 0.3), (13, 0.5)):
        fill(round_thing(0, 22, r, r), between(DUSK, EMBER, part))
    ground(fill)
    fill(round_thing(0, 10, 6, 6), STONE)
    fill(round_thing(0, 10, 4.4, 4.4), between(DUSK, EMBER, 0.5))
    fill([(-9, 13), (-6, 9), (6, 9), (9, 13)], STONE)
    fill(box(-7, 13, 7, 33), GOLD)
    for x in (-7.6, -0.6, 6.4):
        fill(box(x, 13, x + 1.2, 33), STONE)
    fill([(0, 18), (3.4, 25), (2, 30), (-2, 30), (-3.4, 25)], EMBER)
    fill(box(-9, 33, 9, 36), STONE)


def sack(fill: Fill) -> None:
    ground(fill)
    cloth = between(STONE, BONE, 0.35)
    fill([(-5, 12), (5, 12), (13, 24), (14, 35), (-14, 35), (-13, 24)], cloth)
    fill([(-7, 7), (0, 9), (7, 7), (4, 13), (-4, 13)], cloth)
    fill(box(-5, 12, 5, 14), EMBER)
    for x, y in ((-17, 35), (17, 35), (21, 36.5), (-12, 37), (12, 37.5)):
        fill(
            [(x - 3, y), (x - 1, y - 3), (x + 2.4, y - 2), (x + 3, y + 1), (x - 2, y + 1.6)], NIGHT
        )


def mirror(fill: Fill) -> None:
    ground(fill)
    fill(box(-1.6, 24, 1.6, 37), STONE)
    fill(round_thing(0, 16, 10.5, 12.5), BONE)
    fill(round_thing(0, 16, 8.6, 10.6), between(NIGHT, BONE, 0.55))
    fill([(-5, 20), (2, 9), (4, 10), (-3, 22)], BONE)


def kindling(fill: Fill) -> None:
    ground(fill)
    for part, ink in ((1.0, EMBER), (0.62, GOLD), (0.3, BONE)):
        flame = [(0, 6), (5, 15), (9, 20), (8, 29), (-8, 29), (-9, 20), (-4, 17)]
        fill([(x * part, 30 - (30 - y) * part) for x, y in flame], ink)
    fill([(-15, 33), (14, 27), (15, 30), (-14, 36)], STONE)
    fill([(15, 33), (-14, 27), (-15, 30), (14, 36)], between(STONE, BONE, 0.2))


def roof(fill: Fill) -> None:
    ground(fill)
    fill(box(-13, 20, 13, 36), STONE)
    fill([(-18, 22), (0, 7), (18, 22)], EMBER)
    fill(box(-4, 25, 4, 36), GOLD)


def owl(fill: Fill) -> None:
    fill(round_thing(13, 13, 8, 8), BONE)
    fill(box(-40, 33, 40, 35), STONE)
    fill(round_thing(0, 23, 8.5, 12), between(STONE, BONE, 0.25))
    fill([(-8.4, 20), (-7, 8), (0, 13), (7, 8), (8.4, 20)], between(STONE, BONE, 0.25))
    for x in (-3.6, 3.6):
        fill(round_thing(x, 18, 3.2, 3.2), GOLD)
        fill(round_thing(x, 18, 1.3, 1.3), NIGHT)
    fill([(-1.4, 21), (1.4, 21), (0, 25)], EMBER)


def star(fill: Fill) -> None:
    ground(fill)
    fill([(-30, 4), (9, 22), (7, 25)], between(DUSK, GOLD, 0.6))
    turns = [(i * math.pi / 5 - 0.4, 6.5 if i % 2 else 2.8) for i in range(10)]
    fill([(10 + r * math.cos(t), 24 + r * math.sin(t)) for t, r in turns], GOLD)


def rain(fill: Fill) -> None:
    ground(fill)
    cloud = between(STONE, BONE, 0.15)
    for x, y, r in ((-12, 13, 7), (-3, 10, 9), (8, 12, 8), (15, 15, 5)):
        fill(round_thing(x, y, r, r * 0.8), cloud)
    for i in range(9):
        x, y = -16 + 4 * i, 21 + 3 * (i % 3)
        fill([(x, y), (x + 0.9, y), (x - 2, y + 8), (x - 2.9, y + 8)], BONE)


THINGS = {
    "crown": (55, 40, crown), "lantern": (55, 40, lantern), "coal": (55, 40, sack),
    "mirror": (55, 40, mirror), "kindle": (36, 20, kindling), "shelter": (36, 20, roof),
    "owl": (36, 20, owl), "star": (36, 20, star), "rain": (36, 20, rain),
}  # fmt: skip
"""Of each picture of a thing: its size in mm, and what draws it."""
ICONS = {
    "ember": '<path d="M128 12C150 70 214 92 214 160A86 86 0 0 1 42 160C42 120 70 104 84 70'
    'C96 96 104 104 118 108C116 74 112 46 128 12Z"/>',
    "ward": '<path d="M128 16L224 52V124Q220 204 128 242Q36 204 32 124V52ZM128 70L76 92V128'
    'Q80 172 128 196Q176 172 180 128V92Z" fill-rule="evenodd"/>',
    "keep": '<path d="M36 236V92H20V28H60V56H88V28H120V56H136V28H168V56H196V28H236V92H220V236'
    'H152V176Q128 148 104 176V236Z"/>',
}


def main() -> None:
    """Draw all."""
    scene("cover", 150, 110, 11)
    dangers = {"ashen-gate": "keep", "cold-hearth": "dark", "watchfire": "fire"}
    dangers["sunken-hall"] = "sunken"
    for number, (name, shown) in enumerate(dangers.items()):
        scene(name, 65, 45, 21 + number, shown)
    scene("keep", 74, 62, 31)
    for number, (name, (width, height, draw)) in enumerate(THINGS.items()):
        thing(name, width, height, 41 + number, draw)
    for name, drawn in ICONS.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">{drawn}</svg>\n'
        (ASSETS / "icons" / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
