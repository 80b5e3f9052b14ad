"""Fields that are filled in on the screen: the form of a PDF (ISO 32000-1, 12.7)."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element

import pikepdf
import pydyf
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

from aidgen.assets.faces import FontFace, face_named
from aidgen.assets.papers import IDENTITY, Bounds, Matrix, multiply, transform_bounds
from aidgen.layout.boxes import PT_PER_PX, LaidBox, LaidPage, Layout

FIELD = "data-field"
# The face of text in form fields.
FIELD_FACE = "Source-Sans-Pro"
# What fields call its font.
FIELD_FONT = "/Ours"
# The largest type in form fields, in pt.
FIELD_FONT_SIZE = 11.0
# The part of the height of a field that its type takes at most.
FIELD_FONT_PART = 0.6
# From which height in pt a field has several lines: a line to write on has some 20, and a cell at
# most 27.
SEVERAL_LINES = 32.0
# The flag that says so (ISO 32000-1, 12.7.4.3).
MULTILINE_FLAG = 1 << 12
# The flag of an annotation that is on paper as it is on screen (ISO 32000-1, 12.5.3).
PRINT_FLAG = 4
# The flag of a font whose letters are those of an encoding (ISO 32000-1, 9.8.2).
NONSYMBOLIC_FLAG = 32
# The width of the lines of a cross, in pt.
CROSS_WIDTH = 1.3
# How far it stays off the edges of its box, as a part of its side.
CROSS_INSET = 0.2
# The letters of the field's font: those of WinAnsiEncoding (ISO 32000-1, annex D), from its first
# code to 255; a code without a letter is a space.
FIRST_CODE = 32
LETTERS = "".join(
    char if char.isprintable() and char != "\ufffd" else " "
    for char in bytes(range(FIRST_CODE, 256)).decode("cp1252", "replace")
)


# The number of a page, from 0, and an annotation on it for which `write_form` draws a form later.
Field = tuple[int, Mapping[str, Any]]


def fields_of(layout: Layout) -> Mapping[Element, Field]:
    """Return the blanks of a document (`data-field`) by their elements."""
    fields: dict[Element, Field] = {}
    for page in layout.pages:
        for element, edges in _blanks(page.root, IDENTITY):
            fields.setdefault(element, (page.number - 1, _field(element, edges, page)))
    return fields


def _blanks(box: LaidBox, matrix: Matrix) -> Iterator[tuple[Element, Bounds]]:
    matrix = multiply(box.matrix, matrix) if box.matrix != IDENTITY else matrix
    if box.element is not None and FIELD in box.element.attrib and box.whole and box.sized:
        yield box.element, transform_bounds(box.border, matrix)
    for child in box.children:
        yield from _blanks(child, matrix)


def _field(element: Element, edges: Bounds, page: LaidPage) -> Mapping[str, Any]:
    left, top, right, bottom = edges
    if "data-lower" in element.attrib:  # its upper half has a name
        top = (top + bottom) / 2
    rect = (left, page.height - bottom, right, page.height - top)
    return {
        "Type": "/Annot",
        "Subtype": "/Widget",
        "Rect": pydyf.Array(round(edge * PT_PER_PX, 3) for edge in rect),
        "FT": "/Btn" if "data-tick" in element.attrib else "/Tx",
        "F": PRINT_FLAG,
        "T": pydyf.String(element.get(FIELD, "")),
        "TU": pydyf.String(element.get("data-hint", "")),
    }


def write_form(document: pikepdf.Pdf) -> None:
    """Make a form of the fields that are on the pages of a PDF by now, as bare annotations.

    Its font has Western letters; for others, viewers use their own font. Copies of a field are
    numbered from the second on.
    """
    groups: dict[tuple[str, ...], Any] = {(): Dictionary(Kids=Array())}
    met: Counter[str] = Counter()
    for page in document.pages:
        for widget in page.obj.get("/Annots", []):
            if widget.Subtype != Name.Widget:
                continue
            name = str(widget.T)
            met[name] += 1
            *around, last = name.split(".")
            widget.T = last if met[name] == 1 else f"{last}-{met[name]}"
            _draw(document, widget)
            _put_in_group(document, groups, widget, tuple(around))
    if met:
        fonts = Dictionary({FIELD_FONT: _field_font(document)})
        document.Root.AcroForm = document.make_indirect(
            Dictionary(
                Fields=groups[()].Kids,
                DR=Dictionary(Font=fonts),
                DA=f"{FIELD_FONT} {FIELD_FONT_SIZE:g} Tf 0 g",
            )
        )


def _put_in_group(
    document: pikepdf.Pdf, groups: dict[tuple[str, ...], Any], part: Any, name: tuple[str, ...]
) -> None:
    if name not in groups:
        groups[name] = document.make_indirect(Dictionary(T=name[-1], Kids=Array()))
        _put_in_group(document, groups, groups[name], name[:-1])
    if name:
        part.Parent = groups[name]
    groups[name].Kids.append(part)


def _draw(document: pikepdf.Pdf, widget: Any) -> None:
    left, low, right, high = (float(edge) for edge in widget.Rect)
    size = right - left, high - low
    if widget.FT == "/Btn":
        widget.V, widget.AS = Name.Off, Name.Off
        looks = Dictionary(On=_form(document, size, _cross(size)), Off=_form(document, size, b""))
        widget.AP = Dictionary(N=looks)
        return
    widget.DA = f"{FIELD_FONT} {min(FIELD_FONT_SIZE, FIELD_FONT_PART * size[1]):.1f} Tf 0 g"
    widget.AP = Dictionary(N=_form(document, size, b"/Tx BMC\nEMC\n"))
    if size[1] >= SEVERAL_LINES:
        widget.Ff = MULTILINE_FLAG


def _cross(size: tuple[float, float]) -> bytes:
    side = min(size) * (1 - 2 * CROSS_INSET)
    left, low = (size[0] - side) / 2, (size[1] - side) / 2
    cross = (left, low, left + side, low + side, left, low + side, left + side, low)
    drawn = b"q %g w 1 J %.3f %.3f m %.3f %.3f l %.3f %.3f m %.3f %.3f l S Q\n"
    return drawn % (CROSS_WIDTH, *cross)


def _form(document: pikepdf.Pdf, size: Sequence[float], content: bytes) -> Any:
    form = document.make_stream(content)
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, round(size[0], 3), round(size[1], 3)])
    form.Resources = Dictionary()
    return form


def _field_font(document: pikepdf.Pdf) -> Any:
    face = face_named(FIELD_FACE)
    base = Name(f"/{FIELD_FACE}")
    font, extent = _font_file(face)
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=base,
        Flags=NONSYMBOLIC_FLAG,
        FontBBox=list(extent),
        ItalicAngle=0,
        Ascent=extent[3],
        Descent=extent[1],
        CapHeight=660,
        StemV=80,
        FontFile2=document.make_stream(font),
    )
    return document.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=base,
            Encoding=Name.WinAnsiEncoding,
            FirstChar=FIRST_CODE,
            LastChar=255,
            Widths=[round(1000 * face.length(char)) for char in LETTERS],
            FontDescriptor=document.make_indirect(descriptor),
        )
    )


@cache
def _font_file(face: FontFace) -> tuple[bytes, tuple[int, ...]]:
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "DSIG"]
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    out = io.BytesIO()
    with TTFont(face.path, fontNumber=face.index, recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.save(out)
        head = font["head"]
        edges = (head.xMin, head.yMin, head.xMax, head.yMax)
        extent = tuple(round(1000 * edge / head.unitsPerEm) for edge in edges)
    return out.getvalue(), extent
