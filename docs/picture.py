"""Makes the pictures in the README from built PDFs: `python docs/picture.py [build [examples]]`.

The games of `examples/` are built with `--out examples-build`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps
from pypdfium2 import PdfDocument

TALL, EDGE, GREY = 540, 15, "#d9d9d9"
"""How high in pixels a page is, and what is around it."""
COLOURS = 48
CARD = (29.8, 545.7, 386.9, 46.8)
"""What to cut off a sheet of poker cards, so that its first card is left: in pt from the left, the
bottom, the right and the top."""
ACROSS, DOWN = 178.58, 249.45
"""How far the next card is, in pt."""
PAGES: tuple[tuple[str, int, tuple[float, ...]], ...] = (
    ("en/expedition-damage-tables-en", 0, ()),
    ("fr/expedition-rulebook-fr", 5, ()),
    ("fr/expedition-player-cards-fr", 0, CARD),
)
COVERS = ("lamplighters/en/lamplighters-rulebook-en", "ember-keep/en/ember-keep-rulebook-en")
SALVAGE, WARM = "tidewrack/en/tidewrack-salvage-en", 192
"""The cards of the fan, and of how many colours their picture is."""
FAN = ((0, 2, 0), (2, 2, 2), (2, 1, 1), (4, 0, 1), (6, 0, 0))
"""Of each card of the fan: its page, and where it is on that, across and down."""
HELD, TURN = 2.1, 13
"""How far below the tops of cards the middle of the fan is, in cards; the degrees between two."""


def page(path: Path, number: int, crop: tuple[float, ...], edge: int = EDGE) -> Image.Image:
    """Return a picture of a page, or of what is left when `crop` is cut off."""
    found = PdfDocument(path)[number]
    tall = found.get_height() - (crop[1] + crop[3] if crop else 0)
    picture = found.render(scale=TALL / tall, crop=crop or (0, 0, 0, 0)).to_pil()
    return ImageOps.expand(picture.resize((picture.width, TALL)), edge, GREY)


def row(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side."""
    wall = Image.new("RGB", (sum(each.width for each in pictures), TALL + 2 * EDGE), GREY)
    for i, each in enumerate(pictures):
        wall.paste(each, (sum(left.width for left in pictures[:i]), 0))
    return wall


def fan(sheets: Path) -> Image.Image:
    """Return some cards of a few sheets, as in a hand."""
    left, bottom, right, top = CARD
    hand = Image.new("RGBA", (1400, 900))
    for i, (number, across, down) in enumerate(FAN):
        x, y = across * ACROSS, down * DOWN
        card = page(sheets, number, (left + x, bottom - y, right - x, top + y), 0)
        corners = Image.new("L", card.size)
        ImageDraw.Draw(corners).rounded_rectangle((2, 2, card.width - 3, TALL - 3), 18, 255)
        card.putalpha(corners)
        high = round(card.height * HELD)
        room = Image.new("RGBA", (2 * high, 2 * high))
        room.paste(card, (high - card.width // 2, 0), card)
        turned = room.rotate(TURN * (len(FAN) // 2 - i), Image.Resampling.BICUBIC)
        hand.alpha_composite(turned.crop((high - 700, 0, high + 700, 900)))
    box = hand.getbbox() or (0, 0, 1, 1)
    wide = round((box[2] - box[0]) * TALL / (box[3] - box[1]))
    small = hand.crop(box).resize((wide, TALL), Image.Resampling.LANCZOS)
    wall = Image.new("RGB", (wide + 2 * EDGE, TALL + 2 * EDGE), GREY)
    wall.paste(small, (EDGE, EDGE), small)
    return wall


if __name__ == "__main__":
    here = Path(__file__).parent
    folder, examples = Path("build"), Path("examples-build")
    if len(sys.argv) > 1:
        folder, *rest = map(Path, sys.argv[1:])
        examples = rest[0] if rest else examples
    pages = [page(folder / "expedition" / f"{name}.pdf", *place) for name, *place in PAGES]
    row(pages).quantize(COLOURS).save(here / "picture.png", optimize=True)
    covers = [page(examples / f"{name}.pdf", 0, ()) for name in COVERS]
    shelf = row([*covers, fan(examples / f"{SALVAGE}.pdf")])
    shelf.quantize(WARM, kmeans=2).save(here / "examples.png", optimize=True)
