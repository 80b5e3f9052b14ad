"""Where a book in two languages begins a page in both at once, so that facing pages say the same.

Both bodies are set as they come, then again with the pages begun that are reckoned from that; where
something still does not face itself, a page is begun there. All places are in pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import ceil, floor, inf

from aidgen.assets.papers import Size
from aidgen.page.kinds.book import BOOK_FOOT, TOP
from aidgen.page.pieces import Body, Book
from aidgen.pipeline.pagination import Extent

LAST = 0.6
"""How full the last page of a body is reckoned to be: nobody says where it ends."""
OVER = 0.02
"""By how much more than a page may be reckoned to stand on one: breaks of pages are in it."""
NEAR_END = 0.045
"""How near the end of a page it is uncertain on which of two something will begin: some two lines.

With these two, our books needed the fewest pages and had the most records face each other.
"""
TOUCH = 0.006
"""What begins so near the end of a page begins the next: some boxes reach above their letters."""
UNEVEN = 0.3
"""What a blank page costs beside a full one, where one language needs fewer than the other."""


@dataclass(frozen=True)
class Laid:
    """A body as it was set: before which of its units a page was begun, where each begins, its end.

    A unit is a chapter, with its first record, or a record.
    """

    begun: tuple[int, ...]
    places: tuple[float, ...]

    @property
    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield of each stretch that begins a page its first unit, and that after its last."""
        return pairwise((*self.begun, len(self.places) - 1))


def lay_out(extent: Extent, units: Sequence[str], begun: Sequence[int], paper: Size) -> Laid:
    """Return a body as it was set on paper of a size in mm, by how long it has become."""
    text = paper.height - TOP - BOOK_FOOT
    found = (extent.beginnings[unit] for unit in units)
    places = (one.page - 1 + (one.down - TOP) / text for one in found)
    return Laid(tuple(begun), (*places, extent.pages - 1 + LAST))


def units(books: Sequence[Book], extents: Sequence[Extent]) -> tuple[str, ...]:
    """Return what may begin a page in all languages: chapters, and records in the same order.

    The first record of a chapter stands with its heading, and where records are in another order,
    as words are that are sorted, they stay together.
    """
    refs = [one.ref for one in books[0].chapters]
    chapters = [ref for ref in refs if all(ref in extent.beginnings for extent in extents)]
    orders = [_chapter_records(chapters, extent) for extent in extents]
    return tuple(
        ref
        for chapter in chapters
        for ref in (chapter, *(orders[0][chapter] if _is_same(chapter, orders) else ()))
    )


def _is_same(chapter: str, orders: Sequence[Mapping[str, tuple[str, ...]]]) -> bool:
    return len({order[chapter] for order in orders}) == 1


def _chapter_records(chapters: Sequence[str], extent: Extent) -> Mapping[str, tuple[str, ...]]:
    """Return the records of each chapter in their order, but for its first."""
    begins = extent.beginnings
    order = sorted(begins, key=lambda ref: (begins[ref].page, begins[ref].down))
    found: dict[str, list[str]] = {}
    for ref in order:
        if ref in chapters:
            found[ref] = []
        elif found and ref.count(".") == 1:
            found[next(reversed(found))].append(ref)
    return {chapter: tuple(records[1:]) for chapter, records in found.items()}


def open_pages(body: Body, refs: Sequence[str]) -> Body:
    """Return a body that begins a page before some of its chapters and records."""
    inner = body.marked.inner
    for ref in refs:
        anchor = inner.index(f' data-anchor="{ref}"')
        # An icon may stand before the heading, in the section that both are in.
        section = inner.rfind("<section", 0, anchor)
        behind = anchor if section < 0 else section + len("<section")
        inner = f'{inner[:behind]} data-opens=""{inner[behind:]}'
    return Body(replace(body.marked, inner=inner))


# Reckoning ----------------------------------------------------------------------------------------


def plan_breaks(one: Laid, other: Laid) -> tuple[int, ...]:
    """Return the units before which a page is to begin in both, by how both were set freely.

    The first is that of all. What is between begins on the same page of a stretch in both, and
    there are as few pages, then as few stretches, as can be.
    """
    count = len(one.places) - 1
    cost, ends = [*([inf] * count), 0.0], [count] * count
    for first in reversed(range(count)):
        for end in range(first + 1, count + 1):
            if end - 1 > first and not _meet(one, other, first, end - 1):
                break
            spans = (at.places[end] - at.places[first] for at in (one, other))
            pages = {max(1, ceil(span - OVER)) for span in spans}
            found = max(pages) + cost[end] + (UNEVEN if len(pages) > 1 else 0)
            if found <= cost[first]:
                cost[first], ends[first] = found, end
    begun, unit = [], 0
    while unit < count:
        begun.append(unit)
        unit = ends[unit]
    return tuple(begun)


def _meet(one: Laid, other: Laid, first: int, unit: int) -> bool:
    """Tell whether a unit surely begins on the same page in both, if another begins a page."""
    places = [at.places[unit] - at.places[first] for at in (one, other)]
    return all(len({floor(at + margin) for at in places}) == 1 for margin in (TOUCH, NEAR_END))


def mend_breaks(one: Laid, other: Laid) -> tuple[int, ...]:
    """Return the units before which a page is to begin in both, by how both were set with some.

    In each stretch, the first that begins on another page in one than in the other is added.
    """
    found = set(one.begun)
    for first, end in one.stretches:
        apart = (
            unit for unit in range(first, end) if len(_stretch_pages(one, other, first, unit)) > 1
        )
        found.update(islice(apart, 1))
    return tuple(sorted(found))


def join_breaks(one: Laid, other: Laid, free: Sequence[Laid]) -> tuple[int, ...]:
    """Return the units before which a page is to begin, where stretches end with little on a page.

    That goes on to the next stretch if there is room for it, by how long its units were when both
    were set `free`ly.
    """
    found = set(one.begun)
    for (first, end), (_, then) in pairwise(one.stretches):
        last = {_begins(at, first, end) for at in (one, other)}
        unit = min(last)
        if (
            len(last) == 1
            and unit > first
            and all(
                freely.places[end] - freely.places[unit] + _fill(at, freely, end, then) < 1
                for at, freely in zip((one, other), free, strict=True)
            )
        ):
            found ^= {end, unit}
    return tuple(sorted(found))


def _begins(at: Laid, first: int, end: int) -> int:
    """Return the unit that begins the last page of a stretch."""
    page = floor(at.places[end - 1] + TOUCH)
    return next(unit for unit in range(first, end) if at.places[unit] + TOUCH >= page)


def _fill(at: Laid, free: Laid, first: int, end: int) -> float:
    """Return how full the first page of a stretch is."""
    page = at.places[first]
    last = max(unit for unit in range(first, end) if at.places[unit] + TOUCH < page + 1)
    return at.places[last] - page + free.places[last + 1] - free.places[last]


def _stretch_pages(one: Laid, other: Laid, first: int, unit: int) -> set[int]:
    """Return on which pages of their stretch a unit begins."""
    return {floor(at.places[unit] + TOUCH) - floor(at.places[first] + TOUCH) for at in (one, other)}
