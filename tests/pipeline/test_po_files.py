"""What translators ask for, as they ask for it: the commands of `aidgen i18n`."""

from __future__ import annotations

import shutil
from pathlib import Path

import polib
import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pseudolocale import printable_words, pseudo_plan
from aidgen.proof.words import unknown_words
from aidgen.translation.catalog import read_catalog, texts_by_context
from tests.commands import aidgen
from tests.mini import MINI, change, keep, read
from tests.sheets import printed_aid

PO = "locales/fr/mini.po"
RULES = "content/mini/rules.yaml"
FORMS = 'text: {one: "Draw {health} card.", other: "Draw {health} cards."}'


def written(output: str) -> list[str]:
    """Return the names of the files that a command says it has written."""
    lines = [line for line in output.split("\n") if line.endswith(" written")]
    return ["/".join(Path(line.removesuffix(" written")).parts[-3:]) for line in lines]


# Templates


def test_extract_writes_a_template_for_each_game_once(pack: Path) -> None:
    first = aidgen("i18n", "extract", "--pack", pack)
    assert (first.exit_code, written(first.stdout)) == (0, ["pack/locales/mini.pot"])
    assert (pack / "locales" / "mini.pot").is_file()
    assert aidgen("i18n", "extract", "--pack", pack).output == ""
    change(pack, RULES, "The den is dark.", "The den is dim.")
    assert written(aidgen("i18n", "extract", "--pack", pack).stdout) == ["pack/locales/mini.pot"]


def test_a_pack_with_words_of_its_own_has_a_template_of_them(pack: Path) -> None:
    (pack / "templates").mkdir()
    (pack / "templates" / "words.yaml").write_text("contents: In this book\n", encoding="utf-8")
    aidgen("i18n", "extract", "mini", "--pack", pack)
    text = (pack / "locales" / "ui.pot").read_text(encoding="utf-8")
    assert 'msgid "In this book"' in text
    assert 'msgctxt "ui.glossary"' in text


# A new language


def test_a_new_language_begins_with_its_files(pack: Path) -> None:
    result = aidgen("i18n", "add", "pl", "--pack", pack)
    assert result.exit_code == 0
    assert written(result.stdout) == ["locales/pl/mini.po", "locales/pl/ui.po"]
    assert "aidgen build --locale pl" in result.stdout
    game = polib.pofile(str(pack / "locales/pl/mini.po"))
    assert game.metadata["Language"] == "pl"
    assert len(game) == len(list(read(pack).texts()))
    assert "pl" in Pack(pack).locales("mini")
    assert aidgen("i18n", "sync", "pl", "--pack", pack).output == ""


def test_a_language_may_be_written_as_people_write_it(pack: Path) -> None:
    result = aidgen("i18n", "add", "pt-br", "--pack", pack)
    assert written(result.stdout) == ["locales/pt_BR/mini.po", "locales/pt_BR/ui.po"]
    assert aidgen("i18n", "sync", "pt-BR", "--pack", pack).exit_code == 0


def test_words_of_a_pack_begin_with_what_aidgen_has_of_them(pack: Path) -> None:
    (pack / "templates").mkdir()
    (pack / "templates" / "words.yaml").write_text("contents: In this book\n", encoding="utf-8")
    result = aidgen("i18n", "add", "de", "--pack", pack)
    assert written(result.stdout) == ["locales/de/mini.po", "locales/de/ui.po"]
    words = {one.msgctxt: one for one in polib.pofile(str(pack / "locales/de/ui.po"))}
    assert words["ui.glossary"].msgstr == "Glossar"
    assert words["ui.contents"].fuzzy


@pytest.mark.parametrize(
    ("locale", "reported"),
    [
        ("fr", "locales/fr/mini.po exists already (`aidgen i18n sync fr` brings it up to date)"),
        ("en", "`en` is the language that mini is written in"),
        ("FR", "locales/fr/mini.po exists already"),
        ("deutsch", "`deutsch` is no language that CLDR knows (did you mean `de`?)"),
        ("../fr", "`../fr` is no language that CLDR knows (as in fr, de or pt_BR)"),
        ("qqq", "`qqq` is no language that CLDR knows"),
    ],
)
def test_what_is_no_new_language_is_refused(pack: Path, locale: str, reported: str) -> None:
    before = sorted(path.name for path in (pack / "locales").rglob("*"))
    result = aidgen("i18n", "add", locale, "--pack", pack)
    assert result.exit_code == 2
    assert reported in result.stderr
    assert sorted(path.name for path in (pack / "locales").rglob("*")) == before


def test_a_language_that_one_game_has_can_be_added_to_another(pack: Path) -> None:
    shutil.copytree(pack / "content" / "mini", pack / "content" / "other")
    change(pack, "content/other/game.yaml", "id: mini", "id: other")
    result = aidgen("i18n", "add", "fr", "--pack", pack)
    assert result.exit_code == 2
    assert "without it: `aidgen i18n add fr other`" in result.stderr
    result = aidgen("i18n", "add", "fr", "other", "--pack", pack)
    assert written(result.stdout) == ["locales/fr/other.po"]


# In step


def test_sync_without_a_language_brings_all_into_step(pack: Path) -> None:
    aidgen("i18n", "add", "pl", "--pack", pack)
    result = aidgen("i18n", "sync", "--pack", pack)
    assert written(result.stdout) == ["locales/fr/mini.po"]
    change(pack, RULES, "The den is dark.", "The den is dim.")
    result = aidgen("i18n", "sync", "--pack", pack)
    assert sorted(written(result.stdout)) == ["locales/fr/mini.po", "locales/pl/mini.po"]
    assert aidgen("i18n", "sync", "--pack", pack).output == ""


