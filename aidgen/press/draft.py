"""Drafts: PDFs with faults, to play with tonight; each page is stamped."""

from __future__ import annotations

import io
from typing import Any

import pikepdf

# The type size of the stamp, as a part of the width of its page.
STAMP_PART = 0.22
# Sine and cosine of the 45 degrees by which it is turned.
SLANT = 0.7071
# The type size in pt of the line at the upper edge, and its distance from the edge.
NOTE_SIZE = 6.0
FONT = pikepdf.Dictionary(
    Type=pikepdf.Name.Font,
    Subtype=pikepdf.Name.Type1,
    BaseFont=pikepdf.Name.Helvetica,
    Encoding=pikepdf.Name.WinAnsiEncoding,
)


def stamp_draft(pdf: bytes) -> bytes:
    """Return a PDF with DRAFT in outlined letters across each page, so that nobody orders it."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        font = document.make_indirect(FONT)
        for page in document.pages:
            name = str(page.add_resource(font, pikepdf.Name.Font)).encode()
            # The page's own content may end in another coordinate system.
            page.contents_add(document.make_stream(b"q\n"), prepend=True)
            page.contents_add(document.make_stream(b"Q\n" + _stamp(page, name)))
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _stamp(page: Any, font: bytes) -> bytes:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    size = STAMP_PART * (right - left) * SLANT
    x, y = left + 0.22 * (right - left), bottom + 0.3 * (top - bottom)
    edge = left + NOTE_SIZE, top - 2 * NOTE_SIZE
    return (
        b"/Artifact BMC q 0.8 0 0 RG 0.8 0 0 rg 0.6 w\n"
        b"BT %s 1 Tf 1 Tr %.3f %.3f %.3f %.3f %.3f %.3f Tm (DRAFT) Tj ET\n"
        b"BT 0 Tr %s %.1f Tf %.2f %.2f Td (DRAFT: not verified, not for print) Tj ET\n"
        b"Q EMC\n"
    ) % (font, size, size, -size, size, x, y, font, NOTE_SIZE, *edge)
