"""`aidgen import`: the YAML by which a game reads a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.printing import say
from aidgen.game.spreadsheet_rows import propose_cards, propose_table
from aidgen.game.spreadsheets import read_spreadsheet
from aidgen.sandbox.limits import STANDARD


@click.command("import")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE"
)
@click.option("--sheet", help="The sheet of a workbook.  [default: the first]")
def command(file: Path, sheet: str | None) -> None:
    """Print the YAML by which a game reads a CSV, XLSX or ODS file.

    It is a table whose columns are those of the file, and, if the headings are like those of cards,
    a deck. Save the file in the folder of your game and paste what you need.
    """
    grid = read_spreadsheet(file, str(file), sheet, STANDARD)
    say(*propose_table(grid, file, sheet).splitlines())
    if cards := propose_cards(grid, file, sheet):
        say("# If each row is a card:", *cards.splitlines())
