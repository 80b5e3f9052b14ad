"""Pieces put on sides of paper: which PDF has what where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, repeat

from aidgen.assets.choices import AUTHORS, Choices
from aidgen.assets.folding import SIDES, Folding
from aidgen.assets.papers import Size
from aidgen.imposition import booklet
from aidgen.page.composed import Placed, Side, strip_at
from aidgen.page.pieces import Book, Deck, Decks, Leaves, Piece, Strip
from aidgen.page.veil import veil
from aidgen.pipeline.imposing import imposed


@dataclass(frozen=True)
class Beginning:
    """Where a record begins: on which page, from 1, and whether that page begins with it."""

    page: int
    first: bool
    down: float = 0.0
    """How far below the upper edge of the page, in mm."""


@dataclass(frozen=True)
class Extent:
    """How many pages a piece has become, and where each record in it begins."""

    pages: int
    beginnings: dict[str, Beginning]


@dataclass(frozen=True)
class SetBody:
    """The body of a book as it was set: its takes, and how long each of them has become."""

    takes: tuple[Piece, ...]
    extents: tuple[Extent, ...]

    @property
    def pages(self) -> tuple[tuple[Piece, int], ...]:
        """Each page: the take, and the number of the page in it, from 1."""
        return tuple(
            (take, page)
            for take, extent in zip(self.takes, self.extents, strict=True)
            for page in range(1, extent.pages + 1)
        )

    @cached_property
    def extent(self) -> Extent:
        """How long it has become in all."""
        pages, beginnings = 0, dict[str, Beginning]()
        for extent in self.extents:
            for ref, begins in extent.beginnings.items():
                beginnings.setdefault(ref, replace(begins, page=pages + begins.page))
            pages += extent.pages
        return Extent(pages, beginnings)


def composed(parts: Deck | Decks | Leaves, choices: Choices = AUTHORS) -> tuple[Side, ...]:
    """Return the sides of paper of what is known before anything is set, as a reader chose them.

    Raises Unusable if the cards find no room on their paper.
    """
    if isinstance(parts, Leaves):
        return shifted(leafed(parts, choices), choices)
    return imposed(parts.decks if isinstance(parts, Decks) else (parts,), choices)


def shifted(sides: Sequence[Side], choices: Choices) -> tuple[Side, ...]:
    """Return sides of paper, every second of which, the back, is moved as a reader chose."""
    return tuple(
        side.moved(choices.offset) if number % 2 else side for number, side in enumerate(sides)
    )


def watermarked(sides: Sequence[Side], words: str) -> tuple[Side, ...]:
    """Return pages with words over each, pale and aslant; as they are if there are no words."""
    return tuple(
        replace(side, placed=(*side.placed, _over(side, words))) if words and side.placed else side
        for side in sides
    )


def _over(side: Side, words: str) -> Placed:
    first = side.placed[0]
    over = veil(first.piece, words, side.size)
    return Placed(over, again=True, turn=first.turn, veil=True)


def folded(sides: Sequence[Side], sheet: Size, *, backwards: bool = False) -> tuple[Side, ...]:
    """Return the sides of the sheets, upright of a size in mm, that become a booklet of pages.

    One that is read backwards is bound at the right.
    """
    across = sheet.turned()
    return tuple(
        Side(across, tuple(_halves(sides, opened, across)))
        for opened in booklet.opened(len(sides), backwards=backwards)
    )


def _halves(sides: Sequence[Side], opened: booklet.Opened, sheet: Size) -> Iterator[Placed]:
    """Yield what stands on a side of a sheet: two pages, each against the fold."""
    fold = sheet.width / 2
    for page, on_left in ((opened.left, True), (opened.right, False)):
        if page is None:
            continue
        side = sides[page]
        left = fold - side.size.width + opened.creep if on_left else fold - opened.creep
        top = (sheet.height - side.size.height) / 2
        for one in side.placed:
            turn = one.turn * len(sides) + page
            yield replace(one, left=one.left + left, top=one.top + top, turn=turn)


def leafed(leaves: Leaves, choices: Choices) -> tuple[Side, ...]:
    """Return pages, with what stands in their margins and over them."""
    made = _panels(leaves, leaves.folding) if leaves.folding else _leaves(leaves)
    return watermarked(tuple(made), choices.watermark)


def _panels(leaves: Leaves, folding: Folding) -> Iterator[Side]:
    """Yield both sides of a sheet that is folded, with its marks; panels are read as they count."""
    panels = list(enumerate(leaves.pages, start=1))
    for side, strip in zip(SIDES, leaves.strips, strict=True):
        here = (
            Placed(page, folding.place(number).left, turn=number)
            for number, page in panels
            if folding.side(number) == side
        )
        around = replace(strip_at(strip, again=False), turn=folding.panels + 1)
        yield Side(leaves.paper, (around, *here))


def _leaves(leaves: Leaves) -> Iterator[Side]:
    extents, over = leaves.extents or (1,) * len(leaves.pages), leaves.over or repeat(None)
    count, of = 0, sum(extents)
    for page, extent, lying in zip(leaves.pages, extents, over, strict=False):
        for number in range(1, extent + 1):
            count += 1
            lies = (*leaves.strips, lying) if lying else leaves.strips
            strips = [strip_at(strip.numbered(count, of), again=count > 1) for strip in lies]
            yield Side(leaves.paper, (Placed(page, page=number), *strips))


# Books ------------------------------------------------------------------------------------------


def numbered(book: Book, body: Extent, contents_pages: int) -> Piece:
    """Return the contents of a book with the numbers of the pages, a cover and themselves first."""
    before = 1 + contents_pages
    return book.numbered({ref: before + begins.page for ref, begins in body.beginnings.items()})


def bound(book: Book, contents: Piece, body: SetBody, contents_pages: int) -> tuple[Side, ...]:
    """Return the pages of a book whose contents have been set on `contents_pages`."""
    pages = [
        (book.cover, 1),
        *((contents, page) for page in range(1, contents_pages + 1)),
        *body.pages,
    ]
    titles = chain(repeat(book.opening, 1 + contents_pages), running_titles(book, body.extent))
    return tuple(
        Side(book.paper, (Placed(piece, page=page), *margins(book, number, len(pages), title)))
        for number, ((piece, page), title) in enumerate(zip(pages, titles, strict=False), start=1)
    )


def running_titles(book: Book, body: Extent) -> Iterator[Strip]:
    """Yield the running title of each page of the body: the chapter that it opens with."""
    title = book.chapters[0].title
    for page in range(1, body.pages + 1):
        for chapter in book.chapters:
            begins = body.beginnings.get(chapter.ref)
            if begins and (begins.page < page or (begins.page == page and begins.first)):
                title = chapter.title
        yield title


def margins(book: Book, number: int, of: int, chapter: Strip) -> Iterator[Placed]:
    """Yield what stands in the margins of a page: nothing on the cover."""
    if number > 1:
        yield strip_at(chapter if number % 2 else book.title)
        yield strip_at(book.folios[number % 2].numbered(number, of))
        yield strip_at(book.marks[number % 2])
