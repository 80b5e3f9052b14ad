"""Locale codes as people write them, and the folders with such names."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.context import locale_code
from aidgen.language.locales import closest_locale, locale_folder
from aidgen.pipeline.pack import Pack
from tests.mini import change


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("pt-BR", "pt_BR"),
        ("pt_br", "pt_BR"),
        ("FR", "fr"),
        ("zh-Hant", "zh_Hant"),
        ("zh_hant_tw", "zh_Hant_TW"),
    ],
)
def test_a_locale_code_is_read_as_people_write_it(written: str, code: str) -> None:
    assert locale_code(written) == code


def test_a_game_names_its_language_as_people_write_it(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "language: en\n", "language: pt-BR\n")
    assert Pack(pack).locales("mini") == ["fr", "pt_BR"]


def test_a_folder_may_be_named_as_people_write_its_locale(tmp_path: Path) -> None:
    for name in ("zh-Hant", "fr"):
        (tmp_path / "locales" / name).mkdir(parents=True)
    assert locale_folder(tmp_path, "zh_Hant") == "zh-Hant"
    assert locale_folder(tmp_path, "fr") == "fr"
    assert locale_folder(tmp_path, "pt_BR") == "pt_BR"


def test_a_language_is_found_by_its_own_name() -> None:
    assert closest_locale("Deutsch") == "did you mean `de`?"
    assert closest_locale("pt_BRR") == "did you mean `pt_BR`?"
