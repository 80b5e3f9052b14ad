"""An aid in two languages on sides of paper, and the page breaks that keep a book in step.

Pages are beside each other, behind each other, or face each other. Nothing is typeset here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, zip_longest
from math import ceil, floor, inf

from aidgen.assets.papers import Size
from aidgen.imposition.sheet import LEAVES
from aidgen.page.composed import Placed, Side
from aidgen.page.kinds.book import BOOK_FOOT, TOP
from aidgen.page.pieces import Body, Book, Piece, Section
from aidgen.pipeline.pagination import Extent, SetBody, margins, running_titles

LAST = 0.6
"""How full the last page of a body is assumed to be: its real end is not known here."""
OVER = 0.02
"""By how much content may exceed a page and still count as one page: it includes page breaks."""
NEAR_END = 0.045
"""How near the end of a page it is uncertain on which of two something will begin: some two lines.

With these two, our books needed the fewest pages and had the most records face each other.
"""
TOUCH = 0.006
"""What begins so near the end of a page begins the next: some boxes reach above their letters."""
UNEVEN = 0.3
"""The cost of a blank page, relative to a full one, where one language needs fewer pages."""


@dataclass(frozen=True)
class Laid:
    """A typeset body: the units that began a page, the page where each unit begins, and its end.

    A unit is a chapter with its first record, or a record.
    """

    starts: tuple[int, ...]
    places: tuple[float, ...]

    @property
    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield of each stretch that begins a page its first unit, and that after its last."""
        return pairwise((*self.starts, len(self.places) - 1))


def lay_out(extent: Extent, units: Sequence[str], starts: Sequence[int], paper: Size) -> Laid:
    """Return a body as it was set on paper of a size in mm, by how long it has become."""
    text = paper.height - TOP - BOOK_FOOT
    found = (extent.beginnings[unit] for unit in units)
    places = (one.page - 1 + (one.down - TOP) / text for one in found)
    return Laid(tuple(starts), (*places, extent.pages - 1 + LAST))


def units(books: Sequence[Book], extents: Sequence[Extent]) -> tuple[str, ...]:
    """Return what may begin a page in all languages: chapters, and records in the same order.

    The first record of a chapter stays with its heading. Records whose order differs between
    languages, such as an alphabetical list, stay together.
    """
    refs = [one.ref for one in books[0].chapters]
    chapters = [ref for ref in refs if all(ref in extent.beginnings for extent in extents)]
    orders = [_chapter_records(chapters, extent) for extent in extents]
    return tuple(
        ref
        for chapter in chapters
        for ref in (
            chapter,
            *(orders[0][chapter] if len({order[chapter] for order in orders}) == 1 else ()),
        )
    )


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
        # An icon may come before the heading, within the section of both.
        section = inner.rfind("<section", 0, anchor)
        behind = anchor if section < 0 else section + len("<section")
        inner = f'{inner[:behind]} data-opens=""{inner[behind:]}'
    return Body(replace(body.marked, inner=inner))


# Reckoning ----------------------------------------------------------------------------------------


def plan_breaks(one: Laid, other: Laid) -> tuple[int, ...]:
    """Return the units that must begin a page in both languages, from both free layouts.

    The first unit begins the body. Units between two breaks begin on the same page of their stretch
    in both languages. The result has the fewest pages possible, then the fewest stretches.
    """
    count = len(one.places) - 1
    cost, ends = [*([inf] * count), 0.0], [count] * count
    for first in reversed(range(count)):
        for end in range(first + 1, count + 1):
            if end - 1 > first and not _meet(one, other, first, end - 1):
                break
            spans = (at.places[end] - at.places[first] for at in (one, other))
            pages = {max(1, ceil(span - OVER)) for span in spans}
            price = max(pages) + cost[end] + (UNEVEN if len(pages) > 1 else 0)
            if price <= cost[first]:
                cost[first], ends[first] = price, end
    starts, unit = [], 0
    while unit < count:
        starts.append(unit)
        unit = ends[unit]
    return tuple(starts)


def _meet(one: Laid, other: Laid, first: int, unit: int) -> bool:
    """Tell whether a unit is on the same page in both languages if another begins a page."""
    places = [at.places[unit] - at.places[first] for at in (one, other)]
    return all(len({floor(at + margin) for at in places}) == 1 for margin in (TOUCH, NEAR_END))


