"""The whole of a build: PDFs made, published and certified. `plan` says which there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import HERE, Elsewhere, Made, make
from aidgen.pipeline.publishing import certify, publish
from aidgen.pipeline.steps import Listener, unheard
from aidgen.sandbox.files import refuse_exits
from aidgen.store.files import sweep


def build(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    elsewhere: Elsewhere = HERE,
    told: Listener = unheard,
) -> Iterator[Made]:
    """Make the PDFs of `jobs` below `out`; yield each once it is published.

    They are made on `workers` processes, or `elsewhere`. What lies on the shelf is taken from it.
    Those that were published are certified at the end, also if the build is stopped before it is
    done. How far the work on their pieces is is `told`. Raises MachineError if the machine cannot
    typeset, or another one that is asked for.
    """
    refuse_exits(out)
    sweep(out)
    done: list[Made] = []
    try:
        for made in make(jobs, out, workers=workers, elsewhere=elsewhere, told=told):
            done.append(made)  # before it is published: one that is must be certified
            publish(made, out)
            yield made
    finally:
        certify(done, out)
