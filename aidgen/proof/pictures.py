"""Pictures of the pages of a PDF, as pdfium draws them: to look for ink, and to show."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import repeat
from typing import Any

import pypdfium2
from PIL import Image

POINTS_PER_INCH, MM_PER_INCH = 72, 25.4
THUMBNAIL_WIDTH = 480
"""Width in px of the picture of a first page in the gallery."""
QUICKLY = {"format": "WEBP", "lossless": True, "quality": 0, "method": 0}
"""How a picture to be seen at once is packed: 23 ms a page, where PNG takes 33 and is larger."""
AT_ONCE = {"format": "JPEG", "quality": 90, "subsampling": 0}
"""How a picture is packed that another one follows: 5 ms a page, and browsers unpack it sooner."""
THUMBNAIL_COLOURS = 32
"""So many are enough for print in one colour, and make small files; packed as hard as can be, they
are a twentieth smaller, and take a quarter of the time in which a PDF is put together."""


def limit_pictures(pixels: int) -> None:
    """Refuse, in this process, to open pictures of more than so many pixels."""
    Image.MAX_IMAGE_PIXELS = pixels // 2  # at which it warns; twice as many it refuses
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)


def grey_pages(pdf: bytes, dpi: int) -> Iterator[Image.Image]:
    """Yield a picture of each page in shades of grey."""
    for picture in some_grey_pages(pdf, dpi, repeat(True)):
        assert picture is not None
        yield picture


def some_grey_pages(pdf: bytes, dpi: int, wanted: Iterable[bool]) -> Iterator[Image.Image | None]:
    """Yield a picture of each page that is `wanted`, in shades of grey, and None for the others."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, here in zip(range(len(document)), wanted, strict=False):
            yield _grey(document[number], dpi) if here else None
    finally:
        document.close()


def grey_page(pdf: bytes, number: int, dpi: int) -> Image.Image:
    """Return a picture of one page, counted from 0, in shades of grey."""
    with _page(pdf, number) as page:
        return _grey(page, dpi)


def _grey(page: pypdfium2.PdfPage, dpi: int) -> Image.Image:
    picture: Image.Image = page.render(scale=dpi / POINTS_PER_INCH, grayscale=True).to_pil()
    return picture


@contextmanager
def _page(pdf: bytes, number: int) -> Iterator[pypdfium2.PdfPage]:
    """Give a page, counted from 0, for a while."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document[number]
    finally:
        document.close()


def _packed(picture: Image.Image, **how: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, **how)
    return out.getvalue()


def coloured_page(pdf: bytes, number: int, dpi: int) -> Image.Image:
    """Return a picture of a page, counted from 0, in its colours."""
    with _page(pdf, number) as page:
        picture: Image.Image = page.render(scale=dpi / POINTS_PER_INCH).to_pil()
        return picture.convert("RGB")


def thumbnail(pdf: bytes) -> bytes:
    """Return a picture (PNG) of the first page of `pdf`."""
    with _page(pdf, 0) as page:
        bitmap = page.render(scale=THUMBNAIL_WIDTH / max(page.get_width(), page.get_height()))
        return _packed(bitmap.to_pil().convert("P", colors=THUMBNAIL_COLOURS), format="PNG")


def page_picture(pdf: bytes, number: int, scale: float) -> bytes:
    """Return a page, counted from 0, as WebP, its paper transparent; `scale` is in px per pt."""
    with _page(pdf, number) as page:
        bitmap = page.render(scale=scale, fill_color=(255, 255, 255, 0))
        return _packed(bitmap.to_pil(), **QUICKLY)


def page_draft(pdf: bytes, number: int, scale: float) -> bytes:
    """Return a page, counted from 0, as JPEG on white paper; `scale` is in px per pt."""
    with _page(pdf, number) as page:
        return _packed(page.render(scale=scale).to_pil(), **AT_ONCE)


def page_strip(pdf: bytes, number: int, scale: float, edges: tuple[float, float]) -> bytes:
    """Return a strip of a page, counted from 0, as WebP, between two heights in mm from its top."""
    with _page(pdf, number) as page:
        height = page.get_height()
        top = max(edges[0], 0.0) * POINTS_PER_INCH / MM_PER_INCH
        bottom = min(edges[1] * POINTS_PER_INCH / MM_PER_INCH, height)
        bitmap = page.render(scale=scale, crop=(0, height - bottom, 0, top))
        return _packed(bitmap.to_pil(), **QUICKLY)
