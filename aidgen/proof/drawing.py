"""Pages of proved PDFs as pictures for others: of a size in pixels, alone or on one sheet."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2
from PIL import Image

from aidgen.proof.pictures import POINTS_PER_INCH


def pictures(pdf: bytes, pages: Sequence[int], dpi: int) -> Iterator[bytes]:
    """Yield some pages, from 0, as PNG of so many pixels an inch, which it says of itself."""
    with pypdfium2.PdfDocument(pdf) as document:
        for number in pages:
            out = io.BytesIO()
            width = round(document[number].get_width() / POINTS_PER_INCH * dpi)
            _drawn(document[number], width).save(out, "PNG", dpi=(dpi, dpi), optimize=True)
            yield out.getvalue()


def _drawn(page: pypdfium2.PdfPage, width: int) -> Image.Image:
    height = round(page.get_height() * width / page.get_width())
    picture: Image.Image = page.render(scale=(width + 1) / page.get_width()).to_pil()
    return picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)


@dataclass(frozen=True)
class Grid:
    """A sheet of pictures: how many beside and below each other, each so wide and high in px."""

    columns: int
    rows: int
    width: int
    height: int


def sheet(pdf: bytes, pages: Sequence[int | None], grid: Grid) -> bytes:
    """Return pages, from 0, beside and below each other as one PNG; None leaves a place white."""
    whole = Image.new("RGB", (grid.columns * grid.width, grid.rows * grid.height), "white")
    with pypdfium2.PdfDocument(pdf) as document:
        for place, number in enumerate(pages):
            if number is not None:
                drawn = _drawn(document[number], grid.width).resize((grid.width, grid.height))
                down, across = divmod(place, grid.columns)
                whole.paste(drawn, (across * grid.width, down * grid.height))
    out = io.BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()
