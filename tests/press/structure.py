"""The structure tree of a PDF as text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdfium2

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document
from aidgen.press.type import lay_out
from aidgen.press.writing import save


def opened(pdf: bytes) -> Any:
    """Return a PDF opened."""
    return pikepdf.open(io.BytesIO(pdf))


def edited(pdf: bytes, *edits: Callable[[pikepdf.Pdf], None]) -> bytes:
    """Return a PDF after some edits."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for edit in edits:
            edit(document)
        return save(document)


def outline(pdf: bytes) -> str:
    """Return its structure as `Document(H1(…) P(…))`, spans and groups without a meaning left out.

    `…` stands for marked content, `@` for an annotation.
    """
    document = opened(pdf)
    return " ".join(_parts(document.Root.StructTreeRoot.K[0]))


def _parts(element: Any) -> Iterator[str]:
    inner = []
    for kid in element.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            inner += list(_parts(kid))
        elif isinstance(kid, pikepdf.Dictionary) and kid.Type == "/OBJR":
            inner.append("@")
        elif inner[-1:] != ["…"]:
            inner.append("…")
    merged = re.sub("…( …)+", "…", " ".join(inner))
    name = str(element.S)[1:]
    yield merged if name in ("Span", "NonStruct", "Div") else f"{name}({merged})"


def elements(document: Any, kind: str) -> list[Any]:
    """Return the structure elements of a type in a PDF that is open, in reading order."""

    def below(element: Any) -> Iterator[Any]:
        for kid in element.get("/K", []):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield kid
                yield from below(kid)

    named = pikepdf.Name(f"/{kind}")
    return [each for each in below(document.Root.StructTreeRoot.K[0]) if named == each.S]


def words(pdf: bytes) -> list[str]:
    """Return the words on each page."""
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def dark(pdf: bytes, page: int, box: tuple[float, float, float, float]) -> bool:
    """Tell whether something is drawn in a box (left, top, right, bottom in px of 1/72 inch)."""
    picture = pypdfium2.PdfDocument(pdf)[page].render(scale=1).to_pil().convert("L")
    return bool(picture.crop(tuple(map(round, box))).getextrema()[0] < 128)


def laid_out_page(body: str, css: str) -> Layout:
    """Return HTML with a style sheet laid out."""
    head = f'<!DOCTYPE html><html lang="en"><head><title>A title</title><style>{css}</style></head>'
    return lay_out(Document(f"{head}<body>{body}</body></html>"))


def drawn(pdf: bytes) -> Any:
    """Return the first page of a PDF as a picture, with a pixel for each px of CSS."""
    return pypdfium2.PdfDocument(pdf)[0].render(scale=96 / 72).to_pil()
