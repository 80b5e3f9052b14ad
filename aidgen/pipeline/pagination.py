"""Pieces put on sides of paper: which PDF has what where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, repeat

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, SHARES, SIDES, WHOLE, Folding, Rect, Size
from aidgen.imposition import sheet as imposition
from aidgen.imposition.sheet import UNPRINTED
from aidgen.imposition.shops import canvas
from aidgen.page.composed import Placed, Side, place_strip
from aidgen.page.pieces import (
    PLATE,
    Book,
    Leaf,
    Piece,
    Section,
    Strip,
    Turning,
    blank_piece,
    rectangle_piece,
)
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
    faulty: bool = False
    """Whether something on it is certainly wrong, as a text that does not fit."""

    @property
    def is_plate(self) -> bool:
        """Whether it is a picture that fills a page, and nothing else."""
        return bool(self.beginnings) and all(ref.startswith(PLATE) for ref in self.beginnings)


@dataclass(frozen=True)
class SetBody:
    """The body of a book as it was set: its takes, and how long each of them has become."""

    takes: tuple[Piece, ...]
    extents: tuple[Extent, ...]
    blanks: frozenset[int] = frozenset()
    """The takes, from 0, that a blank page comes before."""

    @property
    def pages(self) -> tuple[tuple[Piece, int] | None, ...]:
        """Each page: the take, and the number of the page in it, from 1; None if it is blank."""
        return tuple(
            (take, page) if page else None
            for number, (take, extent) in enumerate(zip(self.takes, self.extents, strict=True))
            for page in range(number not in self.blanks, extent.pages + 1)
        )

    def with_right_pages(self, refs: AbstractSet[str], before: int) -> SetBody:
        """Return it with some records on right pages, behind so many pages: blank ones before.

        A picture that fills the page before such a record faces it.
        """
        blanks, pages = set[int](), before
        for number, extent in enumerate(self.extents):
            plates = 0
            while (
                number + plates < len(self.extents) - 1 and self.extents[number + plates].is_plate
            ):
                plates += 1
            places = self.extents[number + plates].beginnings
            begins = any(places[ref].page == 1 for ref in refs & places.keys())
            follows = number > 0 and self.extents[number - 1].is_plate
            if begins and not follows and (pages + plates) % 2:
                blanks.add(number)
                pages += 1
            pages += extent.pages
        return replace(self, blanks=frozenset(blanks))

    @cached_property
    def extent(self) -> Extent:
        """How long it has become in all."""
        pages, beginnings = 0, dict[str, Beginning]()
        for number, extent in enumerate(self.extents):
            pages += number in self.blanks
            for ref, begins in extent.beginnings.items():
                beginnings.setdefault(ref, replace(begins, page=pages + begins.page))
            pages += extent.pages
        return Extent(pages, beginnings)


def compose(
    sections: Sequence[Section], choices: PrintOptions = NO_OPTIONS
) -> tuple[Side[Piece], ...]:
    """Return the sides of paper of sections, one after the other.

    Raises InputError if a leaf is larger than its paper.
    """
    if not sections[0].is_cut:
        pages = chain.from_iterable(paginate(section, choices) for section in sections)
        if choices.two_up:
            sheet = PAPERS[SHARES[choices.paper or "a4"][WHOLE]]
            return tuple(_print_twice(page, sheet) for page in pages)
        return shift_backs(tuple(pages), choices)
    sides = [
        tuple(
            _single_faces(section, choices)
            if choices.shop
            else _n_up(section, choices, leads=not number)
        )
        for number, section in enumerate(sections)
    ]
    if choices.single_sided:
        return tuple(_fronts_first(sections, sides, choices))
    return tuple(chain.from_iterable(sides))


CUT_MARK = 3.0
"""How long the mark is in mm that shows where to cut a sheet in two."""


def _print_twice(page: Side[Piece], upright: Size) -> Side[Piece]:
    """Return a sheet with a page twice, each in the middle of its half, and marks to cut between.

    The second copy is not read aloud.
    """
    is_beside = page.size.width <= page.size.height
    sheet = upright.turned() if is_beside else upright
    step = sheet.width / 2 if is_beside else sheet.height / 2
    half = Size(step, sheet.height) if is_beside else Size(sheet.width, step)
    offset = (half.width - page.size.width) / 2, (half.height - page.size.height) / 2
    first = page.moved(offset).placed
    other = page.moved((offset[0] + step * is_beside, offset[1] + step * (not is_beside))).placed
    long = sheet.height if is_beside else sheet.width
    ends = [(UNPRINTED, UNPRINTED + CUT_MARK), (long - UNPRINTED - CUT_MARK, long - UNPRINTED)]
    lines = [
        imposition.CropLine(step, start, step, end)
        if is_beside
        else imposition.CropLine(start, step, end, step)
        for start, end in ends
    ]
    marks = rectangle_piece(blank_piece(first[0].piece, sheet), [*map(_crop_mark_rect, lines)])
    again = (replace(placed, again=True) for placed in other)
    return Side(sheet, (Placed(marks, again=True), *first, *again))


def shift_backs(sides: Sequence[Side[Piece]], choices: PrintOptions) -> tuple[Side[Piece], ...]:
    """Return sides of paper with every second one, the back, moved by the user's offset."""
    return tuple(
        side.moved(choices.offset) if number % 2 else side for number, side in enumerate(sides)
    )


