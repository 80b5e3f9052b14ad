"""Print shops and the sizes of card that they take: numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aidgen.assets.papers import Rect, Size

INCH = 25.4
"""In mm."""
EIGHTH = INCH / 8
SLACK, SMALLER = 0.2, 1.0
"""How far in mm a card of ours may be larger than a shop's on a side, as nobody sees when it is cut
off; and by how much it may be smaller."""
POKER, TAROT = Size(2.5 * INCH, 3.5 * INCH), Size(2.75 * INCH, 4.75 * INCH)


@dataclass(frozen=True)
class Shop:
    """What a service asks of a picture or page of a card, in mm. Sources: docs/how-to/print.md."""

    trims: tuple[Size, ...] = ()
    """The sizes of its cards once they are cut; nothing if it takes any size."""
    bleed: float = 0.0
    """How far a picture goes on beyond the cut."""
    safe: float = 0.0
    """How far within the cut nothing may stand that must not be lost."""
    backs_first: bool = False
    """Whether each back comes before its front, and each copy of a card has its own pages."""
    pictures: bool = True
    """Whether it takes PNGs; else PDFs."""


SHOPS: Mapping[str, Shop] = {
    "mpc": Shop(
        (POKER, TAROT),
        bleed=0.12 * INCH,
        safe=0.12 * INCH,
    ),
    "tgc": Shop(
        (POKER, TAROT),
        bleed=EIGHTH,
        safe=EIGHTH,
    ),
    "drivethrucards": Shop(
        (POKER,),
        bleed=EIGHTH,
        safe=EIGHTH,
        backs_first=True,
        pictures=False,
    ),
    "tts": Shop(),
    "png": Shop(bleed=3.0, safe=3.0),
    "pdf": Shop(bleed=3.0, safe=3.0, pictures=False),
}
"""The services, and files of any use, by the names of `aidgen export`."""


@dataclass(frozen=True)
class Canvas:
    """The page or picture of one card: its size, where the card lies on it, and what is safe."""

    size: Size
    card: Rect
    safe: Rect


def canvas(shop: Shop, trim: Size) -> Canvas | None:
    """Return the canvas of a card of ours; None if the shop has none of that size."""
    cut = next((cut for cut in shop.trims or (trim,) if _holds(cut, trim)), None)
    if cut is None:
        return None
    size = Size(cut.width + 2 * shop.bleed, cut.height + 2 * shop.bleed)
    left, top = (size.width - trim.width) / 2, (size.height - trim.height) / 2
    edge = shop.bleed + shop.safe
    return Canvas(
        size,
        Rect(left, top, trim.width, trim.height),
        Rect(edge, edge, size.width - 2 * edge, size.height - 2 * edge),
    )


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
