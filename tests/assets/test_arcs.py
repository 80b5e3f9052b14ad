"""Arcs of drawings as curves."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from urllib.parse import quote

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from aidgen.assets.pictures import read_picture
from aidgen.assets.svg import arcs_to_curves, svg_with_curves
from aidgen.layout.promises import Promises
from tests.sheets import proved, set_document


def points(path: str) -> list[tuple[float, float]]:
    """Return points of a path: those at tenths of each curve."""
    pen = RecordingPen()
    parse_path(path, pen)
    found: list[tuple[float, float]] = []
    for name, given in pen.value:
        corners = (found[-1], *given) if name == "curveTo" else given
        for tenth in range(11) if name == "curveTo" else ():
            t = tenth / 10
            parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(p * c[i] for p, c in zip(parts, corners, strict=True)) for i in (0, 1))
            found.append((x, y))
        found += given if name in ("moveTo", "lineTo") else ()
    return found


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_each_point_of_an_arc_is_as_far_from_its_middle_as_its_radius(flags: str) -> None:
    path = arcs_to_curves(
        f"M40 0a40 40 0 {flags} 40 40" if flags != "0 0" else "M40 0A40 40 0 0 0 80 40"
    )
    assert "a" not in path.lower()
    drawn = points(path)
    middles = [(40, 40), (80, 0)]
    aside = [max(abs(math.dist(point, middle) - 40) for point in drawn) for middle in middles]
    assert min(aside) < 40 * 0.0005
    assert drawn[-1] == pytest.approx((80, 40))


def test_all_else_of_a_path_is_as_it_was() -> None:
    path = arcs_to_curves("M1 2 L3 4 C1 2 3 4 5 6 Z m1 1 a1 1 0 0 1 2 0")
    assert path.startswith("M1 2 3 4C1 2 3 4 5 6L1 2ZM2 3C")


@pytest.mark.parametrize(
    "path",
    [
        *("M1 2 A", "M1 2 A 3 3 0 7 0 1 1", "a", "M0 0 A1 1 0 0 1 x y"),
        *("M0 0 A1e-320 1 0 0 1 5 5", "M0 0 A 1e200 1e-200 45 1 0 3 3"),
        "M0 0 L1e999 1 A1 1 0 0 1 5 5",
    ],
)
def test_what_is_no_path_is_left_as_it_is(path: str) -> None:
    assert arcs_to_curves(path) == path


def test_only_paths_with_arcs_are_changed_in_a_drawing() -> None:
    before = b"<svg id='a'><path id='ad' d='M0 0L1 1'/><path data-d=\"A\" d="
    made = svg_with_curves(before + b'"M0 0a1 1 0 0 1 2 0"/></svg>')
    assert made.startswith(before + b'"M0 0C')
    assert made.endswith(b'"/></svg>')
    for odd in (b"<path d='M0 0&#65;1'/>", b"<path d='\xc3\xa4'/>", b"<path d='A", b"a d='A'"):
        assert svg_with_curves(odd) == odd


WAYS: dict[str, Callable[[str], str]] = {
    "a file of a pack": lambda svg: f"<img alt='' src='{read_picture(svg.encode()).address}'>",
    "within a page": lambda svg: svg,
    "an address of a template": lambda svg: f'<img alt="" src="data:image/svg+xml,{quote(svg)}">',
}
"""Ways in which a drawing comes into a page."""


@pytest.mark.parametrize("way", WAYS)
def test_shapes_that_all_but_touch_are_drawn_as_they_were_laid_out(way: str) -> None:
    chance = random.Random(0)
    drawings = "".join(WAYS[way](_drawing(chance)) for _ in range(40))
    css = "@page { size: A4; margin: 8mm } body { margin: 0; font-family: Source Sans Pro }"
    head = f"<title>x</title><style>{css} img, svg {{ width: 20mm; height: 20mm }}</style>"
    page = set_document(f"<html lang='en'><head>{head}</head><body>{drawings}</body></html>")
    faults = proved(page.pdf, Promises(), page.sheets).faults
    assert [fault for fault in faults if fault.kind == "ink"] == []


def _drawing(chance: random.Random) -> str:
    shapes = []
    left, radius = chance.uniform(4, 8), chance.uniform(20, 32)
    for _ in range(3):
        other = radius + chance.choice([-0.1, -0.02, 0, 0.02, 0.1])
        right, colour = left + 2 * radius, chance.choice(["#222", "#933", "#fff", "#fc6"])
        arcs = f"A{other} {other} 0 0 1 {right} 40A{radius} {radius} 0 0 1 {left} 40Z"
        shapes.append(f"<path d='M{left} 40{arcs}' fill='{colour}'/>")
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 80 80'>{''.join(shapes)}</svg>"
