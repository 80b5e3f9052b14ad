"""Texts of an open aid, and their edits: never over what somebody else has written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aidgen.game.context import Context
from aidgen.pipeline.pack import Pack
from aidgen.serve.texts import ConflictError, describe_text, save_text
from tests.mini import change

START = Context.read("mini.rules.start.text")
GUESS = Context.read("mini.rules.guess.text")
RULES, FRENCH = "content/mini/rules.yaml", "locales/fr/mini.po"
OLD = "Every hero has {health} health & a *sword*."


def save(pack: Pack, locale: str, context: Context, words: str, seen: str) -> str:
    return save_text(pack, "mini", locale, context, (words,), (seen,)).file


def test_a_text_of_the_source_is_written_in_its_place(pack: Path) -> None:
    before = (pack / RULES).read_text(encoding="utf-8")
    assert save(Pack(pack), "en", START, "No sword.", OLD) == "content/mini/rules.yaml"
    after = (pack / RULES).read_text(encoding="utf-8")
    assert after == before.replace(f'"{OLD}"', '"No sword."')


def test_a_translation_is_written_and_no_longer_fuzzy(pack: Path) -> None:
    words = "mini", "fr", GUESS
    before: Any = describe_text(Pack(pack), *words, read_only=False)["text"]
    save(Pack(pack), "fr", GUESS, "La tanière est sombre.", "La tanière est mal éclairée !")
    after: Any = describe_text(Pack(pack), *words, read_only=False)["text"]
    assert (before["forms"], before["state"]) == (("La tanière est mal éclairée !",), "fuzzy")
    assert (after["forms"], after["state"]) == (("La tanière est sombre.",), "translated")


def test_a_text_changed_meanwhile_is_returned_and_stays(pack: Path) -> None:
    opened = Pack(pack)
    opened.game_data("mini")
    change(pack, RULES, OLD, "Somebody else’s words.")
    before = (pack / RULES).read_bytes()
    with pytest.raises(ConflictError) as caught:
        save(opened, "en", START, "Mine.", OLD)
    assert caught.value.now.forms == ("Somebody else’s words.",)
    assert (pack / RULES).read_bytes() == before


def test_other_changes_of_the_file_stay(pack: Path) -> None:
    opened = Pack(pack)
    opened.game_data("mini")
    change(pack, RULES, "\nrules:", "\n# A line more.\nrules:")
    change(pack, RULES, "The den is dark.", "The den is dim.")
    save(opened, "en", START, "Mine.", OLD)
    after = (pack / RULES).read_text(encoding="utf-8")
    assert "Mine." in after
    assert "# A line more.\nrules:" in after
    assert "The den is dim." in after


def test_a_file_with_line_ends_of_windows_keeps_them(pack: Path) -> None:
    path = pack / FRENCH
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    save(Pack(pack), "fr", GUESS, "La tanière est sombre.", "La tanière est mal éclairée !")
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\n") == content.count(b"\r\n")
    assert "La tanière est sombre.".encode() in content
