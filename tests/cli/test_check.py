"""`aidgen check`: what it says when all is well, and when it is not."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from tests.commands import aidgen
from tests.mini import MINI, change

GNU = re.compile(r"[^:\n]+(:\d+(:\d+)?)?: (error|warning): .+")


def test_it_says_what_it_looked_at_when_all_is_well(english: Path) -> None:
    result = aidgen("check", "--pack", english)
    expected = f"{english}: 1 game, 1 language: no problems found\n"
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", expected)


def test_it_counts_errors_and_warnings(pack: Path) -> None:
    warnings = aidgen("check", "--pack", pack)
    reported = len(warnings.stderr.rstrip().split("\n"))
    assert warnings.stdout == f"{pack}: 1 game, 2 languages: {reported} warnings\n"
    change(pack, "content/mini/rules.yaml", "{health} health", "{helth} health")
    assert f": 1 error, {reported + 1} warnings\n" in aidgen("check", "--pack", pack).stdout


def test_it_looks_at_a_game_that_prints_nothing_yet(english: Path) -> None:
    (english / "content" / "mini" / "aids.yaml").unlink()
    change(english, "content/mini/rules.yaml", "{health} health", "{helth} health")
    result = aidgen("check", "--pack", english)
    assert result.exit_code == 1
    assert "unknown value `{helth}`" in result.stderr


@pytest.mark.parametrize("file", ["content/.keep", "content/mini/rules.yaml"])
def test_a_pack_without_a_game_is_an_error(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("", encoding="utf-8")
    result = aidgen("check", "--pack", tmp_path)
    assert result.exit_code == 1
    assert "game.yaml" in result.stderr


def test_a_folder_of_records_without_game_yaml_is_reported(english: Path) -> None:
    (english / "content" / "maxi").mkdir()
    (english / "content" / "maxi" / "rules.yaml").write_text("rules: {}\n", encoding="utf-8")
    result = aidgen("check", "--pack", english)
    assert result.exit_code == 1
    assert result.stderr == "content/maxi: error: found no game.yaml in this folder\n"


def test_problems_are_in_the_gnu_form(english: Path) -> None:
    change(english, "content/mini/rules.yaml", "{health} health", "{helth} health")
    change(english, "content/mini/tables.yaml", "1: [0, 1]", "1: [1, 0]")
    result = aidgen("check", "--pack", english)
    assert result.exit_code == 1
    lines = result.stderr.rstrip().split("\n")
    assert all(GNU.fullmatch(line) for line in lines), lines
    assert [line.split(": ")[0] for line in lines] == [
        "content/mini/rules.yaml:6:31",
        "content/mini/tables.yaml:17:18",
    ]


def test_a_wrong_table_of_expedition_is_reported_at_its_line(tmp_path: Path) -> None:
    shutil.copytree(BUNDLED_PACK / "content" / "expedition", tmp_path / "content" / "expedition")
    shutil.copytree(BUNDLED_PACK / "assets", tmp_path / "assets")
    tables = tmp_path / "content" / "expedition" / "tables.yaml"
    original = tables.read_text(encoding="utf-8")
    for old, new in (
        ("          1: [0, 0, 0, 1, 2]\n", "          1: [1, 0, 0, 1, 2]\n"),
        ("      r9: {range: 9-12}\n", "      r9: {range: 8-12}\n"),
        ("      8+: [5]\n", "      9+: [5]\n"),
    ):
        line = original.split("\n").index(old.strip("\n")) + 1
        tables.write_text(original.replace(old, new), encoding="utf-8")
        result = aidgen("check", "--pack", tmp_path)
        assert result.exit_code == 1
        assert f"content/expedition/tables.yaml:{line}:" in result.stderr


# Never a traceback

GARBAGE = ["", " ", "\n", "\t", ": ", "- ", "[", "]", "{", "}", "'", '"', "|", "#", "&a", "*a"]
GARBAGE += ["!x", "0", "-1", "999999999", "9-1", "d0", "1+", "~", "null", "true", "1.5", "\0", "é"]
FILES = sorted(path.relative_to(MINI) for path in MINI.rglob("*") if path.is_file())


def tangled(text: str, chance: random.Random) -> bytes:
    """Return a text with one or two places overwritten: by other words of it, garbage or bytes."""
    words = re.findall(r"[\w.+-]+|[^\w\s]", text)
    for _ in range(chance.randint(1, 2)):
        spans = [match.span() for match in re.finditer(r"[\w.+-]+|[^\w\s]|\s+", text)]
        start, end = chance.choice(spans)
        if chance.random() < 0.15:
            end = min(len(text), end + chance.randint(1, 200))
        text = text[:start] + chance.choice([*words, *GARBAGE]) + text[end:]
    content = text.encode("utf-8", "replace")
    at = chance.randrange(len(content))
    noise = bytes([chance.randrange(256)]) if chance.random() < 0.1 else b""
    return content[:at] + noise + content[at:]


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_whatever_is_in_the_files_there_is_no_traceback(pack: Path, file: Path) -> None:
    chance = random.Random(str(file))
    original = (pack / file).read_text(encoding="utf-8")
    for _ in range(8):
        (pack / file).write_bytes(tangled(original, chance))
        result = aidgen("check", "--pack", pack)
        assert result.exit_code in (0, 1)
        for line in result.stderr.rstrip("\n").split("\n"):
            assert GNU.match(line) or not line, line


def test_errors_come_last(pack: Path) -> None:
    change(pack, "locales/fr/mini.po", "{health} points de vie", "{santé} points de vie")
    lines = aidgen("check", "--pack", pack).stderr.splitlines()
    severities = [line.split(": ")[1] for line in lines]
    assert severities == sorted(severities, reverse=True)
    assert set(severities) == {"error", "warning"}
