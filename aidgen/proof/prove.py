"""A PDF re-read by another library than the one that set it: does it say what was promised?

Each glyph is turned back into its character through the font it was taken from, never through the
PDF's own table alone, and has to leave ink on the page that can be told from what lies behind it.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import pikepdf

from aidgen.assets.geometry import Bounds, hull
from aidgen.page.faults import Fault
from aidgen.page.layout import Sheet
from aidgen.page.promises import Margin, Promise, Promises
from aidgen.proof.addressing import addressed
from aidgen.proof.generated import put_beside
from aidgen.proof.glyphs import Drawn, Finding, drawn
from aidgen.proof.ink import unseen_beside
from aidgen.proof.lines import early_breaks
from aidgen.proof.margins import margins as misplaced
from aidgen.proof.margins import openings
from aidgen.proof.places import beyond, in_place, overlapping
from aidgen.proof.promised import Kept
from aidgen.proof.readback import Readback, readbacks
from aidgen.proof.shaping import spoken

SIZE = 0.5
"""How far in pt an edge of a page may be from where it was laid out."""


@dataclass(frozen=True)
class Part:
    """What a part of a PDF promises, and the pages as which it was laid out."""

    promises: Promises
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class Proof:
    """What was found when a part was read again: what is wrong, and how much was there.

    Pages count from the first of the part.
    """

    faults: tuple[Fault, ...]
    texts: int
    cells: int
    glyphs: int
    pages: tuple[int, ...] = ()
    """The number of the page on which each promise is kept, in their order; 0 if it is nowhere."""
    inked: tuple[tuple[Bounds, ...], ...] = ()
    """Where on each page its texts are, in pt upwards."""


@dataclass(frozen=True)
class Proofs:
    """What was found when a PDF was read again, by part; and what may concern any of them."""

    parts: tuple[Proof, ...]
    common: tuple[Fault, ...]


def prove(pdf: bytes, parts: Sequence[Part], seen: Collection[int] = ()) -> Proofs:
    """Hold `pdf` against what its `parts` promise, and against the pages as they were laid out.

    Each part begins on a page of its own. Of the pages among `seen`, from 0, it is known that their
    ink is as it was laid out; it is not looked at again. Returns every fault.
    """
    firsts = (0, *accumulate(len(part.sheets) for part in parts))
    sheets = [sheet for part in parts for sheet in part.sheets]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        drawing = drawn(document)
        runs, unread = spoken(drawing.runs, sheets)
        said = readbacks(document, runs, firsts[:-1])
        paper = tuple(_paper(document, sheets))
        media = [_edges(page.mediabox) for page in document.pages]
        crops = [_edges(page.cropbox) for page in document.pages]
    ink = (*unseen_beside(pdf, media, runs, sheets, seen),)
    spread = [Finding(None, fault) for fault in (*paper, *drawing.faults)]
    divided = _divided(runs, firsts)
    findings = _local((*unread, *ink, *spread), firsts)
    proofs = tuple(
        _proof(part, Kept(words, part.promises.texts), own, crops[first:], known)
        for part, words, own, first, known in zip(
            parts, said, divided, firsts, findings.parts, strict=False
        )
    )
    return Proofs(proofs, findings.common)


@dataclass(frozen=True)
class _Findings:
    """Findings by part, their pages counted from its first, and those of no page."""

    parts: tuple[tuple[Finding, ...], ...]
    common: tuple[Fault, ...]


def _divided(runs: Sequence[Drawn], firsts: Sequence[int]) -> tuple[tuple[Drawn, ...], ...]:
    """Return the runs of each part, their pages counted from its first."""
    divided: list[list[Drawn]] = [[] for _ in firsts]
    for run in runs:
        part = bisect_right(firsts, run.page) - 1
        first = firsts[part]
        divided[part].append(replace(run, page=run.page - first) if first else run)
    return tuple(map(tuple, divided[:-1]))


def _local(findings: Iterable[Finding], firsts: Sequence[int]) -> _Findings:
    divided: list[list[Finding]] = [[] for _ in firsts]
    common: list[Fault] = []
    for finding in findings:
        page = finding.fault.page
        if page and page <= firsts[-1]:
            part = bisect_right(firsts, page - 1) - 1
            fault = replace(finding.fault, page=page - firsts[part])
            run = finding.run and replace(finding.run, page=finding.run.page - firsts[part])
            divided[part].append(Finding(run, fault))
        else:
            common.append(finding.fault)
    return _Findings(tuple(map(tuple, divided[:-1])), tuple(dict.fromkeys(common)))


def _proof(
    part: Part,
    kept: Kept,
    runs: Sequence[Drawn],
    crops: Sequence[Bounds],
    known: Sequence[Finding],
) -> Proof:
    """Return what was found of a part: what is `known` of it already, and all that can be seen."""
    promises, sheets = part.promises, part.sheets
    findings = (
        *known,
        *in_place(runs, sheets, promises.pictured),
        *beyond(runs, crops),
        *overlapping(runs),
    )
    faults = (
        *(*_spoken(kept.said), *kept.faults()),
        *(*_margins(promises.margins, kept, sheets), *_breaks(sheets), *put_beside(sheets)),
        *_home(findings, kept),
    )
    return Proof(
        faults=tuple(dict.fromkeys(addressed(faults, promises.texts))),
        texts=sum(bool(page) for page in kept.pages),
        cells=sum(len(row) for table in kept.said.tables for row in table),
        glyphs=sum(len(run.glyphs) for run in runs),
        pages=kept.pages,
        inked=tuple(
            tuple(hull(run.boxes) for run in runs if run.page == page and run.boxes)
            for page in range(len(sheets))
        ),
    )


def read_back(pdf: bytes) -> Readback:
    """Return what `pdf` says, by its glyphs and in the order of its structure."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (said,) = readbacks(document, drawn(document).runs, (0,))
        return said