def booklet_signature(
    sides: Sequence[Side[Piece]], sheet: Size, backwards: bool = False
) -> tuple[Side[Piece], ...]:
    """Return the sides of the sheets, upright of a size in mm, that become a booklet of pages.

    One that is read backwards is bound at the right.
    """
    across = sheet.turned()
    return tuple(
        Side(across, tuple(_halves(sides, opened, across)))
        for opened in imposition.booklet_sides(len(sides), backwards=backwards)
    )


def _halves(
    sides: Sequence[Side[Piece]], opened: imposition.Opened, sheet: Size
) -> Iterator[Placed[Piece]]:
    """Yield the content of a side of a sheet: two pages that meet at the fold."""
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


def paginate(section: Section, choices: PrintOptions) -> tuple[Side[Piece], ...]:
    """Return pages with their margin boxes, or both sides of a folded sheet."""
    folding = section.folding
    sides = _panels(section, folding) if folding else _section_pages(section)
    return tuple(sides)


def _panels(section: Section, folding: Folding) -> Iterator[Side[Piece]]:
    """Yield both sides of a sheet that is folded, with its marks; panels are read in order."""
    panels = list(enumerate(section.leaves, start=1))
    for side, strip in zip(SIDES, section.strips, strict=True):
        placed = (
            Placed(leaf.front, folding.place(number).left, turn=number)
            for number, leaf in panels
            if folding.side(number) == side
        )
        marks = replace(place_strip(strip, again=False), turn=folding.panels + 1)
        yield Side(section.paper, (marks, *placed))


def _section_pages(section: Section) -> Iterator[Side[Piece]]:
    count, of = 0, sum(leaf.extent for leaf in section.leaves)
    for leaf in section.leaves:
        for page in range(1, leaf.extent + 1):
            count += 1
            strips = (*section.strips, leaf.overlay) if leaf.overlay else section.strips
            placed = [place_strip(strip.numbered(count, of), again=count > 1) for strip in strips]
            yield Side(section.paper, (Placed(leaf.front, page=page), *placed))


# Books ------------------------------------------------------------------------------------------


def pages_before(book: Book, contents_pages: int) -> int:
    """Return how many pages come before the body: the cover, its blank inside, the contents."""
    return 1 + book.endpapers + contents_pages


def page_numbers(book: Book, body: Extent, contents_pages: int) -> Mapping[str, int]:
    """Return the number of the page of each record."""
    before = pages_before(book, contents_pages)
    return {ref: before + begins.page for ref, begins in body.beginnings.items()}


def bind_book(
    book: Book, contents: Piece, body: SetBody, contents_pages: int
) -> tuple[Side[Piece], ...]:
    """Return the pages of a book whose contents have been set on `contents_pages`."""
    pages: list[tuple[Piece, int] | None] = [(book.cover, 1)]
    pages += [None] * book.endpapers
    pages += [(contents, page) for page in range(1, contents_pages + 1)]
    pages += body.pages
    if book.endpapers:
        pages += [None] * (2 + -(len(pages) + 2) % imposition.LEAVES)
    titles = chain(
        repeat(book.opening, pages_before(book, contents_pages)),
        running_titles(book, body.extent),
        repeat(book.opening),
    )
    return tuple(
        Side(book.paper, (Placed(page[0], page=page[1]), *margins(book, number, len(pages), title)))
        if page
        else Side(book.paper, ())
        for number, (page, title) in enumerate(zip(pages, titles, strict=False), start=1)
    )


def running_titles(book: Book, body: Extent) -> Iterator[Strip | None]:
    """Yield the running title of each page of the body: the chapter that it opens with.

    A page that a picture fills has none.
    """
    title = book.chapters[0].title
    plates = {begins.page for ref, begins in body.beginnings.items() if ref.startswith(PLATE)}
    for page in range(1, body.pages + 1):
        for chapter in book.chapters:
            begins = body.beginnings.get(chapter.ref)
            if begins and (begins.page < page or (begins.page == page and begins.first)):
                title = chapter.title
        yield None if page in plates else title


