"""A document laid out in the largest type in which its content fits, in at most three layouts.

The first layout is in the type that the number of letters suggests. The heights that it shows tell
which type fits. A third layout is made only where that was too much, and a fourth where that is too
much again: then in a size that is known to fit, or in the smallest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.layout.boxes import PX_PER_MM, LaidBox, LaidPage, Layout
from aidgen.layout.document import Document
from aidgen.layout.fits import BoxFit, Overflow, PageItems, box_fits
from aidgen.press.books import lay_out_body, lay_out_book, page_numbers
from aidgen.press.engine.html import HtmlDocument, Rendering
from aidgen.press.engine.moving import APART, CENTRE, move_content
from aidgen.press.engine.reading import read_pages
from aidgen.press.sizes import PAGE_TAG, Chooser, choosers, set_sizes
from aidgen.press.titles import shrink_titles

MOST_LAYOUTS = 3
MOST_TRIALS = 6
"""How often the fullest cards of a deck are laid out to find its type."""
CROWDED = 1.05
"""How full a card counts as whose content crosses an edge, if it is not known by how much."""
WIDTH_GROWTH = 1.3
ALIKE = "data-alike"
MOVED = (CENTRE, APART)
# What makes a page depend on those before it: numbers, running titles, left and right pages.
DEPENDS = re.compile(r"counter\(pages?\b|string\(|@page[^{]*:(?:first|left|right|nth)")


def lay_out(document: Document) -> Layout:
    """Return a document laid out in the type that fits. Raises MachineError without fonts."""
    if document.front:
        return lay_out_book(document)
    sheets = _Sheets(HtmlDocument(document.html, document.files), document.html)
    sheets.html.link(sheets.html.anchors)
    return _fitted(sheets, tuple(choosers(sheets.html.root)))


def lay_out_page(document: Document, page: int, before: Arrangement) -> tuple[Layout, int] | None:
    """Return a layout with a page, from 0, of a document, and its number in that.

    It is in the type of an earlier layout, so that one layout does, which has that page alone if it
    depends on no other. None if the document is not made up as that was. A book's front is not laid
    out. Raises MachineError without fonts.
    """
    if document.front:
        front = before.mains.count(FRONT)
        if page < front:
            return None
        return lay_out_body(document, before.numbers, front), page - front
    sheets = _Sheets(HtmlDocument(document.html, document.files), document.html)
    choosing = tuple(choosers(sheets.html.root))
    if len(choosing) != len(before.types) or max(before.mains) >= len(sheets.mains):
        return None
    for chooser, (size, air) in zip(choosing, before.types, strict=True):
        chooser.least = chooser.most = size
        chooser.air = air
    if sheets.apart:
        sheets.mains = [sheets.mains[before.mains[page]]]
        page -= before.mains.index(before.mains[page])
    sheets.html.link(sheets.html.anchors)
    kept = {inner for main in sheets.mains for inner in main.iter()}
    here = tuple(chooser for chooser in choosing if chooser.element in kept)
    return _fitted(sheets, here, spaced=False), page


def _fitted(sheets: _Sheets, choosing: Sequence[Chooser], *, spaced: bool = True) -> Layout:
    fits = _fit_type(sheets, choosing, spaced=spaced)
    rendering, pages = sheets.whole, tuple(sheets.pages)
    if rooms := _centring(fits):
        rendering = move_content(sheets.html, rendering, rooms)
        pages = read_pages(rendering.document)
    return Layout(
        pages=pages,
        roots=(sheets.html.root,),
        warnings=tuple(dict.fromkeys(rendering.warnings)),
        types=tuple(chooser.size for chooser in choosing),
        airs=tuple(chooser.air for chooser in choosing),
        layouts=sheets.layouts,
        engine=rendering.document,
    )


def largest_type(document: Document) -> float:
    """Return the largest type in pt in which all cards of a document fit, each on its own page.

    Only those are laid out again that may need smaller type than all others: one takes 30 ms.
    """
    sheets = _Sheets(HtmlDocument(document.html, document.files), document.html)
    main_of = {inner: main for main in sheets.mains for inner in main.iter()}
    choosing = pending = list(choosers(sheets.html.root))
    set_sizes(choosing, [chooser.guess() for chooser in choosing], math.inf)
    for _ in range(MOST_TRIALS):
        for chooser in pending:
            chooser.write()
        sheets.lay_out({main_of[chooser.element] for chooser in pending})
        items = [PageItems(page) for page in sheets.pages]
        _measure(pending, items, {fit.element: fit for fit in box_fits(items)})
        size = min(chooser.wanted() for chooser in choosing)
        pending = [chooser for chooser in choosing if chooser.largest_fitting < size]
        if not pending:
            return size
        for chooser in pending:
            chooser.size = size
    return min(chooser.largest_fitting for chooser in choosing)


# The number, among those of a body, of a page that is before the body of a book.
FRONT = -1


@dataclass(frozen=True)
class Arrangement:
    """How a document was laid out: enough to lay out a page alone once the document has changed."""

    mains: tuple[int, ...]
    """The number of the `main` that each page belongs to, from 0."""
    types: tuple[tuple[float, float], ...]
    """The type in pt of each element that chose one, and the space between its parts in em."""
    numbers: Mapping[str, int]
    """The page of each anchor of a book, from 1."""


def arrangement_of(layout: Layout) -> Arrangement:
    """Return how a document was laid out."""
    order = {main: number for number, main in enumerate(next(layout.roots[-1].iter("body")))}
    mains = list[int]()
    for page in layout.pages:
        element = next((box.element for box in page.mains if box.element is not None), None)
        # A page on which none begins goes on with the one before.
        mains.append(mains[-1] if element is None else order.get(element, FRONT))
    types = tuple(zip(layout.types, layout.airs, strict=True))
    front = mains.count(FRONT)
    numbers = page_numbers(layout.engine.pages[front:], front + 1) if front else {}
    return Arrangement(tuple(mains), types, numbers)


@dataclass
class _Sheets:
    """The pages of a document as they were laid out last, by their `main`."""

    html: HtmlDocument
    source: str
    layouts: int = 0
    warnings: list[str] = field(default_factory=list)
    laid: dict[Element, list[tuple[Any, LaidPage]]] = field(default_factory=dict)
    """The pages of each `main`: the engine's, and as we read it."""
    last: Any = None
    """The engine's document that was laid out last."""

    def __post_init__(self) -> None:
        """Find out whether each `main` can be laid out without the others."""
        self.body = next(self.html.root.iter("body"))
        self.mains = list(self.body)
        self.apart = not DEPENDS.search(self.source) and all(
            main.tag == PAGE_TAG for main in self.mains
        )

    def lay_out(self, changed: Collection[Element]) -> None:
        """Lay out again what has changed, or all if pages depend on each other."""
        self.body[:] = [main for main in self.mains if main in changed or not self.apart]
        rendering = self.html.lay_out()
        self.body[:] = self.mains
        self.layouts, self.last = self.layouts + 1, rendering.document
        self.warnings += rendering.warnings
        if not self.apart:
            self.laid = {}
        for main in changed:
            self.laid.pop(main, None)
        here = self.mains[0] if self.mains else self.body
        for page, read in zip(
            rendering.document.pages, read_pages(rendering.document), strict=True
        ):
            box = next(read.mains, None)
            here = box.element if box is not None and box.element is not None else here
            self.laid.setdefault(here, []).append((page, read))

    @property
    def pages(self) -> list[LaidPage]:
        """All pages."""
        found = (read for main in self._order for _, read in self.laid[main])
        return [replace(page, number=number) for number, page in enumerate(found, start=1)]

    @property
    def whole(self) -> Rendering:
        """The whole document."""
        pages = [page for main in self._order for page, _ in self.laid[main]]
        document = self.last if pages == self.last.pages else self.last.copy(pages)
        return Rendering(document, tuple(self.warnings))

    @property
    def _order(self) -> Iterator[Element]:
        return (main for main in self.html.root.iter() if main in self.laid)

    def page_areas(self) -> Mapping[Element, float]:
        """Return the area of the content of each page in mm²: they are laid out empty."""
        contents = [list(main) for main in self.mains]
        for main in self.mains:
            main[:] = []
        pages = read_pages(self.html.lay_out().document)
        for main, content in zip(self.mains, contents, strict=True):
            main[:] = content
        areas = {}
        for page in pages:
            left, top, right, bottom = page.content
            for box in page.mains:
                if box.element is not None:
                    areas[box.element] = (right - left) * (bottom - top) / PX_PER_MM**2
        return areas


