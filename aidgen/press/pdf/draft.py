"""Drafts: PDFs with faults, each page stamped, with the faults marked on the paper."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pikepdf

from aidgen.assets.papers import Bounds

STAMP = "DRAFT"
STAMP_PART = 0.22
"""The type size of the stamp, as a part of the width of its page."""
BAND, HATCH_GAP = 5.0, 4.0
"""How wide the hatched edge of a faulty piece is, and how far apart its lines are, in pt."""
NOTE_SIZE, NOTE_LEADING, NOTE_INSET = 6.0, 7.5, 6.0
"""The type of the notes, line height, and distance from the edge of the paper, in pt."""
MOST_NOTES, NOTE_LETTERS = 12, 150
"""How many lines there are on a page at most, and how long they are."""
MARKING = b"0.8 0 0 RG 0.8 0 0 rg 0.6 w\n"
"""The colour of marks, a dark red, and the width of their lines."""


def mark_draft(
    pdf: bytes, places: Iterable[tuple[int, Bounds]], notes: Iterable[tuple[int, str]]
) -> bytes:
    """Return a PDF as a draft: each page stamped, `places` hatched, `notes` in the margin.

    Both come with the number of their page, from 1; 0 is the first. Places are in pt from the lower
    left corner of the page.
    """
    hatched, written = list(places), list(notes)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        font = document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name.Helvetica,
                Encoding=pikepdf.Name.WinAnsiEncoding,
            )
        )
        for number, page in enumerate(document.pages, start=1):
            name = page.add_resource(font, pikepdf.Name.Font)
            edges = [bounds for on, bounds in hatched if on == number]
            lines = [words for on, words in written if max(on, 1) == number]
            content = b"".join(_overlay(page, str(name).encode(), edges, lines))
            page.contents_add(document.make_stream(b"q\n"), prepend=True)
            page.contents_add(document.make_stream(b"Q\n" + content))
        out = io.BytesIO()
        document.save(out)
    return out.getvalue()


def _overlay(
    page: Any, font: bytes, edges: Sequence[Bounds], lines: Sequence[str]
) -> Iterator[bytes]:
    left, _, right, top = (float(str(edge)) for edge in page.mediabox)
    bottom = float(str(page.mediabox[1]))
    yield b"/Artifact BMC q\n" + MARKING
    for bounds in dict.fromkeys(edges):
        yield from _hatched_edge(bounds)
    size = STAMP_PART * (right - left)
    slope = 0.7071 * size
    x, y = left + 0.22 * (right - left), bottom + 0.3 * (top - bottom)
    yield b"BT %s 1 Tf 1 Tr %.3f %.3f %.3f %.3f %.3f %.3f Tm (%s) Tj ET\n" % (
        *(font, slope, slope, -slope, slope, x, y),
        STAMP.encode(),
    )
    shown = [*lines[:MOST_NOTES]]
    if len(lines) > MOST_NOTES:
        shown.append(f"and {len(lines) - MOST_NOTES} more")
    for row, words in enumerate([f"{STAMP}: not verified, not for print", *shown]):
        height = top - NOTE_INSET - NOTE_SIZE - row * NOTE_LEADING
        text = words[:NOTE_LETTERS].encode("cp1252", errors="replace")
        escaped = text.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        yield b"BT 0 Tr %s %.1f Tf %.2f %.2f Td (%s) Tj ET\n" % (
            *(font, NOTE_SIZE, left + NOTE_INSET, height),
            escaped,
        )
    yield b"Q EMC\n"


def _hatched_edge(bounds: Bounds) -> Iterator[bytes]:
    """Yield the operators that hatch the inside of the edge of a rectangle."""
    left, bottom, right, top = bounds
    wide, high = right - left, top - bottom
    inner = (left + BAND, bottom + BAND, wide - 2 * BAND, high - 2 * BAND)
    yield b"q %.2f %.2f %.2f %.2f re " % (left, bottom, wide, high)
    yield b"%.2f %.2f %.2f %.2f re W* n\n" % inner
    start = left - high
    while start < right:
        yield b"%.2f %.2f m %.2f %.2f l S\n" % (start, bottom, start + high, top)
        start += HATCH_GAP
    yield b"Q\n"
