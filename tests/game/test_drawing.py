"""What is drawn from records: an edit in one place changes all the others, or is reported."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.problems import InputError
from aidgen.rules import check_game
from tests.mini import change

EDITS = yaml.safe_load((BUNDLED_PACK / "tests/cases/edits.yaml").read_text(encoding="utf-8"))
# Spaces that the typography of French makes of usual ones.
SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2060": ""})


def _text_at(node: Any, ref: str) -> str:
    for name in ref.split("."):
        node = node[name] if isinstance(node, Mapping) else getattr(node, name)
    return str(node).translate(SPACES)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_one_place_changes_or_reports_the_others(tmp_path: Path, name: str) -> None:
    edit = EDITS[name]
    game = edit["game"]
    for folder in ("content", "assets"):
        shutil.copytree(BUNDLED_PACK / folder / game, tmp_path / folder / game)
    for file, old, new in edit["edits"]:
        change(tmp_path, f"content/{game}/{file}.yaml", old, new)
    try:
        game_data = load(tmp_path, game)
        problems = check_game(game_data)
    except InputError as error:
        problems = list(error.problems)
    assert bool(problems) == ("reported" in edit), problems
    if problems:
        assert edit["reported"] in "\n".join(map(str, problems))
        return
    printed = localize(game_data, {}, game_data.game.language)
    assert {ref: _text_at(printed, ref) for ref in edit["printed"]} == edit["printed"]


def test_what_is_drawn_is_translated_where_it_is_written() -> None:
    game_data = load(BUNDLED_PACK, "argosia")
    at = game_data.at("states", "poison-mute", "effect")
    printed = localize(game_data, {at: Text("can no longer speak.", "translated")}, "en")
    assert _text_at(printed, "tables.poisons.rows.3.effect") == "can no longer speak."
