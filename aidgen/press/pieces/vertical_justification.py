"""Filling a page: distributes the room that its content leaves to its rows and blocks.

Nothing here knows how pages are made: the caller measures them. Lengths are in mm.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from aidgen.page.measures import BlockMeasure, PageMeasure, RowMeasure
from aidgen.press.engine.boxes import PX_PER_MM, BoxEdges
from aidgen.press.engine.document import HtmlDocument
from aidgen.press.engine.pages import LaidPage
from aidgen.press.pieces.faults import BoxFit, box_fits

MAX_AIR = 2.4
"""How much air may be let into a block: about half a line, beyond which it falls apart."""
MAX_STRETCH = 0.25
"""The part of its height by which a row may grow when its blocks have all their spacing.

More would leave boxes half empty; the remaining room stays blank, and shows that the aid has too
little content for its paper.
"""
SPARE_ROOM = 0.1
"""By how much in mm a page or card is filled less than it could be: lengths are rounded."""
AIR_ROUNDS = 20
"""How often the air of a page is halved towards what fills it: to a thousandth of a mm."""


@dataclass(frozen=True)
class FilledBlock:
    """A block as it was set: the room below its content, and its growth for each mm of air."""

    room: float
    growth: float

    def taken(self, air: float) -> float:
        """Return how much higher its row has to be, if so much air is let in."""
        return max(0.0, self.growth * air - self.room)

    def air(self, more: float) -> float:
        """Return the air that fills it, if its row is higher by `more`."""
        if self.growth <= 0:
            return 0.0
        return min(MAX_AIR, max(0.0, self.room + more) / self.growth)


@dataclass(frozen=True)
class BlockRow:
    """Blocks side by side, and their common height."""

    height: float
    blocks: tuple[FilledBlock, ...]
    alike: float = 0.0
    """By how many mm they may differ and still get the same spacing, to align their lines."""

    def airs(self, more: float) -> tuple[float, ...]:
        """Return the air that fills each block, if the row is higher by `more`."""
        rooms = [block.room for block in self.blocks]
        airs = tuple(block.air(more) for block in self.blocks)
        growing = [air for block, air in zip(self.blocks, airs, strict=True) if block.growth > 0]
        if growing and max(rooms) - min(rooms) < self.alike:
            return (min(growing),) * len(airs)
        return airs

    def taken(self, air: float) -> float:
        """Return how much higher it has to be, if so much air is let in."""
        return max((block.taken(air) for block in self.blocks), default=0.0)


@dataclass(frozen=True)
class RowHeight:
    """A row of a page that is filled: its height, and the air in each of its blocks."""

    height: float
    airs: tuple[float, ...]


def justify_rows(rows: Sequence[BlockRow], room: float) -> tuple[RowHeight, ...]:
    """Return the rows of a page, stretched to fill the `room` below them.

    All get the same spacing, as much as there is room for; if they have `MAX_AIR`, each row grows
    in proportion to its height, by `MAX_STRETCH` at most. A block that is less full than its
    neighbours gets more spacing, so that all end at the same height.
    """
    air = _largest_air(rows, room)
    taken = [row.taken(air) for row in rows]
    over = max(0.0, room - sum(taken))
    high = sum(row.height for row in rows) or 1.0
    stretch = min(MAX_STRETCH, over / high)
    more = [own + stretch * row.height for own, row in zip(taken, rows, strict=True)]
    return tuple(
        RowHeight(row.height + own, row.airs(own)) for own, row in zip(more, rows, strict=True)
    )


def _largest_air(rows: Sequence[BlockRow], room: float) -> float:
    """Return the most air that all `rows` can have in the `room`."""
    least, most = 0.0, MAX_AIR
    if sum(row.taken(most) for row in rows) <= room:
        return most
    for _ in range(AIR_ROUNDS):
        middle = (least + most) / 2
        if sum(row.taken(middle) for row in rows) <= room:
            least = middle
        else:
            most = middle
    return least


@dataclass(frozen=True)
class CentredCard:
    """A card with centred content: its spacing, and the room above and below it."""

    air: float
    above: float


def centre_card(face: FilledBlock) -> CentredCard:
    """Return the layout of a card that leaves room: with spacing, and the rest split in halves."""
    air = face.air(0.0)
    left = max(0.0, face.room - face.growth * air)
    return CentredCard(air, left / 2)


JUSTIFY_ATTRIBUTE, ROW_ATTRIBUTE, SPREAD_ATTRIBUTE = "data-fill", "data-row", "data-spread"
TRIAL_AIR = 1.0
"""The spacing in mm used to measure how much room a mm of it takes."""


@dataclass(frozen=True)
class PageRow:
    """A row, the blocks in it, and how they were laid out."""

    blocks: tuple[Element, ...]
    row: BlockRow
    frames: tuple[float, ...]
    """What the frame of each block adds, in mm, to its given height."""


@dataclass(frozen=True)
class FilledPage:
    """A page, the room in mm left at its foot (negative if it overflows), its rows."""

    room: float
    rows: tuple[PageRow, ...]


def is_filled_page(element: Element) -> bool:
    """Tell whether an element is a page to fill."""
    return element.get(JUSTIFY_ATTRIBUTE) is not None


def fill_height(page: Element) -> float:
    """Return the height of a page in mm."""
    return float(page.get(JUSTIFY_ATTRIBUTE, 0))


def measure_pages(
    pages: Sequence[LaidPage], sheets: Collection[Element]
) -> Mapping[Element, PageMeasure]:
    """Return the measures of those of `sheets` that were laid out, without any spacing."""
    places = _element_edges(pages)
    return {sheet: _measure_page(sheet, places) for sheet in sheets if sheet in places}


def measure_air(
    source: HtmlDocument, sheets: Mapping[Element, PageMeasure]
) -> Mapping[Element, FilledPage]:
    """Return `sheets`, measured without air, with what air would take in their blocks."""
    for sheet in sheets:
        _write_air(sheet, TRIAL_AIR)
    places = _element_edges(source.lay_out(endless=True).pages)
    for sheet in sheets:
        _write_air(sheet, 0)
    return {sheet: _filled_page(sheet, measure, places) for sheet, measure in sheets.items()}


ElementEdges = Mapping[Element, BoxEdges]
"""Where elements were laid out, in px downwards."""


def _element_edges(pages: Sequence[LaidPage]) -> ElementEdges:
    return {
        box.element: box.edges
        for page in pages
        for box in page.page.root.descendants()
        if box.element is not None and box.edges is not None and not box.generated
    }


def _measure_page(sheet: Element, places: ElementEdges) -> PageMeasure:
    room = fill_height(sheet) - _height_in_mm(places[sheet])
    return PageMeasure(
        room, tuple(_measure_row(_row_blocks(row, places), places) for row in _page_rows(sheet))
    )


def _page_rows(sheet: Element) -> Iterator[Element]:
    return (row for row in sheet if row.get(ROW_ATTRIBUTE) is not None)


def _row_blocks(row: Element, places: ElementEdges) -> tuple[Element, ...]:
    """Return the blocks of a row that were laid out: no comment, and nothing that is hidden."""
    return tuple(block for block in row if block in places)


def _measure_row(blocks: Sequence[Element], places: ElementEdges) -> RowMeasure:
    height = max((_height_in_mm(places[block]) for block in blocks), default=0.0)
    return RowMeasure(height, tuple(_measure_block(block, places) for block in blocks))


def _measure_block(block: Element, places: ElementEdges) -> BlockMeasure:
    inside, border, padding = _growing_part(block), places[block].border, places[block].padding
    frame = (border[3] - border[1] - padding[3] + padding[1]) / PX_PER_MM
    if inside is None or inside not in places:
        return BlockMeasure(0.0, 0.0, frame)
    room = (padding[3] - places[inside].border[3]) / PX_PER_MM
    return BlockMeasure(room, _height_in_mm(places[inside]), frame)


def _growing_part(block: Element) -> Element | None:
    return next((child for child in block if child.get(SPREAD_ATTRIBUTE) is not None), None)


def _filled_page(sheet: Element, measure: PageMeasure, aired: ElementEdges) -> FilledPage:
    rows = zip(_page_rows(sheet), measure.rows, strict=True)
    return FilledPage(measure.room, tuple(_page_row(row, known, aired) for row, known in rows))


def _page_row(row: Element, measure: RowMeasure, aired: ElementEdges) -> PageRow:
    blocks = _row_blocks(row, aired)
    inner = zip(blocks, measure.blocks, strict=True)
    grown = tuple(_block_growth(_growing_part(block), known, aired) for block, known in inner)
    alike = float(row.get(ROW_ATTRIBUTE) or 0)
    frames = tuple(block.frame for block in measure.blocks)
    return PageRow(blocks, BlockRow(measure.height, grown, alike), frames)


def _block_growth(
    inside: Element | None, measure: BlockMeasure, aired: ElementEdges
) -> FilledBlock:
    if inside is None or inside not in aired or len(inside) == 0:
        return FilledBlock(0.0, 0.0)
    return FilledBlock(measure.room, (_height_in_mm(aired[inside]) - measure.content) / TRIAL_AIR)


def _height_in_mm(edges: BoxEdges) -> float:
    return (edges.border[3] - edges.border[1]) / PX_PER_MM


def write_rows(sheet: FilledPage, rows: Sequence[RowHeight]) -> None:
    """Write into the blocks of a page how high their rows are, and their air."""
    for row, given in zip(sheet.rows, rows, strict=True):
        for block, frame, air in zip(row.blocks, row.frames, given.airs, strict=True):
            style = re.sub(r"(?<![-\w])height:[^;]*;?", "", block.get("style", "")).rstrip(";")
            block.set("style", f"{style};height:{given.height - frame:.2f}mm")
            _write_air(block, air)


def _write_air(element: Element, air: float) -> None:
    """Let air into an element, in mm."""
    style = re.sub(r";?--air:[^;]*", "", element.get("style", "")).rstrip(";")
    element.set("style", f"{style};--air:{air:.3f}mm".lstrip(";"))


CENTRE_ATTRIBUTE = "data-centre"


CardRooms = Mapping[Element, float]
"""The room in mm at the foot of each card."""


def centre_cards(source: HtmlDocument, cards: Collection[Element], known: CardRooms) -> None:
    """Write the positions of their content into `cards`, which all ask for it.

    Those in `known` are not measured again.
    """
    tight = known if all(card in known for card in cards) else _measure_rooms(source)
    for card in cards:
        _write_centred(card, CentredCard(TRIAL_AIR, 0.0))
    airy = _measure_rooms(source)
    for card in cards:
        room = tight.get(card, 0.0)
        growth = room - airy.get(card, 0.0)
        face = FilledBlock(max(0.0, room - SPARE_ROOM), max(0.0, growth))
        _write_centred(card, centre_card(face))


def _write_centred(card: Element, how: CentredCard) -> None:
    style = re.sub(r";?(--air|padding-top):[^;]*", "", card.get("style", "")).strip(";")
    new = f"--air:{how.air:.3f}mm;padding-top:{how.above:.2f}mm"
    card.set("style", f"{style};{new}".lstrip(";"))


AIR_LENGTHS = re.compile(r"(--air|padding-top):[^;]*")


def remove_excess_air(pages: Sequence[LaidPage]) -> bool:
    """Take the air out of cards and blocks that it makes too full; tell whether there was one.

    How much of it there is room for was worked out from its first millimetre. Where margins of a
    pack's own style collapse with ours, the next may take more.
    """
    crowded = [
        (fitting.element, style)
        for fitting in box_fits([page for page in pages if page.fits])
        if not fitting.holds and "--air:" in (style := fitting.element.get("style", ""))
    ]
    for element, style in crowded:
        element.set("style", AIR_LENGTHS.sub(r"\1:0mm", style))
    return bool(crowded)


def _measure_rooms(source: HtmlDocument) -> CardRooms:
    return card_rooms(box_fits(source.lay_out(endless=True).pages))


def card_rooms(fittings: Iterable[BoxFit]) -> CardRooms:
    """Return the free room of laid out elements that do not grow with their content."""
    return {fitting.element: fitting.room for fitting in fittings if fitting.room is not None}
