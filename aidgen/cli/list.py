"""`aidgen list`: the PDFs that there are to make."""

from __future__ import annotations

import json

import click

from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.cli.exits import EPILOG
from aidgen.cli.options import JSON, PACK
from aidgen.cli.printing import problems_out, say


@click.command("list", epilog=EPILOG)
@JSON
@PACK
def command(as_json: bool, pack: Pack) -> int:
    """List games, aids, locales and the paths of their PDFs."""
    planned = plan(pack)
    if as_json:
        rows = [
            {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
            for job in planned.jobs
        ]
        say(*json.dumps(rows, indent=2, ensure_ascii=False).split("\n"))
    else:
        for job in planned.jobs:
            say(f"{job.game:14} {job.aid:18} {job.locale:6} {job.output}")
    return problems_out(planned.problems)
