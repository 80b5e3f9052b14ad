"""Imported by the process from which workers are forked: then each has the engine warm."""

from __future__ import annotations

import gc

gc.disable()  # what is loaded stays: to look through it meanwhile is a sixth of the time of loading

from contextlib import suppress  # noqa: E402 - only now: imports take a while

from aidgen.pipeline import documents, worker  # noqa: E402
from aidgen.pipeline.rehearsing import rehearse  # noqa: E402
from aidgen.problems import MachineError  # noqa: E402

ERRANDS = (documents, worker)
"""The modules of which a worker is asked something."""

with suppress(MachineError):  # who asks a worker for something will be told
    rehearse()
gc.freeze()  # no worker has to look through it either
gc.enable()
