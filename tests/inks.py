"""What a PDF draws: pictures of its pages, and how much ink it takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image, ImageStat
from pypdfium2 import raw

DPI = 300
"""Lines of 0.25 pt are as wide as a point of these pictures: no thinner one is drawn."""


def grey_pages(pdf: bytes, dpi: int) -> Iterator[Image.Image]:
    """Yield a picture of each page in shades of grey."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield page.render(scale=dpi / 72, grayscale=True).to_pil()


def coloured_page(pdf: bytes, number: int, dpi: int) -> Image.Image:
    """Return a picture of a page, counted from 0."""
    with pypdfium2.PdfDocument(pdf) as document:
        picture: Image.Image = document[number].render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")


def inks(pdf: bytes | Path, *, words: bool) -> Iterator[float]:
    """Yield how much of each page a PDF blackens, in per cent, with its words or without."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield 100 * _blackened(page, words=words)


def _blackened(page: pypdfium2.PdfPage, *, words: bool) -> float:
    """Return which part of a page is black; grey counts in part."""
    if not words:
        _without_words(page)
    picture: Image.Image = page.render(scale=DPI / 72, grayscale=True).to_pil()
    return 1 - ImageStat.Stat(picture).mean[0] / 255


def _without_words(page: pypdfium2.PdfPage) -> None:
    """Take the words out of a page, and out of the pieces on it."""
    for piece in page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1):
        for number in reversed(range(raw.FPDFFormObj_CountObjects(piece.raw))):
            drawn = raw.FPDFFormObj_GetObject(piece.raw, number)
            if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_TEXT:
                raw.FPDFFormObj_RemoveObject(piece.raw, drawn)
    for text in list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1)):
        page.remove_obj(text)
