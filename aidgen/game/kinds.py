"""Kinds of aid that a game makes out of ours."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aidgen.game.model import Model

Base = Literal[
    "board",
    "book",
    "cards",
    "flow",
    "form",
    "gm-screen",
    "grid",
    "leaflet",
    "sheet",
    "standees",
    "tokens",
]


class OwnKind(Model):
    """A kind of aid that is another one but for what it says."""

    extends: Base
    papers: tuple[str, ...] = Field((), description="the papers it goes on; all of the other's")
    smallest_type: float | None = Field(
        None, ge=6, le=14, description="the smallest type in points; that of the other kind"
    )
    template: str | None = Field(
        None,
        pattern=r"^[a-z][a-z0-9-]*$",
        description="the folder of templates that come before the other kind's; its own name",
    )
