"""`aidgen new`: a game of one's own, and its PDFs at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.build import command as build
from aidgen.cli.printing import say, written_out
from aidgen.cli.program import EPILOG
from aidgen.pipeline.scaffold import PARTS, begin
from aidgen.pipeline.settings import BUILD, refuse_installed


@click.command("new", epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--title", help="What the game is called.  [default: asked, or the folder's name]")
@click.option("--language", default="en", help="The language it is written in.  [default: en]")
@click.option(
    "--with",
    "parts",
    type=click.Choice(PARTS),
    multiple=True,
    help="What it begins with (repeatable).  [default: asked, or all of them]",
)
@click.option("--no-build", is_flag=True, help="Write the files, and make no PDFs.")
@click.pass_context
def command(
    context: click.Context,
    folder: Path,
    title: str | None,
    language: str,
    parts: Sequence[str],
    no_build: bool,
) -> int:
    """Begin a game in a new FOLDER, and make its PDFs at once.

    It is a small game, to be changed: a summary, a deck of cards from a spreadsheet, a rulebook.
    What is not said is asked, on a terminal.
    """
    refuse_installed(folder)
    named = folder.name.replace("-", " ").replace("_", " ").capitalize()
    if sys.stdin.isatty():
        title = title or click.prompt("What is it called?", default=named, err=True)
        parts = parts or [
            part
            for part in PARTS
            if click.confirm(f"With a {NAMES[part]}?", default=True, err=True)
        ]
    written_out(begin(folder, title or named, language, parts or PARTS))
    say(f"Change them, then, in {folder}: aidgen check, aidgen build")
    if no_build:
        return 0
    words = ["--pack", str(folder), "--out", str(folder / BUILD)]
    with build.make_context("build", words, parent=context.parent) as inner:
        code: int = build.invoke(inner)
    return code


NAMES = {"sheet": "summary on one page", "cards": "deck of cards", "book": "rulebook"}