def margins(book: Book, number: int, of: int, chapter: Strip | None) -> Iterator[Placed[Piece]]:
    """Yield the margin boxes of a page; a cover has none, nor has a page without a title."""
    if number > 1 and chapter:
        yield place_strip(chapter if number % 2 else book.title)
        yield place_strip(book.folios[number % 2].numbered(number, of))
        yield place_strip(book.marks[number % 2])


CROP_MARK_WIDTH = 0.1
"""Width in mm of a crop mark."""
Leaves = tuple[Leaf, ...]


def _fronts_first(
    sections: Sequence[Section], made: Sequence[tuple[Side[Piece], ...]], choices: PrintOptions
) -> Iterator[Side[Piece]]:
    """Yield the fronts of all decks, then their backs, in the same order.

    On paper a stack is turned over whole: behind fronts without backs there is a blank side.
    """
    fronts, backs = list[Side[Piece]](), list[Side[Piece]]()
    for section, sides in zip(sections, made, strict=True):
        half = len(sides) // 2 if _deck_has_backs(section, choices) else len(sides)
        blank = [] if choices.shop else [Side[Piece](side.size, ()) for side in sides]
        fronts += sides[:half]
        backs += sides[half:] or blank
    has_backs = any(_deck_has_backs(section, choices) for section in sections)
    return chain(fronts, backs if has_backs else ())


def _deck_has_backs(section: Section, choices: PrintOptions) -> bool:
    return section.two_sided or bool(choices.shop and choices.shop.backs_first)


def _n_up(section: Section, choices: PrintOptions, *, leads: bool) -> Iterator[Side[Piece]]:
    """Yield the sides of a deck; the text around its cards is read aloud if it `leads`."""
    choices = replace(choices, gutterfold=choices.gutterfold and section.two_sided)
    sheet = _sheet_of_paper(section, choices)
    sides = list(
        _turn_sheets(section, tuple(_batches(_copies(section.leaves), sheet.room)), choices)
    )
    turning = _turning_of(section, sheet, choices)
    ground = replace(section, paper=sheet.paper)
    for number, (batch, turned) in enumerate(sides, start=1):
        faces = [
            face
            for side in turned
            for face in _side_faces(section, batch, _side_slots(sheet, section, side), side)
        ]
        headline = _around_cards(section.headed(number, len(sides), turning), sheet)
        assert section.notice is not None
        notice = replace(section.notice, piece=_around_cards(section.notice.piece, sheet))
        around = _Around(headline, notice, _marks(section, sheet), leads and number == 1)
        made = Side(sheet.paper, tuple(_side(ground, around, faces, choices)))
        yield made.moved(choices.offset) if turned == ("back",) else made


def _single_faces(section: Section, choices: PrintOptions) -> Iterator[Side[Piece]]:
    """Yield a page for each side of each card, as a print shop wants them; a back may be blank.

    Cards of a size that the shop lacks yield nothing.
    """
    shop = choices.shop
    assert shop is not None
    lies = canvas(shop, section.trim)
    if lies is None:
        return
    turned = imposition.SIDES if _deck_has_backs(section, choices) else imposition.SIDES[:1]
    cards = [card for card in section.leaves for _ in range(card.copies if shop.backs_first else 1)]
    turns = [(card, side) for card in cards for side in turned]
    if shop.backs_first:
        turns = [(card, side) for card in cards for side in reversed(turned)]
    if choices.single_sided:
        turns.sort(key=lambda turn: turned.index(turn[1]))
    for card, side in turns:
        faces = tuple(_side_faces(section, [card], [lies.card], side))
        placed = tuple(_place_faces(faces, choices))
        yield Side(lies.size, placed, lies.safe, lies.trim)


def _place_faces(faces: Sequence[_Face], choices: PrintOptions) -> Iterator[Placed[Piece]]:
    """Yield the content of faces in their slots: backgrounds first."""
    bleed = choices.bleed
    for face in faces:
        if face.bleed:
            yield Placed(face.bleed, face.slot.left - bleed, face.slot.top - bleed, again=True)
    for face in faces:
        yield Placed(face.piece, face.slot.left, face.slot.top, unit=face.name)
        if face.foot:
            yield place_strip(face.foot, left=face.slot.left, top=face.slot.top)


