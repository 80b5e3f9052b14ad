from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from aidgen.page.charts import (
    THIN_STROKE,
    USUAL_STROKE,
    Axes,
    Series,
    chart_letters,
    line_chart,
)

SVG = "{http://www.w3.org/2000/svg}"
AXES = Axes("Tier", "Damage", ("1", "2", "3+"))


def drawn(*series: Series) -> ElementTree.Element:
    return ElementTree.fromstring(line_chart(AXES, series, "it <rises> & falls"))


def test_a_chart_says_in_words_what_it_shows() -> None:
    svg = drawn(Series("one", (0, 1, 2)))
    title = next(svg.iter(f"{SVG}title"))
    assert title.text == "it <rises> & falls"


def test_lines_are_reported_apart_without_colour() -> None:
    svg = line_chart(AXES, [Series(str(i), (i, i + 1, i + 2)) for i in range(5)], "x")
    lines = re.findall(r'<path d="M[^"]*L[^"]*" stroke="#000" stroke-width="1.2"[^>]*>', svg)
    dashes = [re.findall(r'dasharray="([^"]*)"', line) for line in lines]
    assert len(lines) == 5
    assert len({str(dash) for dash in dashes}) == 5


@pytest.mark.parametrize("end", [0, 1, 2])
def test_names_at_the_ends_do_not_overlap_nor_lie_among_the_ticks(end: float) -> None:
    svg = drawn(*(Series(f"line {i}", (0, 2, end)) for i in range(4)))
    heights = sorted(
        float(text.get("y", 0)) for text in svg.iter() if (text.text or "").startswith("line ")
    )
    assert all(below - above >= 9.3 for above, below in pairwise(heights))
    ticks = [float(text.get("y", 0)) for text in svg.iter(f"{SVG}text") if text.text == "3+"]
    assert max(heights) <= min(ticks) - 9.5


def test_with_little_ink_lines_are_thin_and_marks_that_are_hollow_stay_so() -> None:
    series = [Series(str(i), (i, i + 1, i + 2)) for i in range(5)]
    low, usual = (line_chart(AXES, series, "x", pen) for pen in (THIN_STROKE, USUAL_STROKE))
    widths = [
        [float(width) for width in re.findall('stroke-width="([^"]+)"', svg)]
        for svg in (low, usual)
    ]
    assert len(widths[0]) == len(widths[1])
    assert all(0.25 <= thin < wide for thin, wide in zip(*widths, strict=True))
    for svg in (low, usual):
        assert svg.count('fill="#fff"') == 2 * 3


@pytest.mark.parametrize(
    ("script", "families", "rtl"),
    [
        ("Latn", "Source Sans Pro", False),
        ("Jpan", "Noto Sans CJK JP, Source Sans Pro", False),
        ("Deva", "Hind, Source Sans Pro", False),
        ("Hebr", "Heebo, Source Sans Pro", True),
    ],
)
def test_a_chart_has_the_letters_of_its_script_and_lies_as_it_always_does(
    script: str, families: str, rtl: bool
) -> None:
    series = [Series("a", (0, 1, 2))]
    svg = ElementTree.fromstring(line_chart(AXES, series, "x", words=chart_letters(script)))
    assert svg.get("font-family") == families
    assert svg.get("direction") == ("rtl" if rtl else None)
    named = {text.text: text.get("text-anchor", "start") for text in svg.iter(f"{SVG}text")}
    assert (named["0"], named["a"]) == (("start", "end") if rtl else ("end", "start"))
    assert named["Tier"] == "middle"
