"""What markup the texts of a game may have."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.data import GameData
from aidgen.page.markdown import misused
from aidgen.problems import Problem


def texts_are_of_the_dialect(canon: GameData) -> Iterator[Problem]:
    """Yield HTML, block quotes, rules, headings, tables, code and pictures in texts."""
    for context, wording in canon.wordings():
        for misuse in misused(wording):
            yield Problem(canon.where(context), str(misuse), misuse.hint)
