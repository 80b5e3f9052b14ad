"""The type of a document: the largest in which its content fits, in at most three layouts.

The first layout is in the type that the number of words suggests. The heights that it shows tell
which type fits: height grows with the power 1.3 of the type, lines getting higher and more. A third
layout is made only where that was too much, and a fourth where that is too much again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from aidgen.layout.boxes import PX_PER_MM, LaidBox, LaidPage, Layout
from aidgen.layout.document import Document
from aidgen.layout.fits import BoxFit, Overflow, PageItems, box_fits
from aidgen.press.engine.html import HtmlDocument, Rendering
from aidgen.press.engine.moving import move_content
from aidgen.press.engine.reading import read_pages
from aidgen.press.titles import shrink_titles

MOST_LAYOUTS = 3
STEP = 0.1
"""Type is chosen in steps of so many pt: less is not seen."""
GROWTH = 1.3
"""The power of the type with which the height of a text grows."""
LEAST_GROWTH = 0.9
"""The same if no line breaks differently; a measured power below is an accident of line breaks."""
MOST_GROWTH = 2.2
"""The same without any space between texts, and a reserve."""
BLANK = 0.1
"""The part of its height that a page or card may leave free; with more, larger type is tried."""
SPARE = 0.995
"""How full of its height a text is made: lines are rounded."""
AIR = 0.08
"""The space between the parts of a text, `--air`, in em of its type."""
MM_PER_PT = 25.4 / 72
LONG_CLASS = "long"
TYPE = "data-type"
ALIKE = "data-alike"
CENTRE = "data-centre"
PAGE_TAG = "main"


def lay_out(document: Document) -> Layout:
    """Return a document laid out in the type that fits. Raises MachineError without fonts."""
    html = HtmlDocument(document.html, document.files)
    fitted = _fit_type(html)
    rendering = _centred(html, fitted)
    return Layout(
        pages=fitted.pages if rendering is fitted.rendering else read_pages(rendering.document),
        roots=(html.root,),
        warnings=tuple(dict.fromkeys(rendering.warnings)),
        types=tuple(chooser.size for chooser in fitted.choosers),
        layouts=fitted.layouts,
        engine=rendering.document,
    )


@dataclass
class _Chooser:
    """An element that chooses its type: a page, or the face of a card. Sizes are in pt."""

    element: Element
    least: float
    most: float
    size: float = 0.0
    trials: dict[float, float] = field(default_factory=dict)
    """How full it was in each size that was tried: above 1 it did not hold its content."""

    @property
    def fits(self) -> bool:
        """Whether it held its content in its present size."""
        return self.trials[self.size] <= 1

    @property
    def is_page(self) -> bool:
        """Whether its content has to fit one page, and not its box."""
        return self.element.tag == PAGE_TAG

    @property
    def is_long(self) -> bool:
        """Whether it goes on over several pages."""
        return LONG_CLASS in self.element.get("class", "").split()

    @property
    def largest_fitting(self) -> float:
        """The largest size in which it held its content; the smallest of all if in none."""
        return max((size for size, full in self.trials.items() if full <= 1), default=self.least)

    def wanted(self) -> float:
        """Return the size in which it is full, reckoned from the last trial."""
        full = self.trials[self.size]
        size = self.size * (SPARE / max(full, 0.01)) ** (1 / self._growth())
        size = math.floor(size / STEP + 1e-6) * STEP
        tight = min((size for size, full in self.trials.items() if full > 1), default=math.inf)
        size = max(self.largest_fitting, min(size, tight - STEP, self.most))
        return round(max(size, self.least), 2)

    def _growth(self) -> float:
        """Return the power of growth: that of the last two trials, if there are two."""
        if len(self.trials) < 2:
            return GROWTH
        (size, full), (last, last_full) = list(self.trials.items())[-2:]
        if full == last_full:
            return GROWTH
        growth = math.log(last_full / full) / math.log(last / size)
        return min(MOST_GROWTH, max(LEAST_GROWTH, growth))

    def write(self) -> None:
        """Write its type into the style of its element."""
        style = TYPE_STYLE.sub("", self.element.get("style", "")).rstrip(";")
        air = f"--type:{self.size:g}pt;--air:{self.size * AIR * MM_PER_PT:.3f}mm"
        self.element.set("style", f"{style};{air}".lstrip(";"))


# What a chooser has written into the style of an element.
TYPE_STYLE = re.compile(r"(?<![-\w])--(?:type|air):[^;]*;?")


@dataclass(frozen=True)
class _Fitted:
    """A document in the type that fits."""

    rendering: Rendering
    pages: tuple[LaidPage, ...]
    fits: Mapping[Element, BoxFit]
    choosers: tuple[_Chooser, ...]
    layouts: int


def _fit_type(html: HtmlDocument) -> _Fitted:
    """Lay a document out until its content fits."""
    choosers = tuple(_choosers(html.root))
    alike = float(next(html.root.iter("body")).get(ALIKE) or math.inf)
    _set_sizes(choosers, [_guess(chooser) for chooser in choosers], alike)
    layouts = 0
    while True:
        for chooser in choosers:
            chooser.write()
        rendering, layouts = html.lay_out(), layouts + 1
        pages = read_pages(rendering.document)
        items = [PageItems(page) for page in pages]
        fits = {fit.element: fit for fit in box_fits(items)}
        fitted = _Fitted(rendering, pages, fits, choosers, layouts)
        _measure(choosers, items, fits)
        has_shrunk = layouts <= MOST_LAYOUTS and shrink_titles(pages)
        if not (_next_sizes(choosers, alike, layouts) or has_shrunk):
            return fitted


def _choosers(root: Element) -> Iterator[_Chooser]:
    for element in root.iter():
        if bounds := element.get(TYPE):
            least, most = map(float, bounds.split())
            yield _Chooser(element, least, most)


def _set_sizes(choosers: Sequence[_Chooser], sizes: Sequence[float], alike: float) -> bool:
    """Set sizes that differ by no more than `alike`; tell whether one has changed."""
    before = [chooser.size for chooser in choosers]
    cap = min(sizes, default=0.0) + alike
    for chooser, size in zip(choosers, sizes, strict=True):
        chooser.size = round(max(chooser.least, min(size, cap)), 2)
    return before != [chooser.size for chooser in choosers]


def _next_sizes(choosers: Sequence[_Chooser], alike: float, layouts: int) -> bool:
    """Set the sizes of the next layout, after so many; tell whether one is needed."""
    crowded = [chooser for chooser in choosers if not chooser.fits]
    if layouts > MOST_LAYOUTS or not choosers:
        return False
    if layouts == MOST_LAYOUTS:
        sizes = [chooser.size if chooser.fits else chooser.largest_fitting for chooser in choosers]
        return _set_sizes(choosers, sizes, alike)
    if not crowded and layouts > 1:
        return False
    before = [chooser.size for chooser in choosers]
    _set_sizes(choosers, [chooser.wanted() for chooser in choosers], alike)
    is_blank = any(
        size * (1 - BLANK) ** (-1 / GROWTH) < chooser.size
        for size, chooser in zip(before, choosers, strict=True)
    )
    changed = before != [chooser.size for chooser in choosers]
    if (crowded and changed) or is_blank:
        return True
    for size, chooser in zip(before, choosers, strict=True):
        chooser.size = size
    return False


def _guess(chooser: _Chooser) -> float:
    """Return the size that the number of words suggests, in pt."""
    return chooser.most


def _measure(
    choosers: Sequence[_Chooser], pages: Sequence[PageItems], fits: Mapping[Element, BoxFit]
) -> None:
    """Note how full each place is in its present type."""
    used = _used_heights(pages)
    wide = _too_wide(pages)
    for chooser in choosers:
        inner = [fits[element] for element in chooser.element.iter() if element in fits]
        full = max((fit.fullness for fit in inner), default=0.0)
        if chooser.is_page and not chooser.is_long:
            full = max(full, used.get(chooser.element, 0.0))
        for fit in inner:
            if not fit.holds and fit.fullness <= 1:
                full = max(full, wide.get(fit.element, 1.0) ** GROWTH, 1 + BLANK / 2)
        chooser.trials[chooser.size] = full


def _used_heights(pages: Sequence[PageItems]) -> Mapping[Element, float]:
    """Return for each `main` how much of a page it takes, over 1 if it takes several."""
    used: dict[Element, float] = {}
    for page in pages:
        top, bottom = page.page.content[1], page.page.content[3]
        for box in _mains(page.page.root):
            assert box.element is not None
            feet = (
                child.edges.border[3]
                for child in box.children
                if child.edges and (child.in_flow or child.floated)
            )
            share = (max(feet, default=top) - top) / (bottom - top)
            before = used.get(box.element)
            # What goes on on another page does not fit, however little it is.
            used[box.element] = share if before is None else max(before + share, 1.001)
    return used


def _mains(box: LaidBox) -> Iterator[LaidBox]:
    if box.tag == PAGE_TAG and box.whole:
        yield box
    elif box.tag in ("html", "body"):
        for child in box.children:
            yield from _mains(child)


def _too_wide(pages: Sequence[PageItems]) -> Mapping[Element, float]:
    """Return by which factor something is too wide in each card or region."""
    wide: dict[Element, float] = {}
    for overflow in (overflow for page in pages for overflow in page.overflows):
        for holder in _holders(overflow):
            if holder.element is not None:
                factor = max(wide.get(holder.element, 1.0), _excess(overflow))
                wide[holder.element] = factor
    return wide


def _holders(overflow: Overflow) -> Iterator[LaidBox]:
    if overflow.holder is not None:
        yield overflow.holder
    elif overflow.item is not None:
        yield from (holder.box for holder in overflow.item.around.holders)


def _excess(overflow: Overflow) -> float:
    left, top, right, bottom = overflow.furthest.rect
    is_aside = overflow.side in ("to the right", "to the left")
    length = (right - left if is_aside else bottom - top) / PX_PER_MM
    return length / max(length - overflow.length, length / 2)


def _centred(html: HtmlDocument, fitted: _Fitted) -> Rendering:
    """Return a document with the content of its cards in the middle of their height."""
    downwards: dict[Element, float] = {}
    for element in html.root.iter():
        fit = fitted.fits.get(element)
        if CENTRE in element.attrib and fit is not None and (fit.room or 0) > 0:
            downwards[element] = (fit.room or 0) * PX_PER_MM / 2
    return move_content(html, fitted.rendering, downwards) if downwards else fitted.rendering
