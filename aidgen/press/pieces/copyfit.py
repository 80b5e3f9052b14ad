"""Copyfitting: the largest type, within bounds, in which content fits.

Nothing here knows how pages are made: the caller tells which of some sizes fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from types import MappingProxyType
from typing import TypeVar
from xml.etree.ElementTree import Element

from aidgen.page.measures import UNMEASURED, PageMeasure, PieceMeasures, Room
from aidgen.page.pieces import STEP, Piece, Style, together
from aidgen.press.engine.boxes import PX_PER_MM
from aidgen.press.engine.document import HtmlDocument
from aidgen.press.engine.pages import LaidPage, group_pages
from aidgen.press.pdf.structure import PIECE_ELEMENT
from aidgen.press.pieces.faults import BoxFit, box_fits, lost_texts, typeset_texts
from aidgen.press.pieces.vertical_justification import (
    CENTRE_ATTRIBUTE,
    MAX_AIR,
    SPARE_ROOM,
    CardRooms,
    FilledPage,
    card_rooms,
    centre_cards,
    fill_height,
    is_filled_page,
    justify_rows,
    measure_air,
    measure_pages,
    write_rows,
)

MAX_GUESSES = 8
"""How often a size is guessed from the fullness of its place; the rest is found by bisection."""
MAX_NEIGHBOURS = 2
"""How many neighbours are tried one after the other: bisection reaches far sizes faster."""
GROWTH_BOUNDS = (0.4, 3.0)
"""The bounds of a measured growth exponent that are believed: line breaks make it jump."""
LETTER_GROWTH = 0.9
"""The exponent with which the height grows if no line breaks differently, unless a smaller one was
measured. A next size that is too large even so is not tried: none of 95 pages and cards of ours
gets a smaller size by that, and each is settled with a quarter of a trial less."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Likelihood:
    """The assumptions about a text that was not measured; wrong ones cost trials, nothing else."""

    begin: float
    """Which part of its sizes is likely to fit: the largest of them is tried first."""
    growth: float
    """The exponent with which the height grows with the type size.

    Lines get higher, and more: that makes 2; but the space between texts does not grow.
    """


CARD_LIKELIHOOD = Likelihood(begin=1.0, growth=1.9)
"""Of 84 cards of ours that are not all held in the largest, settled with 3.05 trials each."""
PAGE_LIKELIHOOD = Likelihood(begin=0.6, growth=1.3)
"""Pages of ours take 3.0 trials each; with those for cards, 4.1."""


@dataclass(frozen=True)
class SizeRange:
    """The smallest and the largest type in pt that something may be set in."""

    least: float
    most: float
    likely: Likelihood = CARD_LIKELIHOOD

    @property
    def sizes(self) -> tuple[float, ...]:
        """The sizes to choose from, the smallest first; the largest is always one of them."""
        steps = math.ceil(round((self.most - self.least) / STEP, 6))
        return (*(round(self.least + step * STEP, 2) for step in range(steps)), self.most)


FullnessMeasure = Callable[[Mapping[Key, float]], Mapping[Key, float]]
"""Typesets content in given sizes of type, and returns how full the place of each is: 1 is exactly
full.

Content that it leaves out does not fit, by an unknown amount: a word is too long for its line.
"""


def copyfit(ranges: Mapping[Key, SizeRange], measure: FullnessMeasure[Key]) -> dict[Key, float]:
    """Return the size in pt of each of `ranges`: the largest that fits, else its smallest.

    `measure` is called first for the likely sizes, then for sizes estimated from the fullness, then
    by bisection; only for content not settled yet: some three times for 29 sizes. If line breaks
    let content fit at a size and not at a smaller one, the result is a size that fits while the
    next larger one does not.
    """
    searches = {key: _begin_search(of) for key, of in ranges.items()}
    while trials := {key: search.trial for key, search in searches.items() if not search.settled}:
        full = measure(trials)
        for key in trials:
            searches[key] = searches[key].after(full.get(key))
    return {key: search.chosen for key, search in searches.items()}


def _begin_search(of: SizeRange) -> _SizeSearch:
    sizes = of.sizes
    begin = max(1, math.floor(of.likely.begin * (len(sizes) - 1)))
    return _SizeSearch(sizes, of.likely.growth, fits=0, tight=len(sizes), next=begin)


