"""`aidgen check`: reports errors in games and translations, and what does not fit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import click

from aidgen.cli.options import AID_OPTION, GAMES, JOBS, LOCALES, OUT, STRICT, with_pack, with_report
from aidgen.cli.printing import add_result, problems_out, remember_output, say
from aidgen.cli.program import FINE
from aidgen.pipeline.inspection import inspect
from aidgen.pipeline.pack import Pack
from aidgen.problems import Problem, count_noun


@click.command("check")
@GAMES
@click.option("--fit", "fitting", is_flag=True, help="Typeset everything; report what overflows.")
@click.option("--declared", is_flag=True, help="List what translators marked as correct.")
@click.option(
    "--table", is_flag=True, help="With --fit: show the type size and free space of each card."
)
@click.option(
    "--pages", is_flag=True, help="With --fit: show how each page looks, the worst first."
)
@LOCALES
@AID_OPTION
@OUT
@JOBS
@STRICT
@with_pack
@with_report
def command(
    games: Sequence[str],
    fitting: bool,
    declared: bool,
    table: bool,
    pages: bool,
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Check games and translations for errors.

    The last line counts what was checked. --table, --pages, --aid, --out and --jobs need --fit,
    which gives advice on pages, too: that is no error, not even with --strict.
    """
    if not fitting and (table or pages or aids):
        raise click.UsageError("--table, --pages and --aid need --fit")
    inspection = inspect(pack, games, locales)
    code = problems_out([*inspection.problems, *pack.meanwhile()], strict=strict)
    listed = sorted({str(waiver) for waiver in inspection.declared}) if declared else []
    say(*listed)
    problems = set(inspection.problems)
    if fitting:
        # Loading the typesetter takes a tenth of the time of a check: only --fit needs it.
        from aidgen.cli.fitting import report_fits

        overflows, advice = report_fits(
            pack, games, locales, aids, out, jobs, table=table, pages=pages
        )
        problems_out(advice)
        code = max(code, problems_out(overflows, strict=strict))
        problems |= overflows | advice
    games_checked = count_noun(len(inspection.games), "game")
    languages = count_noun(len(inspection.locales), "language")
    add_result(games=[*inspection.games], languages=[*inspection.locales])
    summary = f"{pack}: {games_checked}, {languages}: {_count(problems)}"
    say(summary)
    if code == FINE and not fitting:
        remember_output(pack, [*listed, summary], inspection.problems)
    return code


def _count(problems: Collection[Problem]) -> str:
    severities = [problem.severity for problem in problems]
    counts = ((severities.count("error"), "error"), (severities.count("warning"), "warning"))
    words = ", ".join(count_noun(number, noun) for number, noun in counts if number)
    return words or "no problems found"
