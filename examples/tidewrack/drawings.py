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
        stroke(f"M{s * 9} {y}L{s * 16} {y + 2}L{s * 18} {y + 7}", light, 1.6)
        for s in (-1, 1)
        for y in (2, 5, 8)
    )
    arms = stroke("M-9-2L-15-8M9-2L15-8", light, 2.4)
    claws = "".join(
        path(
            f"M{s * 13}-8C{s * 12}-17 {s * 22}-18 {s * 20}-9C{s * 19}-12 {s * 17}-12 {s * 16}-10Z",
            light,
        )
        for s in (-1, 1)
    )
    eyes = (
        stroke("M-3-6V-10M3-6V-10", light, 1)
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


def barnacle(dark: str, light: str) -> str:
    cones = ""
    for x, foot, wide, high in ((-11, 14, 8, 15), (11, 15, 7, 13), (0, 17, 10, 22), (-3, 18, 5, 8)):
        top = foot - high
        cones += path(
            f"M{x - wide} {foot}L{x - wide * 0.45:g} {top}H{x + wide * 0.45:g}L{x + wide} {foot}Z",
            light,
        )
        cones += ellipse(x, top, wide * 0.45, 1.9, dark)
        cones += stroke(f"M{x - 2} {top + 4}L{x - wide * 0.5:g} {foot - 2}", dark, 0.7)
        cones += stroke(f"M{x + 2} {top + 4}L{x + wide * 0.5:g} {foot - 2}", dark, 0.7)
    feelers = stroke("M-2-5C-5-10-4-14-8-16M0-5C0-11 1-14 0-18M2-5C5-10 4-14 8-16", light, 1.1)
    return feelers + cones


def slack(dark: str, light: str) -> str:
    post = path("M-14-14H-6V14H-14Z", dark) + path("M-16-17H-4V-12H-16Z", light)
    rope = stroke("M-15-5H-5M-15-2H-5M-5-2C2 16 12 14 19-8", light, 1.8)
    rings = stroke("M-18 15C-12 13-8 17-2 15M4 12C8 10 12 14 17 12", light, 0.9)
    return post + rope + rings


def choir(dark: str, light: str) -> str:
    singers = ""
    for x, y, size in ((-11, 1, 0.55), (11, 2, 0.55), (0, -5, 0.7)):
        mouth = ellipse(0, -4.5, 2.2, 3.2, dark)
        singers += (
            f'<g transform="translate({x} {y}) scale({size})">{jelly(dark, light)}{mouth}</g>'
        )
    return singers


def pilot(dark: str, light: str) -> str:
    boat = path("M-19 9H19C16 16 10 18 0 18C-10 18-16 16-19 9Z", dark)
    body = path("M-6 10C-6-2-5-5 0-5C5-5 6-2 6 10Z", light) + circle(0, -9, 4.2, light)
    cap = path("M-5.5-11C-5-16 5-16 5.5-11Z", dark) + path("M-7-11.6H8V-10H-7Z", dark)
    arm = stroke("M5-1L14-8", light, 2.4)
    lamp = stroke("M14-8V-5", dark, 0.8) + path("M11.5-5H16.5L17.5 3H10.5Z", light)
    return body + cap + arm + lamp + circle(14, -1, 7, light, 0.25) + boat


def whirl(dark: str, light: str) -> str:
    turns = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{rx * 0.42:g}" fill="none" stroke="{light}" '
        f'stroke-width="{width}" stroke-dasharray="{rx * 2.6:g} {rx * 0.5:g}" '
        f'stroke-dashoffset="{rx * 1.1:g}" stroke-linecap="round"/>'
        for x, y, rx, width in ((0, 0, 19, 2), (1, 2, 14.5, 1.9), (0, 4, 10, 1.7), (1, 6, 6, 1.4))
    )
    hand = stroke("M1 9V-6M-1-4L-4-11M0-5L-1.5-14M1.6-5L2.4-14.5M3-3L6-11", dark, 1.8)
    return turns + hand + stroke("M-3 8C-1 9 3 9 5 8", light, 1)


