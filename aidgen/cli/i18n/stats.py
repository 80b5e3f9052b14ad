"""`aidgen i18n stats`: how far each translation is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import click

from aidgen.cli.options import GAMES, JSON, PACK
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.language.locales import data_file
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import Progress, behind, stats

COUNTS = ("translated", "fuzzy", "missing", "words", "declared", "percent")


@click.command("stats", epilog=EPILOG)
@GAMES
@click.option(
    "--fail-under",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="It is an error if less than N % of a file is translated.",
)
@JSON
@PACK
def command(games: Sequence[str], fail_under: int, as_json: bool, pack: Pack) -> int:
    """Count what is translated, fuzzy and missing.

    Words are those of the source.
    """
    rows = stats(pack, games)
    say(*(_as_json(rows) if as_json else [*_as_table(rows), *_less_checked(rows)]))
    return problems_out(behind(rows, fail_under))


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


def _less_checked(rows: Iterable[Progress]) -> list[str]:
    """Return a line that names the languages whose conventions aidgen does not know."""
    locales = sorted({row.file.locale for row in rows if not data_file(row.file.locale)})
    if not locales:
        return []
    unset = "quotes and spaces are printed as typed, and fewer number checks apply"
    return [f"no data file for {', '.join(locales)}: {unset} (see aidgen/language/data/README.md)"]
