"""Progress bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.tasks import EXPORT_TASK, TYPESET_TASK

if TYPE_CHECKING:
    from rich.progress import TaskID

# The label of the bar for each task.
LABELS = {TYPESET_TASK: "documents", EXPORT_TASK: "pictures"}


def has_bar() -> bool:
    """Tell whether there are bars: only on a terminal."""
    return sys.stderr.isatty()


def bar(
    build: Callable[..., Iterator[JobResult]], jobs: Sequence[Job], *words: object, **named: object
) -> Iterator[JobResult]:
    """Yield the PDFs that `build` makes of jobs; bars count them, and the tasks of their pieces.

    It is called with the jobs, what is given besides, and a `listener` for its progress.
    """
    if not has_bar():
        yield from build(jobs, *words, **named)
        return
    # It takes a tenth of a second to load, which a build without bars need not wait for.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        pdfs = progress.add_task("PDFs", total=len(jobs))
        bars: dict[str, TaskID] = {}

        def show(task: str, wanted: int, done: int) -> None:
            if task not in bars:
                bars[task] = progress.add_task(LABELS[task])
            progress.update(bars[task], total=wanted, completed=done)

        for pdf in build(jobs, *words, listener=show, **named):
            progress.update(pdfs, advance=1, description=pdf.job.output.name)
            yield pdf
