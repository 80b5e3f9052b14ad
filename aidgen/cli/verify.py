"""`aidgen verify`: checks that PDFs have not changed since they were built."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import STRICT, with_report
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.pipeline.settings import default_out
from aidgen.problems import Problem, UsageError, Where, count_noun
from aidgen.store.fingerprints import pack_around
from aidgen.store.manifest import verify


@click.command("verify", epilog=EPILOG)
@click.argument(
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=False,
    metavar="[DIR]",
)
@STRICT
@with_report
def command(folder: Path | None, strict: bool) -> int:
    """Check that PDFs still match what was built.

    DIR is the folder of PDFs.  [default: build, in your pack or here] PDFs of several editions in
    one folder are a warning.
    """
    here = Path.cwd()
    folder = folder or default_out(pack_around(here) or here, here)
    verdicts = list(verify(folder))
    if not verdicts:
        raise UsageError([Problem(Where(str(folder)), "contains no PDFs and no manifest")])
    for verdict in verdicts:
        pdfs, marks = count_noun(verdict.whole, "PDF"), ", ".join(verdict.marks)
        say(f"{verdict.folder}: {pdfs} unchanged ({marks})")
        add_result(folder=str(verdict.folder), unchanged=verdict.whole, marks=[*verdict.marks])
    problems = (problem for verdict in verdicts for problem in verdict.problems)
    return problems_out(problems, strict=strict)
