from __future__ import annotations

import pytest

from aidgen.assets.characters import COMMON_CHARACTERS, unprintable_characters
from aidgen.assets.faces import face_named, our_faces


def test_what_counts_as_common_is_in_all_upright_faces() -> None:
    for name in our_faces():
        if "Italic" not in name and name.startswith("Source-Sans"):
            lacking = set(face_named(name).missing_characters("".join(COMMON_CHARACTERS)))
            assert lacking <= {"\n", "\t", "\xa0", "\u202f", "\xad"}, name


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("٣", "found `٣` U+0663 ARABIC-INDIC DIGIT THREE, a digit that none of our fonts has"),
        ("a\x00", "found U+0000, a control character"),
        ("\u202e12", "found U+202E RIGHT-TO-LEFT OVERRIDE, an invisible character"),
        ("\u2067", "found U+2067 RIGHT-TO-LEFT ISOLATE, an invisible character"),
        ("\ufffd", "found `\ufffd` U+FFFD REPLACEMENT CHARACTER, the replacement for"),
        ("\ue000", "found U+E000, a private-use character"),
        ("\U000e0041", "found U+E0041 TAG LATIN CAPITAL LETTER A, an invisible character"),
        (
            "2♥",
            "found `♥` U+2665 BLACK HEART SUIT, which none of our fonts has (icons are written by"
            " their names, as in :suit-hearts:)",
        ),
        ("😀", "found `😀` U+1F600 GRINNING FACE, which none of our fonts has"),
    ],
)
def test_what_they_do_not_draw_is_reported(text: str, reported: str) -> None:
    (found,) = unprintable_characters(text)
    assert found.startswith(reported)


def test_words_of_a_script_whose_font_is_installed_can_be_printed() -> None:
    assert list(unprintable_characters("the שלום of the wolf")) == []
    (found,) = unprintable_characters("le ש", among="the salom")
    assert found == "found `ש` U+05E9 HEBREW LETTER SHIN, which is not in the source"
    assert list(unprintable_characters("le שלום", among="the שלום")) == []


def test_a_font_that_is_not_installed_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aidgen.assets.fonts.installed_fonts", lambda script: ())
    monkeypatch.setattr("aidgen.assets.characters.can_draw", lambda char, script="Latn": char < "z")
    assert list(unprintable_characters("the שלום of the wolf")) == [
        "found `ש`, which needs the font Heebo: install it: pip install 'aidgen[hebrew]'"
    ]
