"""A long table over several blocks of a sheet: which rows are in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from aidgen.game.aids import Aid, Block
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


def blocks_of_table(aid: Aid, first: str) -> Mapping[str, Block]:
    """Return the blocks over which the last table of a block goes on, with this block.

    Raises ValueError if a block continues none.
    """
    return {name: one for name, one in aid.blocks.items() if first_block(aid, name) == first}


def table_shares(game_data: GameData, aid: Aid) -> Mapping[str, tuple[str, TableShare]]:
    """Return the table, and its rows, in each block of an aid that has a part of one."""
    shares: dict[str, tuple[str, TableShare]] = {}
    for first in dict.fromkeys(first_block(aid, name) for name in aid.blocks):
        chain = blocks_of_table(aid, first)
        if len(chain) == 1:
            continue
        ref = aid.blocks[first].contents[-1]
        rows = divide_rows(game_data.find(ref), [one.rows for one in chain.values()])
        for number, (name, own) in enumerate(zip(chain, rows, strict=True)):
            shares[name] = ref, TableShare(own, number == 0, number == len(chain) - 1)
    return shares


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
