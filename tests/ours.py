"""The pack that comes with aidgen, opened once for all tests of a process."""

from aidgen.build.pack import Pack
from aidgen.game.load import OURS

PACK = Pack(OURS)
