"""The size of type that a page or card chooses: guessed from its letters, then reckoned.

Sizes are in pt.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from aidgen.assets.papers import PT_PER_MM
from aidgen.layout.document import LONG_CLASS
from aidgen.press.growth import Growth

# Sizes differ by so much: less is not seen.
STEP = 0.1
# By how much type has to grow to be worth a layout.
WORTH = 1.02
# The part of its height that a page may leave free whose type cannot be larger; with more, there is
# more space between its parts.
BLANK = 0.06
# How full of its height a page or card is to be at most: lines are rounded.
SPARE = 0.995
# By which part of what a change of type adds to it, or takes away, it is to be less full: what is
# reckoned is off by 2 % for type a seventh larger (standard deviation).
DOUBT = 0.1
# How full of its height a page is made by more space.
FILLED = 0.985
# How full a page counts as at most that was too full: what crosses its foot is reckoned too high.
MOST_EXCESS = 1.04
# The power by which a page that fitted in no type is reckoned to shrink, at the least.
LEAST_GROWTH = 0.9
# What still does not fit in type of this part of the first one does not shrink as reckoned.
STUBBORN = 0.92
# By how much in pt type is smaller than it may differ from that of the fullest page, which may
# still get smaller.
SLACK = 0.1
# By which part of its height a page grows for each em of space between its parts, `--air`: forms
# by up to half.
AIR_GROWTH = 0.5
CARD_CLASS = "ag-face"
TYPE = "data-type"
AREA = "data-area"
AIR = "data-air"
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
# The same as `FACE_LETTER` for pages: in it 42 of 48 of ours fit, and how they grow can be reckoned
# from a page that fits.
PAGE_LETTER = 2.2
PAGE_CELL = 4
# The same of an element without words: a box to tick, a line to write on.
PAGE_SPACE = 20
BLOCKS = ("p", "li", "dd", "h1", "h2", "h3", "h4", "h5", "h6")
CELLS = ("td", "th")


@dataclass(frozen=True)
class Trial:
    """How full a page or card was in a type, and in space between its parts, in em."""

    size: float
    air: float
    full: float
    """Above 1 it did not hold its content."""
    growth: Growth
    """How full it would be in type that is larger by a factor."""


@dataclass
class Chooser:
    """An element that chooses its type: a page, or the face of a card."""

    element: Element
    least: float
    most: float
    size: float = 0.0
    air: float = 0.0
    trials: list[Trial] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Note what it is, and the style to which its type is added."""
        inner = list(self.element.iter())
        # The area in mm² of the face of a card or panel that it is or has; 0 for a page of text,
        # which may have places to put tokens on, as large as cards.
        is_card = any(CARD_CLASS in each.get("class", "").split() for each in inner)
        is_face = is_card or "data-fit" in self.element.attrib
        self.area = max(map(face_area, inner)) if is_face else 0.0
        self.most_air = float(self.element.get(AIR, 0))
        self.is_long = LONG_CLASS in self.element.get("class", "").split()
        self.is_page = self.element.tag == PAGE_TAG
        self.style = self.element.get("style", "").rstrip(";")

    @property
    def setting(self) -> tuple[float, float]:
        """Its type and the space between its parts."""
        return self.size, self.air

    @property
    def fits(self) -> bool:
        """Whether it held its content in the last trial."""
        return self.trials[-1].full <= 1

    @property
    def largest_fitting(self) -> float:
        """The largest size in which it held its content; 0 if in none."""
        return max((each.size for each in self.trials if each.full <= 1), default=0.0)

    @property
    def tight(self) -> float:
        """The smallest size in which it did not hold its content; infinite if it always did."""
        return min((each.size for each in self.trials if each.full > 1), default=math.inf)

    def guess(self) -> float:
        """Return the size that its letters suggest."""
        letters = sum(len(text.strip()) for text in self.element.itertext())
        tags = Counter(element.tag for element in self.element.iter())
        cells = sum(tags[tag] for tag in CELLS)
        area = self.area or float(self.element.get(AREA, 0))
        if not self.area:
            factor, letters = PAGE_LETTER, letters + PAGE_CELL * cells
            letters += PAGE_SPACE * sum(map(_is_space, self.element.iter()))
        else:
            factor, letters = FACE_LETTER, letters + FACE_CELL * cells
            letters += FACE_BLOCK * sum(tags[tag] for tag in BLOCKS)
        return self._within(factor * math.sqrt(area / max(letters, 1)))

    def wanted(self, is_last: bool = False) -> float:
        """Return the size in which it is full, reckoned from the trials.

        That of the `last` one has to fit, if none did before.
        """
        trial = self.trials[-1]
        if trial.full > 1 and trial.air:
            return trial.size  # less space may do
        fitting = [each for each in self.trials if each.full <= 1]
        tight = self.tight
        if is_last and not fitting:
            if trial.size < STUBBORN * max(each.size for each in self.trials):
                return self.least
            return self._within(trial.size * (FILLED / trial.full) ** (1 / LEAST_GROWTH))
        wrong = 0.0
        if trial.full > 1 and fitting:
            # What is reckoned from a page that fitted is better, and the more wrong, the larger.
            full, trial = trial.full, max(fitting, key=lambda each: each.size)
            reckoned = trial.growth(tight / trial.size)
            wrong = max(0.0, min(full, MOST_EXCESS) / reckoned - 1) / (tight - trial.size)
        steps = round((min(self.most, tight - STEP) - self.least) / STEP)
        least, most = 0, max(0, steps)
        while least < most:
            middle = (least + most + 1) // 2
            size = self.least + middle * STEP
            full = trial.growth(size / trial.size) * (1 + wrong * (size - trial.size))
            if full <= SPARE - DOUBT * abs(full - trial.full):
                least = middle
            else:
                most = middle - 1
        return max(self.largest_fitting, self._within(self.least + least * STEP))

    def _within(self, size: float) -> float:
        """Return a size rounded down, within the bounds."""
        size = math.floor(size / STEP + 1e-6) * STEP
        return round(min(self.most, max(self.least, size)), 2)

    def stays(self, wanted: float) -> bool:
        """Tell whether another size is not worth a layout."""
        return self.fits and wanted < self.size * WORTH

    def wanted_air(self) -> float:
        """Return the space that fills it in its size, reckoned from the last trial.

        Height grows with the space in a straight line.
        """
        trial = self.trials[-1]
        full = trial.growth(self.size / trial.size)
        # What was too full gets space once it fits: how it shrinks is reckoned.
        is_full = 1 - BLANK < full <= 1 or (trial.full > 1 and not trial.air)
        if not self.most_air or is_full or not full:
            return self.air
        most = self.most_air * PT_PER_MM / self.size
        return max(0.0, min(self.air + (FILLED - full) / (AIR_GROWTH * full), most))

    def note(self, full: float, growth: Growth) -> None:
        """Take down how full it was, and how full it would be in type larger by a factor."""
        if self.trials and self.setting == (self.trials[-1].size, self.trials[-1].air):
            self.trials.pop()  # something else has changed
        self.trials.append(Trial(self.size, self.air, full, growth))

    def write(self) -> None:
        """Write its type into the style of its element."""
        written = f"--type:{self.size:g}pt;--air:{self.size * self.air / PT_PER_MM:.3f}mm"
        self.element.set("style", f"{self.style};{written}".lstrip(";"))


def _is_space(element: Element) -> bool:
    is_empty = not len(element) and not (element.text or "").strip()
    # Drawings have names with a namespace.
    return is_empty and element.tag not in CELLS and not element.tag.startswith("{")


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
    """Set sizes that differ by no more than `alike`.

    One that differs by nearly as much stays as it is.
    """
    cap = min(sizes, default=0.0) + alike
    for chooser, size in zip(some, sizes, strict=True):
        if size > cap:
            size = chooser.size if cap - 2 * SLACK <= chooser.size <= cap else cap - SLACK
        chooser.size = round(max(chooser.least, size), 2)
