"""Pieces put on sides of paper: which PDF has what where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat

from aidgen.assets.papers import Rect
from aidgen.imposition import sheet as imposition
from aidgen.page.pieces import Book, CardFaces, Deck, Leaves, Piece, Placed, Side, Strip, ruled

HAIRLINE = 0.1
"""Width in mm of a crop mark."""


@dataclass(frozen=True)
class Beginning:
    """Where a record begins: on which page, from 1, and whether that page begins with it."""

    page: int
    first: bool


@dataclass(frozen=True)
class Extent:
    """How many pages a piece has become, and where each record in it begins."""

    pages: int
    beginnings: dict[str, Beginning]


def composed(parts: Deck | Leaves) -> tuple[Side, ...]:
    """Return the sides of paper of what is known before anything is set."""
    return tuple(_deck(parts) if isinstance(parts, Deck) else _leaves(parts))


def _leaves(leaves: Leaves) -> Iterator[Side]:
    for page in leaves.pages:
        strips = (_strip(strip, again=page is not leaves.pages[0]) for strip in leaves.strips)
        yield Side(leaves.paper, (Placed(page), *strips))


def _strip(strip: Strip, *, left: float = 0.0, top: float = 0.0, again: bool = True) -> Placed:
    return Placed(strip.piece, left + strip.left, top + strip.top, again=again)


# Decks ------------------------------------------------------------------------------------------


def _deck(deck: Deck) -> Iterator[Side]:
    sheet = imposition.Sheet(deck.paper, deck.trim, deck.gap)
    two_sided = any(card.back for card in deck.cards)
    batches = tuple(_batches(_copies(deck.cards), len(sheet.slots())))
    turned = imposition.SIDES if two_sided else imposition.SIDES[:1]
    sides = [(batch, side) for batch in batches for side in turned]
    for number, (batch, side) in enumerate(sides, start=1):
        faces = _faces(batch, _slots(sheet, deck, side), side)
        headline = deck.headed(number, len(sides))
        yield Side(deck.paper, tuple(_side(deck, sheet, headline, faces, first=number == 1)))


def _slots(sheet: imposition.Sheet, deck: Deck, side: imposition.Side) -> tuple[Rect, ...]:
    """Return the slots of a side in the order of its cards: of one read backwards, mirrored."""
    mirrored: imposition.Side = "front" if side == "back" else "back"
    return sheet.slots(mirrored if deck.backwards else side)


def _copies(cards: Sequence[CardFaces]) -> Iterator[CardFaces]:
    """Yield each card as often as it is printed: a whole set, then the next."""
    for copy in range(max(card.copies for card in cards)):
        yield from (card for card in cards if copy < card.copies)


def _batches(copies: Iterator[CardFaces], room: int) -> Iterator[tuple[CardFaces, ...]]:
    while batch := tuple(islice(copies, room)):
        yield batch


def _faces(
    batch: Sequence[CardFaces], slots: Sequence[Rect], side: imposition.Side
) -> Iterator[tuple[Piece, Rect]]:
    """Yield what is on one side of some cards, each with its slot."""
    for slot, card in zip(slots, batch, strict=False):
        face = card.front if side == "front" else card.back
        if face is not None:
            yield face, slot


def _side(
    deck: Deck,
    sheet: imposition.Sheet,
    headline: Piece,
    faces: Iterable[tuple[Piece, Rect]],
    *,
    first: bool,
) -> Iterator[Placed]:
    yield Placed(headline, again=not first)
    if deck.cut:
        yield Placed(ruled(headline, list(map(_drawn, sheet.crop_marks()))), again=True)
    for face, slot in faces:
        yield Placed(face, slot.left, slot.top)
        if deck.foot:
            yield _strip(deck.foot, left=slot.left, top=slot.top)
    yield _strip(deck.notice, again=not first)


def _drawn(mark: imposition.Line) -> Rect:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - HAIRLINE / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - HAIRLINE / 2 if mark.y1 == mark.y2 else mark.y1
    return Rect(left, top, (mark.x2 - mark.x1) or HAIRLINE, (mark.y2 - mark.y1) or HAIRLINE)


# Books ------------------------------------------------------------------------------------------


def numbered(book: Book, body: Extent, contents_pages: int) -> Piece:
    """Return the contents of a book with the numbers of the pages, a cover and themselves first."""
    before = 1 + contents_pages
    return book.numbered({ref: before + begins.page for ref, begins in body.beginnings.items()})


def bound(book: Book, contents: Piece, body: Extent, contents_pages: int) -> tuple[Side, ...]:
    """Return the pages of a book whose contents have been set on `contents_pages`."""
    pages = [
        (book.cover, 1),
        *((contents, page) for page in range(1, contents_pages + 1)),
        *((book.body, page) for page in range(1, body.pages + 1)),
    ]
    titles = chain(repeat(book.opening, 1 + contents_pages), _titles(book, body))
    return tuple(
        Side(book.paper, (Placed(piece, page=page), *_margins(book, number, len(pages), title)))
        for number, ((piece, page), title) in enumerate(zip(pages, titles, strict=False), start=1)
    )


def _titles(book: Book, body: Extent) -> Iterator[Strip]:
    """Yield the running title of each page of the body: the chapter that it opens with."""
    title = book.chapters[0].title
    for page in range(1, body.pages + 1):
        for chapter in book.chapters:
            begins = body.beginnings.get(chapter.ref)
            if begins and (begins.page < page or (begins.page == page and begins.first)):
                title = chapter.title
        yield title


def _margins(book: Book, number: int, of: int, chapter: Strip) -> Iterator[Placed]:
    """Yield what stands in the margins of a page: nothing on the cover."""
    if number > 1:
        yield _strip(chapter if number % 2 else book.title)
        yield _strip(book.folio(number, of))
        yield _strip(book.marks[number % 2])
