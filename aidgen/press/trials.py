"""Type that is chosen by the layout: of what has `data-least` and `data-most`, in pt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from xml.etree.ElementTree import Element, tostring

from aidgen.press.centring import CENTRE, centre
from aidgen.press.copyfit import LIKE, Range, copyfit, copyfit_alike
from aidgen.press.engine import Source
from aidgen.press.filling import MOST_AIR, filled
from aidgen.press.layout import fittings, lost, set_texts
from aidgen.press.sheets import Sheet, height_of, is_sheet, measured, sheets_of, spread

BLANK = 0.06
"""Which part of a page may stay blank: more of it looks as if something were missing."""
ANCHOR = re.compile(rb' id="[^"]*"')
"""The first of several copies alone bears it."""
BARELY = 1.001
"""How full a place is said to be that does not hold its content, if only just."""
SPARE = 0.1
"""By how much in mm a page is filled less than it could be: lengths are rounded."""


def choose_type(source: Source) -> None:
    """Write into each card and page of `source` that has bounds the type that suits it.

    It is the largest at which its content fits, and all are alike: cards as `copyfit_alike` has it,
    pages in one size, if none of them then stays half empty. Pages are filled, cards with little on
    them are centred. Changes the `style` of these elements.
    """
    trials = _Trials(source)
    cards = {card: one for card, one in trials.ranges.items() if not is_sheet(card)}
    for card, size in copyfit_alike(cards, trials.measure).items():
        trials.write(card, size)
    with trials.alone(short := [card for card in cards if card.get(CENTRE) is not None]):
        centre(source, short)
    trials.copy()
    pages = {page: one for page, one in trials.ranges.items() if is_sheet(page)}
    if pages:
        _fill(source, trials, copyfit(pages, trials.measure))


def _fill(source: Source, trials: _Trials, own: Mapping[Element, float]) -> None:
    """Set the pages of a sheet in one size of type, and fill them; `own` are the sizes of each.

    A page that would stay blank in part is set in larger type, as far as it is like the others.
    """
    shared = min(own.values())
    for page in own:
        trials.write(page, shared)
    larger = {
        page: Range(shared, min(own[page], round(shared + LIKE, 2)))
        for page, sheet in measured(source, own).items()
        if _blank(sheet) > BLANK * height_of(page) and own[page] > shared
    }
    for page, size in copyfit(larger, trials.measure).items():
        trials.write(page, size)
    for sheet in measured(source, own).values():
        spread(sheet, filled([row.row for row in sheet.rows], sheet.room - SPARE))


def _blank(sheet: Sheet) -> float:
    """Return what stays blank of a page, in mm, with as much air as there can be."""
    return sheet.room - sum(row.row.taken(MOST_AIR) for row in sheet.rows)


class _Trials:
    """Cards and pages whose type is to be chosen: one of each sort, and its copies."""

    def __init__(self, source: Source) -> None:
        sorts: dict[bytes, list[Element]] = defaultdict(list)
        for element in source.root.iter():
            if element.get("data-least") and element.get("data-most"):
                sorts[_looks(element)].append(element)
        self._source = source
        self._copies = {copies[0]: copies for copies in sorts.values()}
        self.ranges = {element: _range(element) for element in self._copies}

    def write(self, element: Element, size: float) -> None:
        """Set an element and its copies in type of a size in pt."""
        for copy in self._copies[element]:
            _write_size(copy, size)

    def copy(self) -> None:
        """Set all copies as the first of them is set."""
        for first, copies in self._copies.items():
            for copy in copies:
                copy.attrib.update(first.attrib)

    @contextmanager
    def alone(self, elements: Collection[Element]) -> Iterator[None]:
        """Have only `elements` set for a while: what is not set costs no time."""
        idle = (one for copies in self._copies.values() for one in copies if one not in elements)
        with _emptied(idle):
            yield

    def measure(self, sizes: Mapping[Element, float]) -> Mapping[Element, float]:
        """Return how full those of `sizes` are in these sizes, as `copyfit` asks for.

        One does not fit if something leaves its place, goes on elsewhere or is left out, as what
        lies beyond the end of the sheet may be. Nothing else is set meanwhile.
        """
        for element, size in sizes.items():
            _write_size(element, size)
        with self.alone(sizes):
            if any(map(is_sheet, sizes)):
                return _full_pages(self._source, sizes)
            return _full_cards(self._source, sizes)


def _full_cards(source: Source, sizes: Collection[Element]) -> Mapping[Element, float]:
    pages = source.laid_out().pages
    pieces = set_texts(pages)
    found = [fitting for fitting in fittings(pages) if fitting.element in sizes]
    return {
        fitting.element: _full(fitting.room, fitting.height, holds=fitting.holds)
        for fitting in found
        if (fitting.holds or (fitting.room or 0) < 0) and not any(lost(fitting.element, pieces))
    }


def _full_pages(source: Source, sizes: Collection[Element]) -> Mapping[Element, float]:
    pages = source.laid_out(endless=True).pages
    crowded = {fitting.element for fitting in fittings(pages) if not fitting.holds}
    return {
        page: _full(sheet.room - SPARE, height_of(page), holds=sheet.room >= SPARE)
        for page, sheet in sheets_of(pages, sizes).items()
        if crowded.isdisjoint(page.iter())
    }


def _full(room: float | None, height: float, *, holds: bool) -> float:
    """Return how full a place of a height is; never exactly so much that it says otherwise."""
    full = 1 - (room or 0) / height
    return min(1.0, full) if holds else max(full, BARELY)


def _looks(element: Element) -> bytes:
    """Return what tells one sort of card from another: links to it and what follows apart."""
    return ANCHOR.sub(b"", tostring(element).rpartition(b">")[0])


def _range(element: Element) -> Range:
    return Range(float(element.get("data-least", 0)), float(element.get("data-most", 0)))


def _write_size(element: Element, size: float) -> None:
    """Give an element a type size in place of what its `style` says."""
    style = re.sub(r"font-size:[^;]*;?", "", element.get("style", ""))
    element.set("style", f"font-size:{size:g}pt;{style}")


@contextmanager
def _emptied(elements: Iterator[Element]) -> Iterator[None]:
    """Take the content out of elements for a while: what is not set costs no time."""
    contents = [(element, list(element), element.text) for element in elements]
    for element, _, _ in contents:
        element[:] = []
        element.text = None
    yield
    for element, children, text in contents:
        element[:] = children
        element.text = text
