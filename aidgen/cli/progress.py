"""How far the work is, while it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from aidgen.pipeline.production import Made
from aidgen.pipeline.scheduler import ProgressListener, TaskProgress
from aidgen.pipeline.tasks import FIT_TASK, PAGE_STARTS_TASK, PIECES_TASK, SETTLE_TASK

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
SAID = {
    FIT_TASK: "pages and cards: type chosen",
    SETTLE_TASK: "pages and cards: room shared out",
    PAGE_STARTS_TASK: "books: divided into pages",
    PIECES_TASK: "pages and cards: set and proved",
}
"""What is said of the errands that pieces are taken through."""


class Making(Protocol):
    """Makes PDFs, and tells how far the work on their pieces is."""

    def __call__(self, *, told: ProgressListener = ...) -> Iterator[Made]:
        """Yield what is made."""


def console() -> Console:
    """Return where the bar is shown."""
    return Console(stderr=True)


def has_bar() -> bool:
    """Tell whether there is a bar: on a terminal alone."""
    return console().is_terminal


def bar(making: Making, total: int) -> Iterator[Made]:
    """Hand on what is made; bars show how much of `total` that is, and how many of its pieces."""
    if not has_bar():
        yield from making()
        return
    with Progress(*COLUMNS, console=console(), transient=True) as progress:
        task = progress.add_task("PDFs", total=total)
        for one in making(told=_Bars(progress).show):
            progress.update(task, advance=1, description=one.job.output.name)
            yield one


class _Bars:
    """A bar for each errand that there are pieces for."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def show(self, step: TaskProgress) -> None:
        if step.errand not in self._tasks:
            self._tasks[step.errand] = self._progress.add_task(SAID[step.errand])
        task = self._tasks[step.errand]
        self._progress.update(task, total=step.wanted, completed=step.done)
