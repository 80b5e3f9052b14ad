"""`aidgen import-table`: a published translation held against the canon."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.cli.exits import EPILOG, FINE
from aidgen.cli.options import PACK, STRICT
from aidgen.cli.printing import problems_out, say
from aidgen.collation.collate import collate
from aidgen.collation.manuscript import manuscript


@click.command("import-table", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.md")
@click.option("--game", required=True, help="The game whose rules it tells.")
@click.option("--locale", required=True, help="The language it is in.")
@STRICT
@PACK
def command(file: Path, game: str, locale: str, strict: bool, pack: Pack) -> int:
    """Say where a published translation differs from the canon.

    FILE.md is its text in Markdown. Its tables and rules are read and compared record by record,
    as `docs/import-table.md` tells; nothing is written.
    """
    plan(pack, games=(game,), locales=(locale,))  # refuses names that nobody knows
    canon, translated = pack.canon(game), pack.localized(game, locale)
    lines = partial(pack.written, translated)
    findings = collate(manuscript(file), translated, canon, pack.language(game, locale), lines)
    code = FINE
    for finding in findings:
        code = max(code, problems_out(finding.problems, strict=strict))
        say(str(finding))
    return code
