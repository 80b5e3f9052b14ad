"""`aidgen list`: the PDFs of a pack."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from aidgen.assets.options import PrintOptions, option_name
from aidgen.cli.options import GAMES, PACK, STRICT, with_print_options
from aidgen.cli.printing import problems_out, say
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan


@click.command("list")
@GAMES
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@STRICT
@PACK
@with_print_options
def command(
    games: Sequence[str],
    as_json: bool,
    strict: bool,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
) -> int:
    """List games, aids, languages and the paths of their PDFs.

    With print options, lists the variant: its PDFs are in a folder with its name.
    """
    planned = plan(pack, games=games, options=options, from_settings=from_settings)
    if as_json:
        rows = [
            {
                "game": job.game,
                "aid": job.aid,
                "locale": job.locale,
                "output": str(job.output),
                "variant": job.variant,
                "options": sorted(map(option_name, job.sensible)),
            }
            for job in planned.jobs
        ]
        say(*json.dumps(rows, indent=2, ensure_ascii=False).split("\n"))
    else:
        for job in planned.jobs:
            say(f"{job.game:14} {job.aid:18} {job.locale:6} {job.output}")
    return problems_out(planned.problems, strict=strict)
