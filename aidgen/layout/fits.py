"""What is on a laid out page, and how each card and region holds its content.

Places are in px downwards on the page; what is reported is in mm.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from math import hypot
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of
from aidgen.assets.papers import (
    IDENTITY,
    Bounds,
    Matrix,
    hull,
    multiply,
    transform_bounds,
)
from aidgen.layout.boxes import PT_PER_PX, PX_PER_MM, Colour, LaidBox, LaidPage
from aidgen.layout.faults import Fault

# How far in mm content may reach beyond its place: for side bearings and rounding.
TOLERANCE = 0.3
# How far in em letters reach above the baseline, in a face that is not ours.
ASCENT = 0.72
# How far in em they reach below it.
DESCENT = 0.22
# How far in em accents reach above capitals: they may stand out of a cell or block.
ACCENT = 0.3
# How many spaces part two column heads: with fewer, 13–16 and 17–20 look like one word.
HEAD_SPACES = 1.5
# Of how many texts the depths are remembered: of more than a book has.
MOST_DEPTHS = 20_000
PAPER: Colour = (1.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Holder:
    """A box of an element with `data-fit`, seen from something in it."""

    box: LaidBox
    room: Bounds
    """Where text that flows in it may be: its content box."""
    edge: Bounds
    """Where text may be that its author placed by hand: its border box."""
    placed: bool = False
    """Whether that thing is placed by hand: it is not in the flow of the box, or it is turned."""

    @property
    def place(self) -> Bounds:
        """Where its content may be: a title may reach over the padding at its sides."""
        left, top, right, _ = self.edge
        return left, top, right, self.room[3]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around an item: what moves it, what confines it, what is behind it."""

    matrix: Matrix = IDENTITY
    element: Element | None = None
    """The innermost element: its lines and parts are boxes that name it, too."""
    cells: tuple[Bounds, ...] = ()
    windows: tuple[Bounds, ...] = ()
    """The boxes that cut off what leaves them."""
    window: Bounds | None = None
    """What a sheet shows of something larger (`data-window`): the rest is on other sheets."""
    holders: tuple[Holder, ...] = ()
    edge: Bounds | None = None
    """The border box of the card, face or region: a card is cut out along it."""
    disc: Bounds | None = None
    """The square around the disc (`data-round`) that words must not leave."""
    decoration: bool = False
    """Whether it is `aria-hidden`: it promises nothing."""
    margin: str = ""
    """The margin box, as `top-left`."""
    head: LaidBox | None = None
    """The cell above a column of a table."""
    context: str = ""
    """The msgctxt of the text that it belongs to."""
    name: str = ""
    """The card or region that it is in."""
    heading: str = ""
    """The tag of the heading that it is in."""
    background: Colour = PAPER
    """The colour behind it, opaque, of the boxes that it is in."""
    pictured: bool = False
    """Whether a picture or a gradient is behind it."""
    opacity: float = 1.0
    """How opaque the boxes around it are."""
    order: int = 0
    """The number of the innermost box around it that is out of the flow."""


# Texts are measured several times in each layout, and laid out several times.
@lru_cache(maxsize=MOST_DEPTHS)
def _depths(
    families: tuple[str, ...], weight: int, slanted: bool, text: str
) -> tuple[float, float]:
    face = face_of(families, weight, slanted)
    return face.depths(text) if face else (DESCENT, ASCENT)


def ink_depths(box: LaidBox) -> tuple[float, float]:
    """Return how far in em the text of a box reaches below and above its baseline."""
    lettering = box.lettering
    return _depths(lettering.families, lettering.weight, lettering.slanted, box.text)


