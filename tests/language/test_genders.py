"""Texts that go by the gender of the record they speak of, as separate entries of a PO file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import polib
import pytest

from aidgen.game.context import Context
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import add, step
from aidgen.problems import Problem
from tests.commands import aidgen
from tests.mini import change
from tests.sheets import rendered

RULES = "content/mini/rules.yaml"
PO, WORDS = "locales/fr/mini.po", "locales/fr/ui.po"
TIRED = "mini.states.tired.title#gender"
GUESS = "mini.rules.guess.title#gender"
TEXT = "mini.rules.dark.text"
OTHER = "'{states.tired} heroes see half as far.'"


def say(pack: Path, file: str, said: Mapping[str, str]) -> None:
    """Write translations into a PO file, by their msgctxt."""
    po = polib.pofile(str(pack / file))
    for context, words in said.items():
        (entry,) = (one for one in po if one.msgctxt == context)
        entry.msgstr = words
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    po.save(str(pack / file))


@pytest.fixture
def gendered(pack: Path) -> Path:
    """Mini with a rule that speaks of a condition, in a French that goes by gender."""
    change(pack, RULES, "Heroes see half as far.", OTHER)
    genders = '\nmsgctxt "ui.genders"\nmsgid "-"\nmsgstr "masculin|féminin"\n'
    (pack / WORDS).write_text(genders, encoding="utf-8")
    list(step(Pack(pack), "fr"))
    return pack


def contexts(pack: Path, file: str) -> list[str]:
    return [entry.msgctxt for entry in polib.pofile(str(pack / file)) if not entry.obsolete]


def problems(pack: Path) -> list[Problem]:
    reported = (one.problem for one in Pack(pack).findings("mini", "fr"))
    return [one for one in reported if "#" in one.message or one.severity == "error"]


def rule(pack: Path) -> str:
    return str(Pack(pack).localized("mini", "fr").rules["dark"].text)


def test_sync_adds_an_entry_for_each_further_gender_and_asks_for_that_of_the_name(
    gendered: Path,
) -> None:
    added = [name for name in contexts(gendered, PO) if "#" in name]
    of_words = [name for name in contexts(gendered, WORDS) if "#" in name]
    holes = "mini.rules.hole.title#gender"  # the words for what is lost stand beside it
    assert added == [GUESS, holes, f"{TEXT}#féminin", TIRED]
    assert of_words == ["ui.lost#féminin", "ui.reconstructed#féminin", "ui.ends#féminin"]
    assert list(step(Pack(gendered), "fr")) == []


def test_a_language_whose_words_do_not_change_has_no_more_entries(pack: Path) -> None:
    list(add(Pack(pack), "es", ["mini"]))
    assert not [name for name in contexts(pack, "locales/es/mini.po") if "#" in name]


def test_a_text_goes_by_the_gender_of_the_record_that_it_quotes(gendered: Path) -> None:
    say(gendered, PO, {TEXT: "Un héros {states.tired} voit moitié moins loin."})
    say(gendered, PO, {f"{TEXT}#féminin": "Une héroïne {states.tired} voit moitié moins loin."})
    title = str(Pack(gendered).localized("mini", "fr").states["tired"].title)
    assert rule(gendered) == f"Un héros {title} voit moitié moins loin."
    say(gendered, PO, {TIRED: "féminin"})
    assert rule(gendered) == f"Une héroïne {title} voit moitié moins loin."


def test_a_variant_that_is_not_written_is_said_as_the_text_itself(gendered: Path) -> None:
    say(gendered, PO, {TEXT: "Un héros {states.tired} voit moitié moins loin.", TIRED: "féminin"})
    assert rule(gendered).startswith("Un héros")
    assert not [one for one in problems(gendered) if "féminin" in one.message]


def test_a_variant_is_held_against_the_source_as_any_text(gendered: Path) -> None:
    say(gendered, PO, {f"{TEXT}#féminin": "Une héroïne voit moitié moins loin."})
    (reported,) = (one for one in problems(gendered) if one.severity == "error")
    assert reported.message == "placeholder: `{states.tired}` is missing"


def test_a_gender_that_the_language_does_not_name_is_reported(gendered: Path) -> None:
    say(gendered, PO, {TIRED: "neutre"})
    (reported,) = (one for one in problems(gendered) if one.severity == "error")
    assert reported.message == f"`{TIRED}`: found `neutre`, expected masculin or féminin"
    assert str(reported.where.file) == PO


def test_a_gender_that_is_not_given_is_reported_as_any_text_that_is_missing(gendered: Path) -> None:
    reported = [one.message for one in problems(gendered)]
    assert f"`{TIRED}` is not translated" in reported


def test_fixed_words_go_by_the_gender_of_the_record_beside_them(gendered: Path) -> None:
    say(gendered, WORDS, {"ui.reconstructed#féminin": "à vérifier, elle"})
    assert 'data-context="ui.reconstructed"' in html(gendered)
    say(gendered, PO, {GUESS: "féminin"})
    game_data = Pack(gendered).localized("mini", "fr")
    assert game_data.genders == {Context.read("mini.rules.guess.title"): "féminin"}
    assert 'data-context="ui.reconstructed#féminin"' in html(gendered)


def html(pack: Path) -> str:
    """Return the book of Mini in French."""
    return rendered(Pack(pack).localized("mini", "fr"), "book")


def test_a_record_that_is_not_there_cannot_be_quoted(pack: Path) -> None:
    change(pack, RULES, "Heroes see half as far.", OTHER.replace("tired", "tried"))
    done = aidgen("check", "--pack", pack)
    assert "unknown record `{states.tried}`" in done.output
    assert "did you mean `states.tired`?" in done.output


def test_translations_of_other_texts_are_no_genders(gendered: Path) -> None:
    aidgen("i18n", "fill", "fr", "--pack", gendered)
    po = polib.pofile(str(gendered / PO))
    assert [entry.msgstr for entry in po if entry.msgctxt.endswith("#gender")] == ["", "", ""]
