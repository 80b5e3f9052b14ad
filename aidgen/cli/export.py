"""`aidgen export`: cards for print shops and virtual tabletops."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import click

from aidgen.assets.options import PrintOptions
from aidgen.assets.shops import PdfxStandard
from aidgen.cli.options import (
    AID_OPTION,
    GAMES,
    JOBS,
    LOCALES,
    OUT,
    STRICT,
    print_option,
    with_pack,
    with_report,
)
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.cli.program import SectionedCommand
from aidgen.cli.progress import bar
from aidgen.pipeline.exports import (
    Wanted,
    export,
    exportable,
    frame_warnings,
    refusal_warnings,
)
from aidgen.pipeline.pack import Pack, readable
from aidgen.pipeline.plan import Job, JobResult, plan
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import make
from aidgen.pipeline.settings import all_shops
from aidgen.pipeline.tasks import ProgressListener, ignore_progress
from aidgen.press.pdfx import find_profile
from aidgen.problems import Problem, UsageError, Where, count_noun, did_you_mean


class ExportCommand(SectionedCommand):
    """The command, whose help lists its options in sections."""

    sections: ClassVar = {
        "What to export": ("locales", "aids", "cards", "pack", "out"),
        "Files for the shop": ("frame", "dpi", "apart", "copies"),
        "For a printing press": ("pdfx", "profile"),
        "How to work": ("jobs", "limits"),
    }


@click.command("export", cls=ExportCommand)
@click.argument("shop")
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
@print_option("cards")
@print_option("frame")
@click.option("--copies", is_flag=True, help="A picture for each copy of a card.")
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The ICC profile of the printing press.  [default: one of this computer]",
)
@click.option(
    "--pdfx",
    type=click.Choice(["x1a", "x4"]),
    help="PDF/X-1a:2003 or PDF/X-4.  [default: the shop's]",
)
@LOCALES
@AID_OPTION
@OUT
@JOBS
@STRICT
@with_pack
@with_report
def command(
    shop: str,
    games: Sequence[str],
    dpi: str,
    apart: bool,
    cards: Sequence[str] | None,
    frame: str | None,
    copies: bool,
    profile: Path | None,
    pdfx: PdfxStandard | None,
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Export cards for print shops and virtual tabletops.

    SHOP is mpc (MakePlayingCards), printerstudio, tgc (The Game Crafter), drivethrucards, tts
    (Tabletop Simulator), png, pdf, pdfx (for any printing press, books and sheets as well), or one
    of your own: see docs/how-to/print-shops.md. Text outside a shop's safe zone is a warning.
    Without --locale, aidgen takes the language you write in.
    """
    shops = all_shops(pack.root)
    if shop not in shops:
        hint = did_you_mean(shop, shops) or f"known: {', '.join(shops)}"
        raise UsageError.at(Where("export"), f"unknown shop `{shop}`", hint)
    chosen = shops[shop]
    standard = pdfx or chosen.pdfx
    press = find_profile(profile) if standard else Path()
    wanted = Wanted(chosen, int(dpi), apart, copies, standard, press)
    locales = locales or _chosen_locales(pack, games)
    options = PrintOptions(cards=tuple(cards or ()), frame=frame or "")
    planned = plan(pack, games=games, locales=locales, aids=aids, options=options)
    exported = replace(planned, jobs=exportable(planned.jobs, wanted))
    checked = preflight(exported, strict=strict)
    problems: list[Problem] = [*checked.problems, *refusal_warnings(planned.jobs, wanted)]
    problems += () if frame else frame_warnings(exported.jobs, wanted)

    def pdfs(
        ready: Sequence[Job], *, listener: ProgressListener = ignore_progress
    ) -> Iterator[JobResult]:
        """Yield the PDFs whose pictures are written."""
        with WorkerPool(jobs, pack.limits) as workers:
            for pdf in make(ready, out, workers=jobs, listener=listener):
                problems.extend(pdf.problems)
                if pdf.published and not (strict and pdf.problems):
                    files, warnings = export(pdf, wanted, out, workers, listener)
                    problems.extend(warnings)
                    if files:
                        say(f"{files[-1].parent}: {count_noun(len(files), 'file')}")
                    add_result(aid=pdf.job.aid, locale=pdf.job.locale, files=[*map(str, files)])
                yield pdf

    # Nothing is kept: what there is to say of a PDF is said once its pictures are written.
    deque(bar(pdfs, checked.jobs), maxlen=0)
    return problems_out(problems, strict=strict)


def _chosen_locales(pack: Pack, games: Sequence[str]) -> tuple[str, ...]:
    # All languages would be thousands of pictures of which a shop prints those of one.
    names = readable(pack, games)[0]
    sources = tuple(dict.fromkeys(pack.source_language(name) for name in names))
    if len({locale for name in names for locale in pack.locales(name)}) > 1:
        say(f"Exporting {', '.join(sources)}; name other languages with --locale")
    return sources
