"""What exists is brought in and out, and nothing of it is lost on the way."""

from __future__ import annotations

import csv
import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import polib
import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.problems import InputError
from aidgen.translation.exchange import read_units, write_units
from aidgen.translation.memory import (
    FillOptions,
    LanguagePair,
    Memory,
    MemoryUnit,
    fill_from,
    units_of,
)
from tests.commands import aidgen

PO = "locales/fr/mini.po"
START = "Every hero has {health} health & a *sword*."
BOTH = LanguagePair("en", "pt_BR")
LONGEST = 5.0
"""Seconds of processor time for what is refused: as long as nobody minds, on a busy machine."""

TEXTS = [
    MemoryUnit("A & <b>", "B & <c> “d”", "mini.rules.a.text"),
    MemoryUnit(
        "- one\n- two\n\nthree ", "- um\n- dois\n\ntrês ", "mini.rules.b.text", note="a note"
    ),
    MemoryUnit("{n} card", "{n} carta", "mini.rules.c.text:0"),
    MemoryUnit("{n} cards", "{n} cartas", "mini.rules.c.text:1"),
    MemoryUnit("Unsure", "Talvez", "mini.rules.d.text", fuzzy=True, former="Not sure"),
    MemoryUnit("Empty", "", "mini.rules.e%2Ef.text", remark="What is it?"),
    MemoryUnit("=1+1", "'-x", "mini.rules.g.text", remark="aidgen: number ok – it is\nso"),
    MemoryUnit("slow", "lenta", "mini.states.slow.title#feminino", note="-1 – a note"),
]


@pytest.mark.parametrize("end", ["xliff", "xlf", "csv"])
@pytest.mark.parametrize("second", [False, True])
def test_what_goes_out_comes_back(tmp_path: Path, end: str, second: bool) -> None:
    path = tmp_path / f"texts.{end}"
    path.write_bytes(write_units(path, TEXTS, BOTH, second=second))
    assert read_units(path) == TEXTS


def test_xliff_2_is_what_the_standard_says(tmp_path: Path) -> None:
    content = write_units(tmp_path / "texts.xlf", TEXTS, BOTH, second=True)
    root = ElementTree.fromstring(content)
    assert root.attrib == {"version": "2.0", "srcLang": "en", "trgLang": "pt-BR"}
    units = root.findall("{*}file/{*}unit")
    assert [unit.get("name") for unit in units] == [one.context for one in TEXTS]
    assert all(re.fullmatch(r"[\w.:-]+", unit.get("id") or "") for unit in units)  # an NMTOKEN
    assert len({unit.get("id") for unit in units}) == len(units)
    for unit in units:
        children = [child.tag.partition("}")[2] for child in unit]
        assert children in (["segment"], ["notes", "segment"])


def test_a_memory_holds_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "texts.tmx"
    path.write_bytes(write_units(path, TEXTS, BOTH))
    expected = [(one.source, one.target) for one in TEXTS if one.target and not one.fuzzy]
    assert [(one.source, one.target) for one in read_units(path)] == expected


def test_the_glossary_goes_out_as_terms(tmp_path: Path) -> None:
    terms = [MemoryUnit("hero|brave hero", "herói|heróis", "mini.terms.hero.one")]
    content = write_units(tmp_path / "terms.tbx", [*terms, *TEXTS], BOTH).decode()
    assert content.count("<termEntry>") == 1
    assert "<term>hero</term>" in content
    assert "<term>herói</term>" in content


