"""Paper that is ruled with squares or hexes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aidgen.game.lengths import Length
from aidgen.game.model import Model


class Grid(Model):
    """What is ruled on a page: cells of one shape and size, edge to edge."""

    shape: Literal["square", "hex"] = "square"
    cell: Length = Field(
        ge=3, le=100, description="from side to side of a cell, as in `10 mm` or `1 in`"
    )
    points: Literal["up", "across"] | None = Field(
        None, description="of hexes: where two of their corners point; up, if left out"
    )
    line: Length = Field(0.2, ge=0.05, le=2, description="how heavy its lines are, as in `0.2 mm`")
    colour: Literal["grey", "black", "ink", "second"] = Field(
        "grey", description="of its lines: grey, black, or one of the theme's"
    )
    numbered: bool = Field(
        False, description="whether cells say where they are: squares as B3, hexes as 0203"
    )
