"""Where the headings, links and targets of a laid out page are: what leads through its PDF.

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
    """A part of a link, and the address that it leads to, as in `#rules.landing`."""

    address: str
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Anchor:
    """An element that links may lead to: its name, its upper left corner."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Leads:
    """All that leads to a page, or away from it, in the order of the document."""

    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()


NOWHERE = Leads()
"""Nothing leads to the page or away from it."""