def smith(dark: str, light: str) -> str:
    coral = stroke("M4 18V-2M4 8C9 6 12 2 12-4M4 3C0 1-3-3-3-9M4-2C5-6 7-8 7-14", light, 2.6)
    coral += stroke("M12-4L16-8M-3-9L-7-12M7-14L10-18M7-14L4-18", light, 1.8)
    hammer = f'<g transform="rotate(-38)">{path("M-14-4H-4V4H-14Z", light)}'
    hammer += f"{stroke('M-9 4V18', dark, 2.4)}</g>"
    sparks = stroke("M-13-9L-16-13M-15-3L-19-4M-5-14L-6-19", light, 0.9)
    return coral + hammer + sparks


def sail(dark: str, light: str) -> str:
    hull = path("M-17 9C-8 12 8 12 19 6C17 14 12 17 4 17H-8C-13 17-16 14-17 9Z", dark)
    cloth = path("M-1-20C12-12 17-3 16 5L-1 8Z", light) + path(
        "M-3-14C-10-8-14-1-14 6L-3 8Z", light
    )
    return stroke("M-2 10V-20", dark, 1.4) + cloth + hull


def inkling(dark: str, light: str) -> str:
    ink = "".join(
        circle(x, y, r, dark, 0.55)
        for x, y, r in ((12, 6, 7), (17, -2, 5), (8, 13, 5), (18, 11, 4), (15, -10, 3))
    )
    arms = stroke("M-1 5C4 7 7 5 10 8M-4 6C-1 11 4 11 6 15M-8 6C-8 12-3 14-4 18", light, 2)
    body = path("M-16-6C-18-17-2-19 0-8C1-2 2 2-1 6C-5 9-10 8-10 4C-12 2-15 0-16-6Z", light)
    return ink + arms + body + circle(-6, -1, 2.4, dark) + circle(-6.6, -1.6, 0.8, light)


def mother(dark: str, light: str) -> str:
    arms = "".join(
        stroke(f"M{s * 4} 6C{s * a} {b} {s * c} {d} {s * e} {f}", light, 2.6)
        for s in (-1, 1)
        for a, b, c, d, e, f in (
            (12, 8, 14, -6, 19, -11), (12, 13, 18, 8, 18, 1), (10, 17, 15, 18, 19, 13),
        )
    )  # fmt: skip
    head = path("M-9 8C-14-2-12-19 0-19C12-19 14-2 9 8C4 13-4 13-9 8Z", light)
    eyes = "".join(circle(x, y, r, dark) for x, y, r in ((-4, 2, 2.2), (4, 2, 2.2), (0, -4, 1.5)))
    young = "".join(circle(x, 18, 1.6, light) + circle(x, 18, 0.6, dark) for x in (-4, 1, 6))
    spots = "".join(circle(x, y, 0.9, dark, 0.5) for x, y in ((-5, -11), (4, -13), (0, -9)))
    return arms + head + eyes + spots + young


def knives(dark: str, light: str) -> str:
    blades = "".join(
        f'<g transform="translate(0 15) rotate({turn})">'
        f"{path('M-1.8-8L-2.4-22L0-28L2.4-22L1.8-8Z', light)}"
        f"{stroke('M0-10V-24', dark, 0.6)}{path('M-1.8-8H1.8V0H-1.8Z', dark)}</g>"
        for turn in (-60, -36, -12, 12, 36, 60)
    )
    return blades + circle(0, 15, 3, light) + circle(0, 15, 1.2, dark)


def skiff(dark: str, light: str) -> str:
    oars = "".join(stroke(f"M{x} 6L{x - 6} 17", light, 1.2) for x in (-9, -2, 5, 12))
    hull = path("M-20 1C-10 6 10 6 20-3C18 7 12 10 2 10H-10C-15 10-18 7-20 1Z", dark)
    cloth = path("M-6-15H10C13-10 13-4 10 0H-6C-3-5-3-10-6-15Z", light)
    return stroke("M2 4V-19", dark, 1.2) + cloth + path("M2-19L10-17L2-15Z", light) + hull + oars