def mend_breaks(one: Laid, other: Laid) -> tuple[int, ...]:
    """Return the units before which a page is to begin in both, by how both were set with some.

    In each stretch, the first that begins on another page in one than in the other is added.
    """
    breaks = set(one.starts)
    for first, end in one.stretches:
        apart = (
            unit for unit in range(first, end) if len(_stretch_pages(one, other, first, unit)) > 1
        )
        breaks.update(islice(apart, 1))
    return tuple(sorted(breaks))


def join_breaks(one: Laid, other: Laid, free: Sequence[Laid]) -> tuple[int, ...]:
    """Return the units before which a page is to begin, where stretches end with little on a page.

    That goes on to the next stretch if there is room for it, by how long its units were when both
    were set `free`ly.
    """
    breaks = set(one.starts)
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
            breaks ^= {end, unit}
    return tuple(sorted(breaks))


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


def back_to_back(first: Sequence[Section], second: Sequence[Section]) -> list[Section]:
    """Return the cards of an aid in two languages, each with the second language on its back.

    A card with its own back in at least one language is printed twice, once in each language, on
    sheets after all others. So are continuation cards that only one language needs.
    """
    paired = [
        part for one, other in zip(first, second, strict=True) for part in _pair_leaves(one, other)
    ]
    return [section for section in paired if section.leaves]


def _pair_leaves(first: Section, second: Section) -> Iterator[Section]:
    """Yield the leaves that have both languages, then those of each language alone."""
    fronts = {leaf.name: leaf for leaf in second.leaves if leaf.back is None}
    both = {
        leaf.name: replace(
            leaf,
            back=fronts[leaf.name].front,
            back_bleed=fronts[leaf.name].front_bleed,
            back_foot=fronts[leaf.name].front_foot,
        )
        for leaf in first.leaves
        if leaf.name in fronts and leaf.back is None
    }
    yield replace(first, leaves=tuple(both.values()), back_foot=second.foot)
    for section in (first, second):
        leaves = tuple(leaf for leaf in section.leaves if leaf.name not in both)
        yield replace(section, leaves=leaves)


def side_by_side(
    one: Sequence[Side[Piece]], other: Sequence[Side[Piece]]
) -> tuple[Side[Piece], ...]:
    """Return pages in two languages beside each other, those that are broad below each other.

    The sheet is twice as large. All of the first language is read before the second.
    """
    return tuple(_pair_side(first, second) for first, second in zip_longest(one, other))


def _pair_side(one: Side[Piece] | None, other: Side[Piece] | None) -> Side[Piece]:
    page = one or other
    assert page is not None
    size = page.size
    upright = size.width <= size.height
    sheet = Size(2 * size.width, size.height) if upright else Size(size.width, 2 * size.height)
    right, down = (size.width, 0.0) if upright else (0.0, size.height)
    second = other.placed if other else ()
    moved = (replace(at, left=at.left + right, top=at.top + down, turn=1) for at in second)
    return Side(sheet, (*(one.placed if one else ()), *moved))


def pages_back_to_back(
    one: Sequence[Side[Piece]], other: Sequence[Side[Piece]]
) -> tuple[Side[Piece], ...]:
    """Return pages in two languages, each with that of the second language on its back.

    All of the first language is read before the second.
    """
    return tuple(
        side
        for first, second in zip_longest(one, other)
        for side in _alternate_sides(first, second)
    )


def _alternate_sides(one: Side[Piece] | None, other: Side[Piece] | None) -> Iterator[Side[Piece]]:
    page = one or other
    assert page is not None
    yield one or Side(page.size, ())
    if other:
        yield replace(other, placed=tuple(replace(at, turn=1) for at in other.placed))


