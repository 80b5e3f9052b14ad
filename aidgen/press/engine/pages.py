"""What is on a laid out page: its texts and the boxes to be seen, each with what lies around it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of
from aidgen.assets.geometry import UNIT, Bounds, Matrix, moved, times, turned
from aidgen.page.layout import Run, Sheet
from aidgen.press.addresses import fit_name
from aidgen.press.engine.boxes import PT_PER_PX, Box, PageBox, Words
from aidgen.press.lines import lines
from aidgen.press.painting import painted
from aidgen.press.pictured import in_frame, pictured_texts
from aidgen.press.shaping import letters

ASCENT, DESCENT = 0.72, 0.22
"""How far in em the ink of letters reaches above and below the baseline, in a face not ours."""
ROUND = "data-round"
"""Says of an element that it is cut out along the circle in its box."""
WHOLE = ("", "html", "body")
"""Boxes as large as the page by their nature, and those of no element."""


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around a piece: transformations, places that it must not leave, boxes it fits."""

    matrix: Matrix = UNIT
    places: tuple[Bounds, ...] = ()
    fits: tuple[Box, ...] = ()
    """The boxes of elements with `data-fit`."""
    discs: tuple[Bounds, ...] = ()
    """The squares around the discs that words must not leave."""
    margin: str = ""
    """The margin box, as `top-left`."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text."""

    box: Box
    words: Words
    around: Around

    @property
    def label(self) -> str:
        """What it is called in a complaint beside its words: nothing."""
        return ""

    @property
    def quoted(self) -> str:
        """Its words."""
        return self.words.text.strip()

    @property
    def rect(self) -> Bounds:
        """Where its ink lies, in px downwards."""
        words, lettering = self.words, self.box.lettering
        size = lettering.size
        face = face_of(lettering.families, lettering.weight, lettering.slanted)
        below, above = face.depths(words.text) if face else (DESCENT, ASCENT)
        top, bottom = words.baseline - above * size, words.baseline + below * size
        return turned((words.x, top, words.x + words.width, bottom), self.around.matrix)

    def runs(self, page: PageBox) -> Iterator[Run]:
        """Yield its place on a page."""
        words = self.words
        a, b, c, d, _, _ = self.around.matrix
        x, y = moved(words.x, words.baseline, self.around.matrix)
        along = math.hypot(a, b) * PT_PER_PX
        yield Run(
            words.text,
            x=x * PT_PER_PX,
            y=(page.height - y) * PT_PER_PX,
            width=words.width * along,
            size=self.box.lettering.size * math.hypot(c, d) * PT_PER_PX,
            turn=-math.degrees(math.atan2(b, a)),
            margin=self.around.margin,
            generated=self.box.generated in ("before", "after"),
            letters=letters(words.engine, along),
            faces=self.box.lettering.faces,
        )


@dataclass(frozen=True, slots=True)
class Shape:
    """A box that is there to be seen or written on."""

    box: Box
    border: Bounds
    content: Bounds
    around: Around

    @property
    def label(self) -> str:
        """What it is called in a complaint: its element."""
        return f"<{self.box.tag}>: "

    @property
    def quoted(self) -> str:
        """Its words: none."""
        return ""

    @property
    def rect(self) -> Bounds:
        """Its edges, borders included, in px downwards."""
        return turned(self.border, self.around.matrix)

    def runs(self, page: PageBox) -> Iterator[Run]:
        """Yield the words of a picture in their places on a page."""
        if self.box.element is None or not self.box.whole:
            return
        for text in pictured_texts(self.box.element):
            matrix = times(in_frame(self.box.element, self.content), self.around.matrix)
            yield text.run(matrix, page)


Piece = Text | Shape


