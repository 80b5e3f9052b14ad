"""What worker processes do: their tasks by name, and what they take and return.

The caller need not import the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import Size
from aidgen.layout.document import Fit
from aidgen.layout.faults import Fault
from aidgen.layout.promises import PrintedText
from aidgen.sandbox.limits import Limits

READY_TASK = "aidgen.proof.pictures:limit_pictures"
CONTEXTS_TASK = "aidgen.pipeline.worker:printed_contexts"
LOOKUPS_TASK = "aidgen.pipeline.worker:find_lookups"
PREPARE_TASK = "aidgen.pipeline.worker:prepare"
TYPESET_TASK = "aidgen.pipeline.worker:typeset"
PRINT_TASK = "aidgen.pipeline.worker:print_document"
FINISH_TASK = "aidgen.pipeline.worker:finish"
EXPORT_TASK = "aidgen.proof.pictures:page_pngs"
DRAFT_TASK = "aidgen.press.pages:stamp_draft"

# Called with the name of a task, how many were asked for so far, and how many are done.
ProgressListener = Callable[[str, int, int], None]


def ignore_progress(task: str, wanted: int, done: int) -> None:
    """Do nothing."""


def run_task(task: str, *arguments: object) -> Any:
    """Run a task in this process and return its result, or raise its error."""
    module, _, function = task.partition(":")
    return getattr(import_module(module), function)(*arguments)


class StoppedError(Exception):
    """A process was stopped, or died, before it finished its task; the message gives the reason."""


@dataclass(frozen=True)
class RenderTask:
    """An aid to render: the localized game, pickled, and what `render` takes besides."""

    game: bytes
    aid: str
    roots: tuple[Path, ...]
    options: PrintOptions
    limits: Limits


@dataclass(frozen=True)
class PrintedUnit:
    """A card that can be reprinted on its own."""

    name: str
    digest: str
    """SHA-256 of what is drawn on both of its sides, without the edition mark."""
    copies: int = 1
    sides: int = 1
    """2 if cards of its size have backs; a back may be blank."""


@dataclass(frozen=True, kw_only=True)
class Finished:
    """What became of a job; the cache keeps it without the PDF."""

    pdf: bytes = field(repr=False)
    sha256: str = ""
    """The digest of the PDF; "" if there is none."""
    thumbnail: bytes = field(repr=False)
    pages: int
    sheet: Size
    """The size of the first page, in mm."""
    two_sided: bool = False
    """Whether its sheets have to be printed on both sides."""
    faults: tuple[Fault, ...]
    """A PDF with a fault that is no doubt is not published."""
    looks: tuple[Fault, ...] = ()
    """Advice and notes on how its pages look."""
    fits: tuple[Fit, ...] = ()
    texts: tuple[PrintedText, ...] = ()
    units: tuple[PrintedUnit, ...] = ()
