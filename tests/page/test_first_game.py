"""The whole game of the README, with a book, all the way to a proved PDF."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.rules import check_game
from tests.sheets import typeset_aid

BOOK = """\
  rules:
    title: Rules
    kind: book
    paper: A5
    contents: [sections.landing]

sections:
  landing:
    title: Landing
    contents: [rules.landing]
"""


@pytest.mark.parametrize("aid", ["summary", "rules"])
def test_the_first_game_of_the_readme_can_be_printed(tmp_path: Path, aid: str) -> None:
    readme = (BUNDLED_PACK / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n# my-games/(\S+)\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    path = tmp_path / example[1]
    path.parent.mkdir(parents=True)
    path.write_text(example[2] + BOOK, encoding="utf-8")
    game_data = load(tmp_path, "night-ferry")
    assert check_game(game_data) == []
    localized = localize(game_data, {}, "en")
    assert typeset_aid(render(localized, aid, (tmp_path, BUNDLED_PACK))).faults == ()