def _sheet_of_paper(section: Section, choices: PrintOptions) -> imposition.Sheet:
    """Return the sheet that a deck is imposed on; raises InputError if no card finds room on it."""
    gap = max(section.gap, 2 * choices.bleed) if choices.gap is None else choices.gap
    sheet = imposition.fullest(
        imposition.Sheet(section.paper, section.trim, gap, choices.bleed, choices.gutterfold)
    )
    if not sheet.room:
        message = f"no card of {section.trim} finds room on {section.paper}"
        hint = f"{gap:g} mm between two, {choices.bleed:g} mm of bleed, and marks around them"
        raise InputError([Problem(Where("--paper"), message, hint)])
    return sheet


def _turning_of(section: Section, sheet: imposition.Sheet, choices: PrintOptions) -> Turning:
    """Return how the backs of a deck come behind its fronts."""
    if not section.two_sided:
        return ""
    if choices.gutterfold:
        return "fold"
    return "long" if sheet.paper.width <= sheet.paper.height else "short"


def _turn_sheets(
    section: Section, batches: Sequence[Leaves], choices: PrintOptions
) -> Iterator[tuple[Leaves, tuple[imposition.Side, ...]]]:
    """Yield what each side of paper has on it: some cards, and which of their faces."""
    if choices.gutterfold:
        yield from ((batch, imposition.SIDES) for batch in batches)
    elif choices.single_sided or not section.two_sided:
        turned = imposition.SIDES if section.two_sided else imposition.SIDES[:1]
        yield from ((batch, (side,)) for side in turned for batch in batches)
    else:
        yield from ((batch, (side,)) for batch in batches for side in imposition.SIDES)


def _side_slots(
    sheet: imposition.Sheet, section: Section, side: imposition.Side
) -> tuple[Rect, ...]:
    """Return the slots of a side in the order of its cards, from the right if it is read so."""
    slots = sheet.slots(side)
    if not section.backwards:
        return slots
    across = sheet.paper.width
    return tuple(replace(one, left=across - one.left - one.width) for one in slots)


def _copies(cards: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield each card as often as it is printed: a whole set, then the next."""
    for copy in range(max(card.copies for card in cards)):
        yield from (card for card in cards if copy < card.copies)


def _batches(copies: Iterator[Leaf], room: int) -> Iterator[Leaves]:
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


def _side_faces(
    section: Section, batch: Sequence[Leaf], slots: Sequence[Rect], side: imposition.Side
) -> Iterator[_Face]:
    """Yield the content of one side of some cards, each with its slot."""
    for slot, card in zip(slots, batch, strict=False):
        if side == "front":
            foot = (card.front_foot or section.foot) if card.front.footed else None
            yield _Face(card.name, card.front, card.front_bleed, slot, foot)
        elif card.back is not None:
            usual = card.back_foot or section.back_foot or section.foot
            foot = usual if card.back.footed else None
            yield _Face(card.name, card.back, card.back_bleed, slot, foot)


@dataclass(frozen=True)
class _Around:
    """What is printed around the cards on a side of paper."""

    headline: Piece
    notice: Strip
    marks: tuple[Rect, ...]
    first: bool
    """Whether this is the first side, the only one with the notes for all sides."""


def _around_cards(piece: Piece, sheet: imposition.Sheet) -> Piece:
    """Return the headline or the notice of a sheet, in a side margin if there is its place."""
    classes = f"{piece.classes} beside".strip() if sheet.beside else piece.classes
    return replace(piece, size=sheet.paper, classes=classes)


def _marks(section: Section, sheet: imposition.Sheet) -> tuple[Rect, ...]:
    """Return the marks on a sheet, as they are drawn: where to cut, and where to fold."""
    cuts = sheet.crop_marks() if section.crop_marks else ()
    return tuple(map(_crop_mark_rect, (*cuts, *sheet.fold_marks())))


def _side(
    section: Section, around: _Around, faces: Sequence[_Face], choices: PrintOptions
) -> Iterator[Placed[Piece]]:
    yield Placed(around.headline, again=not around.first)
    if around.marks:
        yield Placed(rectangle_piece(around.headline, around.marks), again=True)
    yield from _place_faces(faces, choices)
    yield place_strip(around.notice, again=not around.first)


def _crop_mark_rect(mark: imposition.CropLine) -> Rect:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - CROP_MARK_WIDTH / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - CROP_MARK_WIDTH / 2 if mark.y1 == mark.y2 else mark.y1
    return Rect(
        left, top, (mark.x2 - mark.x1) or CROP_MARK_WIDTH, (mark.y2 - mark.y1) or CROP_MARK_WIDTH
    )
