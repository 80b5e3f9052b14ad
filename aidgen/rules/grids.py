"""Grids: on paper that is ruled alone, with cells that can be numbered."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.data import GameData
from aidgen.game.records import Grid
from aidgen.page.drawings import NUMBERED
from aidgen.page.kinds import kind_of
from aidgen.problems import Problem


def grids_can_be_ruled(canon: GameData) -> Iterator[Problem]:
    """Yield what grids say that means nothing, and cells too small for their numbers."""
    for name, aid in canon.aids.items():
        kind = kind_of(canon, aid.kind)
        if aid.grid is not None and kind is not None and kind.name in ("board", "grid"):
            at = canon.at("aids", name, "grid")
            for field, message, hint in _wrong(aid.grid):
                yield Problem(canon.where(at / field), message, hint)


def _wrong(grid: Grid) -> Iterator[tuple[str, str, str]]:
    """Yield each field that cannot be kept to, what is wrong with it, and what helps."""
    if grid.points and grid.shape == "square":
        yield "points", "found `points`, which squares do not have", "`shape: hex` has them"
    if grid.numbered and grid.cell < NUMBERED:
        message = f"cells of {grid.cell:g} mm have no room for a number that can be read"
        yield "numbered", message, f"{NUMBERED:g} mm at least"
