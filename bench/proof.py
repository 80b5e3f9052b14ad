"""What the proof costs: by document of one or two pages, by card, and beside the typesetting.

Typesetting is all that a build does to set pieces: it chooses their type, and sets them in it.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.page.pieces import together
from aidgen.page.render import render
from aidgen.pipeline.plan import Job, plan
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.proof.accessibility import check_tags
from tests.mutants import clean
from tests.ours import PACK
from tests.sheets import fitted, pieces_of

MOST_OF_DOCUMENT, MOST_OF_CARD = 1.0, 0.020
"""The most in seconds that the proof may cost, of a document of two pages and of a card."""


@dataclass(frozen=True)
class Cost:
    """What the pieces of a PDF cost in seconds of one processor, and how much is on them."""

    name: str
    pages: int
    """Of its pieces, each by itself."""
    cards: int
    typeset: float
    prove: float


def main() -> None:
    """Measure; stops with 1 if the proof costs more than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured (5)")
    parser.add_argument("--game", action="append", default=[], help="only PDFs of this game")
    parser.add_argument("--locale", action="append", default=[], help="only PDFs in this language")
    chosen = parser.parse_args()
    jobs = plan(PACK, games=chosen.game, locales=chosen.locale).jobs
    cost_of(jobs[0], 1)  # reads the fonts, once
    costs = [cost_of(job, chosen.runs) for job in jobs]
    short = [cost for cost in costs if cost.pages <= 2]
    decks = [cost for cost in costs if cost.cards]
    for title, most, of in (
        ("by document of one or two pages", MOST_OF_DOCUMENT, {c.name: c.prove for c in short}),
        ("by card", MOST_OF_CARD, {c.name: c.prove / c.cards for c in decks}),
        ("by typesetting", 0.0, {c.name: c.prove / c.typeset for c in costs}),
    ):
        worst = max(of, key=lambda name: of[name])
        limit = f", at most {most:g}" if most else ""
        print(f"{title}: median {statistics.median(of.values()):.3f}, ", end="")
        print(f"largest {of[worst]:.3f} ({worst}), {len(of)} PDFs{limit}")
    whole = sum(cost.prove for cost in costs) / sum(cost.typeset for cost in costs)
    print(f"all {len(costs)} PDFs: the proof costs {whole:.0%} of the typesetting")
    too_much = [c.name for c in short if c.prove > MOST_OF_DOCUMENT]
    too_much += [c.name for c in decks if c.prove / c.cards > MOST_OF_CARD]
    print(*(f"too much: {name}" for name in too_much), sep="\n")
    sys.exit(bool(too_much))


def cost_of(job: Job, runs: int) -> Cost:
    """Measure one PDF; each figure is the median of `runs`."""
    asked = pieces_of(render(job.game_data, job.aid, job.pack.roots))
    pieces = fitted(asked)
    html = together(pieces)
    document = clean(job.game, job.aid, job.locale)
    fitting = median(lambda: fitted(asked), 1)
    setting = fitting + median(lambda: typeset_pieces(pieces), runs)
    proving = median(lambda: (document.proofs(), check_tags(document.pdf, html)), runs)
    cards = len(re.findall(r'data-fit="cards\.', html))
    pages = sum(len(part.sheets) for part in document.parts)
    return Cost(job.output.stem, pages, cards, setting, proving)


def median(work: Callable[[], object], runs: int) -> float:
    """Return the median of how long `work` keeps the processor, in seconds."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


if __name__ == "__main__":
    main()
