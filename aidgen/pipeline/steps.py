"""How far the work on pieces is, told while it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """What is done to pieces by an errand: how many were wanted so far, and how many are done."""

    errand: str
    """Its name, as `aidgen.pipeline.errands` has it."""
    wanted: int
    done: int


Listener = Callable[[Step], None]
"""Is told each time when more is wanted, or done."""


def unheard(step: Step) -> None:
    """Listen to nothing."""


class Steps:
    """Counts pieces, errand by errand, and tells a listener."""

    def __init__(self, told: Listener) -> None:
        """Begin with nothing wanted."""
        self._told = told
        self._steps: dict[str, Step] = {}

    def want(self, errand: str, pieces: int) -> None:
        """Count pieces that an errand is wanted for."""
        known = self._steps.get(errand, Step(errand, 0, 0))
        self._tell(Step(errand, known.wanted + pieces, known.done))

    def end(self, errand: str, pieces: int) -> None:
        """Count pieces that an errand has been done for."""
        known = self._steps[errand]
        self._tell(Step(errand, known.wanted, known.done + pieces))

    def _tell(self, step: Step) -> None:
        self._steps[step.errand] = step
        self._told(step)
