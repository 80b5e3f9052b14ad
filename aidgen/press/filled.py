"""What is to be filled in on a piece: found in its HTML, and put where it is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aidgen.press.reading import FIELD, HINT, LOWER, TICK, Area, Element, Leaf, lower_half
from aidgen.press.setpieces import FormField, Mark, SetPiece, Tag

HOLDING = ("Part", "Sect", "Art", "Div", "BlockQuote")
"""The elements that a field may stand in: it comes after paragraphs, lists and tables."""


def fields(main: Element, first: int, numbers: Mapping[Leaf, int]) -> Iterator[FormField]:
    """Yield the fields of a piece that begins on page `first`, whose marks have such numbers."""
    yield from _Fields(first, numbers).within(main)


@dataclass
class _Fields:
    """Goes through the elements of a piece in reading order."""

    first: int
    numbers: Mapping[Leaf, int]
    last: Mark | None = None
    """What is read last so far."""

    def within(self, element: Element) -> Iterator[FormField]:
        """Yield the fields in an element, and that which it is itself."""
        for kid in element.kids:
            if isinstance(kid, Element):
                yield from self.within(kid)
            elif kid in self.numbers:
                self.last = kid.page - self.first, self.numbers[kid]
        said = element.attributes
        if FIELD in said and element.areas:
            area = element.areas[0]
            edges = lower_half(area.edges) if LOWER in said else area.edges
            area = Area(area.page - self.first, edges)
            yield FormField(said[FIELD], said.get(HINT, ""), TICK in said, area, self.last)


def fillable(piece: SetPiece) -> SetPiece:
    """Return a piece with its fields among what is read of it, each after what comes before it."""
    after: dict[Mark | None, list[Tag]] = defaultdict(list)
    for field in piece.fields:
        tag = Tag("Form", (), alt=field.hint, areas=(field.area,), field=field)
        after[field.after].append(tag)
    inserted = (tag for tag in _inserted(piece.tree, after) if isinstance(tag, Tag))
    return replace(piece, tree=(*after.get(None, ()), *inserted))


def _inserted(
    tags: Sequence[Tag | Mark], after: Mapping[Mark | None, Sequence[Tag]]
) -> Iterator[Tag | Mark]:
    """Yield what stands in an element, with the fields that come after its parts."""
    for tag in tags:
        if not isinstance(tag, Tag):
            yield tag
        elif tag.tag in HOLDING:
            yield replace(tag, kids=tuple(_inserted(tag.kids, after)))
        else:
            yield tag
            for mark in tag.marks():
                yield from after.get(mark, ())