def spine_eel(dark: str, light: str) -> str:
    spines = "".join(
        path(f"M{x - 2} {y}L{x + lean} {y - 9}L{x + 2} {y}Z", light)
        for x, y, lean in ((-11, 3, -3), (-6, -1, -2), (0, -4, 0), (6, -4, 2), (11, -1, 4))
    )
    body = "M-17 13C-15-2 13-12 14 5C14 13 4 14 2 8"
    head = circle(2, 7, 3.4, light) + circle(1.4, 6.4, 1, dark)
    return spines + stroke(body, light, 5) + stroke(body, dark, 0.8) + head


def great_moth(dark: str, light: str) -> str:
    halo = circle(0, 0, 19, light, 0.2)
    upper = "M0-5C3-13 14-20 20-15C20-7 13-1 3 1ZM0-5C-3-13-14-20-20-15C-20-7-13-1-3 1Z"
    lower = "M1 0C9 0 13 5 10 10C9 14 12 16 13 20C6 19 3 10 0 4ZM-1 0C-9 0-13 5-10 10"
    lower += "C-9 14-12 16-13 20C-6 19-3 10 0 4Z"
    eyes = "".join(
        circle(x, y, r, dark) + circle(x, y, r / 2.2, light)
        for x, y, r in ((-12, -11, 2.8), (12, -11, 2.8), (-7, 6, 1.7), (7, 6, 1.7))
    )
    feelers = stroke("M-1-7C-3-13-6-16-9-17M1-7C3-13 6-16 9-17", dark, 1.2)
    return (
        halo + path(upper, light) + path(lower, light) + eyes + ellipse(0, 0, 2, 8, dark) + feelers
    )


def nine(dark: str, light: str) -> str:
    pole = stroke("M-19-17H19M0-17V18M-8 18H8", dark, 1.6)
    lamps = ""
    for number, x in enumerate((-17, -13, -9, -5, 0, 5, 9, 13, 17)):
        y = -12 + 5 * (number % 2) + (8 if x == 0 else 0)
        lamps += stroke(f"M{x}-17V{y}", dark, 0.6) + circle(x, y + 2.6, 4.2, light, 0.3)
        lamps += path(f"M{x - 1.5} {y}H{x + 1.5}L{x + 2} {y + 5}H{x - 2}Z", light)
    return pole + lamps


def window(dark: str, light: str) -> str:
    wall = path("M-18 18V-19H18V18Z", dark)
    glass = path("M-10 12V-4C-10-18 10-18 10-4V12Z", light)
    bars = stroke("M0-14V12M-10-3H10M-10 5H10", dark, 1.2)
    bricks = stroke("M-17-12H-11M11-8H17M-17 2H-12M12 6H17M-15 9H-12", light, 0.6)
    return wall + glass + bars + path("M-13 12H13V15H-13Z", light) + bricks


def can(dark: str, light: str) -> str:
    body = path("M-14 17L-10-4H6L10 17Z", light) + path("M-6-4V-8H2V-4Z", dark)
    spout = path("M7 2L18-12L20-10L9 12Z", light)
    handle = stroke("M-11 0C-20 0-20 13-13 13", light, 2.4)
    drop = path("M19-6C22-1 21 3 19 3C17 3 16-1 19-6Z", light)
    return (
        handle + spout + body + stroke("M-10 3H7", dark, 1) + drop + stroke("M-3-8V-11H-1", dark, 1)
    )


def blind(dark: str, light: str) -> str:
    rock = path("M-19 18C-14 10-6 14 0 12C8 10 14 12 19 18Z", dark)
    body = path("M-5-6H5L8 15H-8Z", light) + path("M-6 1H6L6.6 7H-6.6Z", dark)
    top = path("M-6-8H6V-6H-6ZM-4-16H4V-8H-4Z", dark) + path("M-5-16L-1-20L1-17L5-16Z", dark)
    cloth = path("M-5-15H5V-10H-5Z", light) + stroke("M5-14L9-11M5-12L9-7", light, 1)
    return rock + body + top + cloth + stroke("M-1-15L1-12L-1-10", dark, 0.6)


