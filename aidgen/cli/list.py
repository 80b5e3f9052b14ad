"""`aidgen list`: the PDFs of a pack, and which aid prints which record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from aidgen.assets.options import PrintOptions, option_name
from aidgen.cli.options import GAMES, JSON, PACK, STRICT, with_print_options
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.game.data import GameData
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan, readable
from aidgen.problems import count_noun
from aidgen.rules.aids import READERS, Coverage, coverage, readers_are_served

# In the table: printed on this aid; on others; on no aid for a reader; not needed in play.
PRINTED_HERE, PRINTED_ELSEWHERE, LACKING, NO_ONE = "●", "·", "!!", "–"


@click.command("list", epilog=EPILOG)
@GAMES
@click.option(
    "--coverage", "covering", is_flag=True, help="List records and the aids that print them."
)
@JSON
@STRICT
@PACK
@with_print_options
def command(
    games: Sequence[str],
    covering: bool,
    as_json: bool,
    strict: bool,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
) -> int:
    """List games, aids, languages and the paths of their PDFs.

    With print options, lists the variant: its PDFs are in a folder with its name.

    With --coverage, lists the records that players look up in play, who needs each, and which aids
    print it. A record that no aid for its reader prints is marked !! and is a warning.
    """
    if covering:
        return _print_coverage(games, pack, as_json=as_json, strict=strict)
    planned = plan(pack, games=games, options=options, from_settings=from_settings)
    if as_json:
        rows = list(map(_job_row, planned.jobs))
        say(*json.dumps(rows, indent=2, ensure_ascii=False).split("\n"))
    else:
        for job in planned.jobs:
            say(f"{job.game:14} {job.aid:18} {job.locale:6} {job.output}")
    return problems_out(planned.problems, strict=strict)


def _job_row(job: Job) -> dict[str, object]:
    return {
        "game": job.game,
        "aid": job.aid,
        "locale": job.locale,
        "output": str(job.output),
        "variant": job.options.name,
        "options": sorted(map(option_name, job.sensible)),
    }


def _print_coverage(games: Sequence[str], pack: Pack, *, as_json: bool, strict: bool) -> int:
    """Print which aids print the records of games; return the exit code."""
    known = readable(pack, games)
    games_data = [pack.game_data(game) for game in known.names]
    if as_json:
        listed = [
            _coverage_row(game_data, row) for game_data in games_data for row in coverage(game_data)
        ]
        say(*json.dumps(listed, indent=2, ensure_ascii=False).split("\n"))
    else:
        for number, game_data in enumerate(games_data):
            say(*([""] if number else []), *_coverage_table(game_data))
    gaps = (gap for game_data in games_data for gap in readers_are_served(game_data))
    return problems_out([*known.problems, *gaps], strict=strict)


def _coverage_row(game_data: GameData, row: Coverage) -> dict[str, object]:
    return {
        "game": game_data.game.id,
        "record": row.context.ref,
        "reader": row.reader,
        "aids": row.aids,
        "without": row.without,
    }


def _coverage_table(game_data: GameData) -> Iterator[str]:
    """Yield the lines of a game's table: a key to its columns, then a line for each record."""
    rows = tuple(coverage(game_data))
    lacking = sum(bool(row.without) for row in rows)
    yield f"{game_data.game.id}: {count_noun(len(rows), 'record')}, {lacking or 'none'} missing"
    numbers = {aid: str(number) for number, aid in enumerate(game_data.aids, start=1)}
    for aid, number in numbers.items():
        yield f"{number:>4}  {aid} ({game_data.aids[aid].reader or NO_ONE})"
    width = max((len(row.context.ref) for row in rows), default=0)
    cells = "".join(f"{number:>3}" for number in numbers.values())
    yield f"  {'':{width}}  reader{cells}"
    for row in rows:
        cells = "".join(
            f"  {PRINTED_HERE if aid in row.aids else PRINTED_ELSEWHERE}" for aid in numbers
        )
        lack = "".join(f"  {LACKING} not for {READERS[reader]}" for reader in row.without)
        yield f"  {row.context.ref:{width}}  {row.reader or NO_ONE:6}{cells}{lack}"
