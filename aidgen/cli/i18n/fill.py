"""`aidgen i18n fill`: the translation memory of a pack."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.cli.i18n.bring import brought_out
from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import chosen, fill
from aidgen.translation.memory import FillOptions


@click.command("fill", epilog=EPILOG)
@click.argument("locale")
@GAMES
@click.option("--done", is_flag=True, help="Take equal sources for translated, not for fuzzy.")
@PACK_TO_WRITE
def command(locale: str, games: Sequence[str], done: bool, pack: Pack) -> None:
    """Fill in what other texts of the pack say already.

    Of all games of the pack, and of aidgen's, texts with the same source are taken, and those that
    are alike proposed. All is fuzzy: read it.
    """
    brought_out(fill(pack, chosen(pack, locale, games), FillOptions(unread=not done)))
