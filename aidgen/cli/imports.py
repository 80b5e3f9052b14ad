"""`aidgen import`: a file of rows and columns as YAML, once."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import LIMITS
from aidgen.cli.printing import say
from aidgen.cli.program import EPILOG
from aidgen.game.spreadsheet_rows import as_yaml
from aidgen.problems import Where
from aidgen.sandbox.limits import Limits, limit_time


@click.command("import", epilog=EPILOG)
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE"
)
@click.option(
    "--as",
    "kind",
    default="tables",
    help="What its rows are: a table, or cards, rules, states … each.  [default: tables]",
)
@click.option("--sheet", help="The sheet of a workbook.  [default: the first]")
@click.option("--id", "column", help="The column that has the ids.  [default: id, or the first]")
@LIMITS
def command(file: Path, kind: str, sheet: str | None, column: str | None, limits: Limits) -> None:
    """Write a CSV, XLSX or ODS file out as YAML.

    The YAML goes to the terminal; put it into a file of your game with `>`. To go on writing in the
    spreadsheet, name it in the game instead, as docs/reference/tables.md tells.
    """
    with limit_time(Where(str(file)), limits):
        text = as_yaml(file, kind, sheet, column, limits)
    say(*text.rstrip("\n").split("\n"))
