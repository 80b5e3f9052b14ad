"""What is known of a pack from one time to the next, and for how long."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.pipeline import pack as opened
from aidgen.pipeline.pack import VERDICTS, Pack
from aidgen.problems import InputError, Problem
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.store import fingerprints
from aidgen.translation import checks
from aidgen.translation.catalog import Catalog
from tests.commands import aidgen, run

GAME = "mini"


@pytest.fixture
def laws_held(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose laws were looked at, in a cache of the test's own."""
    looked: list[str] = []

    def check(game_data: GameData) -> list[Problem]:
        looked.append(game_data.game.id)
        return []

    monkeypatch.setattr(opened, "check_game", check)
    return looked


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_was_found_out_is_not_looked_for_again(pack: Path, laws_held: list[str]) -> None:
    for _ in range(3):
        assert Pack(pack).breaches(GAME) == ()
    assert laws_held == [GAME]


def test_a_game_that_was_changed_is_looked_at_again(pack: Path, laws_held: list[str]) -> None:
    Pack(pack).breaches(GAME)
    change(pack / "content" / GAME / "game.yaml", "title:", "title: ")
    Pack(pack).breaches(GAME)
    assert laws_held == [GAME, GAME]


def test_a_changed_translation_concerns_its_own_language_alone(pack: Path) -> None:
    asked = ((GAME,), (GAME, "de"), (GAME, "en"), (GAME, "fr"), (GAME, "fr_CA"))
    before = {ids: Pack(pack).known.digest(*ids) for ids in asked}
    path = pack / "locales" / "fr" / f"{GAME}.po"
    path.write_text(path.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    changed = {ids for ids in asked if Pack(pack).known.digest(*ids) != before[ids]}
    assert changed == {(GAME, "fr"), (GAME, "fr_CA")}


def test_what_cannot_be_read_is_not_known(pack: Path) -> None:
    change(pack / "content" / GAME / "game.yaml", "title:", "titel:")
    for _ in range(2):
        with pytest.raises(InputError, match="titel"):
            Pack(pack).facts(GAME)
    change(pack / "content" / GAME / "game.yaml", "titel:", "title:")
    assert Pack(pack).facts(GAME).kinds


def test_what_changes_while_it_is_looked_at_is_not_kept(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack / "content" / GAME / "game.yaml"

    def check(game_data: GameData) -> list[Problem]:
        path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        return []

    monkeypatch.setattr(opened, "check_game", check)
    Pack(pack).breaches(GAME)
    assert not [*(fingerprints.user_cache() / VERDICTS).rglob("*.*")]


def test_knowledge_that_was_damaged_is_found_out_again(pack: Path, laws_held: list[str]) -> None:
    Pack(pack).breaches(GAME)
    for path in (fingerprints.user_cache() / VERDICTS).rglob("*"):
        if path.is_file():
            path.write_bytes(b"x" * 40)
    assert Pack(pack).breaches(GAME) == ()
    assert laws_held == [GAME, GAME]


def test_a_check_of_what_stands_is_answered_by_its_stamp(pack: Path) -> None:
    words = ("check", "--pack", str(pack))
    first, second = (run(*words, python=("-X", "importtime")) for _ in range(2))
    assert second.stdout == first.stdout
    assert "aidgen.cli" in first.stderr
    assert "aidgen.cli" not in second.stderr
    assert second.stderr.startswith("import time")
    assert "has changed" in run(*words).stderr
    change(pack / "content" / GAME / "game.yaml", "title:", "titel:")
    assert run(*words).returncode == 1


def test_another_pack_in_the_same_folder_is_another_question(pack: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    first = run("check", GAME, folder=folder)
    assert first.returncode == 2
    shutil.copytree(pack, folder, dirs_exist_ok=True)
    assert run("check", GAME, folder=folder).returncode == 0


def test_what_is_known_tells_the_same_problems(pack: Path) -> None:
    first, second = (aidgen("check", "--declared", "--pack", pack) for _ in range(2))
    assert first.stderr == second.stderr != ""


def test_nothing_outside_the_pack_is_looked_at_to_know(pack: Path, tmp_path: Path) -> None:
    """What is reached by a link, and what is no file, is not even opened for a digest."""
    assert Pack(pack).known.digest(GAME, "fr")
    moved = tmp_path / "moved"
    for place in (f"content/{GAME}", "content", "locales/fr", f"locales/fr/{GAME}.po", "templates"):
        inner = pack / place
        if inner.exists():
            inner.rename(moved)
        else:
            moved.mkdir()
        inner.symlink_to(moved)
        assert Pack(pack).known.digest(GAME, "fr") == "", place
        inner.unlink()
        moved.rename(inner)
    os.mkfifo(pack / "templates" / "x.html")
    assert Pack(pack).known.digest(GAME, "fr") == ""


def test_what_is_known_within_other_limits_is_another_answer(
    pack: Path, laws_held: list[str]
) -> None:
    for limits in (STANDARD, Limits(text=9_000), Limits(text=9_000)):
        Pack(pack, limits).breaches(GAME)
    assert laws_held == [GAME, GAME]


def test_a_file_that_is_too_large_for_a_pack_is_not_read_to_know(pack: Path) -> None:
    with (pack / "content" / GAME / "x.yaml").open("ab") as file:
        file.truncate(fingerprints.LARGEST_FILE + 1)
    assert Pack(pack).known.digest(GAME) == ""


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The translations of the game that were held against their sources."""
    held: list[str] = []
    entry = checks._Checker.entry

    def noted(
        self: checks._Checker, catalog: Catalog, context: Context, text: Text
    ) -> Iterator[Problem]:
        held.append(str(context))
        return entry(self, catalog, context, text)

    monkeypatch.setattr(checks._Checker, "entry", noted)
    return held


START, HOLE = (f"{GAME}.rules.{name}.text" for name in ("start", "hole"))
ENTRY = f"""
msgctxt "{HOLE}"
msgid "The last line of the page."
msgstr "La dernière ligne de la page."
"""


@pytest.fixture
def po(pack: Path) -> Path:
    """The French of the game, with one more text."""
    path = pack / "locales" / "fr" / f"{GAME}.po"
    path.write_text(path.read_text(encoding="utf-8") + ENTRY, encoding="utf-8")
    return path


def french(pack: Path, judged: list[str]) -> tuple[int, list[str]]:
    """Return how many errors are reported of two French texts, and which of them were looked at."""
    judged.clear()
    reported = [one.problem for one in Pack(pack).findings(GAME, "fr")]
    errors = [problem for problem in reported if problem.severity == "error"]
    return len(errors), [name for name in judged if name in (START, HOLE)]


def test_a_translation_that_was_right_is_not_judged_again_when_another_one_changes(
    pack: Path, po: Path, judged: list[str]
) -> None:
    assert french(pack, judged) == (0, [START, HOLE])
    change(po, "La dernière ligne", "Cette dernière ligne")
    assert french(pack, judged) == (0, [HOLE])
    change(po, "Cette dernière ligne", "Ces 7 dernières lignes")
    assert french(pack, judged) == (1, [HOLE])
    change(po, "& une *épée*", "et une *épée*")
    assert french(pack, judged) == (1, [START, HOLE])  # what is wrong is looked at each time


def test_translations_are_judged_again_when_what_they_are_judged_by_changes(
    pack: Path, po: Path, judged: list[str]
) -> None:
    french(pack, judged)
    rules = pack / "content" / GAME / "rules.yaml"
    change(rules, "title: Guess", "title: Guess it")
    assert french(pack, judged) == (0, [START, HOLE])
    change(rules, "certainty: lost", "certainty: reconstructed")
    assert french(pack, judged) == (0, [])
    change(rules, "The last line of the page.", "The last lines of the page.")
    assert french(pack, judged) == (0, [HOLE])
    po.with_name("ui.po").write_text(WORDS, encoding="utf-8")
    assert french(pack, judged) == (0, [START, HOLE])


WORDS = r"""msgid ""
msgstr ""
"Language: fr\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgctxt "ui.idioms"
msgid ""
msgstr "avant tout"
"""


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
        patched.setattr(opened, "check_game", check)
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
    assert first.after(names).known.snapshot.holds
    assert not first.after(names[1:]).known.snapshot.holds  # its rules are those of before


def test_a_changed_translation_does_not_read_the_game_again(pack: Path) -> None:
    first = Pack(pack)
    game, catalog = first.game_data(GAME), first.catalog(GAME, "fr")
    translated = first.after([f"locales/fr/{GAME}.po"])
    assert translated.game_data(GAME) is game
    assert translated.catalog(GAME, "fr") is not catalog
    changed = first.after([f"content/{GAME}/rules.yaml"])
    assert changed.game_data(GAME) is not game
    assert changed.catalog(GAME, "fr") is catalog
