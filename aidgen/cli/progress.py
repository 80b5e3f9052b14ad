"""How far the work is, while it is done."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from aidgen.build.making import Made

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())


def has_bar() -> bool:
    """Tell whether there is a bar: on a terminal alone."""
    return Console(stderr=True).is_terminal


def bar(made: Iterator[Made], total: int) -> Iterator[Made]:
    """Hand on what is made; a bar shows how much of `total` that is."""
    if not has_bar():
        yield from made
        return
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("typesetting", total=total)
        for one in made:
            progress.update(task, advance=1, description=one.job.output.name)
            yield one