def _fit_type(
    sheets: _Sheets, choosing: Sequence[Chooser], *, spaced: bool
) -> Mapping[Element, BoxFit]:
    """Lay a document out until its content fits; return how its boxes fit.

    If it is `spaced`, what leaves much room in its type gets more space between its parts.
    """
    alike = float(sheets.body.get(ALIKE) or math.inf)
    areas: Mapping[Element, float] = {}
    if any(each.is_open and not each.is_long and not each.area for each in choosing):
        areas = sheets.page_areas()
    set_sizes(choosing, [each.guess(areas.get(each.element, 0.0)) for each in choosing], alike)
    main_of = {inner: main for main in sheets.mains for inner in main.iter()}
    changed: Collection[Element] = sheets.mains
    while True:
        for chooser in choosing:
            chooser.write()
        sheets.lay_out(changed)
        items = [PageItems(page) for page in sheets.pages]
        fits = {fit.element: fit for fit in box_fits(items)}
        _measure(choosing, items, fits)
        before = [(chooser.size, chooser.air) for chooser in choosing]
        titles = shrink_titles(sheets.pages) if sheets.layouts <= MOST_LAYOUTS else ()
        _set_next_sizes(choosing, alike, sheets.layouts)
        if spaced and [chooser.size for chooser in choosing] == [size for size, _ in before]:
            _set_next_airs(choosing, sheets.layouts)
        now = [(chooser.size, chooser.air) for chooser in choosing]
        moved = {
            each.element for each, old, new in zip(choosing, before, now, strict=True) if old != new
        }
        changed = {main_of[element] for element in (*moved, *titles)}
        if not changed:
            return fits


