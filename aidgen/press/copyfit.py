"""Copyfitting: the largest type, within its bounds, at which what is on a card fits it.

An element with `data-fit` takes part if it has `data-least` and `data-most`, sizes in pt, and a
height; its own `font-size` is the first guess. The layout itself is the judge.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aidgen.press.layout import Fitting, fittings

STEP = 0.2
"""By how much in pt one size is smaller than the next."""
ROUNDS = 5
"""How often a card is set at most."""
GROWTH = 0.55
"""Text takes up room by about the square of its size; a little less, since lines break unevenly."""


@dataclass
class _Trial:
    """What is known of one card: the largest step that fits, and the smallest that does not."""

    element: Any
    least: float
    now: int
    fits: int = -1
    tight: int = 0

    def size(self, step: int) -> float:
        """Return the type of a step in pt."""
        return round(self.least + step * STEP, 1)

    def learn(self, found: Fitting) -> None:
        """Note how the card came out, and choose the step to set it at next."""
        room, height = found.room or 0.0, found.height or 0.0
        if room < 0 or found.crowded:
            self.tight = min(self.tight, self.now)
        else:
            self.fits = max(self.fits, self.now)
        if self.settled:
            self.now = max(self.fits, 0)
            return
        scale = (height / max(height - room, 0.1 * height)) ** GROWTH if height else 1.0
        wanted = math.floor((self.size(self.now) * scale - self.least) / STEP)
        self.now = min(max(wanted, self.fits + 1), self.tight - 1)

    @property
    def settled(self) -> bool:
        """Whether nothing larger is left to try, or nothing smaller."""
        return self.tight - self.fits <= 1 or self.tight == 0

    def write(self) -> None:
        """Give the element the size chosen."""
        style = re.sub(r"font-size:[^;]*;?", "", self.element.get("style", ""))
        self.element.set("style", f"font-size:{self.size(self.now):g}pt;{style}")


class Copyfit:
    """The cards of a document that may be set smaller or larger, and how that went so far."""

    def __init__(self, root: Any) -> None:
        """Find them below the element `root`."""
        self.rounds = 1
        self.trials = {
            element: _trial(element)
            for element in root.iter()
            if element.get("data-least") and element.get("data-most")
        }

    def adjusted(self, pages: Sequence[Any]) -> bool:
        """Learn from laid out `pages`; tell whether sizes were changed, so that all is set anew."""
        if not self.trials or self.rounds > ROUNDS:
            return False
        self.rounds += 1
        before = {element: trial.now for element, trial in self.trials.items()}
        for found in fittings(pages):
            if found.element in self.trials:
                self.trials[found.element].learn(found)
        if self.rounds > ROUNDS:
            for trial in self.trials.values():
                trial.now = max(trial.fits, 0)
        changed = [trial for element, trial in self.trials.items() if trial.now != before[element]]
        for trial in changed:
            trial.write()
        return bool(changed)


def _trial(element: Any) -> _Trial:
    least, most = float(element.get("data-least")), float(element.get("data-most"))
    steps = round((most - least) / STEP)
    guess = re.search(r"font-size:([\d.]+)pt", element.get("style", ""))
    now = round((float(guess[1]) - least) / STEP) if guess else steps
    trial = _Trial(element, least, min(max(now, 0), steps), tight=steps + 1)
    trial.write()
    return trial
