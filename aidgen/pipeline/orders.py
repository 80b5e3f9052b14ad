"""Order files: the XML with which an uploader puts pictures into the basket of a print shop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from aidgen.sandbox.windows import outside_path

# The usual cardboard of MakePlayingCards, as the uploader calls it.
STOCK = "(S30) Standard Smooth"
# The numbers of cards in a deck for which MakePlayingCards has a price.
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)


# The pictures of the front and back of a card, and how many copies are ordered.
OrderedCard = tuple[Path, Path | None, int]


def order_xml(cards: Sequence[OrderedCard]) -> bytes:
    """Return an order of cards of one size in the format of MPC Autofill.

    It names the pictures by their paths on this computer, as the uploader sees them: it takes them
    for the ids of its own downloads.
    """
    quantity = sum(copies for _, _, copies in cards)
    order = Element("order")
    details = SubElement(order, "details")
    bracket = next((size for size in BRACKETS if size >= quantity), BRACKETS[-1])
    facts = {"quantity": quantity, "bracket": bracket, "stock": STOCK, "foil": "false"}
    for tag, fact in facts.items():
        SubElement(details, tag).text = str(fact)
    _add_side(order, "fronts", [(front, copies) for front, _, copies in cards])
    backs = [(back, copies) for _, back, copies in cards]
    if any(back for back, _ in backs):
        _add_side(order, "backs", backs)
    first = next((back for back, _ in backs if back), None)
    SubElement(order, "cardback").text = str(outside_path(first)) if first else ""
    indent(order)
    content: bytes = tostring(order, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _add_side(order: Element, tag: str, pictures: Iterable[tuple[Path | None, int]]) -> None:
    side, slot = SubElement(order, tag), 0
    for picture, copies in pictures:
        if picture is not None:
            card = SubElement(side, "card")
            SubElement(card, "id").text = str(outside_path(picture))
            SubElement(card, "slots").text = ",".join(map(str, range(slot, slot + copies)))
            SubElement(card, "name").text = picture.name
            SubElement(card, "query").text = ""
        slot += copies
