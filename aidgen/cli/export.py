"""`aidgen export`: cards for print shops and virtual tabletops."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from aidgen.cli.options import (
    AID_OPTION,
    GAMES,
    JOBS,
    LOCALES,
    OUT,
    PACK,
    STRICT,
    print_option,
    with_report,
)
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.cli.progress import bar
from aidgen.imposition.shops import SHOPS
from aidgen.pipeline.exports import Wanted, export, exportable, refusal_warnings
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan, readable
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import JobResult, make
from aidgen.pipeline.scheduler import ProgressListener, ignore_progress
from aidgen.problems import Problem, count_noun


@click.command("export", epilog=EPILOG)
@click.argument("shop", type=click.Choice([*SHOPS]))
@GAMES
@click.option(
    "--dpi",
    type=click.Choice(["300", "600"]),
    default="300",
    help="The resolution of pictures.  [default: 300]",
)
@click.option(
    "--apart", is_flag=True, help="All fronts first, then all backs (default: alternating)."
)
@print_option("watermark")
@LOCALES
@AID_OPTION
@OUT
@JOBS
@STRICT
@PACK
@with_report
def command(
    shop: str,
    games: Sequence[str],
    dpi: str,
    apart: bool,
    watermark: str | None,
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Export cards for print shops and virtual tabletops.

    SHOP is mpc (MakePlayingCards), tgc (The Game Crafter), drivethrucards, tts (Tabletop
    Simulator), png or pdf. Text outside a shop's safe zone is a warning. showcase draws pictures
    for a sales page, with transparency: a fan of cards, a hand, a front and its back, a spread of a
    book. Without --locale, aidgen asks for the language on a terminal, and otherwise takes the
    language you write in.
    """
    wanted = Wanted(shop, int(dpi), apart, watermark or "")
    locales = locales or _chosen_locales(pack, games)
    planned = plan(pack, games=games, locales=locales, aids=aids)
    exported = replace(planned, jobs=exportable(planned.jobs, wanted))
    checked = preflight(exported, strict=strict)
    problems: list[Problem] = [*checked.reported, *refusal_warnings(planned.jobs, wanted)]

    def pdfs(*, told: ProgressListener = ignore_progress) -> Iterator[JobResult]:
        """Yield the PDFs whose pictures are written."""
        with WorkerPool(jobs, pack.limits) as workers:
            for pdf in make(checked.ready, out, workers=jobs, told=told):
                problems.extend(pdf.problems)
                if pdf.published and not (strict and pdf.problems):
                    files, warnings = export(pdf, wanted, out, workers, told)
                    problems.extend(warnings)
                    say(f"{files[-1].parent}: {count_noun(len(files), 'file')}")
                    add_result(aid=pdf.job.aid, locale=pdf.job.locale, files=[*map(str, files)])
                yield pdf

    deque(bar(pdfs, len(checked.ready)), maxlen=0)
    return problems_out(problems, strict=strict)


ALL_LANGUAGES = "all"


def _chosen_locales(pack: Pack, games: Sequence[str]) -> tuple[str, ...]:
    """Return the languages to export, none meaning all: asked on a terminal, else the first one."""
    names = readable(pack, games).names
    sources = tuple(dict.fromkeys(pack.facts(name).language for name in names))
    spoken = sorted({locale for name in names for locale in pack.locales(name)})
    if len(spoken) < 2:
        return ()
    if not sys.stdin.isatty():
        say(f"Exporting {', '.join(sources)}; name other languages with --locale")
        return sources
    known = click.Choice([*spoken, ALL_LANGUAGES])
    chosen: str = click.prompt("Language", default=sources[0], type=known, err=True)
    return () if chosen == ALL_LANGUAGES else (chosen,)
