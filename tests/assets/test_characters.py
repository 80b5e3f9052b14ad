from __future__ import annotations

import pytest

from aidgen.assets.characters import COMMON_CHARACTERS, unprintable_characters
from aidgen.assets.faces import faces


def test_what_counts_as_common_is_in_all_upright_faces() -> None:
    for name, face in faces().items():
        if "Italic" not in name and name.startswith("Source-Sans"):
            assert COMMON_CHARACTERS - {"\n", "\t", "\xa0", "\u202f", "\xad"} <= face.characters, (
                name
            )


@pytest.mark.parametrize("text", ["é", "e\u0301", "д", "a\u2011b", "so\u00adfar", "½ ≥ 3\u202f€"])
def test_what_our_fonts_draw_can_be_printed(text: str) -> None:
    assert list(unprintable_characters(text)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("٣", "found `٣` U+0663 ARABIC-INDIC DIGIT THREE, a digit that our fonts do not have"),
        ("a\x00", "found U+0000, a control character"),
        ("\u202e12", "found U+202E RIGHT-TO-LEFT OVERRIDE, a character that nobody sees"),
        ("\u2067", "found U+2067 RIGHT-TO-LEFT ISOLATE, a character that nobody sees"),
        ("\ufffd", "found `\ufffd` U+FFFD REPLACEMENT CHARACTER, which stands for one"),
        ("\ue000", "found U+E000, a character without a meaning"),
        ("\U000e0041", "found U+E0041 TAG LATIN CAPITAL LETTER A, a character that nobody"),
        ("😀", "found `😀` U+1F600 GRINNING FACE, which our fonts do not have"),
    ],
)
def test_what_they_do_not_draw_is_told(text: str, told: str) -> None:
    (found,) = unprintable_characters(text)
    assert found.startswith(told)
