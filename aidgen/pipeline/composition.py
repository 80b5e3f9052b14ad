"""Composes the sides of paper of a PDF from the parts of an aid, typesetting on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import HALF, PAPERS, SHARES, WHOLE, Size, fills_sheet
from aidgen.page.composed import Side
from aidgen.page.long_tables import long_tables, widest_rows, with_columns
from aidgen.page.pieces import (
    STEP,
    Body,
    Book,
    Document,
    Leaf,
    Piece,
    Portion,
    Section,
)
from aidgen.pipeline import bilingual
from aidgen.pipeline.bilingual import (
    PrintedBook,
    back_to_back,
    body_numbers,
    count_splits,
    facing_pages,
    pages_back_to_back,
    side_by_side,
    spreads,
)
from aidgen.pipeline.cache import SEGMENTS, Cache, cache_key, head_digest, piece_key
from aidgen.pipeline.pagination import (
    SetBody,
    bind_book,
    booklet_signature,
    compose,
    page_numbers,
    pages_before,
    paginate,
    shift_backs,
)
from aidgen.pipeline.scheduler import LARGEST_BATCH, LONGEST_LAYOUT, Scheduler
from aidgen.problems import InputError, Problem, Where

CARDS_ALIKE, PAGES_ALIKE = 0.8, 1.5
"""By how much in pt at most the type of two cards of a deck may differ, and of two pages.

