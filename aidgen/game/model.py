"""The bases of all records."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic.functional_validators import BeforeValidator

from aidgen.game.fields import Certainty, Id, Reader
from aidgen.game.texts import Text


class Model(BaseModel):
    """The base of all records: frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


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


class Record(Model):
    """What every record may say of itself."""

    source: str | None = Field(
        None,
        pattern=r"^[a-z][a-z0-9_-]*(:\d+(-\d+)?)?(, [a-z][a-z0-9_-]*(:\d+(-\d+)?)?)*$",
        description="edition and line it was taken from, as in `en:105` or `en:105-107, fr:98`",
    )
    certainty: Certainty = Field(
        "certain",
        description="`reconstructed` prints a mark, `lost` prints a visible gap",
    )
    module: Id | None = Field(None, description="the expansion this record belongs to")
    icon: Id | None = Field(None, description="the name of an icon")
    reader: Reader | None = Field(
        None, description="who needs it in play: one of that reader's aids has to print it"
    )