@dataclass(frozen=True, slots=True)
class LaidText:
    """A piece of text on a line."""

    box: LaidBox
    around: Surroundings

    @property
    def quoted(self) -> str:
        """Its words."""
        return self.box.text.strip()

    @property
    def rect(self) -> Bounds:
        """The bounds of its letters, accents included."""
        return self._bounds(*ink_depths(self.box))

    @property
    def body(self) -> Bounds:
        """The bounds of its letters without the accents of capitals."""
        below, above = ink_depths(self.box)
        return self._bounds(below, max(min(above, ASCENT), above - ACCENT))

    @property
    def size(self) -> float:
        """Its type in pt, as it is seen on the page."""
        _, _, c, d, _, _ = self.around.matrix
        return self.box.lettering.size * hypot(c, d) * PT_PER_PX

    def _bounds(self, below: float, above: float) -> Bounds:
        (left, baseline, width), size = self.box.line, self.box.lettering.size
        top, bottom = baseline - above * size, baseline + below * size
        right = left + width - self._space_after
        return transform_bounds((left, top, right, bottom), self.around.matrix)

    @property
    def _space_after(self) -> float:
        """The space after its last letter, where letters are set apart (`letter-spacing`)."""
        lettering, text = self.box.lettering, self.box.text
        face = face_of(lettering.families, lettering.weight, lettering.slanted)
        if face is None or not lettering.spaced:
            return 0.0
        return max(0.0, self.box.line[2] - face.length(text) * lettering.size) / len(text)


@dataclass(frozen=True, slots=True)
class LaidShape:
    """A picture, a line, a tint, or a blank to write on."""

    box: LaidBox
    around: Surroundings

    quoted = ""

    @property
    def rect(self) -> Bounds:
        """Its edges, borders included."""
        return transform_bounds(self.box.border, self.around.matrix)

    body = rect


LaidItem = LaidText | LaidShape
HEADINGS = ("h1", "h2", "h3", "h4", "h5")
# They are as large as the page by their nature, and so are boxes of no element.
PAGE_SIZED_TAGS = ("", "html", "body")


@dataclass(frozen=True)
class Overflow:
    """What leaves its place: an item, or all that flows in a card or region (no `item`)."""

    side: str
    """Where, as in `to the right`."""
    length: float
    """How far, in mm."""
    width: float | None
    """How wide its place is, in mm; None if it leaves it above or below."""
    furthest: LaidItem
    """The item, or that of the card which leaves it most."""
    item: LaidItem | None = None
    holder: LaidBox | None = None
    """The card or region that it is all of."""
    of_page: bool = False
    """Whether it leaves the page."""


# Two heads of columns of a table that are too close, the gap between them, and the least, in px.
CloseHeads = tuple[LaidText, LaidText, float, float]


@dataclass(frozen=True)
class BoxFit:
    """How an element with `data-fit` holds its content; its first part if it is divided.

    Its height is in mm, and so is the room left at its foot, None if it grows with its content; its
    type is in pt. Something crosses an edge of a crowded one.
    """

    element: Element
    pages: tuple[int, ...]
    """The numbers of the pages with its parts."""
    size: float
    height: float
    room: float | None
    crowded: bool

    @property
    def name(self) -> str:
        """The name of the card or region."""
        return self.element.get("data-fit", "")

    @property
    def fullness(self) -> float:
        """How much of its height its content needs, 1 being all of it; 0 if it grows."""
        return (self.height - self.room) / self.height if self.room is not None else 0.0

    @property
    def divided(self) -> bool:
        """Whether it is in parts although it has a fixed height."""
        return self.room is not None and len(self.pages) > 1

    @property
    def holds(self) -> bool:
        """Whether it holds all that was laid out in it."""
        return not self.divided and not self.crowded and (self.room or 0) >= 0


