"""Print shops and virtual tables: what each sells, and which files it takes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, ValidationError, convert

from aidgen.assets.papers import Size

# In mm; the resolution in which shops give the size of a picture.
INCH, DPI = 25.4, 300
PdfxStandard = Literal["x1a", "x4"]
Margin = Annotated[float, Meta(ge=0, le=20)]
# In mm: of the sides of a product, and by how much its picture is larger.
SMALLEST_CUT, LARGEST_CUT, WIDEST_MARGIN = 10.0, 600.0, 60.0
# What a shop that is not as it should be raises.
FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, ValidationError)


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
    key: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,40}\Z")] = ""
    """Its name on the command line and in file names."""
    source: str = ""
    """Where that was published, and when it was read."""
    products: tuple[Product, ...] = ()
    """The cards that it prints; none if it takes any size."""
    bleed: Margin = 0.0
    """How far a picture extends beyond the cut."""
    safe: Margin = 0.0
    """How far within the cut text must stay."""
    backs_first: bool = False
    """Whether each back comes before its front, and each copy of a card has its own pages."""
    pictures: bool = True
    """Whether it takes PNGs; else PDFs."""
    pdfx: PdfxStandard | Literal[""] = ""
    """The standard of the PDFs that it takes, in the inks of a press; "" for RGB."""
    ink: Annotated[int, Meta(ge=100, le=400)] = 240
    """The sum of all four inks above which it may refuse a PDF, in percent."""
    order: bool = False
    """Whether an uploader can order its pictures: with a file in the format of MPC Autofill."""
    whole_pages: bool = False
    """Whether it takes books and sheets, too."""


def read_shops(text: str, ours: Mapping[str, Shop]) -> Mapping[str, Shop]:
    """Return the shops of a TOML file, by name; `like` names one of these or of `known`.

    Raises ValueError with what is wrong.
    """
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise ValueError("nests lists too deeply") from None
    shops: dict[str, Shop] = {}
    for name, facts in tables.items():
        try:
            like = {**ours, **shops}[facts.pop("like")] if "like" in facts else None
            products = [_read_product(row, facts, like) for row in facts.pop("products", ())]
            given = {**facts, "key": name, **({"products": tuple(products)} if products else {})}
            shop = replace(like, **given) if like else Shop(**given)
            convert(asdict(shop), Shop)
            _refuse_odd(shop.products)
        except FAULTS as error:
            raise ValueError(f"`{name}` is not a shop as in shops.toml: {error}") from None
        shops[name] = shop
    return shops


def _refuse_odd(products: Sequence[Product]) -> None:
    for product in products:
        for cut, side in zip(astuple(product.trim), astuple(product.picture), strict=True):
            if not (SMALLEST_CUT <= cut <= LARGEST_CUT and cut <= side <= cut + WIDEST_MARGIN):
                problem = f"{product.name}: found {cut:g} mm in a picture of {side:g} mm"
                raise ValueError(f"{problem}, expected {SMALLEST_CUT:g} to {LARGEST_CUT:g}")


def _read_product(row: Mapping[str, Any], facts: Mapping[str, Any], like: Shop | None) -> Product:
    trim = Size(*map(float, row["trim"]))
    bleed = float(facts.get("bleed", like.bleed if like else 0.0))
    pixels = row.get("picture")
    if pixels is None:
        return Product(row["name"], trim, Size(trim.width + 2 * bleed, trim.height + 2 * bleed))
    return Product(row["name"], trim, Size(*(side / DPI * INCH for side in pixels)))


# The shops, programs, and files of any use, by the names of `aidgen export`.
SHOPS = read_shops(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"), {})
