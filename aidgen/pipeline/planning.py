"""From the parts of an aid to the sides of paper of its PDF, by way of what is set on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from aidgen.assets.choices import AUTHORS, Choices
from aidgen.assets.papers import HALF, PAPERS, SHARES, WHOLE, Size, is_whole
from aidgen.page.composed import Side
from aidgen.page.pieces import Book, CardFaces, Deck, Decks, Leaves, Parts, Piece
from aidgen.pipeline import pacing
from aidgen.pipeline.composing import (
    bound,
    composed,
    folded,
    leafed,
    numbered,
    shifted,
    watermarked,
)
from aidgen.pipeline.continuing import continued
from aidgen.pipeline.facing import Printed, apart, behind, beside, facing, spreads, twofold
from aidgen.pipeline.facing import numbered as numbered_of_two
from aidgen.pipeline.pressing import MOST, Press
from aidgen.pipeline.takes import set_body

LIKE = 1.5
"""By how much in pt at most the type of things that lie side by side may differ.

Between 8 and 9.5 pt a reader takes two cards for one deck; beyond, one seems to be a heading.
"""


async def sides(parts: Parts, press: Press, choices: Choices = AUTHORS) -> tuple[Side, ...]:
    """Return the sides of paper that the parts of an aid become, as a reader chose them.

    All pieces on them are set. Raises Unusable if cards find no room on their paper.
    """
    if isinstance(parts, Book):
        pages = watermarked(await _book(parts, press), choices.watermark)
        if choices.booklet:
            pages = folded(pages, _unfolded(parts, choices), backwards=parts.backwards)
        await press.extents(pieces(pages))
        return shifted(pages, choices)
    typed = await settled(await continued(parts, press), press)
    if isinstance(typed, Leaves):
        typed = await _leafed(typed, press)
    elif choices.changed:
        typed = _changed(typed, choices.changed)
    made = composed(typed, choices)
    await press.extents(pieces(made))
    return made


async def in_both(one: Parts, other: Parts, press: Press, choices: Choices) -> tuple[Side, ...]:
    """Return the sides of paper that an aid in two languages becomes, all pieces on them set.

    Raises Unusable if cards find no room on their paper.
    """
    if isinstance(one, Book) and isinstance(other, Book):
        pages = watermarked(await _facing(one, other, press, choices), choices.watermark)
        if choices.booklet:
            pages = folded(pages, _unfolded(one, choices), backwards=one.backwards)
    elif isinstance(one, Leaves) and isinstance(other, Leaves):
        first, second = [
            leafed(await _leafed(await _leaves(leaves, press), press), choices)
            for leaves in (one, other)
        ]
        pages = (behind if is_whole(one.paper, choices.paper) else beside)(first, second)
    else:
        cards = twofold(await _cards(one, press), await _cards(other, press))
        pages = composed(_changed(cards, choices.changed) if choices.changed else cards, choices)
    await press.extents(pieces(pages))
    return pages if isinstance(one, Deck | Decks) else shifted(pages, choices)


async def _cards(parts: Parts, press: Press) -> Deck | Decks:
    """Return cards with their type, and with what they go on on."""
    assert isinstance(parts, Deck | Decks)
    made = await continued(parts, press)
    assert isinstance(made, Deck | Decks)
    return await _decks(made, press)


ROUNDS = 3
"""How often a book in two languages is set at most so that its pages meet; ours need two."""
APART = 0.2
"""What a record costs, in pages, that begins on another page than in the other language."""


async def _facing(one: Book, other: Book, press: Press, choices: Choices) -> tuple[Side, ...]:
    """Return the pages of a book in two languages; contents are set again as for one book."""
    meeting = await _meeting(one, other, press)
    thought = (1, 1)
    while True:
        first, second = (
            replace(book, contents_pages=pages)
            for book, pages in zip(meeting, thought, strict=True)
        )
        opened = spreads(first, second)
        contents = numbered_of_two(first, opened, 0), numbered_of_two(second, opened, 1)
        found = await press.extents(list(contents))
        if all(extent.pages <= pages for extent, pages in zip(found, thought, strict=True)):
            return facing((first, second), contents, booklet=choices.booklet)
        thought = found[0].pages, found[1].pages


async def _meeting(one: Book, other: Book, press: Press) -> tuple[Printed, Printed]:
    """Return a book in two languages, set so that what its pages say is said on facing ones."""
    books, size = (one, other), one.paper
    free = await asyncio.gather(*(set_body(book.body, press) for book in books))
    freely = [body.extent for body in free]
    units = pacing.units(books, freely)
    flowing = [pacing.laid(extent, units, (0,), size) for extent in freely]
    begun = pacing.planned(*flowing)
    found: list[tuple[float, tuple[Printed, Printed]]] = []
    for _ in range(ROUNDS):
        refs = tuple(units[number] for number in begun)
        made = [replace(book, body=pacing.opened(book.body, refs[1:])) for book in books]
        bodies = await asyncio.gather(*(set_body(book.body, press) for book in made))
        first, second = (
            Printed(book, 1, body, refs) for book, body in zip(made, bodies, strict=True)
        )
        away = apart(first, second, units)
        found.append((len(spreads(first, second).bodies) + APART * away, (first, second)))
        left, right = (pacing.laid(body.extent, units, begun, size) for body in bodies)
        more = pacing.mended(left, right) if away else begun
        if more == begun:
            more = pacing.joined(left, right, flowing)
        if more == begun:
            break
        begun = more
    return min(found, key=lambda rated: rated[0])[1]


def _changed(parts: Deck | Decks, changed: Iterable[tuple[str, int]]) -> Decks:
    """Return the cards of some names alone, each as often as is said."""
    copies = dict(changed)
    decks = parts.decks if isinstance(parts, Decks) else (parts,)
    some = (
        replace(
            deck,
            cards=tuple(
                replace(card, copies=copies[card.name])
                for card in deck.cards
                if card.name in copies
            ),
        )
        for deck in decks
    )
    return Decks(tuple(deck for deck in some if deck.cards))


async def settled(parts: Deck | Decks | Leaves, press: Press) -> Deck | Decks | Leaves:
    """Return the parts of an aid with the type that each of their pieces is to be set in."""
    return await (_leaves(parts, press) if isinstance(parts, Leaves) else _decks(parts, press))


async def _decks(parts: Deck | Decks, press: Press) -> Deck | Decks:
    if isinstance(parts, Decks):
        return Decks(tuple([await _deck(deck, press) for deck in parts.decks]))
    return await _deck(parts, press)


def _unfolded(book: Book, choices: Choices) -> Size:
    """Return the sheet of which a page of a booklet is half."""
    sheets = (parts for parts in SHARES.values() if PAPERS[parts[HALF]] == book.paper)
    whole = SHARES[choices.paper] if choices.paper else next(sheets)
    return PAPERS[whole[WHOLE]]


def pieces(made: Sequence[Side]) -> tuple[Piece, ...]:
    """Return the pieces on some sides of paper, each once."""
    return tuple(dict.fromkeys(placed.piece for side in made for placed in side.placed))


async def _deck(deck: Deck, press: Press) -> Deck:
    """Return a deck with the type of each face: as large as it may be, but no two far apart."""
    faces = dict.fromkeys(
        face for card in deck.cards for face in (card.front, card.back) if face and face.choice
    )
    if not faces:
        return deck
    sizes = await _sized_alike(list(faces), press)
    most = _like(sizes.values())
    # Lines may break so that a text fits in a size and not in a smaller one: it is tried again.
    lowered = [face.bounded(min(face.choice.least, most), most) for face in faces if face.choice]
    large = [face for face, size in sizes.items() if size > most]
    again = [low for face, low in zip(faces, lowered, strict=True) if face in large]
    sizes |= dict(zip(large, await press.sized(again), strict=True))
    bounded = [face.bounded(size, size) for face, size in sizes.items()]
    sized = dict(zip(faces, await press.settled(bounded), strict=True))
    return replace(deck, cards=tuple(_sized(card, sized) for card in deck.cards))


async def _sized_alike(faces: Sequence[Piece], press: Press) -> dict[Piece, float]:
    """Return the type that each face may be set in, none by more than LIKE too large for a deck.

    The fullest are asked first: by the smallest of them, most others are settled with one trial.
    """
    ordered = sorted(faces, key=lambda face: len(face.inner), reverse=True)
    first, others = ordered[:MOST], ordered[MOST:]
    sizes = dict(zip(first, await press.sized(first), strict=True))
    most = _like(sizes.values())
    lowered = [
        face.bounded(min(face.choice.least, most), min(face.choice.most, most))
        for face in others
        if face.choice
    ]
    sizes |= dict(zip(others, await press.sized(lowered), strict=True))
    return {face: sizes[face] for face in faces}


def _like(sizes: Iterable[float]) -> float:
    """Return the largest type that is still like the smallest of some sizes."""
    return round(min(sizes) + LIKE, 2)


def _sized(card: CardFaces, sized: Mapping[Piece, Piece]) -> CardFaces:
    back = card.back and sized.get(card.back, card.back)
    return replace(card, front=sized.get(card.front, card.front), back=back)


async def _leaves(leaves: Leaves, press: Press) -> Leaves:
    """Return pages with their type: the same on all, but where one would stay half empty."""
    chosen = [page for page in leaves.pages if page.choice]
    if len(chosen) != len(leaves.pages):
        return leaves
    sizes = await press.sized(chosen)
    least, most = min(sizes), _like(sizes)
    bounded = [
        page.bounded(least, min(size, most)) for page, size in zip(chosen, sizes, strict=True)
    ]
    return replace(leaves, pages=tuple(await press.settled(bounded)))


async def _leafed(leaves: Leaves, press: Press) -> Leaves:
    """Return pages with the numbers of those that pieces which go on over several become."""
    if not any(page.long for page in leaves.pages):
        return leaves
    extents = await press.extents(leaves.pages)
    return replace(leaves, extents=tuple(extent.pages for extent in extents))


async def _book(book: Book, press: Press) -> tuple[Side, ...]:
    """Return the pages of a book: its contents are set once the pages of its body are known.

    They are set again if they take up another number of pages than was thought.
    """
    body = await set_body(book.body, press)
    thought = 1
    while True:
        contents = numbered(book, body.extent, thought)
        (extent,) = await press.extents([contents])
        if extent.pages <= thought:
            break
        thought = extent.pages
    return bound(book, contents, body, thought)
