"""How many wrong translations the checks report: a table by kind of mutant, and those missed."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.mistranslations import mutants, our_catalogues, shipped
from tests.pairs import doubts, pairs


def main() -> None:
    """Judge every mutant of every translation; exit with 1 if too many are missed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    made: Counter[str] = Counter()
    misses: dict[str, list[str]] = {}
    alarms: list[str] = []
    texts, start = 0, time.perf_counter()
    for path in our_catalogues():
        for one in shipped(path):
            texts += 1
            if one.alarms():
                alarms.append(one.context)
            for kind, text in mutants(one):
                made[kind] += 1
                if not any(one.judge.doubts(one.source, text, term=one.term)):
                    misses.setdefault(kind, []).append(f"{path.parent.name} {one.context}: {text}")
    taken = time.perf_counter() - start
    print(f"| {'kind':24}| mutants | reported |\n|{'-' * 25}|---|---|")
    for kind, count in sorted(made.items()):
        print(f"| {kind:24}| {count:7} | {count - len(misses.get(kind, [])):8} |")
    right = list(pairs())
    doubted = [pair for pair in right if doubts(*pair[2:], pair[:2])]
    print(f"\n{made.total()} mutants of {texts} texts in {taken:.0f} s")
    print(f"missed: {misses}" if misses else "none missed")
    print(f"our own texts reported: {alarms}" if alarms else "none of our own texts reported")
    print(f"of {len(right)} other right translations, reported: {doubted or 'none'}")
    missed = sum(map(len, misses.values()))
    print(f"{100 - 100 * missed / made.total():.1f} % of the mutants are reported")
    sys.exit(bool(20 * missed > made.total() or alarms or 50 * len(doubted) > len(right)))


if __name__ == "__main__":
    main()
