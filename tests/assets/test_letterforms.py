"""Fonts that draw something else than they say are refused, and honest ones are not."""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import uharfbuzz
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from aidgen.assets.families import FontFiles, package_files, prepare_family
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import font_files
from aidgen.assets.letterforms import DIGITS, SIGNS

REGULAR = next(path for path in font_files() if path.name == "SourceSansPro-Regular.ttf")


@cache
def few_letters(font: bytes) -> bytes:
    """Return a font with few glyphs, under their names: each that it has is looked at."""
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(map(ord, f"{DIGITS}{SIGNS}AaxÉ"))
    dropped = (int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF"))
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    wanted.flags = uharfbuzz.SubsetFlags.GLYPH_NAMES
    face = uharfbuzz.Face(uharfbuzz.Blob(font))
    return bytes(uharfbuzz.subset(face, wanted).blob.data)


def changed(change: Callable[[TTFont, dict[int, str]], object]) -> FontFiles:
    with TTFont(io.BytesIO(few_letters(REGULAR.read_bytes()))) as font:
        change(font, font.getBestCmap())
        out = io.BytesIO()
        font.save(out)
    return FontFiles("Mine", (out.getvalue(),), "OFL-1.1")


def outline_of(shown: str, said: str) -> Callable[[TTFont, dict[int, str]], None]:
    def change(font: TTFont, names: dict[int, str]) -> None:
        font["glyf"][names[ord(said)]] = copy.deepcopy(font["glyf"][names[ord(shown)]])

    return change


def empty(char: str) -> Callable[[TTFont, dict[int, str]], None]:
    def change(font: TTFont, names: dict[int, str]) -> None:
        font["glyf"][names[ord(char)]] = Glyph()

    return change


def speck(char: str) -> Callable[[TTFont, dict[int, str]], None]:
    def change(font: TTFont, names: dict[int, str]) -> None:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        pen.lineTo((0, 3))
        pen.lineTo((3, 3))
        pen.closePath()
        font["glyf"][names[ord(char)]] = pen.glyph()

    return change


def renamed(font: TTFont, names: dict[int, str]) -> None:
    """Draw 8 in a glyph that is called after 4, and that the table has no character for."""
    order = [*font.getGlyphOrder(), "four.alt"]
    font.setGlyphOrder(order)
    glyphs = font["glyf"]
    glyphs.glyphs["four.alt"] = copy.deepcopy(glyphs[names[ord("8")]])
    glyphs.glyphOrder = order
    font["hmtx"].metrics["four.alt"] = font["hmtx"].metrics[names[ord("4")]]


def substituted(feature: str) -> Callable[[TTFont, dict[int, str]], None]:
    """Draw 7 in a glyph without a name, which a feature of the font puts in the place of 4."""

    def change(font: TTFont, names: dict[int, str]) -> None:
        order = [*font.getGlyphOrder(), "weird1"]
        font.setGlyphOrder(order)
        glyphs = font["glyf"]
        glyphs.glyphs["weird1"] = copy.deepcopy(glyphs[names[ord("7")]])
        glyphs.glyphOrder = order
        font["hmtx"].metrics["weird1"] = font["hmtx"].metrics[names[ord("4")]]
        rule = f"feature {feature} {{ sub {names[ord('4')]} by weird1; }} {feature};"
        addOpenTypeFeaturesFromString(font, f"languagesystem latn dflt; {rule}")

    return change


LIES: dict[str, tuple[Callable[[TTFont, dict[int, str]], object], str]] = {
    **{
        f"{said} is {shown}": (outline_of(shown, said), f"draws `{said}` as")
        for said, shown in ("47", "74", "12", "31", "50", "68", "96", "80", "29", "01")
    },
    **{
        f"{said} is {shown}": (outline_of(shown, said), "draws `")
        for said, shown in ("+−", "−+", "×+", "<>", "≥≤", "%/", "=−")
    },
    **{f"no ink for {char}": (empty(char), f"for `{char}`") for char in "0479aÉ"},
    **{f"a speck for {char}": (speck(char), f"for `{char}`") for char in "4x%"},
    "a glyph that is called 4": (renamed, "draws `4` as `8`"),
    **{
        f"a glyph in the place of 4 by {feature}": (substituted(feature), "`4`")
        for feature in ("calt", "liga", "lnum", "locl", "ss01", "sups")
    },
}


@pytest.mark.parametrize("lie", LIES)
def test_a_font_that_draws_what_it_does_not_say_is_refused(lie: str) -> None:
    change, said = LIES[lie]
    with pytest.raises(AssetError) as refused:
        prepare_family(changed(change))
    assert said in refused.value.message


def test_few_letters_of_an_honest_font_are_not_refused() -> None:
    assert prepare_family(changed(lambda *_: None)).upright == (400,)


def test_a_variable_font_is_looked_at_in_each_weight() -> None:
    """Its 4 is right in the regular weight, 400 of 900, and shrinks to nothing at 700."""
    (content, *_) = package_files("Vollkorn").contents
    with TTFont(io.BytesIO(few_letters(content))) as font:
        name = font.getBestCmap()[ord("4")]
        points = font["glyf"][name].coordinates
        shrinking = [(round(-x / 0.6), round(-y / 0.6)) for x, y in points]
        shrinking += [(0, 0)] * 4  # of the phantom points
        variation = TupleVariation({"wght": (0.0, 1.0, 1.0)}, shrinking)
        font["gvar"].variations[name] = [variation]
        out = io.BytesIO()
        font.save(out)
    with pytest.raises(AssetError, match="has no ink, or hardly any, for `4`"):
        prepare_family(FontFiles("Shrinking", (out.getvalue(),), "OFL-1.1"))


@pytest.mark.parametrize(
    "family", ["Vollkorn", "Lilita One", "Marcellus", "Alegreya Sans", "Cormorant", "Heebo"]
)
def test_honest_fonts_are_not_refused(family: str, tmp_path: Path) -> None:
    found = package_files(family)
    assert prepare_family(FontFiles(f"{family} Again", found.contents, found.licence)).upright
