"""Faces, decks and books: what is printed, before it is placed on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from markupsafe import Markup

from aidgen.assets.files import files_of
from aidgen.assets.papers import LARGEST_SIDES, Rect, Size
from aidgen.imposition.shops import Canvas
from aidgen.layout.document import LONG_CLASS, Document
from aidgen.layout.faults import Fault

# Stands for the number of a side of paper until it is known; no text may have it.
FOLIO = "\ue006"
# In mm: by how much a box is lower than its page. A full one would begin another page.
HAIR = 0.1
# What follows the style sheet that a head opens, and what closes a document.
BODY, END = "</style>\n</head>\n<body>\n", "</body></html>"
# The class of the element of a face.
FACE_CLASS = "ag-piece"
# The smallest type of large print, marks and notes included, in pt.
LARGE = 12.0
# By how much cards are larger at least: four of 63 × 88 mm are on a sheet of A4.
LARGE_SCALE = 1.5
# What comes before the type of a title, in HTML.
TITLE_TYPE = "--title-size:"
# How many letters a paragraph's last line, half empty, counts as when fullness is estimated.
LINE_LETTERS = 20

# How backs come behind fronts: turned over the long or the short edge, folded, not at all.
Turning = Literal["long", "short", "fold", ""]


@dataclass(frozen=True)
class TypeRange:
    """The smallest and the largest type in pt that a face may be set in."""

    least: float
    most: float
    deck: str | None = ""
    """The deck of the faces that share one type; None of a face that has its own."""
    air: float = 0.0
    """The most space in mm that is added between its parts, if it has room in the largest type."""


# The type in pt of faces, by the range they may be set in.
Types = Mapping[TypeRange | None, float]


@dataclass(frozen=True)
class Face:
    """What is printed on a side of a card, a panel or a page: the content of an HTML element."""

    head: str
    """The beginning of an HTML document, up to its style sheet. Faces of one head can be laid out
    in one document."""
    inner: str
    size: Size
    """In mm."""
    margin: str = "0"
    """The margin of a page, or the padding of a panel, as in CSS."""
    smallest: float = 0.0
    """The smallest type in pt that may be in it."""
    classes: str = ""
    style: str = ""
    """Custom properties of its element, as in CSS."""
    choice: TypeRange | None = None
    """The type for `var(--type)`, if the layout chooses it."""
    type_size: float | None = None
    """That type in pt, if it is known."""
    name: str = ""
    """Of a panel, the region that it is: its content has to fit."""
    long: bool = False
    """Whether it may go on over several pages."""
    listed: bool = True
    """Whether its headings are bookmarks: those of the second copy of a card are not."""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    """The pictures that it and its head name."""
    bleed: Face | None = field(default=None, repr=False, compare=False)
    """What goes on around it, if its background has a bleed: larger by that on all sides."""

    @property
    def page(self) -> str:
        """The name of its pages in the style sheet: shared by those of one size and margin."""
        return page_name(self.size, self.margin)

    @property
    def rule(self) -> str:
        """The rule of its pages in the style sheet."""
        size = f"{self.size.width:g}mm {self.size.height:g}mm"
        return f"@page {self.page} {{ size: {size}; margin: {self.margin}; }}\n"

    @property
    def fullness(self) -> float:
        """How full it probably is: letters for each square mm, short last lines included."""
        lines = self.inner.count("<p") + self.inner.count("<li") + self.inner.count("<tr")
        letters = len(Markup(self.inner).striptags())
        return (letters + LINE_LETTERS * lines) / (self.size.width * self.size.height)

    @property
    def main(self) -> str:
        """Its element as a page of a document."""
        style = f"page:{self.page}"
        if self.margin == "0":  # as high as its page, for what is at its foot
            height = f"{round(self.size.height - HAIR, 2):g}mm"
            style += f";--height:{height};height:{height}"
        return self._element("main", style)

    def placed(self, left: float, top: float, scale: float = 1.0, attributes: str = "") -> str:
        """Return its element at a place on a sheet, in mm from the upper left corner.

        It is larger by a factor `scale`, as by a magnifying glass; `attributes` are as in HTML.
        """
        place = (
            f"position:absolute;left:{left:g}mm;top:{top:g}mm;"
            f"width:{self.size.width:g}mm;height:{self.size.height:g}mm"
        )
        if scale != 1:
            place += f";transform:scale({scale:g});transform-origin:0 0"
        if self.margin != "0":
            place += f";padding:{self.margin}"
        holds = (
            f' data-box="{self.name}" data-fit="{self.name}" data-height="fixed"'
            if self.name
            else ""
        )
        return self._element("div", place, holds + attributes)

    def _element(self, tag: str, style: str, attributes: str = "") -> str:
        # A type that is set is a property; another is asked of the layout, as a range.
        type_set = f"--type:{self.type_size:g}pt" if self.type_size is not None else ""
        style = ";".join(filter(None, (style, self.style, type_set)))
        if self.choice and not type_set:
            sides = [float(side.removesuffix("mm")) for side in self.margin.split()]
            # As in CSS, a side that is not given is as the one across.
            top, right, bottom, left = (*sides, sides[1]) if len(sides) == 3 else (sides * 4)[:4]
            area = (self.size.width - left - right) * (self.size.height - top - bottom)
            range_of_type = f"{self.choice.least:g} {self.choice.most:g}"
            air = f' data-air="{self.choice.air:g}"' if self.choice.air else ""
            attributes = f' data-type="{range_of_type}" data-area="{area:.0f}"{air}{attributes}'
        attributes += "" if self.listed else ' data-outline="none"'
        classes = f"{FACE_CLASS} {self.classes}{f' {LONG_CLASS}' if self.long else ''}"
        return f'<{tag} class="{classes}" style="{style}"{attributes}>\n{self.inner}</{tag}>\n'

    def sized(self, types: Types) -> Face:
        """Return it in its type, if that is known."""
        return replace(self, type_size=types.get(self.choice))


def page_name(size: Size, margin: str) -> str:
    """Return the name of pages of a size in mm and a margin, as in CSS."""
    name = f"page-{size.width:g}x{size.height:g}-{margin}"
    return name.replace(" ", "_").replace(".", "-")


def paged(faces: Sequence[Face], *, alike: float = 0.0, **fields: object) -> Document:
    """Return a document with each of some faces of one head as a page.

    The types that it chooses differ by no more than `alike` pt, if that is not 0. `fields` are
    fields of the document.
    """
    rules = dict.fromkeys(face.rule for face in faces)
    body = BODY.replace("<body>", f'<body data-alike="{alike:g}">') if alike else BODY
    html = "".join([faces[0].head, *rules, body, *(face.main for face in faces), END])
    return Document(
        html,
        files=files_named(faces),
        smallest=min(face.smallest for face in faces),
        **fields,  # type: ignore[arg-type]
    )


def files_named(faces: Iterable[Face]) -> Mapping[str, bytes]:
    """Return the pictures that some faces name."""
    return {name: content for face in faces for name, content in face.files.items()}


def mirror_around(face: Face, bleed: float) -> Face:
    """Return what goes on around a face by `bleed` mm: its mirror images, without their words."""
    wide, high = face.size.width, face.size.height
    images = (
        '<div style="position:absolute;overflow:hidden;'
        f'left:{left:g}mm;top:{top:g}mm;width:{width:g}mm;height:{height:g}mm">'
        f'<div style="position:absolute;left:{x:g}mm;top:{y:g}mm;width:{wide:g}mm;height:{high:g}mm'
        f';transform:scale({across},{down})">{face.inner}</div></div>\n'
        for left, width, x, across in _reflections(wide, bleed)
        for top, height, y, down in _reflections(high, bleed)
        if across < 0 or down < 0
    )
    size = Size(wide + 2 * bleed, high + 2 * bleed)
    inner = f'<div class="ag-mirrored">\n{"".join(images)}</div>\n'
    return replace(face, inner=inner, size=size, choice=None, type_size=None)


def _reflections(length: float, bleed: float) -> Iterator[tuple[float, float, float, int]]:
    """Yield, along one side, where a window begins, its length, the image in it, and its way."""
    yield 0, bleed, bleed - length, -1
    yield bleed, length, 0, 1
    yield bleed + length, bleed, 0, -1


@dataclass(frozen=True)
class Card:
    """A card or a token: its sides, the number of copies, and how it goes on if it is too full."""

    name: str
    front: Face
    back: Face | None = None
    copies: int = 1
    back_says: Literal["text", "title", ""] = "text"
    """What its back has at most: it can be left out if that is no text."""
    overflow: Literal["back", "next card", ""] = ""
    """Where it goes on; "" if nowhere."""
    lengths: tuple[int, ...] = ()
    """How long each part is that its front can be divided into, in letters."""
    make_part: Callable[[range, int, int], Face] | None = None
    """Makes the front with a range of these parts, as one of several: which, and of how many."""

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its sides."""
        return (self.front, self.back) if self.back else (self.front,)

    def sized(self, types: Types) -> Card:
        """Return it in its types, as far as they are known."""
        return replace(
            self, front=self.front.sized(types), back=self.back and self.back.sized(types)
        )

    def unlisted(self) -> Card:
        """Return it without bookmarks."""
        back = self.back and replace(self.back, listed=False)
        return replace(self, front=replace(self.front, listed=False), back=back)