def match(dark: str, light: str) -> str:
    stick = f'<g transform="rotate(18)">{path("M-1.4-4H1.4V19H-1.4Z", light)}'
    stick += f"{ellipse(0, -5, 2.2, 3, dark)}</g>"
    flame = path("M2-20C9-12 8-3 2-3C-4-3-4-10 0-12C0-15 1-17 2-20Z", light)
    box = path("M-18 9H-4V17H-18Z", dark) + path("M-18 14.5H-4V16H-18Z", light)
    glow = circle(2, -9, 15, light, 0.18) + circle(2, -9, 10, light, 0.25)
    return (
        glow
        + box
        + stick
        + flame
        + path("M2-12C5-8 4-4 2-4C0-4 0-8 2-12Z", dark, 'fill-opacity=".6"')
    )


def waver(dark: str, light: str) -> str:
    rock = path("M-20 19C-16 8-8 10-2 9C6 8 9 12 14 19Z", dark)
    coat = path("M-8 10C-9-3-7-8-3-8C1-8 3-3 2 10Z", light)
    head = circle(-3, -11.5, 3.8, light) + path("M-9-12C-6-19 0-19 3-12Z", dark)
    arm = stroke("M0-4L11-12", light, 2.4)
    lamp = stroke("M11-12V-9", dark, 0.8) + path("M8-9H14L15 0H7Z", light)
    return (
        rock
        + coat
        + head
        + arm
        + lamp
        + circle(11, -5, 8.5, light, 0.25)
        + stroke("M11-8V-1", dark, 0.7)
    )


def bell(dark: str, light: str) -> str:
    body = path("M-3-16H3V-12C12-9 10 4 15 10H-15C-10 4-12-9-3-12Z", light)
    rim = path("M-17 10H17V13H-17Z", light)
    ring = f'<circle cx="0" cy="-18" r="2.4" fill="none" stroke="{light}" stroke-width="1.4"/>'
    weed = stroke("M-9 13C-12 8-6 4-9-2M8 10C12 5 6 2 8-3", dark, 1.2)
    return (
        ring + body + rim + circle(0, 16, 2.6, light) + weed + stroke("M-2-8L2-3L-1 1", dark, 0.8)
    )


def bone_gull(dark: str, light: str) -> str:
    wings = stroke("M-20-11C-13-14-5-8 0-2C5-8 13-14 20-11", light, 1.8)
    quills = "".join(
        stroke(f"M{s * x} {y}L{s * (x + 1)} {y + deep}", light, 1.1)
        for s in (-1, 1)
        for x, y, deep in ((5, -6, 7), (8, -8.6, 8), (11, -10.4, 8), (14, -11.4, 7), (17, -11.6, 5))
    )
    ribs = "".join(stroke(f"M{-w} {y}C{-w} {y + 3} {w} {y + 3} {w} {y}", light, 1) for w, y in
                   ((4.4, 1), (3.8, 4), (2.8, 7)))  # fmt: skip
    skull = circle(0, -5, 3.2, light) + path("M-1.4-3H1.4L0 2Z", light)
    return (
        wings + quills + ribs + stroke("M0-1V13", light, 1.4) + skull + circle(1, -5.4, 0.9, dark)
    )


def bones(dark: str, light: str) -> str:
    spine = stroke("M-8-4C0-8 10-6 17 2", light, 2)
    ribs = "".join(
        stroke(f"M{x} {y}C{x - 4} {y + 6} {x - 3} {y + deep} {x + 1} {y + deep + 2}", light, 1.5)
        for x, y, deep in ((-5, -5, 15), (-1, -6, 15), (3, -6, 14), (7, -5, 12), (11, -3, 9))
    )
    skull = path("M-20 6C-19-5-12-9-6-6C-4-3-5 1-8 3L-20 8Z", light) + circle(-10, -3, 1.6, dark)
    tail = path("M16 1C20-4 22-4 23-2C22 1 22 3 23 6C20 7 17 5 16 3Z", light)
    return spine + ribs + skull + stroke("M-19 10L-8 6", light, 1.6) + tail


def ledger(dark: str, light: str) -> str:
    hull = path("M-19 8H19C17 15 11 18 6 18H-8C-14 18-17 14-19 8Z", dark)
    book = path("M0-12C-4-16-12-16-15-14V5C-12 3-4 3 0 7Z", light)
    book += path("M0-12C4-16 12-16 15-14V5C12 3 4 3 0 7Z", light)
    lines = stroke("M-12-10C-9-11-6-10-3-9M-12-6C-9-7-6-6-3-5M-12-2C-9-3-6-2-3-1"
                   "M12-10C9-11 6-10 3-9M12-6C9-7 6-6 3-5M12-2C9-3 6-2 3-1", dark, 0.9)  # fmt: skip
    return stroke("M0-19V8", dark, 1.2) + book + lines + hull


