"""`aidgen i18n add`: a new language."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.printing import say, written_out
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import add


@click.command("add", epilog=EPILOG)
@click.argument("locale")
@GAMES
@PACK_TO_WRITE
@click.pass_context
def command(context: click.Context, locale: str, games: Sequence[str], pack: Pack) -> None:
    """Begin a translation into LOCALE.

    LOCALE is the code of a language, as in de or pt_BR. Its PO files are made, to be filled.
    """
    written_out(add(pack, locale, games))
    which = "".join(f" {game}" for game in games)
    if context.get_parameter_source("pack") is click.core.ParameterSource.COMMANDLINE:
        which += f" --pack {pack}"
    say(f"Translate them, then: aidgen check{which}; aidgen build{which} --locale {locale}")
