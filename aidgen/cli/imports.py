"""`aidgen import`: converts a spreadsheet to YAML."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.options import LIMITS
from aidgen.cli.printing import say
from aidgen.cli.program import EPILOG
from aidgen.game.spreadsheet_rows import import_records
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import Limits, limit_time


@click.command("import", epilog=EPILOG)
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE"
)
@click.option(
    "--as",
    "kind",
    default="tables",
    help="What a row is: part of a table, or a card, rule, state …  [default: tables]",
)
@click.option("--sheet", help="The sheet of a workbook.  [default: the first]")
@click.option("--id", "column", help="The column of ids.  [default: id, or the first]")
@click.option(
    "--columns",
    multiple=True,
    metavar="FIELD=HEADING",
    help="Which column is which field, as in `title=Name`.  [default: by likeness]",
)
@click.option("--ignore", multiple=True, metavar="HEADING", help="A column to leave out.")
@LIMITS
def command(
    file: Path,
    kind: str,
    sheet: str | None,
    column: str | None,
    columns: Sequence[str],
    ignore: Sequence[str],
    limits: Limits,
) -> None:
    """Convert a CSV, XLSX or ODS file to YAML.

    Prints the YAML: use `>` to write it to a file of your game. To keep editing the spreadsheet,
    refer to it in the game instead: see docs/reference/tables.md.
    """
    with limit_time(Where(str(file)), limits):
        given = dict(_field_and_heading(one) for said in columns for one in said.split(","))
        read = import_records(file, kind, sheet, column, limits, columns=given, ignore=ignore)
    say(*read.yaml.rstrip("\n").split("\n"))
    if read.left_out:
        listed = ", ".join(f"`{heading}`" for heading in read.left_out)
        first = read.left_out[0]
        hint = f"`--columns` says which field it is, as in `title={first}`; `--ignore` agrees"
        say(Problem(Where(str(file)), f"left out {listed}", hint, severity="warning"), err=True)


def _field_and_heading(said: str) -> tuple[str, str]:
    field, is_given, heading = said.partition("=")
    if not is_given:
        raise click.UsageError(f"found `{said}` for --columns, expected `field=heading`")
    return field.strip(), heading.strip()
