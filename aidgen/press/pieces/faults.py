"""What a laid out page does not hold: what is larger than its place, divided, or in no box.

Boxes are measured in px downwards; what is handed on is in mm, or in pt upwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from xml.etree.ElementTree import Element

from aidgen.assets.geometry import Bounds, hull
from aidgen.game.texts import bare
from aidgen.page.faults import Fault
from aidgen.press.addresses import Addresses, fit_name
from aidgen.press.engine.boxes import PT_PER_PX, PX_PER_MM, Box
from aidgen.press.engine.pages import LaidPage, Piece, Shape, Text

TOLERANCE = 0.3
"""How far in mm content may reach beyond its box, for side bearings and rounding."""
COUNTED = "data-counted"
"""Says of an element which number the style sheet puts before it."""
LEADING = 1.25
"""The usual height of a line as a part of the type size, to say an excess in lines."""


@dataclass(frozen=True)
class Fitting:
    """An element with `data-fit` as it was laid out, its first part if it is divided.

    Its height is in mm, and so is the room left at its foot, None if it grows with its content; its
    type is in pt. In a crowded one something reaches over an edge; a divided one goes on elsewhere.
    """

    element: Element
    page: int
    size: float
    height: float
    room: float | None
    crowded: bool
    divided: bool

    @property
    def fullness(self) -> float:
        """How much of its height its content needs, 1 being all of it; 0 if it grows."""
        return (self.height - self.room) / self.height if self.room is not None else 0.0

    @property
    def holds(self) -> bool:
        """Whether it holds all that was laid out in it; one that grows may go on elsewhere."""
        whole = not self.divided or self.room is None
        return whole and not self.crowded and (self.room or 0) >= 0


@dataclass(frozen=True)
class _Excess:
    """How far something leaves its place on a side, in mm and in lines."""

    side: str
    length: float
    lines: float

    def __str__(self) -> str:
        lines = f" (about {self.lines:g} lines)" if self.lines else ""
        return f"{self.length:g} mm{lines} {self.side} does not fit"


@dataclass(frozen=True)
class _Leaving:
    """What leaves its place: a piece, all of a box named by `data-fit`, or all of the page."""

    excess: _Excess
    boxes: tuple[Box, ...] = ()
    """The boxes named by `data-fit` in which it is."""
    piece: Piece | None = None
    furthest: Piece | None = None
    """Of what is all of the page: that which leaves it furthest."""

    @property
    def element(self) -> Element | None:
        """The element that it is in."""
        box = self.piece.box if self.piece else self.boxes[-1] if self.boxes else None
        return box.element if box else None

    @property
    def whole(self) -> tuple[str, str] | None:
        """The card or region that it is all of, and the side; None if it is something else."""
        element = self.element
        if element is None or self.piece is not None:
            return None
        return fit_name(element), self.excess.side


def overflows(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield what is larger than its place: a box named by `data-fit`, a clip, a cell, the page.

    Its content is texts, and what is painted or left free to write on, pictures among it; the
    leading below a last line is none. Copies of a card are told of with the greatest excess of all.
    """
    found = [(page.number, leaving) for page in pages for leaving in _leaving(page)]
    worst: dict[tuple[str, str], _Excess] = {}
    for _, leaving in found:
        if leaving.whole:
            known = worst.get(leaving.whole, leaving.excess)
            worst[leaving.whole] = max(known, leaving.excess, key=lambda excess: excess.length)
    for number, leaving in found:
        excess = worst[leaving.whole] if leaving.whole else leaving.excess
        name = leaving.piece.label if leaving.piece else ""
        of, element = leaving.piece or leaving.furthest, leaving.element
        if element is None and leaving.furthest:
            element = leaving.furthest.box.element
        of_page = "" if leaving.element is not None else " the page"
        yield Fault(
            kind="overflow",
            found=f"{name}{excess}{of_page}",
            words=of.quoted if of else "",
            context=addresses.context(element),
            box=addresses.box(leaving.element),
            page=number,
        )


def _leaving(page: LaidPage) -> Iterator[_Leaving]:
    for piece in page.pieces:
        for place in piece.around.places:
            for excess in _beyond(piece.rect, place):
                yield _Leaving(excess, piece.around.fits, piece)
        for disc in piece.around.discs if isinstance(piece, Text) else ():
            for excess in _past(piece.rect, disc):
                yield _Leaving(excess, piece.around.fits, piece)
    content = _contents(page)
    for box, place in page.fits:
        line = box.lettering.size * LEADING
        for excess in _beyond(hull([*content[box], place]), place, line):
            yield _Leaving(excess, (box,))
    whole = (0, 0, page.page.width, page.page.height)
    for kind, edges in ((Text, page.page.content), (Shape, whole)):
        pieces = [piece for piece in page.pieces if isinstance(piece, kind)]
        for excess in _beyond(hull([one.rect for one in pieces]), edges) if pieces else ():
            yield _Leaving(excess, furthest=max(pieces, key=partial(_furthest, edges)))


def _furthest(edges: Bounds, piece: Piece) -> float:
    """Return by how much in mm a piece leaves a page."""
    return max((excess.length for excess in _beyond(piece.rect, edges)), default=0.0)


