"""Pictures for the page of a shop: cards in a fan, in a hand, beside their backs; a book, open."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from aidgen.proof.pictures import POINTS_PER_INCH

SHOWN_DPI = 300
"""The resolution of a card before it is turned."""
MOST_FANNED = 7
"""Cards of a fan: more hide each other."""
FINE = 4
"""By how much larger the mask of round corners is drawn, so that they are smooth."""
SHADOW, SHADE = 0.018, 0.45
"""How far a shadow falls and blurs, as a part of a card's height, and how dark it is."""


@dataclass(frozen=True)
class Arrangement:
    """How cards are held: degrees from one to the next, how far away the hand is that holds them,
    as a part of their height, and how much of their height is seen."""

    step: float
    reach: float
    seen: float = 1.0


FAN, HAND = Arrangement(11.0, 1.15), Arrangement(7.0, 1.9, seen=0.82)


def fan_picture(pdf: bytes, pages: Sequence[int], radius: float, held: Arrangement) -> bytes:
    """Return pages, from 0, as cards with corners of a radius in mm, held as a fan: a PNG."""
    cards = _cards(pdf, pages[:MOST_FANNED], radius)
    middle = (len(cards) - 1) / 2
    angles = [held.step * (at - middle) for at in range(len(cards))]
    far = held.reach * cards[0].height
    placed = [
        (card, angle, far * math.sin(math.radians(angle)), -far * math.cos(math.radians(angle)))
        for card, angle in zip(cards, angles, strict=True)
    ]
    whole = _table(placed)
    if held.seen < 1:
        whole = whole.crop((0, 0, whole.width, round(whole.height * held.seen)))
    return _png(whole)


def pair_picture(pdf: bytes, pages: Sequence[int], radius: float) -> bytes:
    """Return a front and its back, from 0, beside each other: a PNG."""
    cards = _cards(pdf, pages, radius)
    step = cards[0].width * 1.02
    turns = (-4.0, 5.0)
    return _png(_table([(card, turns[at], at * step, at * 12.0) for at, card in enumerate(cards)]))


def spread_picture(pdf: bytes, pages: Sequence[int]) -> bytes:
    """Return two pages of a book, from 0, side by side as it lies open: a PNG."""
    left, right = _cards(pdf, pages, 0.0)
    both = Image.new("RGBA", (left.width + right.width, left.height))
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    fold = max(2, left.width // 16)
    shade = Image.new("L", both.size, 0)
    pen = ImageDraw.Draw(shade)
    for distance in range(fold):
        dark = round(70 * (1 - distance / fold) ** 2)
        for x in (left.width - 1 - distance, left.width + distance):
            pen.line((x, 0, x, both.height), fill=dark)
    both.paste(Image.new("RGBA", both.size, (0, 0, 0, 255)), (0, 0), shade)
    return _png(_table([(both, 0.0, 0.0, 0.0)]))


def _cards(pdf: bytes, pages: Sequence[int], radius: float) -> list[Image.Image]:
    """Return pages as pictures whose corners are transparent."""
    with pypdfium2.PdfDocument(pdf) as document:
        scale = SHOWN_DPI / POINTS_PER_INCH
        pictures = [document[page].render(scale=scale).to_pil().convert("RGBA") for page in pages]
    for picture in pictures:
        picture.putalpha(_rounded(picture.size, radius / 25.4 * SHOWN_DPI))
    return pictures


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    edges = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edges, radius * FINE, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


def _table(placed: Sequence[tuple[Image.Image, float, float, float]]) -> Image.Image:
    """Return pictures turned by degrees around their middles, which are given, each with a shadow
    on those below; nothing is behind them."""
    turned = [
        (card.rotate(-angle, Image.Resampling.BICUBIC, expand=True), x, y)
        for card, angle, x, y in placed
    ]
    blur = max(card.height for card, _, _, _ in placed) * SHADOW
    edge = round(3 * blur)
    left = min(x - card.width / 2 for card, x, _ in turned) - edge
    top = min(y - card.height / 2 for card, _, y in turned) - edge
    right = max(x + card.width / 2 for card, x, _ in turned) + edge
    bottom = max(y + card.height / 2 for card, _, y in turned) + edge
    whole = Image.new("RGBA", (round(right - left), round(bottom - top)))
    for card, x, y in turned:
        at = round(x - card.width / 2 - left), round(y - card.height / 2 - top)
        alpha = Image.new("L", whole.size, 0)
        alpha.paste(card.getchannel("A"), (at[0], at[1] + round(blur)))
        shadow = alpha.filter(ImageFilter.GaussianBlur(blur)).point(lambda level: level * SHADE)
        black = Image.new("RGBA", whole.size, (0, 0, 0, 0))
        black.putalpha(shadow)
        whole = Image.alpha_composite(whole, black)
        whole.alpha_composite(card, at)
    return whole


def _png(picture: Image.Image) -> bytes:
    box = picture.getchannel("A").getbbox()
    out = io.BytesIO()
    picture.crop(box).save(out, format="PNG", dpi=(SHOWN_DPI, SHOWN_DPI))
    return out.getvalue()