# Books ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PrintedBook:
    """A book in one language: its parts, the number of pages of its contents, and its body."""

    book: Book
    contents_pages: int
    body: SetBody
    openings: tuple[str, ...]
    """The chapters and records that begin a page in both languages."""

    @property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The first page of each stretch that begins a page, and the one after its last."""
        extent = self.body.extent
        pages = [extent.beginnings[ref].page for ref in self.openings]
        return tuple(pairwise([*pages, extent.pages + 1]))


COVERS = 2
"""How many covers there are: the second language has the outside of the back."""


@dataclass(frozen=True)
class Spreads:
    """Which pages of the contents and of the bodies face each other; None is blank."""

    contents: int
    """The number of spreads that the contents take."""
    bodies: tuple[tuple[int | None, int | None], ...]

    def sheets(self, second: int) -> Mapping[int, int]:
        """Return the page of paper of each page of a body: of the first or the `second` one."""
        return {
            page: 2 * (self.contents + number) + 2 + second
            for number, pages in enumerate(self.bodies)
            if (page := pages[second]) is not None
        }


def spreads(one: PrintedBook, other: PrintedBook) -> Spreads:
    """Return which pages of two books face each other: each stretch begins on a spread of both."""
    bodies = [
        pages
        for first, second in zip(one.stretches, other.stretches, strict=True)
        for pages in zip_longest(range(*first), range(*second))
    ]
    return Spreads(max(one.contents_pages, other.contents_pages), tuple(bodies))


def count_splits(one: PrintedBook, other: PrintedBook, units: Sequence[str]) -> int:
    """Return how many chapters and records begin on another spread in one book than in another."""
    opened = spreads(one, other)
    sheets = [
        [opened.sheets(second)[book.body.extent.beginnings[unit].page] // 2 for unit in units]
        for second, book in enumerate((one, other))
    ]
    return sum(left != right for left, right in zip(*sheets, strict=True))


def body_numbers(printed: PrintedBook, opened: Spreads, second: int) -> Mapping[str, int]:
    """Return the number of the page of each record of a book, the first or the `second`."""
    sheets = opened.sheets(second)
    begins = printed.body.extent.beginnings.items()
    return {ref: sheets[begin.page] for ref, begin in begins}


def facing_pages(
    printed: tuple[PrintedBook, PrintedBook], contents: tuple[Piece, Piece], *, booklet: bool
) -> tuple[Side[Piece], ...]:
    """Return the pages of a book in two languages: the first on left pages, the second on right.

    The first cover comes first, the second last: on the outside of the back, if it is a `booklet`.
    """
    opened = spreads(*printed)
    pairs: list[tuple[Placed[Piece] | None, Placed[Piece] | None]] = []
    for number in range(1, opened.contents + 1):
        first, second = (number if number <= one.contents_pages else None for one in printed)
        pairs.append((_at(contents[0], first), _at(contents[1], second)))
    bodies = [one.body.pages for one in printed]
    for left, right in opened.bodies:
        pairs.append((_of(bodies[0], left), _of(bodies[1], right)))
    of = COVERS + 2 * len(pairs)
    spare = -of % LEAVES if booklet else 0
    sides = [
        Side(printed[0].book.paper, (Placed(printed[0].book.cover),)),
        *_inner(printed, pairs, opened, of + spare),
        *(Side(printed[0].book.paper, ()) for _ in range(spare)),
        Side(printed[1].book.paper, (Placed(printed[1].book.cover, turn=1),)),
    ]
    return tuple(sides)


def _at(piece: Piece, page: int | None) -> Placed[Piece] | None:
    return None if page is None else Placed(piece, page=page)


def _of(body: Sequence[tuple[Piece, int] | None], page: int | None) -> Placed[Piece] | None:
    """Return a page of a body, from 1, as it is placed."""
    place = None if page is None else body[page - 1]
    return _at(*place) if place else None


def _inner(
    printed: tuple[PrintedBook, PrintedBook],
    pairs: Sequence[tuple[Placed[Piece] | None, Placed[Piece] | None]],
    opened: Spreads,
    of: int,
) -> Iterator[Side[Piece]]:
    """Yield all pages between the covers, with their margin boxes."""
    running = [running_titles(one.book, one.body.extent) for one in printed]
    for at, pair in enumerate(pairs):
        for second, page in enumerate(pair):
            number = 2 + 2 * at + second
            book = printed[second].book
            if page is None:
                yield Side(book.paper, ())
                continue
            title = book.opening if at < opened.contents else next(running[second])
            placed = (page, *margins(book, number, of, title))
            yield Side(book.paper, tuple(replace(one, turn=2 * second) for one in placed))
