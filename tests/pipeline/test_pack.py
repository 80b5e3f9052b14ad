"""An open pack: each file is read once, and what changes meanwhile is noticed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from aidgen import rules
from aidgen.game.data import GameData
from aidgen.pipeline.pack import Pack
from aidgen.problems import Problem
from tests.commands import aidgen, run
from tests.mini import change

GAME = "mini"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_changed_translation_concerns_its_own_language_alone(pack: Path) -> None:
    asked = ((GAME, "de"), (GAME, "en"), (GAME, "fr"), (GAME, "fr_CA"))
    before = {ids: Pack(pack).sources_digest(*ids) for ids in asked}
    path = pack / "locales" / "fr" / f"{GAME}.po"
    path.write_text(path.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    changed = {ids for ids in asked if Pack(pack).sources_digest(*ids) != before[ids]}
    assert changed == {(GAME, "fr"), (GAME, "fr_CA")}


def test_a_check_of_what_stands_is_answered_by_its_stamp(pack: Path) -> None:
    words = ("check", "--pack", str(pack))
    first, second = (run(*words, python=("-X", "importtime")) for _ in range(2))
    assert second.stdout == first.stdout
    assert "aidgen.cli" in first.stderr
    assert "aidgen.cli" not in second.stderr
    assert second.stderr.startswith("import time")
    assert "has changed" in run(*words).stderr
    change(pack, f"content/{GAME}/game.yaml", "notice:", "notise:")
    assert run(*words).returncode == 1


def test_another_pack_in_the_same_folder_is_another_question(pack: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    first = run("check", GAME, folder=folder)
    assert first.returncode == 2
    shutil.copytree(pack, folder, dirs_exist_ok=True)
    assert run("check", GAME, folder=folder).returncode == 0


def test_nothing_outside_the_pack_is_looked_at_to_know(pack: Path, tmp_path: Path) -> None:
    """What is reached by a link, and what is no file, is not even opened for a digest."""
    assert Pack(pack).sources_digest(GAME, "fr")
    moved = tmp_path / "moved"
    for place in (f"content/{GAME}", "content", "locales/fr", f"locales/fr/{GAME}.po", "templates"):
        inner = pack / place
        if inner.exists():
            inner.rename(moved)
        else:
            moved.mkdir()
        inner.symlink_to(moved)
        assert Pack(pack).sources_digest(GAME, "fr") == "", place
        inner.unlink()
        moved.rename(inner)
    os.mkfifo(pack / "templates" / "x.html")
    assert Pack(pack).sources_digest(GAME, "fr") == ""


def test_who_saves_while_a_command_runs_is_reported_to_give_it_again(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(game_data: GameData) -> list[Problem]:
        for name in ("game", "rules"):
            path = pack / "content" / GAME / f"{name}.yaml"
            path.write_text(path.read_text(encoding="utf-8") + "\n# saved\n", encoding="utf-8")
        return []

    said = f"content/{GAME}/game.yaml: warning: was changed meanwhile, with 1 more (give the"
    with monkeypatch.context() as patched:
        patched.setattr(rules, "check_game", check)
        saved = aidgen("check", "--pack", pack)
    assert said in saved.stderr
    assert saved.exit_code == 0
    assert "meanwhile" not in aidgen("check", "--pack", pack).stderr


def test_of_a_pack_that_is_followed_nothing_is_known_that_changed_unseen(pack: Path) -> None:
    first = Pack(pack)
    assert first.game_data(GAME).game.id == GAME
    names = [f"content/{GAME}/rules.yaml", f"locales/fr/{GAME}.po"]
    for name in names:
        path = pack / name
        path.write_text(path.read_text(encoding="utf-8") + "\n# saved\n", encoding="utf-8")
    assert first.after(names).snapshot.holds
    assert not first.after(names[1:]).snapshot.holds  # its rules are those of before


def test_a_changed_translation_does_not_read_the_game_again(pack: Path) -> None:
    first = Pack(pack)
    game, catalog = first.game_data(GAME), first.catalog(GAME, "fr")
    translated = first.after([f"locales/fr/{GAME}.po"])
    assert translated.game_data(GAME) is game
    assert translated.catalog(GAME, "fr") is not catalog
    changed = first.after([f"content/{GAME}/rules.yaml"])
    assert changed.game_data(GAME) is not game
    assert changed.catalog(GAME, "fr") is catalog
