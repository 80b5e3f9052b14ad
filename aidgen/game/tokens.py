"""Tokens: how large they are, and what is on their backs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from aidgen.game.fields import Id
from aidgen.game.illustrations import PictureFile
from aidgen.game.lengths import Length
from aidgen.game.model import Model

DIAMETER = 20.0
"""Of a token that says none, in mm."""


class TokenBack(Model):
    """What is on the backs of tokens: one of these."""

    icon: Id | None = None
    image: PictureFile | None = Field(None, description="a picture that fills the back")
    pattern: Literal["stripes", "rings", "checks"] | None = None
    states: Mapping[Id, Id] = Field(
        {}, description="the state that each one turns to, by that on its front"
    )


class Token(Model):
    """How tokens are made."""

    diameter: Length = Field(DIAMETER, ge=15, le=90, description="as in `25 mm` or `1 in`")
    back: TokenBack | None = Field(
        None, description="what is on their backs; whether they are good or bad, if left out"
    )
