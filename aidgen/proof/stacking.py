"""Pieces on one side of paper: none may hide what another shows, and all of a board is printed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from aidgen.assets.papers import Bounds, hull, intersection, rectangle_area, transform_bounds
from aidgen.page.layout import LaidSheet
from aidgen.page.shapes import Border, FramePicture, Painted, Rgba, Shape, StraightLine, Tint
from aidgen.proof.shapes import border_bands, rounded_corners

# Painted areas ------------------------------------------------------------------------------------

PAPER_GREY = 255
OVERHANG = 0.5
"""How far in pt a piece may draw over the edges of its page; it is cut off there."""
DECIMALS = 2
"""The decimals of a place in pt that are kept."""
GREY_WEIGHTS = (0.299, 0.587, 0.114)
"""How much of the grey of a colour comes from its red, green and blue (ITU-R BT.601)."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A painted area: its edges in pt from the lower left corner of its page."""

    bounds: Bounds
    tone: int | None
    """Its grey on white, of 255; None if it has several, or it is unknown."""


def find_patches(sheet: LaidSheet) -> tuple[Patch, ...]:
    """Return the areas of the page of a piece that are painted beside its texts."""
    edges = (-OVERHANG, -OVERHANG, sheet.width + OVERHANG, sheet.height + OVERHANG)
    patches = (patch for painted in sheet.painted for patch in _patches_of(painted, edges))
    return tuple(dict.fromkeys(patches))


def _patches_of(painted: Painted, edges: Bounds) -> Iterator[Patch]:
    for bounds, tone in _painted_areas(painted.shape, painted.opacity):
        here = intersection(transform_bounds(bounds, painted.matrix), edges)
        for clip in painted.clips:
            here = here and intersection(here, transform_bounds(clip.outline.bounds, clip.matrix))
        if here:
            left, bottom, right, top = (round(edge, DECIMALS) for edge in here)
            yield Patch((left, bottom, right, top), tone)


def _painted_areas(shape: Shape, opacity: float) -> Iterator[tuple[Bounds, int | None]]:
    """Yield the rectangles in px that a shape paints, each with its grey on white."""
    if isinstance(shape, Tint):
        if shape.outlines and shape.colour[3] * opacity:
            yield hull(one.bounds for one in shape.outlines), _grey_of(shape.colour, opacity)
    elif isinstance(shape, Border):
        for band, side in zip(border_bands(shape), shape.sides, strict=True):
            if side.width and side.colour[3]:
                yield band, _grey_of(side.colour, opacity)
        tones = {_grey_of(side.colour, opacity) for side in shape.sides if side.width}
        tone = tones.pop() if len(tones) == 1 else None
        if any(side.width and side.colour[3] for side in shape.sides):
            yield from ((corner, tone) for corner in rounded_corners(shape.outer))
    elif isinstance(shape, StraightLine):
        if shape.side.width and shape.side.colour[3]:
            (x, y), (end_x, end_y), half = shape.start, shape.end, shape.side.width / 2
            edges = (min(x, end_x) - half, min(y, end_y) - half)
            ends = (max(x, end_x) + half, max(y, end_y) + half)
            yield (*edges, *ends), _grey_of(shape.side.colour, opacity)
    elif isinstance(shape, FramePicture):
        yield from ((bounds, None) for bounds in _picture_areas(shape))
    else:
        yield shape.outline.bounds, None


def _picture_areas(picture: FramePicture) -> Iterator[Bounds]:
    """Yield the area of a picture: its frame, or all of its window if it is tiled."""
    if picture.tile is not None:
        yield from (outline.bounds for outline in picture.window)
        return
    here: Bounds | None = picture.frame
    for outline in picture.window:
        here = here and intersection(here, outline.bounds)
    if here:
        yield here


def _grey_of(colour: Rgba, opacity: float) -> int:
    """Return the grey of a colour on white."""
    *parts, alpha = colour
    weighted = zip(GREY_WEIGHTS, parts, strict=True)
    grey = PAPER_GREY * sum(weight * part for weight, part in weighted)
    return round(PAPER_GREY + (grey - PAPER_GREY) * alpha * opacity)


# Pieces above each other --------------------------------------------------------------------------

DARKEST_BACKGROUND = 224
"""The darkest grey, of 255, that may be behind a text of another piece.

The text was verified on white, and is darker than that by 70 at least; our tints are 235 and
lighter.
"""
MOST_PAINTED_OVER = 0.5
"""How much of an area another piece may paint over: beyond it, an icon or a box is hidden."""
LEAST_OVERLAP = 0.01
"""By how much in pt two things must overlap to count: places are rounded."""


