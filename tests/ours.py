"""The pack that comes with aidgen, opened once for all tests of a process."""

from __future__ import annotations

from aidgen import BUNDLED_PACK
from aidgen.pipeline.pack import Pack

PACK = Pack(BUNDLED_PACK)
