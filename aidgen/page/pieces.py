"""Pieces: what is typeset, proved and filed by itself, and what a document is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from aidgen.assets.papers import Folding, Rect, Size
from aidgen.page.normalisation import normalise_digits
from aidgen.page.promises import Counts, Promises, read_promises

BREAK = "\ue001"
"""Stands where a page may begin a take; a character that no text may have."""
UNIT_ATTRIBUTE = "data-unit"
"""Says of the element with which a unit of a take begins which one that is, from 0."""
# A tag: whether it closes an element, and its name. What is quoted in it may be a picture, in tags.
TAGS_OF_BODY = re.compile(r"""<(/?)([A-Za-z][\w-]*+)(?:[^"'<>]++|"[^"]*+"|'[^']*+')*>""")
# What is said of an element: its name.
ATTRIBUTE = re.compile(r"""\s+([^\s=<>"'/]+)(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
OPENING = re.compile(r"<([A-Za-z][\w-]*)")
VOID_ELEMENTS = ("br", "col", "hr", "img", "input", "wbr")
"""Elements that nothing can stand in."""
DEEPEST_BREAK = 16
"""In how many elements a cut is one: each take opens them again."""


@dataclass(frozen=True)
class BodyUnit:
    """A part of a body that may begin a page: its HTML, and what is open where it begins."""

    inner: str
    around: tuple[str, ...] = ()
    """The tags that opened that, the outermost first."""

    @property
    def opening(self) -> str:
        """What opens again where a take begins with it."""
        return "".join(ATTRIBUTE.sub(_keep_attribute, tag) for tag in self.around)

    @property
    def closing(self) -> str:
        """What closes where a take ends before it."""
        opened = (OPENING.match(tag) for tag in reversed(self.around))
        return "".join(f"</{found[1]}>" for found in opened if found)


def _keep_attribute(said: re.Match[str]) -> str:
    """Return what is said of an element if it is to be said of what goes on with it, too."""
    return "" if said[1].startswith("data-") or said[1] == "id" else said[0]


NO_UNIT = BodyUnit("")
"""What follows the last unit of a body."""


def split_units(marked: str) -> tuple[BodyUnit, ...]:
    """Return the units of a body; what has no element of its own belongs to what is before it."""
    found: list[BodyUnit] = []
    parts: list[str] = []
    opened: list[str] = []
    around: tuple[str, ...] = ()
    begun = False
    for part in marked.split(BREAK):
        begins = OPENING.search(part) is not None and len(opened) <= DEEPEST_BREAK
        if begun and begins:
            found.append(BodyUnit("".join(parts), around))
            parts, around = [], tuple(opened)
        parts.append(part)
        begun = begun or begins
        _follow_tags(part, opened)
    return (*found, BodyUnit("".join(parts), around))


def _follow_tags(part: str, opened: list[str]) -> None:
    """Note the tags that are open behind a part of a body."""
    for tag in TAGS_OF_BODY.finditer(part):
        closes, name = tag.groups()
        if closes and opened:
            opened.pop()
        elif not (closes or tag[0].endswith("/>") or name in VOID_ELEMENTS):
            opened.append(tag[0])


def join_units(some: Sequence[BodyUnit], then: BodyUnit = NO_UNIT) -> str:
    """Return the HTML of units in a row, `then` being the unit behind them."""
    return "".join([some[0].opening, *(unit.inner for unit in some), then.closing])


def number_units(some: Sequence[BodyUnit]) -> tuple[BodyUnit, ...]:
    """Return units each of which says at its beginning which one it is."""
    return tuple(
        replace(unit, inner=OPENING.sub(rf'\g<0> {UNIT_ATTRIBUTE}="{number}"', unit.inner, count=1))
        for number, unit in enumerate(some)
    )


BODY, END = "</style>\n</head>\n<body>\n", "</body></html>"
"""What follows the style sheet that a head opens, and what closes the document."""
HAIR = 0.1
"""In mm: less than anybody sees."""
# What a name may not have.
UNNAMED = re.compile(r"[^\w-]+")
FOLIO = "\ue000"
"""Stands for the number of a page until it is known; a character that no text may have."""
STEP = 0.2
"""By how much in pt one size of type to choose is smaller than the next: less is not seen."""


@dataclass(frozen=True)
class Choice:
    """Type that the layout may choose: its smallest and largest size in pt."""

    least: float
    most: float


class Style(NamedTuple):
    """The style and classes of an element: the number of it within its piece, from 0."""

    element: int
    style: str
    classes: str


@dataclass(frozen=True)
class Piece:
    """A face of a card, a page of a sheet, a take of a book, a line of a margin: an HTML element.

    Pieces of one `head` can be set together, in one HTML document.
    """

    head: str
    """The beginning of an HTML document, up to its style sheet."""
    inner: str
    """What stands in its element."""
    size: Size
    """Of its pages, in mm."""
    margin: str
    """Of its pages, as CSS has it."""
    smallest: float
    """The smallest size of type in pt that may be in it."""
    classes: str = ""
    choice: Choice | None = None
    """The type of what says `var(--type)`, if the layout is to choose it."""
    type_size: float | None = None
    """That type in pt, once it is known."""
    styles: tuple[Style, ...] = ()
    """What the layout has written into elements within it, to fill its page."""
    long: bool = False
    """Whether it may go on over several pages."""
    even: bool = False
    """Whether all digits of its words are as wide, headings apart."""

    @property
    def language(self) -> str:
        """The language that its head names."""
        return self.head.partition('lang="')[2].partition('"')[0]

    @property
    def page(self) -> str:
        """What its pages are called in the style sheet: those of one size and margin alike."""
        told = f"{self.size.width:g}x{self.size.height:g}-{self.margin}"
        return f"page-{UNNAMED.sub('_', told)}"

    @property
    def rule(self) -> str:
        """What the style sheet says of its pages."""
        size = f"{self.size.width:g}mm {self.size.height:g}mm"
        return f"@page {self.page} {{ size: {size}; margin: {self.margin}; }}\n"

    @property
    def style(self) -> str:
        """What the element says of its style: its pages, and its type.

        What has no margin is as high as its page, for what stands at its foot; a hair less, since
        what is as high as the page begins another one.
        """
        style = f"page:{self.page}"
        if self.margin == "0":
            style += f";--height:{round(self.size.height - HAIR, 2):g}mm;height:var(--height)"
        if self.type_size is not None:
            style += f";--type:{self.type_size:g}pt"
        return style

    @property
    def element(self) -> str:
        """Its HTML element."""
        classes = f"piece {self.classes}{' long' if self.long else ''}"
        return f'<main class="{classes}" style="{self.style}">\n{self.inner}</main>\n'

    @property
    def html(self) -> str:
        """It alone as an HTML document."""
        return together([self])

    @cached_property
    def promises(self) -> Promises:
        """What it promises, as its HTML says."""
        return read_promises(self.element)

    @property
    def counts(self) -> Counts:
        """How much it promises."""
        texts = self.promises.texts
        tables = [promise.rows for promise in texts if promise.rows]
        cells = sum(len(row) for rows in tables for row in rows)
        return Counts(len(texts) - len(tables), cells, self.promises.boxes)

    @property
    def evened(self) -> Piece:
        """It as its layout is looked for: no digit of it is told from another."""
        return replace(self, inner=normalise_digits(self.inner)) if self.even else self

    def sized(self, type_size: float) -> Piece:
        """Return it in type of a size in pt."""
        return replace(self, type_size=type_size)

    def bounded(self, least: float, most: float) -> Piece:
        """Return it with other bounds to its type, in pt."""
        return replace(self, choice=Choice(least, most))

    def settled(self, type_size: float, styles: tuple[Style, ...]) -> Piece:
        """Return it as it is to be set, with nothing left to choose."""
        return replace(self, choice=None, type_size=type_size, styles=styles)


def together(pieces: Sequence[Piece]) -> str:
    """Return pieces of one head as one HTML document, each from a new page on."""
    rules = dict.fromkeys(piece.rule for piece in pieces)
    elements = (piece.element for piece in pieces)
    return "".join([pieces[0].head, *rules, BODY, *elements, END])


@dataclass(frozen=True)
class Strip:
    """A piece in a margin, or over other pieces: where it lies, in mm from an upper left corner."""

    piece: Piece
    left: float
    top: float
    window: Rect | None = None
    """What alone is seen of it, in mm from its own upper left corner; None if all is."""

    def numbered(self, number: int, of: int) -> Strip:
        """Return it with the number of its page, of so many, in the place of `FOLIO`."""
        inner = self.piece.inner.replace(FOLIO, f"{number}/{of}")
        return replace(self, piece=replace(self.piece, inner=inner))


class Portion(NamedTuple):
    """Which of the parts of a text, from 0, and which of how many faces they stand on, from 1."""

    start: int
    stop: int
    number: int
    of: int


@dataclass(frozen=True)
class Further:
    """How a front that is too full goes on."""

    way: Literal["back", "next card"]
    parts: int
    """How many parts it can be divided into."""
    face: Callable[[Portion], tuple[Piece, Piece | None]]
    """Makes the face that some of them stand on, and what lies below it."""


@dataclass(frozen=True)
class CardFaces:
    """A card or token: what is on its sides, and how often it is printed."""

    front: Piece
    back: Piece | None
    copies: int
    front_bleed: Piece | None = None
    """What lies below its front and goes on around it, if its ground is to bleed."""
    back_bleed: Piece | None = None
    name: str = ""
    """What it is called within its deck."""
    further: Further | None = None
    """How it goes on if its front is too full; None if it does not."""


Turning = Literal["long", "short", "fold", ""]
"""How the backs come behind the fronts: over the long or the short edge, folded, not at all."""


@dataclass(frozen=True)
class Deck:
    """Cards or tokens to be imposed on paper."""

    paper: Size
    trim: Size
    gap: float
    """Space between two of them, in mm."""
    cards: tuple[CardFaces, ...]
    headlines: Mapping[Turning, Piece]
    """What is said above them on each side of paper; which side that is is still `FOLIO`."""
    notice: Strip
    """What is said below them."""
    foot: Strip | None = None
    """What stands on each face, from its upper left corner."""
    back_foot: Strip | None = None
    """What stands on each back in its place, if that is something else."""
    backwards: bool = False
    """Whether cards lie from right to left, as their language is read."""
    cut: bool = True
    """Whether crop marks show where to cut."""
    blank: Piece | None = None
    """What is on the backs that say nothing, among others that do."""
    blank_bleed: Piece | None = None
    """And its ground that goes on around it."""

    @property
    def two_sided(self) -> bool:
        """Whether one of them has a back."""
        return any(card.back for card in self.cards)

    def backed(self) -> Deck:
        """Return it with backs on all its cards, if one has a back."""
        if self.blank is None or not self.two_sided:
            return self
        cards = tuple(
            card if card.back else replace(card, back=self.blank, back_bleed=self.blank_bleed)
            for card in self.cards
        )
        return replace(self, cards=cards)

    @property
    def headline(self) -> Piece:
        """What is said above them where backs are printed behind fronts on upright paper."""
        return self.headlines["long" if self.two_sided else ""]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is on its sheets."""
        faces = [face for card in self.cards for face in (card.front, card.back) if face]
        feet = [foot.piece for foot in (self.foot, self.back_foot) if foot]
        return (self.headline, *faces, *feet, self.notice.piece)

    def headed(self, number: int, of: int, turning: Turning | None = None) -> Piece:
        """Return what is said above the cards on a side of so many."""
        headline = self.headline if turning is None else self.headlines[turning]
        counted = f' · <span data-context="">{number}/{of}</span>' if of > 1 else ""
        return replace(headline, inner=headline.inner.replace(FOLIO, counted))


@dataclass(frozen=True)
class Decks:
    """Cards of several sizes, each on sheets of its own."""

    decks: tuple[Deck, ...]

    @property
    def paper(self) -> Size:
        """The size of their sheets."""
        return self.decks[0].paper

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is on their sheets."""
        return tuple(piece for deck in self.decks for piece in deck.pieces)


@dataclass(frozen=True)
class Leaves:
    """Pages as they are printed."""

    paper: Size
    pages: tuple[Piece, ...]
    strips: tuple[Strip, ...]
    """What stands in the margins of each; its number is still `FOLIO`."""
    extents: tuple[int, ...] = ()
    """On how many pages each of `pages` goes on; nothing if each is one."""
    over: tuple[Strip, ...] = ()
    """What lies on each of `pages`, one for each; nothing if there is none."""
    folding: Folding | None = None
    """How the paper is folded, if `pages` are panels of it; `strips` are what marks its sides."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is on them."""
        return (*self.pages, *(strip.piece for strip in (*self.strips, *self.over)))


@dataclass(frozen=True)
class Chapter:
    """A chapter of a book: where it leads, and its running title."""

    ref: str
    title: Strip


@dataclass(frozen=True)
class Body:
    """The body of a book, in which `CUT` stands wherever a page may begin a take."""

    marked: Piece

    @cached_property
    def whole(self) -> Piece:
        """All of it as one piece."""
        return replace(self.marked, inner=self.marked.inner.replace(BREAK, ""))

    @cached_property
    def units(self) -> tuple[BodyUnit, ...]:
        """What may begin a page."""
        return split_units(self.marked.inner)

    def take(self, first: int, end: int) -> Piece:
        """Return its units from one up to another as a piece."""
        return replace(self.marked, inner=join_units(self.units[first:end], self._behind(end)))

    def counted(self, first: int, end: int) -> Piece:
        """Return a take that says where its units begin."""
        some = number_units(self.units[first:end])
        return replace(self.marked, inner=join_units(some, self._behind(end)))

    def _behind(self, end: int) -> BodyUnit:
        return self.units[end] if end < len(self.units) else NO_UNIT


@dataclass(frozen=True)
class Book:
    """A book, whose contents are known when its body is set."""

    paper: Size
    cover: Piece
    contents: Piece
    """The number of the page of each record that it lists is still `page_of` it."""
    body: Body
    title: Strip
    """The running title of left pages; on right ones stands that of the chapter."""
    opening: Strip
    """The running title of the contents."""
    chapters: tuple[Chapter, ...]
    marks: tuple[Strip, Strip]
    """What stands at the foot of left pages, and of right ones."""
    folios: tuple[Strip, Strip]
    """The number of a left page, still `FOLIO`, and of a right one."""
    backwards: bool = False
    """Whether it is bound at the right, as its language is read."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is on its pages, folios apart."""
        titles = (self.title, self.opening, *(chapter.title for chapter in self.chapters))
        strips = (strip.piece for strip in (*titles, *self.marks))
        return (self.cover, self.contents, self.body.whole, *strips)

    def numbered(self, pages: Mapping[str, int]) -> Piece:
        """Return the contents with the numbers of `pages`, by record."""
        inner = self.contents.inner
        for ref, number in pages.items():
            inner = inner.replace(page_of(ref), str(number))
        return replace(self.contents, inner=inner)


def page_of(ref: str) -> str:
    """Return what stands for the page of a record until it is known."""
    return f"{FOLIO}{ref}{FOLIO}"


Parts = Deck | Decks | Leaves | Book


def ruled(like: Piece, rects: Sequence[Rect]) -> Piece:
    """Return a piece, of the head and size of another, of black rectangles: crop marks."""
    lines = (
        f'<div class="crop" style="left:{rect.left:g}mm;top:{rect.top:g}mm;'
        f'width:{rect.width:g}mm;height:{rect.height:g}mm"></div>\n'
        for rect in rects
    )
    return replace(like, inner="".join(lines))
