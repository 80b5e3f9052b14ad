"""A document laid out in the largest type in which its content fits, in few layouts.

The first layout is in the type that the number of letters suggests. From its boxes the type is
reckoned that fills each page: most have it in the second layout. Others are made only of those
pages that are too full, or could have larger type or more space.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.layout.boxes import PX_PER_MM, LaidBox, LaidPage, Layout
from aidgen.layout.document import Document
from aidgen.layout.fits import BoxFit, PageItems, box_fits
from aidgen.press.books import lay_out_body_page, lay_out_book, page_numbers, page_starts
from aidgen.press.engine.html import HtmlDocument
from aidgen.press.engine.moving import CENTRE, move_content
from aidgen.press.engine.reading import read_pages
from aidgen.press.growth import Growth, content_growth, takes_room
from aidgen.press.sizes import PAGE_TAG, WORTH, Chooser, choosers, set_sizes
from aidgen.press.titles import shrink_titles

# Few pages need the third, fewer the fourth; with six, type is hardly larger.
MOST_LAYOUTS = 4
# The most layouts of the fullest cards of a deck, to a fifth of a point: each is of few cards.
MOST_TRIALS = 6
# How full a card counts as whose content crosses an edge, if it is not known by how much.
CROWDED = 1.05
# How full a page counts as at least whose content goes on on another: the space between is lost.
CONTINUED = 1.008
# The power by which the width of a line makes its card fuller, as height does.
WIDTH_GROWTH = 1.3
# Less than the height in px of anything.
TINY = 0.01
# The number, among those of a body, of a page that is before the body of a book.
FRONT = -1
# By how much in pt the pages of a document may differ in type.
ALIKE = "data-alike"
# What makes a page depend on those before it: numbers, running titles, left and right pages.
DEPENDS = re.compile(r"counter\(pages?\b|string\(|@page[^{]*:(?:first|left|right|nth)")


def lay_out(document: Document) -> Layout:
    """Return a document laid out in the type that fits. Raises MachineError without fonts."""
    if document.front:
        return lay_out_book(document)
    sheets = _Sheets(document)
    return _fitted(sheets, list(choosers(sheets.html.root)))


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
        return lay_out_body_page(document, before.numbers, before.starts, front, page - front)
    sheets = _Sheets(document)
    choosing = list(choosers(sheets.html.root))
    if len(choosing) != len(before.types) or max(before.mains) >= len(sheets.mains):
        return None
    for chooser, (size, air) in zip(choosing, before.types, strict=True):
        chooser.least = chooser.most = size
        chooser.air, chooser.most_air = air, 0.0
    if sheets.apart:
        sheets.mains = [sheets.mains[before.mains[page]]]
        page -= before.mains.index(before.mains[page])
    here = [each for each in choosing if sheets.main_of[each.element] in sheets.mains]
    return _fitted(sheets, here), page


def _fitted(sheets: _Sheets, choosing: Sequence[Chooser]) -> Layout:
    alike = float(sheets.body.get(ALIKE) or math.inf)
    _fit_type(sheets, choosing, alike)
    engine, pages = sheets.whole, tuple(sheets.pages)
    if rooms := _rooms(sheets):
        engine = move_content(sheets.html, engine, rooms)
        pages = read_pages(engine)
    return Layout(
        pages=pages,
        roots=(sheets.html.root,),
        warnings=tuple(dict.fromkeys(sheets.html.warnings)),
        types=tuple(chooser.size for chooser in choosing),
        airs=tuple(chooser.air for chooser in choosing),
        layouts=sheets.layouts,
        engine=engine,
    )


def largest_types(document: Document) -> tuple[float, ...]:
    """Return the largest type in pt in which each card of a document fits, on a page of its own.

    The smallest of these has been tried, the others are reckoned. A card that is too full in the
    smallest type it may have is 0.
    """
    sheets = _Sheets(document)
    choosing = checked = list(choosers(sheets.html.root))
    size, fitting, tried = min(chooser.guess() for chooser in choosing), 0.0, set[float]()
    while checked and size not in tried and len(tried) < MOST_TRIALS:
        tried.add(size)
        for chooser in checked:
            chooser.size = size
        sheets.lay_out(sheets.mains_of(checked), checked)
        if all(chooser.fits for chooser in checked):
            fitting = size
        size = min(chooser.wanted(len(tried) == MOST_TRIALS - 1) for chooser in choosing)
        # Each layout takes its time. But reckoned lines are believed only once some were too many.
        if size < fitting * WORTH:
            if any(chooser.tight < math.inf for chooser in choosing):
                break
            size = min(*(chooser.most for chooser in choosing), round(fitting * WORTH**2, 1))
        # What fitted in larger type need not be laid out again. Of others, a word may be too wide.
        checked = [chooser for chooser in choosing if chooser.largest_fitting < size]
    return tuple(
        0.0 if larger >= tight else larger if larger > fitting * WORTH else fitting
        for larger, tight in ((chooser.wanted(), chooser.tight) for chooser in choosing)
    )


@dataclass(frozen=True)
class Arrangement:
    """How a document was laid out: enough to lay out a page alone once the document has changed."""

    mains: tuple[int, ...]
    """The number of the `main` that each page belongs to, from 0."""
    types: tuple[tuple[float, float], ...]
    """The type in pt of each element that chose one, and the space between its parts in em."""
    numbers: Mapping[str, int]
    """The page of each anchor of a book, from 1."""
    starts: tuple[int, ...] = ()
    """Which part of the body of a book starts on top of each page."""


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
    starts = page_starts(layout.pages[front:], layout.roots[-1]) if front else ()
    return Arrangement(tuple(mains), types, numbers, starts)


class _Sheets:
    """The pages of a document as they were laid out last, by their `main`."""

    def __init__(self, document: Document) -> None:
        """Parse a document, and find out whether each `main` can be laid out without the others."""
        self.html = HtmlDocument(document.html, document.files)
        self.html.link(self.html.anchors)
        self.body = next(self.html.root.iter("body"))
        self.mains = list(self.body)
        self.main_of = {inner: main for main in self.mains for inner in main.iter()}
        self.apart = not DEPENDS.search(document.html) and all(
            main.tag == PAGE_TAG for main in self.mains
        )
        self.layouts = 0
        # The pages of each `main`: the engine's, and as we read it.
        self.laid: dict[Element, list[tuple[Any, LaidPage]]] = {}
        # The engine's document that was laid out last.
        self.last: Any = None
        self.fits: Mapping[Element, BoxFit] = {}

    def mains_of(self, choosing: Sequence[Chooser]) -> set[Element]:
        return {self.main_of[chooser.element] for chooser in choosing}

    def lay_out(self, changed: Collection[Element], choosing: Sequence[Chooser]) -> None:
        """Lay out again what has changed, or all if pages depend on each other.

        Those that choose their type note how full they are in it.
        """
        for chooser in choosing:
            chooser.write()
        self.body[:] = [main for main in self.mains if main in changed or not self.apart]
        self.last = self.html.lay_out()
        self.body[:] = self.mains
        self.layouts += 1
        for main in changed if self.apart else list(self.laid):
            self.laid.pop(main, None)
        here = self.mains[0] if self.mains else self.body
        for page, read in zip(self.last.pages, read_pages(self.last), strict=True):
            box = next(read.mains, None)
            here = box.element if box is not None and box.element is not None else here
            self.laid.setdefault(here, []).append((page, read))
        # Those that were not laid out again are as full as they were.
        self.measure(
            [each for each in choosing if not self.apart or self.main_of[each.element] in changed]
        )

    def measure(self, choosing: Sequence[Chooser]) -> None:
        items = [PageItems(page) for page in self.pages]
        self.fits = {fit.element: fit for fit in box_fits(items)}
        boxes = {holder.box.element: holder.box for page in items for holder in page.fits}
        used, wide = _used_heights(items), _too_wide(items)
        for chooser in choosing:
            parts: list[tuple[float, Growth]] = [(0.0, _wider)]
            for fit in (self.fits[each] for each in chooser.element.iter() if each in self.fits):
                if fit.holds or fit.fullness > 1:
                    parts.append((fit.fullness, content_growth(boxes[fit.element])))
                else:
                    parts.append((wide.get(fit.element, CROWDED), _wider))
            if chooser.is_page and not chooser.is_long and chooser.element in used:
                share, mains = used[chooser.element]
                parts.append((share, _sum([*map(content_growth, mains)])))
            full = max(full for full, _ in parts)
            chooser.note(full, _fullest(parts))

    @property
    def pages(self) -> list[LaidPage]:
        read = (page for main in self._order for _, page in self.laid[main])
        return [replace(page, number=number) for number, page in enumerate(read, start=1)]

    @property
    def whole(self) -> Any:
        pages = [page for main in self._order for page, _ in self.laid[main]]
        return self.last if pages == self.last.pages else self.last.copy(pages)

    @property
    def _order(self) -> Iterator[Element]:
        return (main for main in self.html.root.iter() if main in self.laid)


def _fit_type(sheets: _Sheets, choosing: Sequence[Chooser], alike: float) -> None:
    set_sizes(choosing, [chooser.guess() for chooser in choosing], alike)
    by_main: dict[Element, list[Chooser]] = defaultdict(list)
    for chooser in choosing:
        by_main[sheets.main_of[chooser.element]].append(chooser)
    fitting: dict[Element, tuple[Any, list[tuple[float, float]]]] = {}
    changed: Collection[Element] = sheets.mains or [sheets.body]
    while changed:
        sheets.lay_out(changed, choosing)
        for main, inner in by_main.items():
            if all(chooser.fits for chooser in inner):
                fitting[main] = sheets.laid[main], [each.setting for each in inner]
        left = MOST_LAYOUTS - sheets.layouts
        if not left:
            break
        before = [chooser.setting for chooser in choosing]
        _set_next(choosing, alike, is_last=left == 1)
        moved = [
            chooser
            for chooser, setting in zip(choosing, before, strict=True)
            if setting != chooser.setting
        ]
        titles = shrink_titles(sheets.pages, is_last=left == 1)
        changed = sheets.mains_of(moved) | {sheets.main_of[title] for title in titles}
    _restore(sheets, by_main, fitting)


def _restore(
    sheets: _Sheets, by_main: Mapping[Element, Sequence[Chooser]], fitting: Mapping[Element, Any]
) -> None:
    """Have pages that got too full when they got more be as they were before."""
    too_full = [main for main in fitting if not all(chooser.fits for chooser in by_main[main])]
    for main in too_full:
        sheets.laid[main], settings = fitting[main]
        for chooser, setting in zip(by_main[main], settings, strict=True):
            chooser.size, chooser.air = setting
    if too_full:
        sheets.measure(())


def _set_next(choosing: Sequence[Chooser], alike: float, *, is_last: bool) -> None:
    wanted = [chooser.wanted(is_last) for chooser in choosing]
    sizes = [
        chooser.size if chooser.stays(size) else size
        for chooser, size in zip(choosing, wanted, strict=True)
    ]
    set_sizes(choosing, sizes, alike)
    for chooser, size in zip(choosing, wanted, strict=True):
        if chooser.size <= size:
            chooser.air = chooser.wanted_air()


def _fullest(parts: Sequence[tuple[float, Growth]]) -> Growth:
    """Return how full the fullest of some boxes gets, from how full each is, and how it grows."""
    now = [(full / max(growth(1.0), TINY), growth) for full, growth in parts if full]
    return lambda ratio: max((part * growth(ratio) for part, growth in now), default=0.0)


def _wider(ratio: float) -> float:
    return float(ratio**WIDTH_GROWTH)


def _used_heights(pages: Sequence[PageItems]) -> Mapping[Element, tuple[float, list[LaidBox]]]:
    """Return for each `main` how much of a page it takes, over 1 if it takes several, and its box
    on each of them."""
    used: dict[Element, tuple[float, list[LaidBox]]] = {}
    for page in pages:
        _, top, _, bottom = page.page.content
        for box in page.page.mains:
            # The engine draws what is divided down to the foot of its page.
            inner = (child.children or (child,) for child in box.children if takes_room(child))
            feet = (part.border[3] for parts in inner for part in parts if takes_room(part))
            share = (max(feet, default=top) - top) / (bottom - top)
            if box.element is not None:
                # What goes on on another page does not fit, however little it is.
                before, boxes = used.get(box.element, (0.0, []))
                more = before + share - 1
                share = CONTINUED + max(more, 0) if boxes else share
                used[box.element] = share, [*boxes, box]
    return used


def _sum(growths: Sequence[Growth]) -> Growth:
    return lambda ratio: sum(growth(ratio) for growth in growths)


def _too_wide(pages: Sequence[PageItems]) -> Mapping[Element, float]:
    """Return how full each card or region counts as that something in it is too wide for."""
    wide: dict[Element, float] = {}
    for overflow in (overflow for page in pages for overflow in page.overflows):
        of_item = overflow.item.around.holders if overflow.item else ()
        for box in [overflow.holder] if overflow.holder else [each.box for each in of_item]:
            full = CROWDED
            if overflow.side in ("to the right", "to the left") and box.sized:
                left, _, right, _ = box.content
                excess = overflow.length * PX_PER_MM
                full = max(full, ((right - left + excess) / (right - left)) ** WIDTH_GROWTH)
            if box.element is not None:
                wide[box.element] = max(wide.get(box.element, 0.0), full)
    return wide


def _rooms(sheets: _Sheets) -> Mapping[Element, float]:
    """Return which part of its height each card leaves free that is to be filled."""
    # In large print, a card is larger on its sheet than it is laid out.
    return {
        element: fit.room / fit.height
        for element, fit in sheets.fits.items()
        if CENTRE in element.attrib and fit.room and fit.room > 0
    }
