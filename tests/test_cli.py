"""The command line: exit codes, what is said where, and never a traceback."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aidgen import __version__
from aidgen.build import build
from aidgen.build import pack as packs
from aidgen.cli import main, schema
from aidgen.game.load import OURS
from aidgen.problems import Unusable
from tests.mini import MINI, change

GNU = re.compile(r"[^:\n]+(:\d+(:\d+)?)?: (error|warning): .+")


def aidgen(*words: str | Path) -> Result:
    """Run a command in this process, which must have forgotten what it read before."""
    for cached in vars(packs).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert isinstance(result.exception, (SystemExit, type(None))), result.exception
    return result


@pytest.fixture
def english(pack: Path) -> Path:
    """Mini without its unfinished translation: no problems at all."""
    shutil.rmtree(pack / "locales")
    return pack


def test_check_is_silent_when_all_is_well(english: Path) -> None:
    result = aidgen("check", "--pack", english)
    assert (result.exit_code, result.output) == (0, "")


def test_check_tells_problems_in_the_gnu_form_and_says_1(english: Path) -> None:
    change(english, "content/mini/rules.yaml", "{health} health", "{helth} health")
    change(english, "content/mini/tables.yaml", "1: [0, 1]", "1: [1, 0]")
    result = aidgen("check", "--pack", english)
    assert result.exit_code == 1
    assert result.stdout == ""
    lines = result.stderr.rstrip().split("\n")
    assert all(GNU.fullmatch(line) for line in lines), lines
    assert [line.split(": ")[0] for line in lines] == [
        "content/mini/rules.yaml:6:31",
        "content/mini/tables.yaml:17:18",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("          1: [0, 0, 0, 1, 2]\n", "          1: [1, 0, 0, 1, 2]\n"),
        ("          9+: [6, 7, 7, 7, 8]\n", "          9+: [6, 7, 7, 7, 6]\n"),
        ("      r9: {range: 9-12}\n", "      r9: {range: 8-12}\n"),
        ("      r17: {range: 17-20}\n", "      r17: {range: 17-19}\n"),
        ("      8+: [5]\n", "      9+: [5]\n"),
    ],
)
def test_check_of_expedition_says_1_and_the_line(tmp_path: Path, old: str, new: str) -> None:
    shutil.copytree(OURS / "content" / "expedition", tmp_path / "content" / "expedition")
    tables = tmp_path / "content" / "expedition" / "tables.yaml"
    line = tables.read_text(encoding="utf-8").split("\n").index(old.strip("\n")) + 1
    assert aidgen("check", "--pack", tmp_path).exit_code == 0
    change(tmp_path, "content/expedition/tables.yaml", old, new)
    result = aidgen("check", "--pack", tmp_path)
    assert result.exit_code == 1
    assert f"content/expedition/tables.yaml:{line}:" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("check", "minni"),
        ("build", "minni"),
        ("build", "--aid", "bok"),
        ("build", "--locale", "xx"),
        ("build", "--jobs", "0"),
        ("build", "--nothing"),
        ("i18n", "sync", "xx"),
        ("i18n", "sync", "../fr"),
        ("nothing",),
        ("check", "--pack", "/nowhere"),
    ],
)
def test_wrong_usage_is_2(pack: Path, words: tuple[str, ...]) -> None:
    given = () if "--pack" in words or words == ("nothing",) else ("--pack", str(pack))
    result = aidgen(*words, *given)
    assert result.exit_code == 2, result.output
    assert result.stderr


def test_a_wrong_name_is_told_with_the_closest(pack: Path) -> None:
    result = aidgen("build", "--aid", "bok", "--pack", pack)
    assert "`bok` is no aid of this pack (did you mean `book`?)" in result.stderr


def test_what_the_machine_lacks_is_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aidgen.assets.fonts.FONT_PACKAGES", ("font_source_none_pro",))
    result = aidgen("doctor")
    assert result.exit_code == 3
    assert "missing fonts: the font package font-source-none-pro is not installed" in result.output


def test_doctor_is_content_with_this_machine() -> None:
    result = aidgen("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\nok ") == 3


def test_list_is_json_for_other_programs(pack: Path) -> None:
    result = aidgen("list", "--json", "--pack", pack)
    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    assert rows == [
        {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
        for job in build.plan(pack)
    ]
    assert {row["locale"] for row in rows} == {"en", "fr"}
    assert "mini/fr/mini-book-fr.pdf" in {row["output"] for row in rows}


def test_list_for_people_has_a_line_for_each_pdf(pack: Path) -> None:
    assert len(aidgen("list", "--pack", pack).stdout.rstrip().split("\n")) == len(build.plan(pack))


def test_the_committed_schema_is_fresh() -> None:
    committed = (OURS / "content" / "pack.schema.json").read_text(encoding="utf-8")
    assert committed == schema(), "run `./run schema`"


def test_the_schema_knows_every_key_of_mini() -> None:
    described = json.loads(schema())
    assert {"game", "values", "rules", "tables", "aids"} <= set(described["properties"])
    assert described["$defs"]["Rule"]["additionalProperties"] is False


def test_the_version_is_said() -> None:
    assert __version__ in aidgen("--version").stdout


@pytest.mark.parametrize("words", [(), ("--help",), ("build", "--help"), ("i18n", "sync", "-h")])
def test_help_tells_of_exit_codes(words: tuple[str, ...]) -> None:
    result = aidgen(*words)
    assert "Exit codes: 0 fine" in result.output


# Never a traceback

GARBAGE = ["", " ", "\n", "\t", ": ", "- ", "[", "]", "{", "}", "'", '"', "|", "#", "&a", "*a"]
GARBAGE += ["!x", "0", "-1", "999999999", "9-1", "d0", "1+", "~", "null", "true", "1.5", "\0", "é"]


def tangled(text: str, rng: random.Random) -> bytes:
    """Return `text` with one or two places overwritten: by other words of it, garbage or bytes."""
    words = re.findall(r"[\w.+-]+|[^\w\s]", text)
    for _ in range(rng.randint(1, 2)):
        spans = [found.span() for found in re.finditer(r"[\w.+-]+|[^\w\s]|\s+", text)]
        start, end = rng.choice(spans)
        new = rng.choice(words) if rng.random() < 0.6 else rng.choice(GARBAGE)
        if rng.random() < 0.15:
            end = min(len(text), end + rng.randint(1, 200))
        text = text[:start] + new + text[end:]
    content = text.encode("utf-8", "replace")
    if rng.random() < 0.1:
        at = rng.randrange(len(content))
        content = content[:at] + bytes([rng.randrange(256)]) + content[at:]
    return content


FILES = sorted(path.relative_to(MINI) for path in MINI.rglob("*") if path.is_file())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_whatever_is_in_the_files_there_is_no_traceback(pack: Path, file: Path, seed: int) -> None:
    rng = random.Random(f"{file} {seed}")
    original = (pack / file).read_text(encoding="utf-8")
    for _ in range(4):
        (pack / file).write_bytes(tangled(original, rng))
        result = aidgen("check", "--pack", pack)
        assert result.exit_code in (0, 1)
        for line in result.stderr.rstrip("\n").split("\n"):
            assert GNU.match(line) or not line, line
        if " error: " in result.stderr or result.exit_code not in (0, 1):
            continue
        for job in build.plan(pack):
            try:
                build.page_of(job)
            except Unusable as unusable:
                told = str(unusable)
            else:
                told = ""
            assert told == "", "what `check` lets pass, `build` can render"


def test_a_game_or_translation_that_cannot_be_read_does_not_stop_the_others(pack: Path) -> None:
    shutil.copytree(pack / "content" / "mini", pack / "content" / "maxi")
    change(pack, "content/maxi/game.yaml", "id: mini", "id: maxi")
    shutil.copy(pack / "locales" / "fr" / "mini.po", pack / "locales" / "fr" / "maxi.po")
    (pack / "locales" / "fr" / "mini.po").write_text("msgid nothing\n", encoding="utf-8")
    (pack / "content" / "maxi" / "rules.yaml").write_text(": : :\n", encoding="utf-8")
    words = ("build", "--aid", "plan", "--pack", pack, "--out", pack / "out")
    result = aidgen(*words)
    assert result.exit_code == 1
    assert "content/maxi/rules.yaml:1:" in result.stderr
    assert "locales/fr/mini.po:1: error: " in result.stderr
    assert "1 of 2 PDFs" in result.stdout
    assert [path.name for path in (pack / "out" / "mini").rglob("*.pdf")] == ["mini-plan-en.pdf"]
    told = aidgen("check", "--pack", pack).stderr
    assert {line.split(":")[0] for line in told.rstrip().split("\n")} >= {
        "content/maxi/rules.yaml",
        "locales/fr/mini.po",
    }
    assert aidgen("build", "maxi", "--pack", pack, "--out", pack / "out").exit_code == 1
