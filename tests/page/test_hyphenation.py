"""The words that the templates and a game say how to divide."""

from __future__ import annotations

from pathlib import Path

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.page.theme import hyphenation
from tests.mini import change, read

GAME = "content/mini/game.yaml"


def listed(pack: Path) -> GameData:
    change(pack, GAME, "  modules:", "  hyphenation: cave-dweller - cave-dwellers\n  modules:")
    return read(pack)


def test_a_games_words_follow_those_of_the_templates(pack: Path) -> None:
    words = hyphenation(localize(listed(pack), {}, "en")).split()
    assert words[-2:] == ["cave-dweller", "cave-dwellers"]
    assert "charac-ter-istic" in words


def test_words_of_another_language_are_left_out(pack: Path) -> None:
    own = {Context("mini", ("game", "hyphenation")): Text("Höhlen-bewohner", "translated")}
    game_data = listed(pack)
    assert hyphenation(localize(game_data, {}, "de")) == ""
    assert hyphenation(localize(game_data, own, "de")) == "Höhlen-bewohner"
