"""`aidgen i18n extract`: templates of PO files."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.printing import written_out
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import extract


@click.command("extract", epilog=EPILOG)
@GAMES
@PACK_TO_WRITE
def command(games: Sequence[str], pack: Pack) -> None:
    """Write the templates, locales/GAME.pot.

    Translators' tools and servers begin a translation with them.
    """
    written_out(extract(pack, games))
