"""Cards whose type is chosen by the layout: those with `data-least` and `data-most`, in pt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from xml.etree.ElementTree import Element, tostring

from aidgen.press.copyfit import Range, copyfit
from aidgen.press.engine import Source
from aidgen.press.layout import fittings, lost, set_texts


def choose_type(source: Source) -> None:
    """Write into each card of `source` that has bounds the largest type at which its content fits.

    It fits if nothing leaves its place, goes on elsewhere or is left out, as what lies beyond the
    end of the sheet may be. One of each sort of card is set, and only while its size is not
    settled. Changes the `style` of these elements.
    """
    sorts: dict[bytes, list[Element]] = defaultdict(list)
    for element in source.root.iter():
        if element.get("data-least") and element.get("data-most"):
            sorts[tostring(element)].append(element)
    cards = {copies[0]: copies for copies in sorts.values()}

    def fitting(sizes: Mapping[Element, float]) -> Collection[Element]:
        for card, size in sizes.items():
            _write_size(card, size)
        idle = (card for copies in cards.values() for card in copies if card not in sizes)
        with _emptied(idle):
            pages = source.laid_out().pages
            pieces = set_texts(pages)
            holding = (fitting.element for fitting in fittings(pages) if fitting.holds)
            return {card for card in holding if card in sizes and not any(lost(card, pieces))}

    chosen = copyfit({card: _range(card) for card in cards}, fitting)
    for card, size in chosen.items():
        for copy in cards[card]:
            _write_size(copy, size)


def _range(card: Element) -> Range:
    return Range(float(card.get("data-least", 0)), float(card.get("data-most", 0)))


def _write_size(card: Element, size: float) -> None:
    """Give an element a type size in place of what its `style` says."""
    style = re.sub(r"font-size:[^;]*;?", "", card.get("style", ""))
    card.set("style", f"font-size:{size:g}pt;{style}")


@contextmanager
def _emptied(cards: Iterator[Element]) -> Iterator[None]:
    """Take the content out of cards for a while: what is not set costs no time."""
    contents = [(card, list(card), card.text) for card in cards]
    for card, _, _ in contents:
        card[:] = []
        card.text = None
    yield
    for card, children, text in contents:
        card[:] = children
        card.text = text
