"""The pack that comes with aidgen, opened once for all tests of a process."""

from __future__ import annotations

from functools import cache

from aidgen import BUNDLED_PACK
from aidgen.pipeline.pack import Pack
from tests.mini import MINI

PACK = Pack(BUNDLED_PACK)


@cache
def pack_of(game: str) -> Pack:
    """Return the pack that has a game."""
    return Pack(MINI) if game == "mini" else PACK
