"""Whether a PDF has its pages and its fonts, and nothing that acts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf

from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.layout.boxes import PT_PER_PX, Layout
from aidgen.layout.faults import Fault

# How far in pt an edge of a page may be off.
ROUNDING = 0.1
# Keys of the catalogue and of its names that start something, or attach a file.
ACTING_KEYS = (
    "/OpenAction",
    "/AA",
    "/JavaScript",
    "/EmbeddedFiles",
    "/AF",
    "/Launch",
    "/RichMedia",
)
# The actions of links.
HARMLESS_ACTIONS = ("/URI", "/GoTo")
# Where a link may lead out of a PDF: no file of the reader, and nothing that runs.
WEB = ("http:", "https:", "mailto:")
FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def check_file(layout: Layout, pdf: bytes) -> tuple[tuple[Size, ...], tuple[Fault, ...]]:
    """Return the sizes of the pages of a PDF in mm, and what is wrong with the file."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        sizes = tuple(_size(page) for page in document.pages)
        faults = (
            *_page_faults(sizes, layout),
            *_font_faults(document),
            *_action_faults(document),
        )
    return sizes, faults


def _size(page: pikepdf.Page) -> Size:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    return Size(round((right - left) / PT_PER_MM, 2), round((top - bottom) / PT_PER_MM, 2))


def _page_faults(sizes: tuple[Size, ...], layout: Layout) -> Iterator[Fault]:
    if len(sizes) != len(layout.pages):
        message = f"has {len(sizes)} pages"
        yield Fault(kind="file", message=message, expected=str(len(layout.pages)))
    for size, page in zip(sizes, layout.pages, strict=False):
        wanted = Size(page.width * PT_PER_PX / PT_PER_MM, page.height * PT_PER_PX / PT_PER_MM)
        difference = max(abs(size.width - wanted.width), abs(size.height - wanted.height))
        if difference * PT_PER_MM > ROUNDING:
            yield Fault(
                kind="file", message=f"its paper is {size}", expected=str(wanted), page=page.number
            )


def _font_faults(document: pikepdf.Pdf) -> Iterator[Fault]:
    for described in _dictionaries(document, "/FontDescriptor"):
        if not any(key in described for key in FONT_FILES):
            yield Fault(
                kind="file", message=f"does not hold its font {described.get('/FontName', '')}"
            )


def _action_faults(document: pikepdf.Pdf) -> Iterator[Fault]:
    root: Any = document.Root
    for holder in (root, root.get("/Names", {}), *document.pages):
        for key in ACTING_KEYS:
            if key in holder:
                yield Fault(kind="file", message=f"has {key}, which acts or attaches a file")
    for action in _dictionaries(document, "/Action"):
        if str(action.get("/S", "")) not in HARMLESS_ACTIONS:
            yield Fault(kind="file", message=f"has an action {action.get('/S', '')}")
        elif "/URI" in action and not str(action["/URI"]).lower().startswith(WEB):
            yield Fault(kind="file", message=f"a link leads to {action['/URI']}", expected="https:")


def _dictionaries(document: pikepdf.Pdf, kind: str) -> Iterator[Any]:
    for each in document.objects:
        if isinstance(each, pikepdf.Dictionary) and str(each.get("/Type", "")) == kind:
            yield each
