"""Makes the picture in the README from built PDFs: `python docs/picture.py [build]`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageOps
from pypdfium2 import PdfDocument

TALL, EDGE, GREY = 540, 15, "#d9d9d9"
"""How high in pixels a page is, and what is around it."""
COLOURS = 48
CARD = (29.8, 545.7, 386.9, 46.8)
"""What to cut off a sheet of poker cards, so that its first card is left: in pt from the left, the
bottom, the right and the top."""
PAGES: tuple[tuple[str, int, tuple[float, ...]], ...] = (
    ("en/expedition-damage-tables-en", 0, ()),
    ("fr/expedition-rulebook-fr", 5, ()),
    ("fr/expedition-player-cards-fr", 0, CARD),
)


def page(path: Path, number: int, crop: tuple[float, ...]) -> Image.Image:
    """Return a picture of a page, or of what is left when `crop` is cut off."""
    found = PdfDocument(path)[number]
    tall = found.get_height() - (crop[1] + crop[3] if crop else 0)
    picture = found.render(scale=TALL / tall, crop=crop or (0, 0, 0, 0)).to_pil()
    return ImageOps.expand(picture.resize((picture.width, TALL)), EDGE, GREY)


def picture(build: Path) -> Image.Image:
    """Return the pages side by side."""
    pages = [
        page(build / "expedition" / f"{name}.pdf", number, crop) for name, number, crop in PAGES
    ]
    wall = Image.new("RGB", (sum(one.width for one in pages), TALL + 2 * EDGE))
    for i, one in enumerate(pages):
        wall.paste(one, (sum(left.width for left in pages[:i]), 0))
    return wall.quantize(COLOURS)


if __name__ == "__main__":
    here = Path(__file__).parent
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent / "build"
    picture(folder).save(here / "picture.png", optimize=True)
