"""Small capitals of a font, however its rules put them in the place of letters."""

from __future__ import annotations

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from aidgen.assets.faces import FontFace

GLYPHS = (".notdef", "a", "eszett", "a.sc", "s.sc")


def face(rules: str) -> FontFace:
    """Return a face of a few letters with these rules for small capitals."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(GLYPHS))
    builder.setupCharacterMap({ord("a"): "a", ord("ß"): "eszett"})
    builder.setupGlyf(dict.fromkeys(GLYPHS, TTGlyphPen(None).glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(GLYPHS, (500, 0)))
    builder.setupHorizontalHeader()
    addOpenTypeFeaturesFromString(builder.font, f"feature smcp {{ {rules} }} smcp;")
    return FontFace(builder.font)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("sub a by a.sc;", {"a.sc"}),
        ("sub eszett by s.sc s.sc;", {"s.sc"}),
        ("sub a by a.sc; sub eszett by s.sc s.sc;", {"a.sc", "s.sc"}),
        ("sub a from [a.sc s.sc];", {"a.sc", "s.sc"}),
    ],
)
def test_small_capitals_are_known(rules: str, names: set[str]) -> None:
    assert face(rules).small_capitals == names
