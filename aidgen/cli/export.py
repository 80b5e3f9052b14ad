"""`aidgen export`: cards for print shops and virtual tabletops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
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
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import make
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
    Simulator), png or pdf. Text outside a shop's safe zone is a warning.
    """
    wanted = Wanted(shop, int(dpi), apart, watermark or "")
    planned = plan(pack, games=games, locales=locales, aids=aids)
    exported = replace(planned, jobs=exportable(planned.jobs, wanted))
    checked = preflight(exported, strict=strict)
    problems: list[Problem] = [*checked.reported, *refusal_warnings(planned.jobs, wanted)]
    for pdf in bar(partial(make, checked.ready, out, workers=jobs), len(checked.ready)):
        problems += pdf.problems
        if pdf.published and not (strict and pdf.problems):
            files, warnings = export(pdf, wanted, out)
            problems += warnings
            say(f"{files[-1].parent}: {count_noun(len(files), 'file')}")
            add_result(aid=pdf.job.aid, locale=pdf.job.locale, files=[*map(str, files)])
    return problems_out(problems, strict=strict)
