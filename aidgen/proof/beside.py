"""What a page draws beside its texts, held against what was laid out: neither more nor less.

Both are pictures in shades of grey, 255 being white, of one size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageStat

from aidgen.assets.geometry import Bounds
from aidgen.proof.pictures import POINTS_PER_INCH

TONE = 12
"""Difference, of 255, that is a matter of rounding; the palest tint of ours differs by 15."""
INKED = 0.3
"""How much of its contrast a place must have in which something is drawn without exact form."""
STRETCH = 24.0
"""How long in pt a part of a dashed line is at least in which there has to be ink."""
PERIODS = 12
"""And how many times as long as it is thick: dashes and gaps are thrice as long at most."""
BAND = 96
"""How many lines of points are looked at together."""
MARGIN = 3
"""How many points around a place are looked at with it."""

Box = tuple[int, int, int, int]
"""Points of a picture: left, top, and the first beyond on the right and below."""
Chosen = Callable[[Image.Image, Image.Image], Image.Image]
"""Makes one picture of two."""


@dataclass(frozen=True)
class Odd:
    """A place where something else is drawn than was laid out, in pt on the page."""

    bounds: Bounds
    more: bool
    """Whether it is darker than it should be, not lighter."""


@dataclass(frozen=True)
class Frame:
    """Where a picture of a page has its upper left corner, in pt, and its resolution in dpi."""

    left: float
    top: float
    dpi: int

    def pixels(self, bounds: Bounds) -> Box:
        """Return the points of the picture that a place on the page takes up."""
        left, bottom, right, top = bounds
        scale = self.dpi / POINTS_PER_INCH
        return (
            *(int((left - self.left) * scale), int((self.top - top) * scale)),
            *(int((right - self.left) * scale) + 1, int((self.top - bottom) * scale) + 1),
        )

    def place(self, box: Box) -> Bounds:
        """Return the place on the page of some points of the picture."""
        left, top, right, bottom = (edge * POINTS_PER_INCH / self.dpi for edge in box)
        return (self.left + left, self.top - bottom, self.left + right, self.top - top)


def odd(
    found: Image.Image, laid_out: Image.Image, vague: Sequence[Bounds], frame: Frame
) -> Odd | None:
    """Return the first place where `found` is not what was laid out; None if there is none.

    `vague` are the places on the page where something has no exact form: it has to be there.
    """
    if found.size != laid_out.size:
        return None  # the paper is another one, and that is told
    difference = ImageChops.difference(found, laid_out)
    most: Any = difference.getextrema()[1]
    if most <= TONE:
        return None
    unlike = _above(TONE, difference)
    for top in range(0, found.height, BAND):
        box = unlike.crop((0, top, found.width, min(top + BAND, found.height))).getbbox()
        if box is not None:
            spot = _odd_within(found, laid_out, _moved(box, 0, top), vague, frame)
            if spot is not None:
                darker = _mean(found.crop(spot)) < _mean(laid_out.crop(spot))
                return Odd(frame.place(spot), darker)
    return None


def _odd_within(
    found: Image.Image, laid_out: Image.Image, box: Box, vague: Sequence[Bounds], frame: Frame
) -> Box | None:
    """Return the first points near a place in which two pictures are really unlike."""
    around = grown(box, MARGIN)
    whole = _wrong(found.crop(around), laid_out.crop(around))
    wrong = whole.crop(grown((0, 0, *whole.size), -MARGIN))  # at its edges neighbours are missing
    if wrong.getbbox() is None:
        return None
    painter = ImageDraw.Draw(wrong)
    for bounds in (stretch for place in vague for stretch in stretches(place)):
        here, around = (grown(frame.pixels(edges), 1) for edges in bounds)
        if not _is_empty(found.crop(around), laid_out.crop(around)):
            x, y, end_x, end_y = _moved(here, -box[0], -box[1])
            painter.rectangle((x, y, end_x, end_y), fill=0)
    spot = _first(wrong)
    return None if spot is None else _moved(spot, box[0], box[1])


def stretches(bounds: Bounds) -> Iterator[tuple[Bounds, Bounds]]:
    """Yield parts of a place along its longer side, each with where something has to be in it.

    A part at an end is looked at with its neighbour: lines are rounded there, and others begin.
    """
    left, bottom, right, top = bounds
    wide, high = right - left, top - bottom
    number = int(max(wide, high) / max(STRETCH, PERIODS * min(wide, high))) or 1
    for i in range(number):
        first, last = i - (0 < i == number - 1), i + (i == 0 < number - 1)
        yield (
            _part(bounds, i / number, (i + 1) / number),
            _part(bounds, first / number, (last + 1) / number),
        )


def _part(bounds: Bounds, start: float, end: float) -> Bounds:
    left, bottom, right, top = bounds
    wide, high = right - left, top - bottom
    if wide > high:
        return left + start * wide, bottom, left + end * wide, top
    return left, bottom + start * high, right, bottom + end * high


def grown(box: Box, margin: int) -> Box:
    """Return points of a picture with so many more on each side."""
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def _moved(box: Box, across: int, down: int) -> Box:
    left, top, right, bottom = box
    return left + across, top + down, right + across, bottom + down


def _wrong(found: Image.Image, laid_out: Image.Image) -> Image.Image:
    """Return, as white, the points of either picture that are like none near them in the other.

    A line may lie a point aside: curves are drawn by several rules.
    """
    wrong = Image.new("L", found.size)
    for one, other in ((found, laid_out), (laid_out, found)):
        darkest, lightest = _spread(other, ImageChops.darker), _spread(other, ImageChops.lighter)
        wrong = ImageChops.lighter(wrong, ImageChops.subtract(darkest, one))
        wrong = ImageChops.lighter(wrong, ImageChops.subtract(one, lightest))
    return _above(TONE, wrong)


def _spread(picture: Image.Image, chosen: Chosen) -> Image.Image:
    """Return a picture of which each point is the `chosen` one of those beside it and itself."""
    across = chosen(picture, chosen(_offset(picture, 1, 0), _offset(picture, -1, 0)))
    return chosen(across, chosen(_offset(across, 0, 1), _offset(across, 0, -1)))


def _offset(picture: Image.Image, across: int, down: int) -> Image.Image:
    return ImageChops.offset(picture, across, down)


def _above(least: int, picture: Image.Image) -> Image.Image:
    return picture.point([255 * (level > least) for level in range(256)])


def _first(wrong: Image.Image) -> Box | None:
    """Return the first white points of a picture: those of the uppermost line, and below them."""
    box = wrong.getbbox()
    if box is None:
        return None
    top = box[1]
    left, _, right, _ = wrong.crop((0, top, wrong.width, top + 1)).getbbox() or box
    below = wrong.crop((left, top, right, box[3])).tobytes()
    rows = [any(below[at : at + right - left]) for at in range(0, len(below), right - left)]
    high = rows.index(False) if False in rows else len(rows)
    return left, top, right, top + high


def _is_empty(found: Image.Image, laid_out: Image.Image) -> bool:
    """Tell whether a place is of one tone though something was to be drawn there."""
    return _contrast(found) < INKED * _contrast(laid_out)


def _contrast(picture: Image.Image) -> int:
    levels = picture.tobytes()
    return max(levels, default=0) - min(levels, default=0)


def _mean(picture: Image.Image) -> float:
    return float(ImageStat.Stat(picture).mean[0])
