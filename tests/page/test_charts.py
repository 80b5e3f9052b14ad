from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from aidgen.page.charts import LineChart

SVG = "{http://www.w3.org/2000/svg}"
Lines = Sequence[tuple[str, Sequence[float]]]


def drawn(lines: Lines, script: str = "Latn") -> str:
    labels = "Tier", "Damage"
    return LineChart("it <rises> & falls", *labels, ("1", "2", "3+"), lines, script).svg()


def test_a_chart_says_in_words_what_it_shows() -> None:
    svg = ElementTree.fromstring(drawn([("one", (0, 1, 2))]))
    title = next(svg.iter(f"{SVG}title"))
    assert title.text == "it <rises> & falls"


def test_lines_are_reported_apart_without_colour() -> None:
    svg = drawn([(str(i), (i, i + 1, i + 2)) for i in range(5)])
    lines = re.findall(r'<path d="M[^"]*L[^"]*" stroke="#000" stroke-width="1.2"[^>]*>', svg)
    dashes = [re.findall(r'dasharray="([^"]*)"', line) for line in lines]
    assert len(lines) == 5
    assert len({str(dash) for dash in dashes}) == 5


@pytest.mark.parametrize("end", [0, 1, 2])
def test_names_at_the_ends_do_not_overlap_nor_lie_among_the_ticks(end: float) -> None:
    svg = ElementTree.fromstring(drawn([(f"line {i}", (0, 2, end)) for i in range(4)]))
    heights = sorted(
        float(text.get("y", 0)) for text in svg.iter() if (text.text or "").startswith("line ")
    )
    assert all(below - above >= 9.3 for above, below in pairwise(heights))
    ticks = [float(text.get("y", 0)) for text in svg.iter(f"{SVG}text") if text.text == "3+"]
    assert max(heights) <= min(ticks) - 9.5


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
    svg = ElementTree.fromstring(drawn([("a", (0, 1, 2))], script))
    assert svg.get("font-family") == families
    assert svg.get("direction") == ("rtl" if rtl else None)
    named = {text.text: text.get("text-anchor", "start") for text in svg.iter(f"{SVG}text")}
    assert (named["0"], named["a"]) == (("start", "end") if rtl else ("end", "start"))
    assert named["Tier"] == "middle"
