"""`aidgen site`: static files to hand out, with pictures of all pages and a search of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from aidgen.cli.options import AIDS, GAMES, JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import counted, problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.cli.progress import bar
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import make
from aidgen.pipeline.settings import refuse_installed
from aidgen.pipeline.variants import OFFERED
from aidgen.serve.site import write_site


@click.command("site", epilog=EPILOG)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@GAMES
@LOCALES
@AIDS
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice(tuple(OFFERED)),
    help="Offer this, too, of what it makes sense for; again for more.",
)
@click.option("--title", help="What the site is called.  [default: the games’ names]")
@OUT
@JOBS
@STRICT
@PACK
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
    """Write a site into DIR: the aids to look at and to print, and the rules to search.

    It is made of files alone, for any web server, or to be opened from a folder. What lies on the
    shelf of --out is used; PDFs with faults are left out.
    """
    refuse_installed(folder)
    planned = plan(pack, games=games, locales=locales, aids=aids)
    checked = preflight(planned, strict=strict)
    before = problems_out(checked.problems, strict=strict)
    wanted = [*checked.ready, *_variants(checked.ready, variants)]
    made = list(bar(partial(make, wanted, out, workers=jobs), len(wanted)))
    named = title or " · ".join(_titles(pack, [job.game for job in planned.jobs]))
    written = write_site(pack, made, folder, named, workers=jobs)
    faults = [problem for one in made for problem in one.problems]
    after = problems_out([*faults, *written.problems], strict=strict)
    pdfs = counted(sum(one.published for one in made), "PDF")
    say(f"{folder / 'index.html'}: {counted(written.pages, 'page')}, {pdfs}")
    return max(before, after)


def _variants(jobs: Sequence[Job], names: Sequence[str]) -> Iterator[Job]:
    """Yield the variants of PDFs that make sense, of those that were named."""
    for name in dict.fromkeys(names):
        chosen = (job.chosen(OFFERED[name]) for job in jobs)
        yield from (job for job in chosen if job.choices.made)


def _titles(pack: Pack, games: Sequence[str]) -> list[str]:
    return [pack.named(game, pack.facts(game).language).title for game in dict.fromkeys(games)]
