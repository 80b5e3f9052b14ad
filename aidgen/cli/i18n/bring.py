"""`aidgen i18n import`: texts that exist already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from aidgen.cli.options import GAMES, PACK_TO_WRITE
from aidgen.cli.printing import say
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import Brought, bring, chosen
from aidgen.problems import Where
from aidgen.sandbox.limits import limit_time
from aidgen.translation.memory import FillOptions


@click.command("import", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@GAMES
@click.option("--locale", required=True, help="The language it is in.")
@click.option("--replace", is_flag=True, help="Overwrite what a translator wrote.")
@PACK_TO_WRITE
def command(file: Path, games: Sequence[str], locale: str, replace: bool, pack: Pack) -> None:
    """Take texts from PO, XLIFF, CSV or TMX.

    They are found by their context, then by their source; what is only alike is fuzzy.
    """
    files = chosen(pack, locale, games)
    with limit_time(Where(str(file)), pack.limits):
        brought = bring(pack, file, files, FillOptions(replace=replace))
    brought_out(brought)


def brought_out(brought: Iterable[Brought]) -> None:
    """Say what became of the entries of each file."""
    for one in brought:
        for taken in one.taken:
            if taken.how in ("likeness", "kept"):
                say(f"{one.file.name}: {taken}")
        counts = Counter("proposed" if taken.fuzzy else taken.how for taken in one.taken)
        filled = counts["context"] + counts["source"]
        say(
            f"{one.file.name}: {filled} filled, {counts['proposed']} proposed as fuzzy, "
            f"{counts['kept']} kept"
        )
