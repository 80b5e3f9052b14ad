"""How long a save takes to be seen: from the file's rename to the new picture in the browser.

With the processor time that the server has used by then, in all its processes.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import Live, chromium

FOLDERS = ("content", "locales", "templates", "assets")
WATCH = """
window.drawn = [];
const page = document.querySelector(`[data-page="${arguments[0]}"]`);
new MutationObserver(() => requestAnimationFrame(() => window.drawn.push(Date.now())))
  .observe(page, { attributes: true, attributeFilter: ["data-drawn"] });
"""
SHOWN = """
const page = document.querySelector(`[data-page="${arguments[0]}"]`);
const isShown = page && page.dataset.shown === page.dataset.wanted;
return isShown && (arguments[1] || document.getElementById("state").dataset.state !== "working");
"""
"""Whether the picture of a page is that of the files as they are now, and none follows unless pages
are still being checked that nobody looks at: it would be taken for that of the next save."""
PATIENCE = 60.0
"""Seconds after which a picture is taken to be lost."""
PAUSE = 1.0
"""Seconds between a picture and the next save: rules and translations are checked meanwhile."""


@dataclass(frozen=True)
class Case:
    """What is open, the file that is saved, and the words that change in it."""

    name: str
    aid: str
    file: str
    words: str
    limit: float
    """Seconds that it may take."""
    locale: str = "fr"
    page: int = 0
    """Which page is looked at."""
    game: str = "expedition"


GAME = "content/expedition"
SHEET = "templates/cards/style.css"
FLAVOUR = ".flavour { letter-spacing: 0; } /* own */"
CASES = (
    Case("card, PO", "player-cards", "locales/fr/expedition.po", "Regardez-les.", 0.4),
    Case("card, YAML", "player-cards", f"{GAME}/procedures.yaml", "Read them.", 0.4, "en"),
    Case(
        "sheet, PO", "cheat-sheet", "locales/fr/expedition.po", "Les capacités que vous avez", 0.4
    ),
    Case(
        "book, PO", "rulebook", "locales/fr/expedition.po", "Hors combat, Expedition", 1.2, page=3
    ),
)
DECK = (Case("deck, CSS", "salvage", SHEET, "own", 2.0, "en", 2, "tidewrack"),)
"""A deck of 480 pages whose style sheet is changed."""
DECKS, ROWS = ("tide", "reef", "lamp", "bone"), 540


def large_deck(pack: Path) -> None:
    """Write a pack of 2,160 cards, each with a picture, and with a style sheet of its own."""
    for name in ("assets", "content"):
        shutil.copytree(ROOT / "examples" / "tidewrack" / name, pack / name)
    for deck in DECKS:
        path = pack / "content" / "tidewrack" / f"{deck}.csv"
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        more = (
            {**row, "id": f"{row['id']}-{turn}", "title": f"{row['title']} {turn}"}
            for turn in range(1, ROWS)
            for row in rows
        )
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows([*rows, *more][:ROWS])
    sheet = pack / SHEET
    sheet.parent.mkdir(parents=True)
    sheet.write_text(f'{{% include "ours/cards/style.css" %}}\n{FLAVOUR}\n', encoding="utf-8")


@contextmanager
def served(pack: Path) -> Iterator[Live]:
    """Serve a pack; yield where."""
    command = [sys.executable, "-m", "aidgen", "serve", "--port", "0", "--pack", str(pack)]
    with subprocess.Popen(
        [*command, "--out", str(pack / "build")], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        try:
            yield Live(process.stdout.readline().split(": ")[1].strip(), pack, process.pid)
        finally:
            process.terminate()


def saved(path: Path, old: str, new: str) -> float:
    """Replace words in a file as an editor does; return when."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path}"
    scratch = path.with_name(f".{path.name}.part")
    scratch.write_text(text.replace(old, new), encoding="utf-8")
    scratch.replace(path)
    return time.time()


def processor_time(process: int) -> float:
    """Return the seconds of processor time that a process and its descendants have used."""
    folder = Path("/proc") / str(process)
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    children = (task.read_text().split() for task in folder.glob("task/*/children"))
    used = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return used + sum(processor_time(int(child)) for listed in children for child in listed)


def seen(driver: Any, since: float) -> float:
    """Return how many seconds after `since` the page was drawn."""
    end = time.time() + PATIENCE
    while time.time() < end:
        times = driver.execute_script("return window.drawn")
        later = [float(drawn) / 1000 for drawn in times if drawn / 1000 > since]
        if later:
            return later[0] - since
        time.sleep(0.02)
    raise TimeoutError("no new picture came")


def settled(driver: Any, page: int, *, busy: bool) -> None:
    """Wait until the page that is looked at is shown, and a little longer.

    It may be `busy` with other pages: those of a large deck take too long.
    """
    end = time.time() + PATIENCE
    while not driver.execute_script(SHOWN, page, busy):
        assert time.time() < end, "no picture came"
        time.sleep(0.05)
    time.sleep(PAUSE)


def loop(driver: Any, live: Live, case: Case, runs: int) -> list[tuple[float, float]]:
    """Return how long each of some saves took until it was seen, and its processor time."""
    path, busy = live.pack / case.file, case in DECK
    settled(driver, 0, busy=busy)
    driver.execute_script(f"document.querySelector('[data-page=\"{case.page}\"]').scrollIntoView()")
    settled(driver, case.page, busy=busy)
    driver.execute_script(WATCH, case.page)
    times = []
    last = case.words
    for number in range(runs + 1):
        new = f"{case.words} {'x' * (number % 3 + 1)}{number}"
        used = processor_time(live.process)
        since = saved(path, last, new)
        times.append((seen(driver, since), processor_time(live.process) - used))
        last = new
        settled(driver, case.page, busy=busy)
    saved(path, last, case.words)
    return times[1:]  # the first is not warm


def measure(pack: Path, cases: Sequence[Case], runs: int) -> bool:
    """Measure some cases of a pack; tell whether a median is above its limit."""
    slow = False
    with served(pack) as live, chromium() as driver:
        for case in cases:
            driver.get("about:blank")
            opened = f"game={case.game}&aid={case.aid}&locale={case.locale}"
            driver.get(f"{live.address}#{opened}")
            times, used = zip(*loop(driver, live, case, runs), strict=True)
            median = statistics.median(times)
            slow |= median > case.limit
            print(
                f"{case.name:12} {median:.2f} s (best {min(times):.2f}, worst {max(times):.2f}), "
                f"processor time {statistics.median(used):.2f} s",
                flush=True,
            )
    return slow


def main() -> None:
    """Measure all cases; stops with 1 if a median is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="saves of each (7)")
    parser.add_argument("--deck", action="store_true", help="only the deck of 2,160 cards")
    chosen = parser.parse_args()
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        pack, deck = Path(folder) / "pack", Path(folder) / "deck"
        for name in FOLDERS:
            shutil.copytree(ROOT / name, pack / name)
        large_deck(deck)
        if not chosen.deck:
            slow = measure(pack, CASES, chosen.runs)
        slow |= measure(deck, DECK, chosen.runs)
    sys.exit(slow)


if __name__ == "__main__":
    main()
