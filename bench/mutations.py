"""How many broken PDFs and packs are reported as faults, over all PDFs that the project builds."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.pipeline.plan import plan
from tests.bound import Bound, bound
from tests.mutants import HARMLESS, KINDS, WHOLE, Clean, clean, mutant
from tests.mutants_pack import PACKS
from tests.opened import NoPlace
from tests.ours import PACK

DOCUMENTS: list[Clean] = []
"""The pieces of all PDFs, set before the processes that break them are forked."""
WHOLES: list[Bound] = []
"""The PDFs that are put together from them."""


@dataclass(frozen=True)
class Tally:
    """What came of the mutants of one kind."""

    kind: str
    made: int
    reported: int
    wrong: tuple[str, ...]
    """Harmful ones that were missed, harmless ones that were reported."""


def main() -> None:
    """Break and prove; stops with 1 if a mutant was missed or something harmless was reported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=42, help="mutants of each kind (42)")
    parser.add_argument("--kind", action="append", help="only this kind")
    parser.add_argument("--game", action="append", default=[], help="only PDFs of this game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    chosen = parser.parse_args()
    fork = multiprocessing.get_context("fork")
    kinds = chosen.kind or [*KINDS, *WHOLE, *PACKS, *HARMLESS]
    names = [(job.game, job.aid, job.locale) for job in plan(PACK, games=chosen.game).jobs]
    if {*kinds} - PACKS.keys():
        with fork.Pool(chosen.jobs) as pool:
            DOCUMENTS.extend(pool.starmap(clean, names, chunksize=4))
            WHOLES.extend(pool.starmap(bound, names, chunksize=4))
    with fork.Pool(chosen.jobs) as pool:
        refused = [name for name in pool.imap(refusal, range(len(DOCUMENTS))) if name]
        print(f"{len(DOCUMENTS)} clean PDFs, {len(refused)} refused: {refused}", flush=True)
        tallies = list(reported(pool.imap(tally, [(kind, chosen.each) for kind in kinds])))
    wrong = [name for tally in tallies for name in tally.wrong]
    made = sum(tally.made for tally in tallies)
    print(
        f"\n{made} mutants of {len(tallies)} kinds, {len(wrong)} judged wrongly", *wrong, sep="\n"
    )
    sys.exit(bool(wrong or refused))


def reported(tallies: Iterator[Tally]) -> Iterator[Tally]:
    """Pass `tallies` on, each printed as a line of a table."""
    print(f"| {'kind':26} | mutants | reported |\n|{'-' * 28}|---|---|")
    for one in tallies:
        name = f"{one.kind} *(harmless)*" if one.kind in HARMLESS else one.kind
        print(f"| {name:26} | {one.made:7} | {one.reported:4} |", flush=True)
        yield one


def refusal(number: int) -> str:
    """Return the name of a clean PDF that the proof refuses, and why; nothing if it does not."""
    document = DOCUMENTS[number]
    findings = (*document.faults(), *WHOLES[number].faults())
    return f"{document.name}: {findings[0]}" if findings else ""


def tally(chosen: tuple[str, int]) -> Tally:
    """Make so many mutants of a kind, each of another PDF as far as they reach."""
    kind, each = chosen
    if kind in PACKS:
        return tally_packs(kind, each)
    made = found = 0
    wrong = []
    # Documents are strided through, so that those of one game do not stand side by side.
    documents = WHOLES if kind in WHOLE else DOCUMENTS
    for seed in range(40 * each):
        document = documents[seed * 37 % len(documents)]
        try:
            pdf = mutant(document.pdf, kind, seed)
        except NoPlace:
            continue
        faults = any(not fault.is_doubt for fault in document.faults(pdf))
        made, found = made + 1, found + faults
        if faults == (kind in HARMLESS):
            wrong.append(f"{kind}, {document.name}, seed {seed}")
        if made == each:
            break
    return Tally(kind, made, found, tuple(wrong))


def tally_packs(kind: str, each: int) -> Tally:
    """Make so many broken packs of a kind."""
    made = found = 0
    wrong = []
    for seed in range(40 * each):
        try:
            is_held_back = PACKS[kind](random.Random(f"{kind} {seed}"))
        except NoPlace:
            continue
        made, found = made + 1, found + is_held_back
        if not is_held_back:
            wrong.append(f"{kind}, seed {seed}")
        if made == each:
            break
    return Tally(kind, made, found, tuple(wrong))


if __name__ == "__main__":
    main()
