"""`aidgen new`: creates a game and builds its PDFs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.printing import say, written_out
from aidgen.pipeline.scaffold import CARD_LAYOUTS, GAME_PARTS, begin
from aidgen.pipeline.settings import OUT_FOLDER, refuse_installed


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--title", help="The title of the game.  [default: asks, or the folder's name]")
@click.option("--language", default="en", help="The language you write in.  [default: en]")
@click.option(
    "--with",
    "parts",
    type=click.Choice([*GAME_PARTS, *CARD_LAYOUTS]),
    multiple=True,
    help="What to start with, finished layouts of cards included (repeatable).  "
    "[default: asks, or sheet, cards and book]",
)
@click.option(
    "--official/--unofficial",
    default=None,
    help="Whether it is a game of your own, or aids for another's.  [default: asks, or your own]",
)
@click.option("--no-build", is_flag=True, help="Only write the files.")
@click.pass_context
def command(
    context: click.Context,
    folder: Path,
    title: str | None,
    language: str,
    parts: Sequence[str],
    official: bool | None,
    no_build: bool,
) -> int:
    """Create a game in a new FOLDER and build its PDFs.

    It is a small game for you to change: a summary, a deck of cards from a spreadsheet, a rulebook.
    On a terminal, aidgen asks for anything you leave out.
    """
    refuse_installed(folder)
    named = folder.name.replace("-", " ").replace("_", " ").capitalize()
    if sys.stdin.isatty():
        title = title or click.prompt("Title of the game", default=named, err=True)
        if official is None:
            official = click.confirm("Is it a game of your own?", default=True, err=True)
        parts = parts or [
            part
            for part, name in GAME_PARTS.items()
            if click.confirm(f"Include a {name}?", default=True, err=True)
        ]
    is_own = official is not False
    written_out(begin(folder, title or named, language, parts or GAME_PARTS, official=is_own))
    say(f"Edit these files, then run in {folder}: aidgen check, aidgen build")
    if no_build:
        return 0
    words = ["--pack", str(folder), "--out", str(folder / OUT_FOLDER)]
    # By the program, which loads the build only now, and puts it into a jail.
    program = context.find_root()
    code: int = program.command.main(["build", *words], program.info_name, standalone_mode=False)
    return code
