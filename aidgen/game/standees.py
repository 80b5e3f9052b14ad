"""Standees and tents: how large they are."""

from __future__ import annotations

from pydantic import Field

from aidgen.game.lengths import Length
from aidgen.game.model import Model


class Standee(Model):
    """How a figure of paper is made: two halves, back to back from a fold on, and their foot."""

    width: Length = Field(25.0, ge=15, le=150, description="as in `25 mm` or `1 in`")
    height: Length = Field(40.0, ge=20, le=120, description="of what one sees of it")
    base: Length = Field(
        12.0, ge=0, le=30, description="of the flap below each half; none of a tent, `0 mm`"
    )