@dataclass(frozen=True)
class _SizeSearch:
    """What is known of the sizes for one thing: the one that `fits`, the one that is too `tight`.

    The smallest is assumed to fit, because there is no other. `next` is tried next.
    """

    sizes: tuple[float, ...]
    growth: float
    """The power that is believed as long as none was measured."""
    fits: int
    tight: int
    next: int
    guesses: int = 0
    beside: int = 0
    """How often in a row the next size was known already, so that its neighbour is tried."""
    before: tuple[float, float] | None = None
    """The last size that was tried with a known fullness, and that fullness."""

    @property
    def settled(self) -> bool:
        """Whether no size is left to try."""
        return self.tight - self.fits <= 1

    @property
    def chosen(self) -> float:
        """The largest size that is known to fit."""
        return self.sizes[self.fits]

    @property
    def trial(self) -> float:
        """The size to try next."""
        return self.sizes[self.next]

    def after(self, full: float | None) -> _SizeSearch:
        """Return the state after a trial with its fullness."""
        fits = full is not None and full <= 1
        known = replace(self, fits=self.next) if fits else replace(self, tight=self.next)
        guess = (known.fits + known.tight) // 2
        before, beside = self.before, 0
        if full and self.guesses < MAX_GUESSES:
            growth = self._growth(full)
            if full < 1 and self._is_next_too_tight(full, min(growth, LETTER_GROWTH)):
                known = replace(known, tight=known.fits + 1)
            size = self.trial / full ** (1 / growth)
            index = sum(one <= size + STEP / 4 for one in self.sizes) - 1
            near = min(known.tight - 1, max(known.fits + 1, index))
            beside, before = (near != index) * (self.beside + 1), (self.trial, full)
            if beside <= MAX_NEIGHBOURS:
                guess = near
        guesses = self.guesses + 1
        return replace(known, next=guess, guesses=guesses, beside=beside, before=before)

    def _is_next_too_tight(self, full: float, growth: float) -> bool:
        """Tell whether content so full at the size tried is too much in the next larger size."""
        larger = self.sizes[self.next + 1 : self.next + 2]
        return any(full * (size / self.trial) ** growth > 1 for size in larger)

    def _growth(self, full: float) -> float:
        """Return the exponent of growth from the trials so far."""
        if self.before is None or self.before[1] == full:
            return self.growth
        size, was = self.before
        least, most = GROWTH_BOUNDS
        return min(most, max(least, math.log(full / was) / math.log(self.trial / size)))


MAX_BLANK = 0.06
"""The part of a page that may stay blank: a larger one looks as if something were missing."""
NO_MARGIN = "0"
NOTHING_MEASURED: Mapping[Piece, PieceMeasures] = MappingProxyType({})


@dataclass(frozen=True)
class LargestType:
    """The largest type in pt in which a piece fits, and its measures in that type."""

    type_size: float
    measures: PieceMeasures
    """None for a piece that was not measured in that type."""


def largest_types(pieces: Sequence[Piece]) -> tuple[LargestType, ...]:
    """Return for each of some pieces the largest type of its choice in which it fits.

    A piece fits if nothing leaves its place, overflows or is left out, such as content beyond the
    end of the page. All have one head, and a choice. Raises MachineError.
    """
    trials = _TrialDocument(pieces)
    sizes = copyfit(trials.ranges, trials.measure)
    return tuple(
        LargestType(sizes[piece], trials.measures.get((piece, sizes[piece]), PieceMeasures()))
        for piece in pieces
    )


KnownMeasures = Mapping[Piece, PieceMeasures]
"""The known measures of pieces in the largest type that they may have."""


def fit_pieces(
    pieces: Sequence[Piece], measured_before: KnownMeasures = NOTHING_MEASURED
) -> tuple[Piece, ...]:
    """Return pieces with their final type: within their choice, their pages filled.

    A piece takes its smallest type; a page that would be partly blank takes a larger one. Then the
    free room is distributed, and the content of cards is centred. Pieces in
    `measured_before` are not measured again. All have one head, and a choice. Raises MachineError.
    """
    trials = _TrialDocument(pieces)
    trials.know(measured_before)
    before = {piece: _element_styles(trials.mains[piece]) for piece in pieces}
    sizes = {piece: one.least for piece, one in trials.ranges.items()}
    trials.write(sizes)
    pages = {piece: page for piece in pieces if (page := trials.page(piece)) is not None}
    sheets = trials.sheets({piece: sizes[piece] for piece in pages})
    seen = {piece: page for piece, page in pages.items() if piece in sheets}
    larger = trials.enlarged([one for one, page in seen.items() if _is_blank(sheets[one], page)])
    sizes |= larger
    sheets |= trials.sheets(larger)
    for sheet in sheets.values():
        write_rows(sheet, justify_rows([row.row for row in sheet.rows], sheet.room - SPARE_ROOM))
    short = {
        box: piece
        for piece in pieces
        for box in trials.mains[piece].iter()
        if box.get(CENTRE_ATTRIBUTE) is not None
    }
    if short:
        with trials.alone({*short.values()}):
            centre_cards(trials.source, short, trials.rooms(sizes))
    return tuple(
        piece.settled(
            sizes[piece], _changed_styles(before[piece], _element_styles(trials.mains[piece]))
        )
        for piece in pieces
    )


