"""The elements of a page's HTML with the pieces that the engine set for them, in reading order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from aidgen.assets.geometry import Bounds
from aidgen.press.engine.boxes import PT_PER_PX, Box
from aidgen.press.engine.pages import LaidPage


@dataclass(frozen=True)
class Leaf:
    """A piece of text or a picture that the engine draws: its page, and its number there.

    Pages and pieces count from 0, in the order of the engine's boxes. `generated` says what the
    style sheet has made it: `before`, `after`, `marker` or nothing.
    """

    page: int
    number: int
    text: str = ""
    generated: str = ""


@dataclass(frozen=True)
class Area:
    """A rectangle on a page, counted from 0: its edges in pt from the page's upper left corner."""

    page: int
    edges: Bounds


@dataclass(frozen=True)
class Element:
    """An element of the HTML, with what was set of it."""

    tag: str
    attributes: Mapping[str, str]
    kids: tuple[Element | Leaf, ...]
    alt: str = ""
    """What stands for a picture, or the words of a link or a heading."""
    areas: tuple[Area, ...] = ()
    """Where it lies, if it is a piece or a heading, leads somewhere or can be led to."""

    def leaves(self) -> Iterator[Leaf]:
        """Yield the pieces within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Leaf):
                yield kid
            else:
                yield from kid.leaves()


@dataclass(frozen=True)
class Reading:
    """The root of the HTML, and the pieces that only repeat on a page what is said elsewhere."""

    root: Element
    running: tuple[Leaf, ...]
    """Headers and footers in the margins, and headings of tables that go on from another page."""


def reading(root: ElementTree.Element, pages: Sequence[LaidPage]) -> Reading:
    """Return the elements below `root`, an HTML document, that have boxes on `pages`."""
    book = _Book({child: parent for parent in root.iter() for child in parent})
    for page in pages:
        book.page += 1
        book.number = 0
        for box in page.page.children:
            book.read(box)
    return Reading(book.whole(root), tuple(book.running))


@dataclass
class _Book:
    """Gathers the pieces of each element from the boxes of one page after another."""

    parents: dict[ElementTree.Element, ElementTree.Element]
    page: int = -1
    number: int = 0
    kids: dict[ElementTree.Element, list[ElementTree.Element | Leaf]] = field(default_factory=dict)
    areas: dict[ElementTree.Element, list[Area]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[ElementTree.Element, int] = field(default_factory=dict)
    """The page on which a head or foot of a table was met first."""
    running: list[Leaf] = field(default_factory=list)

    def read(self, box: Box, again: bool = False) -> None:
        """Take the pieces of a box; `again` if they are said elsewhere."""
        element = box.element
        again = again or bool(box.margin)
        if element is not None and not again:
            self.meet(element)
            if box.whole and box.edges is not None and _has_place(element):
                left, top, right, bottom = (edge * PT_PER_PX for edge in box.edges.border)
                self.areas[element].append(Area(self.page, (left, top, right, bottom)))
            repeated = box.tag in REPEATED and not box.generated
            again = repeated and self.groups.setdefault(element, self.page) != self.page
        if box.words is not None or box.sort == "picture":
            text = box.words.text if box.words else ""
            leaf = Leaf(self.page, self.number, text, box.generated)
            self.number += 1
            if again or element is None:
                self.running.append(leaf)
            else:
                self.kids[element].append(leaf)
        for child in box.children:
            self.read(child, again)

    def meet(self, element: ElementTree.Element) -> None:
        """Give an element its place in the one around it, where it has none yet."""
        if element not in self.kids:
            self.kids[element] = []
            if element in self.parents:
                self.meet(self.parents[element])
                self.kids[self.parents[element]].append(element)

    def whole(self, element: ElementTree.Element) -> Element:
        """Return an element with all that was gathered for it."""
        kids = [kid if isinstance(kid, Leaf) else self.whole(kid) for kid in self.kids[element]]
        tag = str(element.tag).rpartition("}")[2]
        return Element(
            tag=tag,
            attributes=dict(element.attrib),
            kids=tuple(kids),
            alt=" ".join(_alt(element, tag).split()),
            areas=tuple(self.areas.get(element, ())),
        )


def lower_half(edges: Bounds) -> Bounds:
    """Return the lower half of a box, whose upper one says what is to be filled in."""
    left, top, right, bottom = edges
    return left, (top + bottom) / 2, right, bottom


def _has_place(element: ElementTree.Element) -> bool:
    """Tell whether it has to be known where an element lies: a piece, link, blank or heading."""
    tag = str(element.tag)
    named = any(name in element.attrib for name in (LEADS, ANCHOR, FIELD))
    return named or tag in (PIECE, *HEADINGS)


def _alt(element: ElementTree.Element, tag: str) -> str:
    """Return what an element says for those who cannot see it, or not that it is a link.

    Of a heading it is what the outline says.
    """
    if tag == "svg":
        return next((kid.text or "" for kid in element if str(kid.tag).endswith("}title")), "")
    if tag == "a" or tag in HEADINGS:
        return "".join(_words(element))
    return element.get("alt", "")


def _words(element: ElementTree.Element) -> Iterator[str]:
    """Yield the words in an element, those of pictures left out."""
    if not str(element.tag).endswith("svg"):
        yield element.text or ""
        for kid in element:
            yield from _words(kid)
            yield kid.tail or ""


PIECE = "main"
"""The element that a piece is."""
LEADS, ANCHOR = "data-leads", "data-anchor"
"""The attributes by which a link names the record that it leads to, and a heading its record."""
FIELD, HINT = "data-field", "data-hint"
"""The attributes of what is to be filled in: its name, and what is said of it."""
TICK, LOWER = "data-tick", "data-lower"
"""Those of what is ticked, and of what is filled in in the lower half of its box."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
REPEATED = ("thead", "tfoot")
"""What is printed again where a table goes on."""
