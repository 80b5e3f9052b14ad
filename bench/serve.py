"""How long a save takes to be seen: from the file's rename to the new picture in the browser."""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
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
new MutationObserver((all) => {
  if (all.some((one) => one.attributeName === "data-drawn"))
    requestAnimationFrame(() => window.drawn.push(Date.now()));
}).observe(document.getElementById("pages"), { attributes: true, subtree: true });
"""
PATIENCE = 60.0
"""Seconds after which a picture is taken to be lost."""


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
    side: int = 0
    """Which side is looked at."""


GAME = "content/expedition"
CASES = (
    Case("card, PO", "player-cards", "locales/fr/expedition.po", "Regardez-les.", 0.3),
    Case("card, YAML", "player-cards", f"{GAME}/procedures.yaml", "Look at them.", 0.3, "en"),
    Case(
        "sheet, PO", "cheat-sheet", "locales/fr/expedition.po", "Les capacités que vous avez", 0.3
    ),
    Case(
        "book, PO", "rulebook", "locales/fr/expedition.po", "Hors combat, Expedition", 1.0, side=3
    ),
)


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


def seen(driver: Any, since: float) -> float:
    """Return how many seconds after `since` the first new picture was there."""
    end = time.time() + PATIENCE
    while time.time() < end:
        times = driver.execute_script("return window.drawn")
        later = [float(one) / 1000 for one in times if one / 1000 > since]
        if later:
            return later[0] - since
        time.sleep(0.02)
    raise TimeoutError("no new picture came")


def settled(driver: Any) -> None:
    """Wait until all is proved."""
    end = time.time() + PATIENCE
    while time.time() < end:
        if driver.execute_script("return document.getElementById('state').dataset.state") not in (
            "working",
            None,
        ):
            time.sleep(1)
            return
        time.sleep(0.2)


def loop(driver: Any, pack: Path, case: Case, runs: int) -> list[float]:
    """Return how long each of some saves took to be seen."""
    path = pack / case.file
    settled(driver)
    driver.execute_script(f"document.querySelector('[data-side=\"{case.side}\"]').scrollIntoView()")
    time.sleep(2)
    driver.execute_script(WATCH)
    times = []
    last = case.words
    for number in range(runs + 1):
        new = f"{case.words} {'x' * (number % 3 + 1)}{number}"
        times.append(seen(driver, saved(path, last, new)))
        last = new
        settled(driver)
    saved(path, last, case.words)
    return times[1:]  # the first is not warm


def main() -> None:
    """Measure all cases; stops with 1 if a median is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="saves of each (7)")
    chosen = parser.parse_args()
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder) / "pack"
        for name in FOLDERS:
            shutil.copytree(ROOT / name, pack / name)
        with served(pack) as live, chromium() as driver:
            for case in CASES:
                driver.get("about:blank")
                driver.get(f"{live.address}#game=expedition&aid={case.aid}&locale={case.locale}")
                times = loop(driver, pack, case, chosen.runs)
                median = statistics.median(times)
                slow |= median > case.limit
                print(
                    f"{case.name:12} {median:.2f} s (best {min(times):.2f}, worst {max(times):.2f})"
                )
    sys.exit(slow)


if __name__ == "__main__":
    main()
