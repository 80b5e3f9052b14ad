"""PDFs put together as a build does it, in this process, with all that they are held against."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.layout.faults import Fault
from aidgen.page.composed import Facts, Side
from aidgen.page.render import render
from aidgen.pipeline.cache import Cache, PlannedDocument
from aidgen.pipeline.composition import bilingual_sides, sides
from aidgen.pipeline.documents import add_form_fields, expected_tags, sealed_side, set_side
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import plan_document
from aidgen.pipeline.scheduler import Scheduler
from aidgen.pipeline.worker import CachedPiece
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.proof.document import PLAIN_DOCUMENT, DocumentTraits, SealedPage, check_document
from tests.ours import pack_of
from tests.shared import shared


class Here(Executor):
    """Runs errands in this process."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Run an errand; what it raises is raised by the future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Bound:
    """A PDF put together from pieces, and what it is held against."""

    name: str
    pdf: bytes = field(repr=False)
    facts: Facts = field(repr=False)
    sides: tuple[Side[SetPiece], ...] = field(repr=False)
    laid: tuple[Side[SealedPage], ...] = field(repr=False)
    found: tuple[Fault, ...] = ()
    """What is reported of its pieces."""
    asked: DocumentTraits = PLAIN_DOCUMENT

    def faults(self, pdf: bytes | None = None) -> tuple[Fault, ...]:
        """Return all that is reported of it, or of another PDF in its place."""
        return (
            *self.found,
            *check_document(pdf or self.pdf, self.laid, expected_tags(self.sides), self.asked),
        )


@cache
def bound(game: str, aid: str, locale: str, choices: PrintOptions = NO_OPTIONS) -> Bound:
    """Return an aid of ours as a reader chose it, made once in a run of the tests."""
    job = Job(pack_of(game), game, aid, locale, choices)
    return shared(f"bound-{game}-{aid}-{locale}-{choices.name}", lambda: bind(job))


def bind(job: Job) -> Bound:
    """Put the PDF of a job together, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_made(job, Path(folder)))


async def _made(job: Job, folder: Path) -> Bound:
    parts = [render(one, job.aid, job.pack.roots, job.choices) for one in job.games_data]
    scheduler = Scheduler(Here(), folder)
    if len(parts) == 1:
        laid = await sides(parts[0], scheduler, job.choices)
    else:
        laid = await bilingual_sides(parts[0], parts[1], scheduler, job.choices)
    document = plan_document(job, laid, 1 if parts[0].is_cut else len(parts))
    pieces = _pieces(document, Cache(folder))
    pieces = add_form_fields(pieces) if document.fillable else pieces
    made = tuple(set_side(side, pieces) for side in document.sides)
    return Bound(
        name=job.output.stem,
        pdf=assemble_pdf(document.facts, made),
        facts=document.facts,
        sides=made,
        laid=tuple(sealed_side(side, pieces) for side in document.sides),
        asked=DocumentTraits(document.titles, document.fillable),
        found=tuple(fault for piece in pieces.values() for fault in piece.faults),
    )


def _pieces(document: PlannedDocument, shelf: Cache) -> Mapping[str, CachedPiece]:
    found = {}
    for key in dict.fromkeys(placed.piece for side in document.sides for placed in side.placed):
        filed = shelf.get(key, CachedPiece)
        assert filed is not None, key
        found[key] = filed
    return found