@dataclass(frozen=True)
class Deck:
    """Cards of one size, to be cut out of sheets, and what is printed around them."""

    paper: Size
    trim: Size
    """The size of a card, in mm."""
    cards: tuple[Card, ...]
    head: str
    """That of the document."""
    headlines: Mapping[Turning, str]
    """The HTML above cards; `FOLIO` stands for the number of the side."""
    notice: str
    """The HTML below cards."""
    gap: float = 0.0
    """Space between two cards on a sheet, in mm."""
    bleed: float = 0.0
    """How far the backgrounds of its cards extend beyond their edges, in mm."""
    backs: Literal["behind", "beside", "apart"] = "behind"
    """Whether backs are behind their fronts, beside them to be folded, or on sheets of their own"""
    offset: tuple[float, float] = (0.0, 0.0)
    """How far backs are moved to the right and down, in mm."""
    canvas: Canvas | None = None
    """The page that each of its faces has to itself, for a print shop."""
    backs_first: bool = False
    """Whether that of each back comes before that of its front, for each copy of a card."""
    wanted: tuple[str, ...] = ()
    """The cards to print, by name; all if none is named. The others count for its type."""
    crop_marks: bool = True
    backwards: bool = False
    """Whether cards lie from right to left, as their language is read."""
    smallest: float = 0.0
    large: bool = False
    """Whether they are in large print."""
    backed: bool = False
    """Whether its sheets have backs though no card has."""
    looks: tuple[Fault, ...] = ()
    """Advice on cards that make the type of all smaller."""

    @cached_property  # each of its documents asks
    def files(self) -> Mapping[str, bytes]:
        """The pictures of its cards, by their names."""
        sides = [face for card in self.cards for face in card.faces]
        return files_named([*sides, *(face.bleed for face in sides if face.bleed)])

    @property
    def scale(self) -> float:
        """By how much its cards are larger in large print: as much as its smallest type needs."""
        if not self.large:
            return 1.0
        faces = [face for card in self.cards for face in card.faces]
        types = [face.type_size or face.choice.least for face in faces if face.choice]
        titles = (part for face in faces for part in face.inner.split(TITLE_TYPE)[1:])
        types += [float(title.partition("pt")[0]) for title in titles]
        return large_scale(self.trim, min(types, default=LARGE))

    @property
    def two_sided(self) -> bool:
        """Whether one of its cards has a back."""
        return self.backed or any(card.back for card in self.cards)

    def restyled(self, head: str, pictures: Mapping[str, bytes]) -> Deck:
        """Return it with another head of its documents, which names some of the pictures."""
        named = files_of(head, pictures)

        def restyle(face: Face) -> Face:
            bleed = face.bleed and restyle(face.bleed)
            return replace(face, head=head, files={**face.files, **named}, bleed=bleed)

        cards = (
            replace(card, front=restyle(card.front), back=card.back and restyle(card.back))
            for card in self.cards
        )
        return replace(self, head=head, cards=tuple(cards))

    @property
    def smallest_types(self) -> Types:
        """The smallest type that each of its faces may have."""
        choices = (face.choice for card in self.cards for face in card.faces)
        return {choice: choice.least for choice in choices if choice}

    def sized(self, types: Types) -> Deck:
        """Return it in its types, as far as they are known."""
        return replace(self, cards=tuple(card.sized(types) for card in self.cards))