def grave_jelly(dark: str, light: str) -> str:
    tails = stroke("M-8 2V16M-3 2L-4 18M3 2L4 18M8 2V16M0 3V14", light, 1.4)
    dome = path("M-13 3C-15-20 15-20 13 3C9 1 7 6 4 3C2 6-2 6-4 3C-7 6-9 1-13 3Z", light)
    skull = ellipse(-4.6, -5, 2.8, 3.4, dark) + ellipse(4.6, -5, 2.8, 3.4, dark)
    return tails + dome + skull + path("M0-2L1.6 1H-1.6Z", dark)


def stone(dark: str, light: str) -> str:
    rock = path("M-14 16L-17 4L-9-5L3-7L14-1L17 9L13 17Z", light)
    rope = stroke("M-8-5L-3 16M5-7L8 16M-17 6C-6 3 8 2 17 7", dark, 1.6)
    loop = stroke("M-2-6C-6-14 6-14 2-6M0-12C0-16 3-18 2-20", dark, 1.4)
    return rock + rope + loop


def wheel(dark: str, light: str) -> str:
    spokes = "".join(
        stroke(f"M0 0L{17.5 * math.cos(a):.2f} {17.5 * math.sin(a):.2f}", light, 2.2)
        for a in (i * math.pi / 4 + 0.2 for i in range(8))
    )
    rings = "".join(
        f'<circle cx="0" cy="0" r="{r}" fill="none" stroke="{ink}" stroke-width="{width}"/>'
        for r, ink, width in ((12, light, 3.2), (12, dark, 0.7))
    )
    return spokes + rings + circle(0, 0, 4, light) + circle(0, 0, 1.6, dark)


def ebb(dark: str, light: str) -> str:
    sand = path("M-22 20C-12 8 10 6 20 10C26 12 31 16 33 20Z", light)
    hull = path("M-12 2L12-4C13 5 8 9 3 10L-5 12C-9 11-12 8-12 2Z", dark)
    mast = stroke("M0 1L-5-18", dark, 1.4) + stroke("M-4-13L6-5", dark, 0.8)
    lines = stroke("M-20 15C-14 12-9 14-4 12M2 14C8 11 14 14 20 12", dark, 0.8)
    arrows = stroke("M14-4V-15M10-8L14-4L18-8", light, 1.4)
    return sand + mast + hull + lines + arrows


def glass_hull(dark: str, light: str) -> str:
    hull = path("M-19 4H19C17 13 11 16 6 16H-8C-14 16-17 12-19 4Z", light, 'fill-opacity=".45"')
    edge = stroke("M-19 4H19C17 13 11 16 6 16H-8C-14 16-17 12-19 4Z", light, 1)
    inside = circle(-7, 9, 2, dark) + stroke("M-2 12L2 7M4 12V7M9 11L12 7", dark, 1)
    sails = stroke("M-4-18C7-15 8-6 7 1H-4ZM-6-14C-13-8-15-3-15 2H-6Z", light, 1)
    glint = stroke("M-13 8L-11 12M12 7L13 5M0-12L3-8", light, 0.9)
    return hull + edge + inside + sails + stroke("M-5 4V-19", dark, 1.1) + glint


def fish(dark: str, light: str) -> str:
    body = path("M-18 0C-10-11 5-10 12-1L19-8C18-3 18 3 19 8L12 2C5 11-10 11-18 0Z", light)
    gill = stroke("M-9-5C-6-2-6 3-9 5M0-4C2-1 2 2 0 4M5-3C6-1 6 2 5 3", dark, 0.9)
    speech = path("M-18-19H-2V-11H-8L-12-7V-11H-18Z", light, 'fill-opacity=".75"')
    return (
        body
        + gill
        + circle(-12, -2, 1.5, dark)
        + speech
        + stroke("M-15-16H-5M-15-13.6H-8", dark, 0.8)
    )


