"""Fonts that draw something else than they say are refused, and honest ones are not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from aidgen.assets.families import FontFiles, package_files, prepare_family
from aidgen.assets.files import AssetError
from tests.mutants_pack import LIES, changed, few_letters


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


def test_characters_that_are_blank_by_nature_need_no_ink() -> None:
    """DejaVu has the empty pattern of Braille, fonts of Korean have fillers."""

    def blank(font: TTFont, names: dict[int, str]) -> None:
        empty = names[ord("x")]
        font["glyf"][empty] = Glyph()
        for table in font["cmap"].tables:
            kept = {code: name for code, name in table.cmap.items() if name != empty}
            table.cmap = kept | {0x2800: empty, 0x3164: empty}

    assert prepare_family(changed(blank)).upright == (400,)
