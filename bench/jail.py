"""What strangers' packs and failing machines can do: packs, bombs, faults, fuzz."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from strangers import bombs, faults
from strangers.bombs import MEGABYTES
from strangers.fuzz import fuzz
from strangers.watched import Place, place, run

from aidgen import BUNDLED_PACK
from aidgen.pipeline.pack import Pack

Attempt = tuple[str, list[str]]
"""The name of what was tried, and what was wrong after it."""


def main() -> None:
    """Run the jobs that are named, or all; stops with 1 if one attempt had an effect."""
    warnings.simplefilter("ignore")  # of libraries, as aidgen does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="*", choices=[[], *JOBS], default=[], help="all if none")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=60, help="of fuzzing at most (60)")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="of fuzzing (1,000,000)")
    parser.add_argument("--kills", type=int, default=60, help="and as many interrupts (60)")
    parser.add_argument("--seed", type=int, default=0, help="of fuzzing: other inputs (0)")
    parser.add_argument(
        "--only",
        default="",
        help="what the names of the attempts, or of the doors, have to contain",
    )
    chosen = parser.parse_args()
    wrong = 0
    for name in chosen.jobs or JOBS:
        begun = time.monotonic()
        tried, found = JOBS[name](chosen)
        minutes = (time.monotonic() - begun) / 60
        print(f"{name}: {tried} tried, {len(found)} with an effect, {minutes:.1f} min", flush=True)
        wrong += len(found)
    sys.exit(bool(wrong))


Tried = tuple[int, list[Attempt]]
Done = TypeVar("Done")


def _all(
    chosen: argparse.Namespace,
    attempt: Callable[[str, Callable[[Place], Done]], Attempt],
    named: Iterable[tuple[str, Callable[[Place], Done]]],
) -> Tried:
    wanted = [one for one in named if chosen.only in one[0]]
    with ThreadPoolExecutor(chosen.processes) as pool:
        done = list(_reported(pool.map(lambda one: attempt(*one), wanted)))
    return len(done), [one for one in done if one[1]]


def _reported(attempts: Iterable[Attempt]) -> Iterator[Attempt]:
    """Hand on attempts; those that had an effect are printed as they come."""
    for name, why in attempts:
        if why:
            print(f"  {name}: {'; '.join(why)}", flush=True)
        yield name, why


def _packs(chosen: argparse.Namespace) -> Tried:
    """Check every bad case of the tests as a pack of its own."""
    cases = sorted((ROOT / "tests" / "cases" / "bad").glob("*.yaml"))
    return _all(chosen, _pack, ((case.stem, _Put(case)) for case in cases))


class _Put:
    """Lays a case into the pack of a place."""

    def __init__(self, case: Path) -> None:
        self.case = case

    def __call__(self, where: Place) -> None:
        where.put("content/mini/zz-case.yaml", self.case.read_text(encoding="utf-8"))


def _pack(name: str, put: Callable[[Place], object]) -> Attempt:
    with place() as where:
        put(where)
        ran = run(where, "check", "--pack", str(where.pack))
    reported = [line for line in ran.said.splitlines() if "zz-case.yaml:" in line]
    expected = int(any(": error: " in line for line in ran.said.splitlines()))
    wrong = [f"exit code {ran.code}"] if ran.code != expected else []
    wrong += ["traceback"] if ran.has_traceback else []
    return name, [*wrong, *([] if reported else ["not reported at its line"]), *ran.seen]


def _bombs(chosen: argparse.Namespace) -> Tried:
    return _all(chosen, bombs.attempt, bombs.bombs())


def _faults(chosen: argparse.Namespace) -> Tried:
    return _all(chosen, faults.attempt, faults.faults(chosen.kills, 20))


def _fuzz(chosen: argparse.Namespace) -> Tried:
    pack = Pack(BUNDLED_PACK)
    language = pack.language(pack.games[0], "fr")
    each = -(-chosen.inputs // chosen.processes)
    seeds = range(chosen.seed, chosen.seed + chosen.processes)
    given = [(seed, each, chosen.minutes, language, chosen.only) for seed in seeds]
    with multiprocessing.get_context("fork").Pool(chosen.processes) as pool:
        done = pool.starmap(fuzz, given)
    attempts: list[Attempt] = [("fuzz", [why]) for _, found in done for why in found]
    counted = sum((tried for tried, _ in done), Counter[str]())
    print("  " + ", ".join(f"{door} {number:,}" for door, number in counted.most_common()))
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    if most > MEGABYTES:
        attempts.append(("fuzz", [f"{most:.0f} MB"]))
    return counted.total(), list(_reported(attempts))


JOBS: dict[str, Callable[[argparse.Namespace], Tried]] = {
    "packs": _packs,
    "bombs": _bombs,
    "faults": _faults,
    "fuzz": _fuzz,
}

if __name__ == "__main__":
    main()