def large_scale(card: Size, smallest: float) -> float:
    """Return by how much a card is larger in large print: as far as one fits on paper.

    `smallest` is its smallest type, in pt.
    """
    short, long = sorted((card.width, card.height))
    needed = max(LARGE_SCALE, LARGE / smallest)
    return max(1.0, min(needed, LARGEST_SIDES[0] / short, LARGEST_SIDES[1] / long))


@dataclass(frozen=True)
class Rendered:
    """An aid as its templates print it: documents, or decks that have to be placed on paper."""

    documents: tuple[Document, ...] = ()
    decks: tuple[Deck, ...] = ()
    paper: Size = field(default=Size(0, 0))
    """The size of its pages, in mm; of its sheets, if it is cut out."""
    fillable: bool = False
    """Whether its blanks become form fields."""
    backwards: bool = False
    """Whether its pages turn from left to right, because its language is read that way."""
    endpapers: bool = False
    """Whether the insides of a book's covers are blank."""
    folded_sheet: Size | None = None
    """The sheet, upright, that has two pages of it on each side, to be folded; None if it is not a
    booklet."""
    doubled_sheet: Size | None = None
    """The sheet, upright, that has each page of it twice."""
    offset: tuple[float, float] = (0.0, 0.0)
    """How far pages on the back of paper are moved to the right and down, in mm."""
    cut: Rect | None = None
    """Where a print shop cuts each page, in mm."""
    second: Literal["behind", "beside", "facing", "apart"] = "beside"
    """Where its pages in a second language are: behind those of the first, beside them on a larger
    sheet, facing them in a book, or after all of them."""
