"""A document before it is laid out, and after it is written.

What the engine needs to know besides HTML and CSS is in attributes of elements:

    data-type       "8 14": the element chooses its type, in pt from the smallest to the largest;
                    it is written into its style as `--type`. Its content has to fit the element,
                    or its page
    data-air        how much space in mm may be added between its parts if there is room, as
                    `--air` in its style
    data-area       the room for its content in mm², from which its first type is guessed
    data-alike      of `body`: by how much in pt the types that are chosen may differ
    data-fit        a card or region that has to hold its content, by its name
    data-height     `fixed` where that does not grow with its content
    data-centre     its content is moved to the middle of its height
    data-leads      the record that a link leads to; data-anchor: where that begins
    data-order      its place among what is not read page by page, as the panels of a leaflet
    data-index      of an index: its chapter is laid out when the pages before it are
    data-mark       holds the edition mark; its digest is stamped when the PDF is published
    data-field      a blank that becomes a form field, by its name; data-hint, data-tick, data-lower

What a page promises is in attributes, too: see `promises`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from aidgen.assets.papers import Size
from aidgen.layout.faults import Fault
from aidgen.layout.promises import PrintedText

# The class of what may go on over several pages.
LONG_CLASS = "ag-long"
# Stands on both sides of a reference whose page number is asked for; no text may have it.
ASKS = "\ue000"

# How small in pt the title of a card may be.
SMALLEST_TITLE = 7.5


def page_of(ref: str) -> str:
    """Return the placeholder for the page number of a record; of several, joined by commas."""
    return f"{ASKS}{ref}{ASKS}"


@dataclass(frozen=True)
class Document:
    """Pages that are laid out and written at once: each `main` of the HTML begins on a new one."""

    html: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What the HTML names as `aidgen:NAME`, pictures above all, by NAME."""
    front: str = ""
    """Of a book, the HTML of its cover and contents, which come before the pages of `html`.

    Both may ask for page numbers with `page_of`; the numbers count the pages of `front`.
    """
    smallest: float = 0.0
    """The smallest size of type in pt that may be in it."""
    fillable: bool = False
    """Whether its blanks become form fields."""
    safe: tuple[float, float, float, float] | None = None
    """The left, top, width and height in mm of what no print shop cuts off, on each page."""

    @property
    def digest(self) -> str:
        """The SHA-256 of all that it is made of."""
        parts = [self.html, self.front, f"{self.smallest:g} {self.fillable} {self.safe}"]
        parts += [f"{name} {hashlib.sha256(self.files[name]).hexdigest()}" for name in self.files]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Fit:
    """How a card or region fits its content: its page from 1, its type in pt, the mm left at its
    foot: negative if content is lost, None if it grows with its content.

    Of a card, also the type of its title in pt, and how low its first line is, in mm.
    """

    name: str
    page: int
    size: float
    room: float | None
    title: float = 0.0
    start: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Printed:
    """A document that was written and verified; it is what the cache keeps."""

    pdf: bytes = field(repr=False)
    sizes: tuple[Size, ...] = ()
    """The size of each page, in mm."""
    faults: tuple[Fault, ...] = ()
    looks: tuple[Fault, ...] = ()
    """Advice and notes on how its pages look."""
    fits: tuple[Fit, ...] = ()
    texts: tuple[PrintedText, ...] = ()
    """The texts of the game that it prints, on each page."""
    marks: tuple[tuple[int, str], ...] = ()
    """Where edition marks are: pages, from 0, and how a PDF sets colour and place."""
    types: tuple[float, ...] = ()
    """Of cards that were only measured: the largest type in pt of each."""
