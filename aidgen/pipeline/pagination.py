"""Pieces put on sides of paper: which PDF has what where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, repeat

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import SIDES, Folding, Rect, Size
from aidgen.imposition import booklet
from aidgen.imposition import sheet as imposition
from aidgen.imposition.shops import SHOPS, canvas
from aidgen.page.composed import Placed, Side, place_strip
from aidgen.page.drawings import watermark_piece
from aidgen.page.pieces import Book, CardFaces, Deck, Decks, Leaves, Piece, Strip, Turning, ruled
from aidgen.problems import InputError, Problem, Where


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


def composed(
    parts: Deck | Decks | Leaves, choices: PrintOptions = NO_OPTIONS
) -> tuple[Side[Piece], ...]:
    """Return the sides of paper of what is known before anything is set, as a reader chose them.

    Raises InputError if the cards find no room on their paper.
    """
    if isinstance(parts, Leaves):
        return shifted(leafed(parts, choices), choices)
    return imposed(parts.decks if isinstance(parts, Decks) else (parts,), choices)


def shifted(sides: Sequence[Side[Piece]], choices: PrintOptions) -> tuple[Side[Piece], ...]:
    """Return sides of paper, every second of which, the back, is moved as a reader chose."""
    return tuple(
        side.moved(choices.offset) if number % 2 else side for number, side in enumerate(sides)
    )


def watermarked(sides: Sequence[Side[Piece]], words: str) -> tuple[Side[Piece], ...]:
    """Return pages with words over each, pale and aslant; as they are if there are no words."""
    return tuple(
        replace(side, placed=(*side.placed, _over(side, words))) if words and side.placed else side
        for side in sides
    )


def _over(side: Side[Piece], words: str) -> Placed[Piece]:
    first = side.placed[0]
    over = watermark_piece(first.piece, words, side.size)
    return Placed(over, again=True, turn=first.turn, veil=True)


def folded(
    sides: Sequence[Side[Piece]], sheet: Size, *, backwards: bool = False
) -> tuple[Side[Piece], ...]:
    """Return the sides of the sheets, upright of a size in mm, that become a booklet of pages.

    One that is read backwards is bound at the right.
    """
    across = sheet.turned()
    return tuple(
        Side(across, tuple(_halves(sides, opened, across)))
        for opened in booklet.opened(len(sides), backwards=backwards)
    )


def _halves(
    sides: Sequence[Side[Piece]], opened: booklet.Opened, sheet: Size
) -> Iterator[Placed[Piece]]:
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


def leafed(leaves: Leaves, choices: PrintOptions) -> tuple[Side[Piece], ...]:
    """Return pages, with what stands in their margins and over them."""
    made = _panels(leaves, leaves.folding) if leaves.folding else _leaves(leaves)
    return watermarked(tuple(made), choices.watermark)


def _panels(leaves: Leaves, folding: Folding) -> Iterator[Side[Piece]]:
    """Yield both sides of a sheet that is folded, with its marks; panels are read as they count."""
    panels = list(enumerate(leaves.pages, start=1))
    for side, strip in zip(SIDES, leaves.strips, strict=True):
        here = (
            Placed(page, folding.place(number).left, turn=number)
            for number, page in panels
            if folding.side(number) == side
        )
        around = replace(place_strip(strip, again=False), turn=folding.panels + 1)
        yield Side(leaves.paper, (around, *here))


def _leaves(leaves: Leaves) -> Iterator[Side[Piece]]:
    extents, over = leaves.extents or (1,) * len(leaves.pages), leaves.over or repeat(None)
    count, of = 0, sum(extents)
    for page, extent, lying in zip(leaves.pages, extents, over, strict=False):
        for number in range(1, extent + 1):
            count += 1
            lies = (*leaves.strips, lying) if lying else leaves.strips
            strips = [place_strip(strip.numbered(count, of), again=count > 1) for strip in lies]
            yield Side(leaves.paper, (Placed(page, page=number), *strips))


# Books ------------------------------------------------------------------------------------------


def numbered(book: Book, body: Extent, contents_pages: int) -> Piece:
    """Return the contents of a book with the numbers of the pages, a cover and themselves first."""
    before = 1 + contents_pages
    return book.numbered({ref: before + begins.page for ref, begins in body.beginnings.items()})


def bound(
    book: Book, contents: Piece, body: SetBody, contents_pages: int
) -> tuple[Side[Piece], ...]:
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


def margins(book: Book, number: int, of: int, chapter: Strip) -> Iterator[Placed[Piece]]:
    """Yield what stands in the margins of a page: nothing on the cover."""
    if number > 1:
        yield place_strip(chapter if number % 2 else book.title)
        yield place_strip(book.folios[number % 2].numbered(number, of))
        yield place_strip(book.marks[number % 2])


HAIRLINE = 0.1
"""Width in mm of a crop mark."""
Cards = tuple[CardFaces, ...]


def imposed(decks: Sequence[Deck], choices: PrintOptions) -> tuple[Side[Piece], ...]:
    """Return the sides of paper of decks, one after the other, or all fronts before all backs.

    Raises InputError if the cards find no room on their paper.
    """
    made = [
        tuple(_singles(deck, choices) if choices.shop else _deck(deck, choices, leads=not number))
        for number, deck in enumerate(decks)
    ]
    if choices.single_sided:
        return tuple(_apart(decks, made, choices))
    return tuple(chain.from_iterable(made))


def _apart(
    decks: Sequence[Deck], made: Sequence[tuple[Side[Piece], ...]], choices: PrintOptions
) -> Iterator[Side[Piece]]:
    """Yield the fronts of all decks, then their backs, in the same order.

    On paper a stack is turned over whole: behind fronts without backs there is a blank side.
    """
    fronts, backs = list[Side[Piece]](), list[Side[Piece]]()
    for deck, sides in zip(decks, made, strict=True):
        half = len(sides) // 2 if _has_backs(deck, choices) else len(sides)
        blank = [] if choices.shop else [Side[Piece](side.size, ()) for side in sides]
        fronts += sides[:half]
        backs += sides[half:] or blank
    has_backs = any(_has_backs(deck, choices) for deck in decks)
    return chain(fronts, backs if has_backs else ())


def _has_backs(deck: Deck, choices: PrintOptions) -> bool:
    """Tell whether as many sides of a deck are backs as are fronts."""
    return deck.two_sided or bool(choices.shop and SHOPS[choices.shop].backs_first)


def _deck(deck: Deck, choices: PrintOptions, *, leads: bool) -> Iterator[Side[Piece]]:
    """Yield the sides of a deck; what stands around its cards is read aloud if it `leads`."""
    choices = replace(choices, gutterfold=choices.gutterfold and deck.two_sided)
    sheet = _sheet(deck, choices)
    sides = list(_turned(deck, tuple(_batches(_copies(deck.cards), sheet.room)), choices))
    turning = _turning(deck, sheet, choices)
    ground = replace(deck, paper=sheet.paper)
    for number, (batch, turned) in enumerate(sides, start=1):
        faces = [
            face for side in turned for face in _faces(deck, batch, _slots(sheet, deck, side), side)
        ]
        headline = replace(deck.headed(number, len(sides), turning), size=sheet.paper)
        around = _Around(headline, _marks(deck, sheet), first=leads and number == 1)
        made = Side(sheet.paper, tuple(_side(ground, around, faces, choices)))
        yield made.moved(choices.offset) if turned == ("back",) else made


def _singles(deck: Deck, choices: PrintOptions) -> Iterator[Side[Piece]]:
    """Yield a page of each side of each card, as a print shop wants them; a back may be blank.

    Nothing is yielded of cards of a size that it does not have.
    """
    shop = SHOPS[choices.shop]
    lies = canvas(shop, deck.trim)
    if lies is None:
        return
    turned = imposition.SIDES if _has_backs(deck, choices) else imposition.SIDES[:1]
    cards = [card for card in deck.cards for _ in range(card.copies if shop.backs_first else 1)]
    turns = [(card, side) for card in cards for side in turned]
    if shop.backs_first:
        turns = [(card, side) for card in cards for side in reversed(turned)]
    if choices.single_sided:
        turns.sort(key=lambda turn: turned.index(turn[1]))
    for card, side in turns:
        placed = (
            one
            for face in _faces(deck, [card], [lies.card], side)
            for one in _lying(face, deck.trim, choices)
        )
        yield Side(lies.size, tuple(placed), lies.safe)


def _lying(face: _Face, trim: Size, choices: PrintOptions) -> Iterator[Placed[Piece]]:
    """Yield what is on a face in its slot, its ground first."""
    bleed = choices.bleed
    if face.bleed:
        yield Placed(face.bleed, face.slot.left - bleed, face.slot.top - bleed, again=True)
    yield Placed(face.piece, face.slot.left, face.slot.top, unit=face.name)
    if face.foot:
        yield place_strip(face.foot, left=face.slot.left, top=face.slot.top)
    if choices.watermark:
        over = watermark_piece(face.piece, choices.watermark, trim)
        yield Placed(over, face.slot.left, face.slot.top, again=True, veil=True)


def _sheet(deck: Deck, choices: PrintOptions) -> imposition.Sheet:
    """Return the sheet that a deck is imposed on; raises InputError if no card finds room on it."""
    gap = max(deck.gap, 2 * choices.bleed) if choices.gap is None else choices.gap
    sheet = imposition.fullest(
        imposition.Sheet(deck.paper, deck.trim, gap, choices.bleed, choices.gutterfold)
    )
    if not sheet.room:
        message = f"no card of {deck.trim} finds room on {deck.paper}"
        hint = f"{gap:g} mm between two, {choices.bleed:g} mm of bleed, and marks around them"
        raise InputError([Problem(Where("--paper"), message, hint)])
    return sheet


def _turning(deck: Deck, sheet: imposition.Sheet, choices: PrintOptions) -> Turning:
    """Return how the backs of a deck come behind its fronts."""
    if not deck.two_sided:
        return ""
    if choices.gutterfold:
        return "fold"
    return "long" if sheet.paper.width <= sheet.paper.height else "short"


def _turned(
    deck: Deck, batches: Sequence[Cards], choices: PrintOptions
) -> Iterator[tuple[Cards, tuple[imposition.Side, ...]]]:
    """Yield what each side of paper has on it: some cards, and which of their faces."""
    if choices.gutterfold:
        yield from ((batch, imposition.SIDES) for batch in batches)
    elif choices.single_sided or not deck.two_sided:
        turned = imposition.SIDES if deck.two_sided else imposition.SIDES[:1]
        yield from ((batch, (side,)) for side in turned for batch in batches)
    else:
        yield from ((batch, (side,)) for batch in batches for side in imposition.SIDES)


def _slots(sheet: imposition.Sheet, deck: Deck, side: imposition.Side) -> tuple[Rect, ...]:
    """Return the slots of a side in the order of its cards, from the right if it is read so."""
    slots = sheet.slots(side)
    if not deck.backwards:
        return slots
    across = sheet.paper.width
    return tuple(replace(one, left=across - one.left - one.width) for one in slots)


def _copies(cards: Sequence[CardFaces]) -> Iterator[CardFaces]:
    """Yield each card as often as it is printed: a whole set, then the next."""
    for copy in range(max(card.copies for card in cards)):
        yield from (card for card in cards if copy < card.copies)


def _batches(copies: Iterator[CardFaces], room: int) -> Iterator[Cards]:
    while batch := tuple(islice(copies, room)):
        yield batch


@dataclass(frozen=True)
class _Face:
    """A face of a card in its slot, and what goes on around it."""

    name: str
    """That of the card."""
    piece: Piece
    bleed: Piece | None
    slot: Rect
    foot: Strip | None


def _faces(
    deck: Deck, batch: Sequence[CardFaces], slots: Sequence[Rect], side: imposition.Side
) -> Iterator[_Face]:
    """Yield what is on one side of some cards, each with its slot."""
    for slot, card in zip(slots, batch, strict=False):
        if side == "front":
            yield _Face(card.name, card.front, card.front_bleed, slot, deck.foot)
        elif card.back is not None:
            foot = deck.back_foot or deck.foot
            yield _Face(card.name, card.back, card.back_bleed, slot, foot)


@dataclass(frozen=True)
class _Around:
    """What stands around the cards on a side of paper."""

    headline: Piece
    marks: tuple[Rect, ...]
    first: bool
    """Whether it is the first side, which alone says what all say."""


def _marks(deck: Deck, sheet: imposition.Sheet) -> tuple[Rect, ...]:
    """Return the marks on a sheet, as they are drawn: where to cut, and where to fold."""
    cuts = sheet.crop_marks() if deck.cut else ()
    return tuple(map(_drawn, (*cuts, *sheet.fold_marks())))


def _side(
    deck: Deck, around: _Around, faces: Sequence[_Face], choices: PrintOptions
) -> Iterator[Placed[Piece]]:
    bleed, watermark = choices.bleed, choices.watermark
    yield Placed(around.headline, again=not around.first)
    if around.marks:
        yield Placed(ruled(around.headline, around.marks), again=True)
    for face in faces:
        if face.bleed:
            yield Placed(face.bleed, face.slot.left - bleed, face.slot.top - bleed, again=True)
    for face in faces:
        yield Placed(face.piece, face.slot.left, face.slot.top, unit=face.name)
        if face.foot:
            yield place_strip(face.foot, left=face.slot.left, top=face.slot.top)
    for face in faces if watermark else ():
        over = watermark_piece(face.piece, watermark, deck.trim)
        yield Placed(over, face.slot.left, face.slot.top, again=True, veil=True)
    notice = replace(deck.notice, piece=replace(deck.notice.piece, size=deck.paper))
    yield place_strip(notice, again=not around.first)


def _drawn(mark: imposition.Line) -> Rect:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - HAIRLINE / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - HAIRLINE / 2 if mark.y1 == mark.y2 else mark.y1
    return Rect(left, top, (mark.x2 - mark.x1) or HAIRLINE, (mark.y2 - mark.y1) or HAIRLINE)
