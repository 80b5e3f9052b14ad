"""The calibration page: an aid of aidgen itself, for each paper and language."""

from __future__ import annotations

from collections.abc import Sequence

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import SHARES
from aidgen.game.load import OURS
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan

CALIBRATION = OURS / "calibration"
"""The pack that holds it."""


def calibration(papers: Sequence[str] = (), locales: Sequence[str] = ()) -> tuple[Job, ...]:
    """Return the jobs of the calibration page on some papers of `SHARES`, or on all.

    Raises UsageError if a language is unknown.
    """
    pack = Pack(CALIBRATION)
    jobs = [
        job
        for paper in papers or SHARES
        for job in plan(pack, locales=locales, choices=PrintOptions(paper=paper)).jobs
    ]
    return tuple(dict.fromkeys(jobs))
