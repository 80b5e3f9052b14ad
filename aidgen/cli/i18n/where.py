"""`aidgen i18n where`: on which page and card a text is printed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from aidgen.cli.options import JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.cli.progress import bar
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.production import make
from aidgen.pipeline.reports import answer, search


@click.command("where", epilog=EPILOG)
@click.argument("asked", nargs=-1, metavar="[MSGCTXT… | PDF[:PAGE]…]")
@click.option("--all", "every", is_flag=True, help="Every text of every game.")
@LOCALES
@OUT
@JOBS
@STRICT
@PACK
def command(
    asked: Sequence[str],
    every: bool,
    locales: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Say where a text is printed, or what a PDF prints.

    MSGCTXT is a text's context, or the beginning of several: in which PDFs, on which page and card
    is it? PDF is a file's name: which texts are on it, or on that page of it?
    """
    if every == bool(asked):
        raise click.UsageError("name texts or PDFs, or ask for --all")
    query = search(pack, asked, locales)
    made = list(bar(partial(make, query.jobs, out, workers=jobs), len(query.jobs)))
    found = answer(query, made)
    for place in found.prints:
        say(str(place))
    for context in found.unprinted:
        say(f"{context}: in no PDF")
    problems = [problem for one in made for problem in one.problems]
    return problems_out([*query.problems, *problems], strict=strict)
