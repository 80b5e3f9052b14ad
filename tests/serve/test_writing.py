"""Texts written into the files of a pack, and never over what somebody else has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.context import Context
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError
from aidgen.serve.texts import ConflictError, Edit, EditedSide, save_text, translation_of
from tests.mini import change

START = Context.read("mini.rules.start.text")
GUESS = Context.read("mini.rules.guess.text")
RULES, FRENCH = "content/mini/rules.yaml", "locales/fr/mini.po"
OLD = "Every hero has {health} health & a *sword*."


def wish(context: Context, which: EditedSide, new: str, seen: str) -> Edit:
    return Edit(context, which, (new,), (seen,))


def test_a_text_of_the_source_is_written_in_its_place(pack: Path) -> None:
    before = (pack / RULES).read_text(encoding="utf-8")
    where = save_text(Pack(pack), "mini", "fr", wish(START, "source", "No sword.", OLD))
    assert where.file == RULES
    after = (pack / RULES).read_text(encoding="utf-8")
    assert after == before.replace(f'"{OLD}"', '"No sword."')


def test_a_translation_is_written_and_is_fuzzy_no_more(pack: Path) -> None:
    seen = "La tanière est mal éclairée !"
    assert getattr(translation_of(Pack(pack), "mini", "fr", GUESS), "state", "") == "fuzzy"
    save_text(Pack(pack), "mini", "fr", wish(GUESS, "translation", "La tanière est sombre.", seen))
    found = translation_of(Pack(pack), "mini", "fr", GUESS)
    assert found is not None
    assert (found.forms, found.state) == (("La tanière est sombre.",), "translated")


def test_what_was_changed_meanwhile_is_handed_back_and_stays(pack: Path) -> None:
    opened = Pack(pack)
    opened.game_data("mini")
    change(pack, RULES, OLD, "Somebody else’s words.")
    before = (pack / RULES).read_bytes()
    with pytest.raises(ConflictError) as caught:
        save_text(opened, "mini", "fr", wish(START, "source", "Mine.", OLD))
    assert caught.value.now.forms == ("Somebody else’s words.",)
    assert (pack / RULES).read_bytes() == before


def test_another_text_of_the_file_may_have_been_changed_meanwhile(pack: Path) -> None:
    opened = Pack(pack)
    opened.game_data("mini")
    change(pack, RULES, "\nrules:", "\n# A line more.\nrules:")
    change(pack, RULES, "The den is dark.", "The den is dim.")
    save_text(opened, "mini", "fr", wish(START, "source", "Mine.", OLD))
    after = (pack / RULES).read_text(encoding="utf-8")
    assert "Mine." in after
    assert "The den is dim." in after


@pytest.mark.parametrize("words", ["", "  ", "a\x00b", "a\x1bb", "x" * 20_001])
def test_what_no_text_may_be_is_refused(pack: Path, words: str) -> None:
    with pytest.raises(InputError):
        save_text(Pack(pack), "mini", "fr", wish(START, "source", words, OLD))


def test_nothing_outside_the_pack_is_written(pack: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    (pack / RULES).rename(outside)
    (pack / RULES).symlink_to(outside)
    before = outside.read_bytes()
    with pytest.raises(InputError, match="is a link out of"):
        save_text(Pack(pack), "mini", "fr", wish(START, "source", "Mine.", OLD))
    assert outside.read_bytes() == before


def test_the_words_of_our_templates_are_no_file_of_a_pack(pack: Path) -> None:
    unofficial = Context.read("ui.unofficial")
    seen = Pack(pack).game_data("mini").words["unofficial"]
    with pytest.raises(InputError, match="is not in a file of this pack"):
        save_text(Pack(pack), "mini", "fr", wish(unofficial, "source", "Mine.", str(seen)))


def test_a_text_that_is_not_there_is_reported(pack: Path) -> None:
    with pytest.raises(LookupError):
        save_text(Pack(pack), "mini", "fr", wish(Context.read("mini.rules.x"), "source", "a", "b"))
