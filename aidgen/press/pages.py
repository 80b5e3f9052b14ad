"""A finished PDF and its pages: their order, several on a sheet, moved backs, cuts, the stamp of a
draft, and what is set in the print dialog (ISO 32000-1, 12.2)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pikepdf
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Operator

from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.press.writing import save

# The edge over which two-sided sheets are turned; "" for sheets of one side.
Flip = Literal["long", "short", ""]
DUPLEX = {"long": Name.DuplexFlipLongEdge, "short": Name.DuplexFlipShortEdge}
# The type size of the stamp, as a part of the width of its page.
STAMP_PART = 0.22
# Sine and cosine of the 45 degrees by which it is turned.
SLANT = 0.7071
# The type size in pt of the line at the upper edge, and its distance from the edge.
NOTE_SIZE = 6.0
FONT = {
    "/Type": Name.Font,
    "/Subtype": Name.Type1,
    "/BaseFont": Name.Helvetica,
    "/Encoding": Name.WinAnsiEncoding,
}


# A PDF that is open, as rooms above know it.
OpenPdf = pikepdf.Pdf
# A side of paper: its size in mm, and the pages on it, each as its number in a PDF, from 0, and its
# upper left corner in mm from that of the side.
Side = tuple[Size, Sequence[tuple[int, float, float]]]


def reorder(document: pikepdf.Pdf, order: Sequence[int | None]) -> None:
    """Put the pages of a PDF, from 0, in another order; None stands for a blank page.

    A blank page is as large as the first one. Each page is named once.
    """
    pages = list(document.pages)
    width, height = (float(side) for side in pages[0].mediabox[2:])
    for _ in range(order.count(None)):
        document.add_blank_page(page_size=(width, height))
    blanks = iter(list(document.pages)[len(pages) :])
    _set_pages(document, [(next(blanks) if n is None else pages[n]).obj for n in order])


def _set_pages(document: pikepdf.Pdf, pages: Sequence[Any]) -> None:
    """Write the tree of pages: assigning pages one by one would copy them."""
    document.Root.Pages.Kids, document.Root.Pages.Count = Array(pages), len(pages)
    for page in pages:
        page.Parent = document.Root.Pages


def move_backs(document: pikepdf.Pdf, right: float, down: float) -> None:
    """Move the content of every second page, in mm: printers feed askew."""
    across, up = right * PT_PER_MM, -down * PT_PER_MM
    for page in list(document.pages)[1::2]:
        page.contents_add(f"q 1 0 0 1 {across:g} {up:g} cm\n".encode(), prepend=True)
        page.contents_add(b"\nQ")
        for annotation in page.obj.get("/Annots", []):
            annotation.Rect = _moved(annotation.Rect, across, up)


def trim(document: pikepdf.Pdf, left: float, top: float, width: float, height: float) -> None:
    """Say where each page is cut, in mm from its upper left corner."""
    for page in document.pages:
        high = float(page.mediabox[3]) / PT_PER_MM - top
        edges = (left, high - height, left + width, high)
        page.trimbox = Array([round(edge * PT_PER_MM, 3) for edge in edges])
        page.bleedbox = page.mediabox


def place(document: pikepdf.Pdf, sides: Sequence[Side]) -> None:
    """Place the pages of a PDF on larger sides, as for a booklet.

    They are read aloud in the order of the PDF; of a page that is placed twice, the first one is.
    """
    pages = list(document.pages)
    drawn: dict[tuple[int, int], _Drawn] = {}
    _set_pages(document, [_sheet(document, pages, side, drawn) for side in sides])
    for thing in document.objects:
        if not isinstance(thing, Dictionary):
            continue
        if "/Dest" in thing:
            target = drawn[thing.Dest[0].objgen]
            x, y = float(thing.Dest[2]) + target.right, float(thing.Dest[3]) + target.up
            thing.Dest = Array([target.sheet, thing.Dest[1], x, y, thing.Dest[4]])
        if thing.get("/Type") == "/StructElem" and "/Pg" in thing:
            _move_element(thing, drawn)


@dataclass(frozen=True)
class _Drawn:
    """Where a page is drawn now: its sheet, the form with its content, and how far it moved."""

    sheet: Any
    form: Any
    right: float
    up: float


def _sheet(
    document: pikepdf.Pdf,
    pages: Sequence[pikepdf.Page],
    side: Side,
    drawn: dict[tuple[int, int], _Drawn],
) -> Any:
    size, placed = side
    width, height = (round(length * PT_PER_MM, 3) for length in (size.width, size.height))
    forms, content, annotations = Dictionary(), "", []
    facts = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, width, height]), Tabs=Name.S)
    sheet = document.make_indirect(facts)
    for number, (place, left, top) in enumerate(placed):
        page = pages[place]
        right = round(left * PT_PER_MM, 3)
        up = round(height - top * PT_PER_MM - float(page.mediabox[3]), 3)
        if page.obj.objgen not in drawn:
            form = document.make_indirect(page.as_form_xobject())
            if "/StructParents" in page.obj:  # a blank page has none
                # The keys of the parent tree stay: the form is in it now, and not the page.
                form.StructParents = page.obj.StructParents
            drawn[page.obj.objgen] = _Drawn(sheet, form, right, up)
            for annotation in page.obj.get("/Annots", []):
                annotation.Rect = _moved(annotation.Rect, right, up)
                annotations.append(annotation)
        else:
            form = _silent(document, drawn[page.obj.objgen].form)
        forms[f"/Page{number}"] = form
        content += f"q 1 0 0 1 {right:g} {up:g} cm /Page{number} Do Q\n"
    sheet.Resources = Dictionary(XObject=forms)
    sheet.Contents = document.make_stream(content.encode() or b"\n")
    if annotations:
        sheet.Annots = Array(annotations)
    return sheet


def _moved(rect: Any, right: float, up: float) -> Any:
    x, y, far, upper = map(float, rect)
    return Array([round(edge, 3) for edge in (x + right, y + up, far + right, upper + up)])


def _move_element(element: Any, drawn: dict[tuple[int, int], _Drawn]) -> None:
    """Have a structure element refer to the forms in which its content is now (14.7.4.2)."""
    page, kids = drawn[element.Pg.objgen], []
    for kid in element.get("/K", []):
        if isinstance(kid, int):
            kid = Dictionary(Type=Name.MCR, Pg=page.sheet, Stm=page.form, MCID=kid)
        elif "/Pg" in kid and kid.Type != "/StructElem":
            target = drawn[kid.Pg.objgen]
            kid.Pg = target.sheet
            if kid.Type == "/MCR" and "/Stm" not in kid:
                kid.Stm = target.form
        kids.append(kid)
    element.K, element.Pg = Array(kids), page.sheet
    if "/BBox" in element.get("/A", {}):
        element.A.BBox = _moved(element.A.BBox, page.right, page.up)


def _silent(document: pikepdf.Pdf, form: Any) -> Any:
    """Return a copy of a form that nobody reads aloud: what is marked in it becomes artifacts."""
    steps = [
        ContentStreamInstruction([Name.Artifact], Operator("BMC"))
        if str(step.operator) == "BDC" and "/MCID" in step.operands[1]
        else step
        for step in pikepdf.parse_content_stream(form)
    ]
    copy = document.make_stream(pikepdf.unparse_content_stream(steps))
    for key in form.keys() - {"/Length", "/Filter", "/DecodeParms", "/StructParents"}:
        copy[key] = form[key]
    resources = dict(form.get("/Resources", {}).items())
    parts = dict(resources.get("/XObject", {}).items())
    for name, part in parts.items():
        parts[name] = _silent(document, part) if "/StructParents" in part else part
    copy.Resources = Dictionary(resources | {"/XObject": Dictionary(parts)})
    return copy


def preset_print_dialog(document: pikepdf.Pdf, flip: Flip) -> None:
    """Have viewers print a PDF at its size, on its paper, turned over the right edge.

    Cards are cut and put into sleeves: "fit to page" makes all of them too small. One-sided sheets
    leave the choice of duplex to whoever prints.
    """
    preferences: Any = document.Root.get("/ViewerPreferences", Dictionary())
    preferences.PrintScaling = Name("/None")
    preferences.PickTrayByPDFSize = True
    if flip:
        preferences.Duplex = DUPLEX[flip]
    document.Root.ViewerPreferences = preferences


def stamp_draft(pdf: bytes) -> bytes:
    """Return a PDF with DRAFT in outlined letters across each page, so that nobody orders it."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        font = document.make_indirect(Dictionary(FONT))
        for page in document.pages:
            name = str(page.add_resource(font, Name.Font)).encode()
            # The page's own content may end in another coordinate system.
            page.contents_add(document.make_stream(b"q\n"), prepend=True)
            page.contents_add(document.make_stream(b"Q\n" + _stamp(page, name)))
        return save(document)


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