@dataclass(frozen=True)
class StackedPiece:
    """A piece in its place on a side, in pt from the side's lower left corner."""

    name: str
    """The card or region that it is; "" if it is none."""
    texts: tuple[Bounds, ...]
    patches: tuple[Patch, ...]

    @cached_property
    def bounds(self) -> Bounds:
        """The bounds of all that it draws; a point if it draws nothing."""
        boxes = [*self.texts, *(patch.bounds for patch in self.patches)]
        return hull(boxes) if boxes else (0.0, 0.0, 0.0, 0.0)

    def moved(self, x: float, y: float) -> StackedPiece:
        """Return it moved to the right and up."""

        def move(bounds: Bounds) -> Bounds:
            left, bottom, right, top = bounds
            return left + x, bottom + y, right + x, top + y

        patches = (Patch(move(patch.bounds), patch.tone) for patch in self.patches)
        return StackedPiece(self.name, tuple(map(move, self.texts)), tuple(patches))

    def within(self, window: Bounds) -> StackedPiece:
        """Return the part of it that a window shows."""
        texts = (seen for text in self.texts if (seen := intersection(text, window)))
        patches = ((intersection(one.bounds, window), one.tone) for one in self.patches)
        return StackedPiece(
            self.name, tuple(texts), tuple(Patch(seen, tone) for seen, tone in patches if seen)
        )

    def meets(self, other: StackedPiece) -> bool:
        """Tell whether something of two pieces may overlap."""
        return _overlap(self.bounds, other.bounds)

    def near(self, bounds: Bounds) -> StackedPiece:
        """Return it with only what overlaps a rectangle."""
        texts = (text for text in self.texts if _overlap(text, bounds))
        patches = (patch for patch in self.patches if _overlap(patch.bounds, bounds))
        return StackedPiece(self.name, tuple(texts), tuple(patches))


def find_hidden(pieces: Sequence[StackedPiece]) -> Iterator[tuple[StackedPiece, str]]:
    """Yield the pieces that are partly hidden, with what is wrong with each.

    `pieces` are those of a side, from back to front.
    """
    for i, lower in enumerate(pieces):
        for upper in pieces[i + 1 :]:
            if lower.meets(upper):
                hiding = _hiding(lower.near(upper.bounds), upper.near(lower.bounds))
                if hiding:
                    yield lower, f"{hiding} {upper.name or 'what stands in the margin'}"


def find_on_dark(pieces: Sequence[StackedPiece]) -> Iterator[int]:
    """Yield the pieces of a side that have texts on a background that may be too dark.

    Each was verified on white. A picture of the side has to tell whether it can be read.
    """
    for i, upper in enumerate(pieces):
        dark = [
            patch.bounds
            for lower in pieces[:i]
            if lower.meets(upper)
            for patch in lower.patches
            if (patch.tone or 0) < DARKEST_BACKGROUND and _overlap(patch.bounds, upper.bounds)
        ]
        if _any_overlap(dark, upper.texts):
            yield i


def _hiding(lower: StackedPiece, upper: StackedPiece) -> str:
    """Return what is wrong with one piece below another; "" if everything is visible."""
    over = [patch.bounds for patch in upper.patches]
    if _any_overlap(lower.texts, upper.texts):
        return "lies on"
    if _any_overlap(lower.texts, over):
        return "is hidden by"
    if any(_hides(below, above) for below in lower.patches for above in upper.patches):
        return "is painted over by"
    return ""


def _hides(below: Patch, above: Patch) -> bool:
    """Tell whether one area hides most of another.

    An area of the same tone continues it, and white hides nothing that is visible. A band may be
    painted over a larger area, as for the footer of a card.
    """
    alike = below.tone is not None and below.tone == above.tone
    shows = not alike and below.tone != PAPER_GREY
    common = rectangle_area(intersection(below.bounds, above.bounds))
    return shows and common > MOST_PAINTED_OVER * rectangle_area(below.bounds)


def _any_overlap(some: Sequence[Bounds], others: Sequence[Bounds]) -> bool:
    return any(_overlap(one, other) for one in some for other in others)


def _overlap(one: Bounds, other: Bounds) -> bool:
    # `min` and `max` take four times as long: this is asked 250,000 times of 540 cards.
    left, bottom, right, top = one
    from_left, from_bottom, to_right, to_top = other
    across = (right if right < to_right else to_right) - (left if left > from_left else from_left)
    if across <= LEAST_OVERLAP:
        return False
    up = (top if top < to_top else to_top) - (bottom if bottom > from_bottom else from_bottom)
    return up > LEAST_OVERLAP


# Windows ------------------------------------------------------------------------------------------

LEAST_GAP = 0.01
"""In pt: a narrower gap along the edges of a page is not reported; places are rounded."""


@dataclass(frozen=True)
class Window:
    """A window on the page of a piece that is larger than its paper; lengths in pt."""

    page: Hashable
    size: tuple[float, float]
    """The size of the page."""
    shown: Bounds
    side: int
    """The number of the side of paper that shows it."""


def find_unshown(windows: Sequence[Window]) -> Iterator[tuple[int, float]]:
    """Yield the first side of each page that is not shown whole, and the part that is missing."""
    pages: dict[Hashable, list[Window]] = defaultdict(list)
    for window in windows:
        pages[window.page].append(window)
    for shown in pages.values():
        width, height = shown[0].size
        missing = width * height - _area_of([each.shown for each in shown], width, height)
        if missing > LEAST_GAP * (width + height):
            yield shown[0].side, missing / (width * height)


def _area_of(windows: Sequence[Bounds], width: float, height: float) -> float:
    """Return the area of a page that some windows cover together, in square pt: band by band."""
    inner = [(max(a, 0.0), max(b, 0.0), min(c, width), min(d, height)) for a, b, c, d in windows]
    levels = sorted({edge for one in inner for edge in (one[1], one[3])})
    area = 0.0
    for lower, upper in pairwise(levels):
        reached = 0.0
        for left, bottom, right, top in sorted(inner):
            if bottom <= lower and upper <= top:
                area += (upper - lower) * max(0.0, right - max(left, reached))
                reached = max(reached, right)
    return area