@dataclass(frozen=True)
class LaidPage:
    """A page and its number, with all pieces on it in the order of the document."""

    number: int
    page: PageBox

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the document, those in the margins of the page apart."""
        return tuple(_pieces(self.page.root, Around()))

    @cached_property
    def all_pieces(self) -> tuple[Piece, ...]:
        """The pieces of the document and those in the margins."""
        return tuple(
            piece
            for child in self.page.children
            for piece in (self.pieces if child is self.page.root else _pieces(child, Around()))
        )

    @cached_property
    def fits(self) -> tuple[tuple[Box, Bounds], ...]:
        """The boxes named by `data-fit`, each with where on the page its content may be."""
        return tuple(_fits(self.page.root, UNIT))

    @property
    def texts(self) -> Iterator[Text]:
        """All texts, in the margins too."""
        return (piece for piece in self.all_pieces if isinstance(piece, Text))

    @property
    def sheet(self) -> Sheet:
        """The size of the page, every piece of text on it, its lines, and what else it draws."""
        runs = (run for piece in self.all_pieces for run in piece.runs(self.page))
        size = self.page.width * PT_PER_PX, self.page.height * PT_PER_PX
        return Sheet(
            *size,
            tuple(runs),
            lines=tuple(lines(self.page.root)),
            painted=painted(self.page.engine),
        )


def grouped(
    pages: Sequence[LaidPage], mains: Collection[Element]
) -> Mapping[Element, tuple[LaidPage, ...]]:
    """Return the pages of each of `mains`, which begin on pages of their own; numbered from 1."""
    groups: dict[Element, list[LaidPage]] = {main: [] for main in mains}
    here: list[LaidPage] = []
    for page in pages:
        here = next((groups[main] for main in _mains(page) if main in groups), here)
        here.append(replace(page, number=len(here) + 1))
    return {main: tuple(group) for main, group in groups.items()}


def _mains(page: LaidPage) -> Iterator[Element]:
    """Yield the elements below the body of a page."""
    boxes = list(page.page.root.children)
    while boxes:
        box = boxes.pop(0)
        if box.tag in ("html", "body"):
            boxes += box.children
        elif box.element is not None:
            yield box.element


def _pieces(box: Box, around: Around) -> Iterator[Piece]:
    """Yield every piece of text within a box, and every box to be seen."""
    inside = around
    if box.matrix != UNIT or box.margin:
        matrix = times(box.matrix, around.matrix)
        inside = replace(around, matrix=matrix, margin=box.margin or around.margin)
    if box.words is not None and box.words.text.strip():
        yield Text(box, box.words, inside)
    elif box.edges is not None and _is_shape(box, box.edges.border):
        yield Shape(box, box.edges.border, box.edges.content, inside)
    if is_fit(box):
        inside = replace(inside, fits=(*around.fits, box))
    if box.edges is not None:
        place = turned(box.edges.padding, inside.matrix)
        if _is_place(box):
            inside = replace(inside, places=(*around.places, place))
        if box.element is not None and box.element.get(ROUND) is not None:
            inside = replace(inside, discs=(*around.discs, place))
    for child in box.children:
        yield from _pieces(child, inside)


def _is_shape(box: Box, border: Bounds) -> bool:
    """Tell whether a box shows: a picture, a border, a background, or room left free."""
    if box.tag in WHOLE and not box.generated:
        return False
    left, top, right, bottom = border
    return right > left and bottom > top and (not box.children or box.painted)


def _is_place(box: Box) -> bool:
    """Tell whether what is in a box must not leave it: a cell, or a box that would clip it."""
    return box.sort == "cell" or (box.clips and not is_fit(box))


def is_fit(box: Box) -> bool:
    """Tell whether a box is that of an element with `data-fit`, or a line or a part of it."""
    element = box.element
    return element is not None and box.whole and box.edges is not None and bool(fit_name(element))


def _fits(box: Box, matrix: Matrix, outer: Element | None = None) -> Iterator[tuple[Box, Bounds]]:
    """Yield the boxes of elements with `data-fit`; `outer` is the one that `box` is a part of."""
    matrix = times(box.matrix, matrix) if box.matrix != UNIT else matrix
    if is_fit(box) and box.edges is not None and box.element is not outer:
        yield box, turned(box.edges.content, matrix)
        outer = box.element
    for child in box.children:
        yield from _fits(child, matrix, outer)
