"""Fonts of a theme for pages in a browser: cut down, named, left out where they may not be."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from aidgen.assets.families import package_files
from aidgen.page.theme import WebFont, font_rules, webfonts
from aidgen.pipeline.pack import Pack
from tests.mini import change

NOTICE = "  notice:"
FILES = "{{files: [fonts/Mine.ttf], licence: {}}}"


def fonts_of(pack: Path, fonts: str) -> tuple[WebFont, ...]:
    """Return the web fonts of Mini with a theme that has fonts."""
    change(pack, "content/mini/game.yaml", NOTICE, f"  theme: {{fonts: {fonts}}}\n{NOTICE}")
    return webfonts(Pack(pack).localized("mini", "en"))


def test_a_face_has_the_letters_of_the_game_alone_and_stands_for_all_weights(pack: Path) -> None:
    (font,) = fonts_of(pack, "{title: Marcellus}")
    with TTFont(io.BytesIO(font.content)) as opened:
        letters = opened.getBestCmap()
        assert opened.flavor == "woff2"
    assert ord("a") in letters
    assert ord("ŵ") not in letters
    assert len(font.content) < 15_000
    found = "\n".join(font_rules((font,), "../fonts"))
    assert f'src: url("../fonts/{font.name}")' in found
    assert "font-weight: 1 1000;" in found
    assert "h1, h2, h3, .title {" in found


def test_texts_come_in_two_weights(pack: Path) -> None:
    fonts = fonts_of(pack, "{title: Marcellus, text: Alegreya Sans}")
    assert [(font.role, font.weight) for font in fonts[1:]] == [("text", "400"), ("text", "700")]
    assert "body {" in "\n".join(font_rules(fonts, "fonts"))


@pytest.mark.parametrize(("licence", "number"), [("OFL-1.1", 1), ("Commercial", 0)])
def test_what_may_not_be_handed_out_is_no_file_of_a_site(
    pack: Path, licence: str, number: int
) -> None:
    (pack / "assets" / "fonts").mkdir(parents=True, exist_ok=True)
    (pack / "assets" / "fonts" / "Mine.ttf").write_bytes(package_files("Marcellus").contents[0])
    assert len(fonts_of(pack, f"{{title: {FILES.format(licence)}}}")) == number
