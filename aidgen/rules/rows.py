"""The rows of a game's tables, each with the context that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.records import Cell

Row = Mapping[str, Cell]


def rows_of(
    canon: GameData, table: str, part: str, rows: Mapping[str, Row]
) -> Iterator[tuple[Context, Row]]:
    """Yield the context and the cells of each row of a table, or of a part of it."""
    context = canon.at("tables", table)
    inner = context / "parts" / part / "rows" if part else context / "rows"
    for name, cells in rows.items():
        yield inner / name, cells
