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

STEP = 0.1
"""Sizes differ by so much: less is not seen."""
GROWTH_DOWN = 1.3
"""The power of growth that is assumed where smaller type is needed, and `GROWTH_UP` where there is
room for larger: of 148 pairs of trials, half had powers from 0.9 to 1.9. Both err towards type that
fits."""
GROWTH_UP = 1.7
LEAST_GROWTH = 0.9
"""The power if no line breaks differently; a measured one below is an accident of line breaks."""
MOST_GROWTH = 2.2
BLANK = 0.1
"""The part of its height that a page or card may leave free; with more, larger type is tried."""
FILLED = 0.985
"""How full of its height a page is made by more space."""
SPARE = 0.995
"""How full of its height a text is made: lines are rounded."""
AIR = 0.04
"""The space between the parts of a page, `--air`, in em of its type: where there is room, it gets
more. A card has none: what it leaves free goes between its parts when it is laid out."""
AIR_GROWTH = 0.5
"""By which part of its height a page grows for each em of space: of eight pages, seven by less."""
MOST_AIR = 2.4
"""The most that it may be, in mm, where a page has room: about half a line, beyond which a block
falls apart."""
MM_PER_PT = 25.4 / 72
CARD_CLASS = "ag-face"
TYPE = "data-type"
PAGE_TAG = "main"
# What a chooser has written into the style of an element.
TYPE_STYLE = re.compile(r"(?<![-\w])--(?:type|air):[^;]*;?")
# How wide and high a face is, in its style.
FACE_LENGTHS = re.compile(r"(?<![-\w])(width|height):([\d.]+)mm")

FACE_LETTER = 3.9
"""The type of a card in pt is so many times the root of the mm² for each letter: of 115 cards of
ours, the largest that fits differs by 7 % from that (standard deviation)."""
FACE_BLOCK = 24
"""How many letters a paragraph, an item or a heading counts for in addition to its own."""
FACE_CELL = 8
"""The same of a cell of a table."""
PAGE_LETTER = 2.35
"""The same as `FACE_LETTER` for pages: 37 of ours differ by 11 % from that."""
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
    trials: dict[float, float] = field(default_factory=dict)
    """How full it was in each size that was tried: above 1 it did not hold its content."""
    airs: dict[float, float] = field(default_factory=dict)
    """The same for each space that was tried in the size `aired`."""
    aired: float = 0.0
    area: float = 0.0
    """The area in mm² of the face of a card that it is or has; 0 for a page of text."""

    def __post_init__(self) -> None:
        """Begin with the usual space."""
        self.area = max(map(face_area, self.element.iter()))
        self.air = 0.0 if self.is_card else AIR

    @property
    def is_card(self) -> bool:
        """Whether it is a card: the panel of a leaflet is spaced like a page."""
        return any(CARD_CLASS in inner.get("class", "").split() for inner in self.element.iter())

    @property
    def fits(self) -> bool:
        """Whether it held its content as it is set now."""
        return self.airs.get(self.air, self.trials[self.size]) <= 1

    @property
    def is_aired(self) -> bool:
        """Whether its size is settled, and more space was tried."""
        return len(self.airs) > 1

    @property
    def is_page(self) -> bool:
        """Whether its content has to fit one page, and not its box."""
        return self.element.tag == PAGE_TAG

    @property
    def is_long(self) -> bool:
        """Whether it goes on over several pages."""
        return LONG_CLASS in self.element.get("class", "").split()

    @property
    def is_open(self) -> bool:
        """Whether there is a choice."""
        return self.least < self.most

    @property
    def largest_fitting(self) -> float:
        """The largest size in which it held its content; the smallest of all if in none."""
        return max((size for size, full in self.trials.items() if full <= 1), default=self.least)

    def guess(self, area: float = 0.0) -> float:
        """Return the size that its letters suggest; for a page of text, on an `area` in mm²."""
        letters = sum(len(text.strip()) for text in self.element.itertext())
        tags = Counter(element.tag for element in self.element.iter())
        cells = sum(tags[tag] for tag in CELLS)
        if not self.area:
            factor, letters = PAGE_LETTER, letters + PAGE_CELL * cells
        else:
            factor, letters = FACE_LETTER, letters + FACE_CELL * cells
            letters += FACE_BLOCK * sum(tags[tag] for tag in BLOCKS)
        return self._within(factor * math.sqrt((self.area or area) / max(letters, 1)))

    def wanted(self) -> float:
        """Return the size in which it is full, reckoned from the trials."""
        full = self.trials[self.size]
        size = self._within(self.size * (SPARE / max(full, 0.01)) ** (1 / self._growth(full)))
        tight = min((size for size, full in self.trials.items() if full > 1), default=math.inf)
        fitting, most = self.largest_fitting, round(tight - STEP, 2)
        if full > 1 and size <= fitting < most and fitting in self.trials:
            # Lines break so that its height jumps: what was reckoned lies outside what is known.
            size = self._within((fitting + tight) / 2)
        return max(fitting, min(size, most), self.least)

    def _growth(self, full: float) -> float:
        """Return the power of growth: that of the last two trials, if there are two."""
        if len(self.trials) > 1:
            (size, was_full), (last, last_full) = list(self.trials.items())[-2:]
            if 0 < was_full != last_full > 0:
                growth = math.log(last_full / was_full) / math.log(last / size)
                return min(MOST_GROWTH, max(LEAST_GROWTH, growth))
        return GROWTH_DOWN if full > 1 else GROWTH_UP

    def _within(self, size: float) -> float:
        """Return a size rounded down, within the bounds."""
        size = math.floor(size / STEP + 1e-6) * STEP
        return round(min(self.most, max(self.least, size)), 2)

    def leaves_blank_below(self, size: float) -> bool:
        """Tell whether its present size leaves so much room that a larger one is worth a layout."""
        smallest = self.size * math.pow(1 - BLANK, -1 / GROWTH_UP)
        return smallest < size

    def note(self, full: float) -> None:
        """Take down how full it was."""
        if self.aired != self.size:
            self.aired, self.airs = self.size, {}
            self.trials[self.size] = full
        self.airs[self.air] = full

    def wanted_air(self) -> float:
        """Return the space that fills it in its size: more is tried where it is not full.

        Height grows with the space in a straight line: if the first try is too much, it tells which
        space is right.
        """
        full = self.airs[self.air]
        if len(self.airs) == 1:
            if full > 1 - BLANK:
                return self.air
            wanted = self.air + (FILLED - full) / (AIR_GROWTH * max(full, BLANK))
            return min(wanted, MOST_AIR / (self.size * MM_PER_PT))
        (usual, usual_full), *_ = self.airs.items()
        if full <= 1:
            return self.air
        if len(self.airs) > 2 or usual_full >= 1:
            return usual
        return usual + (self.air - usual) * (FILLED - usual_full) / (full - usual_full)

    def write(self) -> None:
        """Write its type into the style of its element."""
        style = TYPE_STYLE.sub("", self.element.get("style", "")).rstrip(";")
        written = f"--type:{self.size:g}pt;--air:{self.size * self.air * MM_PER_PT:.3f}mm"
        self.element.set("style", f"{style};{written}".lstrip(";"))


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
