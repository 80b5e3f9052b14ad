"""Pieces: the parts of a document that are typeset, verified and cached separately."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from aidgen.assets.papers import Folding, Rect, Size
from aidgen.layout.promises import Counts, Promises, read_promises

# Where a heading begins or ends, which may be in the font of titles; words with a digit.
HEADING_OR_DIGIT = re.compile(r"<(/?)h[1-6]\b|(?<=>)[^<0-9]*+[0-9][^<]*+")
# A character that is written by its number or name, or a digit.
DIGIT = re.compile(r"&#?\w+;|[0-9]")
# The promises of words, apart from the words.
FIGURE = re.compile(r'(?<= data-figure=")[^"]*')
NINE = "9"
"""It reaches as high and, but for a slanted 4, as deep as any digit: what holds nines holds all."""


def normalise_digits(html: str) -> str:
    """Return HTML with a 9 for each digit of its words, headings apart."""
    in_heading = False

    def evened(found: re.Match[str]) -> str:
        nonlocal in_heading
        if found[0].startswith("<"):
            in_heading = not found[1]
            return found[0]
        return found[0] if in_heading else _nines(found)

    return FIGURE.sub(_nines, HEADING_OR_DIGIT.sub(evened, html))


def _nines(found: re.Match[str]) -> str:
    return DIGIT.sub(lambda one: NINE if len(one[0]) == 1 else one[0], found[0])


# Where a mark begins, and where any element of its kind begins or ends.
BEGINS = re.compile(r"<span\b[^>]*\sdata-mark\b[^>]*>")
SPAN_TAG = re.compile(r"<(/?)span\b")


def without_edition_mark(html: str) -> str:
    """Return HTML without its edition marks: equal for editions that differ in nothing else."""
    kept, behind = [], 0
    for found in BEGINS.finditer(html):
        if found.start() >= behind:
            kept.append(html[behind : found.start()])
            behind = _end_of_mark(html, found.end())
    return "".join([*kept, html[behind:]])


def _end_of_mark(html: str, start: int) -> int:
    """Return where a mark ends; where its words begin, if that is nowhere."""
    depth = 1
    for span in SPAN_TAG.finditer(html, start):
        depth += -1 if span[1] else 1
        if not depth:
            return span.start()
    return start


BREAK = "\ue001"
"""Marks where a page may begin a segment; a character that no text may have."""
UNIT_ATTRIBUTE = "data-unit"
"""The attribute of an element that begins a unit of a segment: the unit's number, from 0."""
# A tag: whether it closes an element, and its name. Quoted attributes may contain tags.
TAGS_OF_BODY = re.compile(r"""<(/?)([A-Za-z][\w-]*+)(?:[^"'<>]++|"[^"]*+"|'[^']*+')*>""")
# The name of an element.
ATTRIBUTE = re.compile(r"""\s+([^\s=<>"'/]+)(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
OPENING = re.compile(r"<([A-Za-z][\w-]*)")
VOID_ELEMENTS = ("br", "col", "hr", "img", "input", "wbr")
"""Elements without content."""
# The content of a picture.
PICTURE_DATA = re.compile(r"data:[^\"')\s]+")
TABLE_HEAD = "</thead>"
"""What ends the head of a table, which each segment of the table begins with."""
CONTINUED_TABLE = "margin-top:-.7px"
"""The style of a table that continues: the line below a repeated head takes up to half of its 1 pt
less room. With more room above it, its last row would not fit on the page."""
UNSEEN_ROW = '<tr style="display:none" aria-hidden="true"></tr>'
"""What a segment begins with behind an odd number of rows: every other row has a background."""
DEEPEST_BREAK = 16
"""In how many elements a cut is one: each take opens them again."""


@dataclass(frozen=True)
class BodyUnit:
    """A part of a body that may begin a page: its HTML, and the elements open where it begins."""

    inner: str
    around: tuple[str, ...] = ()
    """The tags that opened that, the outermost first; that of a table with the table's head."""

    @property
    def opening(self) -> str:
        """What opens again where a take begins with it."""
        return "".join(
            tag if tag.endswith(TABLE_HEAD) else ATTRIBUTE.sub(_keep_attribute, tag)
            for tag in self.around
        )

    @property
    def closing(self) -> str:
        """What closes where a take ends before it."""
        opened = (OPENING.match(tag) for tag in reversed(self.around))
        return "".join(f"</{found[1]}>" for found in opened if found)


def _keep_attribute(said: re.Match[str]) -> str:
    """Return an attribute of an element if its continuation needs it, too."""
    return "" if said[1].startswith("data-") or said[1] == "id" else said[0]


NO_UNIT = BodyUnit("")
"""What follows the last unit of a body."""


def split_units(marked: str) -> tuple[BodyUnit, ...]:
    """Return the units of a body; content outside an element belongs to what precedes it."""
    found: list[BodyUnit] = []
    parts: list[str] = []
    opened: list[str] = []
    around: tuple[str, ...] = ()
    started = False
    for part in marked.split(BREAK):
        begins = OPENING.search(part) is not None and len(opened) <= DEEPEST_BREAK
        if started and begins:
            found.append(BodyUnit("".join(parts), around))
            parts, around = [], tuple(opened)
        parts.append(part)
        started = started or begins
        _follow_tags(part, opened)
    return (*found, BodyUnit("".join(parts), around))


def _follow_tags(part: str, opened: list[str]) -> None:
    """Note the tags that are open behind a part of a body."""
    for tag in TAGS_OF_BODY.finditer(part):
        closes, name = tag.groups()
        if closes and opened:
            opened.pop()
            if tag[0] == TABLE_HEAD:
                start = part.rfind("<table", 0, tag.start())
                if start >= 0 and opened[-1:] == [_tag_at(part, start)]:
                    opened[-1] = with_style(part[start : tag.end()], CONTINUED_TABLE)
            elif name == "tr" and opened and opened[-1].startswith("<tbody"):
                even = opened[-1].removesuffix(UNSEEN_ROW)
                opened[-1] = even + UNSEEN_ROW if even == opened[-1] else even
        elif not (closes or tag[0].endswith("/>") or name in VOID_ELEMENTS):
            opened.append(tag[0])


def with_style(element: str, style: str) -> str:
    """Return an element, whose tag begins the HTML, with one more style."""
    tag = _tag_at(element, 0)
    if ' style="' in tag:
        return element.replace(' style="', f' style="{style};', 1)
    return OPENING.sub(lambda name: f'{name[0]} style="{style}"', element, count=1)


def open_tags(html: str) -> tuple[str, ...]:
    """Return the tags that are open behind some HTML, the outermost first."""
    opened: list[str] = []
    _follow_tags(html, opened)
    return tuple(opened)


def _tag_at(part: str, start: int) -> str:
    """Return the tag that begins at a place; "" if none does."""
    found = TAGS_OF_BODY.match(part, start)
    return found[0] if found else ""


def join_units(some: Sequence[BodyUnit], then: BodyUnit = NO_UNIT) -> str:
    """Return the HTML of units in a row, `then` being the unit behind them."""
    return "".join([some[0].opening, *(unit.inner for unit in some), then.closing])


def html_length(html: str) -> int:
    """Return how long HTML is without its pictures: their layout takes little memory."""
    return len(PICTURE_DATA.sub("", html)) if "data:" in html else len(html)


BODY_PART, END = "</style>\n</head>\n<body>\n", "</body></html>"
"""What follows the style sheet that a head opens, and what closes the document."""
HAIR = 0.1
"""In mm: less than anybody sees."""
# The characters that a name may not have.
UNNAMED = re.compile(r"[^\w-]+")
FOLIO = "\ue000"
"""Stands for a page number that is not known yet; a character that no text may have."""
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
    """The content of its element."""
    size: Size
    """Of its pages, in mm."""
    margin: str
    """The margin of its pages, as in CSS."""
    smallest: float
    """The smallest size of type in pt that may be in it."""
    classes: str = ""
    choice: Choice | None = None
    """The type sizes for `var(--type)`, if the layout chooses one."""
    type_size: float | None = None
    """That type in pt, once it is known."""
    styles: tuple[Style, ...] = ()
    """The styles that the layout wrote into its elements to fill its page."""
    long: bool = False
    """Whether it may go on over several pages."""
    even: bool = False
    """Whether all digits of its words are as wide, headings apart."""
    footed: bool = True
    """Whether the foot of a card is printed on it: a pattern that covers a side has none."""

    @property
    def language(self) -> str:
        """The language that its head names."""
        return self.head.partition('lang="')[2].partition('"')[0]

    @property
    def page(self) -> str:
        """The name of its pages in the style sheet: shared by those of one size and margin."""
        measures = f"{self.size.width:g}x{self.size.height:g}-{self.margin}"
        return f"page-{UNNAMED.sub('_', measures)}"

    @property
    def rule(self) -> str:
        """The rule of its pages in the style sheet."""
        size = f"{self.size.width:g}mm {self.size.height:g}mm"
        return f"@page {self.page} {{ size: {size}; margin: {self.margin}; }}\n"

    @property
    def style(self) -> str:
        """The style of its element: its pages, and its type.

        Without margins it is as high as its page, for what is at its foot; a hair less, since a
        full page would begin another one.
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
        """Its promises, read from its HTML."""
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
        """The same piece with equal digits, by which its layout is looked up."""
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
    return "".join([pieces[0].head, *rules, BODY_PART, *elements, END])


def mirror_around(face: Piece, bleed: float) -> Piece:
    """Return what goes on around a face by `bleed` mm: its mirror images, without its words."""
    wide, high = face.size.width, face.size.height
    drawn = "".join(_wordless(face.inner))
    images = (
        '<div data-window style="position:absolute;overflow:hidden;'
        f'left:{left:g}mm;top:{top:g}mm;width:{width:g}mm;height:{height:g}mm">'
        f'<div style="position:absolute;left:{x:g}mm;top:{y:g}mm;width:{wide:g}mm;height:{high:g}mm'
        f';transform:scale({across},{down})">{drawn}</div></div>\n'
        for left, width, x, across in _reflections(wide, bleed)
        for top, height, y, down in _reflections(high, bleed)
        if across < 0 or down < 0
    )
    inner = f'<div class="mirrored" aria-hidden="true">\n{"".join(images)}</div>\n'
    size = Size(wide + 2 * bleed, high + 2 * bleed)
    return replace(face, inner=inner, size=size, choice=None, type_size=None, styles=())


def _reflections(length: float, bleed: float) -> Iterator[tuple[float, float, float, int]]:
    """Yield, along one side, where a window begins, its length, the image in it, and its way."""
    yield 0, bleed, bleed - length, -1
    yield bleed, length, 0, 1
    yield bleed + length, bleed, 0, -1


def _wordless(html: str) -> Iterator[str]:
    """Yield HTML whose words take room and are not drawn, and that promises nothing."""
    end, is_title = 0, False
    for tag in TAGS_OF_BODY.finditer(html):
        words = html[end : tag.start()]
        if not words.strip():
            yield words
        elif not is_title:
            yield f'<span style="visibility:hidden">{words}</span>'
        is_title, end = tag[2] == "title" and not tag[1], tag.end()
        yield ATTRIBUTE.sub(_without_promise, tag[0])
    yield html[end:]


def _without_promise(said: re.Match[str]) -> str:
    """Return an attribute unless it promises something, leads somewhere or describes a picture."""
    if said[1] == "alt":
        return ' alt=""'
    return "" if said[1].startswith("data-") or said[1] in ("id", "href") else said[0]


@dataclass(frozen=True)
class Strip:
    """A piece in a margin or over other pieces: its place, in mm from an upper left corner."""

    piece: Piece
    left: float
    top: float
    window: Rect | None = None
    """The visible part of it, in mm from its own upper left corner; None for all."""

    def numbered(self, number: int, of: int) -> Strip:
        """Return it with the number of its page, of so many, in the place of `FOLIO`."""
        inner = self.piece.inner.replace(FOLIO, f"{number}/{of}")
        return replace(self, piece=replace(self.piece, inner=inner))


class Portion(NamedTuple):
    """The range of a text's parts, from 0, on one face, and how many faces there are, from 1."""

    start: int
    stop: int
    number: int
    of: int


class CardFace(NamedTuple):
    """A face of a card, what goes on around it, and its footer, if its layout has its own."""

    piece: Piece
    bleed: Piece | None
    foot: Strip | None


@dataclass(frozen=True)
class Further:
    """How a front that is too full goes on."""

    way: Literal["back", "next card"]
    parts: int
    """How many parts it can be divided into."""
    face: Callable[[Portion], CardFace]
    """Makes the face with some of them."""


@dataclass(frozen=True)
class Leaf:
    """A card, a token or a page: its two sides, and the number of copies."""

    front: Piece
    back: Piece | None = None
    copies: int = 1
    front_bleed: Piece | None = None
    """What lies below its front and extends beyond it, if its background has a bleed."""
    back_bleed: Piece | None = None
    name: str = ""
    """Its name within its section."""
    further: Further | None = None
    """How it continues if its front is too full; None if it does not."""
    extent: int = 1
    """How many pages its front takes."""
    front_foot: Strip | None = None
    """The footer of its front, if that is not its section's."""
    back_foot: Strip | None = None
    overlay: Strip | None = None
    """What lies on its front: for a board, the part that this sheet shows."""

    @property
    def faces(self) -> tuple[Piece, ...]:
        """Its sides."""
        return (self.front, self.back) if self.back else (self.front,)

    def with_faces(self, faces: Mapping[Piece, Piece]) -> Leaf:
        """Return it with some of its sides replaced by others."""
        back = self.back and faces.get(self.back, self.back)
        return replace(self, front=faces.get(self.front, self.front), back=back)


Turning = Literal["long", "short", "fold", ""]
"""How backs come behind fronts: turned over the long or the short edge, folded, not at all."""
Imposition = Literal["pages", "n-up", "folded"]
"""How leaves are placed on paper: each on its own page, several on a sheet to cut out, or as the
panels of a folded sheet."""


@dataclass(frozen=True)
class Section:
    """Leaves of one size with the same imposition, and what is printed around them."""

    paper: Size
    leaves: tuple[Leaf, ...]
    imposition: Imposition = "pages"
    strips: tuple[Strip, ...] = ()
    """Margin boxes of each page, whose number is still `FOLIO`; of folded paper, one a side."""
    folding: Folding | None = None
    """How the paper is folded, if its leaves are panels."""
    backwards: bool = False
    """Whether leaves lie from right to left, as their language is read."""
    trimmed: Size | None = None
    """The size of a leaf that is cut out; None if it is the paper's."""
    gap: float = 0.0
    """Space between two leaves on a sheet, in mm."""
    crop_marks: bool = True
    headlines: Mapping[Turning, Piece] = field(default_factory=dict)
    """What is printed above leaves that are cut out; `FOLIO` stands for the number of the side."""
    notice: Strip | None = None
    """What is printed below them."""
    foot: Strip | None = None
    """The footer of each of their faces that is `footed`."""
    back_foot: Strip | None = None
    """The footer of each back, if it differs."""

    @property
    def trim(self) -> Size:
        """The size of a leaf, in mm."""
        return self.trimmed or self.paper

    @property
    def is_cut(self) -> bool:
        """Whether its leaves are cut out of sheets."""
        return self.imposition == "n-up"

    @property
    def two_sided(self) -> bool:
        """Whether one of its leaves has a back."""
        return any(leaf.back for leaf in self.leaves)

    @property
    def headline(self) -> Piece:
        """The headline of sides on upright paper, backs printed behind fronts."""
        return self.headlines["long" if self.two_sided else ""]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces on its sheets."""
        faces = [face for leaf in self.leaves for face in leaf.faces]
        strips = (self.foot, self.back_foot, self.notice, *self.strips)
        own = (
            strip
            for leaf in self.leaves
            for strip in (leaf.front_foot, leaf.back_foot, leaf.overlay)
        )
        headline = (self.headline,) if self.headlines else ()
        return (*headline, *faces, *(strip.piece for strip in (*strips, *own) if strip))

    def headed(self, number: int, of: int, turning: Turning | None = None) -> Piece:
        """Return the headline of a side of so many."""
        headline = self.headline if turning is None else self.headlines[turning]
        counted = f' · <span data-context="">{number}/{of}</span>' if of > 1 else ""
        return replace(headline, inner=headline.inner.replace(FOLIO, counted))


@dataclass(frozen=True)
class Chapter:
    """A chapter of a book: its target, and its running title."""

    ref: str
    title: Strip


@dataclass(frozen=True)
class Body:
    """The body of a book, with `CUT` wherever a page may begin a segment."""

    marked: Piece

    @cached_property
    def whole(self) -> Piece:
        """All of it as one piece."""
        return replace(self.marked, inner=self.marked.inner.replace(BREAK, ""))

    @cached_property
    def units(self) -> tuple[BodyUnit, ...]:
        """What may begin a page."""
        return split_units(self.marked.inner)

    def numbered(self, pages: Mapping[str, int], *, wide: bool = False) -> Body:
        """Return it with the numbers of `pages`, by record; with a guess where one is unknown.

        A `wide` number takes the same room, however many digits it has.
        """
        return Body(replace(self.marked, inner=put_page_numbers(self.marked.inner, pages, wide)))

    def take(self, first: int, end: int) -> Piece:
        """Return its units from one up to another as a piece."""
        return replace(self.marked, inner=join_units(self.units[first:end], self._unit_behind(end)))

    def counted(self, first: int, end: int) -> Piece:
        """Return a segment whose units are marked at their beginnings."""
        some = [
            replace(unit, inner=OPENING.sub(rf'\g<0> {UNIT_ATTRIBUTE}="{number}"', unit.inner, 1))
            for number, unit in enumerate(self.units[first:end])
        ]
        return replace(self.marked, inner=join_units(some, self._unit_behind(end)))

    def reach(self, first: int, most: int) -> int:
        """Return the unit up to which, from one on, the HTML has `most` letters, or is one unit."""
        length = 0
        for number, unit in enumerate(self.units[first:], start=first):
            length += html_length(unit.inner)
            if length > most and number > first:
                return number
        return len(self.units)

    def _unit_behind(self, end: int) -> BodyUnit:
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
    """The running title of left pages; right ones have that of the chapter."""
    opening: Strip
    """The running title of the contents."""
    chapters: tuple[Chapter, ...]
    marks: tuple[Strip, Strip]
    """The edition marks at the foot of left and right pages."""
    folios: tuple[Strip, Strip]
    """The number of a left page, still `FOLIO`, and of a right one."""
    backwards: bool = False
    """Whether it is bound at the right, as its language is read."""
    right: frozenset[str] = frozenset()
    """The chapters and records that begin a right page."""
    endpapers: bool = False
    """Whether the insides of its covers are blank."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is on its pages, folios apart."""
        titles = (self.title, self.opening, *(chapter.title for chapter in self.chapters))
        strips = (strip.piece for strip in (*titles, *self.marks))
        return (self.cover, self.contents, self.body.whole, *strips)

    def numbered(self, pages: Mapping[str, int]) -> Piece:
        """Return the contents with the numbers of `pages`, by record."""
        return replace(self.contents, inner=put_page_numbers(self.contents.inner, pages))


def page_of(ref: str) -> str:
    """Return the placeholder for the page number of a record; of several, joined by commas."""
    return f"{FOLIO}{ref}{FOLIO}"


# The placeholder for the page number of a record, or for those of several.
ASKED = re.compile(f"{FOLIO}([^{FOLIO}]+){FOLIO}")
GUESS = 99
"""The number of a page that is not known yet: as wide as most."""
PLATE = "plate:"
"""How the target begins of a picture that fills a page."""
MARK_PREFIXES = ("index:", PLATE)
"""How the targets begin that are places in a text, and no records."""


def asked_refs(html: str) -> tuple[str, ...]:
    """Return the records whose page numbers are asked for, each once."""
    return tuple(
        dict.fromkeys(ref for refs in ASKED.findall(html) for ref in refs.split(",") if ref)
    )


def put_page_numbers(html: str, pages: Mapping[str, int], wide: bool = False) -> str:
    """Return HTML with the numbers of `pages` in their places; in a list, each once and linked."""

    def number(found: re.Match[str]) -> str:
        refs = found[1].split(",")
        if len(refs) == 1:
            said = str(pages.get(refs[0], GUESS))
            return f'<span style="{WIDE_NUMBER}">{said}</span>' if wide else said
        targets: dict[int, list[str]] = {}
        for place, ref in enumerate(filter(None, refs)):
            targets.setdefault(pages.get(ref, GUESS - place), []).append(ref)
        return ", ".join(_linked_number(page, targets[page]) for page in sorted(targets))

    return ASKED.sub(number, html)


WIDE_NUMBER = "display:inline-block;min-width:3ch"
"""The style of a number with room for three digits."""


def _linked_number(page: int, refs: Sequence[str]) -> str:
    """Return the number of a page as a link; it is strong if one of the records begins there."""
    records = [ref for ref in refs if not ref.startswith(MARK_PREFIXES)]
    number = f'<a data-leads="{(records or refs)[0]}">{page}</a>'
    return f"<strong>{number}</strong>" if records else number


@dataclass(frozen=True)
class Document:
    """A play aid before its pieces are placed on paper: sections of leaves, or a book."""

    sections: tuple[Section, ...] = ()
    book: Book | None = None

    @property
    def section(self) -> Section:
        """Its only section. Raises ValueError if it is a book or has several."""
        (section,) = self.sections
        return section

    @property
    def paper(self) -> Size:
        """The size of its sheets, in mm."""
        return self.book.paper if self.book else self.sections[0].paper

    @property
    def is_cut(self) -> bool:
        """Whether its leaves are cut out of sheets."""
        return bool(self.sections) and self.sections[0].is_cut

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces on its sheets, folios of a book apart."""
        if self.book:
            return self.book.pieces
        return tuple(piece for section in self.sections for piece in section.pieces)


def blank_piece(like: Piece, size: Size) -> Piece:
    """Return an empty piece of the head of another, of a size in mm."""
    return replace(
        like,
        inner="",
        size=size,
        margin="0",
        choice=None,
        type_size=None,
        styles=(),
        long=False,
    )


def rectangle_piece(like: Piece, rects: Sequence[Rect]) -> Piece:
    """Return a piece, of the head and size of another, of black rectangles: crop marks."""
    lines = (
        f'<div class="crop" style="left:{rect.left:g}mm;top:{rect.top:g}mm;'
        f'width:{rect.width:g}mm;height:{rect.height:g}mm"></div>\n'
        for rect in rects
    )
    return replace(like, inner="".join(lines))
