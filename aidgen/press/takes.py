"""Where the pages of a book begin, before any of them is set."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from aidgen.page.pieces import UNIT_ATTRIBUTE, Piece
from aidgen.press.engine.document import Source
from aidgen.press.reading import PIECE


def begun(take: Piece) -> tuple[int, ...]:
    """Return which of its units pages of a counted take begin with, if nothing is before them.

    A page that goes on with what was begun on the page before begins with no unit. Raises
    MachineError.
    """
    source = Source(take.html)
    units = dict(_units(next(source.root.iter(PIECE))))
    met: set[int] = set()
    found: list[int] = []
    for page in source.laid_out(drawn=False).pages:
        elements = (piece.box.element for piece in page.pieces)
        here = [units[one] for one in elements if one is not None and one in units]
        if here and here[0] not in met:
            found.append(here[0])
        met.update(here)
    return tuple(found)


def _units(main: Element) -> Iterator[tuple[Element, int]]:
    """Yield elements, each with the unit that it stands in: one lasts until the next begins."""
    unit = 0
    for element in main.iter():
        unit = int(element.get(UNIT_ATTRIBUTE, unit))
        yield element, unit
