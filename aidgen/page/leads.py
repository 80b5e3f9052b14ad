"""Where the headings, links, targets and blanks of a laid out page are: what leads through a PDF.

Places are in pt, counted from the lower left corner of the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from aidgen.assets.geometry import Bounds


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading by which one finds one's way: its words, its level, its upper left corner."""

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
    """Where a record begins that links may lead to: its upper left corner."""

    ref: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Blank:
    """What is to be filled in: its name, what is said of it, whether it is ticked, its place."""

    name: str
    hint: str
    tick: bool
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Leads:
    """All that leads to a page of a piece, or away from it, in reading order."""

    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    blanks: tuple[Blank, ...] = ()


NOWHERE = Leads()
"""Nothing leads to the page or away from it."""
