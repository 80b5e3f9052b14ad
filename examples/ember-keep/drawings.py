"""Draws the art of Ember Keep: landscapes of simple shapes, as PNG at 400 dpi, and its icons.

    .venv/bin/python examples/ember-keep/drawings.py

The same numbers give the same pictures.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

from PIL import Image, ImageDraw

ASSETS = Path(__file__).parent / "assets"
DOTS = 400 / 25.4
"""Points of a picture for a mm."""
Colour = tuple[int, int, int]
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
        keep(picture, dice.uniform(0.3, 0.7), foot, 0.22, GOLD if shown == "keep" else NIGHT)
    hills(picture, 0.93, between(NIGHT, MOSS, 0.4), dice)
    small = picture.quantize(colors=64, dither=Image.Dither.NONE)
    small.save(ASSETS / "art" / f"{name}.png", optimize=True)


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
    scene("keep", 74, 66, 31)
    for name, drawn in ICONS.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">{drawn}</svg>\n'
        (ASSETS / "icons" / f"{name}.svg").write_text(svg, encoding="utf-8")
    rings = "".join(
        f'<circle cx="40" cy="40" r="{radius}.5" fill="none" stroke="#8c3b1f" stroke-width="0.7"/>'
        for radius in range(7, 63, 5)
    )
    back = f'<rect width="80" height="80" fill="#f3e9dc"/>{rings}'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80">{back}</svg>\n'
    (ASSETS / "back.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
