"""`aidgen new`: a game that is well from the start, whatever it begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.pipeline.scaffold import CARD_LAYOUTS, GAME_PARTS
from tests.commands import aidgen


@pytest.mark.parametrize("parts", [(), ("sheet",), ("sheet", "cards"), CARD_LAYOUTS])
def test_a_new_game_has_nothing_wrong(tmp_path: Path, parts: tuple[str, ...]) -> None:
    words = [word for part in parts for word in ("--with", part)]
    folder = tmp_path / "lantern-race"
    made = aidgen("new", folder, "--no-build", *words)
    assert made.exit_code == 0, made.output
    assert "content/lantern-race/game.yaml written" in made.stdout
    checked = aidgen("check", "--pack", folder)
    assert (checked.exit_code, checked.stderr) == (0, "")
    listed = aidgen("list", "--pack", folder).stdout
    assert listed.count(".pdf") == len(parts or GAME_PARTS)


def test_its_pdfs_are_made_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "race"
    made = aidgen("new", folder, "--title", "L'Été", "--language", "fr", "--with", "sheet")
    assert made.exit_code == 0, made.output
    assert (folder / "build" / "lete" / "fr" / "lete-summary-fr.pdf").is_file()


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--title", "42"), "--title: error: found `42`, expected a name"),
        (("--language", "klingon"), "--language: error: `klingon` is no language that CLDR knows"),
        (("--with", "tokens"), "Invalid value for '--with'"),
    ],
)
def test_what_makes_no_game_is_reported(
    tmp_path: Path, words: tuple[str, ...], reported: str
) -> None:
    made = aidgen("new", tmp_path / "game", "--no-build", *words)
    assert made.exit_code == 2
    assert reported in made.stderr
    assert not (tmp_path / "game").exists()


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    made = aidgen("new", tmp_path, "--no-build")
    assert made.exit_code == 2
    assert "is there already, and is not empty" in made.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("option", "said"), [((), "official: true"), (("--unofficial",), "notice: This is an")]
)
def test_a_new_game_is_ones_own_unless_one_says_otherwise(
    tmp_path: Path, option: tuple[str, ...], said: str
) -> None:
    made = aidgen("new", tmp_path / "race", "--no-build", *option)
    assert made.exit_code == 0, made.output
    text = (tmp_path / "race/content/race/game.yaml").read_text(encoding="utf-8")
    assert (said in text, "official" in text) == (True, True)
