"""Imported by the process from which workers are forked: then each has the engine warm."""

from __future__ import annotations

import gc

from aidgen.build import binding, worker
from aidgen.press.engine import warm

ERRANDS = (binding, worker)
"""The modules of which a worker is asked something."""

warm()
gc.collect()
gc.freeze()  # what is warm stays: no worker has to look through it again
