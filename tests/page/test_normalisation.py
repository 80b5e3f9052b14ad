"""Digits are made alike where they only take up room; what is reported by them stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import uharfbuzz

from aidgen.assets.faces import face_of
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.pieces import normalise_digits
from aidgen.page.render import render
from tests.mini import read

CSS = ".card { color: #000 }\n"
OWN_FACE = '{% include "ours/cards/face.html" %}'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>15 of <b>20</b></p>", "<p>99 of <b>99</b></p>"),
        ("<td data-figure='3'>3</td>", "<td data-figure='3'>9</td>"),
        ('<td data-figure="1d6+2">1d6 + 2</td>', '<td data-figure="9d9+9">9d9 + 9</td>'),
        ("<p>it&#39;s &#8239;&frac12; 3</p>", "<p>it&#39;s &#8239;&frac12; 9</p>"),
        ('<p style="width:12mm" class="a1">x</p>', '<p style="width:12mm" class="a1">x</p>'),
        (
            "<h2>Level 5 <i>2</i></h2>6<h3>7</h3><p>8</p>",
            "<h2>Level 5 <i>2</i></h2>9<h3>7</h3><p>9</p>",
        ),
        ("<p>no digits</p>", "<p>no digits</p>"),
    ],
)
def test_only_digits_of_words_are_made_alike(html: str, expected: str) -> None:
    assert normalise_digits(html) == expected


@pytest.mark.parametrize("family", ["Source Sans Pro", "Source Serif Pro"])
@pytest.mark.parametrize("weight", [400, 600, 700])
@pytest.mark.parametrize("slanted", [False, True])
def test_all_digits_of_our_fonts_take_up_the_same_room(
    family: str, weight: int, slanted: bool
) -> None:
    face = face_of((family,), weight, slanted)
    assert face is not None
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path))))
    for form in (f(other) for other in BESIDE for f in ("{{}}{0}".format, "{0}{{}}".format)):
        assert len({wide(font, form.format(digit)) for digit in DIGITS}) == 1, form
    below, above = face.depths("9")
    for digit in DIGITS:
        deep, high = face.depths(digit)
        assert deep <= below + 0.006
        assert high <= above + 0.003


DIGITS = "0123456789"
BESIDE = "xTVfrdD1.,:;–−%)(+×’”\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE}"


def wide(font: uharfbuzz.Font, words: str) -> int:
    """Return how wide words are when they are shaped, in units of the font."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    return sum(position.x_advance for position in buffer.glyph_positions)


@pytest.mark.parametrize(
    ("theme", "own", "expected"),
    [
        ("", {}, True),
        ("", {"templates/cards/style.css": CSS}, False),
        ("", {"templates/sides/style.css": CSS}, False),
        ("", {"templates/cards/face.html": OWN_FACE}, False),
        ("", {"content/mini/theme.css": "td { font-variant-numeric: proportional-nums }"}, False),
        ("", {"templates/tokens/style.css": CSS}, True),
        ("{title: Vollkorn}", {}, True),
        ("{title: Vollkorn}", {"templates/cards/style.css": CSS}, False),
        ("{title: Vollkorn}", {"templates/base.css": CSS}, False),
        ("{title: Vollkorn}", {"templates/sheet/style.css": CSS}, True),
        ("{title: Vollkorn}", {"content/mini/theme.css": "td { color: #333 }"}, False),
        ("{text: Alegreya Sans}", {}, False),
        ("{figures: Alegreya Sans}", {}, False),
    ],
)
def test_digits_are_alike_where_all_are_set_in_our_fonts(
    pack: Path, theme: str, own: Mapping[str, str], expected: bool
) -> None:
    if theme:
        game = pack / "content" / "mini" / "game.yaml"
        text = re.sub(r"(?m)^  theme:\n(?:    .*\n)+", "", game.read_text(encoding="utf-8"))
        game.write_text(text.replace("game:\n", f"game:\n  theme: {{fonts: {theme}}}\n", 1))
    for name, text in own.items():
        path = pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    deck = render(localize(read(pack), {}, "en"), "deck", (pack, BUNDLED_PACK)).section
    front = deck.leaves[0].front
    assert front.even == expected
    assert (front.evened == front) == (not expected or not re.search(r">[^<]*\d", front.inner))
