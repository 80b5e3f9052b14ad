"""What a page promises to print, where the layout put it, and what was found on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from aidgen.game.figures import Raw
from aidgen.page.leads import NOWHERE, Leads
from aidgen.page.shapes import Painted

Pages = Literal["all", "left", "right"]
"""Which pages of an opened document something stands on; the first is a right one."""


@dataclass(frozen=True)
class Promise:
    """Words that a page prints, as they will be read; of a table, all cells row by row."""

    text: str
    rows: tuple[tuple[str, ...], ...] = ()
    context: str = ""
    """The msgctxt of the words, if they are a text of the canon; of a table, where it stands."""
    box: str = ""
    """The card or region that they are printed in, if there is one."""
    figures: tuple[tuple[Raw | None, ...], ...] = ()
    """What the canon has in each cell of a table; None if it is no figure."""


@dataclass(frozen=True)
class Margin:
    """What a margin box shows on all pages, or on one side, from a place in the text on.

    On each page stands what is in force at its first text: of several for one box, the last that
    begins there or before.
    """

    box: str
    """`top-left` and so on; `outer` is left on left pages and right on right ones, `inner` not."""
    words: str
    """Its words; none if it is the folio."""
    start: int
    """How many promises come before it."""
    pages: Pages = "all"
    folio: bool = False
    """Whether it is the number of the page, and how many there are."""
    context: str = ""
    """The msgctxt of the first of its words."""


@dataclass(frozen=True)
class Promises:
    """All that a page promises, texts and tables in reading order."""

    texts: tuple[Promise, ...] = ()
    margins: tuple[Margin, ...] = ()
    pictured: tuple[str, ...] = ()
    """The words within its pictures."""
    boxes: int = 0
    """How many cards and regions it has."""


class Letter(NamedTuple):
    """A glyph as it was laid out: its number in its font, and its place in pt.

    Places count from the left end of its text along the baseline, and above it.
    """

    code: int
    along: float
    above: float


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in its place on a page: left end and baseline, width and type size, in pt.

    Heights count from the bottom of the page, as in a PDF; `turn` is in degrees, anticlockwise;
    words `pictured` are within a picture; `margin` names the margin box that a running title or a
    folio stands in, as in `top-left`.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    turn: float = 0.0
    pictured: bool = False
    margin: str = ""
    generated: bool = False
    """Whether the style sheet has put it before or after an element; not of a list's marks."""
    letters: tuple[Letter, ...] = ()
    """Its glyphs, those of spaces among them; none of what a picture draws letter by letter."""
    faces: tuple[str, ...] = ()
    """The names of the faces that were asked for: each letter is to be from the first that has it.

    What was asked for and is not there is told elsewhere.
    """

    @property
    def in_letters(self) -> bool:
        """Whether a picture draws it letter by letter."""
        return self.pictured and not self.letters


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph as it was laid out, another following it; lengths are in pt."""

    text: str
    room: float
    """What is left free of its measure."""
    following: str
    """The word that the next line begins with, all that cannot be parted from it included."""
    width: float
    """What that word would take up, with the space before it."""
    context: str = ""
    """The msgctxt of the text, if it is one of the canon."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it was laid out: its width and height in pt, the texts on it, and their lines.

    Lines are those after which a paragraph goes on without being told to.
    """

    width: float
    height: float
    runs: tuple[Run, ...]
    lines: tuple[Line, ...] = ()
    painted: tuple[Painted, ...] = ()
    """What it draws beside its texts, what lies behind first."""
    leads: Leads = NOWHERE
    """Its headings and links."""


@dataclass(frozen=True)
class Fit:
    """How a box fits its content: its name and page, its type in pt, and the mm left at its foot.

    The room is below zero if content is lost, and None of a box that grows with its content.
    """

    name: str
    page: int
    size: float
    room: float | None


@dataclass(frozen=True)
class Printed:
    """A text of the canon as it was found on paper: its msgctxt, page, card, and how long it is."""

    context: str
    page: int
    box: str
    letters: int


@dataclass(frozen=True)
class Counts:
    """How much a page promises, or a PDF was proved to hold."""

    texts: int
    cells: int
    cards: int
    """Cards, and regions of sheets."""
    glyphs: int = 0


NOTHING = Counts(0, 0, 0)
