"""Each number of every canon and of every translation changed once: is it caught?"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.game.load import BUNDLED_PACK, games
from aidgen.pipeline.plan import plan
from aidgen.proof.readback import read_back
from tests.ours import PACK
from tests.renumbered import (
    CAUGHT,
    MISSED,
    Change,
    Misprint,
    Printed,
    changes,
    misprints,
    outcome,
    reported,
)
from tests.sheets import html_of, set_aid

PRINTED: dict[str, list[Printed]] = {}
"""The PDFs of each game, read back before the processes that compare them are forked."""
CHANGES: list[tuple[str, Change]] = []
MISPRINTS: list[tuple[str, str, str, Misprint]] = []


def main() -> None:
    """Change and compare; stops with 1 if the change of a printed number was not caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    chosen = parser.parse_args()
    fork = multiprocessing.get_context("fork")
    names = chosen.game or games(BUNDLED_PACK)
    for game in names:
        CHANGES.extend((game, change) for change in changes(PACK.game_data(game)))
    MISPRINTS.extend(_misprints(names))
    jobs = [(job.game, job.aid, job.locale) for job in plan(PACK, games=names).jobs]
    with fork.Pool(chosen.jobs) as pool:
        for one in pool.imap(_printed, jobs, chunksize=4):
            PRINTED.setdefault(one.game, []).append(one)
    with fork.Pool(chosen.jobs) as pool:
        wrong = _games_data(pool.imap(_outcome, range(len(CHANGES)), chunksize=8))
        wrong += _translations(pool.imap(_reported, range(len(MISPRINTS)), chunksize=8))
    sys.exit(bool(wrong))


def _games_data(outcomes: Iterator[str]) -> int:
    """Print how many changes of canons were caught; return how many were missed."""
    tally: Counter[tuple[str, str]] = Counter()
    rest = []
    for (game, change), what in zip(CHANGES, outcomes, strict=True):
        tally[game, what] += 1
        if what != CAUGHT:
            rest.append(f"{what}: {game}, {change}")
    for (game, what), count in sorted(tally.items()):
        print(f"{game:14} {what:16} {count:5}")
    print(*sorted(rest), sep="\n", flush=True)
    return sum(line.startswith(MISSED) for line in rest)


def _translations(outcomes: Iterator[bool]) -> int:
    """Print how many changes of translations were caught; return how many were missed."""
    tally: Counter[tuple[str, str, bool]] = Counter()
    missed = []
    for (_, domain, locale, misprint), caught in zip(MISPRINTS, outcomes, strict=True):
        tally[locale, domain, caught] += 1
        if not caught:
            missed.append(f"missed: {locale}/{domain}.po, {misprint}")
    for (locale, domain, caught), count in sorted(tally.items()):
        print(f"{locale}/{domain}.po {'caught' if caught else 'missed'} {count}")
    print(*missed, sep="\n", flush=True)
    return len(missed)


def _misprints(names: list[str]) -> Iterator[tuple[str, str, str, Misprint]]:
    for path in sorted((BUNDLED_PACK / "locales").glob("*/*.po")):
        locale, domain = path.parent.name, path.stem
        if domain in (*names, "ui"):
            game = names[0] if domain == "ui" else domain
            for misprint in misprints(domain, locale):
                yield game, domain, locale, misprint


def _printed(names: tuple[str, str, str]) -> Printed:
    game, aid, locale = names
    planned = plan(PACK, games=[game], locales=[locale], aids=[aid])
    (job,) = planned.jobs
    return Printed(game, aid, locale, read_back(set_aid(job).pdf), html_of(job))


def _outcome(number: int) -> str:
    game, change = CHANGES[number]
    return outcome(change, game, PRINTED[game])


def _reported(number: int) -> bool:
    game, domain, locale, misprint = MISPRINTS[number]
    return reported(misprint, game, domain, locale)


if __name__ == "__main__":
    main()