def _is_blank(sheet: FilledPage, page: Element) -> bool:
    """Tell whether too much of a page is blank, with the most spacing that is allowed."""
    taken = sum(row.row.taken(MAX_AIR) for row in sheet.rows)
    return sheet.room - taken > MAX_BLANK * fill_height(page)


def _element_styles(main: Element) -> tuple[Style, ...]:
    return tuple(
        Style(number, element.get("style", ""), element.get("class", ""))
        for number, element in enumerate(main.iter())
    )


def _changed_styles(before: Sequence[Style], after: Sequence[Style]) -> tuple[Style, ...]:
    """Return the styles that have changed; the piece's own style is separate."""
    return tuple(new for old, new in zip(before[1:], after[1:], strict=True) if old != new)


def write_styles(main: Element, styles: Sequence[Style]) -> None:
    """Write into the elements of a piece how it was settled that they are to look."""
    written = {style.element: style for style in styles}
    for number, element in enumerate(main.iter() if written else ()):
        if number in written:
            element.set("style", written[number].style)
            element.set("class", written[number].classes)


class _TrialDocument:
    """Pieces of one head in an HTML document, set again and again in other type."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.source = HtmlDocument(together(pieces))
        self.mains = dict(zip(pieces, self.source.root.iter(PIECE_ELEMENT), strict=True))
        self._pages_of = {
            piece: next(filter(is_filled_page, main.iter()), None)
            for piece, main in self.mains.items()
        }
        self._body = next(self.source.root.iter("body"))
        self.measures: dict[tuple[Piece, float], PieceMeasures] = {}
        """For pieces that were measured in some size; None if they were not."""
        self.ranges = {
            piece: SizeRange(
                piece.choice.least,
                piece.choice.most,
                CARD_LIKELIHOOD if self.page(piece) is None else PAGE_LIKELIHOOD,
            )
            for piece in pieces
            if piece.choice
        }

    def page(self, piece: Piece) -> Element | None:
        """Return the page to be filled that a piece is, None if it is none."""
        return self._pages_of[piece]

    def write(self, sizes: Mapping[Piece, float]) -> None:
        """Set pieces in type of these sizes in pt."""
        for piece, size in sizes.items():
            self.mains[piece].set("style", piece.sized(size).style)

    @contextmanager
    def alone(self, pieces: Collection[Piece]) -> Iterator[None]:
        """Typeset only some pieces for a while: the others then cost no time."""
        self._body[:] = [main for piece, main in self.mains.items() if piece in pieces]
        try:
            yield
        finally:
            self._body[:] = list(self.mains.values())

    def know(self, measured: KnownMeasures) -> None:
        """Store the known measures of pieces in the largest type of their choice."""
        for piece, measures in measured.items():
            if measures != UNMEASURED:
                self.measures[piece, self.ranges[piece].most] = measures

    def measure(self, sizes: Mapping[Piece, float]) -> Mapping[Piece, float]:
        """Return how full pieces are in these sizes, for `copyfit`."""
        laid_out = self._laid_out(sizes)
        groups = group_pages(laid_out, {self.mains[piece]: piece for piece in sizes})
        results = {
            piece: _TrialResult(pages, tuple(box_fits(pages)))
            for piece in sizes
            for pages in (groups[self.mains[piece]],)
        }
        pages = self._pages(laid_out, sizes)
        for piece, one in results.items():
            measures = PieceMeasures(self._rooms(piece, one), pages.get(piece))
            self.measures[piece, sizes[piece]] = measures
        known = {
            piece: _piece_fullness(piece, self.mains[piece], one)
            for piece, one in results.items()
            if self.page(piece) is None
        }
        known |= self._full_pages(pages, results)
        return {piece: full for piece, full in known.items() if full < inf}

    def _laid_out(self, sizes: Mapping[Piece, float]) -> Sequence[LaidPage]:
        self.write(sizes)
        with self.alone(sizes):
            return self.source.lay_out(endless=True).pages

    def _pages(
        self, laid_out: Sequence[LaidPage], sizes: Mapping[Piece, float]
    ) -> dict[Piece, PageMeasure]:
        """Return the measures of those pieces that are pages to fill."""
        pages = {page: piece for piece in sizes if (page := self.page(piece)) is not None}
        return (
            {pages[page]: one for page, one in measure_pages(laid_out, pages).items()}
            if pages
            else {}
        )

    def sheets(self, sizes: Mapping[Piece, float]) -> dict[Piece, FilledPage]:
        """Return the pages to fill in these sizes; those not measured yet are laid out."""
        known = {piece: self._measures(piece, size).page for piece, size in sizes.items()}
        unknown = {piece: sizes[piece] for piece, page in known.items() if page is None}
        sheets_by_size = self._pages(self._laid_out(unknown), unknown) if unknown else {}
        pages = {
            page: (piece, measure)
            for piece in sizes
            if (page := self.page(piece)) is not None
            and (measure := known[piece] or sheets_by_size.get(piece)) is not None
        }
        if not pages:
            return {}
        self.write(sizes)
        with self.alone(sizes):
            sheets = measure_air(
                self.source, {page: measure for page, (_, measure) in pages.items()}
            )
        return {piece: sheets[page] for page, (piece, _) in pages.items()}

    def enlarged(self, pages: Sequence[Piece]) -> dict[Piece, float]:
        """Return the largest type of those pages that have a choice, which hold it."""
        choices = {page: self.ranges[page] for page in pages}
        ranges = {page: of for page, of in choices.items() if of.most > of.least}
        sizes = {page: of.most for page, of in ranges.items() if self._measures(page, of.most).page}
        unknown = {
            page: replace(of, likely=CARD_LIKELIHOOD)
            for page, of in ranges.items()
            if page not in sizes
        }
        return sizes | copyfit(unknown, self.measure)

    def _measures(self, piece: Piece, size: float) -> PieceMeasures:
        return self.measures.get((piece, size), UNMEASURED)

    def _rooms(self, piece: Piece, found: _TrialResult) -> tuple[Room, ...]:
        rooms = card_rooms(found.fittings)
        return tuple(
            Room(number, rooms[element])
            for number, element in enumerate(self.mains[piece].iter())
            if element.get(CENTRE_ATTRIBUTE) is not None and element in rooms
        )

    def rooms(self, sizes: Mapping[Piece, float]) -> CardRooms:
        """Return the measures of boxes to centre in these sizes."""
        return {
            element: numbers[number].room
            for piece, size in sizes.items()
            if (numbers := {room.element: room for room in self._measures(piece, size).rooms})
            for number, element in enumerate(self.mains[piece].iter())
            if number in numbers
        }

    def _full_pages(
        self, pages: Mapping[Piece, PageMeasure], found: Mapping[Piece, _TrialResult]
    ) -> dict[Piece, float]:
        crowded = {
            fitting.element
            for one in found.values()
            for fitting in one.fittings
            if not fitting.holds
        }
        return {
            piece: (fill_height(page) - measure.room) / (fill_height(page) - SPARE_ROOM)
            for piece, measure in pages.items()
            if (page := self.page(piece)) is not None and crowded.isdisjoint(page.iter())
        }


@dataclass(frozen=True)
class _TrialResult:
    """The pages of a piece as they were laid out, and how its cards and regions fit."""

    pages: tuple[LaidPage, ...]
    fittings: tuple[BoxFit, ...]


def _piece_fullness(piece: Piece, main: Element, found: _TrialResult) -> float:
    """Return how much of its room a piece needs; over 1 if it does not hold all of its content.

    What no box of a fixed height holds, its page has to: one without margins is as high as that.
    """
    known, pages = found.fittings, found.pages
    held = len(pages) == 1 and not any(lost_texts(main, typeset_texts(pages)))
    full = max((one.fullness for one in known), default=0.0)
    if piece.margin == NO_MARGIN and all(one.room is None for one in known):
        foot = max((each.rect[3] for page in pages for each in page.pieces), default=0.0)
        full = foot / PX_PER_MM / piece.size.height
    elif all(one.holds for one in known):
        full = min(full, 1.0)
    if full <= 1 and all(one.holds for one in known):
        return full if held else inf
    return full if full > 1 else inf
