"""The tasks of worker processes, by name, so that the caller need not import the engine."""

from __future__ import annotations

import importlib
import os
import pickle
import socket
import threading
from typing import Any

READY_TASK = "aidgen.pipeline.worker:ready"
PREPARE_TASK = "aidgen.pipeline.worker:prepare"
TYPESET_TASK = "aidgen.pipeline.worker:typeset"
PRINT_TASK = "aidgen.pipeline.worker:print_document"
FINISH_TASK = "aidgen.pipeline.worker:finish"
EXPORT_TASK = "aidgen.proof.pictures:page_pngs"
DRAFT_TASK = "aidgen.press.draft:stamp_draft"
PROGRAM_TASK = "aidgen.pipeline.cache:typesetting_program"


def run_task(task: str, *arguments: object) -> Any:
    """Run a task in this process and return its result, or raise its error."""
    module, _, function = task.partition(":")
    return getattr(importlib.import_module(module), function)(*arguments)


class OtherProgramError(Exception):
    """Another machine runs another program: its name, and that program."""


def run_remote_task(program: str, packed: bytes) -> Any:
    """Run tasks for another machine, one at a time, and return the result of the last.

    `packed` are their names with their arguments, pickled. Raises the error of a task, or
    OtherProgramError if this machine does not run `program`.
    """
    own = run_task(PROGRAM_TASK)
    if own != program:
        raise OtherProgramError(f"{socket.gethostname()}, process {os.getpid()},", own)
    with _LOCK:
        *first, last = pickle.loads(packed)
        for task in first:
            run_task(*task)
        return run_task(*last)


_LOCK = threading.Lock()
"""The engine keeps its fonts for the whole process, and is not thread-safe."""
