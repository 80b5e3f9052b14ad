"""Draws the art of Tidewrack as SVG: scenes of the sea, grounds of cards, backs, pips.

    .venv/bin/python examples/tidewrack/drawings.py

The same numbers give the same pictures.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

GAME = Path(__file__).parent
ASSETS = GAME / "assets"
PALETTES = {
    "tide": ("#0d2b45", "#1f6f8b", "#9fd8cb", "#e9f5ee", "#123f5c"),
    "reef": ("#4a1631", "#c0443c", "#f2a65a", "#fdf0d5", "#6d1f35"),
    "lamp": ("#241a3d", "#5b3f8c", "#f4c95d", "#fff6d6", "#3a2763"),
    "bone": ("#1d2a26", "#4f6f5f", "#c9d3b0", "#f4f1e1", "#2b4038"),
}
"""Of each faction: night, middle, light, highlight, and the colour of its frame."""
Pen = Callable[[str, str], str]


def svg(width: float, height: float, inner: str) -> str:
    """Return a drawing of a size in mm."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}mm" height="{height:g}mm">{inner}</svg>\n'
    )


def path(d: str, fill: str, more: str = "") -> str:
    """Return a filled path."""
    return f'<path d="{d}" fill="{fill}" {more}/>'


def stroke(d: str, colour: str, width: float) -> str:
    """Return a line with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def circle(x: float, y: float, r: float, fill: str, opacity: float = 1) -> str:
    """Return a disc."""
    return (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" fill="{fill}" fill-opacity="{opacity:g}"/>'
    )


def ellipse(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    """Return a filled ellipse."""
    return f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{rx:.2f}" ry="{ry:.2f}" fill="{fill}"/>'


# The figures of scenes: each in a box of 40 by 40, around its middle ------------------------------


def moth(dark: str, light: str) -> str:
    wings = "M0-2C6-18 19-17 19-8C19 0 9 4 2 4C11 5 13 15 6 15C2 15 0 9 0 6"
    back = "M0-2C-6-18-19-17-19-8C-19 0-9 4-2 4C-11 5-13 15-6 15C-2 15 0 9 0 6"
    spots = circle(11, -8, 3, dark) + circle(-11, -8, 3, dark) + circle(11, -8, 1.2, light)
    spots += circle(-11, -8, 1.2, light)
    feelers = stroke("M-1-6C-2-11-5-13-7-14M1-6C2-11 5-13 7-14", dark, 0.9)
    return path(wings, light) + path(back, light) + spots + ellipse(0, 3, 1.9, 9, dark) + feelers


def crab(dark: str, light: str) -> str:
    legs = "".join(
        stroke(f"M{s * 9} {y}L{s * 16} {y + 2}L{s * 18} {y + 7}", dark, 1.6)
        for s in (-1, 1)
        for y in (2, 5, 8)
    )
    arms = stroke("M-9-2L-15-8M9-2L15-8", dark, 2.4)
    claws = "".join(
        path(
            f"M{s * 13}-8C{s * 12}-17 {s * 22}-18 {s * 20}-9C{s * 19}-12 {s * 17}-12 {s * 16}-10Z",
            light,
        )
        for s in (-1, 1)
    )
    eyes = (
        stroke("M-3-6V-10M3-6V-10", dark, 1)
        + circle(-3, -11, 1.5, light)
        + circle(3, -11, 1.5, light)
    )
    shell = path("M-13 2C-13-8 13-8 13 2C13 11-13 11-13 2Z", light)
    return legs + arms + claws + eyes + shell + stroke("M-7 3C-3 6 3 6 7 3", dark, 1)


def whale(dark: str, light: str) -> str:
    body = "M-19 2C-17-9 2-11 11-4C14-2 16-4 17-9C19-8 20-6 20-5"
    body += "C21-6 23-7 24-6C23-1 20 1 17 2C13 10-16 13-19 2Z"
    belly = "M-18 5C-9 7 2 7 9 5C4 10-15 11-18 5Z"
    jet = stroke("M-8-9C-8-14-12-16-14-15M-8-9C-8-14-4-16-2-15", light, 1.1)
    return (
        path(body, light)
        + path(belly, dark, 'fill-opacity=".35"')
        + circle(-12, 1, 1.1, dark)
        + jet
    )


def jelly(dark: str, light: str) -> str:
    tails = "".join(
        stroke(f"M{x} 0C{x + 4} 6 {x - 4} 10 {x + 1} {16 + abs(x) % 3}", light, 1.3)
        for x in (-9, -4.5, 0, 4.5, 9)
    )
    dome = "M-13 1C-13-18 13-18 13 1C10 4 8 0 5 2C2 4-2 4-5 2C-8 0-10 4-13 1Z"
    return tails + path(dome, light) + stroke("M-8-5C-7-10-3-12 0-12", dark, 1.2)


def gull(dark: str, light: str) -> str:
    wings = "M-20-9C-13-13-5-8 0-1C5-8 13-13 20-9C12-8 7-1 4 5C2 9-2 9-4 5C-7-1-12-8-20-9Z"
    return path(wings, light) + path("M3 5L9 8L4 8Z", dark) + circle(2.4, 4.4, 0.8, dark)


def ship(dark: str, light: str) -> str:
    hull = path("M-18 6H18C16 14 11 16 7 16H-9C-14 16-17 12-18 6Z", dark)
    masts = stroke("M-5 6V-19M8 6V-14", dark, 1.2)
    sails = path("M-4-18C7-15 8-6 7 2H-4ZM-6-15C-14-8-16-2-16 3H-6Z", light)
    return hull + masts + sails + path("M9-13C15-9 16-3 15 3H9Z", light, 'fill-opacity=".8"')


def tower(dark: str, light: str) -> str:
    beam = path("M0-13L30-22V-4ZM0-13L-30-22V-4Z", light, 'fill-opacity=".35"')
    body = path("M-4.5-8H4.5L7 18H-7Z", light) + path("M-5.4 1H5.4L5.9 7H-5.9Z", dark)
    top = path("M-5-9H5V-8H-5ZM-3.4-16H3.4V-9H-3.4Z", dark) + path("M-4.4-16L0-21L4.4-16Z", dark)
    return beam + body + top + circle(0, -12.6, 2.2, light)


def eel(dark: str, light: str) -> str:
    body = "M-18 9C-12-2-8 16-1 6C6-5 10 8 16-6"
    return (
        stroke(body, light, 5)
        + stroke(body, dark, 0.8)
        + circle(16.4, -6.6, 3, light)
        + circle(17.2, -7.4, 0.9, dark)
    )


def turtle(dark: str, light: str) -> str:
    fins = (
        "M-9-5C-19-13-21-6-11 1ZM9-5C19-13 21-6 11 1ZM-8 7C-14 10-14 16-6 11ZM8 7C14 10 14 16 6 11Z"
    )
    shell = path("M-12 1C-12-13 12-13 12 1C12 15-12 15-12 1Z", light)
    lines = stroke("M0-9V12M-11-1L-4 1L-4 9M11-1L4 1L4 9M-4 1L0-3L4 1", dark, 0.9)
    return path(fins, dark) + ellipse(0, -13, 3.4, 4.4, dark) + shell + lines


def octopus(dark: str, light: str) -> str:
    arms = "".join(
        stroke(f"M{x * 0.5:g} 2C{x} 6 {x * 1.5:g} 6 {x * 1.5:g} {11 + i % 3 * 2}", light, 2.4)
        for i, x in enumerate((-11, -7, -3, 3, 7, 11))
    )
    head = path("M-9 3C-14-18 14-18 9 3C5 7-5 7-9 3Z", light)
    return arms + head + circle(-3.4, -1, 1.9, dark) + circle(3.4, -1, 1.9, dark)


def lantern(dark: str, light: str) -> str:
    glow = circle(0, 3, 19, light, 0.2) + circle(0, 3, 13, light, 0.3)
    frame = stroke("M-6-8C-6-17 6-17 6-8", dark, 1.4) + path("M-8-8H8V-5H-8ZM-9 12H9V16H-9Z", dark)
    glass = path("M-6-5H6L7 12H-7Z", light) + stroke("M-6-5L-7 12M6-5L7 12M0-5V12", dark, 1)
    flame = path("M0-1C4 4 3 9 0 9C-3 9-4 4 0-1Z", dark, 'fill-opacity=".7"')
    return glow + frame + glass + flame


def anchor(dark: str, light: str) -> str:
    line = "M0-12V14M-8-7H8M-14 4C-13 14-5 15 0 15C5 15 13 14 14 4"
    return (
        stroke(line, light, 3.2)
        + path("M-17 7L-14 0L-10 6ZM17 7L14 0L10 6Z", light)
        + (f'<circle cx="0" cy="-15" r="3" fill="none" stroke="{light}" stroke-width="2.2"/>')
    )


def shell(dark: str, light: str) -> str:
    fan = path("M0 14L-4 15L-5 11C-17 8-18-6-11-11C-6-15 6-15 11-11C18-6 17 8 5 11L4 15Z", light)
    ribs = stroke("M0 11V-12M-2 11L-7-11M2 11L7-11M-3 10L-13-5M3 10L13-5", dark, 0.9)
    return fan + ribs


def diver(dark: str, light: str) -> str:
    body = path("M-14 18C-14 9 14 9 14 18Z", dark) + path("M-9 9H9V12H-9Z", light)
    helm = (
        circle(0, -2, 11, light) + circle(0, -2, 6.4, dark) + stroke("M-4-5C-2-8 1-8 3-7", light, 1)
    )
    return body + helm + circle(-11, -2, 2.2, dark) + circle(11, -2, 2.2, dark)


def hook(dark: str, light: str) -> str:
    return (
        stroke("M0-16V6C0 16-12 15-11 5", light, 3)
        + path("M-15 7L-11-1L-7 6Z", light)
        + (f'<circle cx="0" cy="-17" r="2.6" fill="none" stroke="{light}" stroke-width="1.8"/>')
    )


def crown(dark: str, light: str) -> str:
    points = path("M-15 9L-17-9L-8-1L0-14L8-1L17-9L15 9Z", light) + path(
        "M-15 10H15V14H-15Z", light
    )
    return points + "".join(
        circle(x, y, 1.7, dark) for x, y in ((-17, -10), (0, -15), (17, -10), (0, 5))
    )


FIGURES: dict[str, Callable[[str, str], str]] = {
    one.__name__: one
    for one in (
        moth, crab, whale, jelly, gull, ship, tower, eel, turtle, octopus, lantern, anchor, shell,
        diver, hook, crown,
    )
}  # fmt: skip


# Scenes -------------------------------------------------------------------------------------------


def gradient(name: str, colours: Sequence[str]) -> str:
    """Return a gradient from above to below."""
    stops = "".join(
        f'<stop offset="{at / (len(colours) - 1):g}" stop-color="{colour}"/>'
        for at, colour in enumerate(colours)
    )
    sort = '<linearGradient x1="0" y1="0" x2="0" y2="1"'
    return f'<defs>{sort} id="{name}">{stops}</linearGradient></defs>'


def waves(width: float, y: float, height: float, colour: str, dice: random.Random) -> str:
    """Return a band of waves from a height to the lower edge."""
    step, high = width / dice.choice((5, 6, 7)), dice.uniform(1.2, 2.6)
    start = -dice.uniform(0, step)
    d = f"M{start:.1f} {y:.1f}"
    x = start
    while x < width + step:
        d += f"q{step / 4:.2f} {-high:.2f} {step / 2:.2f} 0t{step / 2:.2f} 0"
        x += step
    return path(f"{d}V{height}H{start:.1f}Z", colour)


def scene(
    figure: str, faction: str, width: float, height: float, seed: str, *, size: float = 0.72
) -> str:
    """Return a figure in or above the sea."""
    dice = random.Random(seed)
    night, middle, light, bright, frame = PALETTES[faction]
    flying = figure in ("moth", "gull", "lantern", "crown", "tower", "ship")
    level = height * (0.78 if flying else 0.3)
    parts = [
        gradient("sky", (night, middle, light)),
        path(f"M0 0H{width}V{height}H0Z", "url(#sky)"),
    ]
    moon_x, moon_y = dice.uniform(0.12, 0.88) * width, dice.uniform(0.1, 0.22) * height
    radius = min(width, height) * dice.uniform(0.1, 0.16)
    parts += [
        circle(moon_x, moon_y, radius * 1.7, bright, 0.16),
        circle(moon_x, moon_y, radius, bright),
    ]
    parts += [
        circle(
            dice.uniform(0, width),
            dice.uniform(0, height * 0.4),
            dice.uniform(0.15, 0.4),
            bright,
            0.9,
        )
        for _ in range(18)
    ]
    if not flying:
        parts.append(path(f"M0 {level:.1f}H{width}V{height}H0Z", night, 'fill-opacity=".35"'))
    parts.append(waves(width, level, height, middle, dice))
    parts.append(waves(width, level + height * 0.08, height, frame, dice))
    scale = min(width, height) / 40 * size * (1.25 if width > height else 1)
    lies = height * (0.46 if flying else 0.6) * (1 if width > height else 0.72)
    turn = dice.uniform(-9, 9) if figure not in ("tower", "ship", "lantern") else 0
    place = f"translate({width / 2:.2f} {lies:.2f}) rotate({turn:.1f}) scale({scale:.3f})"
    shadow = light if not flying else bright
    parts.append(f'<g transform="{place}">{FIGURES[figure](night, shadow)}</g>')
    if not flying:
        parts += [
            circle(
                dice.uniform(0.1, 0.9) * width,
                dice.uniform(level + 4, height - 2),
                dice.uniform(0.3, 0.9),
                bright,
                0.55,
            )
            for _ in range(14)
        ]
    else:
        parts.append(waves(width, level + height * 0.12, height, night, dice))
    return svg(width, height, "".join(parts))


# Grounds and backs --------------------------------------------------------------------------------


def scales(width: float, height: float, step: float, colour: str, opacity: float) -> str:
    """Return a pattern of fish scales, the same turned by half a turn."""
    lines = []
    rows, columns = math.ceil(height / step * 2) + 2, math.ceil(width / step) + 2
    for row in range(-1, rows):
        for column in range(-1, columns):
            x, y = (column + row % 2 / 2) * step, row * step * 0.5
            lines.append(f"M{x:.2f} {y:.2f}a{step / 2:g} {step / 2:g} 0 0 0 {step:g} 0")
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-width=".22" '
        f'stroke-opacity="{opacity:g}"/>'
    )


def rounded(x: float, y: float, w: float, h: float, r: float, fill: str, more: str = "") -> str:
    """Return a rounded rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" {more}/>'
    )