Between 8 and 8.8 pt nobody who holds two cards sees that they differ; pages lie further apart.
"""


async def sides(
    document: Document, press: Scheduler, choices: PrintOptions = NO_OPTIONS
) -> tuple[Side[Piece], ...]:
    """Return the sides of paper of a play aid, as a reader chose them; their pieces are typeset.

    Raises InputError if a card is larger than its paper.
    """
    if document.book:
        pages = (await set_book(document.book, press)).sides
        composed = _book_sides(pages, document.book, choices)
    else:
        sections = [await typeset(section, press) for section in document.sections]
        composed = compose(_selected_leaves(sections, choices), choices)
    await press.extents(pieces(composed))
    return composed


async def bilingual_sides(
    first: Document, second: Document, press: Scheduler, choices: PrintOptions
) -> tuple[Side[Piece], ...]:
    """Return the sides of paper of a play aid in two languages; their pieces are typeset.

    Raises InputError if a card is larger than its paper.
    """
    if first.book and second.book:
        pages = await _facing_pages(first.book, second.book, press, choices)
        composed = _book_sides(pages, first.book, choices)
    else:
        both = [
            [await typeset(section, press) for section in document.sections]
            for document in (first, second)
        ]
        if first.is_cut:
            composed = compose(_selected_leaves(back_to_back(*both), choices), choices)
        else:
            fronts, others = (
                [side for section in sections for side in paginate(section, choices)]
                for sections in both
            )
            join = pages_back_to_back if fills_sheet(first.paper, choices.paper) else side_by_side
            composed = shift_backs(join(fronts, others), choices)
    await press.extents(pieces(composed))
    return composed


def _book_sides(
    pages: Sequence[Side[Piece]], book: Book, choices: PrintOptions
) -> tuple[Side[Piece], ...]:
    """Return the pages of a book as a reader chose them, perhaps as a booklet."""
    if choices.booklet:
        pages = booklet_signature(pages, _unfolded_sheet(book, choices), book.backwards)
    return shift_backs(pages, choices)


async def typeset(section: Section, press: Scheduler) -> Section:
    """Return a section whose type is chosen, with the cards and pages that it continues on."""
    grown = await enlarge_long(await continue_leaves(section, press), press)
    return await count_job_pages(await choose_type(grown, press), press)


ROUNDS = 3
"""How often a bilingual book is typeset at most until its pages match; ours need two rounds."""
SPLIT_COST = 0.2
"""The cost, in pages, of a record that begins on different pages in the two languages."""


async def _facing_pages(
    one: Book, other: Book, press: Scheduler, choices: PrintOptions
) -> tuple[Side[Piece], ...]:
    """Return the pages of a book in two languages; contents are set again as for one book."""
    meeting = await _align_books(one, other, press)
    assumed = (1, 1)
    for turn in range(MOST_TURNS):
        first, second = (
            replace(book, contents_pages=pages)
            for book, pages in zip(meeting, assumed, strict=True)
        )
        opened = spreads(first, second)
        numbers = body_numbers(first, opened, 0), body_numbers(second, opened, 1)
        printed = list(zip(meeting, numbers, strict=True))
        contents = [printed_book.book.numbered(known) for printed_book, known in printed]
        found = await press.extents(contents)
        if any(extent.pages > pages for extent, pages in zip(found, assumed, strict=True)):
            assumed = found[0].pages, found[1].pages
            continue
        wide = turn >= FREE_TURNS
        asking = [one.book.body.numbered(known, wide=wide) for one, known in printed]
        bodies = await asyncio.gather(*(set_body(body, press) for body in asking))
        if all(body == one.body for body, (one, _) in zip(bodies, printed, strict=True)):
            return facing_pages(
                (first, second), (contents[0], contents[1]), booklet=choices.booklet
            )
        meeting = (
            replace(meeting[0], body=bodies[0]),
            replace(meeting[1], body=bodies[1]),
        )
    raise InputError([UNSETTLED])


async def _align_books(one: Book, other: Book, press: Scheduler) -> tuple[PrintedBook, PrintedBook]:
    """Return a bilingual book, typeset so that facing pages have the same records."""
    books, size = (one, other), one.paper
    free = await asyncio.gather(*(set_body(book.body.numbered({}), press) for book in books))
    freely = [body.extent for body in free]
    units = bilingual.units(books, freely)
    flowing = [bilingual.lay_out(extent, units, (0,), size) for extent in freely]
    starts = bilingual.plan_breaks(*flowing)
    candidates: list[tuple[float, tuple[PrintedBook, PrintedBook]]] = []
    for _ in range(ROUNDS):
        refs = tuple(units[number] for number in starts)
        made = [replace(book, body=bilingual.open_pages(book.body, refs[1:])) for book in books]
        bodies = await asyncio.gather(*(set_body(book.body.numbered({}), press) for book in made))
        first, second = (
            PrintedBook(book, 1, body, refs) for book, body in zip(made, bodies, strict=True)
        )
        splits = count_splits(first, second, units)
        candidates.append(
            (len(spreads(first, second).bodies) + SPLIT_COST * splits, (first, second))
        )
        left, right = (bilingual.lay_out(body.extent, units, starts, size) for body in bodies)
        more = bilingual.mend_breaks(left, right) if splits else starts
        if more == starts:
            more = bilingual.join_breaks(left, right, flowing)
        if more == starts:
            break
        starts = more
    return min(candidates, key=lambda rated: rated[0])[1]


def _selected_leaves(sections: Sequence[Section], choices: PrintOptions) -> Sequence[Section]:
    """Return only the cards that the user wants to print; all if none are named."""
    if not choices.cards:
        return sections
    selected = (
        replace(
            section,
            leaves=tuple(
                leaf for leaf in section.leaves if leaf.name.partition(".")[0] in choices.cards
            ),
        )
        for section in sections
    )
    return [section for section in selected if section.leaves]


def _unfolded_sheet(book: Book, choices: PrintOptions) -> Size:
    sheets = (parts for parts in SHARES.values() if PAPERS[parts[HALF]] == book.paper)
    whole = SHARES[choices.paper] if choices.paper else next(sheets)
    return PAPERS[whole[WHOLE]]


def pieces(made: Sequence[Side[Piece]]) -> tuple[Piece, ...]:
    """Return the pieces on some sides of paper, each once."""
    return tuple(dict.fromkeys(placed.piece for side in made for placed in side.placed))


async def choose_type(section: Section, press: Scheduler) -> Section:
    """Return a section with the type of each face: as large as it may be, but no two far apart."""
    faces = dict.fromkeys(face for leaf in section.leaves for face in leaf.faces if face.choice)
    if not faces:
        return section
    if section.is_cut:
        chosen = await choose_cards(list(faces), press)
        return replace(section, leaves=tuple(leaf.with_faces(chosen) for leaf in section.leaves))
    if not all(leaf.front.choice for leaf in section.leaves):
        return section
    bounded = await _bounds_of_pages(list(faces), press)
    chosen = dict(zip(faces, await press.settle(bounded), strict=True))
    return replace(section, leaves=tuple(leaf.with_faces(chosen) for leaf in section.leaves))


async def choose_cards(
    faces: Sequence[Piece], press: Scheduler, beside: Iterable[float] = ()
) -> Mapping[Piece, Piece]:
    """Return some faces of a deck in their type; `beside` are the sizes of type of the others."""
    bounded = await _bounds_of_cards(faces, press, beside)
    return dict(zip(faces, await press.settle(bounded), strict=True))


async def _bounds_of_cards(
    faces: Sequence[Piece], press: Scheduler, beside: Iterable[float]
) -> list[Piece]:
    """Return faces that are each bounded to one size."""
    sizes = await _sized_alike(faces, press)
    most = _most([*sizes.values(), *beside], CARDS_ALIKE)
    # Breaks can let text fit in one size and not in a smaller one, so smaller sizes are tried too.
    lowered = [face.bounded(min(face.choice.least, most), most) for face in faces if face.choice]
    large = [face for face, size in sizes.items() if size > most]
    again = [low for face, low in zip(faces, lowered, strict=True) if face in large]
    sizes |= dict(zip(large, await press.largest_sizes(again), strict=True))
    return [face.bounded(size, size) for face, size in sizes.items()]


async def _bounds_of_pages(pages: Sequence[Piece], press: Scheduler) -> list[Piece]:
    """Return pages limited to the smallest size of all; larger where a page would be half empty."""
    sizes = await press.largest_sizes(pages)
    least, most = min(sizes), _most(sizes, PAGES_ALIKE)
    return [page.bounded(least, min(size, most)) for page, size in zip(pages, sizes, strict=True)]


async def _sized_alike(faces: Sequence[Piece], press: Scheduler) -> dict[Piece, float]:
    """Return the type that each face may be set in, none by more than CARDS_ALIKE too large.

    The fullest are asked first: by the smallest of them, most others are settled with one trial.
    """
    ordered = sorted(faces, key=lambda face: len(face.inner), reverse=True)
    first, others = ordered[:LARGEST_BATCH], ordered[LARGEST_BATCH:]
    sizes = dict(zip(first, await press.largest_sizes(first), strict=True))
    most = _most(sizes.values(), CARDS_ALIKE)
    lowered = [
        face.bounded(min(face.choice.least, most), min(face.choice.most, most))
        for face in others
        if face.choice
    ]
    sizes |= dict(zip(others, await press.largest_sizes(lowered), strict=True))
    return {face: sizes[face] for face in faces}


def _most(sizes: Iterable[float], alike: float) -> float:
    """Return the largest type that differs by no more than `alike` from the smallest of some."""
    return round(min(sizes) + alike, 2)


LARGE_PRINT, GROWTH_STEP = 16 / 18, 0.5
"""The type of large print as a part of the largest, and the steps in pt by which it grows."""


async def enlarge_long(section: Section, press: Scheduler) -> Section:
    """Return a section in which each leaf that goes on over several pages has its type.

    That is 16 pt where everything fits, and larger as long as it takes no further page.
    """
    long = [leaf.front for leaf in section.leaves if leaf.front.long and leaf.front.choice]
    grown = dict(
        zip(long, await asyncio.gather(*(_grow(each, press) for each in long)), strict=True)
    )
    return replace(section, leaves=tuple(leaf.with_faces(grown) for leaf in section.leaves))


async def _grow(piece: Piece, press: Scheduler) -> Piece:
    assert piece.choice is not None
    least, most = piece.choice.least, piece.choice.most
    usual = max(least, round(LARGE_PRINT * most, 2))
    larger = [
        piece.settled(round(usual + GROWTH_STEP * number, 2), ())
        for number in range(1 + int((most - usual) / GROWTH_STEP))
    ]
    extents = await press.extents(larger)
    if extents[0].faulty:
        return await _shrink(piece, usual, press)
    fitting = [
        trial
        for trial, extent in zip(larger, extents, strict=True)
        if not extent.faulty and extent.pages == extents[0].pages
    ]
    return fitting[-1]


async def _shrink(piece: Piece, size: float, press: Scheduler) -> Piece:
    """Return a piece in the largest type below `size` in which everything fits, or its least."""
    assert piece.choice is not None
    while size > piece.choice.least:
        size = max(piece.choice.least, round(size - GROWTH_STEP, 2))
        (extent,) = await press.extents([piece.settled(size, ())])
        if not extent.faulty:
            break
    return piece.settled(size, ())


async def count_job_pages(section: Section, press: Scheduler) -> Section:
    """Return a section in which the number of pages of each leaf is known."""
    if not any(leaf.front.long for leaf in section.leaves):
        return section
    extents = await press.extents([leaf.front for leaf in section.leaves])
    leaves = (
        replace(leaf, extent=extent.pages)
        for leaf, extent in zip(section.leaves, extents, strict=True)
    )
    return replace(section, leaves=tuple(leaves))


@dataclass(frozen=True)
class SetBook:
    """A book as it was set: its contents, how many pages they take, and its body."""

    book: Book
    contents: Piece
    contents_pages: int
    body: SetBody

    @property
    def sides(self) -> tuple[Side[Piece], ...]:
        """Its pages."""
        return bind_book(self.book, self.contents, self.body, self.contents_pages)


async def set_book(book: Book, press: Scheduler) -> SetBook:
    """Return a book as it is set: its contents are set once the pages of its body are known.

    They are set again if they take up another number of pages than expected; the body, if the
    page numbers that it names have changed. Raises InputError if these change without end.
    """
    numbers: Mapping[str, int] = {}
    assumed = 1
    for turn in range(MOST_TURNS):
        asking = book.body.numbered(numbers, wide=turn >= FREE_TURNS)
        free = await set_body(asking, press)
        while True:
            body = free.with_right_pages(book.right, pages_before(book, assumed))
            numbers = page_numbers(book, body.extent, assumed)
            contents = book.numbered(numbers)
            (extent,) = await press.extents([contents])
            if extent.pages <= assumed:
                break
            assumed = extent.pages
        if book.body.numbered(numbers, wide=turn >= FREE_TURNS) == asking:
            return SetBook(book, contents, assumed, body)
    raise InputError([UNSETTLED])


FREE_TURNS, MOST_TURNS = 4, 8
"""How often a body is set again with the page numbers that it had before; from the first of these
on, all numbers take up the same room, so that a digit more moves nothing."""
UNSETTLED = Problem(
    Where("page references"), "move the pages that they name", "leave one of them out"
)


MOST_CARDS = 9
"""On how many cards a text may continue: a text that needs more does not belong on a card."""
FACES = {"back": 2, "next card": MOST_CARDS}
"""On how many faces a card may go on, by how it does."""

Stretch = tuple[int, int]
"""The range of parts, from 0, of a text that is on one face."""


async def continue_leaves(section: Section, press: Scheduler) -> Section:
    """Return a section in which cards that are too full continue on their backs or on more cards.

    A front that cannot be divided so that each part fits is left alone, and its overflow reported.
    """
    may = [leaf for leaf in section.leaves if leaf.further]
    sizes = await _fitting_sizes([leaf.front for leaf in may], press)
    full = [leaf for leaf, size in zip(may, sizes, strict=True) if size is None]
    cuts = await _divide(full, press)
    divided = {leaf: tuple(_leaves_of(leaf, cut)) if cut else (leaf,) for leaf, cut in cuts.items()}
    leaves = [part for leaf in section.leaves for part in divided.get(leaf, (leaf,))]
    return replace(section, leaves=tuple(leaves))


async def _fitting_sizes(pieces: Sequence[Piece], press: Scheduler) -> list[float | None]:
    """Return the largest type in pt that each piece fits in; None if it fits in none.

    The smallest size tried is below the allowed minimum: it is chosen only if nothing else fits.
    """
    asked = [
        piece.bounded(round(piece.choice.least - STEP, 2), piece.choice.most)
        for piece in pieces
        if piece.choice
    ]
    sizes = await press.largest_sizes(asked)
    return [
        size if piece.choice and size > piece.choice.least else None
        for piece, size in zip(asked, sizes, strict=True)
    ]


async def _divide(cards: Sequence[Leaf], press: Scheduler) -> dict[Leaf, tuple[Stretch, ...]]:
    """Return how to divide each card; nothing if it cannot be done."""
    # Of the faces only whether it is the first one matters.
    asked = [
        (card, (start, stop), card.further.face(Portion(start, stop, min(start, 1) + 1, 2)).piece)
        for card in cards
        if card.further
        for start, stop in combinations(range(card.further.parts + 1), 2)
        if stop - start < card.further.parts
    ]
    sizes = await _fitting_sizes([piece for _, _, piece in asked], press)
    held: dict[Leaf, dict[Stretch, float]] = {card: {} for card in cards}
    for (card, stretch, _), size in zip(asked, sizes, strict=True):
        if size is not None:
            held[card][stretch] = size
    return {
        card: divide_best(held[card], card.further.parts, FACES[card.further.way])
        for card in cards
        if card.further
    }


def divide_best(held: Mapping[Stretch, float], parts: int, most: int) -> tuple[Stretch, ...]:
    """Return how to divide so many parts: on as few faces as can be, in the largest type.

    `held` are the stretches that find room on a face, with the type in pt that each is held in;
    nothing is returned if more faces than `most` would be needed.
    """

    @cache
    def rest(start: int) -> tuple[int, float, tuple[Stretch, ...]] | None:
        """Return the faces needed from a part on, with minus their smallest type, and which."""
        if start == parts:
            return 0, float("-inf"), ()
        divisions = [
            (after[0] + 1, max(after[1], -held[start, stop]), ((start, stop), *after[2]))
            for stop in range(start + 1, parts + 1)
            if (start, stop) in held and (after := rest(stop)) is not None
        ]
        return min(divisions, default=None)

    division = rest(0)
    return division[2] if division and division[0] <= most else ()


def _leaves_of(card: Leaf, cut: Sequence[Stretch]) -> Iterator[Leaf]:
    """Yield the cards that one becomes."""
    further = card.further
    assert further is not None
    faces = [
        further.face(Portion(*stretch, number=number, of=len(cut)))
        for number, stretch in enumerate(cut, start=1)
    ]
    if further.way == "back":
        front, back = faces
        yield replace(
            card,
            front=front.piece,
            front_bleed=front.bleed,
            front_foot=front.foot,
            back=back.piece,
            back_bleed=back.bleed,
            back_foot=back.foot,
        )
        return
    for number, face in enumerate(faces, start=1):
        name = card.name if number == 1 else f"{card.name}.{number}"
        yield replace(
            card, name=name, front=face.piece, front_bleed=face.bleed, front_foot=face.foot
        )


SEGMENT, COLUMNS = "take", "columns"
"""The cache records of a unit: where segments that begin with it end; and of a table: the widths of
its columns."""
AHEAD = 3
"""By how many units behind it the end of a take goes.

