"""`aidgen calibrate`: a test page for a printer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.assets.papers import SHARES
from aidgen.cli.options import JOBS, LOCALES, OUT, with_pack
from aidgen.cli.printing import problems_out, say
from aidgen.cli.progress import bar
from aidgen.pipeline.build import build, calibration


@click.command("calibrate")
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
@with_pack
def command(
    papers: Sequence[str], locales: Sequence[str], out: Path, jobs: int, pack: object
) -> int:
    """Make a test page for your printer.

    Print it double-sided at actual size, measure it, and hold it against the light. It shows which
    --offset to use with every build.
    """
    pdfs = list(bar(build, calibration(papers, locales), out, workers=jobs))
    say(*(out / pdf.job.output for pdf in pdfs if pdf.published))
    return problems_out(problem for pdf in pdfs for problem in pdf.problems)
