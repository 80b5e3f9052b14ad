"""Pictures that records name: files of the pack, and what they show."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic.functional_validators import BeforeValidator

from aidgen.game.model import Model
from aidgen.game.texts import Text

FileName = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$",
        description="a file of the pack: its path within the folder `assets`",
    ),
]


def as_file(said: object) -> object:
    """Return the name of a file as what names it."""
    return {"file": said} if isinstance(said, str) else said


class Picture(Model):
    """A picture of the pack: PNG, JPEG or SVG."""

    file: FileName
    alt: Text | None = Field(
        None, description="what a picture shows, for those who cannot see it; none of an ornament"
    )


class Illustrated(Picture):
    """A picture beside a text."""

    width: float | None = Field(
        None, ge=5, le=280, description="in millimetres; as wide as there is room, if left out"
    )


PictureFile = Annotated[Picture, BeforeValidator(as_file)]
Illustration = Annotated[Illustrated, BeforeValidator(as_file)]
