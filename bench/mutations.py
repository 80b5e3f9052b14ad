"""How many broken PDFs the proof catches: a table of kinds of mutants, and what it missed."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.mutants import KINDS, Clean, NoPlace, clean, mutant  # noqa: E402 - the tree of this file

DOCUMENTS = (
    ("expedition", "damage-tables", "fr"),
    ("expedition", "player-cards", "fr"),
    ("expedition", "rulebook", "en"),
    ("gloomhaven", "conditions", "en"),
    ("argosia", "states", "fr"),
    ("pilgrims-loot", "tokens", "fr"),
    ("pilgrims-loot", "skills", "en"),
)
"""Aids of all four games, in both languages: tables, cards, tokens, running text, a chart."""


def main() -> None:
    """Break and prove; stops with 1 if a mutant was missed or a clean PDF was refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=42, help="mutants of each kind (42)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind")
    chosen = parser.parse_args()
    documents = [clean(*names) for names in DOCUMENTS]
    alarms = [document.name for document in documents if document.proof().faults]
    misses: list[str] = []
    times: list[float] = []
    print(f"| {'kind':24}| mutants | caught |\n|{'-' * 25}|---|---|")
    for kind in chosen.kind or KINDS:
        made = caught = 0
        for seed in range(20 * chosen.each):
            found = tried(documents[seed % len(documents)], kind, seed, times)
            if found is not None:
                made, caught = made + 1, caught + found
                if not found:
                    misses.append(f"{kind}, {documents[seed % len(documents)].name}, seed {seed}")
            if made == chosen.each:
                break
        print(f"| {kind:24}| {made:7} | {caught:6} |", flush=True)
    print(f"\n{len(times)} mutants, {statistics.median(times):.3f} s each (median)")
    print(f"{len(misses)} missed: {misses}" if misses else "none missed")
    print(f"clean PDFs refused: {alarms}" if alarms else "no clean PDF refused")
    sys.exit(bool(misses or alarms))


def tried(document: Clean, kind: str, seed: int, times: list[float]) -> bool | None:
    """Tell whether a mutant is caught; None if the document has no place for it."""
    try:
        pdf = mutant(document.pdf, kind, seed)
    except NoPlace:
        return None
    start = time.perf_counter()
    faults = document.proof(pdf).faults
    times.append(time.perf_counter() - start)
    return bool(faults)


if __name__ == "__main__":
    main()
