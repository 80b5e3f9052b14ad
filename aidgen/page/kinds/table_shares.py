"""A long table over several blocks of a sheet: which rows are in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.game.tables import Table
from aidgen.page.kinds.base import TableShare
from aidgen.page.markdown import plain_text

LETTERS_OF_A_LINE = 40
"""How many letters of a cell are taken to be one line: rows of more words are higher."""


def first_block(aid: Aid, name: str) -> str:
    """Return the block that a block continues, itself if none.

    Raises ValueError if it leads to no block, or in a circle.
    """
    met = [name]
    while before := aid.blocks[met[-1]].continues:
        if before not in aid.blocks or before in met:
            raise ValueError(before)
        met.append(before)
    return met[-1]


def table_shares(game_data: GameData, aid: Aid) -> Mapping[str, tuple[str, TableShare]]:
    """Return the table, and its rows, in each block of an aid that has a part of one."""
    chains: dict[str, list[str]] = {}
    for name in aid.blocks:
        chains.setdefault(first_block(aid, name), []).append(name)
    found: dict[str, tuple[str, TableShare]] = {}
    for first, chain in chains.items():
        if len(chain) == 1:
            continue
        ref = aid.blocks[first].contents[-1]
        rows = divide_rows(game_data.find(ref), [aid.blocks[name].rows for name in chain])
        for number, (name, own) in enumerate(zip(chain, rows, strict=True)):
            found[name] = ref, TableShare(own, number == 0, number == len(chain) - 1)
    return found


def divide_rows(table: Table, asked: Sequence[int | None]) -> list[tuple[str, ...]]:
    """Return the rows of each of several blocks: as many as it asks for, else as high as others."""
    rows = list((table.rows or {}).items())
    shares: list[tuple[str, ...]] = []
    for number, count in enumerate(asked):
        left = sum(one or 0 for one in asked[number + 1 :])
        alike = asked[number:].count(None)
        if count is None:
            heights = list(accumulate(map(_row_height, (cells for _, cells in rows))))
            free = heights[max(0, len(rows) - left) - 1] if len(rows) > left else 0
            count = sum(height <= free / alike + 0.5 for height in heights) if alike > 1 else None
        end = len(rows) - left if count is None else count
        shares.append(tuple(name for name, _ in rows[:end]))
        rows = rows[end:]
    return shares


def _row_height(cells: Mapping[str, object]) -> int:
    """Return how many lines a row probably takes."""
    longest = max((len(plain_text(str(cell))) for cell in cells.values() if cell), default=0)
    return 1 + longest // LETTERS_OF_A_LINE
