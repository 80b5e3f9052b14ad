"""An aid in two languages on sides of paper: beside each other, behind each other, on facing pages.

The numbers of all pages that are set are known by then; nothing is set here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from aidgen.assets.papers import Size
from aidgen.imposition.booklet import LEAVES
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import Book, Piece, Section
from aidgen.pipeline.pagination import SetBody, margins, running_titles


def back_to_back(first: Sequence[Section], second: Sequence[Section]) -> list[Section]:
    """Return the cards of an aid in two languages, each with the second on its back.

    Cards that have a back of their own, in one language at least, are printed twice, once in each,
    on sheets after all others; so are continuations that only one language needs.
    """
    paired = [
        part for one, other in zip(first, second, strict=True) for part in _pair_leaves(one, other)
    ]
    return [section for section in paired if section.leaves]


def _pair_leaves(first: Section, second: Section) -> Iterator[Section]:
    """Yield the leaves that have both languages, then those of each language alone."""
    fronts = {leaf.name: leaf for leaf in second.leaves if leaf.back in (None, second.blank)}
    both = {
        leaf.name: replace(
            leaf, back=fronts[leaf.name].front, back_bleed=fronts[leaf.name].front_bleed
        )
        for leaf in first.leaves
        if leaf.name in fronts and leaf.back in (None, first.blank)
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
    """A book in a language: its parts, on how many pages its contents stand, and its body."""

    book: Book
    contents_pages: int
    body: SetBody
    begun: tuple[str, ...]
    """The chapters and records that begin a page in both languages."""

    @property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The first page of each stretch that begins a page, and the one after its last."""
        extent = self.body.extent
        pages = [extent.beginnings[ref].page for ref in self.begun]
        return tuple(pairwise([*pages, extent.pages + 1]))


COVERS = 2
"""How many covers there are: the second language has the outside of the back."""


@dataclass(frozen=True)
class Spreads:
    """Which pages of the contents and of the bodies face each other; None is blank."""

    contents: int
    """On how many spreads the contents stand."""
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


def number_contents(printed: PrintedBook, opened: Spreads, second: int) -> Piece:
    """Return the contents of a book, the first or the `second`, with the numbers of the pages."""
    sheets = opened.sheets(second)
    begins = printed.body.extent.beginnings.items()
    return printed.book.numbered({ref: sheets[begin.page] for ref, begin in begins})


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


def _of(body: Sequence[tuple[Piece, int]], page: int | None) -> Placed[Piece] | None:
    """Return a page of a body, from 1, as it is placed."""
    return None if page is None else _at(*body[page - 1])


def _inner(
    printed: tuple[PrintedBook, PrintedBook],
    pairs: Sequence[tuple[Placed[Piece] | None, Placed[Piece] | None]],
    opened: Spreads,
    of: int,
) -> Iterator[Side[Piece]]:
    """Yield all pages between the covers, with what stands in their margins."""
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
