"""What `import-table` tells of faults planted into rulebooks, and of what is no fault."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


from aidgen.problems import Problem
from tests.collation.books import Lines, book, chapters, findings, printed
from tests.collation.faults import KINDS, RULE, Fault, faults
from tests.mistranslations import tongue
from tests.ours import PACK

TUNED = "expedition"
"""The thresholds were set by this game's texts alone."""

APART, TOGETHER = 12, 8
"""Faults planted at once stand so many lines apart, and are so many at most."""


@dataclass(frozen=True)
class Text:
    """A rulebook: in which words it tells which game."""

    words: str
    game: str
    locale: str
    file: str = ""

    @property
    def lines(self) -> Lines:
        """The text, without faults."""
        if self.file:
            return Path(self.file).read_text(encoding="utf-8").split("\n")
        lines = book(self.game, self.locale, brief=self.words == CARDS)
        return reworded(lines, self.locale) if self.words == OTHER else lines


@dataclass
class Tally:
    """What came of the faults planted into a text."""

    text: Text
    planted: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    alarms: list[str] = field(default_factory=list)
    """What is told of the text without a fault."""
    aside: int = 0
    """Problems that a fault made elsewhere."""


def main() -> None:
    """Plant and collate; stops with 1 if one is missed that is sure to be told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=40, help="faults of a kind in a text (40)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--text",
        action="append",
        nargs=3,
        default=[],
        metavar=("FILE", "GAME", "LOCALE"),
        help="a published text instead of ours; what is told of it is printed",
    )
    chosen = parser.parse_args()
    texts = [Text(PUBLISHED, game, locale, file) for file, game, locale in chosen.text]
    texts = texts or [
        Text(words, game, locale)
        for words in (SAME, CARDS, OTHER)
        for game in PACK.games
        for locale in PACK.locales(game)
    ]
    start = time.perf_counter()
    with multiprocessing.get_context("fork").Pool(chosen.jobs) as pool:
        tallies = pool.starmap(measure, [(text, chosen.each) for text in texts], chunksize=1)
    for words in dict.fromkeys(text.words for text in texts):
        for tuned in (True, False):
            group = [one for one in tallies if one.text.words == words]
            report(words, tuned, [one for one in group if (one.text.game == TUNED) == tuned])
    for tally in tallies:
        for alarm in tally.alarms:
            print(f"{tally.text.file or tally.text.words}, {tally.text.game}: {alarm}")
    print(f"{time.perf_counter() - start:.0f} s")
    sure = [one for one in tallies if one.text.words == SAME]
    missed = sum(one.planted[kind] - one.told[kind] for one in sure for kind in SURE)
    sys.exit(bool(missed or any(one.alarms for one in sure)))


def report(words: str, tuned: bool, tallies: list[Tally]) -> None:
    """Print what was told of a group of texts: of each kind of fault, and what was no fault."""
    if not tallies:
        return
    planted = sum((one.planted for one in tallies), Counter[str]())
    told = sum((one.told for one in tallies), Counter[str]())
    parts = [f"{kind} {told[kind]}/{count}" for kind, count in planted.items()]
    alarms = sum(len(one.alarms) for one in tallies)
    aside = sum(one.aside for one in tallies)
    name = f"{words} ({TUNED if tuned else 'the other games'}, {len(tallies)} texts)"
    print(f"{name}: {', '.join(parts)}; {alarms} told untouched, {aside} aside", flush=True)


def measure(text: Text, each: int) -> Tally:
    """Plant so many faults of each kind into a text, a few at a time."""
    tally = Tally(text)
    lines = text.lines
    before = problems(lines, text)
    tally.alarms = sorted(str(one) for one in before)
    known = {(one.where.line, one.message) for one in before}
    for kind in KINDS:
        random = Random(f"{text} {kind}")
        found = faults(kind, lines, tongue(text.locale), random)
        for batch in batches(random.sample(found, min(each, len(found)))):
            damaged = lines
            for fault in batch:
                damaged = fault.plant(damaged)
            new = {(one.where.line, one.message) for one in problems(damaged, text)} - known
            at = {line - 1 for line, _ in new}
            tally.planted[kind] += len(batch)
            tally.told[kind] += sum(fault.line in at for fault in batch)
            tally.aside += len(at - {fault.line for fault in batch})
    lost_rows(tally, lines, each)
    if not text.file and text.words != OTHER:
        lost_records(tally, each)
    return tally


def problems(lines: Lines, text: Text) -> list[Problem]:
    """Return what is told of a text."""
    return [one for found in findings(lines, text.game, text.locale) for one in found.problems]


def batches(chosen: list[Fault]) -> Iterator[list[Fault]]:
    """Yield the faults in batches of which none stands near another."""
    while chosen:
        batch: list[Fault] = []
        for fault in chosen:
            near = any(abs(fault.line - other.line) < APART for other in batch)
            if not near and len(batch) < TOGETHER:
                batch.append(fault)
        chosen = [fault for fault in chosen if fault not in batch]
        yield batch


def lost_rows(tally: Tally, lines: Lines, each: int) -> None:
    """Take rows out of tables, one at a time."""
    rows = [
        number
        for number, line in enumerate(lines)
        if line.count("|") > 2
        and not RULE.fullmatch(line)
        and not RULE.fullmatch(lines[number + 1])
    ]
    known = {one.message for one in problems(lines, tally.text)}
    for number in Random(str(tally.text)).sample(rows, min(each // 4, len(rows))):
        found = problems([*lines[:number], *lines[number + 1 :]], tally.text)
        tally.planted["row"] += 1
        tally.told["row"] += any(
            "missing" in one.message for one in found if one.message not in known
        )


def lost_records(tally: Tally, each: int) -> None:
    """Take the chapters of records out, a few at a time."""
    text = tally.text
    parts = list(chapters(PACK.localized(text.game, text.locale), brief=text.words == CARDS))
    names = [name for name, _ in parts if name]
    chosen = Random(str(text)).sample(names, min(each, len(names)))
    for start in range(0, len(chosen), TOGETHER):
        lost = set(chosen[start : start + TOGETHER])
        kept = printed([line for name, lines in parts if name not in lost for line in lines])
        found = findings(kept, text.game, text.locale)
        missing = {one.name.partition(".")[2] for one in found if one.verdict == "missing"}
        shown = {one.name.partition(".")[2] for one in found}
        tally.planted["record"] += len(lost & shown)
        tally.told["record"] += len(lost & missing)


def reworded(lines: Lines, locale: str) -> Lines:
    """Return a text in other words, by rule: small words gone, clauses exchanged, numbers said.

    A line that would say something else then stays as it is.
    """
    words = tongue(locale)
    read, small = words.language.read, words.language.small_words
    numbers = {value: word for word, value in reversed(words.numbers.items())}
    changed = [_reworded(line, small, numbers) for line in lines]
    return [
        new if "|" not in line and read(new) == read(line) else line
        for line, new in zip(lines, changed, strict=True)
    ]


def _reworded(line: str, small: frozenset[str], numbers: dict[int, str]) -> str:
    kept = re.sub(r"[^\W\d_]+ ", lambda one: "" if one[0].strip() in small else one[0], line)
    said = re.sub(r"(?<= )\d+(?= [^\W\d_])", lambda one: numbers.get(int(one[0]), one[0]), kept)
    return re.sub(r"(?<=[.:] )([^.,:;()]+), ([^.,:;()]+)(?=\.)", r"\2, \1", said)


SAME, CARDS, OTHER = "the canon's words", "the words of cards", "other words, by rule"
PUBLISHED = "published"

SURE = ("cell", "heading", "row")
"""Kinds of faults that are told always, where the words are the same."""

if __name__ == "__main__":
    main()
