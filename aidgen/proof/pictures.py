"""Pictures of the pages of a PDF, as pdfium draws them: to show and to export."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2
from PIL import Image, ImageStat

from aidgen.assets.papers import Bounds
from aidgen.layout.boxes import PT_PER_PX

POINTS_PER_INCH = 72
# Width in px of the picture of a first page in the gallery.
THUMBNAIL_WIDTH = 480
# For a picture that is shown at once: 5 ms a page, and browsers unpack it sooner than WebP.
FAST_JPEG = {"format": "JPEG", "quality": 90, "subsampling": 0}
# Enough for print in one colour. Files are small; with the best compression they would be a
# twentieth smaller, and take a quarter of the time in which a PDF is put together.
THUMBNAIL_COLOURS = 32


def limit_pictures(pixels: int) -> None:
    """Refuse, in this process, to open pictures of more than so many pixels."""
    Image.MAX_IMAGE_PIXELS = pixels // 2  # at which it warns; twice as many it refuses
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)


@contextmanager
def _open_page(pdf: bytes, number: int) -> Iterator[pypdfium2.PdfPage]:
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        yield document[number]


def _encode(picture: Image.Image, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, **options)
    return out.getvalue()


# Previews -----------------------------------------------------------------------------------------


def thumbnail(pdf: bytes) -> bytes:
    """Return a picture (PNG) of the first page of `pdf`."""
    with _open_page(pdf, 0) as page:
        bitmap = page.render(scale=THUMBNAIL_WIDTH / max(page.get_width(), page.get_height()))
        return _encode(bitmap.to_pil().convert("P", colors=THUMBNAIL_COLOURS), format="PNG")


def page_draft(pdf: bytes, number: int, scale: float) -> bytes:
    """Return a page, counted from 0, as JPEG on white paper; `scale` is in px per pt."""
    with _open_page(pdf, number) as page:
        return _encode(page.render(scale=scale).to_pil(), **FAST_JPEG)


def patched_page(
    pdf: bytes, number: int, patch: bytes, places: Iterable[Bounds], scale: float
) -> bytes:
    """Return a page as `page_draft` does, with some places as the only page of `patch` has them.

    They are in px of 1/96 inch from the upper left corner.
    """
    with _open_page(pdf, number) as whole, _open_page(patch, 0) as part:
        picture, drawn = (page.render(scale=scale).to_pil() for page in (whole, part))
    for place in places:
        left, top, right, bottom = (round(edge * scale * PT_PER_PX) for edge in place)
        picture.paste(drawn.crop((left, top, right, bottom)), (left, top))
    return _encode(picture, **FAST_JPEG)


# Exports ------------------------------------------------------------------------------------------


# Written in a sixth of the time in which a PNG is as small as can be; it is a quarter larger.
QUICK_PNG = {"format": "PNG", "compress_level": 1}


def page_pngs(pdf: bytes, pages: Sequence[int], dpi: int) -> list[bytes]:
    """Return some pages, from 0, as PNG of a resolution, which is in the file."""
    with pypdfium2.PdfDocument(pdf) as document:
        widths = (round(document[page].get_width() / POINTS_PER_INCH * dpi) for page in pages)
        return [
            _encode(_render_width(document[page], width), dpi=(dpi, dpi), **QUICK_PNG)
            for page, width in zip(pages, widths, strict=True)
        ]


def _render_width(page: pypdfium2.PdfPage, width: int) -> Image.Image:
    """Return a page drawn with exactly so many pixels across: nothing is scaled afterwards."""
    # The sides are rounded up.
    picture: Image.Image = page.render(scale=(width - 0.5) / page.get_width()).to_pil()
    return picture


def contact_sheet(
    pdf: bytes, pages: Sequence[int | None], grid: tuple[int, int], size: tuple[int, int]
) -> bytes:
    """Return pages, from 0, in columns and rows as one PNG; None leaves a place white.

    `size` is that of each in px.
    """
    (columns, rows), (width, height) = grid, size
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    with pypdfium2.PdfDocument(pdf) as document:
        for place, number in enumerate(pages):
            if number is not None:
                picture = _render_width(document[number], width)
                down, across = divmod(place, columns)
                whole.paste(picture.resize(size), (across * width, down * height))
    return _encode(whole, **QUICK_PNG)


# Reader's view ------------------------------------------------------------------------------------

# Small type can be read, and a page of A4 is 909 px wide.
READABLE_DPI = 110
# Of WebP: letters have no visible halo at this size; a page is some 60 kB.
READABLE_QUALITY = 62


@dataclass(frozen=True)
class SeenPage:
    """A page: its picture (WebP), and the part of it covered with ink, black counting full."""

    picture: bytes
    ink: float


def seen_pages(pdf: bytes) -> Iterator[SeenPage]:
    """Yield the pages of a PDF as a reader sees them."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            picture = page.render(scale=READABLE_DPI / POINTS_PER_INCH).to_pil().convert("RGB")
            webp = _encode(picture, format="WEBP", quality=READABLE_QUALITY, method=2)
            (mean,) = ImageStat.Stat(picture.convert("L")).mean
            yield SeenPage(webp, 1 - mean / 255)


def find_words(
    pdf: bytes, asked: Sequence[tuple[str, int, str]]
) -> Iterator[tuple[str, int, Bounds]]:
    """Yield the place of words on a page of a PDF, from 1: its edges as parts of the page.

    Each of `asked` is a reference, a page, and its words. Edges count from the upper left corner;
    those of words that are not on the page are all 0.
    """
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for ref, number, words in asked:
            page = document[number - 1]
            with closing(page.get_textpage()) as text:
                match = text.search(words).get_next() if words else None
                count = text.count_rects(*match) if match else 0
                rects = [text.get_rect(i) for i in range(count)]
            place = (0.0, 0.0, 0.0, 0.0)
            if rects:
                wide, high = page.get_width(), page.get_height()
                lefts, bottoms, rights, tops = zip(*rects, strict=True)
                upper, lower = 1 - max(tops) / high, 1 - min(bottoms) / high
                place = (min(lefts) / wide, upper, max(rights) / wide, lower)
            yield ref, number, place
