"""Headings, links and their targets as they were laid out on the pages of a piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from aidgen.assets.geometry import Bounds, Matrix, moved, times, turned
from aidgen.page.layout import Anchor, FormField, Heading, Link, Navigation
from aidgen.press.engine.boxes import PT_PER_PX, Box, PageBox
from aidgen.press.reading import (
    ANCHOR,
    FIELD,
    HEADINGS,
    HINT,
    LEADS,
    LOWER,
    REPEATED,
    TICK,
    lower_half,
)

Lead = Heading | Link | Anchor | FormField


def leads(pages: Sequence[PageBox]) -> tuple[Navigation, ...]:
    """Return what leads to each page of a piece, or away from it.

    What is printed again where a table goes on leads nowhere, nor does what is not read aloud.
    """
    reader = _Reader()
    return tuple(_sorted(list(reader.page(page))) for page in pages)


def _sorted(found: Sequence[Lead]) -> Navigation:
    return Navigation(
        tuple(lead for lead in found if isinstance(lead, Heading)),
        tuple(lead for lead in found if isinstance(lead, Link)),
        tuple(lead for lead in found if isinstance(lead, Anchor)),
        tuple(lead for lead in found if isinstance(lead, FormField)),
    )


class _Reader:
    """Finds what leads to one page after another."""

    def __init__(self) -> None:
        self.begun: set[Element] = set()
        """The elements of which a part has been met."""
        self.before: frozenset[Element] = frozenset()
        """Those of which a part was on a page before."""

    def page(self, page: PageBox) -> Iterator[Lead]:
        """Yield what leads to the next page."""
        self.before = frozenset(self.begun)
        upwards = (PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.height * PT_PER_PX)
        for child in page.children:
            yield from self.leads(child, upwards)

    def leads(self, box: Box, outside: Matrix) -> Iterator[Lead]:
        """Yield what leads to a box or away from it, and of all within."""
        element = box.element
        if box.margin or (element is not None and self.is_silent(box, element)):
            return
        matrix = times(box.matrix, outside)
        if element is not None and box.whole and box.edges is not None:
            yield from self.own(element, box.edges.border, matrix)
            self.begun.add(element)
        for child in box.children:
            yield from self.leads(child, matrix)

    def is_silent(self, box: Box, element: Element) -> bool:
        """Tell whether nothing in an element leads anywhere."""
        again = box.tag in REPEATED and element in self.before
        return again or element.get("aria-hidden") == "true"

    def own(self, element: Element, edges: Bounds, matrix: Matrix) -> Iterator[Lead]:
        """Yield what leads to the box of an element, or away from it."""
        tag, begins = str(element.tag), element not in self.begun
        at = moved(edges[0], edges[1], matrix)
        is_heading = begins and tag in HEADINGS and element.get("data-outline") != "none"
        if is_heading and (words := " ".join("".join(_words(element)).split())):
            yield Heading(words, int(tag[1]), *at)
        if begins and ANCHOR in element.attrib:
            yield Anchor(element.attrib[ANCHOR], *at)
        if tag == "a" and LEADS in element.attrib:
            yield Link(element.attrib[LEADS], turned(edges, matrix))
        if begins and FIELD in element.attrib:
            name, hint = element.attrib[FIELD], element.get(HINT, "")
            bounds = turned(lower_half(edges) if LOWER in element.attrib else edges, matrix)
            yield FormField(name, hint, TICK in element.attrib, bounds)


def _words(element: Element) -> Iterator[str]:
    """Yield the words in an element; what pictures say is not among them."""
    if str(element.tag).rpartition("}")[2] != "svg":
        yield element.text or ""
        for kid in element:
            yield from _words(kid)
            yield kid.tail or ""
