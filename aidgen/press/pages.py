"""Pages of a finished PDF: their order, several on a sheet, moved backs, where they are cut."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Operator

from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.press.writing import save


@dataclass(frozen=True)
class PlacedPage:
    """A page of a PDF, from 0, and its upper left corner in mm from that of the side."""

    page: int
    left: float
    top: float


@dataclass(frozen=True)
class Side:
    """A side of paper: its size in mm, and the pages on it."""

    size: Size
    pages: tuple[PlacedPage, ...]


def reorder(pdf: bytes, order: Sequence[int | None]) -> bytes:
    """Return a PDF whose pages, from 0, are in another order; None stands for a blank page.

    A blank page is as large as the first one. Each page is named once.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        pages = list(document.pages)
        width, height = (float(side) for side in pages[0].mediabox[2:])
        for _ in range(order.count(None)):
            document.add_blank_page(page_size=(width, height))
        blanks = iter(list(document.pages)[len(pages) :])
        ordered = [next(blanks) if page is None else pages[page] for page in order]
        # The tree of pages is written anew: assigning pages one by one would copy them.
        document.Root.Pages.Kids = Array([page.obj for page in ordered])
        for page in ordered:
            page.obj.Parent = document.Root.Pages
        document.Root.Pages.Count = len(ordered)
        return save(document)


def move_backs(pdf: bytes, right: float, down: float) -> bytes:
    """Return a PDF with the content of every second page moved, in mm: printers feed askew."""
    across, up = right * PT_PER_MM, -down * PT_PER_MM
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in list(document.pages)[1::2]:
            page.contents_add(f"q 1 0 0 1 {across:g} {up:g} cm\n".encode(), prepend=True)
            page.contents_add(b"\nQ")
            for annotation in page.obj.get("/Annots", []):
                annotation.Rect = _moved(annotation.Rect, across, up)
        return save(document)


def trim(pdf: bytes, left: float, top: float, width: float, height: float) -> bytes:
    """Return a PDF that says where each page is cut, in mm from its upper left corner."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            high = float(page.mediabox[3])
            edges = (left, left + width, high / PT_PER_MM - top, high / PT_PER_MM - top - height)
            near, far, upper, lower = (edge * PT_PER_MM for edge in edges)
            page.trimbox = Array([round(near, 3), round(lower, 3), round(far, 3), round(upper, 3)])
            page.bleedbox = page.mediabox
        return save(document)


def place(pdf: bytes, sides: Sequence[Side]) -> bytes:
    """Return the pages of a PDF placed on larger sides, as for a booklet.

    They are read aloud in the order of the PDF; of a page that is placed twice, the first one is.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        pages = list(document.pages)
        drawn: dict[tuple[int, int], _Drawn] = {}
        sheets = [_sheet(document, pages, side, drawn) for side in sides]
        document.Root.Pages.Kids, document.Root.Pages.Count = Array(sheets), len(sheets)
        for thing in document.objects:
            if not isinstance(thing, Dictionary):
                continue
            if "/Dest" in thing:
                target = drawn[thing.Dest[0].objgen]
                x, y = float(thing.Dest[2]) + target.right, float(thing.Dest[3]) + target.up
                thing.Dest = Array([target.sheet, thing.Dest[1], x, y, thing.Dest[4]])
            if thing.get("/Type") == "/StructElem" and "/Pg" in thing:
                _move_element(thing, drawn)
        return save(document)


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
    """Return a side with its pages drawn on it, and note in `drawn` where each one is."""
    width, height = (round(length * PT_PER_MM, 3) for length in (side.size.width, side.size.height))
    forms, content, annotations = Dictionary(), "", Array()
    sheet = document.make_indirect(
        Dictionary(
            Type=Name.Page,
            Parent=document.Root.Pages,
            MediaBox=Array([0, 0, width, height]),
            Resources=Dictionary(XObject=forms),
            Tabs=Name.S,
        )
    )
    for number, placed in enumerate(side.pages):
        page = pages[placed.page]
        right = round(placed.left * PT_PER_MM, 3)
        up = round(height - placed.top * PT_PER_MM - float(page.mediabox[3]), 3)
        if page.obj.objgen not in drawn:
            form = document.make_indirect(page.as_form_xobject())
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
    sheet.Resources.XObject = forms
    sheet.Contents = document.make_stream(content.encode() or b"\n")
    if len(annotations):
        sheet.Annots = annotations
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
        ContentStreamInstruction([Name.Artifact], Operator("BMC")) if _is_marked(step) else step
        for step in pikepdf.parse_content_stream(form)
    ]
    copy = document.make_stream(pikepdf.unparse_content_stream(steps))
    for key in form.keys() - {"/Length", "/Filter", "/DecodeParms", "/StructParents"}:
        copy[key] = form[key]
    copy.Resources = Dictionary(dict(form.Resources.items()))
    parts = form.Resources.get("/XObject", {})
    copy.Resources.XObject = Dictionary(
        {
            name: _silent(document, part) if "/StructParents" in part else part
            for name, part in parts.items()
        }
    )
    return copy


def _is_marked(step: Any) -> bool:
    return str(step.operator) == "BDC" and "/MCID" in step.operands[1]
