"""`aidgen i18n extract`: templates of PO files."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.build.pack import Pack
from aidgen.build.translating import extract
from aidgen.cli.exits import EPILOG
from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.printing import written_out


@click.command("extract", epilog=EPILOG)
@GAMES
@PACK_TO_WRITE
def command(games: Sequence[str], pack: Pack) -> None:
    """Write the templates, locales/GAME.pot.

    Translators' tools and servers begin a translation with them.
    """
    written_out(extract(pack, games))
