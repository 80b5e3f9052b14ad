"""A published text against the canon: what is said of each record, and how the command says it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from aidgen.collation.collate import Finding, collate
from aidgen.collation.manuscript import parse
from aidgen.game.context import Context
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from tests.collation.books import Lines, book, chapters, findings, printed
from tests.commands import aidgen
from tests.mini import MINI
from tests.ours import PACK


@pytest.fixture
def english() -> Lines:
    return book("expedition", "en")


@pytest.mark.parametrize(
    ("game", "locale"),
    [
        ("expedition", "en"),
        ("expedition", "fr"),
        ("expedition", "de"),
        ("gloomhaven", "fr"),
        ("pilgrims-loot", "en"),
        ("argosia", "fr"),
        ("mini", "en"),
    ],
)
def test_a_text_that_says_what_the_canon_says_is_passed_in_silence(game: str, locale: str) -> None:
    found = findings(book(game, locale), game, locale)
    assert [str(one) for finding in found for one in finding.problems] == []
    assert {finding.verdict for finding in found} == {"same"}


def test_the_same_rules_in_other_words_are_not_called_the_same() -> None:
    found = findings(book("expedition", "en", brief=True))
    verdicts = {one.name.removeprefix("expedition."): one.verdict for one in found}
    assert verdicts["rules.surge-order"] == "in other words"
    assert verdicts["states.easier"] == "same"


def test_a_rule_that_is_gone_is_missing_and_no_other_is() -> None:
    canon = PACK.localized("expedition", "en")
    gone = ("rules.shortcuts", "states.shortcut")
    kept = [line for name, lines in chapters(canon) if name not in gone for line in lines]
    verdicts = {
        one.name.removeprefix("expedition."): one.verdict for one in findings(printed(kept))
    }
    assert {name for name, verdict in verdicts.items() if verdict != "same"} == {*gone}
    assert {verdicts[name] for name in gone} == {"missing"}


def test_a_word_or_two_in_common_do_not_make_a_rule(english: Lines) -> None:
    """The sentence that is likest to the lost rule shares less than a fifth of its words."""
    at = english.index("## Undead surges")
    english[at + 2] = "Some of the undead like cabbage, others dance on the table all night long."
    (missing,) = (one for one in findings(english) if one.verdict == "missing")
    assert missing.name == "expedition.rules.undead-surges"


def test_the_rules_of_an_expansion_that_the_file_never_names_are_missing() -> None:
    lines = [line.replace("The Future", "…") for line in book("expedition", "fr")]
    missing = [one.name for one in findings(lines, locale="fr") if one.verdict == "missing"]
    assert missing == [
        "expedition.rules.future-checks",
        "expedition.rules.future-level-up",
        "expedition.rules.gm-future",
        "expedition.states.skill",
    ]


def test_an_expansion_may_be_called_by_half_of_its_name() -> None:
    lines = [
        re.sub("The (Horror|Future)", r"Edition \1", line) for line in book("expedition", "de")
    ]
    assert "missing" not in {one.verdict for one in findings(lines, locale="de")}


def test_findings_come_in_the_order_of_the_games_files(english: Lines) -> None:
    canon = PACK.canon("expedition")
    names = [finding.name.partition(".")[2] for finding in findings(english)]
    places = [canon.where(canon.at(*name.split(".")[:2])) for name in names]
    assert places == sorted(places)


# What is not translated --------------------------------------------------------------------------


def untranslated(lines: Lines, translation: dict[Context, Text]) -> list[Finding]:
    """Hold a text against Expedition in Italian, of which so much is translated."""
    canon = PACK.canon("expedition")
    localized = localize(canon, translation, "it")
    return collate(
        parse("\n".join(lines), "book.md"),
        localized,
        canon,
        PACK.language("expedition", "fr"),
        partial(PACK.written, localized),
    )


def test_where_nothing_is_translated_only_tables_are_compared(english: Lines) -> None:
    lines = ["Tira un d8 per ogni avventuriero.", *english]
    first, *rest = untranslated(lines, {})
    assert str(first) == "expedition in it: nothing translated: only tables are compared"
    assert [problem.severity for problem in first.problems] == ["warning"]
    assert {one.name.split(".")[1] for one in rest} == {"tables"}
    assert {one.verdict for one in rest} == {"same"}
    assert "expedition.tables.checks" not in {one.name for one in rest}


def test_a_wrong_cell_is_told_in_a_language_of_which_nothing_is_translated(english: Lines) -> None:
    at = next(i for i, line in enumerate(english) if line.startswith("| 9+ | 5 |"))
    english[at] = english[at].replace("| 9+ | 5 |", "| 9+ | 6 |")
    (problem,) = [p for one in untranslated(english, {})[1:] for p in one.problems]
    assert (problem.where.line, problem.message) == (at + 1, "found `6`, the canon has `5`")


def test_of_a_translation_only_what_is_there_is_compared() -> None:
    context = Context.read("expedition.rules.surges.text")
    text = Text("Ogni {surge_period} round arriva una nuova ondata di nemici.", "translated")
    lines = ["# Regole", "", "Ogni 5 round arriva una nuova ondata di nemici."]
    first, *rest = untranslated(lines, {context: text})
    assert re.fullmatch(r"expedition in it: \d % translated: only that is compared", str(first))
    rules = [one for one in rest if ".tables." not in one.name]
    assert [one.name for one in rules] == ["expedition.rules.surges"]
    assert [one.message for one in rules[0].problems] == ["found `5`, the canon has `4`"]


# How the file is read ----------------------------------------------------------------------------


def test_a_sign_in_a_wrong_encoding_is_told_and_read_as_meant(english: Lines) -> None:
    at = next(i for i, line in enumerate(english) if "you roll ≥ X" in line)
    english[at] = english[at].replace("≥", "≥".encode().decode("cp1252"))
    (problem,) = [problem for one in findings(english) for problem in one.problems]
    assert (problem.where.line, problem.where.column) == (at + 1, english[at].index("â") + 1)
    assert "which is `≥` read in a wrong encoding" in problem.message


def test_the_command_sums_up_each_record_and_says_1_if_any_differs(
    tmp_path: Path, english: Lines
) -> None:
    file = tmp_path / "book.md"
    file.write_text("\n".join(english), encoding="utf-8")
    words = ("import-table", file, "--game", "expedition", "--locale", "en")
    result = aidgen(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "expedition.tables.damage.four: same" in result.stdout
    file.write_text("\n".join(english).replace("| 9+ | 5 |", "| 9+ | 6 |", 1), encoding="utf-8")
    result = aidgen(*words)
    assert result.exit_code == 1
    assert "1 difference" in result.stdout
    assert re.match(rf"{re.escape(str(file))}:\d+:\d+: error: found `6`", result.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["book.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.md", "--game", "expedition", "--locale", "en"), "cannot be read"),
        ((".", "--game", "expedition", "--locale", "en"), "cannot be read"),
        (("none.md", "--game", "expediton", "--locale", "en"), "did you mean `expedition`"),
        (("none.md", "--game", "expedition", "--locale", "f"), "locale"),
    ],
)
def test_names_that_nobody_knows_are_wrong_usage(words: tuple[str, ...], said: str) -> None:
    result = aidgen("import-table", *words)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"|",
        b"|||\n|||\n|-|-|",
        b"| a |\n| - |\n" * 50,
        b"> " * 3000 + b"| a | b |",
        b"#" * 4000 + b"\n" + b"[" * 4000,
        b"- " * 2000 + b"9999999999999999999999999999999999999999999999d9",
        "| ٣ | ³ | ½ |\n| - | - | - |\n| – | ≥ | 1–– |".encode(),
        b"\xef\xbb\xbf# A\r\r\n\x0b\x0c| 1 | 2 |\r| 3 |",
        b"x" * (2 * 10**6) + b"@",
        b"a-" * 10**6 + b".",
        b"[a" * 10**6,
        b"_a_" * 10**6,
        b" " * 10**6 + b"|\n" + b"a_" + b"_" * 10**6 + b"b",
    ],
)
def test_no_bytes_are_too_odd(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "odd.md"
    file.write_bytes(data)
    result = aidgen("import-table", file, "--game", "mini", "--locale", "en", "--pack", MINI)
    assert result.exit_code == 0, result.stderr
    assert f"{file}: warning: `mini.rules" in result.stderr


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\x00|", "byte 1 is not UTF-8"),
        (b"\x00\x01\x02", "zero byte"),
        (b"x" * (4 * 10**6 + 1), "found 4,000,001 bytes of a file that is brought in"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "odd.md"
    file.write_bytes(data)
    result = aidgen("import-table", file, "--game", "mini", "--locale", "en", "--pack", MINI)
    assert result.exit_code == 1
    assert said in result.stderr
