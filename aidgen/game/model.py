"""The bases of all records: frozen, strict about their keys, known by where they come from."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from aidgen.game.fields import Certainty, Id, Reader


class Model(BaseModel):
    """The base of all records: frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


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
