"""`aidgen i18n export`: texts for other tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from aidgen.cli.options import GAMES, PACK
from aidgen.cli.printing import counted, say
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import chosen, send


@click.command("export", epilog=EPILOG)
@click.argument("locale")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@GAMES
@click.option(
    "--xliff", type=click.Choice(["1.2", "2"]), default="1.2", help="The version of XLIFF.  [1.2]"
)
@PACK
def command(locale: str, file: Path, games: Sequence[str], xliff: str, pack: Pack) -> None:
    """Write texts for other tools: XLIFF, CSV, TMX, TBX.

    FILE says by its end which: .xliff, .csv, .tmx, and .tbx for the glossary. As a game, `ui` names
    the fixed words of the pages.
    """
    number = send(pack, chosen(pack, locale, games), file, second=xliff == "2")
    say(f"{file} written: {counted(number, 'text')}")