def frame_of(width: float, height: float, faction: str, *, head: float = 12.0) -> str:
    """Return the ground of a card: a dark border with scales, and paper within."""
    night, _, light, bright, frame = PALETTES[faction]
    inner = rounded(0, 0, width, height, 0, night) + scales(width, height, 4.2, light, 0.5)
    inner += rounded(2.4, 2.4, width - 4.8, height - 4.8, 2.2, frame)
    inner += rounded(3, head - 1, width - 6, height - head - 2, 1.6, bright)
    for x, y in ((3.9, 3.9), (width - 3.9, 3.9), (3.9, height - 3.9), (width - 3.9, height - 3.9)):
        inner += circle(x, y, 0.45, light)
    return svg(width, height, inner)


def parchment(width: float, height: float) -> str:
    """Return the ground of a spell: old paper with a double line and corners."""
    inner = gradient("paper", ("#fbf3dc", "#f5e8c6", "#efdcb0"))
    inner += rounded(0, 0, width, height, 0, "#3a2763") + scales(width, height, 5, "#f4c95d", 0.55)
    inner += rounded(3, 3, width - 6, height - 6, 3, "url(#paper)")
    line = 'stroke="#8a6a1f" stroke-width=".35"'
    inner += rounded(3.5, 3.5, width - 7, height - 7, 2.6, "none", line)
    for x, y in ((3.5, height - 3.5), (width - 3.5, height - 3.5)):
        inner += circle(x, y, 1.5, "#fbf3dc") + circle(x, y, 0.9, "#8a6a1f")
    return svg(width, height, inner)


