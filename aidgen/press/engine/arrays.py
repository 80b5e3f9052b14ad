"""Arrays that the engine hands to its libraries: their type is read once, not for each length.

The engine names an array with its length, and what calls C reads each name as a piece of C: five
milliseconds, twice for each font of each PDF.
"""

from __future__ import annotations

import re
from typing import Any

# A type of arrays with its length: hb_codepoint_t[27]
SIZED = re.compile(r"(\w+)\[\d+\]")


class Arrays:
    """What calls C, but that an array which is filled has its length from what fills it."""

    def __init__(self, ffi: Any) -> None:
        """Take what calls C."""
        self._ffi = ffi

    def new(self, kind: str, filled: Any = None) -> Any:
        """Return new memory of a type, filled."""
        if isinstance(filled, (list, tuple)):
            kind = SIZED.sub(r"\1[]", kind)
        return self._ffi.new(kind, filled)

    def __getattr__(self, name: str) -> Any:
        """Return whatever else it has."""
        return getattr(self._ffi, name)


def read_once(engine_fonts: Any) -> None:
    """Have the engine's module of fonts read the types of its arrays once."""
    if not isinstance(engine_fonts.ffi, Arrays):
        engine_fonts.ffi = Arrays(engine_fonts.ffi)
