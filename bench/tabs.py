"""Live pages under load: many tabs, quick saves; nothing is lost or stale, no memory grows.

Every second save is that of an editor, the others are edits in one tab after the other.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from serve import served

from tests.browser import chromium, until
from tests.mini import MINI

AIDS = ("deck", "board")
"""Aids of the game Mini that print both texts."""
OLD, EDITED = "at least *3* wins.", "Heroes see half as far."
"""What is saved in an editor, and what is edited in a tab."""
PAUSE = 0.05
"""Seconds between saves."""
GROWTH = 1.25
"""By how much the memory of the server may grow between the first half of the saves and the end."""
SHOWN = """
const rows = [...document.querySelectorAll("#texts .row")].map((one) => one.textContent);
return arguments[0].every((words) => rows.some((one) => one.includes(words)))
  && document.getElementById("state").dataset.state === "proved"
  && [...document.querySelectorAll("#pages .piece")]
    .every((one) => !one.dataset.shown || one.dataset.shown === one.dataset.wanted)
"""
"""Whether a tab shows the last words, proved, and no picture of before."""
POSTED = """
const [aid, words, seen, done] = arguments;
fetch(`text/mini/${aid}/en/mini.rules.dark.text`, {
  method: "POST",
  body: JSON.stringify({ which: "source", forms: [words], seen: [seen] }),
}).then((answer) => done(answer.status));
"""
"""An edit as the form of a tab makes it; answers with the status."""


def memory(process: int) -> int:
    """Return how many kB a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def tabs(driver: Any, address: str, number: int) -> None:
    """Open tabs: each shows an aid of the game Mini that prints the texts."""
    for count in range(number):
        if count:
            driver.switch_to.new_window("tab")
        driver.get(f"{address}#game=mini&aid={AIDS[count % len(AIDS)]}&locale=en")
        until(driver, "return document.querySelectorAll('#texts .row').length")


@dataclass
class Saver:
    """Saves the texts of a file in turn; knows what each says by now."""

    driver: Any
    path: Path
    ruled: str = OLD
    edited: str = EDITED

    def save(self, number: int) -> None:
        """Save one text; stops if an edit is refused."""
        if number % 2:
            new = f"Heroes see {number} fields far."
            handles = self.driver.window_handles
            count = number // 2 % len(handles)
            self.driver.switch_to.window(handles[count])
            aid = AIDS[count % len(AIDS)]
            status = self.driver.execute_async_script(POSTED, aid, new, self.edited)
            assert status == HTTPStatus.OK, f"edit {number}: {status}"
            self.edited = new
        else:
            new = f"at least *3* wins, {'hero ' * (number % 3)}den {number}."
            text = self.path.read_text(encoding="utf-8")
            scratch = self.path.with_name(f".{self.path.name}.part")
            scratch.write_text(text.replace(self.ruled, new), encoding="utf-8")
            scratch.replace(self.path)
            self.ruled = new


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
            saver = Saver(driver, rules)
            sizes = []
            for number in range(chosen.saves):
                saver.save(number)
                time.sleep(PAUSE)
                sizes.append(memory(place.process))
            expected = text.replace(OLD, saver.ruled).replace(EDITED, saver.edited)
            assert rules.read_text(encoding="utf-8") == expected, "an edit is lost"
            for handle in driver.window_handles:
                driver.switch_to.window(handle)
                until(driver, SHOWN, [saver.ruled, saver.edited])
            half, end = sizes[len(sizes) // 2], memory(place.process)
    print(f"{chosen.tabs} tabs, {chosen.saves} saves: all show the last; {half} kB, then {end} kB")
    sys.exit(end > half * GROWTH)


if __name__ == "__main__":
    main()
