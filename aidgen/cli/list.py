"""`aidgen list`: the PDFs of a pack."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.assets.options import PrintOptions, option_name
from aidgen.cli.options import GAMES, STRICT, with_pack, with_print_options, with_report
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan


@click.command("list")
@GAMES
@STRICT
@with_pack
@with_report
@with_print_options
def command(
    games: Sequence[str],
    strict: bool,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
) -> int:
    """List games, aids, languages and the paths of their PDFs.

    With print options, lists the variant: its PDFs are in a folder with its name.
    """
    planned = plan(pack, games=games, options=options, from_settings=from_settings)
    for job in planned.jobs:
        say(f"{job.game:14} {job.aid:18} {job.locale:6} {job.output}")
        add_result(
            game=job.game,
            aid=job.aid,
            locale=job.locale,
            output=str(job.output),
            variant=job.variant,
            options=sorted(map(option_name, job.sensible)),
        )
    return problems_out(planned.problems, strict=strict)
