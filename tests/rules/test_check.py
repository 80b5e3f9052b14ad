"""The checks of a game together: our games have no problems, and one mistake is one problem."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import games, load
from aidgen.rules import check_game
from tests.mini import change, read

LONGEST = 20.0
"""Seconds of processor time for a check of many mistakes, on a busy machine: a minute before."""


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_our_games_keep_all_laws(game: str) -> None:
    assert check_game(load(BUNDLED_PACK, game)) == []


def test_equal_neighbours_are_in_order(pack: Path) -> None:
    change(pack, "content/mini/tables.yaml", "2+: [2, 4]", "2+: [2, 2]")
    assert check_game(read(pack)) == []


def test_a_record_that_no_aid_prints_is_reported(pack: Path) -> None:
    change(pack, "content/mini/aids.yaml", "rules.start, rules.fight", "rules.fight")
    assert [str(problem) for problem in check_game(read(pack))] == [
        "content/mini/rules.yaml:6:3: error: no aid prints `rules.start`"
        " (add it to an aid's contents)"
    ]


@pytest.mark.parametrize(
    ("wrong", "hint"), [("rules.stort", " (did you mean `rules.start`?)"), ("rules.zzz", "")]
)
def test_a_wrong_reference_is_one_error(pack: Path, wrong: str, hint: str) -> None:
    change(pack, "content/mini/aids.yaml", "rules.start, rules.fight", f"{wrong}, rules.fight")
    (problem,) = check_game(read(pack))
    assert str(problem).endswith(f"error: `{wrong}` does not exist{hint}")


def test_a_picture_in_a_text_is_one_error(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "The den is dark.", '"![x](y.png) dark."')
    assert {problem.message for problem in check_game(read(pack))} == {
        "found a picture `![x](y.png)`, which would be printed as it stands"
    }


def test_a_foreign_phrase_that_stands_nowhere_is_reported(pack: Path) -> None:
    game = "content/mini/game.yaml"
    change(pack, game, "  credits: Made", "  foreign: {A game: fr, Au revoir: fr}\n  credits: Made")
    (problem,) = check_game(read(pack))
    assert problem.message == "`Au revoir` is in no text"
    assert str(problem.where) == f"{game}:12:36"


def test_many_references_to_nothing_are_reported_at_once(pack: Path) -> None:
    rules = "".join(
        f"  the-great-rule-number-{number}: {{title: T, text: T}}\n" for number in range(300)
    )
    refs = ", ".join(f"rules.the-great-rule-numbre-{number}" for number in range(300))
    text = f"rules:\n{rules}sections: {{extra: {{title: E, contents: [{refs}]}}}}\n"
    (pack / "content" / "mini" / "zz.yaml").write_text(text, encoding="utf-8")
    game_data = read(pack)
    before = time.process_time()
    problems = [str(problem) for problem in check_game(game_data)]
    assert time.process_time() - before < LONGEST
    assert sum("does not exist (did you mean `rules.the-great-" in one for one in problems) == 200
