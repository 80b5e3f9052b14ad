"""Pages of sheets as they were laid out: how much room their rows and blocks leave.

In the HTML a page has `data-fill`, its height in mm; a row in it `data-row`, which may say by how
many mm its blocks may differ and still be alike; a block `data-fit`;
and what is in a block and takes the air that is let into it (`--air`), `data-spread`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from aidgen.page.measures import BlockMeasure, PageMeasure, RowMeasure
from aidgen.press.engine.boxes import PX_PER_MM, Edges
from aidgen.press.engine.document import Source
from aidgen.press.engine.pages import LaidPage
from aidgen.press.pieces.vertical_justification import Block, Filled, Row

FILL, ROW, SPREAD = "data-fill", "data-row", "data-spread"
TRIAL = 1.0
"""Air in mm with which it is measured what a mm of it takes."""


@dataclass(frozen=True)
class SetRow:
    """A row, the blocks in it, and how they were laid out."""

    blocks: tuple[Element, ...]
    row: Row
    frames: tuple[float, ...]
    """What the frame of each block adds, in mm, to the height that it is given."""


@dataclass(frozen=True)
class Sheet:
    """A page, the room in mm that is left at its foot (below zero if there is none), its rows."""

    room: float
    rows: tuple[SetRow, ...]


def is_sheet(element: Element) -> bool:
    """Tell whether an element is a page that is to be filled."""
    return element.get(FILL) is not None


def height_of(page: Element) -> float:
    """Return the height of a page in mm."""
    return float(page.get(FILL, 0))


def bare(pages: Sequence[LaidPage], sheets: Collection[Element]) -> Mapping[Element, PageMeasure]:
    """Return what was measured of those of `sheets` that were laid out, without any air."""
    places = _places(pages)
    return {sheet: _page(sheet, places) for sheet in sheets if sheet in places}


def aired(source: Source, sheets: Mapping[Element, PageMeasure]) -> Mapping[Element, Sheet]:
    """Return `sheets`, measured without air, with what air would take in their blocks."""
    for sheet in sheets:
        _let_in(sheet, TRIAL)
    places = _places(source.laid_out(endless=True).pages)
    for sheet in sheets:
        _let_in(sheet, 0)
    return {sheet: _sheet(sheet, measure, places) for sheet, measure in sheets.items()}


Places = Mapping[Element, Edges]
"""Where elements were laid out, in px downwards."""


def _places(pages: Sequence[LaidPage]) -> Places:
    return {
        box.element: box.edges
        for page in pages
        for box in page.page.root.descendants()
        if box.element is not None and box.edges is not None and not box.generated
    }


def _page(sheet: Element, places: Places) -> PageMeasure:
    room = height_of(sheet) - _height(places[sheet])
    return PageMeasure(room, tuple(_bare_row(tuple(row), places) for row in _rows(sheet)))


def _rows(sheet: Element) -> Iterator[Element]:
    return (row for row in sheet if row.get(ROW) is not None)


def _bare_row(blocks: Sequence[Element], places: Places) -> RowMeasure:
    height = max(_height(places[block]) for block in blocks)
    return RowMeasure(height, tuple(_bare_block(block, places) for block in blocks))


def _bare_block(block: Element, places: Places) -> BlockMeasure:
    inside, border, padding = _inside(block), places[block].border, places[block].padding
    frame = (border[3] - border[1] - padding[3] + padding[1]) / PX_PER_MM
    if inside is None or inside not in places:
        return BlockMeasure(0.0, 0.0, frame)
    room = (padding[3] - places[inside].border[3]) / PX_PER_MM
    return BlockMeasure(room, _height(places[inside]), frame)


def _inside(block: Element) -> Element | None:
    return next((child for child in block if child.get(SPREAD) is not None), None)


def _sheet(sheet: Element, measure: PageMeasure, aired: Places) -> Sheet:
    rows = zip(_rows(sheet), measure.rows, strict=True)
    return Sheet(measure.room, tuple(_row(row, known, aired) for row, known in rows))


def _row(row: Element, measure: RowMeasure, aired: Places) -> SetRow:
    blocks = tuple(row)
    inner = zip(blocks, measure.blocks, strict=True)
    grown = tuple(_block(_inside(block), known, aired) for block, known in inner)
    alike = float(row.get(ROW) or 0)
    frames = tuple(block.frame for block in measure.blocks)
    return SetRow(blocks, Row(measure.height, grown, alike), frames)


def _block(inside: Element | None, measure: BlockMeasure, aired: Places) -> Block:
    if inside is None or inside not in aired or len(inside) == 0:
        return Block(0.0, 0.0)
    return Block(measure.room, (_height(aired[inside]) - measure.content) / TRIAL)


def _height(edges: Edges) -> float:
    return (edges.border[3] - edges.border[1]) / PX_PER_MM


def spread(sheet: Sheet, rows: Sequence[Filled]) -> None:
    """Write into the blocks of a page how high their rows are, and their air."""
    for row, given in zip(sheet.rows, rows, strict=True):
        for block, frame, air in zip(row.blocks, row.frames, given.airs, strict=True):
            style = re.sub(r"(?<![-\w])height:[^;]*;?", "", block.get("style", "")).rstrip(";")
            block.set("style", f"{style};height:{given.height - frame:.2f}mm")
            _let_in(block, air)


def _let_in(element: Element, air: float) -> None:
    """Let air into an element, in mm."""
    style = re.sub(r";?--air:[^;]*", "", element.get("style", "")).rstrip(";")
    element.set("style", f"{style};--air:{air:.3f}mm".lstrip(";"))
