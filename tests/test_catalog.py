"""PO files: kept in step, and every change of meaning in a translation told at its line."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aidgen.canon import ICON, LINK, PLACEHOLDER, Canon, Text, forms
from aidgen.catalog import Catalog, Entry, catalog, dated, faults, sync, translation
from aidgen.load import OURS, load
from aidgen.problems import Problem, Unusable
from tests.mini import MINI, change, read

FR = OURS / "locales" / "fr"
PO = "locales/fr/mini.po"
OURS_PO = sorted(OURS.glob("locales/*/*.po"))


@pytest.fixture(scope="module")
def french() -> Catalog:
    return catalog(FR / "expedition.po", "locales/fr/expedition.po")


@pytest.fixture(scope="module")
def words() -> Mapping[str, Text]:
    return translation([catalog(FR / "ui.po", "locales/fr/ui.po")])


def of_mini(pack: Path) -> list[Problem]:
    """Return the errors, not the warnings, of the French translation of Mini."""
    found = catalog(pack / PO, PO)
    words = translation([catalog(FR / "ui.po", "locales/fr/ui.po")])
    listed = faults(read(pack), "mini", found, {}, words)
    return [problem for problem in listed if problem.severity == "error"]


# What is wrong with a translation


def test_our_french_words_and_expedition_are_faultless(
    expedition: Canon, french: Catalog, words: Mapping[str, Text]
) -> None:
    ui = catalog(FR / "ui.po", "locales/fr/ui.po")
    assert faults(expedition, "ui", ui, {}, words) == []
    listed = faults(expedition, "expedition", french, {}, words)
    assert [problem for problem in listed if problem.severity == "error"] == []


def falsified(text: str, words: Mapping[str, Text]) -> Iterator[tuple[str, str]]:
    """Yield what was changed, and `text` with one thing changed that changes its meaning."""
    plain = LINK.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)
    plain = re.sub(r"\{[^}]*\}|:[a-z][a-z0-9-]*:", lambda found: " " * len(found[0]), plain)
    for found in re.finditer(r"\d+", plain):
        other = str(int(found[0]) + 1)
        yield f"{found[0]} -> {other}", text[: found.start()] + other + text[found.end() :]
    for found in re.finditer(r"(?<!\w)\d*d\d+(?!\w)", plain):
        yield f"{found[0]} dropped", text[: found.start()] + text[found.end() :]
    for pattern, other in (
        (PLACEHOLDER, "{other}"),
        (ICON, ":placeholder:"),
        (LINK, "[there](rules.elsewhere)"),
    ):
        for found in pattern.finditer(text):
            yield f"{found[0]} dropped", text[: found.start()] + text[found.end() :]
            yield f"{found[0]} changed", text[: found.start()] + other + text[found.end() :]
    for one, opposite in (("at-least", "at-most"), ("more-than", "less-than")):
        for said, instead in ((one, opposite), (opposite, one)):
            for form in forms(words[f"ui.{said}"])[:2]:
                for found in re.finditer(rf"{re.escape(form)}(?!\w)(?! près)", plain):
                    new = forms(words[f"ui.{instead}"])[0]
                    yield f"{form} -> {new}", text[: found.start()] + new + text[found.end() :]


def test_every_number_comparison_and_mark_that_is_changed_is_told_at_its_line(
    expedition: Canon, french: Catalog, words: Mapping[str, Text]
) -> None:
    lines = (FR / "expedition.po").read_text(encoding="utf-8").split("\n")
    tried = 0
    for context, entry in french.entries.items():
        if entry.text.state == "missing":
            continue
        for what, text in falsified(entry.text, words):
            wrong = replace(entry, text=Text(text, entry.text.state))
            only = Catalog(french.file, {**terms(french), context: wrong})
            told = [
                problem
                for problem in faults(expedition, "expedition", only, {}, words)
                if problem.severity == "error"
            ]
            assert told, f"{context}: {what} goes unnoticed"
            assert {problem.where for problem in told} == {entry.where}
            assert lines[entry.where.line - 1].startswith("msgstr ")
            tried += 1
    assert tried > 100


def terms(found: Catalog) -> dict[str, Entry]:
    return {context: entry for context, entry in found.entries.items() if ".terms." in context}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Chaque héros a {santé} points", "placeholder: found `{santé}`, expected `{health}`"),
        ("Chaque héros a des points", "placeholder: `{health}` is missing"),
        ("Chaque héros a {health} ou 3 points", "number: `3` is too much"),
        ("Chaque héros a {health} ou trois points", "number: `3` is too much"),
        ("Chaque héros a au moins {health} points", "comparison: `≥` is too much"),
        ("Chaque héros a {health} points et lance d6", "dice: `d6` is too much"),
        ("Chaque héros a {health} points :sword:", "icon: `sword` is too much"),
        ("Chaque héros a {health} [points](rules.dark)", "link: `rules.dark` is too much"),
        ("Chaque héros a *{health}* points", "emphasis: `*…*` is too much"),
    ],
)
def test_a_translation_says_what_the_source_says(pack: Path, said: str, problem: str) -> None:
    assert of_mini(pack) == []
    change(pack, PO, "Chaque héros a {health} points de vie", said)
    told = [(str(one.where), one.message) for one in of_mini(pack)]
    assert told == [(f"{PO}:17:1", problem)]


def test_an_article_may_stand_for_the_number_one(pack: Path) -> None:
    change(pack, PO, "une <b>épée", "1 <b>épée")
    assert of_mini(pack) == []


def test_what_is_missing_or_fuzzy_is_a_warning_at_its_place(pack: Path) -> None:
    found = catalog(pack / PO, PO)
    listed = [str(problem) for problem in faults(read(pack), "mini", found, {}, {})]
    assert (
        f"{PO}:26:1: warning: `mini.rules.guess.text` was made for another text"
        " (read the source again, then remove the flag `fuzzy`)"
    ) in listed
    assert f"{PO}: warning: `mini.rules.hole.text` is not translated" in "\n".join(listed)


def test_a_translation_of_a_text_that_has_changed_since_is_fuzzy(pack: Path) -> None:
    found = catalog(pack / PO, PO)
    context = "mini.rules.start.text"
    assert dated(read(pack), "mini", found).entries[context].text.state == "translated"
    change(pack, "content/mini/rules.yaml", "Every hero has", "A hero has")
    assert dated(read(pack), "mini", found).entries[context].text.state == "fuzzy"


def test_a_translation_of_nothing_is_told(pack: Path) -> None:
    change(pack, PO, '"mini.rules.start.text"', '"mini.rules.gone.text"')
    problem = "`mini.rules.gone.text` is no text of the canon (run `aidgen i18n sync`)"
    assert [str(problem) for problem in of_mini(pack)] == [f"{PO}:17:1: error: {problem}"]


def test_a_term_is_said_as_the_glossary_says_it(pack: Path) -> None:
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "mini.terms.hero.one"\nmsgid "hero|brave hero"\nmsgstr "héros"\n')
    assert of_mini(pack) == []
    change(pack, PO, "Chaque héros a", "Chaque champion a")
    assert [problem.message for problem in of_mini(pack)] == [
        "term: `hero` is not said as in the glossary, expected `héros`"
    ]


def test_a_source_language_that_is_not_english_is_read_with_its_own_words(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "language: en\n  accent", "language: fr\n  accent")
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", "text: Trois au moins.")
    po = 'msgid ""\nmsgstr ""\n\nmsgctxt "mini.rules.guess.text"\n'
    po += 'msgid "Trois au moins."\nmsgstr "At least three."\n'
    (pack / "en.po").write_text(po, encoding="utf-8")
    words = translation([catalog(FR / "ui.po", "locales/fr/ui.po")])
    found = catalog(pack / "en.po", "en.po")
    listed = faults(read(pack), "mini", found, words, {})
    assert [problem for problem in listed if problem.severity == "error"] == []


# Reading


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('épée</b>."', "épée</b>.", "17: error: found no line of a PO file"),
        ('"Chaque', '"Chaque "', "17: error: found no line of a PO file"),
        ('msgid "The den is dark."', 'msgid_ "x"', "25: error: found no line of a PO file"),
        ('msgid "The den is dark."\n', "", "25: error: broken entry"),
        ("mini.rules.guess.text", "mini.rules.start.text", "26:1: error: `mini.rules.start.text`"),
        ('msgstr "La', 'msgid_plural "x"\nmsgstr[0] "La', "27:1: error: `mini.rules.guess.text`"),
    ],
)
def test_a_broken_file_is_told_at_its_line(pack: Path, old: str, new: str, problem: str) -> None:
    change(pack, PO, old, new)
    with pytest.raises(Unusable) as raised:
        catalog(pack / PO, PO)
    assert str(raised.value).startswith(f"{PO}:{problem}")


def test_a_file_that_is_not_utf_8_is_told_at_its_line(pack: Path) -> None:
    path = pack / PO
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    with pytest.raises(Unusable, match=rf"^{PO}:17: error: is not UTF-8"):
        catalog(path, PO)


def test_a_file_whose_text_is_a_path_opens_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text(str(MINI / PO))
    with pytest.raises(Unusable, match=r"^a\.po:1: error: found no line of a PO file"):
        catalog(tmp_path / "a.po", "a.po")


def test_no_file_is_an_empty_catalogue(tmp_path: Path) -> None:
    assert catalog(tmp_path / "none.po", "none.po").entries == {}


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_reading_gives_a_catalogue_or_says_why_not(
    tmp_path: Path, mini: Canon, data: st.DataObject
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
        found = catalog(path, "a.po")
    except Unusable as unusable:
        said = str(unusable)
    else:
        said = "".join(map(str, faults(mini, "mini", found, {}, translation([found]))))
    assert said.startswith("a.po:")
    with suppress(Unusable):
        sync(mini, "mini", "fr", path)


# Keeping in step


def synced(pack: Path) -> polib.POFile:
    """Bring the French PO file of Mini into step, and return what it then holds."""
    path = pack / PO
    path.write_text(sync(read(pack), "mini", "fr", path), encoding="utf-8")
    return polib.pofile(str(path))


def entry(po: polib.POFile, context: str) -> polib.POEntry:
    (found,) = (one for one in po if one.msgctxt == context)
    return found


def test_sync_is_idempotent_to_the_byte(pack: Path) -> None:
    synced(pack)
    once = (pack / PO).read_bytes()
    synced(pack)
    assert (pack / PO).read_bytes() == once


@pytest.mark.parametrize("path", OURS_PO, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_files_are_in_step(expedition: Canon, path: Path) -> None:
    canon = expedition if path.stem == "ui" else load(OURS, path.stem)
    text = sync(canon, path.stem, path.parent.name, path)
    assert text == path.read_text(encoding="utf-8"), f"run `./run i18n sync {path.parent.name}`"


def test_sync_keeps_translations_comments_and_headers(pack: Path) -> None:
    po = synced(pack)
    assert po.header == "A comment of the translator."
    assert po.metadata["Last-Translator"] == "Somebody"
    start, guess = entry(po, "mini.rules.start.text"), entry(po, "mini.rules.guess.text")
    assert start.msgstr == "Chaque héros a {health} points de vie & une <b>épée</b>."
    assert guess.tcomment == "The translator was here."
    assert guess.msgstr == "La tanière est mal éclairée !"
    assert guess.previous_msgid == "The den is dim."
    assert guess.flags == ["fuzzy"]


def test_sync_lists_every_text_once_with_role_place_and_flag(pack: Path) -> None:
    po = synced(pack)
    canon = read(pack)
    contexts = [one.msgctxt for one in po]
    assert contexts == [canon.context(path) for path, _ in canon.texts()]
    assert len(set(contexts)) == len(contexts)
    start = entry(po, "mini.rules.start.text")
    assert start.comment == "a rule, in full"
    assert start.occurrences == [("content/mini/rules.yaml", "6")]
    assert start.flags == ["python-brace-format"]


def test_a_changed_text_becomes_fuzzy_with_its_previous_words(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "Every hero has", "A hero has")
    start = entry(synced(pack), "mini.rules.start.text")
    assert start.msgid.startswith("A hero has")
    assert start.previous_msgid == "Every hero has {health} health & a <b>sword</b>."
    assert start.msgstr.startswith("Chaque héros a")
    assert "fuzzy" in start.flags


def test_a_fuzzy_mark_that_is_removed_takes_the_previous_words_with_it(pack: Path) -> None:
    change(pack, PO, "#, fuzzy\n", "")
    guess = entry(synced(pack), "mini.rules.guess.text")
    assert (guess.flags, guess.previous_msgid) == ([], None)


def test_a_removed_text_becomes_obsolete_and_comes_back(pack: Path) -> None:
    rules = pack / "content" / "mini" / "rules.yaml"
    before = rules.read_text(encoding="utf-8")
    line = next(line for line in before.split("\n") if line.startswith("  start:"))
    rules.write_text(before.replace(line + "\n", ""), encoding="utf-8")
    gone = entry(synced(pack), "mini.rules.start.text")
    assert gone.obsolete
    assert gone.msgstr.startswith("Chaque héros a")
    rules.write_text(before, encoding="utf-8")
    back = entry(synced(pack), "mini.rules.start.text")
    assert not back.obsolete
    assert back.flags == ["python-brace-format"]
    assert back.msgstr.startswith("Chaque héros a")


def test_records_may_change_places_without_a_translation_being_lost(pack: Path) -> None:
    synced(pack)
    change(
        pack, "content/mini/rules.yaml", "  den: {one: den, definition: Where monsters live.}\n", ""
    )
    change(
        pack,
        "content/mini/rules.yaml",
        "terms:\n",
        "terms:\n  den: {one: den, definition: Where monsters live.}\n",
    )
    after = synced(pack)
    assert not [one for one in after if one.obsolete]
    assert entry(after, "mini.rules.start.text").msgstr.startswith("Chaque héros a")


def msgfmt(path: Path) -> subprocess.CompletedProcess[str]:
    assert shutil.which("msgfmt"), "msgfmt is missing: `./run test` installs gettext"
    given = ["msgfmt", "-c", "-o", "/dev/null", str(path)]
    return subprocess.run(given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", OURS_PO, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_msgfmt_finds_no_fault_in_our_files(path: Path) -> None:
    assert msgfmt(path).returncode == 0


def test_what_sync_writes_passes_msgfmt_and_is_guarded_by_it(pack: Path) -> None:
    synced(pack)
    assert msgfmt(pack / PO).returncode == 0
    change(pack, PO, "Chaque héros a {health} points", "Chaque héros a des points")
    assert msgfmt(pack / PO).returncode == 1
