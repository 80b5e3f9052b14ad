"""The data files of languages: quotes, spaces and conjunctions."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.texts import Text
from aidgen.language.language import Language
from aidgen.language.locales import DATA, conventions, data_file

FILES = sorted(DATA.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_data_file_has_only_known_keys_and_whole_values(path: Path) -> None:
    known = conventions(path.stem)  # an unknown key is a TypeError
    assert len(known.quotes) in (0, 4)
    assert known.joining <= known.listing
    assert all(len(abbreviation.split()) == 2 for abbreviation in known.abbreviations)


def test_a_regional_variant_falls_back_to_its_language() -> None:
    assert conventions("fr_CA").quotes == "«»“”"
    assert conventions("de-AT").joining == {"und"}


def test_a_language_without_a_file_has_no_conventions() -> None:
    assert data_file("eo") is None
    assert conventions("eo").quotes == ""
    assert conventions("").listing == set()


@pytest.mark.parametrize(
    ("locale", "text", "certain"),
    [
        ("de", "15 oder 30 %", 1),
        ("de", "15-30 %", 2),
        ("eo", "15 oder 30 %", 1),
        ("eo", "15 & 30 %", 1),
    ],
)
def test_a_percent_sign_may_be_shared(locale: str, text: str, certain: int) -> None:
    meaning = Language.of({"percent": Text("%")}, locale).read(text)
    assert len(meaning.percents) == certain


def test_a_word_between_alternatives_shares_a_percent_sign_only_in_its_language() -> None:
    words = {"percent": Text("%")}
    assert Language.of(words, "de").read("15 oder 30 %").hints == ("%",)
    assert Language.of(words, "fr").read("15 oder 30 %").hints == ()
