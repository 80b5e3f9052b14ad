"""`aidgen i18n export`, `import` and `fill`: texts from and for other files and tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from aidgen.cli.options import GAMES, PACK, PACK_TO_WRITE
from aidgen.cli.printing import say
from aidgen.cli.program import EPILOG
from aidgen.language.consistency import excerpt
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import Brought, fill, import_translations, selected_files, send
from aidgen.problems import Where, count_noun
from aidgen.sandbox.limits import limit_time
from aidgen.translation.memory import FillOptions


@click.command("export", epilog=EPILOG)
@click.argument("locale")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@GAMES
@click.option(
    "--xliff", type=click.Choice(["1.2", "2"]), default="1.2", help="The version of XLIFF.  [1.2]"
)
@PACK
def export_texts(locale: str, file: Path, games: Sequence[str], xliff: str, pack: Pack) -> None:
    """Export texts for other tools: XLIFF, CSV, TMX, TBX.

    The suffix of FILE decides the format: .xliff, .csv, .tmx, or .tbx for the glossary. The game
    `ui` stands for the fixed words of the pages.
    """
    number = send(pack, selected_files(pack, locale, games), file, second=xliff == "2")
    say(f"{file} written: {count_noun(number, 'text')}")


@click.command("import", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@GAMES
@click.option("--locale", required=True, help="The language of the translations.")
@click.option("--replace", is_flag=True, help="Overwrite existing translations.")
@PACK_TO_WRITE
def import_texts(file: Path, games: Sequence[str], locale: str, replace: bool, pack: Pack) -> None:
    """Import translations from PO, XLIFF, CSV or TMX.

    Texts are matched by their context, then by their source. Approximate matches become fuzzy.
    """
    files = selected_files(pack, locale, games)
    with limit_time(Where(str(file)), pack.limits):
        brought, unplaced = import_translations(pack, file, files, FillOptions(replace=replace))
    _print_matches(brought)
    if unplaced:
        say(f"{file}: {count_noun(len(unplaced), 'text')} not found in the games:")
        say(*(f"  {unit.context or excerpt(unit.source)}" for unit in unplaced[:LISTED]))
        say(*([f"  and {len(unplaced) - LISTED} more"] if unplaced[LISTED:] else []))


@click.command("fill", epilog=EPILOG)
@click.argument("locale")
@GAMES
@click.option("--done", is_flag=True, help="Mark exact matches as translated instead of fuzzy.")
@PACK_TO_WRITE
def fill_texts(locale: str, games: Sequence[str], done: bool, pack: Pack) -> None:
    """Fill in translations from other texts of the pack.

    Texts with the same source are reused, from every game of the pack and from aidgen's own games;
    similar ones are proposed. All of them are marked fuzzy: review them.
    """
    _print_matches(fill(pack, selected_files(pack, locale, games), FillOptions(unread=not done)))


LISTED = 10
"""How many texts without a place are named."""


def _print_matches(brought: Iterable[Brought]) -> None:
    for file in brought:
        for taken in file.taken:
            if taken.how in ("likeness", "kept"):
                say(f"{file.file.name}: {taken}")
        counts = Counter("proposed" if taken.fuzzy else taken.how for taken in file.taken)
        filled = counts["context"] + counts["source"]
        say(
            f"{file.file.name}: {filled} filled, {counts['proposed']} proposed as fuzzy, "
            f"{counts['kept']} kept"
        )
