"""Cards on the canvas of a print shop: numbers in, numbers out."""

from __future__ import annotations

from dataclasses import dataclass

from aidgen.assets.papers import Rect, Size
from aidgen.assets.shops import Product, Shop

# By how many mm a card of ours may be larger than a shop's on each side, since it is cut off
# unnoticed; and by how many it may be smaller.
SLACK, SMALLER = 0.5, 1.0
# How many cards a sheet of Tabletop Simulator has at most.
SHOP_COLUMNS, SHOP_ROWS = 10, 7
# How many pixels a side of such a sheet has at most.
WIDEST = 4096


@dataclass(frozen=True)
class Canvas:
    """The page or picture of one card: its size, the place of the card, of the cut, of text."""

    size: Size
    card: Rect
    safe: Rect
    trim: Rect


def canvas(shop: Shop, trim: Size) -> Canvas | None:
    """Return the canvas of a card of ours, for the nearest product; None if the shop has none."""
    product = _nearest_product(shop, trim)
    if product is None:
        return None
    size, cut = product.picture, product.trim
    left, top = (size.width - trim.width) / 2, (size.height - trim.height) / 2
    across, down = (size.width - cut.width) / 2, (size.height - cut.height) / 2
    edge = shop.safe
    return Canvas(
        size,
        Rect(left, top, trim.width, trim.height),
        Rect(across + edge, down + edge, cut.width - 2 * edge, cut.height - 2 * edge),
        Rect(across, down, cut.width, cut.height),
    )


def _nearest_product(shop: Shop, trim: Size) -> Product | None:
    if not shop.products:
        size = Size(trim.width + 2 * shop.bleed, trim.height + 2 * shop.bleed)
        return Product(shop.name, trim, size)
    fitting = [
        product
        for product in shop.products
        if all(-2 * SLACK <= side <= SMALLER for side in _more(product, trim))
    ]
    return min(fitting, key=lambda product: sum(map(abs, _more(product, trim))), default=None)


def _more(product: Product, trim: Size) -> tuple[float, float]:
    """Return how much wider and higher a card of a shop is than one of ours, in mm."""
    return product.trim.width - trim.width, product.trim.height - trim.height


def grid(cards: int, trim: Size) -> tuple[int, int, int, int]:
    """Return columns and rows of a sheet of so many cards, and width and height of one in px."""
    columns = min(SHOP_COLUMNS, max(2, cards))
    rows = max(2, -(-cards // columns))
    width = min(WIDEST // columns, int(WIDEST / rows * trim.width / trim.height))
    return columns, rows, width, int(width * trim.height / trim.width)
