"""The times of docs/explanation/performance.md, of one checkout or of two in turn.

    .venv/bin/python bench/goals.py [TREE [TREE]] [--runs 3] [--jobs N] [--only NAME …]
                                    [--games expedition]

Runs commands alone, on copies of each tree's own games (or of some) and on decks that it makes up,
with caches of its own. A line is a figure: processor time of all processes (wall clock), the median
of each tree's runs, and the ratio of the two. The trees take turns within each run, so that a busy
machine slows both. Needs Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SET_CHILD_SUBREAPER = 36  # prctl(2): who loses its parent becomes our child, and is counted
# What 2,160 cards need more of than a stranger's pack may have.
ROOM = ("file_bytes=90000000", "nodes=900000")
TRANSLATION = r'(msgctxt "expedition\.rules\.[^"]*\.text"\n(?:.+\n)*?msgstr (?:".*"\n)*".*)"\n\n'
WORDS = """the a your each player draws rolls moves takes gives enemy card token turn round phase
before after until while if then damage heal ability attack defence hero map tile edge choose
discard reveal shuffle place remove gain lose spend another first last next every any may must
never only once again later close far alone together night road river tower gate fire water
stone"""
GAME = """\
game: {{id: grown, title: Growth, language: en, editions: {{}}, credits: Ours, notice: A test.}}
values: {{die: d6}}
rules:
  zero: {{title: Zero, text: "Roll a {{die}}."}}
{rules}
cards:
{cards}
aids:
  deck: {{title: Deck, kind: cards, paper: poker, contents: [{contents}]}}
"""


Spent = tuple[float, float]  # seconds of processor, in all processes, and on the clock


@dataclass(frozen=True)
class Tree:
    """A checkout, and the folder in which its copies of packs are built."""

    root: Path
    folder: Path
    jobs: int

    def run(self, command: str, pack: str) -> Spent:
        """Run a command on a pack; stops if it breaks."""
        words = [sys.executable, "-P", "-m", "aidgen", command, "--pack", str(self.folder / pack)]
        words += ["--out", str(self.folder / f"{pack}-out")]
        words += [f"--jobs={self.jobs}"] if command == "build" else []
        if pack == "deck2160":
            limits = (self.root / "aidgen" / "sandbox" / "limits.py").read_text("utf-8")
            words += [f"--limits={each}" for each in ROOM if each.partition("=")[0] in limits]
        caches = {"PYTHONPATH": str(self.root), "XDG_CACHE_HOME": str(self.folder / "cache")}
        # As installed: modules are compiled once.
        environment = {**os.environ, **caches, "PYTHONDONTWRITEBYTECODE": ""}
        before, start = processor_seconds(), time.perf_counter()
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        wall = time.perf_counter() - start
        with contextlib.suppress(ChildProcessError):  # wait for what the command has left behind
            while True:
                os.wait()
        if done.returncode > 1 or "Traceback" in done.stderr:
            sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
        return processor_seconds() - before, wall

    def run_once(self, command: str, pack: str) -> None:
        """Run a command on a pack on which it has not run yet; that is not measured."""
        ran = self.folder / f"{pack}-{command}"
        if not ran.is_dir():
            self.run(command, pack)
            ran.mkdir()

    def forget(self, pack: str) -> None:
        """Remove what was built, and all caches."""
        for name in (f"{pack}-out", f"{pack}-build", f"{pack}-check", "cache"):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def change(self, path: str, pattern: str, replacement: str) -> None:
        """Change one place of a file of a pack."""
        file = self.folder / path
        text, count = re.subn(pattern, replacement, file.read_text("utf-8"), count=1)
        if not count:
            sys.exit(f"{file} has no {pattern}")
        file.write_text(text, encoding="utf-8")


def processor_seconds() -> float:
    """Return the processor time of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cold(command: str, pack: str) -> Callable[[Tree, int], Spent]:
    """Return what runs a command with nothing cached."""

    def once(tree: Tree, _: int) -> Spent:
        tree.forget(pack)
        return tree.run(command, pack)

    return once


