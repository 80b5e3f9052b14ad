"""Alternate forms of glyphs that a font also gives code points for private use."""

from __future__ import annotations

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from aidgen.assets.faces import FontFace

GLYPHS = (".notdef", "parenleft", "raised", "logo")
PRIVATE = ("\ue081", "\ue082", "\ue083")


def face() -> FontFace:
    """Return a face whose raised parenthesis and logo have code points for private use."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(GLYPHS))
    builder.setupCharacterMap(
        {
            **{ord("("): "parenleft", ord(PRIVATE[0]): "raised"},
            **{ord(PRIVATE[1]): "logo", ord(PRIVATE[2]): "logo"},
        }
    )
    builder.setupGlyf(dict.fromkeys(GLYPHS, TTGlyphPen(None).glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(GLYPHS, (500, 0)))
    builder.setupHorizontalHeader()
    addOpenTypeFeaturesFromString(builder.font, "feature case { sub parenleft by raised; } case;")
    return FontFace(builder.font)


def test_a_form_is_read_as_the_sign_it_replaces() -> None:
    assert face().chars(GLYPHS.index("raised")) == ("(", PRIVATE[0])


def test_a_glyph_without_other_text_keeps_its_code_points() -> None:
    assert face().chars(GLYPHS.index("logo")) == PRIVATE[1:]
