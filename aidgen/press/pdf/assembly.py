"""A PDF put together from pieces: content, fonts, tags, outline and links written for the whole."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape

import pikepdf

from aidgen.assets.faces import faces
from aidgen.assets.papers import Size
from aidgen.page.composed import Facts, Placed, Side
from aidgen.press.pdf.fonts import RESOURCE_KINDS, embed_font, give_fonts
from aidgen.press.pdf.structure import SetPage, SetPiece
from aidgen.press.pdf.tags import PagePlace, PlacedOccurrence, StructTreeWriter

BEGIN_ARTIFACT = b"/Artifact <</Type /Pagination>> BDC\n"
"""Opens content that repeats something, and is not read aloud again."""
REPEAT_ARTIFACT = 0.5
"""How far in pt a piece may draw beyond the edges of its page: italic letters lean over.

Anything further out was invisible in the proof of the piece, and must not be visible on paper.
"""
CLIP_SLACK = b"%g %g %%.6f %%.6f re W n\n" % (-REPEAT_ARTIFACT, -REPEAT_ARTIFACT)
"""Lets nothing be drawn beyond a rectangle so wide and high."""


def page_of_placing(placed: Placed[SetPiece]) -> SetPage:
    """Return the page of a typeset piece that is placed."""
    return placed.piece.pages[placed.page - 1]


def page_pdf(piece: SetPiece, page: int = 1, *, again: bool = False) -> Side[SetPiece]:
    """Return a page of a typeset piece, from 1, as its own side of paper."""
    placed = Placed(piece, page=page, again=again)
    size = page_of_placing(placed)
    return Side(Size(size.width, size.height), (placed,))


def assemble_pdf(facts: Facts, sides: Sequence[Side[SetPiece]]) -> bytes:
    """Return the PDF (PDF/UA-1) of some sides of paper; the same ones give the same bytes."""
    document = pikepdf.new()
    with ExitStack() as opened:
        resources = _copy_resources(document, sides, opened)
        contents = [_placing_content(side) for side in sides]
        written = dict.fromkeys(one.written for side in contents for one in side if one.common)
        common = {each: document.make_stream(each) for each in written}
        for side, content in zip(sides, contents, strict=True):
            document.add_blank_page(page_size=(side.size.width, side.size.height))
            page = document.pages[-1]
            if side.trim_box:  # a print shop cuts here; what is beyond is bleed
                page.TrimBox = pikepdf.Array([round(edge, 3) for edge in side.trim_box])
                page.BleedBox = page.MediaBox
            page.Resources = resources
            page.Contents = _write_side(document, content, common)
        counts = [sum(one.marks for one in side) for side in contents]
        StructTreeWriter(document, counts).write(tuple(_piece_occurrences(sides)))
        write_metadata(document, facts)
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            fix_metadata_version=False,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return out.getvalue()


@dataclass(frozen=True)
class _SideContent:
    """A part of the content of a side."""

    written: bytes
    marks: int = 0
    """How many marks are in it."""
    common: bool = False
    """Whether other sides have the same: a board is on each of its sides, seen through a window."""


def _write_side(
    document: pikepdf.Pdf, contents: Sequence[_SideContent], common: Mapping[bytes, Any]
) -> Any:
    """Return the content of a side: one or more streams, of which some are those in `common`."""
    if not any(one.common for one in contents):
        # An empty stream cannot be packed: some readers report an error.
        return document.make_stream(b"".join(one.written for one in contents) or b"\n")
    streams = []
    for is_common, parts in groupby(contents, key=lambda one: one.common):
        written = b"".join(one.written for one in parts)
        streams.append(common[written] if is_common else document.make_stream(written))
    return pikepdf.Array(streams)


def _placing_content(side: Side[SetPiece]) -> tuple[_SideContent, ...]:
    """Return the content of a side, with its marked content renumbered."""
    contents: list[_SideContent] = []
    count = 0
    for placing in side.placed:
        page = page_of_placing(placing)
        up = side.size.height - placing.top - page.height
        place = b"q\n1 0 0 1 %.6f %.6f cm\n" % (placing.left, up)
        contents.append(_SideContent(place + _clip_path(placing)))
        parts = [page.segments[0], b"\n"]
        for tag, segment in zip(page.tags, page.segments[1:], strict=True):
            if placing.again:
                parts.append(BEGIN_ARTIFACT)
            else:
                parts.append(b"%s <</MCID %d>> BDC\n" % (tag, count))
                count += 1
            parts += (segment, b"\n")
        marks = 0 if placing.again else len(page.tags)
        common = placing.again and placing.window is not None
        contents.append(_SideContent(b"".join(parts), marks, common=common))
        contents.append(_SideContent(b"Q\n"))
    return tuple(contents)


def _clip_path(placing: Placed[SetPiece]) -> bytes:
    """Return the clipping path of a page, or of the visible part of it."""
    page = page_of_placing(placing)
    shown = placing.shown(page.height)
    if shown is None:
        return CLIP_SLACK % (page.width + 2 * REPEAT_ARTIFACT, page.height + 2 * REPEAT_ARTIFACT)
    left, bottom, right, top = shown
    return b"%.6f %.6f %.6f %.6f re W n\n" % (left, bottom, right - left, top - bottom)


def _piece_occurrences(sides: Sequence[Side[SetPiece]]) -> Iterator[PlacedOccurrence]:
    """Yield the pieces that are read aloud, in reading order, each with the places of its pages."""
    occurrences: list[tuple[Placed[SetPiece], dict[int, PagePlace]]] = []
    last: dict[int, dict[int, PagePlace]] = {}
    for placing, spot in sorted(_page_places(sides), key=lambda met: met[0].turn):
        if placing.page == 1:
            last[id(placing.piece)] = {}
            occurrences.append((placing, last[id(placing.piece)]))
        last[id(placing.piece)][placing.page - 1] = spot
    yield from (
        PlacedOccurrence(placing.piece, spots, placing.lang) for placing, spots in occurrences
    )


def _page_places(sides: Sequence[Side[SetPiece]]) -> Iterator[tuple[Placed[SetPiece], PagePlace]]:
    """Yield the pages of a piece that are read aloud one after the other, each with its place."""
    for number, side in enumerate(sides):
        count = 0
        for placing in side.placed:
            if not placing.again:
                yield placing, PagePlace(number, count, placing.left, placing.top)
                count += len(page_of_placing(placing).tags)


# Resources --------------------------------------------------------------------------------------


def _copy_resources(
    document: pikepdf.Pdf, sides: Sequence[Side[SetPiece]], opened: ExitStack
) -> Any:
    """Return the resources of all pages, each once.

    The documents in `opened` have to stay open until the document is saved.
    """
    pieces = {id(placing.piece): placing.piece for side in sides for placing in side.placed}
    fonts = _merge_fonts(document, tuple(pieces.values()))
    things: dict[str, dict[str, Any]] = defaultdict(dict)
    for piece in pieces.values():
        named = {pair for page in piece.pages for pair in page.resources}
        if all(name in things[kind] for kind, name in named):
            continue
        source = opened.enter_context(pikepdf.open(io.BytesIO(piece.resources)))
        for page in source.pages:
            for kind in RESOURCE_KINDS:
                for name, thing in page.Resources.get(kind, {}).items():
                    if name not in things[kind]:
                        things[kind][name] = document.copy_foreign(thing)
                        give_fonts(things[kind][name], fonts)
    resources = {kind: pikepdf.Dictionary(named) for kind, named in things.items() if named}
    return document.make_indirect(pikepdf.Dictionary({**resources, "/Font": fonts}))


def _merge_fonts(document: pikepdf.Pdf, pieces: Sequence[SetPiece]) -> Any:
    """Return the fonts of pieces, those of one name as one, with the glyphs of all."""
    named: dict[str, str] = {}
    says: dict[str, dict[int, str]] = defaultdict(dict)
    for piece in pieces:
        for page in piece.pages:
            for name, use in page.fonts.items():
                named[name] = use.face
                says[name] |= use.says
    made = {
        name: embed_font(document, name, named[name], says[name])
        for name in sorted(named)
        if named[name] in faces()
    }
    return document.make_indirect(pikepdf.Dictionary(made))


PDF_PRODUCER = "aidgen"
XMP_METADATA = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" \
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<rdf:Description rdf:about="" pdfuaid:part="1" pdf:Producer="{maker}">
<xmp:CreatorTool>{maker}</xmp:CreatorTool>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{description}</rdf:li></rdf:Alt>\
</dc:description>
</rdf:Description></rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
"""The metadata of a PDF (ISO 16684-1)."""


def write_metadata(document: pikepdf.Pdf, facts: Facts) -> None:
    """Write the metadata into `document`."""
    said = {"title": facts.title, "author": facts.author, "description": facts.description}
    xmp = XMP_METADATA.format(
        maker=PDF_PRODUCER, **{name: escape(text) for name, text in said.items()}
    )
    metadata = document.make_stream(xmp.encode())
    metadata.Type, metadata.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML
    root = document.Root
    root.Metadata = metadata
    root.Lang = facts.language
    root.MarkInfo = pikepdf.Dictionary(Marked=True)
    root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    if facts.backwards:
        root.ViewerPreferences.Direction = pikepdf.Name.R2L
    info = document.docinfo
    info["/Title"], info["/Author"], info["/Subject"] = said.values()
    info["/Creator"], info["/Producer"] = PDF_PRODUCER, PDF_PRODUCER
