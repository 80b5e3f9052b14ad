"""What must hold across the records of a game: one function a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import isfunction
from itertools import islice

from aidgen.game.data import GameData
from aidgen.page import theme
from aidgen.problems import Problem
from aidgen.rules import aids, boards, books, cards, pictures, references, repeats, tables, texts

Check = Callable[[GameData], Iterator[Problem]]

MODULES = (aids, boards, books, cards, pictures, references, repeats, tables, texts, theme)
# A check is what takes a game and yields problems: nobody lists them, and none is forgotten.
SIGNATURE = {"game_data": "GameData", "return": "Iterator[Problem]"}
CHECKS: tuple[Check, ...] = tuple(
    check
    for module in MODULES
    for check in vars(module).values()
    if isfunction(check) and check.__annotations__ == SIGNATURE
)
# The most problems of one check: nobody fixes more at once, and each did-you-mean takes time.
MOST_PROBLEMS = 200


def check_game(game_data: GameData) -> list[Problem]:
    """Return the problems of a game, the first of each check, in the order of the files."""
    found = (problem for check in CHECKS for problem in islice(check(game_data), MOST_PROBLEMS))
    return sorted((*islice(game_data.doubts, MOST_PROBLEMS), *found))