def bottle(dark: str, light: str) -> str:
    glass = path("M-4-14H4V-8C11-4 12 2 12 6V14C12 17 10 18 8 18H-8C-10 18-12 17-12 14V6"
                 "C-12 2-11-4-4-8Z", light, 'fill-opacity=".55"')  # fmt: skip
    cork = path("M-3.4-19H3.4V-13H-3.4Z", dark)
    wind = "M-9 6C-4 2 2 2 6 5C9 8 5 12 2 10M-9 11C-5 8-2 9 0 12C1 15-3 16-4 14M-6 1C-2-3 4-2 5 1"
    return glass + cork + stroke(wind, dark, 1.3) + stroke("M9 4V13", light, 1.2)


def wreck(dark: str, light: str) -> str:
    ship = path("M-19 2L14-10C18-3 18 4 15 9L-8 17C-14 15-18 10-19 2Z", light)
    planks = stroke("M-17 7L16-4M-13 12L16 3M-8-1L-5 13M4-6L8 10", dark, 0.9)
    masts = stroke("M-7-2L-12-15M5-6L2-20M2-14L9-17", light, 1.6)
    hole = path("M-1 2L5 0L7 5L1 8Z", dark)
    drops = "".join(
        circle(x, y, 1, light, 0.8) for x, y in ((-15, 16), (-2, 19), (9, 16), (16, 14))
    )
    return masts + ship + planks + hole + drops


def knife(dark: str, light: str) -> str:
    blade = path("M-2-18C5-14 6-2 3 4H-3Z", light) + stroke("M0-12C2-6 2-2 1 2", dark, 0.8)
    grip = path("M-5 4H5V6.5H-5ZM-3 6.5H3L4 18H-4Z", dark)
    tilted = (
        f'<g transform="rotate(48)">{blade}{grip}{stroke("M-3 10H3M-3 14H3.6", light, 0.8)}</g>'
    )
    flame = path("M-14-17C-10-12-11-8-14-8C-17-8-18-12-14-17Z", light)
    return tilted + path("M-16-4H-12V16H-16Z", light) + flame + stroke("M-14-8V-4", dark, 0.8)


def boots(dark: str, light: str) -> str:
    pair = ""
    for x in (-15, 2):
        pair += path(f"M{x}-14H{x + 9}V6C{x + 12} 7 {x + 15} 9 {x + 15} 13H{x}Z", light)
        pair += path(f"M{x - 1} 13H{x + 16}V17H{x - 1}Z", dark)
        pair += stroke(f"M{x + 1}-8H{x + 8}M{x + 1} 0H{x + 8}", dark, 1)
        pair += circle(x + 4.5, -8, 1.2, dark) + circle(x + 4.5, 0, 1.2, dark)
    return pair


def jar(dark: str, light: str) -> str:
    glass = path("M-9-12H9C13-8 14-2 14 4C14 12 12 18 8 18H-8C-12 18-14 12-14 4C-14-2-13-8-9-12Z",
                 light, 'fill-opacity=".45"')  # fmt: skip
    lid = path("M-10-17H10V-12H-10Z", dark)
    eels = stroke("M-9 12C-2 4 2 18 9 8", light, 2.6) + stroke("M-8 3C-3-6 3 8 9-2", light, 2.6)
    eyes = circle(9, 8, 1.8, light) + circle(9, 7.6, 0.7, dark) + circle(9, -2, 1.8, light)
    return glass + lid + eels + eyes + circle(9, -2.4, 0.7, dark)


def whistle(dark: str, light: str) -> str:
    tube = path("M-19-4H6V4H-10L-13 1H-19Z", light) + circle(9, 3, 9, light)
    hole = circle(9, 3, 3.4, dark) + path("M-3-4H3L1 0H-3Z", dark)
    loop = f'<circle cx="19" cy="8" r="2.2" fill="none" stroke="{light}" stroke-width="1.2"/>'
    notes = stroke("M-6-9L-9-15M0-9V-17M6-9L9-15", light, 1.2)
    return loop + tube + hole + notes


