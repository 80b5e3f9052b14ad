"""`aidgen verify`: checks that PDFs have not changed since they were built."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import STRICT, with_report
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.pipeline.fingerprints import pack_around
from aidgen.pipeline.manifest import verify
from aidgen.pipeline.settings import default_out
from aidgen.problems import UsageError, Where, count_noun


@click.command("verify")
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
    # PDFs are verified also where their pack is broken, or gone.
    folder = folder or default_out(pack_around(here) or here, here)
    results = list(verify(folder))
    if not results:
        raise UsageError.at(Where(str(folder)), "contains no PDFs and no manifest")
    for result in results:
        pdfs, marks = count_noun(result.whole, "PDF"), ", ".join(result.marks)
        say(f"{result.folder}: {pdfs} unchanged ({marks})")
        add_result(folder=str(result.folder), unchanged=result.whole, marks=[*result.marks])
    problems = (problem for result in results for problem in result.problems)
    return problems_out(problems, strict=strict)
