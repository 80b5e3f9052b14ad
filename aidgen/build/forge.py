"""Imported by the process from which workers are forked: then each has the engine warm."""

from __future__ import annotations

import gc
from contextlib import suppress

from aidgen.build import binding, worker
from aidgen.build.rehearsing import rehearse
from aidgen.problems import Unequipped

ERRANDS = (binding, worker)
"""The modules of which a worker is asked something."""

with suppress(Unequipped):  # who asks a worker for something will be told
    rehearse()
gc.collect()
gc.freeze()  # what is warm stays: no worker has to look through it again
