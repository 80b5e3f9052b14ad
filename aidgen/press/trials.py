"""Type that is chosen by the layout, piece by piece, and how a page is filled in that type.

In the HTML of a piece a box has `data-fit`, one whose content is to stand in its middle
`data-centre`, a page that is to be filled `data-fill`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from xml.etree.ElementTree import Element

from aidgen.page.pieces import Piece, Room, Style, together
from aidgen.press.boxes import PX_PER_MM
from aidgen.press.centring import CENTRE, Rooms, centre, rooms_of
from aidgen.press.copyfit import Range, copyfit
from aidgen.press.engine import Source
from aidgen.press.filling import MOST_AIR, filled
from aidgen.press.layout import Fitting, fittings, lost, set_texts
from aidgen.press.pieces import LaidPage, grouped
from aidgen.press.reading import PIECE
from aidgen.press.sheets import Sheet, height_of, is_sheet, measured, sheets_of, spread

BLANK = 0.06
"""Which part of a page may stay blank: more of it looks as if something were missing."""
NO_MARGIN = "0"
NONE: Mapping[Piece, Sequence[Room]] = MappingProxyType({})
SPARE = 0.1
"""By how much in mm a page is filled less than it could be: lengths are rounded."""


@dataclass(frozen=True)
class Largest:
    """The largest type in pt that a piece is held in, and how the boxes to be centred are then."""

    type_size: float
    rooms: tuple[Room, ...]
    """None of a piece that was not measured in that type."""


def largest(pieces: Sequence[Piece]) -> tuple[Largest, ...]:
    """Return the largest type, of their choice, in which each of some pieces is held.

    It is if nothing leaves its place, goes on elsewhere or is left out, as what lies beyond the end
    of the page may be. All have one head, and a choice. Raises Unequipped.
    """
    trials = _Trials(pieces)
    sizes = copyfit(trials.ranges, trials.measure)
    return tuple(
        Largest(sizes[piece], trials.rooms.get((piece, sizes[piece]), ())) for piece in pieces
    )


Measured = Mapping[Piece, Sequence[Room]]
"""What is known of pieces that can be set in one type alone."""


def settled(pieces: Sequence[Piece], measured_before: Measured = NONE) -> tuple[Piece, ...]:
    """Return pieces as they are to be set: within their choice, their pages filled.

    A piece is set in its smallest type; a page that would stay blank in part, in a larger one. Then
    the room that is left is shared out, and what has little on it stands in the middle. What was
    `measured_before` is not measured again. All have one head, and a choice. Raises Unequipped.
    """
    trials = _Trials(pieces)
    before = {piece: _styles(trials.mains[piece]) for piece in pieces}
    sizes = {piece: one.least for piece, one in trials.ranges.items()}
    trials.write(sizes)
    pages = {page: piece for piece in pieces if (page := trials.page(piece)) is not None}
    if pages:
        sheets = measured(trials.source, pages)
        larger = {
            pages[page]: trials.ranges[pages[page]]
            for page, sheet in sheets.items()
            if _blank(sheet) > BLANK * height_of(page) and trials.ranges[pages[page]].has_choice
        }
        if larger:
            sizes |= copyfit(larger, trials.measure)
            trials.write(sizes)
            sheets = measured(trials.source, pages)
        for sheet in sheets.values():
            spread(sheet, filled([row.row for row in sheet.rows], sheet.room - SPARE))
    short = {box: piece for piece in pieces for box in _centred(trials.mains[piece])}
    if short:
        with trials.alone({*short.values()}):
            centre(trials.source, short, trials.known(measured_before))
    return tuple(
        piece.settled(sizes[piece], _written(before[piece], _styles(trials.mains[piece])))
        for piece in pieces
    )


def _centred(main: Element) -> Iterator[Element]:
    return (element for element in main.iter() if element.get(CENTRE) is not None)


def _blank(sheet: Sheet) -> float:
    """Return what stays blank of a page, in mm, with as much air as there can be."""
    return sheet.room - sum(row.row.taken(MOST_AIR) for row in sheet.rows)


def _styles(main: Element) -> tuple[Style, ...]:
    return tuple(
        Style(number, element.get("style", ""), element.get("class", ""))
        for number, element in enumerate(main.iter())
    )


def _written(before: Sequence[Style], after: Sequence[Style]) -> tuple[Style, ...]:
    """Return the styles that have been changed; that of the piece itself is its own."""
    return tuple(new for old, new in zip(before[1:], after[1:], strict=True) if old != new)


def write_styles(main: Element, styles: Sequence[Style]) -> None:
    """Write into the elements of a piece how it was settled that they are to look."""
    written = {style.element: style for style in styles}
    for number, element in enumerate(main.iter() if written else ()):
        if number in written:
            element.set("style", written[number].style)
            element.set("class", written[number].classes)


class _Trials:
    """Pieces of one head in an HTML document, set again and again in other type."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.source = Source(together(pieces))
        self.mains = dict(zip(pieces, self.source.root.iter(PIECE), strict=True))
        self._body = next(self.source.root.iter("body"))
        self.rooms: dict[tuple[Piece, float], tuple[Room, ...]] = {}
        """The boxes to be centred of pieces that were measured in some size."""
        self.ranges = {
            piece: Range(piece.choice.least, piece.choice.most) for piece in pieces if piece.choice
        }

    def page(self, piece: Piece) -> Element | None:
        """Return the page to be filled that a piece is, None if it is none."""
        return next(filter(is_sheet, self.mains[piece].iter()), None)

    def write(self, sizes: Mapping[Piece, float]) -> None:
        """Set pieces in type of these sizes in pt."""
        for piece, size in sizes.items():
            self.mains[piece].set("style", piece.sized(size).style)

    @contextmanager
    def alone(self, pieces: Collection[Piece]) -> Iterator[None]:
        """Have only some pieces set for a while: what is not set costs no time."""
        self._body[:] = [main for piece, main in self.mains.items() if piece in pieces]
        yield
        self._body[:] = list(self.mains.values())

    def measure(self, sizes: Mapping[Piece, float]) -> Mapping[Piece, float]:
        """Return how full pieces are in these sizes, as `copyfit` asks for it."""
        self.write(sizes)
        with self.alone(sizes):
            laid_out = self.source.laid_out(endless=True).pages
        groups = grouped(laid_out, {self.mains[piece]: piece for piece in sizes})
        found = {
            piece: _Found(pages, tuple(fittings(pages)))
            for piece in sizes
            for pages in (groups[self.mains[piece]],)
        }
        for piece, one in found.items():
            self.rooms[piece, sizes[piece]] = self._rooms(piece, one)
        faces = {piece: one for piece, one in found.items() if self.page(piece) is None}
        known = {piece: _fullness(piece, self.mains[piece], one) for piece, one in faces.items()}
        if len(faces) < len(found):
            known |= self._full_pages(laid_out, found)
        return {piece: full for piece, full in known.items() if full < inf}

    def _rooms(self, piece: Piece, found: _Found) -> tuple[Room, ...]:
        rooms = rooms_of(found.fittings)
        return tuple(
            Room(number, *rooms[element])
            for number, element in enumerate(self.mains[piece].iter())
            if element.get(CENTRE) is not None and element in rooms
        )

    def known(self, measured: Measured) -> Rooms:
        """Return what was measured of the elements of pieces."""
        return {
            element: (numbers[number].room, numbers[number].height)
            for piece in self.mains
            if (numbers := {room.element: room for room in measured.get(piece, ())})
            for number, element in enumerate(self.mains[piece].iter())
            if number in numbers
        }

    def _full_pages(
        self, laid_out: Sequence[LaidPage], found: Mapping[Piece, _Found]
    ) -> dict[Piece, float]:
        crowded = {
            fitting.element
            for one in found.values()
            for fitting in one.fittings
            if not fitting.holds
        }
        pages = {page: piece for piece in found if (page := self.page(piece)) is not None}
        return {
            pages[page]: (height_of(page) - sheet.room) / (height_of(page) - SPARE)
            for page, sheet in sheets_of(laid_out, pages).items()
            if crowded.isdisjoint(page.iter())
        }


@dataclass(frozen=True)
class _Found:
    """The pages of a piece as they were laid out, and how its cards and regions fit."""

    pages: tuple[LaidPage, ...]
    fittings: tuple[Fitting, ...]


def _fullness(piece: Piece, main: Element, found: _Found) -> float:
    """Return how much of its room a piece needs; over 1 if it does not hold all of its content.

    What no box of a fixed height holds, its page has to: one without margins is as high as that.
    """
    known, pages = found.fittings, found.pages
    held = len(pages) == 1 and not any(lost(main, set_texts(pages)))
    full = max((one.fullness for one in known), default=0.0)
    if piece.margin == NO_MARGIN and all(one.room is None for one in known):
        foot = max((each.rect[3] for page in pages for each in page.pieces), default=0.0)
        full = foot / PX_PER_MM / piece.size.height
    elif all(one.holds for one in known):
        full = min(full, 1.0)
    if full <= 1 and all(one.holds for one in known):
        return full if held else inf
    return full if full > 1 else inf