@pytest.mark.parametrize(("locale", "words"), [("fr", ()), ("es", ("--xliff", "2"))])
def test_all_of_expedition_comes_back_from_xliff(
    tmp_path: Path, locale: str, words: Sequence[str]
) -> None:
    shutil.copytree(BUNDLED_PACK / "content" / "expedition", tmp_path / "content" / "expedition")
    folder = tmp_path / "locales" / locale
    shutil.copytree(BUNDLED_PACK / "locales" / locale, folder)
    path, out = folder / "expedition.po", tmp_path / "texts.xliff"
    doubted = polib.pofile(str(path))
    doubted[7].flags.append("fuzzy")
    doubted[7].previous_msgid = "What it was"
    doubted[8].msgstr, doubted[8].tcomment = "", "What is it?"
    doubted.save()
    assert aidgen("i18n", "sync", locale, "--pack", tmp_path).exit_code == 0
    before = {name: (folder / name).read_text(encoding="utf-8") for name in PO_FILES}
    result = aidgen("i18n", "export", locale, out, *words, "--pack", tmp_path)
    assert result.exit_code == 0, result.output
    path.unlink()
    assert aidgen("i18n", "add", locale, "expedition", "--pack", tmp_path).exit_code == 0
    result = aidgen("i18n", "import", out, "--locale", locale, "--pack", tmp_path)
    assert result.exit_code == 0, result.output
    after = {name: (folder / name).read_text(encoding="utf-8") for name in PO_FILES}
    assert {name: _said(text) for name, text in after.items()} == {
        name: _said(text) for name, text in before.items()
    }


@pytest.mark.parametrize(("separator", "end"), [(";", "\r\n"), ("\t", "\n"), (",", "\r\n")])
def test_our_table_saved_by_a_spreadsheet_comes_back(
    pack: Path, tmp_path: Path, separator: str, end: str
) -> None:
    aidgen("i18n", "sync", "fr", "--pack", pack)
    path, table = pack / PO, tmp_path / "texts.csv"
    before = path.read_text(encoding="utf-8")
    assert any(one.msgstr for one in polib.pofile(before))
    assert aidgen("i18n", "export", "fr", table, "--pack", pack).exit_code == 0
    rows = [*csv.reader(table.read_text(encoding="utf-8").splitlines(keepends=True))]
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=separator, lineterminator=end).writerows(rows)
    path.unlink()
    assert aidgen("i18n", "add", "fr", "mini", "--pack", pack).exit_code == 0
    result = aidgen("i18n", "import", table, "--locale", "fr", "--pack", pack)
    assert result.exit_code == 0, result.output
    assert "not found" not in result.output
    assert _said(path.read_text(encoding="utf-8")) == _said(before)


PO_FILES = ("expedition.po", "ui.po")


def _said(text: str) -> list[str]:
    """Return the entries that are in use, as they stand."""
    return [str(one) for one in polib.pofile(text) if not one.obsolete]


def test_what_another_tool_cut_and_coded_is_one_text(tmp_path: Path) -> None:
    path = tmp_path / "theirs.xlf"
    path.write_text(CUT, encoding="utf-8")
    first, second = read_units(path)
    assert first == MemoryUnit("Take {n} cards. *Now* go.", "Pegue {n} cartas. *Já* vá.", "mini.a")
    assert (second.source, second.target, second.fuzzy) == ("One. Two.", "", False)


CUT = """<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="pt-BR">
<file id="f"><unit id="u1" name="mini.a"><originalData><data id="d1">{n}</data>
<data id="d2">*</data></originalData><segment><source>Take <ph id="1" dataRef="d1"/> cards.</source>
<target>Pegue <ph id="1" dataRef="d1"/> cartas.</target></segment>
<ignorable><source> </source></ignorable><segment state="final"><source><pc id="2"
 dataRefStart="d2" dataRefEnd="d2">Now</pc> go.</source><target><pc id="2" dataRefStart="d2"
 dataRefEnd="d2">Já</pc> vá.</target></segment></unit>
<unit id="mini.b"><segment><source>One. </source><target>Um. </target></segment>
<segment><source>Two.</source></segment></unit></file></xliff>
"""


