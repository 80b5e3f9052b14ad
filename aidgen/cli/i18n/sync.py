"""`aidgen i18n sync`: PO files in step with the games."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.printing import written_out
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import step


@click.command("sync", epilog=EPILOG)
@click.argument("locale", required=False)
@GAMES
@PACK_TO_WRITE
def command(locale: str | None, games: Sequence[str], pack: Pack) -> None:
    """Bring PO files into step with the games.

    Those of LOCALE, or of every language. What a translator wrote is kept.
    """
    written_out(step(pack, locale, games))
