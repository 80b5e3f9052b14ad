from __future__ import annotations

from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import games, load
from aidgen.rules.aids import readers_are_served
from tests.mini import change, read

RULES, AIDS = "content/mini/rules.yaml", "content/mini/aids.yaml"


@pytest.fixture
def screened(pack: Path) -> Path:
    """Mini with an aid for the GM, its screen."""
    change(pack, AIDS, "screen: {title: Screen,", "screen: {reader: gm, title: Screen,")
    return pack


def listed(pack: Path) -> list[str]:
    return [str(problem) for problem in readers_are_served(read(pack))]


def test_what_a_reader_needs_and_no_aid_of_theirs_prints_is_reported_at_its_line(
    screened: Path,
) -> None:
    change(screened, RULES, "hole: {title", "hole: {reader: gm, title")
    (problem,) = listed(screened)
    assert problem.endswith(
        "warning: `rules.hole` is needed by the GM but is in none of their aids"
        " (add it to one of them, or leave out `reader`)"
    )
    assert problem.startswith(f"{RULES}:")


def test_what_an_aid_for_everybody_prints_is_at_hand(screened: Path) -> None:
    change(screened, RULES, "  fight:\n", "  fight:\n    reader: player\n")
    assert listed(screened) == []


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_our_games_leave_no_reader_without(game: str) -> None:
    assert [*readers_are_served(load(BUNDLED_PACK, game))] == []
