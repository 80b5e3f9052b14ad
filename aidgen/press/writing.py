"""A layout as PDF/UA-1, written by the engine; the same layout gives the same bytes."""

from __future__ import annotations

import io
from typing import Any

import pikepdf

from aidgen.layout.boxes import PT_PER_PX, Layout
from aidgen.press.engine.drawings import share_drawings
from aidgen.press.engine.fixes import SOURCES
from aidgen.press.engine.html import PDF_VARIANT
from aidgen.press.forms import fields_of, write_form
from aidgen.press.tags import ORDER, TagMender, place_of

# Stands in place of the engine's random identifier; saving computes one from the content.
IDENTIFIER = b"aidgen"
CREATOR = "aidgen"


def write(layout: Layout, fillable: bool = False) -> bytes:
    """Return the PDF of a layout; if it is `fillable`, its blanks are form fields."""
    fields = fields_of(layout) if fillable else {}

    def finish(_document: Any, pdf: Any) -> None:
        TagMender(pdf, getattr(pdf, SOURCES, {}), dict(fields)).mend()
        _write_targets(pdf)
        share_drawings(pdf)

    layout.engine.metadata.generator = CREATOR
    pdf = layout.engine.write_pdf(
        pdf_identifier=IDENTIFIER,
        pdf_variant=PDF_VARIANT,
        uncompressed_pdf=True,
        finisher=finish,
    )
    with pikepdf.open(io.BytesIO(pdf)) as document:
        if fields:
            write_form(document)
        _order_bookmarks(document, layout)
        if layout.roots[0].get("dir") == "rtl":
            document.Root.ViewerPreferences.Direction = pikepdf.Name.R2L
        return save(document)


def _write_targets(pdf: Any) -> None:
    """Write into each link where it leads, and not a name: names of joined PDFs may be alike."""
    if "Names" not in pdf.catalog:
        return
    names = pdf.catalog.pop("Names")["Dests"]["Names"]
    targets = {name.string: target for name, target in zip(names[::2], names[1::2], strict=True)}
    for link in pdf.objects:
        if isinstance(link, dict) and link.get("Subtype") == "/Link" and "Dest" in link:
            link["Dest"] = targets[link["Dest"].string]


def _order_bookmarks(document: pikepdf.Pdf, layout: Layout) -> None:
    """Put bookmarks in the order in which their panels are read, and not page by page."""
    panels = [
        (document.pages[page.number - 1].obj, box.border, place_of(box.element.attrib[ORDER]))
        for page in layout.pages
        for box in page.root.descendants()
        if box.whole and box.sized and box.element is not None and ORDER in box.element.attrib
    ]

    def place(bookmark: Any) -> float:
        target, _, x, *_ = bookmark.destination
        places = (
            order
            for page, (left, _, right, _), order in panels
            if page == target and left <= float(x) / PT_PER_PX + 1 < right  # rounding
        )
        return next(places, 0)

    if panels:
        with document.open_outline() as outline:
            for bookmark in outline.root:
                bookmark.children.sort(key=place)


def save(document: pikepdf.Pdf) -> bytes:
    """Return the bytes of a document: compressed, and the same for the same content."""
    out = io.BytesIO()
    document.save(
        out,
        deterministic_id=True,
        fix_metadata_version=False,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return out.getvalue()
