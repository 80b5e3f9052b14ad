"""`aidgen site`: a website with pictures of all pages and a search of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.options import AID_OPTION, GAMES, JOBS, LOCALES, OUT, STRICT, with_pack
from aidgen.cli.printing import problems_out, say
from aidgen.cli.progress import bar
from aidgen.pipeline.options import OFFERED
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import make
from aidgen.pipeline.settings import refuse_installed
from aidgen.problems import count_noun
from aidgen.sandbox.output import sweep
from aidgen.serve.site import write_site


@click.command("site")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@GAMES
@LOCALES
@AID_OPTION
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice(tuple(OFFERED)),
    help="Also offer this variant where it applies (repeatable).",
)
@click.option("--title", help="The title of the site.  [default: the games’ names]")
@OUT
@JOBS
@STRICT
@with_pack
def command(
    folder: Path,
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    variants: Sequence[str],
    title: str | None,
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Write a website into DIR: the aids to view and print, the rules to search.

    Its static files work on any web server, or opened from the folder. Work cached below --out is
    reused; PDFs with errors are left out.
    """
    # Before anything is built: a site that cannot be written is no reason to wait.
    refuse_installed(folder)
    sweep(folder)
    planned = plan(pack, games=games, locales=locales, aids=aids)
    checked = preflight(planned, strict=strict)
    code = problems_out(checked.problems, strict=strict)
    shapes = [OFFERED[name] for name in dict.fromkeys(variants)]
    offered = (job.chosen(shape) for shape in shapes for job in checked.jobs)
    wanted = [*checked.jobs, *(job for job in offered if job.variant)]
    pdfs = list(bar(make, wanted, out, workers=jobs))
    games_shown = dict.fromkeys(job.game for job in planned.jobs)
    titles = (str(pack.game_data(game).game.title) for game in games_shown)
    heading = title or " · ".join(titles)
    pages, failures = write_site(pack, pdfs, folder, heading, workers=jobs)
    problems = [problem for pdf in pdfs for problem in pdf.problems]
    code = max(code, problems_out([*problems, *failures], strict=strict))
    count = count_noun(sum(pdf.published for pdf in pdfs), "PDF")
    say(f"{folder / 'index.html'}: {count_noun(pages, 'page')}, {count}")
    return code
