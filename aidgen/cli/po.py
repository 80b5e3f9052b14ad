"""`aidgen check-po`: any PO file, compared with its sources."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import STRICT
from aidgen.cli.printing import problems_out, say
from aidgen.problems import count_noun
from aidgen.sandbox.limits import STANDARD
from aidgen.translation.foreign import check_po


@click.command("check-po")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--source", default="en", help="The language of the msgids.  [en]")
@click.option("--locale", default="", help="The language of the msgstrs.  [as the header says]")
@STRICT
def command(file: Path, source: str, locale: str, strict: bool) -> int:
    """Compare any PO file with its sources.

    Figures, dice, signs, bounds, placeholders in braces and markup are compared, with the number
    words that aidgen's own translations list.
    """
    texts, problems = check_po(file, source, locale, STANDARD)
    say(f"{file}: {count_noun(texts, 'text')} compared")
    return problems_out(problems, strict=strict)
