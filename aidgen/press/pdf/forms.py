"""Fields that are filled in on the screen: the form of a PDF (ISO 32000-1, 12.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pikepdf
import uharfbuzz

from aidgen.assets.characters import (
    FIRST_CODE,
    LAST_CODE,
    code_page,
    code_page_characters,
    code_page_differences,
)
from aidgen.assets.faces import FontFace, faces
from aidgen.press.pdf.structure import (
    FIELD_ATTRIBUTE,
    HINT_ATTRIBUTE,
    LOWER_ATTRIBUTE,
    TICK_ATTRIBUTE,
    Area,
    ContentLeaf,
    Element,
    MarkedPlace,
    PieceField,
    PieceTag,
    SetPiece,
    lower_half,
)

BLOCK_TAGS = ("Part", "Sect", "Art", "Div", "BlockQuote")
"""The elements that may contain a field: it comes after paragraphs, lists and tables."""


@dataclass
class FieldReader:
    """Finds the fields of a piece that begins on page `first`, whose marks have such numbers."""

    first: int
    numbers: Mapping[ContentLeaf, int]
    last: MarkedPlace | None = None
    """The last element that is read so far."""

    def within(self, element: Element) -> Iterator[PieceField]:
        """Yield the fields in an element, and that which it is itself."""
        for kid in element.kids:
            if isinstance(kid, Element):
                yield from self.within(kid)
            elif kid in self.numbers:
                self.last = kid.page - self.first, self.numbers[kid]
        said = element.attributes
        if FIELD_ATTRIBUTE in said and element.areas:
            area = element.areas[0]
            edges = lower_half(area.edges) if LOWER_ATTRIBUTE in said else area.edges
            area = Area(area.page - self.first, edges)
            yield PieceField(
                said[FIELD_ATTRIBUTE],
                said.get(HINT_ATTRIBUTE, ""),
                TICK_ATTRIBUTE in said,
                area,
                self.last,
            )


def make_fillable(piece: SetPiece) -> SetPiece:
    """Return a piece with its fields in reading order, each after what precedes it."""
    after: dict[MarkedPlace | None, list[PieceTag]] = defaultdict(list)
    for field in piece.fields:
        tag = PieceTag("Form", (), alt=field.hint, areas=(field.area,), field=field)
        after[field.after].append(tag)
    inserted = (tag for tag in _insert_fields(piece.tree, after) if isinstance(tag, PieceTag))
    return replace(piece, tree=(*after.get(None, ()), *inserted))


def _insert_fields(
    tags: Sequence[PieceTag | MarkedPlace], after: Mapping[MarkedPlace | None, Sequence[PieceTag]]
) -> Iterator[PieceTag | MarkedPlace]:
    """Yield the content of an element, with the fields that come after its parts."""
    for tag in tags:
        if not isinstance(tag, PieceTag):
            yield tag
        elif tag.tag in BLOCK_TAGS:
            yield replace(tag, kids=tuple(_insert_fields(tag.kids, after)))
        else:
            yield tag
            for mark in tag.marks():
                yield from after.get(mark, ())


FIELD_FACE = "Source-Sans-Pro"
"""The face of text in form fields."""
FIELD_FONT = "/Ours"
"""What fields call its font."""
FIELD_FONT_SIZE, FIELD_FONT_PART = 11.0, 0.6
"""The type size in form fields: the most in pt, and the largest part of a field's height."""
SEVERAL_LINES, MULTILINE_FLAG = 32.0, 1 << 12
"""From which height in pt a field has several lines, and the flag that says so (12.7.4.3): a line
to write on has some 20, and a cell at most 27."""
PRINT_FLAG = 4
"""The flag of an annotation that is on paper as it is on screen (ISO 32000-1, 12.5.3)."""
NONSYMBOLIC_FLAG = 32
"""The flag of a font whose letters are those of an encoding (ISO 32000-1, 9.8.2)."""
CROSS_WIDTH, CROSS_INSET = 1.3, 0.2
"""The width of the lines of a cross in pt, and how far it stays off the edges of its box."""


