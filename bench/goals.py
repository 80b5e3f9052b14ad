"""The goals of docs/explanation/performance.md, measured in one run: seconds, ratios, memory.

Works on copies of the pack, and on packs made up for it, in a temporary folder, with a cache of its
own. Say on what machine, and what else it had to do: the load is printed beside each figure.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grown import cards, chapters, drawn_cards, rows
from share import count_layouts, proof_share
from watching import Watched, watched

MB = 1_000_000
ROOM = (
    *("file_bytes=90000000", "pack_bytes=90000000", "nodes=900000", "records=20000", "rows=9000"),
    *("cells=90000", "contents=9000", "copies=9000", "html=90000000"),
)
"""What the made-up packs need more of than a stranger's pack may have."""
# A translated text of a PO file, all but its closing quote; the rest of its context is open.
ENTRY = r'(msgctxt "[^"]*{}[^"]*"\n(?:.+\n)*?msgstr (?:".*"\n)*".*)"\n\n'


@dataclass(frozen=True)
class Figure:
    """What a line of the table took: medians, and the load of the machine when it was done."""

    name: str
    seconds: float
    cpu_seconds: float
    largest_mb: float
    load: float
    said: str


class Bench:
    """Runs aidgen on copies of packs in a folder, and keeps what that took."""

    def __init__(self, folder: Path, jobs: int, runs: int) -> None:
        """Measure each figure so many times, with so many processes."""
        self.folder, self.jobs, self.runs = folder, jobs, runs
        words = self.aidgen("build", "--help").printed
        self.room = [f"--limits={one}" for one in ROOM] if "--limits" in words else []

    def aidgen(self, *words: str | Path) -> Watched:
        """Run a command; stop if it breaks."""
        environment = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(self.folder / "cache")}
        done = watched([sys.executable, "-m", "aidgen", *map(str, words)], **environment)
        if done.code > 1 or "Traceback" in done.printed:
            sys.exit(f"aidgen {' '.join(map(str, words))}\n{done.printed}")
        return done

    def build(self, pack: Path, *more: str) -> Watched:
        """Build a pack beside it."""
        given = ("--pack", pack, "--out", pack.parent / f"{pack.name}-out")
        return self.aidgen("build", *given, "--jobs", str(self.jobs), *more)

    def figure(self, name: str, once: Callable[[int], Watched]) -> Figure:
        """Return the medians of some runs of `once`, which is reported the number of the run."""
        found = [once(number) for number in range(self.runs)]
        reported = found[-1].printed.strip().rpartition("\n")[2]
        figure = Figure(
            name=name,
            seconds=statistics.median(one.seconds for one in found),
            cpu_seconds=statistics.median(one.cpu_seconds for one in found),
            largest_mb=max(one.largest for one in found) / MB,
            load=os.getloadavg()[0],
            said=re.sub(r" in .*?, ", ", ", reported).partition(": ")[0],
        )
        print(
            f"{name:44}{figure.seconds:8.2f} s{figure.cpu_seconds:8.1f} CPU"
            f"{figure.largest_mb:7.0f} MB   load {figure.load:4.1f}   {figure.said}",
            flush=True,
        )
        return figure


# What is measured -------------------------------------------------------------------------------


def of_ours(bench: Bench) -> Iterator[Figure]:
    """Yield the figures of our own games: cold, unchanged, changed a little, checked."""
    pack = bench.folder / "pack"
    for name in ("content", "locales", "assets"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, pack / name)
    out = bench.folder / "pack-out"

    def cold(_: int) -> Watched:
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(bench.folder / "cache", ignore_errors=True)
        return bench.build(pack)

    yield bench.figure("cold, all", cold)
    yield bench.figure("nothing changed", lambda _: bench.build(pack))

    def changed(change: Callable[[Path, int], None]) -> Callable[[int], Watched]:
        def once(number: int) -> Watched:
            change(pack, number)
            return bench.build(pack)

        return once

    yield bench.figure("one PO string of a book", changed(_string(".rules.", ".text")))
    yield bench.figure("one PO string of a card", changed(_string(".cards.", ".title")))
    yield bench.figure("one number", changed(_number))
    yield bench.figure("check, little changed", lambda number: _checked(bench, pack, number))
    yield bench.figure("check, cold", lambda _: _checked_cold(bench, pack, out))


def _checked(bench: Bench, pack: Path, number: int) -> Watched:
    _string(".cards.", ".title")(pack, number + 100)
    return bench.aidgen("check", "--pack", pack, "--out", bench.folder / "pack-out")


def _checked_cold(bench: Bench, pack: Path, out: Path) -> Watched:
    for folder in (out, bench.folder / "cache"):
        shutil.rmtree(folder, ignore_errors=True)
    return bench.aidgen("check", "--pack", pack, "--out", out)


