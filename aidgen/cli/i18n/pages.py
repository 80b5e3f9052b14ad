"""`aidgen i18n pseudo` and `where`: the commands for translators that typeset pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.options import GAMES, JOBS, LOCALES, OUT, STRICT, out_option, with_pack
from aidgen.cli.printing import problems_out, say
from aidgen.cli.progress import bar
from aidgen.pipeline.build import build
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.production import make
from aidgen.pipeline.pseudolocale import pseudo_plan, pseudo_result
from aidgen.pipeline.reports import answer, search
from aidgen.problems import count_noun


@click.command("pseudo")
@GAMES
@out_option("pseudo")
@JOBS
@STRICT
@with_pack
def build_pseudo(games: Sequence[str], out: Path, jobs: int, strict: bool, pack: Pack) -> int:
    """Find what cannot be translated.

    Builds PDFs in an invented language whose texts are accented and a third longer. They show which
    places are too narrow for other languages (a warning), and which words are written in a
    template, out of a translator's reach (an error).
    """
    planned = pseudo_plan(pack, games)
    pdfs = [pseudo_result(pdf, out) for pdf in bar(build, planned.jobs, out, workers=jobs)]
    problems = [problem for pdf in pdfs for problem in pdf.problems]
    fits = sum(pdf.published for pdf in pdfs)
    say(f"{count_noun(len(pdfs), 'PDF')} in {out}; everything fits in {fits} of them")
    return problems_out([*planned.problems, *problems], strict=strict)


@click.command("where")
@click.argument("asked", nargs=-1, metavar="[MSGCTXT… | PDF[:PAGE]…]")
@click.option("--all", "every", is_flag=True, help="List every text of every game.")
@LOCALES
@OUT
@JOBS
@STRICT
@with_pack
def find_texts(
    asked: Sequence[str],
    every: bool,
    locales: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Show where a text is printed, or which texts a PDF prints.

    MSGCTXT is the context of a text, or the beginning of several: lists the PDF, page and card of
    each. PDF is the name of a file: lists the texts in it, or on one page of it.
    """
    if every == bool(asked):
        raise click.UsageError("name texts or PDFs, or use --all")
    query = search(pack, asked, locales)
    pdfs = list(bar(make, query.jobs, out, workers=jobs))
    printed, unprinted = answer(query, pdfs)
    say(*printed, *(f"{context}: in no PDF" for context in unprinted))
    problems = [problem for pdf in pdfs for problem in pdf.problems]
    return problems_out([*query.problems, *problems], strict=strict)
