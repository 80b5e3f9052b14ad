"""Reads typeset pieces again, with another library than the one that typeset them.

Each glyph is turned back into its character by the font it was taken from, never by the PDF's own
table alone, and has to leave ink on the page that differs from its background.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import pikepdf

from aidgen.assets.papers import Bounds, hull
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promises
from aidgen.page.layout import LaidSheet
from aidgen.proof.capitals import with_transforms
from aidgen.proof.content import RunFault, TextRun, read_text_runs
from aidgen.proof.ink import check_ink_of_new
from aidgen.proof.layout import (
    check_lines,
    check_margins,
    check_page_edges,
    check_places,
    find_first_promises,
    read_shaped,
)
from aidgen.proof.misreading import check_misreadings
from aidgen.proof.overlaps import check_overlaps
from aidgen.proof.readback import (
    PromiseCheck,
    Readback,
    check_generated,
    read_back_parts,
    trace_to_promises,
    trace_to_texts,
)

MOST_RESIZED = 0.5
"""How far in pt an edge of a page may be from where it was laid out."""


@dataclass(frozen=True)
class ExpectedPiece:
    """The promises of a piece, and its laid out pages."""

    promises: Promises
    sheets: tuple[LaidSheet, ...]


@dataclass(frozen=True)
class Proof:
    """The faults of a piece that was read again, and how much was on it.

    Pages count from the first of the piece.
    """

    faults: tuple[Fault, ...]
    texts: int
    cells: int
    glyphs: int
    pages: tuple[int, ...] = ()
    """The number of the page on which each promise is kept, in their order; 0 if it is nowhere."""
    inked: tuple[tuple[Bounds, ...], ...] = ()
    """The bounds of the texts of each page, in pt upwards."""


@dataclass(frozen=True)
class Proofs:
    """The proofs of the pieces of a PDF, and the faults that may concern any of them."""

    parts: tuple[Proof, ...]
    common: tuple[Fault, ...]


def check_pieces(
    pdf: bytes, pieces: Sequence[ExpectedPiece], checked: Collection[int] = ()
) -> Proofs:
    """Return every fault of `pdf`, compared with the promises of its pieces and their layout.

    Each piece begins on a new page. The pages in `checked`, from 0, are known to have the ink of
    their layout, and are skipped.
    """
    firsts = (0, *accumulate(len(piece.sheets) for piece in pieces))
    sheets = [sheet for piece in pieces for sheet in piece.sheets]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        text = read_text_runs(document)
        shaped, shaping_faults = read_shaped(text.runs, sheets)
        runs = with_transforms(shaped, sheets)
        readbacks = read_back_parts(document, runs, firsts[:-1])
        paper = tuple(_check_page_sizes(document, sheets))
        papers = [_edges_of(page.mediabox) for page in document.pages]
        crops = [_edges_of(page.cropbox) for page in document.pages]
    ink = (*check_ink_of_new(pdf, papers, runs, sheets, checked),)
    spread = [RunFault(None, fault) for fault in (*paper, *text.faults)]
    known, common = _divide_faults((*shaping_faults, *ink, *spread), firsts)
    proofs = tuple(
        _check_piece(piece, readback, own, crops[first:], faults)
        for piece, readback, own, first, faults in zip(
            pieces, readbacks, _divide_runs(runs, firsts), firsts, known, strict=False
        )
    )
    return Proofs(proofs, common)


def _divide_runs(runs: Sequence[TextRun], firsts: Sequence[int]) -> tuple[tuple[TextRun, ...], ...]:
    """Return the runs of each piece, their pages counted from its first."""
    divided: list[list[TextRun]] = [[] for _ in firsts]
    for run in runs:
        part = bisect_right(firsts, run.page) - 1
        first = firsts[part]
        divided[part].append(replace(run, page=run.page - first) if first else run)
    return tuple(map(tuple, divided[:-1]))


def _divide_faults(
    faults: Iterable[RunFault], firsts: Sequence[int]
) -> tuple[tuple[tuple[RunFault, ...], ...], tuple[Fault, ...]]:
    """Return the faults of each piece, their pages counted from its first, and those of no page."""
    divided: list[list[RunFault]] = [[] for _ in firsts]
    common: list[Fault] = []
    for each in faults:
        page = each.fault.page
        if page and page <= firsts[-1]:
            part = bisect_right(firsts, page - 1) - 1
            fault = replace(each.fault, page=page - firsts[part])
            run = each.run and replace(each.run, page=each.run.page - firsts[part])
            divided[part].append(RunFault(run, fault))
        else:
            common.append(each.fault)
    return tuple(map(tuple, divided[:-1])), tuple(dict.fromkeys(common))


def _check_piece(
    piece: ExpectedPiece,
    readback: Readback,
    runs: Sequence[TextRun],
    crops: Sequence[Bounds],
    known: Sequence[RunFault],
) -> Proof:
    """Return the proof of a piece, given the faults `known` already."""
    promises, sheets = piece.promises, piece.sheets
    check = PromiseCheck(readback, promises.texts)
    run_faults = (
        *known,
        *check_places(runs, sheets, promises.pictured),
        *check_page_edges(runs, crops),
        *check_overlaps(runs),
        *check_misreadings(runs, check, sheets),
    )
    first_promises = find_first_promises(readback.starts, check.places, len(sheets))
    faults = (
        *(
            Fault(kind="tags", found=f"says “{words}” in place of a text")
            for words in readback.replacements
        ),
        *check.faults(),
        *check_margins(promises.margins, first_promises, sheets),
        *check_lines(sheets),
        *check_generated(sheets),
        *trace_to_promises(run_faults, check),
    )
    return Proof(
        faults=tuple(dict.fromkeys(trace_to_texts(faults, promises.texts))),
        texts=sum(bool(page) for page in check.pages),
        cells=sum(len(row) for table in readback.tables for row in table),
        glyphs=sum(len(run.glyphs) for run in runs),
        pages=check.pages,
        inked=tuple(
            tuple(hull(run.boxes) for run in runs if run.page == page and run.boxes)
            for page in range(len(sheets))
        ),
    )


def _check_page_sizes(document: pikepdf.Pdf, sheets: Sequence[LaidSheet]) -> Iterator[Fault]:
    """Yield the pages that are not upright on paper of the size that was laid out."""
    if len(document.pages) != len(sheets):
        found = f"has {len(document.pages)} pages, laid out were {len(sheets)}"
        yield Fault(kind="paper", found=found)
    for number, (page, sheet) in enumerate(zip(document.pages, sheets, strict=False), start=1):
        laid_out = (0, 0, sheet.width, sheet.height)
        for box in map(_edges_of, (page.mediabox, page.cropbox)):
            off = (abs(here - there) for here, there in zip(box, laid_out, strict=True))
            if max(off) > MOST_RESIZED:
                listed = " ".join(f"{edge:g}" for edge in box)
                size = f"{sheet.width:g} × {sheet.height:g} pt"
                found = f"its edges are {listed}, laid out was {size}"
                yield Fault(kind="paper", found=found, page=number)
        for key, usual in (("/Rotate", 0), ("/UserUnit", 1)):
            if page.get(key, usual) != usual:
                found = f"is turned or scaled ({key} {page[key]})"
                yield Fault(kind="paper", found=found, page=number)


def _edges_of(box: Iterable[object]) -> Bounds:
    left, bottom, right, top = (float(str(edge)) for edge in box)
    return left, bottom, right, top
