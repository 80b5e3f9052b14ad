"""Random cards near the limit of their room, judged by layout and proof, and by their pixels."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.decks import SHOWN, verdict


def main() -> None:
    """Judge the cards; stops with 1 if the picture shows an overflow that was not reported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=500, help="how many (500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    chosen = parser.parse_args()
    with multiprocessing.get_context("fork").Pool(chosen.jobs) as pool:
        found = list(pool.imap(verdict, range(chosen.cards), chunksize=5))
    over = [one for one in found if one.ink > SHOWN]
    missed = [seed for seed, one in enumerate(found) if one.missed]
    alarms = [seed for seed, one in enumerate(found) if one.alarmed]
    print(f"{len(found)} cards, {len(over)} with ink outside their frame")
    print(f"by less than 1 mm: {sum(one.ink < 1 for one in over)}")
    print(f"between nothing and {SHOWN:.2f} mm: {sum(0 < one.ink <= SHOWN for one in found)}")
    print(f"missed: {len(missed)} {missed}")
    print(f"reported without ink outside: {len(alarms)}")
    for seed in alarms:
        print(f"  seed {seed}: {found[seed].reported[0]}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