def speech(width: float, height: float, colour: str, light: str) -> str:
    """Return the ground of a party card: a white bubble on a loud colour."""
    inner = rounded(0, 0, width, height, 0, colour) + scales(width, height, 7, light, 0.8)
    inner += rounded(2.2, 12.5, width - 4.4, height - 24.5, 6, "#ffffff")
    inner += path(
        f"M{width * 0.62:g} {height - 12.5:g}L{width * 0.8:g} {height - 4:g}"
        f"L{width * 0.78:g} {height - 12.5:g}Z",
        "#ffffff",
    )
    return svg(width, height, inner)


def back(width: float, height: float, faction: str, figure: str) -> str:
    """Return a back: scales around a figure in a ring, alike from both ends."""
    night, _, light, bright, frame = PALETTES[faction]
    x, y = width / 2, height / 2
    inner = rounded(0, 0, width, height, 0, night) + scales(width, height, 4.2, light, 0.55)
    line = f'stroke="{light}" stroke-width=".6"'
    inner += rounded(4, 4, width - 8, height - 8, 3, "none", line)
    r = width * 0.27
    for turn in range(12):
        a = turn * math.pi / 6
        inner += circle(x + (r + 3.4) * math.cos(a), y + (r + 3.4) * math.sin(a), 0.8, light)
    inner += circle(x, y, r + 1.2, light) + circle(x, y, r, frame)
    half = r / 22
    for turn in (0, 180):
        lies = f"translate({x:g} {y:g}) rotate({turn}) translate(0 {-r * 0.47:g})"
        lies += f" scale({half * 0.62:.3f})"
        inner += f'<g transform="{lies}">{FIGURES[figure](frame, bright)}</g>'
    inner += stroke(
        f"M{x - r:g} {y:g}q{r / 4:g} -2 {r / 2:g} 0t{r / 2:g} 0t{r / 2:g} 0t{r / 2:g} 0", light, 0.6
    )
    return svg(width, height, inner)


