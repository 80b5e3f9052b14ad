"""What is handed to worker processes, by name: who hands it on has no need of the engine."""

from __future__ import annotations

import importlib
import os
import pickle
import socket
import threading
from typing import Any

FIT_TASK = "aidgen.pipeline.worker:fit"
SETTLE_TASK = "aidgen.pipeline.worker:settle"
READY_TASK = "aidgen.pipeline.worker:ready"
PAGE_STARTS_TASK = "aidgen.pipeline.worker:begun"
PIECES_TASK = "aidgen.pipeline.worker:press"
BIND_TASK = "aidgen.pipeline.documents:bind"
PICTURE_TASK = "aidgen.proof.pictures:page_picture"
PROGRAM_TASK = "aidgen.pipeline.cache:program_name"


def run_task(errand: str, *arguments: object) -> Any:
    """Run an errand in this process, which imports what it needs for it. Raises what it raises."""
    module, _, function = errand.partition(":")
    return getattr(importlib.import_module(module), function)(*arguments)


class OtherProgramError(Exception):
    """A machine has another program than the one that asks: which machine, and what it has."""


def run_remote_task(program: str, packed: bytes) -> Any:
    """Run errands for another machine, no two at a time; return what comes of the last.

    `packed` are their names, each with its arguments. Raises what an errand raises,
    OtherProgramError if what runs here is not `program`.
    """
    own = run_task(PROGRAM_TASK)
    if own != program:
        raise OtherProgramError(f"{socket.gethostname()}, process {os.getpid()},", own)
    with _LOCK:
        *first, last = pickle.loads(packed)
        for errand in first:
            run_task(*errand)
        return run_task(*last)


_LOCK = threading.Lock()
"""The engine keeps what it knows of fonts for the whole process, and is not made for threads."""
