"""How many wrong translations the checks report: a table by kind of mutant, and those missed."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.mistranslations import mutants, our_catalogues, shipped
from tests.pairs import doubts, pairs


def main() -> None:
    """Judge every mutant of every translation; exit with 1 if one is missed."""
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
    for kind, counts in unseen().items():
        print(f"| *{kind}*{' ' * (22 - len(kind))}| {counts[0]:7} | {counts[1]:8} |")
    print(f"\n{made.total()} mutants of {texts} texts in {taken:.0f} s")
    print(f"missed: {misses}" if misses else "none missed")
    print(f"our own texts reported: {alarms}" if alarms else "none of our own texts reported")
    print(f"of {len(right)} other right translations, reported: {doubted or 'none'}")
    sys.exit(bool(misses or alarms or 100 * len(doubted) > len(right)))


def unseen() -> dict[str, tuple[int, int]]:
    """Return, for each kind that is hard to see, how many mutants were made and reported."""
    found: dict[str, tuple[int, int]] = {}
    for path in our_catalogues():
        for one in shipped(path):
            for kind, text in _unseen(one.text, path.parent.name):
                reported = any(one.judge.doubts(one.source, text, term=one.term))
                made, seen = found.get(kind, (0, 0))
                found[kind] = (made + 1, seen + reported)
    return found


def _unseen(text: str, locale: str) -> Iterator[tuple[str, str]]:
    for kind, words in UNSEEN.items():
        one, other = words[locale]
        for old, new in ((one, other), (other, one)):
            for place in re.finditer(rf"(?<!\w){old}(?!\w)", text) if old else ():
                yield kind, text[: place.start()] + new + text[place.end() :]
    sentences = re.split(r"(?<=[.!?]) (?=[A-ZÀ-Ý])", text)
    if len(sentences) > 1:
        for at in range(len(sentences)):
            yield "sentence lost", " ".join([*sentences[:at], *sentences[at + 1 :]])


UNSEEN = {
    "may and must": {
        "en": ("may", "must"),
        "fr": ("peut", "doit"),
        "de": ("darfst", "musst"),
        "es": ("puedes", "debes"),
        "it": ("potete", "dovete"),
    },
    "before and after": {
        "en": ("before", "after"),
        "fr": ("avant", "après"),
        "de": ("vor", "nach"),
        "es": ("antes", "después"),
        "it": ("prima", "dopo"),
    },
    "not lost": {
        "en": ("not", ""),
        "fr": ("pas", ""),
        "de": ("nicht", ""),
        "es": ("no", ""),
        "it": ("non", ""),
    },
    "each and one": {
        "en": ("each", "one"),
        "fr": ("chaque", "une"),
        "de": ("jede", "eine"),
        "es": ("cada", "una"),
        "it": ("ogni", "una"),
    },
}
"""Words to exchange in each of our languages, which change the meaning but no figure."""


if __name__ == "__main__":
    main()