# Pips ---------------------------------------------------------------------------------------------

SUITS = {"anchor": "#123f5c", "shell": "#b3372f", "lantern": "#8a5a00", "gull": "#2b4038"}
COLUMNS = {
    1: ((0, 0),), 2: ((0, -2), (0, 2)), 3: ((0, -2), (0, 0), (0, 2)),
    4: ((-1, -2), (1, -2), (-1, 2), (1, 2)), 5: ((-1, -2), (1, -2), (0, 0), (-1, 2), (1, 2)),
    6: ((-1, -2), (1, -2), (-1, 0), (1, 0), (-1, 2), (1, 2)),
    7: ((-1, -2), (1, -2), (0, -1), (-1, 0), (1, 0), (-1, 2), (1, 2)),
    8: ((-1, -2), (1, -2), (0, -1), (-1, 0), (1, 0), (0, 1), (-1, 2), (1, 2)),
    9: ((-1, -2), (1, -2), (-1, -0.66), (1, -0.66), (0, 0), (-1, 0.66), (1, 0.66), (-1, 2), (1, 2)),
    10: ((-1, -2), (1, -2), (0, -1.33), (-1, -0.66), (1, -0.66), (-1, 0.66), (1, 0.66), (0, 1.33),
         (-1, 2), (1, 2)),
}  # fmt: skip
"""Where the pips of a card are: columns and rows from its middle."""