FIGURES: dict[str, Callable[[str, str], str]] = {
    figure.__name__: figure
    for figure in (
        moth, crab, whale, jelly, gull, ship, tower, eel, turtle, octopus, lantern, anchor,
        shell, diver, hook, crown, barnacle, slack, choir, pilot, whirl, smith, sail, inkling,
        mother, knives, skiff, spine_eel, great_moth, nine, window, can, blind, match, waver,
        bell, bone_gull, bones, ledger, grave_jelly, stone, wheel, ebb, glass_hull, fish,
        bottle, wreck, knife, boots, jar, whistle,
    )
}  # fmt: skip


# Scenes -------------------------------------------------------------------------------------------

UPRIGHT = (
    "tower", "ship", "lantern", "pilot", "nine", "window", "blind", "match", "waver", "ledger",
    "sail", "skiff", "glass_hull", "ebb", "slack", "whirl", "jar", "boots",
)  # fmt: skip
"""What stands or floats."""
ABOVE_WATER = (
    *UPRIGHT[:-4], "moth", "great_moth", "gull", "bone_gull", "crown", "can", "knives", "wheel",
    "bottle", "knife", "whistle",
)  # fmt: skip
TITLE = 11.0
"""What a title covers of a picture that is as large as its card, in mm."""


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
    figure: str, faction: str, width: float, height: float, seed: str, size: float, above: float = 0
) -> str:
    """Return a figure in or above the sea, in what is seen of the picture `above` a height."""
    dice = random.Random(seed)
    night, middle, light, bright, frame = PALETTES[faction]
    flying = figure in ABOVE_WATER
    top, seen = (TITLE, above - TITLE) if above else (0.0, height)
    level = top + seen * (0.78 if flying else 0.3)
    parts = [
        gradient("sky", (night, middle, light)),
        path(f"M0 0H{width}V{height}H0Z", "url(#sky)"),
    ]
    moon_x, moon_y = dice.uniform(0.12, 0.88) * width, top + dice.uniform(0.1, 0.22) * seen
    radius = min(width, seen) * dice.uniform(0.1, 0.16)
    parts += [
        circle(moon_x, moon_y, radius * 1.7, bright, 0.16),
        circle(moon_x, moon_y, radius, bright),
    ]
    parts += [
        circle(
            dice.uniform(0, width),
            dice.uniform(0, top + seen * 0.4),
            dice.uniform(0.15, 0.4),
            bright,
            0.9,
        )
        for _ in range(18)
    ]
    if not flying:
        parts.append(path(f"M0 {level:.1f}H{width}V{height}H0Z", night, 'fill-opacity=".35"'))
    parts.append(waves(width, level, height, middle, dice))
    parts.append(waves(width, level + seen * 0.08, height, frame, dice))
    scale = min(width, seen) / 40 * size * 1.25
    lies = top + seen * (0.47 if flying else 0.55)
    turn = 0 if figure in UPRIGHT else dice.uniform(-9, 9)
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
        parts.append(waves(width, level + seen * 0.12, height, night, dice))
    return svg(width, height, "".join(parts))


# Grounds and backs --------------------------------------------------------------------------------


def net(left: float, top: float, width: float, height: float, colour: str) -> str:
    """Return a fishing net in a box: all its meshes are whole, and both its ends alike."""
    across, down = round(width / 5), 2 * round(height / 12)
    x, y = width / across / 2, height / down / 2
    lines = []
    for column in range(across):
        for row in range(down):
            u, v = left + 2 * x * column, top + 2 * y * row
            lines.append(
                f"M{u:.2f} {v + y:.2f}L{u + x:.2f} {v:.2f}L{u + 2 * x:.2f} {v + y:.2f}"
                f"L{u + x:.2f} {v + 2 * y:.2f}Z"
            )
    return f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-width=".25"/>'


