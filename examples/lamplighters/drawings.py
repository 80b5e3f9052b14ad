"""Draws the art of The Lamplighters as SVG: houses, fog, water and lamps of simple shapes.

    .venv/bin/python examples/lamplighters/drawings.py

The same numbers give the same pictures.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import cos, sin, tau
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
NIGHT, ROOF, WALL, FOG, GLOW = "#16293a", "#1d3a4f", "#2d5068", "#c9d6dc", "#e8a23a"


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" {more}/>'


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" {more}/>'


def path(points: str, fill: str, more: str = "") -> str:
    return f'<path d="{points}" fill="{fill}" {more}/>'


def house(dice: random.Random, x: float, low: float, width: float, fill: str) -> Iterator[str]:
    """Yield a tall house with a gable and a few windows, of which hardly any is lit."""
    height, gable = dice.uniform(0.35, 0.62) * low, dice.uniform(8, 22)
    top = low - height
    walls = f"M{x:g} {low:g}V{top:g}l{width / 2:g} {-gable:g}l{width / 2:g} {gable:g}V{low:g}Z"
    yield path(walls, fill)
    for row in range(int(height // 15)):
        for column in range(int(width // 9)):
            lit = dice.random() < 0.07
            left, down = x + 3.4 + column * 9, top + 6 + row * 15
            yield rect(left, down, 3.6, 6.4, GLOW if lit else NIGHT, 'rx="1.6"')


def street(dice: random.Random, width: float, low: float, fill: str) -> Iterator[str]:
    """Yield houses side by side."""
    x = 0.0
    while width - x > 4:
        wide = min(dice.uniform(17, 31), width - x)
        yield from house(dice, x, low, wide, fill)
        x += wide
        step = dice.choice((-1, 0, 0, 3))
        if step > 0:
            # A lane between two houses is dark: neither sky nor fog shows through it.
            lane = (x - 0.2, low * 0.62, step + 0.4, low * 0.38)
            yield rect(*lane, fill)
            yield rect(*lane, NIGHT, 'fill-opacity=".4"')
        x += step


def lamp(x: float, y: float, size: float, reach: float = 1.1) -> Iterator[str]:
    """Yield a lamp on a post, its foot at a place, in a halo of three rings."""
    for radius, shade in ((reach, 0.10), (reach * 0.68, 0.16), (reach * 0.41, 0.3)):
        halo = f'fill-opacity="{shade}"'
        yield f'<circle cx="{x:g}" cy="{y - size:g}" r="{size * radius:g}" fill="{GLOW}" {halo}/>'
    yield rect(x - size * 0.03, y - size * 0.85, size * 0.06, size * 0.85, NIGHT)
    wide, high = size * 0.13, size * 0.26
    glass = f"M{x - wide * 0.7:g} {y - size * 0.85:g}h{wide * 1.4:g}"
    yield path(f"{glass}l{wide * 0.5:g} {-high:g}h{-wide * 2.4:g}Z", GLOW)
    yield path(
        f"M{x - wide * 1.4:g} {y - size * 1.11:g}h{wide * 2.8:g}l{-wide * 1.4:g} {-wide:g}Z", NIGHT
    )


def bank(dice: random.Random, width: float, y: float, shade: float) -> str:
    """Return a bank of fog that lies across a picture, and thins out downwards."""
    points = f"M0 {y:g}"
    step = width / 6
    for _ in range(6):
        up = dice.uniform(-5, 5)
        points += f"q{step / 2:g} {up - 5:g} {step:g} {up / 3:g}"
    return path(f"{points}V{y + 26:g}H0Z", "url(#bank)", f'fill-opacity="{shade}"')


def water(dice: random.Random, width: float, top: float, low: float) -> Iterator[str]:
    """Yield a canal, with ripples."""
    yield rect(0, top, width, low - top, ROOF)
    for _ in range(int(low - top) // 2):
        left, down = dice.uniform(0, width - 6), dice.uniform(top + 3, low - 1)
        yield rect(
            left,
            down,
            min(dice.uniform(6, 34), width - left),
            0.7,
            FOG,
            'fill-opacity=".3" rx=".3"',
        )


def boat(x: float, y: float, size: float) -> Iterator[str]:
    """Yield a boat with somebody who stands in it and holds a lantern."""
    yield path(
        f"M{x:g} {y:g}q{size / 2:g} {size * 0.34:g} {size:g} 0l{size * 0.06:g} {-size * 0.08:g}"
        f"q{-size * 0.56:g} {size * 0.3:g} {-size * 1.12:g} 0Z",
        NIGHT,
    )
    left = x + size * 0.36
    yield path(
        f"M{left:g} {y + size * 0.1:g}q{-size * 0.03:g} {-size * 0.4:g}"
        f" {size * 0.1:g} {-size * 0.42:g}"
        f"q{size * 0.13:g} {size * 0.02:g} {size * 0.1:g} {size * 0.42:g}Z",
        NIGHT,
    )
    yield disc(left + size * 0.1, y - size * 0.38, size * 0.06, NIGHT)
    yield from lamp(x + size * 0.8, y + size * 0.04, size * 0.42)


def night(
    width: float, height: float, *, water_from: float, seed: int, back: bool = True
) -> list[str]:
    """Return a street at night above a canal, with fog between two rows of houses."""
    dice = random.Random(seed)
    parts = [rect(0, 0, width, height, "#8fa6b3")]
    parts.append(disc(width * 0.74, height * 0.17, width * 0.09, "#e9eef0"))
    if back:
        parts += street(dice, width, water_from - 10, "#6b8595")
        parts += [bank(dice, width, water_from - 40 + 9 * row, 0.35) for row in range(3)]
    parts += street(dice, width, water_from, WALL)
    parts += water(dice, width, water_from, height)
    parts += [bank(dice, width, water_from - 14 + 8 * row, 0.3) for row in range(4)]
    return parts


def islands() -> list[str]:
    """Return the map: six islands between canals, a lamp and the place of a name on each."""
    dice = random.Random(7)
    parts = [rect(0, 0, 121, 156, ROOF)]
    quarters = ("tallow", "salt", "glass", "tannery", "bell", "lantern")
    places = [(31 + 59 * (number % 2), 27 + 51 * (number // 2)) for number in range(6)]
    bridge = f'stroke="{GLOW}" stroke-width="1.4" stroke-dasharray="2 1.4"'
    for start, end in ((0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)):
        (x, y), (to, down) = places[start], places[end]
        parts.append(path(f"M{x} {y}L{to} {down}", "none", bridge))
    for quarter, (x, y) in zip(quarters, places, strict=True):
        corners = [
            (x + dice.uniform(-27, -24.5), y + dice.uniform(-14, -10)),
            (x + dice.uniform(-8, 8), y + dice.uniform(-21.5, -20)),
            (x + dice.uniform(24.5, 27), y + dice.uniform(-14, -10)),
            (x + dice.uniform(24.5, 27), y + dice.uniform(12, 15)),
            (x + dice.uniform(-8, 8), y + dice.uniform(19.5, 21.5)),
            (x + dice.uniform(-27, -24.5), y + dice.uniform(12, 15)),
        ]
        outline = "M" + "L".join(f"{left:.1f} {down:.1f}" for left, down in corners) + "Z"
        parts.append(path(outline, "#dfe7ea", f'stroke="{NIGHT}" stroke-width="1.2"'))
        for row, reach in enumerate((3, 4, 5, 5)):
            for column in range(-reach, reach + 1):
                # Around the lamp is its square.
                if (row > 0 and abs(column) < 2) or dice.random() < 0.16:
                    continue
                left = x - 1.4 + 4.2 * column + dice.uniform(-0.5, 0.5)
                down = y - 15 + 4.8 * row + dice.uniform(-0.6, 0.6)
                wide, high = dice.uniform(2.2, 3.4), dice.uniform(2.2, 3.8)
                parts.append(rect(left, down, wide, high, WALL, 'fill-opacity=".75"'))
        parts += lamp(x, y + 5, 14, 0.7)
        parts.append(rect(x - 24, y + 6, 48, 9.5, "none", f'id="label-{quarter}"'))
    return parts


def shapes() -> list[str]:
    """Return the drowned between two houses."""
    dice = random.Random(3)
    parts = [rect(0, 0, 148, 210, "#8fa6b3")]
    for row in range(9):
        parts.append(bank(dice, 148, 26 + 20 * row, 0.6))
    for x, size, shade in ((52, 60, 0.35), (92, 74, 0.5), (70, 96, 0.75)):
        low = 175.0
        body = f"M{x - size * 0.14:g} {low:g}q{-size * 0.02:g} {-size * 0.62:g}"
        body += f" {size * 0.14:g} {-size * 0.66:g}"
        parts.append(
            path(
                f"{body}q{size * 0.17:g} {size * 0.04:g} {size * 0.14:g} {size * 0.66:g}Z",
                NIGHT,
                f'fill-opacity="{shade}"',
            )
        )
        parts.append(
            f'<circle cx="{x:g}" cy="{low - size * 0.75:g}" r="{size * 0.085:g}" fill="{NIGHT}"'
            f' fill-opacity="{shade}"/>'
        )
        parts += [bank(dice, 148, low - 30 + 10 * row, 0.6) for row in range(2)]
    parts += [rect(0, 0, 26, 210, ROOF), rect(124, 0, 24, 210, ROOF)]
    parts += [
        rect(left, 18 + 27 * row, 6, 11, NIGHT, 'rx="3"') for left in (10, 133) for row in range(7)
    ]
    parts += lamp(38, 186, 30)
    parts += [bank(dice, 148, 158 + 9 * row, 0.6) for row in range(6)]
    return parts


def nails() -> list[str]:
    """Return the wall of the archive: rings of brass tags on nails, and one that glows."""
    dice = random.Random(12)
    parts = [rect(0, 0, 148, 210, WALL)]
    for row in range(15):
        for column in range(-1, 6):
            left = 27 * column + 13.5 * (row % 2)
            shade = dice.uniform(0.1, 0.5)
            more = f'fill-opacity="{shade:.2f}" rx="1"'
            parts.append(rect(left + 0.6, 14 * row + 0.6, 25.8, 12.8, ROOF, more))
    for number in range(12):
        x, y = 31 + 43 * (number % 3), 32 + 48 * (number // 3)
        last = number == 11
        if last:
            for radius, shade in ((26, 0.12), (19, 0.16), (13, 0.22)):
                parts.append(disc(x, y + 10, radius, GLOW, f'fill-opacity="{shade}"'))
        colour = GLOW if last else "#8fa6b3"
        ring = f'stroke="{colour}" stroke-width="1.8"'
        parts.append(disc(x, y + 9, 8.5, "none", ring) if last else "")
        for tag in range(9 if last else 0):
            parts.append(disc(x - 8 + 2 * tag, y + 19 + (4 - abs(tag - 4)) * 0.9, 2, colour))
        parts.append(disc(x + 1, y + 1.6, 4.4, NIGHT, 'fill-opacity=".7"'))
        parts.append(disc(x, y, 4, FOG))
    parts += [bank(dice, 148, 190 + 7 * row, 0.28) for row in range(3)]
    return [part for part in parts if part]


def bells() -> list[str]:
    """A belfry in the fog: three bells hang still, the fourth moves."""
    dice = random.Random(4)
    parts = [rect(0, 0, 148, 210, NIGHT), disc(112, 34, 12, FOG)]
    parts += [
        path("M8 210V78Q74 -34 140 78V210Z", ROOF),
        path("M22 210V84Q74 -8 126 84V210Z", "#55728a"),
    ]
    parts.append(rect(22, 78, 104, 5, NIGHT))
    for x, y, size, turn in (
        (44, 83, 1.0, 0),
        (74, 83, 1.0, 0),
        (104, 83, 1.0, 0),
        (74, 122, 1.5, 16),
    ):
        shape = "M-1 0h2v4q7 2 8 13q1 6 4 8h-26q3 -2 4 -8q1 -11 8 -13Z"
        colour = GLOW if turn else NIGHT
        parts.append(
            f'<g transform="translate({x} {y}) rotate({turn}) scale({size})">'
            + path(shape, colour)
            + disc(0, 26.5, 2.2, colour)
            + "</g>"
        )
    parts += [rect(70, 118, 8, 5, NIGHT), rect(22, 117, 104, 4, NIGHT)]
    parts += [bank(dice, 148, 172 + 12 * row, 0.3) for row in range(3)]
    return [part for part in parts if part]


def candles() -> Iterator[str]:
    """Candles on the water, for those who did not come home."""
    dice = random.Random(5)
    yield rect(0, 0, 121, 84, "#8fa6b3")
    yield from street(dice, 121, 34, "#6b8595")
    yield from water(dice, 121, 34, 84)
    for x, y, size in (
        (16, 76, 8.2),
        (43, 68, 7),
        (66, 61, 5.9),
        (83, 54.5, 4.9),
        (95, 49, 4),
        (102, 44.5, 3.3),
        (106, 41, 2.7),
    ):
        for radius, shade in ((2.1, 0.1), (1.4, 0.16), (0.8, 0.3)):
            yield disc(x, y - size * 0.9, size * radius, GLOW, f'fill-opacity="{shade}"')
        yield rect(x - size * 0.7, y, size * 1.4, size * 0.22, NIGHT, f'rx="{size * 0.1:g}"')
        yield rect(x - size * 0.14, y - size * 0.6, size * 0.28, size * 0.6, "#e9eef0")
        flame = f"M{x:g} {y - size * 1.25:g}q{size * 0.26:g} {size * 0.42:g} 0 {size * 0.6:g}"
        yield path(f"{flame}q{-size * 0.26:g} {-size * 0.18:g} 0 {-size * 0.6:g}Z", GLOW)
    yield bank(dice, 121, 31, 0.5)


def save(name: str, width: float, height: float, parts: list[str]) -> None:
    """Write a picture of a size in mm."""
    said = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
    ends = f'<clipPath id="ends">{rect(0, 0, width, height, "#000")}</clipPath>'
    fog = "".join(
        f'<stop offset="{at}" stop-color="{FOG}" stop-opacity="{shade}"/>'
        for at, shade in ((0, 1), (0.35, 0.8), (1, 0))
    )
    fog = f'<linearGradient id="bank" x1="0" y1="0" x2="0" y2="1">{fog}</linearGradient>'
    svg = (
        f'<svg {said} width="{width:g}mm" height="{height:g}mm">\n<defs>{ends}{fog}</defs>\n'
        '<g clip-path="url(#ends)">\n' + "\n".join(parts) + "\n</g>\n</svg>\n"
    )
    (ASSETS / name).write_text(svg, encoding="utf-8")


def clocks() -> Iterator[str]:
    """Three clocks of 4, 6 and 8 segments, of which some are filled."""
    for middle, segments, filled in ((18, 4, 3), (60.5, 6, 2), (103, 8, 1)):
        for number in range(segments):
            ends = (number / segments * tau, (number + 1) / segments * tau)
            (x1, y1), (x2, y2) = ((14 * sin(end), -14 * cos(end)) for end in ends)
            yield path(
                f"M{middle:g} 16l{x1:.3f} {y1:.3f}A14 14 0 0 1 {middle + x2:.3f} {16 + y2:.3f}Z",
                GLOW if number < filled else "#ffffff",
                f'stroke="{ROOF}" stroke-width="1"',
            )


def draw_all() -> None:
    """Draw all pictures."""
    ASSETS.mkdir(exist_ok=True)
    cover = [*night(96, 86, water_from=70, seed=11), *lamp(36, 78, 30)]
    save("cover.svg", 96, 86, cover)
    save(
        "tower.svg",
        148,
        210,
        [
            *night(148, 210, water_from=182, seed=8),
            path("M60 182V62l14 -26l14 26V182Z", ROOF),
            rect(69, 72, 10, 16, GLOW, 'rx="5"'),
            *lamp(40, 200, 34),
        ],
    )
    save("fog.svg", 148, 210, shapes())
    save("nails.svg", 148, 210, nails())
    save("bells.svg", 148, 210, bells())
    save("clocks.svg", 121, 32, clocks())
    roofs = [
        *night(148, 210, water_from=204, seed=23),
        path("M22 210V120l20 -30l20 30V210Z", ROOF),
        rect(36, 128, 12, 18, GLOW, 'rx="6"'),
        path("M84 210V142l24 -22l24 22V210Z", NIGHT),
    ]
    save("roofs.svg", 148, 210, roofs)
    save("map.svg", 121, 156, islands())
    save(
        "street.svg",
        121,
        40,
        [*night(121, 40, water_from=36, seed=2, back=False), *lamp(96, 38, 13)],
    )
    save(
        "boat.svg",
        121,
        34,
        [rect(0, 0, 121, 34, "#8fa6b3"), *water(random.Random(1), 121, 21, 34), *boat(42, 22, 26)],
    )
    save("candles.svg", 121, 84, [*candles()])
    save("lamp.svg", 34, 62, [rect(0, 0, 34, 62, "#dfe7ea"), *lamp(17, 60, 34, 0.48)])


if __name__ == "__main__":
    draw_all()
