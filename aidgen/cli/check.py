"""`aidgen check`: what is wrong with games and translations, and what does not fit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from aidgen.cli.options import AIDS, GAMES, JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import counted, problems_out, say
from aidgen.cli.program import EPILOG, FINE
from aidgen.cli.stamping import keep
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import Inspection, inspect
from aidgen.problems import Problem
from aidgen.sandbox.limits import STANDARD


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
    code = problems_out([*inspection.problems, *pack.meanwhile()], strict=strict)
    listed = sorted({str(verdict) for verdict in inspection.declared}) if declared else []
    say(*listed)
    unfit: set[Problem] = set()
    if fitting:
        # What typesets, a tenth of the time of a check, is not loaded for one without it.
        typesetting: Any = import_module("aidgen.cli.fitting")
        planned = plan(pack, games=games, locales=locales, aids=aids)
        unfit |= typesetting.fitted(planned, out, jobs, table=table)
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
