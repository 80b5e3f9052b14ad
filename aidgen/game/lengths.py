"""Lengths on paper as authors write them, in mm or inches."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

UNITS = {"mm": 1.0, "in": 25.4}
"""The units that lengths are written in, in mm."""
# A number and its unit: `10 mm`, `0.5 in`.
LENGTH = r"^\d+(\.\d+)? ?(mm|in)$"


def _length(said: object) -> object:
    """Return a length as a number of mm; raises ValueError if it is written otherwise."""
    if isinstance(said, float):
        return said  # read before
    if not isinstance(said, str) or not re.match(LENGTH, said):
        raise ValueError(f"found `{said}`, expected a length, as in `10 mm` or `0.5 in`")
    return round(float(said[:-2]) * UNITS[said[-2:]], 3)


Length = Annotated[
    float,
    BeforeValidator(_length),
    WithJsonSchema({"type": "string", "pattern": LENGTH}),
]
"""A length in mm, written with its unit."""
