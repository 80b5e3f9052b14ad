"""Arcs of drawings as curves."""

from __future__ import annotations

import math

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from aidgen.assets.svg import arcs_to_curves, svg_with_curves


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
