"""`aidgen import-table`: a published translation held against the canon."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from aidgen.cli.exits import EPILOG, FINE
from aidgen.cli.options import PACK, STRICT
from aidgen.cli.printing import counted, problems_out, say
from aidgen.collation.collate import collate
from aidgen.collation.manuscript import manuscript
from aidgen.collation.proposals import as_csv, proposals
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.problems import Where
from aidgen.sandbox.clock import timed
from aidgen.store.files import write


@click.command("import-table", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.md")
@click.option("--game", required=True, help="The game whose rules it tells.")
@click.option("--locale", required=True, help="The language it is in.")
@click.option(
    "--propose",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.csv",
    help="Write what it has for untranslated cells of tables, for `i18n import`.",
)
@STRICT
@PACK
def command(
    file: Path, game: str, locale: str, propose: Path | None, strict: bool, pack: Pack
) -> int:
    """Say where a published translation differs from the canon.

    FILE.md is its text in Markdown. Its tables and rules are read and compared record by record,
    as `docs/import-table.md` tells; no file of the pack is written.
    """
    plan(pack, games=(game,), locales=(locale,))  # refuses names that nobody knows
    canon, translated = pack.canon(game), pack.localized(game, locale)
    lines = partial(pack.written, translated)
    with timed(Where(str(file)), pack.limits):
        read = manuscript(file, pack.limits)
        findings = collate(read, translated, canon, pack.language(game, locale), lines)
    if propose is not None:
        proposed = list(proposals(read, translated, canon))
        write(propose, as_csv(proposed).encode())
        say(f"{propose} written: {counted(len(proposed), 'proposal')}, each to be read")
    code = FINE
    for finding in findings:
        code = max(code, problems_out(finding.problems, strict=strict))
        say(str(finding))
    return code
