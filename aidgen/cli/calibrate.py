"""`aidgen calibrate`: a page by which one sees what a printer does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from aidgen.assets.papers import SHARES
from aidgen.cli.options import JOBS, LOCALES, OUT, PACK
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.cli.progress import bar
from aidgen.pipeline.build import build, calibration


@click.command("calibrate", epilog=EPILOG)
@click.option(
    "--paper",
    "papers",
    multiple=True,
    type=click.Choice([*SHARES]),
    help="Only this paper (repeatable).",
)
@LOCALES
@OUT
@JOBS
@PACK
def command(
    papers: Sequence[str], locales: Sequence[str], out: Path, jobs: int, pack: object
) -> int:
    """Make a page by which you see what your printer does.

    Print it on both sides, at actual size, measure it, hold it against the light: it says how to
    read the --offset that every build takes.
    """
    planned = calibration(papers, locales)
    made = list(bar(partial(build, planned, out, workers=jobs), len(planned)))
    for one in made:
        if one.published:
            say(str(out / one.job.output))
    return problems_out(problem for one in made for problem in one.problems)