def unkept(said: Readback, promises: Sequence[Promise]) -> tuple[Fault, ...]:
    """Return the promises that a PDF does not keep, texts in their order and tables by cells."""
    return Kept(said, promises).faults()


def _home(findings: Iterable[Finding], kept: Kept) -> Iterator[Fault]:
    """Yield the faults of what is drawn, each with the text and the card that it belongs to."""
    for finding in findings:
        promise = kept.promise_of(finding.run) if finding.run else None
        if promise is None:
            yield finding.fault
        else:
            yield replace(finding.fault, context=promise.context, box=promise.box)


def _margins(margins: Sequence[Margin], kept: Kept, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield the margin boxes that show something else than was promised."""
    first = openings(kept.said.starts, kept.places, len(sheets))
    for wrong in misplaced(margins, first, sheets):
        shown = f"“{wrong.found}”" if wrong.found else "nothing"
        yield Fault(
            kind="margin",
            found=f"has {shown} in its margin at the {wrong.box}",
            expected=f"“{wrong.expected}”" if wrong.expected else "nothing",
            context=wrong.context,
            page=wrong.page,
        )


def _breaks(sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield the lines that end though the next word has room on them."""
    for early in early_breaks(sheets):
        found = f"stands on a line that has room for “{early.word}”"
        fault = Fault(kind="break", found=found, words=early.text, context=early.context)
        yield replace(fault, page=early.page)


def _spoken(said: Readback) -> Iterator[Fault]:
    for words in said.spoken:
        yield Fault(kind="tags", found=f"says “{words}” in place of a text")


def _paper(document: pikepdf.Pdf, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield the pages that are not upright on paper of the size that was laid out."""
    if len(document.pages) != len(sheets):
        found = f"has {len(document.pages)} pages, laid out were {len(sheets)}"
        yield Fault(kind="paper", found=found)
    for number, (page, sheet) in enumerate(zip(document.pages, sheets, strict=False), start=1):
        laid_out = (0, 0, sheet.width, sheet.height)
        for box in map(_edges, (page.mediabox, page.cropbox)):
            if any(abs(one - other) > SIZE for one, other in zip(box, laid_out, strict=True)):
                listed = " ".join(f"{edge:g}" for edge in box)
                size = f"{sheet.width:g} × {sheet.height:g} pt"
                found = f"its edges are {listed}, laid out was {size}"
                yield Fault(kind="paper", found=found, page=number)
        for key, usual in (("/Rotate", 0), ("/UserUnit", 1)):
            if page.get(key, usual) != usual:
                found = f"is turned or scaled ({key} {page[key]})"
                yield Fault(kind="paper", found=found, page=number)


def _edges(box: Iterable[object]) -> Bounds:
    left, bottom, right, top = (float(str(edge)) for edge in box)
    return left, bottom, right, top
