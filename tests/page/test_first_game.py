"""The whole game of the README, with a book, all the way to a proved PDF."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.game.load import OURS, load
from aidgen.language.localize import localize
from aidgen.laws import check
from aidgen.page.render import render
from aidgen.press.tags import tagged
from aidgen.press.typeset import typeset
from aidgen.proof.hear import hear
from aidgen.proof.prove import prove

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
    readme = (OURS / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n# my-games/(\S+)\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    path = tmp_path / example[1]
    path.parent.mkdir(parents=True)
    path.write_text(example[2] + BOOK, encoding="utf-8")
    canon = load(tmp_path, "night-ferry")
    assert check(canon) == []
    page = render(localize(canon, {}, "en"), aid, (tmp_path, OURS))
    made = typeset(page.html, "0" * 32)
    pdf = tagged(made.pdf, made.reading)
    assert prove(pdf, page.promises, made.sheets).faults == ()
    assert hear(pdf, page.html) == ()
