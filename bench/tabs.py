"""Live pages under load: many tabs, quick saves; nothing is lost or stale, no memory grows."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from serve import served

from tests.browser import chromium, until
from tests.mini import MINI

OLD = "at least *3* wins."
GROWTH = 1.25
"""By how much the memory of the server may grow between the first half of the saves and the end."""
SHOWN = """
const rows = [...document.querySelectorAll("#texts .row")];
return rows.some((one) => one.textContent.includes(arguments[0]))
  && document.getElementById("state").dataset.state === "proved"
  && [...document.querySelectorAll("#pages .piece")]
    .every((one) => !one.dataset.shown || one.dataset.shown === one.dataset.wanted)
"""
"""Whether a tab shows the last words, proved, and no picture of before."""


def memory(process: int) -> int:
    """Return how many kB a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def tabs(driver: Any, address: str, number: int) -> None:
    """Open tabs: each shows an aid of the game Mini that prints the rule."""
    for count in range(number):
        if count:
            driver.switch_to.new_window("tab")
        aid = ("deck", "book")[count % 2]
        driver.get(f"{address}#game=mini&aid={aid}&locale=en")
        until(driver, "return document.querySelectorAll('#texts .row').length")


def main() -> None:
    """Save and look; stops with 1 at what is lost, stale or grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tabs", type=int, default=10)
    parser.add_argument("--saves", type=int, default=200)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(MINI, Path(folder) / "pack"))
        rules = pack / "content" / "mini" / "rules.yaml"
        text = rules.read_text(encoding="utf-8")
        with served(pack) as place, chromium() as driver:
            tabs(driver, place.address, chosen.tabs)
            sizes = []
            for number in range(chosen.saves):
                words = f"at least *3* wins, {'hero ' * (number % 3)}den."
                scratch = rules.with_name(".rules.yaml.part")
                scratch.write_text(text.replace(OLD, words), encoding="utf-8")
                scratch.replace(rules)
                time.sleep(0.05)
                sizes.append(memory(place.process))
            last = words.partition(",")[2].strip()
            for handle in driver.window_handles:
                driver.switch_to.window(handle)
                until(driver, SHOWN, last)
            half, end = sizes[len(sizes) // 2], memory(place.process)
    print(f"{chosen.tabs} tabs, {chosen.saves} saves: all show the last; {half} kB, then {end} kB")
    sys.exit(end > half * GROWTH)


if __name__ == "__main__":
    main()
