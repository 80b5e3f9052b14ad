"""What differs from what was printed before, by the manifest of that print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from aidgen.game.context import record_of
from aidgen.pipeline.manifest import (
    MANIFEST,
    Manifest,
    certified_pdfs,
    printed_parts,
    read_manifest,
)
from aidgen.pipeline.plan import Job, JobResult
from aidgen.problems import UsageError, Where

# What was printed before: by PDF name, the digest of each card.
PrintedCards = Mapping[str, Mapping[str, str]]


def printed_before(path: Path) -> PrintedCards:
    """Return the cards of a manifest, or of all in a folder; raises UsageError if it has none."""
    manifests = sorted(path.rglob(MANIFEST)) if path.is_dir() else [path]
    cards = {
        name: {unit.name: unit.digest for unit in certificate.units}
        for file in manifests
        for name, certificate in (read_manifest(file) or Manifest()).pdfs.items()
        if certificate.units
    }
    if not cards:
        message = f"found no {MANIFEST} with cards in {path}, expected what `aidgen build` has made"
        raise UsageError.at(Where("--since"), message)
    return cards


def changed_cards(result: JobResult, printed: PrintedCards) -> Job | None:
    """Return the job that prints the cards of a PDF that are new or differ; None if none does."""
    assert result.finished is not None
    before = printed.get(result.job.output.name, {})
    changed = {
        unit.name.partition(".")[0]: None  # a card that continues on another is printed whole
        for unit in result.finished.units
        if before.get(unit.name) != unit.digest
    }
    if not changed or "cards" not in result.job.sensible:
        return None
    return replace(result.job, options=replace(result.job.options, cards=tuple(changed)))


def removed_cards(result: JobResult, printed: PrintedCards) -> tuple[str, ...]:
    """Return the cards that were printed before and are in a PDF no more: to throw away."""
    assert result.finished is not None
    units = {unit.name for unit in result.finished.units}
    return tuple(name for name in printed.get(result.job.output.name, {}) if name not in units)


def lost_parts(result: JobResult, out: Path) -> tuple[str, ...]:
    """Return what the PDF that `out` has of a job prints and the new one does not."""
    path = out / result.job.output
    before = certified_pdfs(path.parent).get(path.name)
    if before is None or result.finished is None or result.job.options.cards:
        return ()
    parts = printed_parts(result.finished)
    # Of a record that is lost as a whole, its steps are not listed.
    records = {record_of(part) for part in parts}
    lost = [part for part in before.prints if part not in parts]
    return tuple(dict.fromkeys(p if record_of(p) in records else record_of(p) for p in lost))
