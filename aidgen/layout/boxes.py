"""A document as the engine laid it out: pages of boxes, as plain frozen records.

Lengths are in px of 1/96 inch, downwards from the upper left corner of the page, and before the
transformations (`matrix`) of the boxes around.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_names
from aidgen.assets.papers import Bounds, Matrix

PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4

# The sort of a box: a line of a paragraph, a part of one, a cell, a picture, or any other.
Sort = Literal["block", "line", "inline", "cell", "picture"]
# Red, green, blue and opacity, each from 0 to 1.
Colour = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TypeRequest:
    """The type that the style sheet asks for: fonts in order of choice, size in px."""

    families: tuple[str, ...]
    size: float
    weight: int
    slanted: bool
    small_capitals: bool = False
    spaced: bool = False
    """Whether letters or words are set closer together or further apart."""
    transform: str = ""
    """How capitals are changed, as in `uppercase`; "" if they are not."""
    colour: Colour = (0.0, 0.0, 0.0, 1.0)

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of the faces asked for that exist, in order of choice."""
        return face_names(self.families, self.weight, self.slanted)


@dataclass(frozen=True, slots=True, eq=False)
class LaidBox:
    """A box as it was laid out.

    `tag` is that of its element, also for boxes that are only a part of it (lines, anonymous
    cells); `generated` tells whether the style sheet made it: `before`, `after`, `marker` or "".
    """

    element: Element | None
    tag: str
    generated: str
    lettering: TypeRequest
    children: tuple[LaidBox, ...]
    text: str
    """Of a piece of text on a line, its letters."""
    line: tuple[float, float, float]
    """Its left end, its baseline, and how wide it is."""
    sized: bool
    """Whether it has a size of its own, and these edges: left, top, right and bottom of each."""
    border: Bounds
    padding: Bounds
    content: Bounds
    matrix: Matrix
    painted: bool
    """Whether it has a background or a border."""
    background: Colour | None
    """The colour of its background; None if it has none."""
    pictured: bool
    """Whether its background has a picture or a gradient."""
    opacity: float
    clips: bool
    sort: Sort
    floated: bool
    in_flow: bool
    """Whether it is neither floated nor positioned."""
    margin: str
    """Of a box in the margin of the page, its name, as `top-left`; "" for others."""
    engine: Any = field(repr=False)
    """The engine's box."""

    @property
    def whole(self) -> bool:
        """Whether it is the box of its element, and not generated content."""
        return self.element is not None and not self.generated and self.tag == self.element.tag

    def descendants(self) -> Iterator[LaidBox]:
        """Yield the box and all boxes within, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.descendants()


@dataclass(frozen=True, slots=True, eq=False)
class LaidPage:
    """A page: its number from 1, its size, the place of its content, and its boxes."""

    number: int
    width: float
    height: float
    content: Bounds
    children: tuple[LaidBox, ...]

    @property
    def root(self) -> LaidBox:
        """The box of the document's first element."""
        return next(child for child in self.children if child.tag == "html")

    @property
    def mains(self) -> Iterator[LaidBox]:
        """The boxes of `main` elements on it."""
        return _mains(self.root)


def _mains(box: LaidBox) -> Iterator[LaidBox]:
    if box.tag == "main" and box.whole:
        yield box
    elif box.tag in ("html", "body"):
        for child in box.children:
            yield from _mains(child)


@dataclass(frozen=True, eq=False)
class Layout:
    """A document laid out in the type that fits."""

    pages: tuple[LaidPage, ...]
    """All of them, those of a book's front first."""
    roots: tuple[Element, ...]
    """The trees of the HTML: that of the front, if there is one, and that of the body."""
    warnings: tuple[str, ...]
    """What the engine logged."""
    engine: Any = field(repr=False)
    """The engine's document, which can be written."""
    types: tuple[float, ...] = ()
    """The type in pt of each element with `data-type`, in their order."""
    airs: tuple[float, ...] = ()
    """The space between the parts of each of them, in em."""
    layouts: int = 1
    """How often it was laid out."""