def fittings(pages: Sequence[LaidPage]) -> Iterator[Fitting]:
    """Yield how each element with `data-fit` fits its content, and how much room it leaves."""
    parts = _parts(pages)
    begun = set()
    for page in filter(lambda page: page.fits, pages):
        crowded = {box for leaving in _leaving(page) for box in leaving.boxes}
        content = _contents(page)
        for box, (_, top, _, bottom) in page.fits:
            if box.element is None or box.element in begun:
                continue
            begun.add(box.element)
            room = None
            if is_fixed(box.element):
                foot = hull(content[box])[3] if content[box] else top
                room = (bottom - foot) / PX_PER_MM
            yield Fitting(
                element=box.element,
                page=page.number,
                size=box.lettering.size * PT_PER_PX,
                height=(bottom - top) / PX_PER_MM,
                room=room,
                crowded=box in crowded,
                divided=len(parts[box.element]) > 1,
            )


def _parts(pages: Sequence[LaidPage]) -> Mapping[Element, list[int]]:
    """Return the numbers of the pages on which the parts of each card or region are."""
    parts: dict[Element, list[int]] = defaultdict(list)
    for page in pages:
        for box, _ in page.fits:
            if box.element is not None:
                parts[box.element].append(page.number)
    return parts


def _contents(page: LaidPage) -> Mapping[Box, list[Bounds]]:
    """Return where the pieces are that each box named by `data-fit` has to hold."""
    found: dict[Box, list[Bounds]] = defaultdict(list)
    for piece in page.pieces:
        for box in piece.around.fits:
            found[box].append(piece.rect)
    return found


def is_fixed(element: Element) -> bool:
    """Tell whether the height of a card or region is given, and does not grow with its content."""
    return element.get("data-height") == "fixed"


def split(pages: Sequence[LaidPage]) -> Iterator[Fault]:
    """Yield the boxes of fixed height that are not whole on one page, in one column.

    One that grows with its content may go on on the next page.
    """
    for element, numbers in _parts(pages).items():
        if len(numbers) > 1 and is_fixed(element):
            listed = ", ".join(map(str, dict.fromkeys(numbers)))
            yield Fault(kind="split", found=f"is split, on page {listed}", box=fit_name(element))


def unset(root: Element, pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield the texts below the element `root` of a document that are in no box of `pages`."""
    for element, words in lost(root, set_texts(pages)):
        yield Fault(
            kind="unset",
            found="is set nowhere, or not whole",
            words=words,
            context=addresses.context(element),
            box=addresses.box(element),
        )


def miscounted(root: Element, pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield the elements below `root` before which another number is counted than they say."""
    said = {one: number for one in root.iter() if (number := one.get(COUNTED)) is not None}
    counted: dict[Element, str] = defaultdict(str)
    for text in (text for page in pages if said for text in page.texts):
        if text.box.generated == "before" and text.box.element in said:
            counted[text.box.element] += text.words.text
    for element, found in counted.items():
        if found != said[element]:
            yield Fault(
                kind="lost",
                found=f"is counted as {found}",
                expected=said[element],
                context=next(filter(None, map(addresses.context, element.iter())), ""),
                box=addresses.box(element),
            )


def set_texts(pages: Sequence[LaidPage]) -> Mapping[Element, list[str]]:
    """Return the pieces of text that are in the boxes of each element's own text."""
    pieces: dict[Element, list[str]] = defaultdict(list)
    for page in pages:
        for text in page.texts:
            if text.box.element is not None and text.box.whole:
                pieces[text.box.element].append(text.words.text)
    return pieces


def lost(root: Element, pieces: Mapping[Element, Sequence[str]]) -> Iterator[tuple[Element, str]]:
    """Yield the elements below `root` whose own words are not wholly among `pieces`, and these."""
    for element in _written(root):
        parts = [element.text, *(child.tail for child in element)]
        words = " ".join("".join(filter(None, parts)).split())
        if _bare(words) not in _bare("".join(pieces.get(element, ()))):
            yield element, words


def _written(element: Element) -> Iterator[Element]:
    """Yield the elements whose text is to be read."""
    tag: object = element.tag  # of a comment it is a function
    if not isinstance(tag, str) or tag in UNREAD or "}" in tag:
        return
    yield element
    for child in element:
        yield from _written(child)


def _bare(text: str) -> str:
    """Return the letters of a text in lower case: hyphens and capitals are the style sheet's."""
    return bare(text).casefold()


def _beyond(rect: Bounds, place: Bounds, line: float = 0) -> Iterator[_Excess]:
    """Yield how far `rect` leaves its place; in lines too if they are `line` px high."""
    left, top, right, bottom = rect
    found = bottom - place[3], right - place[2], place[0] - left, place[1] - top
    if max(found) <= TOLERANCE * PX_PER_MM:
        return
    for side, excess in zip(SIDES, found, strict=True):
        if excess > TOLERANCE * PX_PER_MM:
            lines = excess / line if line and side == "below" else 0
            yield _Excess(side, round(excess / PX_PER_MM, 1), round(lines, 1))


def _past(rect: Bounds, disc: Bounds) -> Iterator[_Excess]:
    """Yield how far a corner of `rect` lies beyond the circle in the square `disc`."""
    across, down = (disc[0] + disc[2]) / 2, (disc[1] + disc[3]) / 2
    corners = ((x, y) for x in (rect[0], rect[2]) for y in (rect[1], rect[3]))
    furthest = max(hypot(x - across, y - down) for x, y in corners)
    excess = (furthest - (disc[2] - disc[0]) / 2) / PX_PER_MM
    if excess > TOLERANCE:
        yield _Excess("past the rim", round(excess, 1), 0)


SIDES = "below", "to the right", "to the left", "above"
"""Where something leaves its place."""
UNREAD = ("head", "script", "style", "svg", "template")
"""Elements whose text is no text of the page; pictures are held to their words by the proof."""