class PageItems:
    """The items of a page, and where each card and region on it has its content."""

    def __init__(self, page: LaidPage) -> None:
        """Read a page."""
        self.page = page
        self.items: list[LaidItem] = []
        """All items in the order of the document, those in the margins of the page too."""
        self.fits: list[Holder] = []
        """The boxes of elements with `data-fit`."""
        self.covers: list[tuple[int, Bounds]] = []
        """The number and place of each box out of the flow that hides what is behind it."""
        self.pictures: list[tuple[int, Bounds]] = []
        """The place of each picture in the flow, and the number of what it is in."""
        self._count = 0
        self._flowing: dict[LaidBox, list[LaidItem]] = defaultdict(list)
        for child in page.children:
            self._read(child, Surroundings())

    @property
    def texts(self) -> Iterator[LaidText]:
        """All texts, those in the margins of the page too."""
        return (item for item in self.items if isinstance(item, LaidText))

    def fault(self, kind: str, message: str, item: LaidItem | None = None, **fields: Any) -> Fault:
        """Return a fault of the page, or of an item on it, which is quoted."""
        if item is not None:
            around = item.around
            fields = {"words": item.quoted, "context": around.context, "box": around.name} | fields
        return Fault(kind=kind, message=message, page=self.page.number, **fields)

    def flowing(self, box: LaidBox) -> Sequence[LaidItem]:
        """Return what flows in a card or region: what is placed by hand takes no room."""
        return self._flowing.get(box, ())

    @cached_property
    def overflows(self) -> tuple[Overflow, ...]:
        """What leaves its place: a box that cuts it off, a cell, a disc, a card, the page."""
        of_items = (leaving for item in self.items for leaving in self._item_overflows(item))
        return (*of_items, *(leaving for holder in self.fits for leaving in self._fit(holder)))

    @cached_property
    def close_heads(self) -> tuple[CloseHeads, ...]:
        """The neighbouring column heads, on one line, with less than `HEAD_SPACES` between."""
        return tuple(_close_heads([(text.rect, text) for text in self.texts if text.around.head]))

    def _item_overflows(self, item: LaidItem) -> Iterator[Overflow]:
        around, of_page = item.around, False
        body = _cropped(item.body, around.windows)
        excesses = [each for place in around.cells for each in _beyond(body, place)]
        if isinstance(item, LaidText):
            # A picture that a window cuts off is cropped on purpose.
            if not any(_leaves(item, holder) for holder in around.holders):  # else it is reported
                excesses += [each for place in around.windows for each in _beyond(item.rect, place)]
            excesses += _beyond_disc(item.rect, around.disc) if around.disc else ()
            for holder in around.holders:
                excesses += _beyond(item.rect, holder.edge) if holder.placed else ()
            if around.edge and all(holder.placed for holder in around.holders):
                excesses += _beyond(item.rect, around.edge)
            if not excesses and not around.holders:
                excesses += _beyond(item.rect, (0.0, 0.0, self.page.width, self.page.height))
                of_page = bool(excesses)
        elif around.disc and not around.holders:
            excesses += _beyond(body, around.disc)  # a frame without words
        for excess in excesses:
            yield Overflow(*excess, item, item=item, of_page=of_page)

    def _fit(self, holder: Holder) -> Iterator[Overflow]:
        flowing, box = self.flowing(holder.box), holder.box
        place = holder.place
        bounds = [(_body(item, box), item) for item in flowing]
        for side, length, width in _beyond(hull([*(body for body, _ in bounds), place]), place):
            excesses = [
                (dict(each[:2] for each in _beyond(body, place)).get(side, 0.0), item)
                for body, item in bounds
            ]
            # Rather a text, which its author can shorten, than the box or cell around it.
            _, furthest = max(
                excesses, key=lambda pair: (bool(pair[0] and pair[1].quoted), pair[0])
            )
            # No single thing is too high: the card or region has too much.
            item = None if width is None else furthest
            yield Overflow(side, length, width, furthest, item=item, holder=box)

    def _read(self, box: LaidBox, around: Surroundings) -> None:
        inside, element = self._place(box, around), box.element
        is_new = element is not None and box.whole and element is not around.element
        if element is not None and is_new:
            inside = _within_element(box, element, replace(inside, element=element))
        if box.text:
            if box.text.strip() and not inside.decoration:
                self._add(LaidText(box, inside))
            return
        if box.tag == "img" and box.in_flow and box.sized:
            self.pictures.append((inside.order, transform_bounds(box.border, inside.matrix)))
        if box.sized and _is_shape(box, inside):
            self._add(LaidShape(box, inside))
        inside = _within_box(box, inside)
        if is_new and element is not None and box.sized and "data-fit" in element.attrib:
            room, edge = (
                transform_bounds(each, inside.matrix) for each in (box.content, box.border)
            )
            self.fits.append(Holder(box, room, edge))
            inside = replace(inside, holders=(*inside.holders, self.fits[-1]))
        for child in box.children:
            self._read(child, inside)

    def _place(self, box: LaidBox, around: Surroundings) -> Surroundings:
        """Return the surroundings of a box that may be turned or out of the flow."""
        inside = around
        if box.matrix != IDENTITY or box.margin:
            matrix = multiply(box.matrix, around.matrix)
            inside = replace(around, matrix=matrix, margin=box.margin or around.margin)
        # The mark of a list's item is out of the flow, but nobody has placed it.
        is_placed = not (box.in_flow or box.floated or box.generated == "marker")
        if is_placed or box.matrix != IDENTITY:
            holders = tuple(replace(holder, placed=True) for holder in inside.holders)
            # Quotation marks and ornaments that a style sheet places may cross an edge.
            decoration = inside.decoration or box.generated in ("before", "after")
            inside = replace(inside, holders=holders, cells=(), decoration=decoration)
        if not box.in_flow:
            self._count += 1
            inside = replace(inside, order=self._count)
            is_opaque = box.background is not None and box.background[3] > 1 / 2
            if box.sized and (is_opaque or box.pictured or box.sort == "picture"):
                self.covers.append((self._count, transform_bounds(box.border, inside.matrix)))
        return inside

    def _add(self, item: LaidItem) -> None:
        window, holders = item.around.window, item.around.holders
        # A text that leaves its place is on this sheet if its place is.
        place = holders[-1].edge if holders else item.rect
        if window is not None and next(_beyond(place, window), None):
            return  # it is whole on another sheet
        self.items.append(item)
        for holder in item.around.holders:
            if not holder.placed:
                self._flowing[holder.box].append(item)