def test_texts_of_two_source_languages_are_not_put_into_one_file(tmp_path: Path) -> None:
    for name in ("expedition", "gloomhaven"):
        shutil.copytree(BUNDLED_PACK / "content" / name, tmp_path / "content" / name)
    assert aidgen("i18n", "add", "de", "--pack", tmp_path).exit_code == 0
    out = tmp_path / "texts.xliff"
    result = aidgen("i18n", "export", "de", out, "--pack", tmp_path)
    assert result.exit_code == 2
    assert "several languages: `expedition` in en, `gloomhaven` in fr" in result.stderr
    assert aidgen("i18n", "export", "de", out, "gloomhaven", "--pack", tmp_path).exit_code == 0
    assert 'source-language="fr"' in out.read_text(encoding="utf-8")


def test_the_fixed_words_go_out_alone(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "words.csv"
    result = aidgen("i18n", "export", "fr", out, "ui", "--pack", pack)
    assert result.exit_code == 2
    assert "this pack has no locales/fr/ui.po" in result.stderr
    shutil.copy(BUNDLED_PACK / "locales" / "fr" / "ui.po", pack / "locales" / "fr")
    assert aidgen("i18n", "export", "fr", out, "ui", "--pack", pack).exit_code == 0
    assert {one.context.partition(".")[0] for one in read_units(out)} == {"ui"}


def test_remarks_are_added_to_those_that_are_there(pack: Path) -> None:
    table = "context,source,target,comment\nmini.rules.guess.text,The den is dark.,,Why a den?\n"
    before = entries(pack)["mini.rules.guess.text"]
    bring(pack, "theirs.csv", table)
    after = entries(pack)["mini.rules.guess.text"]
    assert after.tcomment == "The translator was here.\nWhy a den?"
    assert after.msgstr == before.msgstr


def entries(pack: Path) -> dict[str, polib.POEntry]:
    return {str(one.msgctxt): one for one in polib.pofile(str(pack / PO)) if not one.obsolete}


def bring(pack: Path, name: str, content: str, *words: str) -> str:
    path = pack / name
    path.write_text(content, encoding="utf-8")
    result = aidgen("i18n", "import", path, "--locale", "fr", "--pack", pack, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


FOREIGN = """
msgid "Heroes see half as far."
msgstr "Les héros voient deux fois moins loin."

msgid "Move 3 fields."
msgstr "Avancez de 3 cases."

msgid "Every hero has {health} health & a *sword*."
msgstr "Autre chose"

msgid "The last line of the page."
msgstr "La dernière ligne."

msgid "The last line of the page."
msgstr "La dernière ligne."
"""


def test_a_po_file_without_contexts_fills_by_source_and_proposes_what_is_alike(pack: Path) -> None:
    reported = bring(pack, "theirs.po", FOREIGN)
    found = entries(pack)
    assert found["mini.rules.dark.text"].msgstr == "Les héros voient deux fois moins loin."
    assert not found["mini.rules.dark.text"].fuzzy
    move = found["mini.procedures.turn.steps.move.text"]
    assert (move.msgstr, move.fuzzy, move.previous_msgid) == (
        "Avancez de 3 cases.",
        True,
        "Move 3 fields.",
    )
    assert (
        "`mini.procedures.turn.steps.move.text`: proposed, 93 % similar to “Move 3 fields.”"
        in reported
    )
    assert found["mini.rules.start.text"].msgstr.startswith("Chaque héros")
    assert found["mini.rules.hole.text"].msgstr == "La dernière ligne."


def test_nothing_is_overwritten_unless_that_is_asked_for(pack: Path) -> None:
    table = f'context,source,target\nmini.rules.start.text,"{START}",Autre {{health}}\n'
    assert "1 kept" in bring(pack, "theirs.csv", table)
    assert entries(pack)["mini.rules.start.text"].msgstr.startswith("Chaque héros")
    bring(pack, "theirs.csv", table, "--replace")
    assert entries(pack)["mini.rules.start.text"].msgstr == "Autre {health}"


def test_a_context_with_another_source_is_fuzzy(pack: Path) -> None:
    bring(pack, "theirs.csv", "context,source,target\nmini.rules.dark.text,Old,Vieux\n")
    dark = entries(pack)["mini.rules.dark.text"]
    assert (dark.msgstr, dark.fuzzy, dark.previous_msgid) == ("Vieux", True, "Old")


@pytest.mark.parametrize("text", ["a;=1+1", "a;'=1+1", "a\tb\t@c", "one\n- two\n'-three", "=1;+2"])
def test_no_cell_is_evaluated_whatever_separates_them(tmp_path: Path, text: str) -> None:
    path = tmp_path / "texts.csv"
    unit = MemoryUnit(text, text, "mini.rules.a.text", note=text, remark=text)
    content = write_units(path, [unit], BOTH)
    for part in re.split(r"[,;\t\r\n]\"?", content.decode()):
        assert not part.startswith(("=", "+", "-", "@")), part
    path.write_bytes(content)
    assert read_units(path) == [unit]


def test_a_spreadsheets_apostrophe_is_taken_off(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8") as file:
        csv.writer(file).writerows([["location", "source", "target"], ["", "- a", "'- b"]])
    assert [one.target for one in read_units(path)] == ["- b"]


XLIFF_2 = """<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
<file id="f"><unit id="mini.rules.dark.text"><segment state="final">
<source>Heroes see half as far.</source><target>Loin.</target></segment></unit></file></xliff>
"""


def test_xliff_2_is_read(pack: Path) -> None:
    bring(pack, "theirs.xlf", XLIFF_2)
    dark = entries(pack)["mini.rules.dark.text"]
    assert (dark.msgstr, dark.fuzzy) == ("Loin.", False)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.doc", "", "unknown file type `.doc`"),
        ("a.csv", "a,b\n1,2\n", "the first line must name the columns `source` and `target`"),
        ("a.xliff", "no xml", "cannot be read"),
        ("a.tmx", "<tmx", "cannot be read"),
        ("a.po", "no po", "not a line of a PO file"),
    ],
)
def test_what_cannot_be_read_is_reported(pack: Path, name: str, content: str, message: str) -> None:
    (pack / name).write_text(content, encoding="utf-8")
    before = (pack / PO).read_bytes()
    result = aidgen("i18n", "import", pack / name, "--locale", "fr", "--pack", pack)
    assert result.exit_code != 0
    assert message in result.stderr
    assert (pack / PO).read_bytes() == before


LAUGHS = (
    '<!DOCTYPE xliff [\n<!ENTITY l0 "ha">\n'
    + "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">\n' for n in range(9))
    + "]>\n"
)
XLIFF = """<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="x" source-language="en" target-language="fr" datatype="plaintext"><body>
<trans-unit id="mini.rules.dark.text"><source>Heroes see half as far.</source>
<target>{}</target></trans-unit></body></file></xliff>
"""
LONG = "xx" * 5_000


def units(number: int) -> str:
    """Return XLIFF with so many units."""
    begin, unit, end = XLIFF.partition("<trans-unit")[0], XLIFF.split("\n")[2:4], "</body></file>"
    return begin + "\n".join(unit).removesuffix(f"{end}</xliff>") * number + f"{end}</xliff>"


@pytest.mark.parametrize(
    ("name", "content", "reported"),
    [
        (
            "a.xliff",
            LAUGHS + XLIFF.format("&l9;"),
            ":1:17: error: defines XML entities or elements",
        ),
        ("a.tmx", LAUGHS + "<xliff>&l9;</xliff>", ":1:17: error: defines XML entities or elements"),
        (
            "a.xlf",
            '<!DOCTYPE x [<!ENTITY x SYSTEM "secret.txt">]>' + XLIFF.format("&x;"),
            ":1:13: error: defines XML entities or elements",
        ),
        ("a.xliff", XLIFF.format("<g>" * 50 + "</g>" * 50), ":4:114: error: found 41 levels"),
        ("a.xliff", XLIFF.format(LONG), ":3: error: found 10,000 characters of a text"),
        ("a.xliff", units(8_001), ":8003: error: found 8,001 entries"),
        ("a.csv", f"source,target\na,b\na,{LONG}\n", ":3: error: found 10,000 characters of a"),
        ("a.csv", "source,target\n" + "a,b\n" * 8_001, ":8002: error: found 8,001 entries"),
        ("a.csv", "source,target," * 51 + "\na,b\n", ":1: error: found 103 columns of a sheet"),
        ("a.po", f'msgid "a"\nmsgstr "{LONG}"\n', ":2: error: found 10,000 characters of a text"),
        ("a.po", 'msgid "a"\nmsgstr "b"\n\n' * 8_001, ": error: found 8,001 entries of a PO file"),
    ],
)
def test_a_file_of_others_has_limits_reported_at_its_line(
    pack: Path, name: str, content: str, reported: str
) -> None:
    (pack / "secret.txt").write_text("for my eyes", encoding="utf-8")
    (pack / name).write_text(content, encoding="utf-8")
    before, begun = (pack / PO).read_bytes(), time.process_time()
    result = aidgen("i18n", "import", pack / name, "--locale", "fr", "--pack", pack)
    assert result.exit_code == 1
    assert f"{name}{reported}" in result.stderr
    assert time.process_time() - begun < LONGEST
    assert (pack / PO).read_bytes() == before


@pytest.mark.parametrize("name", ["a.xliff", "a.tmx", "a.csv", "a.po"])
def test_a_file_of_others_that_is_too_large_is_not_read(pack: Path, name: str) -> None:
    with (pack.parent / name).open("wb") as file:
        file.truncate(10**9)  # it has no bytes on the disk
    result = aidgen("i18n", "import", pack.parent / name, "--locale", "fr", "--pack", pack)
    assert result.exit_code == 1
    expected = "found 1,000,000,000 bytes of an imported file, expected at most 4,000,000"
    assert expected in result.stderr
    assert "`--limits brought_bytes=…`" in result.stderr


@pytest.mark.parametrize("name", ["a.xliff", "a.csv", "a.po"])
def test_a_pipe_in_the_place_of_a_file_is_no_file(pack: Path, name: str) -> None:
    os.mkfifo(pack.parent / name)
    result = aidgen("i18n", "import", pack.parent / name, "--locale", "fr", "--pack", pack)
    assert result.exit_code == 1
    assert "is a pipe, expected a file" in result.stderr


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x7f", "\x9b", "\x08", "\x85"])
@pytest.mark.parametrize("column", ["source", "target", "context"])
def test_control_characters_are_refused_on_import(tmp_path: Path, char: str, column: str) -> None:
    cells = {"context": "mini.rules.a.text", "source": "A hero", "target": "Un héros"}
    cells[column] += char
    path = tmp_path / "texts.csv"
    path.write_text("\n".join(map(",".join, (cells, cells.values()))), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_units(path)
    (problem,) = refused.value.problems
    assert str(problem).startswith(f"{path}:2: error: found U+{ord(char):04X}, a control")


def test_codes_do_not_stand_for_more_than_a_file_may_have(tmp_path: Path) -> None:
    path, codes = tmp_path / "a.xliff", '<ph dataRef="d"/>' * 20_000
    path.write_text(
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">'
        '<file id="f"><unit id="u">'
        f'<originalData><data id="d">{"x" * 100_000}</data></originalData>'
        f"<segment><source>{codes}</source></segment></unit></file></xliff>",
        encoding="utf-8",
    )
    begun = time.process_time()
    with pytest.raises(InputError, match="cannot be read: its codes stand for a text that is too"):
        read_units(path)
    assert time.process_time() - begun < 4


def test_limits_are_raised_for_a_file_of_ones_own(pack: Path) -> None:
    path = pack / "a.csv"
    path.write_text(f"source,target\n{START} {LONG},b\n", encoding="utf-8")
    words = ("i18n", "import", path, "--locale", "fr", "--pack", pack)
    assert aidgen(*words).exit_code == 1
    assert aidgen(*words, "--limits", "text=20000").exit_code == 0


def test_texts_that_share_their_words_with_all_others_are_compared_soon(pack: Path) -> None:
    words = " ".join(f"word{number}" for number in range(70))
    offers = Memory(MemoryUnit(f"{words} {number}", "x") for number in range(8_000))
    begun = time.process_time()
    for number in range(1_000):
        assert offers.alike(f"Another {number} {words[:200]}") is None
    assert time.process_time() - begun < LONGEST


def test_without_the_toolkit_it_is_said_what_to_install(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*sys.modules]:
        if name.split(".")[0] == "translate":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "translate", None)
    result = aidgen("i18n", "export", "fr", pack / "a.xliff", "--pack", pack)
    assert result.exit_code == 3
    assert "pip install aidgen[exchange]" in result.stderr


# The memory of a pack


def test_equal_sources_are_filled_fuzzy_or_done(pack: Path) -> None:
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "mini.rules.fight.title"\nmsgid "Fight"\nmsgstr "Combat"\n')
    aidgen("i18n", "fill", "fr", "--pack", pack)
    title = entries(pack)["mini.cards.fight.front.title"]
    assert (title.msgstr, title.fuzzy) == ("Combat", True)
    (pack / PO).write_text(
        (pack / PO).read_text(encoding="utf-8").replace('msgstr "Combat"', 'msgstr ""', 1),
        encoding="utf-8",
    )


def test_equal_sources_are_done_by_choice(pack: Path) -> None:
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "mini.rules.fight.title"\nmsgid "Fight"\nmsgstr "Combat"\n')
    aidgen("i18n", "fill", "fr", "--done", "--pack", pack)
    title = entries(pack)["mini.cards.fight.front.title"]
    assert (title.msgstr, title.fuzzy) == ("Combat", False)


def test_of_several_translations_the_commonest_is_proposed() -> None:
    po = polib.POFile()
    po.append(polib.POEntry(msgctxt="a.b", msgid="Round"))
    listed = [
        MemoryUnit("Round", "Runde"),
        MemoryUnit("Round", "rund"),
        MemoryUnit("Round", "Runde"),
    ]
    (taken,) = fill_from(po, Memory(listed), FillOptions())
    assert (taken.how, taken.fuzzy, po[0].msgstr) == ("source", True, "Runde")


def test_forms_are_brought_in_one_by_one() -> None:
    entry = polib.POEntry(msgctxt="a.b", msgid="{n} card", msgid_plural="{n} cards")
    entry.msgstr_plural = {0: "", 1: ""}
    po = polib.POFile()
    po.append(entry)
    offers = [
        MemoryUnit("{n} card", "{n} carte", "a.b:0"),
        MemoryUnit("{n} cards", "{n} cartes", "a.b:1"),
    ]
    fill_from(po, Memory(offers), FillOptions())
    assert entry.msgstr_plural == {0: "{n} carte", 1: "{n} cartes"}
    assert [(one.context, one.target) for one in units_of(po)] == [
        (one.context, one.target) for one in offers
    ]


@pytest.mark.parametrize(
    "table",
    [
        "source,target\nRest here.,Ruh aus.\n",
        "source;target\nRest here.;Ruh aus.\n",
        "source\ttarget\nRest here.\tRuh aus.\n",
        "\ufeffsource;target\r\nRest here.;Ruh aus.\r\n",
        "sep=;\r\nsource;target\r\nRest here.;Ruh aus.\r\n",
        '\ufeff"sep=;"\nsource;target\n"Rest here.";"Ruh aus."\n',
    ],
)
def test_a_table_is_read_as_a_spreadsheet_saves_it(tmp_path: Path, table: str) -> None:
    path = tmp_path / "texts.csv"
    path.write_bytes(table.encode())
    (unit,) = read_units(path)
    assert (unit.source, unit.target) == ("Rest here.", "Ruh aus.")
