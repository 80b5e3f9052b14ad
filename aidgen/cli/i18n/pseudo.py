"""`aidgen i18n pseudo`: PDFs in a language that nobody speaks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from aidgen.cli.options import GAMES, JOBS, PACK, STRICT, out_option
from aidgen.cli.printing import counted, problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.cli.progress import bar
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pseudolocale import pseudo_build, pseudo_plan


@click.command("pseudo", epilog=EPILOG)
@GAMES
@out_option("pseudo")
@JOBS
@STRICT
@PACK
def command(games: Sequence[str], out: Path, jobs: int, strict: bool, pack: Pack) -> int:
    """Find what cannot be translated.

    PDFs are made in a language that nobody speaks, a third longer and accented. They show what is
    too narrow for other languages (a warning), and words that stand in a template, where nobody
    can translate them (an error).
    """
    planned = pseudo_plan(pack, games)
    making = partial(pseudo_build, planned.jobs, out, workers=jobs)
    made = list(bar(making, len(planned.jobs)))
    problems = [problem for one in made for problem in one.problems]
    fits = sum(one.published for one in made)
    say(f"{counted(len(made), 'PDF')} in {out}; in {fits} of them everything fits")
    return problems_out([*planned.problems, *problems], strict=strict)
