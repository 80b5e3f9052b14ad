"""What several commands print: problems, files that were written, where PDFs stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from aidgen.problems import Problem


def problems_out(problems: Iterable[Problem], *, strict: bool = False) -> int:
    """Print problems in the order of their places, each once; return the exit code.

    It is 1 if one of them is an error; if `strict`, a warning does as well.
    """
    listed = sorted(set(problems))
    for problem in listed:
        click.echo(str(problem), err=True)
    return int(any(strict or problem.severity == "error" for problem in listed))


def written_out(paths: Iterable[Path]) -> None:
    """Say which files were written."""
    for path in paths:
        click.echo(f"{path} written")


def lines(told: Iterable[object]) -> str:
    """Return some things as they are printed, a line each."""
    return "".join(f"{one}\n" for one in told)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in one of its two forms: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