def box_fits(pages: Sequence[PageItems]) -> tuple[BoxFit, ...]:
    """Return how each element with `data-fit` holds its content, in the order of the document."""
    parts: dict[Element, list[tuple[PageItems, Holder]]] = defaultdict(list)
    for page in pages:
        for holder in page.fits:
            if holder.box.element is not None:
                parts[holder.box.element].append((page, holder))
    crowded = {leaving.holder for page in pages for leaving in page.overflows}
    for page in pages:
        leaving = [overflow.item for overflow in page.overflows if overflow.item is not None]
        for item in (*leaving, *(head for head, *_ in page.close_heads)):
            crowded |= {holder.box for holder in item.around.holders}
    return tuple(_box_fit(element, places, crowded) for element, places in parts.items())


def _box_fit(
    element: Element, parts: Sequence[tuple[PageItems, Holder]], crowded: Collection[LaidBox | None]
) -> BoxFit:
    page, holder = parts[0]
    _, top, _, bottom = holder.room
    room = None
    if element.get("data-height") == "fixed":
        feet = [_body(item, holder.box)[3] for item in page.flowing(holder.box)]
        room = (bottom - max(feet, default=top)) / PX_PER_MM
    return BoxFit(
        element=element,
        pages=tuple(part.page.number for part, _ in parts),
        size=holder.box.lettering.size * PT_PER_PX,
        height=(bottom - top) / PX_PER_MM,
        room=room,
        crowded=any(part.box in crowded for _, part in parts),
    )


def _within_element(box: LaidBox, element: Element, inside: Surroundings) -> Surroundings:
    if element.get("aria-hidden") == "true":
        inside = replace(inside, decoration=True)
    if "data-context" in element.attrib:
        inside = replace(inside, context=element.get("data-context", ""))
    if element.tag in HEADINGS:
        inside = replace(inside, heading=element.tag)
    name = element.get("data-fit") or element.get("data-box")
    if name:
        inside = replace(inside, name=name)
    if not box.sized:
        return inside
    is_face = element.tag == "div" and "ag-piece" in element.get("class", "").split()
    if is_face or element.get("data-box"):
        inside = replace(inside, edge=transform_bounds(box.border, inside.matrix))
    if "data-round" in element.attrib:
        inside = replace(inside, disc=transform_bounds(box.padding, inside.matrix))
    return inside


