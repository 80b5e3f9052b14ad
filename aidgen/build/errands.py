"""What is handed to worker processes, by name: who hands it on has no need of the engine."""

from __future__ import annotations

import importlib
from typing import Any

FIT = "aidgen.build.worker:fit"
SETTLE = "aidgen.build.worker:settle"
READY = "aidgen.build.worker:ready"
PRESS = "aidgen.build.worker:press"
BIND = "aidgen.build.binding:bind"


def run(errand: str, *arguments: object) -> Any:
    """Run an errand in this process, which imports what it needs for it. Raises what it raises."""
    module, _, function = errand.partition(":")
    return getattr(importlib.import_module(module), function)(*arguments)
