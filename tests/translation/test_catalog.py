"""PO files: read and counted, and every change of meaning in a translation reported at its line."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aidgen import BUNDLED_PACK
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.problems import InputError, Problem, Where
from aidgen.translation.catalog import (
    Catalog,
    mark_outdated,
    read_catalog,
    tally_texts,
    texts_by_context,
)
from aidgen.translation.checks import Pair, check_catalog, join_untranslated
from aidgen.translation.sync import sync
from tests.commands import aidgen
from tests.mini import MINI, change, pair, read

FR = BUNDLED_PACK / "locales" / "fr"
PO = "locales/fr/mini.po"


def problems_of(game: GameData, domain: str, found: Catalog, languages: Pair) -> list[Problem]:
    return [one.problem for one in check_catalog(game, domain, found, languages)[0]]


@pytest.fixture(scope="module")
def french() -> Catalog:
    return read_catalog(FR / "expedition.po", "locales/fr/expedition.po")


@pytest.fixture(scope="module")
def words() -> Mapping[Context, Text]:
    return texts_by_context([read_catalog(FR / "ui.po", "locales/fr/ui.po")])


def of_mini(pack: Path) -> list[Problem]:
    """Return what is wrong with the French translation of Mini, but for what is to be done yet."""
    found = read_catalog(pack / PO, PO)
    words = texts_by_context([read_catalog(FR / "ui.po", "locales/fr/ui.po")])
    mini = read(pack)
    listed = problems_of(mini, "mini", found, pair(mini, {}, words))
    undone = ("is not translated", "has changed")
    return [problem for problem in listed if not problem.message.endswith(undone)]


# What is wrong with a translation


def test_our_french_words_and_expedition_are_faultless(
    expedition: GameData, french: Catalog, words: Mapping[Context, Text]
) -> None:
    ui = read_catalog(FR / "ui.po", "locales/fr/ui.po")
    assert problems_of(expedition, "ui", ui, pair(expedition, {}, words)) == []
    listed = problems_of(expedition, "expedition", french, pair(expedition, {}, words))
    assert [problem for problem in listed if problem.severity == "error"] == []


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Chaque héros a {santé} points", "placeholder: found `{santé}`, expected `{health}`"),
        ("Chaque héros a des points", "placeholder: `{health}` is missing"),
        ("Chaque héros a {health} ou 3 points", "number: `3` is not in the source"),
        ("Chaque héros a {health} points et lance d6", "dice: `d6` is not in the source"),
        ("Chaque héros a {health} points :sword:", "icon: `:sword:` is not in the source"),
        ("Chaque héros a {health} [points](rules.dark)", "link: `rules.dark` is not in the source"),
        ("Chaque héros a *{health}* points", "emphasis: found 2 emphases, expected 1"),
    ],
)
def test_a_translation_says_what_the_source_says(pack: Path, said: str, problem: str) -> None:
    assert of_mini(pack) == []
    change(pack, PO, "Chaque héros a {health} points de vie", said)
    reported = [(str(one.where), one.message) for one in of_mini(pack)]
    assert reported == [(f"{PO}:17:1", problem)]


def test_an_article_may_stand_for_the_number_one(pack: Path) -> None:
    change(pack, PO, "une *épée", "1 *épée")
    assert of_mini(pack) == []


def test_what_is_missing_or_fuzzy_is_a_warning_at_its_place(pack: Path) -> None:
    found = read_catalog(pack / PO, PO)
    mini = read(pack)
    listed = [str(problem) for problem in problems_of(mini, "mini", found, pair(mini, {}, {}))]
    assert (
        f"{PO}:26:1: warning: the source text of `mini.rules.guess.text` has changed"
        " (read the source again, then remove the flag `fuzzy`)"
    ) in listed
    assert f"{PO}: warning: `mini.rules.hole.text` is not translated" in "\n".join(listed)


def test_a_translation_of_a_text_that_has_changed_since_is_fuzzy(pack: Path) -> None:
    found = read_catalog(pack / PO, PO)
    context = Context.read("mini.rules.start.text")
    assert mark_outdated(read(pack), "mini", found).entries[context].text.state == "translated"
    change(pack, "content/mini/rules.yaml", "Every hero has", "A hero has")
    assert mark_outdated(read(pack), "mini", found).entries[context].text.state == "fuzzy"


def test_a_translation_of_nothing_is_reported(pack: Path) -> None:
    change(pack, PO, '"mini.rules.start.text"', '"mini.rules.gone.text"')
    problem = "`mini.rules.gone.text` is not a text of the game (run `aidgen i18n sync`)"
    assert [str(problem) for problem in of_mini(pack)] == [f"{PO}:17:1: warning: {problem}"]


def test_a_term_is_said_as_the_glossary_says_it(pack: Path) -> None:
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "mini.terms.hero.one"\nmsgid "hero|brave hero"\nmsgstr "héros"\n')
    assert of_mini(pack) == []
    change(pack, PO, "Chaque héros a", "Chaque champion a")
    assert [problem.message for problem in of_mini(pack)] == [
        "term: `hero` is not translated as in the glossary, expected `héros`"
    ]


def test_a_source_language_that_is_not_english_is_read_with_its_own_words(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "language: en\n  accent", "language: fr\n  accent")
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", "text: Trois au moins.")
    po = 'msgid ""\nmsgstr ""\n\nmsgctxt "mini.rules.guess.text"\n'
    po += 'msgid "Trois au moins."\nmsgstr "At least three."\n'
    (pack / "en.po").write_text(po, encoding="utf-8")
    words = texts_by_context([read_catalog(FR / "ui.po", "locales/fr/ui.po")])
    found = read_catalog(pack / "en.po", "en.po")
    mini = read(pack)
    listed = problems_of(mini, "mini", found, pair(mini, words, {}))
    assert [problem for problem in listed if problem.severity == "error"] == []


# Reading


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('épée*."', "épée*.", "17: error: not a line of a PO file"),
        ('"Chaque', '"Chaque "', "17: error: not a line of a PO file"),
        ('msgid "The den is dark."', 'msgid_ "x"', "25: error: not a line of a PO file"),
        ('msgid "The den is dark."\n', "", "25: error: broken entry"),
        ("mini.rules.guess.text", "mini.rules.start.text", "26:1: error: `mini.rules.start.text`"),
    ],
)
def test_a_broken_file_is_reported_at_its_line(
    pack: Path, old: str, new: str, problem: str
) -> None:
    change(pack, PO, old, new)
    with pytest.raises(InputError) as raised:
        read_catalog(pack / PO, PO)
    assert str(raised.value).startswith(f"{PO}:{problem}")


def test_a_file_that_is_not_utf_8_is_reported_at_its_line(pack: Path) -> None:
    path = pack / PO
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    with pytest.raises(InputError, match=rf"^{PO}:17: error: byte \d+ is not UTF-8"):
        read_catalog(path, PO)


def test_a_file_whose_text_is_a_path_opens_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text(str(MINI / PO))
    with pytest.raises(InputError, match=r"^a\.po:1: error: not a line of a PO file"):
        read_catalog(tmp_path / "a.po", "a.po")


def test_no_file_is_an_empty_catalogue(tmp_path: Path) -> None:
    assert read_catalog(tmp_path / "none.po", "none.po").entries == {}


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
def test_reading_gives_a_catalogue_or_says_why_not(
    tmp_path: Path, mini: GameData, data: st.DataObject
) -> None:
    content = (MINI / PO).read_bytes()
    at = data.draw(st.integers(0, len(content)))
    until = data.draw(st.integers(at, min(len(content), at + 20)))
    put = data.draw(
        st.sampled_from([b"", b'"', b"\n", b"msgstr ", b"msgctxt", b"\xff", b"|{*[", b"#~"])
    )
    path = tmp_path / "a.po"
    path.write_bytes(content[:at] + put + content[until:])
    try:
        found = read_catalog(path, "a.po")
    except InputError as error:
        said = str(error)
    else:
        said = "".join(
            map(
                str,
                problems_of(mini, "mini", found, pair(mini, {}, texts_by_context([found]))),
            )
        )
    assert said.startswith("a.po:")
    with suppress(InputError):
        sync(mini, "mini", "fr", path)


# Texts with forms

DRAW = """
msgctxt "mini.rules.guess.text"
msgid "Draw {health} card."
msgid_plural "Draw {health} cards."
msgstr[0] "Piochez {health} carte."
msgstr[1] "Piochez {health} cartes."
"""


@pytest.fixture
def counted(pack: Path) -> Path:
    """Mini with a text that goes by a number, and its French forms."""
    forms = '{one: "Draw {health} card.", other: "Draw {health} cards."}'
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", f"text: {forms}")
    text = (pack / PO).read_text(encoding="utf-8")
    start = text.index("# The translator was here.")
    (pack / PO).write_text(text[:start] + DRAW.lstrip(), encoding="utf-8")
    return pack


def test_each_form_says_what_the_source_says(counted: Path) -> None:
    assert of_mini(counted) == []
    change(counted, PO, "Piochez {health} cartes.", "Piochez {health} cartes sur 20.")
    assert [problem.message for problem in of_mini(counted)] == [
        "number: `20` is not in the source"
    ]


def test_a_form_may_say_its_number_in_words_as_the_source_does(counted: Path) -> None:
    change(counted, PO, 'msgstr[0] "Piochez {health} carte."', 'msgstr[0] "Piochez une carte."')
    assert [problem.message for problem in of_mini(counted)] == [
        "placeholder: `{health}` is missing"
    ]
    change(counted, "content/mini/rules.yaml", "Draw {health} card.", "Draw a card.")
    change(counted, PO, 'msgid "Draw {health} card."', 'msgid "Draw a card."')
    assert of_mini(counted) == []
    change(counted, PO, "Piochez {health} cartes.", "Piochez une carte.")
    assert [problem.message for problem in of_mini(counted)] == [
        "placeholder: `{health}` is missing"
    ]


def test_a_form_that_is_missing_or_too_much_is_reported(counted: Path) -> None:
    change(counted, PO, 'msgstr[1] "Piochez {health} cartes."', 'msgstr[1] ""')
    found = read_catalog(counted / PO, PO)
    assert found.entries[Context.read("mini.rules.guess.text")].text.state == "missing"
    change(counted, PO, 'msgstr[1] ""', 'msgstr[1] "{health} !"\nmsgstr[2] "{health} ?"')
    assert [problem.message for problem in of_mini(counted)] == ["found 3 forms, expected 2"]


def test_one_form_for_a_text_that_has_two_is_made_for_another_text(counted: Path) -> None:
    change(counted, PO, 'msgid_plural "Draw {health} cards."\n', "")
    change(counted, PO, 'msgstr[1] "Piochez {health} cartes."\n', "")
    change(counted, PO, "msgstr[0]", "msgstr")
    found = mark_outdated(read(counted), "mini", read_catalog(counted / PO, PO))
    assert found.entries[Context.read("mini.rules.guess.text")].text.state == "fuzzy"


@pytest.mark.parametrize(
    ("typed", "found"),
    [("<b>Noir</b>", "`<b>`"), ("> Noir", "`> Noir"), ("a &amp; b", "`&amp;`")],
)
def test_markup_that_would_be_printed_as_it_stands_is_reported_at_its_line(
    pack: Path, typed: str, found: str
) -> None:
    change(pack, PO, 'msgstr "Chaque héros', f'msgstr "{typed} héros')
    assert any(found in problem.message for problem in of_mini(pack))


# How long, and how much


def test_a_translation_longer_than_its_place_is_reported(pack: Path) -> None:
    title = '\nmsgctxt "mini.states.tired.title"\nmsgid "Tired"\nmsgstr "{}"\n'
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write(title.format("Si las que rien ne va plus ici !"))
    assert of_mini(pack) == []
    change(pack, PO, "plus ici !", "plus par ici")
    (reported,) = of_mini(pack)
    assert reported.message == "found 34 characters, expected at most 32"
    assert reported.where.line == 30


def test_what_is_translated_fuzzy_and_missing_is_counted(pack: Path) -> None:
    game_data = read(pack)
    found = tally_texts(game_data, "mini", read_catalog(pack / PO, PO))
    assert (found.translated, found.fuzzy) == (1, 1)
    assert found.translated + found.fuzzy + found.missing == len(list(game_data.texts()))
    assert found.words == sum(len(text.split()) for _, text in game_data.texts())
    assert (found.percent, replace(found, translated=199, missing=0).percent) == (1, 99)
    change(pack, "content/mini/rules.yaml", "Every hero has", "A hero has")
    assert tally_texts(read(pack), "mini", read_catalog(pack / PO, PO)).fuzzy == 2


def test_words_that_a_language_lacks_are_reported_once(pack: Path) -> None:
    mini = read(pack)
    ui = read_catalog(pack / "locales/pl/ui.po", "locales/pl/ui.po")
    listed = [
        one
        for one in problems_of(mini, "ui", ui, pair(mini, {}, {}, "pl"))
        if "ui.half" in one.message
    ]
    assert [one.severity for one in listed] == ["warning"]
    assert "`ui.number-words`" in listed[0].message


# The header


def test_a_file_that_says_it_is_in_another_language_is_refused(pack: Path) -> None:
    change(pack, PO, "Language: fr", "Language: pt_BR")
    wrong = rf"^{PO}:5: error: the header's language is `pt_BR`, expected `fr`"
    with pytest.raises(InputError, match=wrong):
        read_catalog(pack / PO, PO)


@pytest.mark.parametrize("header", ["Language: FR", "Language: fr-FR", "Language: ", "X-Other: de"])
def test_a_header_that_says_the_same_or_nothing_is_taken(pack: Path, header: str) -> None:
    change(pack, PO, "Language: fr", header)
    assert read_catalog(pack / PO, PO).entries


def test_a_problem_names_its_text_and_its_source(pack: Path) -> None:
    change(pack, PO, "a {health}", "a {santé}")
    reported = aidgen("check", "--locale", "fr", "--pack", pack).stderr
    line = next(line for line in reported.splitlines() if "placeholder" in line)
    assert "text `mini." in line
    assert "source: “" in line


def test_many_untranslated_texts_are_one_problem() -> None:
    many = [Problem(Where("it.po", line), f"`a.{line}` is not translated") for line in range(9)]
    few = [Problem(Where("fr.po", line), f"`a.{line}` is not translated") for line in range(2)]
    number = Problem(Where("it.po", 3), "number: `2` is missing")
    joined = list(join_untranslated([*many, *few, number]))
    assert [problem.message for problem in joined if problem.where.file == "it.po"] == [
        "number: `2` is missing",
        "9 texts are not translated yet",
    ]
    assert [problem for problem in joined if problem.where.file == "fr.po"] == few


def test_a_conflict_and_a_file_without_contexts_are_named(pack: Path) -> None:
    path = pack / PO
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("msgctxt")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "no contexts" in aidgen("check", "--pack", pack).stderr
    path.write_text(text.replace("\nmsgid", "\n<<<<<<< HEAD\nmsgid", 3), encoding="utf-8")
    assert "a conflict of git" in aidgen("check", "--pack", pack).stderr
