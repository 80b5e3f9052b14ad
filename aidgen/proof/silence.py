"""A PDF without its text, and its text without all else: what ink is told apart by."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pikepdf

from aidgen.assets.faces import FontFace
from aidgen.assets.geometry import Bounds
from aidgen.proof.glyphs import Drawn, Glyph

BLANK = (99, 99)
"""The size of a new page before it gets its own."""


def silenced(pdf: bytes) -> bytes:
    """Return `pdf` with the outlines taken out of all its fonts, so that its text leaves no ink."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        mute = document.make_indirect(_mute())
        todo = [page.get("/Resources", pikepdf.Dictionary()) for page in document.pages]
        done = set()
        while todo:
            resources: Any = todo.pop()
            fonts = resources.get("/Font", {})
            for name in list(fonts.keys()):
                fonts[name] = mute
            for form in resources.get("/XObject", {}).values():
                if form.objgen not in done and "/Resources" in form:
                    done.add(form.objgen)
                    todo.append(form.Resources)
        return saved(document)


def _mute() -> pikepdf.Dictionary:
    """Return a font without glyphs."""
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type3,
        FontBBox=[0, 0, 0, 0],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        CharProcs={},
        Encoding={"/Type": pikepdf.Name.Encoding, "/Differences": []},
        FirstChar=0,
        LastChar=0,
        Widths=[0],
    )


def alone(sizes: Sequence[Bounds], runs: Sequence[Drawn]) -> bytes:
    """Return a PDF of the glyphs of `runs` and nothing else, black, from our own font files.

    `sizes` are the edges of its pages in pt.
    """
    document = pikepdf.new()
    names: dict[int, str] = {}
    fonts: Any = pikepdf.Dictionary()
    pages: list[list[str]] = [["BT"] for _ in sizes]
    for run in runs:
        # Run by run, as it was drawn: then its letters fall on the same points of the picture.
        # Marks stand above their letters: each row of glyphs of one height is placed by itself.
        for (face, _), glyphs in groupby(run.glyphs, key=lambda glyph: (glyph.face, _row(glyph))):
            if id(face) not in names:
                names[id(face)] = f"/F{len(names)}"
                fonts[names[id(face)]] = _embedded(document, face)
            pages[run.page].append(f"{names[id(face)]} 1 Tf {_placed(tuple(glyphs))}")
    for size, content in zip(sizes, pages, strict=True):
        document.add_blank_page(page_size=BLANK)
        page = document.pages[-1]
        page.mediabox = pikepdf.Array(size)
        page.Resources = pikepdf.Dictionary(Font=fonts)
        page.Contents = document.make_stream("\n".join([*content, "ET"]).encode())
    return saved(document)


def saved(document: pikepdf.Pdf) -> bytes:
    """Return a PDF that is only to be drawn, written without pains."""
    out = io.BytesIO()
    document.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    return out.getvalue()


def _row(glyph: Glyph) -> float:
    """Return how far a glyph stands off the line through the origin along which it is written."""
    a, b, *_, x, y = glyph.matrix
    if b == 0 and a > 0:  # nearly always
        return round(y, 3)
    return round((y * a - x * b) / (math.hypot(a, b) or 1), 3)


def _placed(glyphs: Sequence[Glyph]) -> str:
    """Return the operators that draw glyphs of one size and direction (ISO 32000-1, 9.4.3)."""
    a, b, *_, x, y = glyphs[0].matrix
    em = math.hypot(a, b) or 1
    pieces, gone = [], 0.0
    for glyph in glyphs:
        *_, here_x, here_y = glyph.matrix
        there = ((here_x - x) * a + (here_y - y) * b) / em**2
        pieces.append(f"{1000 * (gone - there):.5f}<{glyph.code:04x}>")
        gone = there
    matrix = " ".join(f"{value:.7f}" for value in glyphs[0].matrix)
    return f"{matrix} Tm [{''.join(pieces)}] TJ"


def _embedded(document: pikepdf.Pdf, face: FontFace) -> Any:
    """Return a face as a font of `document`, whose codes are the numbers of its glyphs."""
    name = pikepdf.Name("/Ours")
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=[-1000, -1000, 2000, 2000],
        ItalicAngle=0,
        Ascent=1000,
        Descent=-300,
        CapHeight=700,
        StemV=80,
    )
    file = document.make_stream(face.outlines)
    if face.cubic:
        file.Subtype = pikepdf.Name.CIDFontType0C
    descriptor["/FontFile3" if face.cubic else "/FontFile2"] = file
    system = pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0)
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=system,
        FontDescriptor=descriptor,
        DW=0,
    )
    if face.cubic:
        descendant.Subtype = pikepdf.Name.CIDFontType0
    else:
        descendant.CIDToGIDMap = pikepdf.Name.Identity
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=name,
            Encoding=pikepdf.Name("/Identity-H"),
            DescendantFonts=[descendant],
        )
    )
