"""Our fonts in a PDF: the glyphs that it uses, under the numbers that they have in our files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any

import pikepdf
import uharfbuzz

from aidgen.assets.faces import FontFace, faces

RESOURCE_KINDS = ("/XObject", "/ExtGState", "/Pattern", "/Shading", "/ColorSpace")
"""The kinds of resources that a page names (ISO 32000-1, 7.8.3), fonts apart."""


def form_xobjects(thing: Any) -> Iterator[Any]:
    """Yield the forms and patterns that a resource is or draws with, the outermost first."""
    mask = thing.get("/SMask") if isinstance(thing, pikepdf.Dictionary) else None
    if isinstance(mask, pikepdf.Dictionary):
        yield from form_xobjects(mask.G)
    elif isinstance(thing, pikepdf.Stream) and "/Resources" in thing:
        yield thing
        for kind in RESOURCE_KINDS:
            inner: Any = thing.Resources.get(kind, pikepdf.Dictionary())
            for each in inner.values():
                yield from form_xobjects(each)


def give_fonts(thing: Any, fonts: Any) -> None:
    """Let all that a resource draws with have the same `fonts`, where it has some."""
    for form in form_xobjects(thing):
        if "/Font" in form.Resources:
            form.Resources.Font = fonts


UNNEEDED_TABLES = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "OS/2", "cmap", "gasp", "name", "post")
"""The tables of a font file that its outlines do not need within a PDF (ISO 32000-1, 9.9)."""
SYMBOLIC_FLAG = 4
"""The flag of a font with its own character set (ISO 32000-1, 9.8.2)."""
ITALIC_FLAG = 64
TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo
<< /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{}endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
"""A table from glyphs to text (ISO 32000-1, 9.10.3); its entries are filled in."""
MOST_ENTRIES = 100
"""How many entries a part of such a table may have."""


def embed_font(document: pikepdf.Pdf, name: str, face_name: str, says: Mapping[int, str]) -> Any:
    """Embed a font in `document` with the glyphs of `says`, and the text of each.

    `name` is its name in the content. Raises KeyError if the face is not one of ours.
    """
    face = faces()[face_name]
    base = pikepdf.Name(f"/{name.lstrip('/')}+{face_name}")
    file = document.make_stream(_font_subset(face_name, frozenset(says)))
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=base,
        CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        W=_glyph_widths(face, sorted(says)),
        FontDescriptor=_font_descriptor(face, face_name, base, file),
    )
    if face.cubic:  # its characters are called by the numbers of its glyphs (ISO 32000-1, 9.7.4.2)
        descendant.Subtype = pikepdf.Name.CIDFontType0
    else:
        descendant.CIDToGIDMap = pikepdf.Name.Identity
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=base,
            Encoding=pikepdf.Name("/Identity-H"),
            DescendantFonts=[document.make_indirect(descendant)],
            ToUnicode=document.make_stream(_to_unicode(says)),
        )
    )


def _font_descriptor(face: FontFace, face_name: str, base: pikepdf.Name, file: Any) -> Any:
    extent = face.extent
    file_key = "/FontFile3" if face.cubic else "/FontFile2"
    if face.cubic:
        file.Subtype = pikepdf.Name.OpenType
    described = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=base,
        Flags=SYMBOLIC_FLAG | (ITALIC_FLAG if face_name.endswith("-Italic") else 0),
        FontBBox=[round(1000 * edge) for edge in extent],
        ItalicAngle=0,
        Ascent=round(1000 * extent[3]),
        Descent=round(1000 * extent[1]),
        CapHeight=round(1000 * extent[3]),
        StemV=80,
    )
    described[file_key] = file
    return described


def _glyph_widths(face: FontFace, glyphs: list[int]) -> Any:
    """Return the widths of glyphs in thousandths of an em, those of a row of numbers together."""
    widths = []
    for _, run in groupby(enumerate(glyphs), key=lambda pair: pair[1] - pair[0]):
        row = [glyph for _, glyph in run]
        widths += [row[0], pikepdf.Array([round(1000 * face.advance(glyph)) for glyph in row])]
    return pikepdf.Array(widths)


def _to_unicode(says: Mapping[int, str]) -> bytes:
    entries = [
        f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>\n"
        for glyph, text in sorted(says.items())
        if text
    ]
    parts = []
    for start in range(0, len(entries), MOST_ENTRIES):
        part = entries[start : start + MOST_ENTRIES]
        parts.append(f"{len(part)} beginbfchar\n{''.join(part)}endbfchar\n")
    return TO_UNICODE.format("".join(parts)).encode()


@cache
def _font_subset(face_name: str, glyphs: frozenset[int]) -> bytes:
    """Return a font file of some glyphs of a face, numbered as they are there, without hints."""
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.GLYPH_INDEX).update(glyphs | {0})
    dropped = (int.from_bytes(tag.encode(), "big") for tag in UNNEEDED_TABLES)
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    wanted.flags = uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING
    return bytes(uharfbuzz.subset(_open_font(face_name), wanted).blob.data)


@cache
def _open_font(face_name: str) -> uharfbuzz.Face:
    face = faces()[face_name]
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)), face.index)
