"""A hub that builds the packs of many people, on paper: what it costs, and what is bound first.

Everything is reckoned from a few figures of one game in one language, which `goals.py` and a look
at the folder of a build give. Texts change one at a time; a new engine changes everything.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

HOUR, DAY = 3600, 86_400
BATCH = 40
"""Pieces that are handed to a worker together."""
TASKS = 200
"""Tasks a second that a scheduler hands out: a fifth of what Dask's own documents reckon with (a
millisecond each), since ours carry pages with them."""


@dataclass(frozen=True)
class Unit:
    """What a game in one language takes, as it was measured."""

    cold: float
    """Seconds of a processor to make all of it."""
    front: float
    """Seconds of the process that reads, checks and pours, of those."""
    change: float
    """Seconds of a processor to make it again with one text changed."""
    pieces: int
    pdf_mb: float
    shelf_mb: float


@dataclass(frozen=True)
class Hub:
    """So many games in so many languages, and how often one changes."""

    games: int
    languages: int
    changes: int
    """A day, each of one game in one language."""

    @property
    def units(self) -> int:
        """Games by languages."""
        return self.games * self.languages


def lines(hub: Hub, unit: Unit) -> list[str]:
    """Say what a hub takes."""
    cold = hub.units * unit.cold
    front = hub.units * unit.front
    tasks = hub.units * (unit.pieces / BATCH * 3 + 8)
    entries = hub.units * unit.pieces * 4
    peak = hub.changes * unit.change / DAY * 5
    return [
        f"{hub.games:,} games × {hub.languages} languages = {hub.units:,}",
        f"all of it anew (a new engine): {cold / HOUR:,.0f} hours of a core; 32 cores: "
        f"{cold / 32 / HOUR:.1f} hours",
        f"  of that in the processes that read and pour: {front / HOUR:.1f} hours; one alone keeps "
        f"{(cold - front) / front:.0f} workers busy",
        f"  {tasks:,.0f} tasks: {tasks / TASKS / 60:.0f} minutes of the scheduler",
        f"{hub.changes:,} changes a day: {hub.changes * unit.change / HOUR:.1f} hours of a core; "
        f"at five times the mean {peak:.1f} cores",
        f"PDFs {hub.units * unit.pdf_mb / 1000:,.1f} GB, "
        f"shelf {hub.units * unit.shelf_mb / 1000:,.1f} GB in {entries:,.0f} entries",
    ]


def main() -> None:
    """Read the command line, reckon, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--languages", type=int, default=5)
    parser.add_argument("--changes", type=int, default=2000, help="a day (2,000)")
    parser.add_argument("--cold", type=float, default=10.0, help="CPU seconds of a unit (10)")
    parser.add_argument("--front", type=float, default=0.6, help="of those, to read and pour (0.6)")
    parser.add_argument("--change", type=float, default=2.5, help="CPU seconds of a change (2.5)")
    parser.add_argument("--pieces", type=int, default=120, help="of a unit (120)")
    parser.add_argument("--pdf", type=float, default=0.6, help="MB of PDFs of a unit (0.6)")
    parser.add_argument("--shelf", type=float, default=1.8, help="MB on the shelf (1.8)")
    given = parser.parse_args()
    unit = Unit(given.cold, given.front, given.change, given.pieces, given.pdf, given.shelf)
    print("\n".join(lines(Hub(given.games, given.languages, given.changes), unit)))


if __name__ == "__main__":
    main()