def _set_next_sizes(choosing: Sequence[Chooser], alike: float, layouts: int) -> None:
    """Set the sizes of the next layout, after so many; leave them where none is needed."""
    if layouts > MOST_LAYOUTS:
        return
    sizes = []
    for chooser in choosing:
        size = chooser.wanted() if layouts < MOST_LAYOUTS else chooser.largest_fitting
        if chooser.is_aired:
            sizes.append(chooser.size)
        elif not chooser.fits:
            # In its smallest type it gets no space between its parts: else it may not fit at all.
            chooser.air = 0.0 if size == chooser.least else chooser.air
            sizes.append(size)
        elif layouts == 1 and chooser.leaves_blank_below(size):
            sizes.append(size)
        else:
            sizes.append(chooser.size)
    set_sizes(choosing, sizes, alike)


def _set_next_airs(choosing: Sequence[Chooser], layouts: int) -> None:
    """Give more space to pages that are not full in the size that they have now.

    What a card leaves free goes between its parts without a further layout: see `move_content`.
    """
    for chooser in (chooser for chooser in choosing if not chooser.is_card):
        if chooser.is_aired or (layouts < MOST_LAYOUTS and chooser.fits and not chooser.is_long):
            chooser.air = chooser.wanted_air()


def _measure(
    choosing: Sequence[Chooser], pages: Sequence[PageItems], fits: Mapping[Element, BoxFit]
) -> None:
    """Note how full each place is in its present type."""
    used, wide = _used_heights(pages), _too_wide(pages)
    for chooser in choosing:
        inner = [fits[element] for element in chooser.element.iter() if element in fits]
        full = max((fit.fullness for fit in inner), default=0.0)
        if chooser.is_page and not chooser.is_long:
            full = max(full, used.get(chooser.element, 0.0))
        for fit in inner:
            if not fit.holds and fit.fullness <= 1:
                full = max(full, wide.get(fit.element, CROWDED))
        chooser.note(full)


def _used_heights(pages: Sequence[PageItems]) -> Mapping[Element, float]:
    """Return for each `main` how much of a page it takes, over 1 if it takes several."""
    used: dict[Element, float] = {}
    for page in pages:
        _, top, _, bottom = page.page.content
        for box in page.page.mains:
            feet = (
                child.edges.border[3]
                for child in box.children
                if child.edges and (child.in_flow or child.floated)
            )
            share = (max(feet, default=top) - top) / (bottom - top)
            if box.element is not None and (before := used.get(box.element)) is not None:
                # What goes on on another page does not fit, however little it is.
                used[box.element] = max(before + share, CROWDED)
            elif box.element is not None:
                used[box.element] = share
    return used


def _too_wide(pages: Sequence[PageItems]) -> Mapping[Element, float]:
    """Return how full each card or region counts as that something in it is too wide for."""
    wide: dict[Element, float] = {}
    for overflow in (overflow for page in pages for overflow in page.overflows):
        for box in _holders(overflow):
            full = CROWDED
            if overflow.side in ("to the right", "to the left") and box.edges is not None:
                left, _, right, _ = box.edges.content
                excess = overflow.length * PX_PER_MM
                full = max(full, ((right - left + excess) / (right - left)) ** WIDTH_GROWTH)
            if box.element is not None:
                wide[box.element] = max(wide.get(box.element, 0.0), full)
    return wide


def _holders(overflow: Overflow) -> Iterator[LaidBox]:
    if overflow.holder is not None:
        yield overflow.holder
    elif overflow.item is not None:
        yield from (holder.box for holder in overflow.item.around.holders)


def _centring(fits: Mapping[Element, BoxFit]) -> Mapping[Element, float]:
    """Return the room in px at the foot of each card or panel whose content is to fill it."""
    rooms = {}
    for element in fits:
        room = fits[element].room if not element.attrib.keys().isdisjoint(MOVED) else None
        if room is not None and room > 0:
            rooms[element] = room * PX_PER_MM
    return rooms
