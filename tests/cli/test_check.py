"""`aidgen check`: what it says when all is well, and when it is not."""

from __future__ import annotations

import pickle
import random
import re
import shutil
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.problems import InputError
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


@pytest.fixture(scope="module")
def expeditions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the game Expedition, in which nothing is wrong."""
    pack = tmp_path_factory.mktemp("expeditions")
    shutil.copytree(BUNDLED_PACK / "content" / "expedition", pack / "content" / "expedition")
    shutil.copytree(BUNDLED_PACK / "assets", pack / "assets")
    assert aidgen("check", "--pack", pack).exit_code == 0
    return pack


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
def test_a_wrong_table_of_expedition_is_reported_at_its_line(
    expeditions: Path, old: str, new: str
) -> None:
    tables = expeditions / "content" / "expedition" / "tables.yaml"
    original = tables.read_text(encoding="utf-8")
    line = original.split("\n").index(old.strip("\n")) + 1
    change(expeditions, "content/expedition/tables.yaml", old, new)
    result = aidgen("check", "--pack", expeditions)
    tables.write_text(original, encoding="utf-8")
    assert result.exit_code == 1
    assert f"content/expedition/tables.yaml:{line}:" in result.stderr


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


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Mini whose picture is printed on the backs of its cards."""
    pack = Path(shutil.copytree(MINI, tmp_path_factory.mktemp("pictured") / "pack"))
    notice = "  notice: Unofficial, and no game at all.\n"
    change(pack, "content/mini/game.yaml", notice, f"{notice}  theme: {{back: back.svg}}\n")
    return pack


@pytest.fixture(scope="module")
def whole(pictured: Path) -> frozenset[tuple[str, bytes]]:
    """What that game prints as it is: the name of each aid and all that it is made of."""
    jobs = plan(Pack(pictured)).jobs
    for job in jobs:
        render(job.game_data, job.aid, job.pack.roots)
    return frozenset((job.aid, pickle.dumps(job.game_data)) for job in jobs)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_whatever_is_in_the_files_there_is_no_traceback(
    pictured: Path, whole: frozenset[tuple[str, bytes]], file: Path, seed: int
) -> None:
    rng = random.Random(f"{file} {seed}")
    original = (pictured / file).read_text(encoding="utf-8")
    try:
        for _ in range(4):
            (pictured / file).write_bytes(tangled(original, rng))
            _look_at(pictured, whole, is_picture=file.suffix == ".svg")
    finally:
        (pictured / file).write_text(original, encoding="utf-8")


def _look_at(pack: Path, whole: frozenset[tuple[str, bytes]], *, is_picture: bool) -> None:
    """Check a pack, and render what `check` lets pass and is not as it is in `whole`."""
    result = aidgen("check", "--pack", pack)
    assert result.exit_code in (0, 1)
    for line in result.stderr.rstrip("\n").split("\n"):
        assert GNU.match(line) or not line, line
    if " error: " in result.stderr or result.exit_code:
        return
    for job in plan(Pack(pack)).jobs:
        shown = is_picture and job.aid == "deck"
        if not shown and (job.aid, pickle.dumps(job.game_data)) in whole:
            continue
        try:
            render(job.game_data, job.aid, job.pack.roots)
        except InputError as error:
            reported = str(error)
        else:
            reported = ""
        assert reported == "", "what `check` lets pass, `build` can render"


def test_errors_come_last(pack: Path) -> None:
    change(pack, "locales/fr/mini.po", "{health} points de vie", "{health} points de vie 7")
    lines = aidgen("check", "--pack", pack).stderr.splitlines()
    severities = [line.split(": ")[1] for line in lines]
    assert severities == sorted(severities, reverse=True)
    assert set(severities) == {"error", "warning"}