def pips(suit: str, count: int) -> str:
    """Return the face of a playing card, the lower half upside down."""
    colour, width, height = SUITS[suit], 63.0, 88.0
    inner = rounded(0, 0, width, height, 0, "#fffdf6")
    size = 1.05 if count == 1 else 0.3
    for across, down in COLUMNS[count]:
        turned = 180 if down > 0 else 0
        x, y = width / 2 + across * 12.5, height / 2 + down * 14.5
        lies = f"translate({x:g} {y:g}) rotate({turned}) scale({size})"
        inks = (colour, "#e3a92b") if suit == "lantern" else ("#fffdf6", colour)
        inner += f'<g transform="{lies}">{FIGURES[suit](*inks)}</g>'
    return svg(width, height, inner)


def figures() -> Iterator[tuple[str, str]]:
    """Yield the pictures of cards: their names, and what is in them."""
    sizes = {"role": (63, 88, 0.7), "spell": (62, 42, 0.72), "relic": (36, 22, 0.8)}
    with (GAME / "figures.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            name, kind = row["file"], row["file"].split("/")[1].split("-")[0]
            if row["pips"]:
                yield name, pips(row["figure"], int(row["pips"]))
                continue
            width, height, size = sizes.get(kind, (55, 32, 0.72))
            yield name, scene(row["figure"], row["palette"], width, height, name, size=size)


def drawings() -> Iterator[tuple[str, str]]:
    """Yield the name of each drawing, and what is in it."""
    yield from figures()
    for faction in PALETTES:
        yield f"frames/{faction}.svg", frame_of(63, 88, faction)
        figure = "anchor" if faction == "tide" else "moth"
        yield f"backs/{faction}.svg", back(63, 88, faction, figure)
    yield "frames/spell.svg", parchment(70, 120)
    yield "frames/relic.svg", frame_of(44, 67, "bone")
    yield "frames/truth.svg", speech(63, 88, "#123f5c", "#9fd8cb")
    yield "frames/dare.svg", speech(63, 88, "#b3372f", "#f2a65a")
    yield "backs/spell.svg", back(70, 120, "lamp", "lantern")
    yield "backs/relic.svg", back(44, 67, "bone", "hook")
    yield "backs/role.svg", back(63, 88, "tide", "crown")
    yield "backs/playing.svg", back(63, 88, "reef", "shell")
    yield "backs/party.svg", back(63, 88, "lamp", "gull")
    for suit in SUITS:
        inks = ("currentColor", "none") if suit == "lantern" else ("none", "currentColor")
        inner = f'<g transform="translate(20 20)">{FIGURES[suit](*inks)}</g>'
        yield f"icons/suit-of-{suit}s.svg", svg(40, 40, inner)


def main() -> None:
    """Write all drawings."""
    for name, text in drawings():
        file = ASSETS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