def test_sync_makes_no_language_by_a_slip(pack: Path) -> None:
    result = aidgen("i18n", "sync", "pl", "--pack", pack)
    assert result.exit_code == 2
    assert "there are no files of `pl` for mini (`aidgen i18n add pl` makes them)" in result.stderr
    assert not (pack / "locales" / "pl").exists()


def test_sync_of_a_broken_file_changes_nothing_and_tells_the_line(pack: Path) -> None:
    aidgen("i18n", "add", "pl", "--pack", pack)
    broken = pack / PO
    text = broken.read_text(encoding="utf-8").replace('éclairée !"', "éclairée !")
    broken.write_text(text, encoding="utf-8")
    change(pack, RULES, "The den is dark.", "The den is dim.")
    before = {path: path.read_bytes() for path in pack.rglob("*.po")}
    result = aidgen("i18n", "sync", "--pack", pack)
    assert result.exit_code == 1
    assert result.stderr.startswith("locales/fr/mini.po:26: error: ")
    assert {path: path.read_bytes() for path in pack.rglob("*.po")} == before


# How far


def test_stats_are_counted_and_fail_under_a_limit(pack: Path) -> None:
    result = aidgen("i18n", "stats", "--pack", pack)
    assert result.exit_code == 0
    assert result.stdout.rstrip().split("\n")[1].split() == [
        *["mini", "fr", "1", "1%", "1", "88", "189", "0"]
    ]
    assert aidgen("i18n", "stats", "--fail-under", "1", "--pack", pack).exit_code == 0
    assert aidgen("i18n", "stats", "--fail-under", "2", "--pack", pack).exit_code == 1


def test_our_own_translations_are_complete() -> None:
    _, *rows = aidgen("i18n", "stats").stdout.splitlines()
    assert all(" 100% " in row for row in rows)


# Forms, printed


@pytest.mark.parametrize(("health", "form"), [("1", "kartę"), ("3", "karty"), ("12", "kart")])
def test_the_form_that_is_printed_goes_by_the_value(pack: Path, health: str, form: str) -> None:
    change(pack, RULES, "text: The den is dark.", FORMS)
    change(pack, "content/mini/game.yaml", "health: 12", f"health: {health}")
    aidgen("i18n", "add", "pl", "--pack", pack)
    path = pack / "locales" / "pl" / "mini.po"
    text = path.read_text(encoding="utf-8")
    for i, noun in enumerate(("kartę", "karty", "kart")):
        text = text.replace(f'msgstr[{i}] ""', f'msgstr[{i}] "Weź {{health}} {noun}."')
    path.write_text(text, encoding="utf-8")
    game_data, found = (
        read(pack),
        texts_by_context([read_catalog(path, "locales/pl/mini.po")]),
    )
    number = f"{health}\N{NO-BREAK SPACE}"
    assert localize(game_data, found, "pl").rules["guess"].text == f"Weź {number}{form}."
    own = localize(game_data, {}, "en").rules["guess"].text
    assert own == f"Draw {number}card{'' if health == '1' else 's'}."
    untranslated = localize(game_data, {}, "fr").rules["guess"].text
    assert (untranslated, untranslated.state) == (own, "missing")


# The language that nobody speaks


@pytest.fixture
def small(pack: Path) -> Path:
    """Mini with one aid alone, and the template of its kind."""
    keep(pack, "board")
    shutil.copytree(BUNDLED_PACK / "templates" / "sheet", pack / "templates" / "sheet")
    return pack


def test_pseudo_finds_the_words_that_stand_in_a_template(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    given = ("i18n", "pseudo", "mini", "--pack", small, "--out", out)
    result = aidgen(*given)
    assert (result.exit_code, result.stderr) == (0, "")
    pdf = out / "mini" / "en_XA" / "mini-board-en_XA.pdf"
    assert pdf.is_file()
    assert f"1 PDF in {out}; everything fits in 1 of them" in result.stdout
    change(
        small,
        "templates/sheet/page.html",
        "{% for row in rows %}",
        "<p>Sheet of</p>{% for row in rows %}",
    )
    result = aidgen(*given)
    assert result.exit_code == 1
    assert f"{pdf}: error: page 1: “Sheet” is in no text" in result.stderr
    assert "“of” is in no text" in result.stderr


@pytest.mark.parametrize("aid", load(MINI, "mini").aids)
def test_no_word_stands_in_our_templates(aid: str) -> None:
    (job,) = (job for job in pseudo_plan(Pack(MINI), ()).jobs if job.aid == aid)
    words = printable_words(job.game_data)
    strays = [[*unknown_words(printed.pdf, words)] for printed in printed_aid(job)]
    assert strays == [[] for _ in strays]


def test_pseudo_tells_what_longer_words_do_not_fit(small: Path, tmp_path: Path) -> None:
    title = "fight: {title: Fight, icon: sword, width: 1/2, look: title-bar"
    narrow = (
        "fight: {title: Unbelievableincomprehensibilities, icon: sword, width: 1/6, look: title-bar"
    )
    change(small, "content/mini/aids.yaml", title, narrow)
    result = aidgen("i18n", "pseudo", "--pack", small, "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert "warning: `mini.aids.board.blocks.fight.title`: " in result.stderr
    assert "everything fits in 0 of them" in result.stdout
    assert "is in no text" not in result.stderr
