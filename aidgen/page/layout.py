"""A page as the engine laid it out: its text runs, lines, drawings, headings and links.

Lengths are in pt; places are counted from the lower left corner of the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from aidgen.assets.papers import Bounds
from aidgen.page.shapes import Painted


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading for navigation: its words, its level, its upper left corner."""

    words: str
    level: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """A part of a link, and the record that it leads to, as in `rules.landing`."""

    ref: str
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a record that links may lead to begins: its upper left corner."""

    ref: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field: its name, its label, whether it is ticked, its place."""

    name: str
    hint: str
    tick: bool
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Navigation:
    """All links to and from a page of a piece, in reading order."""

    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    blanks: tuple[FormField, ...] = ()


NO_NAVIGATION = Navigation()
"""A page without links."""


class Letter(NamedTuple):
    """A glyph as it was laid out: its number in its font, and its place in pt.

    Places count from the left end of its text along the baseline, and above it.
    """

    code: int
    along: float
    above: float


@dataclass(frozen=True, slots=True)
class Run:
    """A text run on a page: left end and baseline, width and type size, in pt.

    Heights count from the bottom of the page, as in a PDF; `turn` is in degrees, anticlockwise;
    `pictured` runs are within a picture; `margin` names the margin box of a running title or a
    folio, as in `top-left`.
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
    """Its glyphs, spaces included; those that a picture draws letter by letter are left out."""
    faces: tuple[str, ...] = ()
    """The requested faces: each letter comes from the first that has it.

    A requested face that is missing is reported elsewhere.
    """
    small_capitals: bool = False
    transform: str = ""
    """How the style sheet changes its capitals, as in `uppercase`; "" if it does not."""

    @property
    def in_letters(self) -> bool:
        """Whether a picture draws it letter by letter."""
        return self.pictured and not self.letters


@dataclass(frozen=True, slots=True)
class LaidLine:
    """A line of a paragraph as it was laid out, another following it; lengths are in pt."""

    text: str
    room: float
    """The part of its measure that is free."""
    following: str
    """The word that the next line begins with, all that cannot be parted from it included."""
    width: float
    """What that word would take up, with the space before it."""
    context: str = ""
    """The msgctxt of the text, if it is one of the game."""


@dataclass(frozen=True, slots=True)
class LaidSheet:
    """A laid out page: its width and height in pt, its text runs, and their lines.

    These are the lines after which a paragraph continues without a forced break.
    """

    width: float
    height: float
    runs: tuple[Run, ...]
    lines: tuple[LaidLine, ...] = ()
    painted: tuple[Painted, ...] = ()
    """The shapes that it draws besides its texts, from back to front."""
    leads: Navigation = NO_NAVIGATION
    """Its headings and links."""


@dataclass(frozen=True)
class Fit:
    """How a box fits its content: its name and page, its type in pt, and the mm left at its foot.

    The room is negative if content is lost, and None for a box that grows with its content.
    """

    name: str
    page: int
    size: float
    room: float | None
