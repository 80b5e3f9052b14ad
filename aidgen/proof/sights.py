"""How the pages of a finished PDF look to a reader: pictures, where words stand, how much ink."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import pypdfium2
from PIL import Image, ImageStat

from aidgen.assets.geometry import Bounds
from aidgen.proof.pictures import POINTS_PER_INCH

DPI = 110
"""Of a picture: small type can be read, and a page of A4 is 909 px wide."""
QUALITY = 62
"""Of WebP: letters have no halo that is seen at this size; a page is some 60 kB."""
WHITE = 255


@dataclass(frozen=True)
class SeenPage:
    """A page: its picture (WebP), and which part of it is covered with ink, black counting full."""

    picture: bytes
    ink: float


def seen_pages(pdf: bytes) -> Iterator[SeenPage]:
    """Yield the pages of a PDF as they look."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            picture: Image.Image = page.render(scale=DPI / POINTS_PER_INCH).to_pil().convert("RGB")
            out = io.BytesIO()
            picture.save(out, "WEBP", quality=QUALITY, method=2)
            (mean,) = ImageStat.Stat(picture.convert("L")).mean
            yield SeenPage(out.getvalue(), 1 - mean / WHITE)


def places_of(
    pdf: bytes, asked: Sequence[tuple[str, int, str]]
) -> Iterator[tuple[str, int, Bounds]]:
    """Yield where words stand on a page of a PDF, from 1: the edges as parts of the page.

    They count from the upper left corner; of words that are not found there they are all 0.
    """
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for ref, number, words in asked:
            page = document[number - 1]
            with closing(page.get_textpage()) as text:
                found = text.search(words).get_next() if words else None
                number_of = text.count_rects(*found) if found else 0
                rects = [text.get_rect(i) for i in range(number_of)]
            yield ref, number, _edges(rects, page.get_width(), page.get_height())


def _edges(rects: Sequence[Bounds], width: float, height: float) -> Bounds:
    if not rects:
        return 0.0, 0.0, 0.0, 0.0
    lefts, bottoms, rights, tops = zip(*rects, strict=True)
    return (
        min(lefts) / width,
        1 - max(tops) / height,
        max(rights) / width,
        1 - min(bottoms) / height,
    )
