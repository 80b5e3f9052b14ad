"""The base of all records."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """The base of all records: frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