def changed(command: str, path: str, pattern: str, new: str) -> Callable[[Tree, int], Spent]:
    """Return what runs a command after a change of a pack that is built."""
    pack = path.partition("/")[0]

    def once(tree: Tree, run: int) -> Spent:
        tree.run_once(command, pack)
        tree.change(path, pattern, new.format(marks="†" * (run + 1), number=11 + run))
        return tree.run(command, pack)

    return once


def unchanged(tree: Tree, _: int) -> Spent:
    """Build again what is built."""
    tree.run_once("build", "games")
    return tree.run("build", "games")


TRANSLATED = ("games/locales/fr/expedition.po", TRANSLATION, '\\1 {marks}"\n\n')
CARD = ("content/grown/game.yaml", r"(title: Card 7\b)[^,]*", r"\1 {marks}")
NUMBER = ("games/content/expedition/game.yaml", r"(timer_short: )\d+", r"\g<1>{number}")
FIGURES = {
    "everything, cold": cold("build", "games"),
    "nothing changed": unchanged,
    "one text of a book": changed("build", *TRANSLATED),
    "one number": changed("build", *NUMBER),
    "check, after a small change": changed("check", *TRANSLATED),
    "check, cold": cold("check", "games"),
    "54 cards, cold": cold("build", "deck54"),
    "54 cards, one text changed": changed("build", f"deck54/{CARD[0]}", *CARD[1:]),
    "2,160 cards, cold": cold("build", "deck2160"),
    "2,160 cards, one text changed": changed("build", f"deck2160/{CARD[0]}", *CARD[1:]),
}


def write_packs(tree: Tree, games: list[str]) -> None:
    """Write the packs that are built: a copy of the tree's games, or of some, and two decks."""
    for name in ("content", "locales", "assets"):
        if (tree.root / name).is_dir():
            shutil.copytree(tree.root / name, tree.folder / "games" / name)
    for folder in (tree.folder / "games" / "content").iterdir():
        if games and folder.is_dir() and folder.name not in games:
            shutil.rmtree(folder)
    for count in (54, 2160):
        chance, rules, cards = random.Random(count), [], []
        for i in range(count):
            text = " ".join(chance.choices(WORDS.split(), k=chance.randint(30, 75)))
            rules.append(f"  r{i}: {{title: Rule {i}, text: {text}.}}")
            cards.append(f"  c{i}: {{front: {{title: Card {i}, contents: [rules.r{i}]}}}}")
        cards[0] = cards[0].replace("rules.r0", "rules.zero, rules.r0")
        listed = ", ".join(f"cards.c{i}" for i in range(count))
        game = tree.folder / f"deck{count}" / "content" / "grown" / "game.yaml"
        game.parent.mkdir(parents=True)
        text = GAME.format(rules="\n".join(rules), cards="\n".join(cards), contents=listed)
        game.write_text(text, encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("trees", nargs="*", type=Path, default=[ROOT])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the figures' names")
    parser.add_argument("--games", nargs="+", default=[], help="the tree's games that are copied")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="aidgen-goals-") as scratch:
        trees = [
            Tree(root.resolve(), Path(scratch, str(number)), options.jobs)
            for number, root in enumerate(options.trees)
        ]
        for tree in trees:
            write_packs(tree, options.games)
        for name in (name for name in FIGURES if any(part in name for part in options.only)):
            runs = [[FIGURES[name](tree, run) for tree in trees] for run in range(options.runs)]
            medians = [
                [statistics.median(values) for values in zip(*spent, strict=True)]
                for spent in zip(*runs, strict=True)
            ]
            columns = [f"{processor:8.2f} s ({wall:.2f})" for processor, wall in medians]
            ratio = f"{medians[-1][0] / medians[0][0]:6.2f} ×" if len(trees) > 1 else ""
            print(f"{name:32}", *columns, ratio, f"  load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
