"""What a translator reads: which text, which word, and each cause once."""

from __future__ import annotations

from pathlib import Path

from aidgen.language.consistency import mismatches
from aidgen.language.language import Pair
from aidgen.problems import Problem, Where
from aidgen.translation.checks import join_untranslated
from tests.commands import aidgen
from tests.mini import change
from tests.pairs import language

PO = "locales/fr/mini.po"


def test_a_problem_names_its_text_and_its_source(pack: Path) -> None:
    change(pack, PO, "a {health}", "a {santé}")
    reported = aidgen("check", "--pack", pack).stderr
    line = next(line for line in reported.splitlines() if "placeholder" in line)
    assert "text `mini." in line
    assert "source: “" in line


def test_a_number_in_words_is_named_with_its_word() -> None:
    pair = Pair(language("en"), language("it"))
    (found,) = mismatches("You are lost in the dark woods.", "Sette siete nel bosco buio.", pair)
    assert "“Sette” was read as 7" in found.hint


def test_many_untranslated_texts_are_one_problem() -> None:
    many = [Problem(Where("it.po", line), f"`a.{line}` is not translated") for line in range(9)]
    few = [Problem(Where("fr.po", line), f"`a.{line}` is not translated") for line in range(2)]
    other = Problem(Where("it.po", 3), "number: `2` is missing")
    joined = list(join_untranslated([*many, *few, other]))
    assert [one.message for one in joined if one.where.file == "it.po"] == [
        "number: `2` is missing",
        "9 texts are not translated yet",
    ]
    assert [one for one in joined if one.where.file == "fr.po"] == few


def test_one_language_can_be_checked_alone(pack: Path) -> None:
    change(pack, PO, "a {health}", "a {santé}")
    assert "placeholder" in aidgen("check", "--locale", "fr", "--pack", pack).stderr
    reported = aidgen("check", "--locale", "frr", "--pack", pack).stderr
    assert "did you mean `fr`?" in reported


def test_a_conflict_and_a_file_without_contexts_are_named(pack: Path) -> None:
    path = pack / PO
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("msgctxt")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "no contexts" in aidgen("check", "--pack", pack).stderr
    path.write_text(text.replace("\nmsgid", "\n<<<<<<< HEAD\nmsgid", 3), encoding="utf-8")
    assert "a conflict of git" in aidgen("check", "--pack", pack).stderr