def _string(before: str, after: str) -> Callable[[Path, int], None]:
    """Return what writes marks behind the translation of a text of Expedition, in French.

    They are no numbers: with one that the source has not, the PDF would be refused.
    """
    entry = re.compile(ENTRY.format(f'{re.escape(before)}[^"]*{re.escape(after)}'))

    def change(pack: Path, number: int) -> None:
        path = pack / "locales" / "fr" / "expedition.po"
        text = path.read_text(encoding="utf-8")
        text, count = entry.subn(rf'\1 {"†" * (number % 9 + 1)}"\n\n', text, count=1)
        if count != 1:
            sys.exit(f"{path} translates no {before}…{after}")
        path.write_text(text, encoding="utf-8")

    return change


def _number(pack: Path, number: int) -> None:
    """Change a number of Expedition that a few pages print."""
    path = pack / "content" / "expedition" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    text, count = re.subn(r"(timer_short: )\d+", rf"\g<1>{11 + number}", text)
    if count != 1:
        sys.exit(f"{path} has no timer_short")
    path.write_text(text, encoding="utf-8")


MAKERS = {"cards": cards, "rows": rows, "chapters": chapters}
# The title of a card, or of a rule in a chapter, up to what is changed of it.
CHANGED = r"(title: (?:Card|Rule) 7\b)[^,\n]*"


def of_size(bench: Bench, sizes: Sequence[int], what: str) -> Iterator[Figure]:
    """Yield the figures of made-up packs of some sizes: cold, and with one record changed."""
    for size in sizes:
        pack = bench.folder / f"{what}{size}"
        MAKERS[what](pack, size)

        def cold(_: int, pack: Path = pack) -> Watched:
            shutil.rmtree(bench.folder / f"{pack.name}-out", ignore_errors=True)
            return bench.build(pack, *bench.room)

        yield bench.figure(f"{size:,} {what}, cold", cold)
        if what != "rows":

            def one(number: int, pack: Path = pack) -> Watched:
                game = pack / "content" / "grown" / "game.yaml"
                text = game.read_text(encoding="utf-8")
                text = re.sub(CHANGED, rf"\1 {'x' * (number + 1)}", text)
                game.write_text(text, encoding="utf-8")
                return bench.build(pack, *bench.room)

            yield bench.figure(f"{size:,} {what}, one changed", one)


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each figure (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all)")
    parser.add_argument("--cards", type=int, nargs="*", default=[54, 540, 2160])
    parser.add_argument("--chapters", type=int, nargs="*", default=[25, 100])
    parser.add_argument("--rows", type=int, nargs="*", default=[1000, 5000])
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    parser.add_argument("--no-ours", action="store_true", help="leave out our own games")
    parser.add_argument("--no-layouts", action="store_true", help="do not count layouts")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="aidgen-goals-") as folder:
        bench = Bench(Path(folder), chosen.jobs, chosen.runs)
        found = [] if chosen.no_ours else [*of_ours(bench)]
        if not chosen.no_layouts:
            print_layouts(Path(folder))
        for what in MAKERS:
            found += of_size(bench, getattr(chosen, what), what)
    ratios(found)
    if not chosen.no_ours:
        print(f"the proof takes {proof_share():.0%} of the typesetting")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(one) for one in found], indent=1))


OURS = (("gloomhaven", "fr"), ("expedition", "en"))
"""The games of ours whose layouts are counted, each in a language."""
EXAMPLE = (ROOT / "examples" / "ember-keep", "ember-keep", "en")
DRAWN_CARDS = 84


def print_layouts(folder: Path) -> None:
    """Print how often pages and cards are laid out: ours, an example's, those of an own layout."""
    drawn = folder / "drawn"
    drawn_cards(drawn, DRAWN_CARDS)
    packs = [(ROOT, *one) for one in OURS] + [EXAMPLE, (drawn, "grown", "en")]
    for pack, game, locale in packs:
        for kind, counted in count_layouts(pack, game, locale).items():
            print(f"{game:12}{locale:4}{kind:6}{counted}")


def ratios(found: Sequence[Figure]) -> None:
    """Print what figures are to be compared: they were measured in one run."""
    known = {one.name: one for one in found}
    for name, other, wanted in COMPARED:
        if name in known and other in known:
            ratio = known[name].cpu_seconds / max(known[other].cpu_seconds, 0.01)
            print(f"{name} / {other}: {ratio:.2f} × the processor time (goal: {wanted})")


COMPARED = (
    ("2,160 cards, cold", "540 cards, cold", "4, linear"),
    ("2,160 cards, one changed", "54 cards, one changed", "2 at most"),
    ("100 chapters, one changed", "25 chapters, one changed", "1: a page is set"),
    ("5,000 rows, cold", "1,000 rows, cold", "5, linear"),
    ("nothing changed", "cold, all", "none"),
    ("one PO string of a card", "cold, all", "none"),
)

if __name__ == "__main__":
    main()
