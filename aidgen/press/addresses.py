"""Which text of the canon, and which card or region, an element of the HTML stands in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element

CONTEXT, BOX, FIT = "data-context", "data-box", "data-fit"
"""The attributes by which the HTML tells the msgctxt of a text, and the name of a card or region;
those with `data-fit` must hold their content."""


def fit_name(element: Element) -> str:
    """Return the name of the card or region that an element is; "" if it is none."""
    return element.get(FIT, "")


class Addresses:
    """The contexts and boxes of the elements of a document."""

    def __init__(self, root: Element) -> None:
        """Take the document below `root`."""
        self._parents = {child: parent for parent in root.iter() for child in parent}
        self.context = cache(self._context)
        self.box = cache(self._box)

    def _context(self, element: Element | None) -> str:
        """Return the msgctxt of the text that an element is in; "" if it is in none."""
        return next(
            (one.get(CONTEXT, "") for one in self._around(element) if CONTEXT in one.attrib), ""
        )

    def _box(self, element: Element | None) -> str:
        """Return the name of the card or region that an element is in; "" if it is in none."""
        names = (one.get(FIT) or one.get(BOX) for one in self._around(element))
        return next(filter(None, names), "")

    def _around(self, element: Element | None) -> Iterator[Element]:
        """Yield an element and those around it, the nearest first."""
        while element is not None:
            yield element
            element = self._parents.get(element)
