"""Pages of a finished PDF: their order, blank ones, moved backs, where they are cut."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Array

from aidgen.assets.papers import PT_PER_MM
from aidgen.press.writing import save


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
                left, bottom, far, top = map(float, annotation.Rect)
                moved = (left + across, bottom + up, far + across, top + up)
                annotation.Rect = Array(moved)
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
