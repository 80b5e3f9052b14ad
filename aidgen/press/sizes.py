"""The size of type that a page or card chooses: guessed from its letters, then reckoned.

Sizes are in pt. Height grows with a power of the size, since lines get higher and more: a size that
was tried tells which one fits.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from aidgen.layout.document import LONG_CLASS

# Sizes differ by so much: less is not seen.
STEP = 0.1
# The power of growth that is assumed where smaller type is needed, and `GROWTH_UP` where there is
# room for larger: of 148 pairs of trials, half had powers from 0.9 to 1.9. Both err towards type
# that fits.
GROWTH_DOWN = 1.3
GROWTH_UP = 1.7
# The power if no line breaks differently; a measured one below is an accident of line breaks.
LEAST_GROWTH = 0.9
MOST_GROWTH = 2.2
# What still does not fit in type of this part of the first one does not shrink as reckoned.
STUBBORN = 0.92
# The part of its height that a page or card may leave free; with more, larger type is tried, and
# more space between the parts of a page whose type cannot be larger.
BLANK = 0.035
# How full of its height a page is made by more space.
FILLED = 0.985
# How full of its height a text is made: lines are rounded.
SPARE = 0.995
# By which part of its height a page grows for each em of space between its parts, `--air`: pages of
# tables by up to .8. A page has it only where it has room; what a card leaves free goes between its
# parts when it is laid out.
AIR_GROWTH = 0.6
# The most that it may be, in mm, where a page has room: about half a line, beyond which a block
# falls apart.
MOST_AIR = 2.4
MM_PER_PT = 25.4 / 72
CARD_CLASS = "ag-face"
TYPE = "data-type"
AREA = "data-area"
PAGE_TAG = "main"
# How wide and high a face is, in its style.
FACE_LENGTHS = re.compile(r"(?<![-\w])(width|height):([\d.]+)mm")

# The type of a card in pt is so many times the root of the mm² for each letter: of 115 cards of
# ours, the largest that fits differs by 7 % from that (standard deviation).
FACE_LETTER = 3.9
# How many letters a paragraph, an item or a heading counts for in addition to its own.
FACE_BLOCK = 24
# The same of a cell of a table.
FACE_CELL = 8
# The same as `FACE_LETTER` for pages: 37 of ours differ by 11 % from that.
PAGE_LETTER = 2.35
PAGE_CELL = 4
BLOCKS = ("p", "li", "dd", "h1", "h2", "h3", "h4", "h5", "h6")
CELLS = ("td", "th")


@dataclass
class Chooser:
    """An element that chooses its type: a page, or the face of a card."""

    element: Element
    least: float
    most: float
    size: float = 0.0
    air: float = 0.0
    trials: dict[tuple[float, float], float] = field(default_factory=dict)
    """How full it was in each size with each space: above 1 it did not hold its content."""

    def __post_init__(self) -> None:
        """Note what it is, and the style to which its type is added."""
        inner = list(self.element.iter())
        # The panel of a leaflet has no face: it is spaced like a page.
        self.is_card = any(CARD_CLASS in each.get("class", "").split() for each in inner)
        # The area in mm² of the face of a card that it is or has; 0 for a page of text, which may
        # have places to put tokens on, as large as cards.
        is_face = self.is_card or "data-fit" in self.element.attrib
        self.area = max(map(face_area, inner)) if is_face else 0.0
        self.is_long = LONG_CLASS in self.element.get("class", "").split()
        self.is_page = self.element.tag == PAGE_TAG
        self.style = self.element.get("style", "").rstrip(";")

    @property
    def fits(self) -> bool:
        """Whether it held its content as it is set now."""
        return self.trials[self.size, self.air] <= 1

    @property
    def largest_fitting(self) -> float:
        """The largest size in which it held its content; the smallest of all if in none."""
        fitting = (size for (size, _), full in self.trials.items() if full <= 1)
        return max(fitting, default=self.least)

    def guess(self) -> float:
        """Return the size that its letters suggest."""
        letters = sum(len(text.strip()) for text in self.element.itertext())
        tags = Counter(element.tag for element in self.element.iter())
        cells = sum(tags[tag] for tag in CELLS)
        area = self.area or float(self.element.get(AREA, 0))
        if not self.area:
            factor, letters = PAGE_LETTER, letters + PAGE_CELL * cells
        else:
            factor, letters = FACE_LETTER, letters + FACE_CELL * cells
            letters += FACE_BLOCK * sum(tags[tag] for tag in BLOCKS)
        return self._within(factor * math.sqrt(area / max(letters, 1)))

    def wanted(self, is_last: bool = False) -> float:
        """Return the size in which it is full, reckoned from the trials.

        The `last` one has to fit, if none did before.
        """
        full = self.trials[self.size, self.air]
        fitting = self.largest_fitting
        tight = min((size for (size, _), full in self.trials.items() if full > 1), default=math.inf)
        has_fitted = any(full <= 1 for full in self.trials.values())
        is_safe = is_last and not has_fitted
        if is_safe and self.size < STUBBORN * max(size for size, _ in self.trials):
            return self.least
        growth = LEAST_GROWTH if is_safe else self._growth(full)
        size = self._within(self.size * (SPARE / max(full, 0.01)) ** (1 / growth))
        most = round(tight - STEP, 2)
        if full > 1 and size <= fitting < most and has_fitted:
            # Lines break so that its height jumps: what was reckoned lies outside what is known.
            size = self._within((fitting + tight) / 2)
        return max(fitting, min(size, most), self.least)

    def _growth(self, full: float) -> float:
        if len(self.trials) > 1:
            ((size, _), was_full), ((last, _), last_full) = list(self.trials.items())[-2:]
            if 0 < was_full != last_full > 0 and size != last:
                growth = math.log(last_full / was_full) / math.log(last / size)
                return min(MOST_GROWTH, max(LEAST_GROWTH, growth))
        return GROWTH_DOWN if full > 1 else GROWTH_UP

    def _within(self, size: float) -> float:
        """Return a size rounded down, within the bounds."""
        size = math.floor(size / STEP + 1e-6) * STEP
        return round(min(self.most, max(self.least, size)), 2)

    def leaves_blank_below(self, size: float) -> bool:
        """Tell whether its present size leaves so much room that a larger one is worth a layout."""
        return self.trials[self.size, self.air] <= 1 - BLANK and self.size < size

    def note(self, full: float) -> None:
        """Take down how full it was."""
        self.trials[self.size, self.air] = full

    def wanted_air(self) -> float:
        """Return the space that fills it in its size, reckoned from the spaces that were tried.

        Height grows with the space in a straight line.
        """
        airs = {air: full for (size, air), full in self.trials.items() if size == self.size}
        full = airs[self.air]
        growth = AIR_GROWTH * full
        if len(airs) == 2 and self.air:
            growth = (full - airs[0.0]) / self.air
        if self.is_card or self.is_long or len(airs) > 2 or 1 - BLANK < full <= 1 or growth <= 0:
            return self.air
        most = MOST_AIR / (self.size * MM_PER_PT)
        return max(0.0, min(self.air + (FILLED - full) / growth, most))

    def write(self) -> None:
        """Write its type into the style of its element."""
        written = f"--type:{self.size:g}pt;--air:{self.size * self.air * MM_PER_PT:.3f}mm"
        self.element.set("style", f"{self.style};{written}".lstrip(";"))


def choosers(root: Element) -> Iterator[Chooser]:
    """Yield the elements of a document that choose their type."""
    for element in root.iter():
        if bounds := element.get(TYPE):
            least, most = map(float, bounds.split())
            yield Chooser(element, least, most)


def face_area(face: Element) -> float:
    """Return the area of an element in mm² if it is the face of a card, else 0."""
    if "data-fit" not in face.attrib:
        return 0.0
    lengths = dict(FACE_LENGTHS.findall(face.get("style", "")))
    return float(lengths.get("width", 0)) * float(lengths.get("height", 0))


def set_sizes(some: Sequence[Chooser], sizes: Sequence[float], alike: float) -> None:
    """Set sizes that differ by no more than `alike`."""
    cap = min(sizes, default=0.0) + alike
    for chooser, size in zip(some, sizes, strict=True):
        chooser.size = round(max(chooser.least, min(size, cap)), 2)