Of these the first does not find room on its last page, or may not be parted from the second, as a
heading or the first of some steps may not; the last two of some may not be parted either.
"""
KEPT = 8
"""How many takes are kept that begin with one unit: a text may be changed back."""


@dataclass(frozen=True)
class CachedSegment:
    """The number of units in a segment, and what identifies it: the count from its first unit on,
    and their digest."""

    length: int
    seen: int
    digest: str


async def set_body(body: Body, press: Scheduler) -> SetBody:
    """Return a body as it is set, take by take."""
    takes = await _segments(await _fix_columns(body, press), press)
    return SetBody(takes, tuple(await press.extents(takes)))


async def _fix_columns(body: Body, press: Scheduler) -> Body:
    """Return a body whose long tables have columns of the widths that they have as a whole."""
    tables = long_tables(body)
    if not tables:
        return body
    shelf = Cache(press.place)
    alike = long_tables(Body(body.marked.evened))
    for table, even in zip(tables, alike, strict=True):
        rows = widest_rows(even, body.marked)
        key = piece_key(rows, COLUMNS)
        widths = shelf.get(key, tuple[float, ...]) or await press.column_widths(rows)
        if widths:
            shelf.put(key, widths)
        body = with_columns(body, table, widths)
    return body


async def _segments(body: Body, press: Scheduler) -> tuple[Piece, ...]:
    """Return the segments of a body; one segment if page starts cannot be determined."""
    count = len(body.units)
    if count == 1:
        return (body.whole,)
    alike = Body(body.marked.evened)
    ends, bounds = _SegmentEnds(alike, Cache(press.place)), [0]
    while bounds[-1] < count:
        first = looked = bounds[-1]
        while (length := ends.length(first)) is None:
            reach = body.reach(looked, LONGEST_LAYOUT)
            looked = next((at for at in range(looked + 1, reach) if ends.length(at)), reach)
            stop = min(looked + AHEAD, count)
            found = await press.page_starts(alike.counted(first, stop))
            if not found:
                return (body.whole,)
            ends.file(first, stop, found)
        bounds.append(first + length)
    return tuple(body.take(first, end) for first, end in pairwise(bounds))


class _SegmentEnds:
    """The known ends of a body's segments; digits are treated as equal."""

    def __init__(self, body: Body, shelf: Cache) -> None:
        piece = body.marked
        self._shelf = shelf
        self._like = (SEGMENT, head_digest(piece.head), piece.rule, piece.classes, piece.style)
        self._units = [cache_key([unit.opening, unit.inner], SEGMENTS) for unit in body.units]
        self._found: dict[int, int | None] = {}

    def length(self, first: int) -> int | None:
        """Return how many units a take has that begins with the unit `first`; None if unknown."""
        if first not in self._found:
            fits = (
                take.length
                for take in self._cached_segments(first)
                if take.digest == self._segment_digest(first, take.seen)
            )
            self._found[first] = next(fits, None)
        return self._found[first]

    def file(self, first: int, stop: int, starts: tuple[int, ...]) -> None:
        """Store the segments of the units from `first` up to `stop`, some of which began a page.

        The last segment depends on units that have not been typeset yet, except at the end. Raises
        OSError.
        """
        count = len(self._units)
        for one, end in pairwise((0, *starts[1:], stop - first)):
            seen = min(first + end + AHEAD, count) - first - one
            if first + one + seen <= stop:
                digest = self._segment_digest(first + one, seen)
                self._file(first + one, CachedSegment(end - one, seen, digest))

    def _file(self, first: int, take: CachedSegment) -> None:
        others = (one for one in self._cached_segments(first) if one.digest != take.digest)
        self._shelf.put(self._key(first), (take, *others)[:KEPT])
        self._found[first] = take.length

    def _cached_segments(self, first: int) -> tuple[CachedSegment, ...]:
        return self._shelf.get(self._key(first), tuple[CachedSegment, ...]) or ()

    def _key(self, first: int) -> str:
        return cache_key([*self._like, self._units[first]], SEGMENTS)

    def _segment_digest(self, first: int, seen: int) -> str:
        """Return a digest of a number of units from one on; it tells whether they are the last."""
        last = first + seen == len(self._units)
        return cache_key([*self._units[first : first + seen], "end" if last else ""], SEGMENTS)
