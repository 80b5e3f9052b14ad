"""The engine's libraries, loaded by the names that they have on Linux.

The engine tries names of other systems first, and for each that is none Python asks a compiler and
two linkers where such a library may lie: fifty processes, a third of the time in which the engine
is loaded.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

NAMES = (
    "libgobject-2.0.so.0",
    "libpango-1.0.so.0",
    "libharfbuzz.so.0",
    "libfontconfig.so.1",
    "libpangoft2-1.0.so.0",
)
"""Those that the engine needs (weasyprint/text/ffi.py); each is among the names that it tries."""


@contextmanager
def loaded_by_name() -> Iterator[None]:
    """Have Python look for libraries nowhere for a while, if all that are needed have their names.

    Elsewhere nothing is changed: on other systems, or where libraries lie in places of their own.
    """
    before = ctypes.util.find_library
    if sys.platform == "linux" and all(map(_loads, NAMES)):
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = before


def _loads(name: str) -> bool:
    with suppress(OSError):
        ctypes.CDLL(name)
        return True
    return False
