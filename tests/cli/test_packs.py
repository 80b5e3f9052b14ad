"""Which pack a command works on, where PDFs go, and where nothing is ever written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from tests.commands import ENVIRONMENT, aidgen
from tests.mini import change


def test_a_command_works_on_the_folder_that_one_stands_in(
    english: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(english)
    result = aidgen("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{english}: 1 game, 1 language: no problems found\n"
    change(english, "content/mini/rules.yaml", "{health} health", "{helth} health")
    assert aidgen("check").exit_code == 1
    assert {line.split()[0] for line in aidgen("list").stdout.rstrip().split("\n")} == {"mini"}


def test_from_within_a_pack_it_is_found_above_and_named(
    english: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(english / "content" / "mini")
    result = aidgen("build", "--aid", "plan")
    assert result.exit_code == 0
    assert result.stderr == f"aidgen: using the pack {english}\n"
    pdf = Path("../../build/mini/en/mini-plan-en.pdf")
    assert result.stdout.startswith(f"[1/1] {pdf}: 1 page, A4\n")
    assert (english / "build" / "mini" / "en" / pdf.name).is_file()
    assert not (english / "content" / "mini" / "build").exists()
    verified = aidgen("verify")
    assert verified.exit_code == 0
    assert ": 1 PDF unchanged (" in verified.stdout


def test_elsewhere_it_works_on_our_games_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "content" / "posts").mkdir(parents=True)
    (tmp_path / "content" / "posts" / "2026.md").write_text("# Hello\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = aidgen("list")
    assert result.exit_code == 0
    assert result.stderr == "aidgen: no pack here; using the games that come with aidgen\n"
    assert "expedition" in result.stdout


def test_a_pack_that_is_named_is_taken_without_a_word(
    english: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    result = aidgen("build", "--aid", "plan", "--pack", english)
    assert (result.exit_code, result.stderr) == (0, "")
    assert Path("build/mini/en/mini-plan-en.pdf").is_file()


def test_nothing_is_written_into_an_installed_package(site: Path, tmp_path: Path) -> None:
    before = tree(site)
    pack = site / "aidgen" / "pack"
    mine = Path(shutil.copytree(pack, tmp_path / "mine"))
    commands = [("i18n", "sync"), ("schema",), ("build", "expedition", "--out", str(pack))]
    asked = [(tmp_path, (*words, "--pack", str(pack))) for words in commands]
    *refused, done = several(site, *asked, (mine, ("i18n", "sync")))
    for status, reported in refused:
        assert status == 2, reported
        last = reported.rstrip().split("\n")[-1]
        assert "is a part of aidgen as it is installed, where nothing is written" in last
        assert f"(copy {pack} to a folder of your own, and give the command there)" in last
    assert tree(site) == before
    assert done[0] == 0, done[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which aidgen is laid out as its wheel does, and in which nothing is to change."""
    site = tmp_path_factory.mktemp("installed") / "site-packages"
    skipped = shutil.ignore_patterns("gloomhaven*", "argosia*", "pilgrims-loot*")
    shutil.copytree(BUNDLED_PACK / "aidgen", site / "aidgen", ignore=skipped)
    for name in ("content", "locales", "templates"):
        shutil.copytree(BUNDLED_PACK / name, site / "aidgen" / "pack" / name, ignore=skipped)
    (site / "aidgen" / "pack" / "locales" / "expedition.pot").unlink()
    (site / "aidgen" / "pack" / "content" / "pack.schema.json").unlink()
    return site


SEVERAL = """
import json, os, sys
from click.testing import CliRunner
from aidgen.cli import main
found = []
for folder, words in json.loads(sys.argv[1]):
    os.chdir(folder)
    done = CliRunner().invoke(main, words)
    found.append((done.exit_code, done.stderr))
print(json.dumps(found))
"""


def several(site: Path, *commands: tuple[Path, Sequence[str]]) -> list[tuple[int, str]]:
    """Run commands of the aidgen that is installed in `site`, each in a folder, in one process.

    Returns the exit code of each, and what it prints on stderr.
    """
    given = json.dumps([(str(folder), words) for folder, words in commands])
    done = subprocess.run(
        [sys.executable, "-P", "-c", SEVERAL, given],
        env=environment(site),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[tuple[int, str]] = json.loads(done.stdout)
    return found


def environment(site: Path) -> dict[str, str]:
    return {**ENVIRONMENT, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": ""}


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder but the modules that Python has compiled."""
    return {
        os.path.relpath(path, folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