def _within_box(box: LaidBox, inside: Surroundings) -> Surroundings:
    if box.sized:
        place = transform_bounds(box.padding, inside.matrix)
        is_holder = box.element is not None and "data-fit" in box.element.attrib
        is_window = box.element is not None and "data-window" in box.element.attrib
        if box.clips and is_window:
            inside = replace(inside, window=place)
        elif box.clips and not is_holder:
            inside = replace(inside, windows=(*inside.windows, place))
        elif box.sort == "cell":
            inside = replace(inside, cells=(*inside.cells, place))
            if box.element is not None and box.element.get("scope") == "col":
                inside = replace(inside, head=box)
    if box.opacity < 1:
        inside = replace(inside, opacity=inside.opacity * box.opacity)
    if box.background is not None and box.background[3] > 0:
        red, green, blue, alpha = box.background
        ground = blend((red, green, blue, alpha * inside.opacity), inside.background)
        # An opaque tint hides a picture behind it.
        is_opaque = alpha * inside.opacity >= 1
        inside = replace(inside, background=ground, pictured=inside.pictured and not is_opaque)
    return replace(inside, pictured=True) if box.pictured else inside


def blend(colour: Colour, behind: Colour) -> Colour:
    """Return what a colour looks like before another one, which is opaque."""
    alpha = colour[3]
    red, green, blue = (
        alpha * front + (1 - alpha) * back
        for front, back in zip(colour[:3], behind[:3], strict=True)
    )
    return red, green, blue, 1.0


def _is_shape(box: LaidBox, around: Surroundings) -> bool:
    # A decoration is none: its author places it where it likes, over edges too.
    if box.generated or around.decoration or box.tag in PAGE_SIZED_TAGS:
        return False
    if not (box.in_flow or box.floated):
        return False
    left, top, right, bottom = box.border
    return right > left and bottom > top and (not box.children or box.painted)


def _body(item: LaidItem, box: LaidBox) -> Bounds:
    return _cropped(item.rect if box.clips else item.body, item.around.windows)


def _leaves(item: LaidItem, holder: Holder) -> bool:
    return not holder.placed and any(_beyond(_body(item, holder.box), holder.place))


def _cropped(rect: Bounds, windows: Sequence[Bounds]) -> Bounds:
    for left, top, right, bottom in windows:
        across = [min(max(edge, left), right) for edge in (rect[0], rect[2])]
        down = [min(max(edge, top), bottom) for edge in (rect[1], rect[3])]
        # Of what no window shows, nothing is left, at the edge that it is behind.
        rect = across[0], down[0], across[1], down[1]
    return rect


def _beyond(rect: Bounds, place: Bounds) -> Iterator[tuple[str, float, float | None]]:
    left, top, right, bottom = rect
    width = round((place[2] - place[0]) / PX_PER_MM, 1)
    for side, distance, room in (
        ("below", bottom - place[3], None),
        ("to the right", right - place[2], width),
        ("to the left", place[0] - left, width),
        ("above", place[1] - top, None),
    ):
        if distance > TOLERANCE * PX_PER_MM:
            yield side, round(distance / PX_PER_MM, 1), room


def _beyond_disc(rect: Bounds, disc: Bounds) -> Iterator[tuple[str, float, float | None]]:
    """Yield how far the corners of `rect` are beyond the circle in the square `disc`, in mm."""
    across, down = (disc[0] + disc[2]) / 2, (disc[1] + disc[3]) / 2
    corners = ((x, y) for x in (rect[0], rect[2]) for y in (rect[1], rect[3]))
    furthest = max(hypot(x - across, y - down) for x, y in corners)
    width = disc[2] - disc[0]
    excess = (furthest - width / 2) / PX_PER_MM
    if excess > TOLERANCE:
        yield "past the rim", round(excess, 1), round(width / PX_PER_MM, 1)


def _close_heads(heads: Sequence[tuple[Bounds, LaidText]]) -> Iterator[CloseHeads]:
    for (edges, left), (beyond, right) in permutations(heads, 2):
        is_level = edges[1] < beyond[3] and beyond[1] < edges[3]
        if left.around.head is right.around.head or edges[0] >= beyond[0] or not is_level:
            continue
        lettering, gap = left.box.lettering, beyond[0] - edges[2]
        face = face_of(lettering.families, lettering.weight, lettering.slanted)
        least = HEAD_SPACES * face.length(" ") * lettering.size if face else 0.0
        if gap < least:
            yield left, right, gap, least
