"""Print shops and the sizes of card that they take: numbers in, numbers out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aidgen.assets.papers import Rect, Size

INCH, DPI = 25.4, 300
"""In mm; the resolution in which shops give the size of a picture."""
SLACK, SMALLER = 0.5, 1.0
"""By how many mm a card of ours may be larger than a shop's on each side, since it is cut off
unnoticed; and by how many it may be smaller."""


@dataclass(frozen=True)
class Product:
    """A kind of card that a shop sells: its size when cut, and the size of its picture, in mm."""

    name: str
    trim: Size
    picture: Size


@dataclass(frozen=True)
class Shop:
    """What a print shop or program wants of a picture or page of a card, in mm."""

    name: str
    source: str = ""
    """Where that was published, and when it was read."""
    products: tuple[Product, ...] = ()
    """The cards that it prints; none if it takes any size."""
    bleed: float = 0.0
    """How far a picture extends beyond the cut."""
    safe: float = 0.0
    """How far within the cut text must stay."""
    backs_first: bool = False
    """Whether each back comes before its front, and each copy of a card has its own pages."""
    pictures: bool = True
    """Whether it takes PNGs; else PDFs."""


def read_shops(text: str, known: Mapping[str, Shop]) -> Mapping[str, Shop]:
    """Return the shops of a TOML file, by name; `like` names one of these or of `known`.

    Raises ValueError with what is wrong.
    """
    shops: dict[str, Shop] = {}
    for name, facts in tomllib.loads(text).items():
        try:
            like = {**known, **shops}[facts.pop("like")] if "like" in facts else None
            products = [_read_product(row, facts, like) for row in facts.pop("products", ())]
            given = {**facts, **({"products": tuple(products)} if products else {})}
            shops[name] = replace(like, **given) if like else Shop(**given)
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            raise ValueError(f"`{name}` is not a shop as in shops.toml: {error}") from None
    return shops


def _read_product(row: Mapping[str, Any], facts: Mapping[str, Any], like: Shop | None) -> Product:
    trim = Size(*map(float, row["trim"]))
    bleed = float(facts.get("bleed", like.bleed if like else 0.0))
    pixels = row.get("picture")
    if pixels is None:
        return Product(row["name"], trim, Size(trim.width + 2 * bleed, trim.height + 2 * bleed))
    return Product(row["name"], trim, Size(*(side / DPI * INCH for side in pixels)))


SHOPS = read_shops(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"), {})
"""The shops, programs, and files of any use, by the names of `aidgen export`."""


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
    fitting = [product for product in shop.products if _holds(product.trim, trim)]
    return min(fitting, key=lambda product: _difference(product.trim, trim), default=None)


def _difference(cut: Size, trim: Size) -> float:
    return abs(cut.width - trim.width) + abs(cut.height - trim.height)


def _holds(cut: Size, trim: Size) -> bool:
    """Tell whether a card of a shop is like one of ours."""
    more = (cut.width - trim.width, cut.height - trim.height)
    return all(-2 * SLACK <= side <= SMALLER for side in more)


SHOP_COLUMNS, SHOP_ROWS = 10, 7
"""How many cards a sheet of Tabletop Simulator has at most."""
WIDEST = 4096
"""How many pixels a side of such a sheet has at most."""


def grid(cards: int, trim: Size) -> tuple[int, int, int, int]:
    """Return columns and rows of a sheet of so many cards, and width and height of one in px."""
    columns = min(SHOP_COLUMNS, max(2, cards))
    rows = max(2, -(-cards // columns))
    width = min(WIDEST // columns, int(WIDEST / rows * trim.width / trim.height))
    return columns, rows, width, int(width * trim.height / trim.width)