def rounded(x: float, y: float, w: float, h: float, r: float, fill: str, more: str = "") -> str:
    """Return a rounded rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" {more}/>'
    )


def frame_of(width: float, height: float, faction: str, *, head: float = 12.0) -> str:
    """Return the ground of a card: a dark border, as wide as no cut shows, and paper within."""
    night, _, light, bright, frame = PALETTES[faction]
    inner = rounded(0, 0, width, height, 0, night)
    inner += rounded(2.4, 2.4, width - 4.8, height - 4.8, 2.2, frame)
    inner += rounded(3, head - 1, width - 6, height - head - 2, 1.6, bright)
    for x, y in ((3.9, 3.9), (width - 3.9, 3.9), (3.9, height - 3.9), (width - 3.9, height - 3.9)):
        inner += circle(x, y, 0.45, light)
    return svg(width, height, inner)


def parchment(width: float, height: float) -> str:
    """Return the ground of a spell: old paper with a double line and corners."""
    inner = gradient("paper", ("#fbf3dc", "#f5e8c6", "#efdcb0"))
    inner += rounded(0, 0, width, height, 0, "#3a2763")
    inner += rounded(3, 3, width - 6, height - 6, 3, "url(#paper)")
    line = 'stroke="#8a6a1f" stroke-width=".35"'
    inner += rounded(3.4, 3.4, width - 6.8, height - 6.8, 2.6, "none", line)
    for x, y in ((3.4, height - 3.4), (width - 3.4, height - 3.4)):
        inner += circle(x, y, 1.5, "#fbf3dc") + circle(x, y, 0.9, "#8a6a1f")
    return svg(width, height, inner)


def speech(width: float, height: float, colour: str, light: str) -> str:
    """Return the ground of a party card: a white bubble on a loud colour."""
    waves_across = round(width / 7)
    r = width / waves_across / 2
    crests = "".join(
        f"M{r * (2 * number + 1) - size:.2f} {height - 3.2:g}"
        f"a{size:g} {size:g} 0 0 1 {2 * size:g} 0"
        for number in range(waves_across)
        for size in (r, r * 0.6, r * 0.2)
    )
    inner = rounded(0, 0, width, height, 0, colour) + stroke(crests, light, 0.35)
    inner += stroke(f"M0 12H{width:g}", light, 0.35)
    inner += rounded(3.5, 15.5, width - 7, height - 27.5, 6, "#ffffff")
    inner += path(
        f"M{width * 0.62:g} {height - 12.5:g}L{width * 0.8:g} {height - 7.6:g}"
        f"L{width * 0.78:g} {height - 12.5:g}Z",
        "#ffffff",
    )
    return svg(width, height, inner)


def back(width: float, height: float, faction: str, figure: str) -> str:
    """Return a back: a net in a plain border, a figure in a ring, alike from both ends."""
    night, _, light, bright, frame = PALETTES[faction]
    x, y = width / 2, height / 2
    inner = rounded(0, 0, width, height, 0, night)
    inner += net(4.4, 4.4, width - 8.8, height - 8.8, light)
    line = f'stroke="{light}" stroke-width=".6"'
    inner += rounded(4, 4, width - 8, height - 8, 0.4, "none", line)
    r = width * 0.27
    inner += circle(x, y, r + 5.2, night)
    for turn in range(12):
        a = turn * math.pi / 6
        inner += circle(x + (r + 3.4) * math.cos(a), y + (r + 3.4) * math.sin(a), 0.8, light)
    inner += circle(x, y, r + 1.2, light) + circle(x, y, r, frame)
    half = r / 22
    for turn in (0, 180):
        lies = f"translate({x:g} {y:g}) rotate({turn}) translate(0 {-r * 0.5:g})"
        lies += f" scale({half * 0.48:.3f})"
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
    sizes = {"role": (63, 88, 0.68, 55), "spell": (62, 54, 0.62), "relic": (36, 22, 0.7)}
    with (GAME / "figures.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            name, kind = row["file"], row["file"].split("/")[1].split("-")[0]
            if row["pips"]:
                yield name, pips(row["figure"], int(row["pips"]))
                continue
            width, height, *more = sizes.get(kind, (55, 32, 0.68))
            yield name, scene(row["figure"], row["palette"], width, height, name, *more)


def drawings() -> Iterator[tuple[str, str]]:
    """Yield the name of each drawing, and what is in it."""
    yield from figures()
    emblems = {"tide": "anchor", "reef": "crab", "lamp": "moth", "bone": "bell"}
    for faction, figure in emblems.items():
        yield f"frames/{faction}.svg", frame_of(63, 88, faction)
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
