"""`aidgen check`: what is wrong with games and translations, and what does not fit."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from aidgen.build.fits import fits, going_on, summary
from aidgen.build.making import Made, make
from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.build.preflight import Inspection, equipped, inspect
from aidgen.cli.exits import EPILOG, FINE
from aidgen.cli.options import AIDS, GAMES, JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import counted, problems_out, say, shown
from aidgen.cli.progress import bar
from aidgen.cli.stamping import keep
from aidgen.jail.limits import STANDARD
from aidgen.page.promises import Fit
from aidgen.problems import Problem

WIDE = 200
"""Columns of a table that goes to no terminal: room for six languages and long names of cards."""


@click.command("check", epilog=EPILOG)
@GAMES
@click.option("--fit", "fitting", is_flag=True, help="Typeset all, and tell what does not fit.")
@click.option("--declared", is_flag=True, help="List what translators declared right.")
@click.option(
    "--table", is_flag=True, help="With --fit: the type and room of each card, by locale."
)
@LOCALES
@AIDS
@OUT
@JOBS
@STRICT
@PACK
def command(
    games: Sequence[str],
    fitting: bool,
    declared: bool,
    table: bool,
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Hold every game and translation to its laws.

    The last line says what was looked at. --locale, --aid, --out and --jobs go with --fit.
    """
    if not fitting and (table or locales or aids):
        raise click.UsageError("--table, --locale and --aid go with --fit")
    inspection = inspect(pack, games)
    code = problems_out(inspection.problems, strict=strict)
    listed = sorted({str(verdict) for verdict in inspection.declared}) if declared else []
    say(*listed)
    unfit: set[Problem] = set()
    if fitting:
        planned = plan(pack, games=games, locales=locales, aids=aids)
        settable, _ = equipped(planned.jobs)  # the others are told already
        making = partial(make, settable, out, workers=jobs)
        made = list(bar(making, len(settable)))
        _fits_out(made, table=table)
        unfit |= {problem for one in made for problem in one.problems}
        code = max(code, problems_out(unfit, strict=strict))
    said = f"{pack}: {_looked_at(inspection)}: {_found({*inspection.problems, *unfit})}"
    say(said)
    if code == FINE and not fitting and pack.limits == STANDARD:  # what raises them may change
        keep(pack, [*listed, said], inspection.problems)
    return code


def _looked_at(inspection: Inspection) -> str:
    games, locales = len(inspection.games), len(inspection.locales)
    return f"{counted(games, 'game')}, {counted(locales, 'language')}"


def _found(problems: Collection[Problem]) -> str:
    """Say how many errors and warnings there are."""
    severities = [problem.severity for problem in problems]
    errors, warnings = severities.count("error"), severities.count("warning")
    if not problems:
        return "nothing wrong"
    counts = ((errors, "error"), (warnings, "warning"))
    return ", ".join(counted(number, noun) for number, noun in counts if number)


def _fits_out(made: Sequence[Made], *, table: bool) -> None:
    """Print how the cards and regions of each aid fit."""
    for aid, locales in fits(made).items():
        if table:
            _table_out(aid, locales)
        for locale, boxes in locales.items():
            if not table:
                say(f"{aid} {locale}: {summary(boxes)}")
            say(*(f"{aid} {locale}: {card}" for card in going_on(boxes)))


def _table_out(aid: str, locales: Mapping[str, Mapping[str, Fit]]) -> None:
    """Print the type of each card of an aid and the room left at its foot, by locale."""
    sheet = Table(title=Text(shown(aid)), title_justify="left", title_style="bold")
    sheet.add_column("card or region")
    for locale in locales:
        sheet.add_column(locale, justify="right")
    for name in dict.fromkeys(name for boxes in locales.values() for name in boxes):
        sheet.add_row(Text(shown(name)), *(_cell(boxes.get(name)) for boxes in locales.values()))
    Console(width=None if sys.stdout.isatty() else WIDE).print(sheet)


def _cell(fit: Fit | None) -> str:
    """Return type size and room of a card, marked if something is lost."""
    if fit is None:
        return "–"
    room = "" if fit.room is None else f"{fit.room:6.1f} mm" + (" !!" if fit.room < 0 else "   ")
    return f"{fit.size:4.1f} pt {room}"
