"""Whether a PDF has nothing that acts, and how large its pages are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf

from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.layout.faults import Fault

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


def check_file(pdf: bytes) -> tuple[tuple[Size, ...], tuple[Fault, ...]]:
    """Return the sizes of the pages of a PDF in mm, and what in it acts or attaches a file."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        sizes = tuple(_size(page) for page in document.pages)
        return sizes, tuple(_action_faults(document))


def _size(page: pikepdf.Page) -> Size:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    return Size(round((right - left) / PT_PER_MM, 2), round((top - bottom) / PT_PER_MM, 2))


def _action_faults(document: pikepdf.Pdf) -> Iterator[Fault]:
    root: Any = document.Root
    for holder in (root, root.get("/Names", {}), *document.pages):
        for key in ACTING_KEYS:
            if key in holder:
                yield Fault(kind="file", message=f"has {key}, which acts or attaches a file")
    dictionaries = (each for each in document.objects if isinstance(each, pikepdf.Dictionary))
    for action in (each for each in dictionaries if each.get("/Type") == "/Action"):
        if str(action.get("/S", "")) not in HARMLESS_ACTIONS:
            yield Fault(kind="file", message=f"has an action {action.get('/S', '')}")
        elif "/URI" in action and not str(action["/URI"]).lower().startswith(WEB):
            yield Fault(kind="file", message=f"a link leads to {action['/URI']}", expected="https:")
