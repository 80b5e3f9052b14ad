"""`aidgen i18n add`, `extract`, `stats` and `sync`: the PO files of a pack."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import click

from aidgen.cli.options import GAMES, JSON, PACK, PACK_TO_WRITE
from aidgen.cli.printing import problems_out, say, written_out
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import (
    Progress,
    add,
    extract,
    files_of,
    forms_to_add,
    incomplete_files,
    stats,
    step,
)
from aidgen.problems import count_noun

COUNTS = ("translated", "fuzzy", "missing", "words", "declared", "percent")


@click.command("add", epilog=EPILOG)
@click.argument("locale")
@GAMES
@PACK_TO_WRITE
@click.pass_context
def add_locale(context: click.Context, locale: str, games: Sequence[str], pack: Pack) -> None:
    """Start a translation into LOCALE.

    LOCALE is a language code such as de or pt_BR. The command creates empty PO files for it.
    """
    written_out(add(pack, locale, games))
    which = "".join(f" {game}" for game in games)
    if context.get_parameter_source("pack") is click.core.ParameterSource.COMMANDLINE:
        which += f" --pack {pack}"
    say(f"Translate them, then run: aidgen check{which}; aidgen build{which} --locale {locale}")


@click.command("extract", epilog=EPILOG)
@GAMES
@PACK_TO_WRITE
def extract_templates(games: Sequence[str], pack: Pack) -> None:
    """Write the templates, locales/GAME.pot.

    Translation tools and servers start a new language from them.
    """
    written_out(extract(pack, games))


@click.command("sync", epilog=EPILOG)
@click.argument("locale", required=False)
@GAMES
@PACK_TO_WRITE
def sync_files(locale: str | None, games: Sequence[str], pack: Pack) -> None:
    """Update the PO files to match the games.

    Without LOCALE, the files of every language are updated. Existing translations are kept.
    """
    written_out(step(pack, locale, games))


@click.command("forms", epilog=EPILOG)
@click.argument("locale")
@GAMES
@click.option("--add", "add_them", is_flag=True, help="Add them to the glossary.")
@PACK_TO_WRITE
def list_forms(locale: str, games: Sequence[str], add_them: bool, pack: Pack) -> None:
    """List inflected forms of terms that the glossary lacks.

    A word that begins like a term is taken for a form of it. Read the list before you add it.
    """
    found = forms_to_add(pack, files_of(pack, locale, games), add_them=add_them)
    for file, one in found:
        say(f"{file.name}: `{one.context}`: {'|'.join((one.term, *one.forms))}")
    number = sum(len(one.forms) for _, one in found)
    say(f"{count_noun(number, 'form')} {'added' if add_them else 'found'}")


@click.command("stats", epilog=EPILOG)
@GAMES
@click.option(
    "--fail-under",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="Exit with 1 if a file is less than N % translated.",
)
@JSON
@PACK
def show_stats(games: Sequence[str], fail_under: int, as_json: bool, pack: Pack) -> int:
    """Count translated, fuzzy and missing texts.

    Words are counted in the source.
    """
    rows = stats(pack, games)
    say(*(_as_json(rows) if as_json else _as_table(rows)))
    return problems_out(incomplete_files(rows, fail_under))


def _as_json(rows: Iterable[Progress]) -> list[str]:
    listed = [
        {"game": row.file.domain, "locale": row.file.locale}
        | {count: getattr(row.tally, count) for count in COUNTS}
        for row in rows
    ]
    return json.dumps(listed, indent=2).split("\n")


def _as_table(rows: Iterable[Progress]) -> list[str]:
    lines = [f"{'':14} {'':6} translated   fuzzy missing   words declared"]
    for row in rows:
        file, tally = row.file, row.tally
        counts = f"{tally.fuzzy:7} {tally.missing:7} {tally.words:7} {tally.declared:8}"
        done = f"{tally.translated:5} {tally.percent:3}%"
        lines.append(f"{file.domain:14} {file.locale:6} {done} {counts}")
    return lines