class AcroForm:
    """The form of a document, field by field."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Begin with no fields."""
        self._document = document
        self._nodes: dict[tuple[str, ...], Any] = {}
        self._top: list[Any] = []
        self._met: dict[str, int] = defaultdict(int)

    def widget(self, field: PieceField, rect: Sequence[float]) -> Any:
        """Return a field with its place, left, bottom, right, top in pt, as one annotation.

        Copies of a field are numbered from the second on.
        """
        self._met[field.name] += 1
        number = self._met[field.name]
        *around, last = field.name.split(".")
        made = self._document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot,
                Subtype=pikepdf.Name.Widget,
                Rect=list(rect),
                F=PRINT_FLAG,
                T=last if number == 1 else f"{last}-{number}",
                TU=field.hint,
            )
        )
        size = rect[2] - rect[0], rect[3] - rect[1]
        if field.tick:
            self._tick(made, size)
        else:
            made.FT = pikepdf.Name.Tx
            made.DA = f"{FIELD_FONT} {min(FIELD_FONT_SIZE, FIELD_FONT_PART * size[1]):.1f} Tf 0 g"
            made.AP = pikepdf.Dictionary(N=self._drawing(size, b"/Tx BMC\nEMC\n"))
            if size[1] >= SEVERAL_LINES:
                made.Ff = MULTILINE_FLAG
        self._put_field(made, tuple(around))
        return made

    def _tick(self, made: Any, size: tuple[float, float]) -> None:
        """Make a field one that is ticked: with a cross, or nothing."""
        made.FT = pikepdf.Name.Btn
        made.V, made.AS = pikepdf.Name.Off, pikepdf.Name.Off
        side = min(size) * (1 - 2 * CROSS_INSET)
        left, low = (size[0] - side) / 2, (size[1] - side) / 2
        cross = (left, low, left + side, low + side, left, low + side, left + side, low)
        drawn = b"q %g w 1 J %.3f %.3f m %.3f %.3f l %.3f %.3f m %.3f %.3f l S Q\n"
        looks = pikepdf.Dictionary(
            On=self._drawing(size, drawn % (CROSS_WIDTH, *cross)), Off=self._drawing(size, b"")
        )
        made.AP = pikepdf.Dictionary(N=looks)

    def _drawing(self, size: tuple[float, float], content: bytes) -> Any:
        """Return how a field of a size in pt looks."""
        made = self._document.make_stream(content)
        made.Type, made.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        made.BBox = pikepdf.Array([0, 0, round(size[0], 3), round(size[1], 3)])
        made.Resources = pikepdf.Dictionary()
        return made

    def _put_field(self, field: Any, around: tuple[str, ...]) -> None:
        """Put a field, or a group of fields, into the group of a name."""
        if not around:
            self._top.append(field)
            return
        if around not in self._nodes:
            made = pikepdf.Dictionary(T=around[-1], Kids=pikepdf.Array())
            self._nodes[around] = self._document.make_indirect(made)
            self._put_field(self._nodes[around], around[:-1])
        field.Parent = self._nodes[around]
        self._nodes[around].Kids.append(field)

    def finish(self, said: frozenset[str]) -> None:
        """Write the form into the document, if there are fields.

        Its font has the letters of the languages in which the document says what is `said`, all its
        characters; for others, viewers use their own font.
        """
        if self._top:
            fonts = pikepdf.Dictionary({FIELD_FONT: _field_font(self._document, code_page(said))})
            self._document.Root.AcroForm = pikepdf.Dictionary(
                Fields=pikepdf.Array(self._top),
                DR=pikepdf.Dictionary(Font=fonts),
                DA=f"{FIELD_FONT} {FIELD_FONT_SIZE:g} Tf 0 g",
            )


def _field_font(document: pikepdf.Pdf, page: str) -> Any:
    """Return our font with all letters of a code page."""
    face = faces()[FIELD_FACE]
    base = pikepdf.Name(f"/{FIELD_FACE}")
    extent = [round(1000 * edge) for edge in face.extent]
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=base,
        Flags=NONSYMBOLIC_FLAG,
        FontBBox=extent,
        ItalicAngle=0,
        Ascent=extent[3],
        Descent=extent[1],
        CapHeight=660,
        StemV=80,
        FontFile2=document.make_stream(_field_font_file(face, page)),
    )
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.TrueType,
            BaseFont=base,
            Encoding=_field_encoding(page),
            FirstChar=FIRST_CODE,
            LastChar=LAST_CODE,
            Widths=[round(1000 * face.length(char)) for char in code_page_characters(page)],
            FontDescriptor=document.make_indirect(descriptor),
        )
    )


def _field_encoding(page: str) -> Any:
    """Return a code page as the encoding of a font (ISO 32000-1, 9.6.6)."""
    western = pikepdf.Name.WinAnsiEncoding
    differing = [
        each
        for code, name in code_page_differences(page)
        for each in (code, pikepdf.Name(f"/{name}"))
    ]
    return pikepdf.Dictionary(BaseEncoding=western, Differences=differing) if differing else western


@cache
def _field_font_file(face: FontFace, page: str) -> bytes:
    """Return a font file with the letters of a code page, and the encoding of its glyphs."""
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(map(ord, code_page_characters(page)))
    dropped = (int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"BASE", b"DSIG"))
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    opened = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)), face.index)
    return bytes(uharfbuzz.subset(opened, wanted).blob.data)
