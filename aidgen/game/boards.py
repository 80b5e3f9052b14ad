"""Boards and maps, larger than a sheet of paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from aidgen.game.fields import Id, at_most
from aidgen.game.illustrations import PictureFile
from aidgen.game.lengths import Length
from aidgen.game.model import Model
from aidgen.game.texts import Text


class Space(Model):
    """A place on a board that has a name: a cell of its grid, or a box in mm."""

    title: Text = at_most(60, "name of a space on a board")
    icon: Id | None = None
    cell: str | None = Field(
        None,
        pattern=r"^([A-Z]{1,2}[1-9]\d{0,2}|\d{4,6})$",
        description="the cell that it is: of squares as B3, of hexes as 0203",
    )
    left: Length | None = Field(None, description="of its box, from the left edge of the board")
    top: Length | None = Field(None, description="of its box, from the upper edge of the board")
    width: Length | None = Field(None, ge=5, description="of its box, as in `40 mm`")
    height: Length | None = Field(None, ge=4, description="of its box, as in `12 mm`")
    look: Literal["plain", "boxed"] = "plain"
    text_size: float = Field(9.0, ge=7, le=72, description="in points")

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Left, top, width and height in mm, if it says all of them."""
        edges = (self.left, self.top, self.width, self.height)
        left, top, width, height = edges
        if left is None or top is None or width is None or height is None:
            return None
        return left, top, width, height


class Board(Model):
    """A board: its size, and what is on it below and above the grid of its aid."""

    width: Length = Field(ge=50, description="as in `600 mm` or `24 in`")
    height: Length = Field(ge=50, description="as in `400 mm` or `16 in`")
    image: PictureFile | None = Field(None, description="a picture that fills the board")
    overlap: Length = Field(
        10.0, ge=0, le=40, description="what two sheets beside each other both show"
    )
    spaces: Mapping[Id, Space] = Field({}, description="places on it that have a name")
