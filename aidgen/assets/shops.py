"""Print shops and virtual tables: what each sells, and which files it takes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from aidgen.assets.papers import Size

INCH, DPI = 25.4, 300
"""In mm; the resolution in which shops give the size of a picture."""
PdfxStandard = Literal["x1a", "x4"]


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
    key: str = ""
    """Its name on the command line and in file names."""
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
    pdfx: PdfxStandard | Literal[""] = ""
    """The standard of the PDFs that it takes, in the inks of a press; "" for RGB."""
    ink: int = 240
    """The sum of all four inks at most, in percent."""
    order: bool = False
    """Whether an uploader can order its pictures: with a file in the format of MPC Autofill."""
    whole_pages: bool = False
    """Whether it takes books and sheets, too."""


def read_shops(text: str, known: Mapping[str, Shop]) -> Mapping[str, Shop]:
    """Return the shops of a TOML file, by name; `like` names one of these or of `known`.

    Raises ValueError with what is wrong.
    """
    shops: dict[str, Shop] = {}
    for name, facts in tomllib.loads(text).items():
        try:
            like = {**known, **shops}[facts.pop("like")] if "like" in facts else None
            products = [_read_product(row, facts, like) for row in facts.pop("products", ())]
            given = {**facts, "key": name, **({"products": tuple(products)} if products else {})}
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
