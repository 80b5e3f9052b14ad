"""The whole of a build: PDFs made, published and certified. `plan` says which there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from aidgen.build.making import Made, make
from aidgen.build.plan import Job
from aidgen.build.publishing import certify, publish
from aidgen.build.steps import Listener, unheard
from aidgen.jail.files import refuse_exits
from aidgen.store.files import sweep


def build(
    jobs: Sequence[Job], out: Path, *, workers: int, told: Listener = unheard
) -> Iterator[Made]:
    """Make the PDFs of `jobs` below `out`, on `workers` processes; yield each once it is published.

    What lies on the shelf is taken from it. Those that were published are certified at the end,
    also if the build is stopped before it is done. How far the work on their pieces is is `told`.
    Raises Unequipped if the machine cannot typeset.
    """
    refuse_exits(out)
    sweep(out)
    done: list[Made] = []
    try:
        for made in make(jobs, out, workers=workers, told=told):
            done.append(made)  # before it is published: one that is must be certified
            publish(made, out)
            yield made
    finally:
        certify(done, out)
