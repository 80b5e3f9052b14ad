"""A sheet: regions side by side on a page, each holding records in their brief form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aidgen.assets.papers import Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Block
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.entries import Entry, below

COLUMNS = 12
"""The width of a sheet, by which a block's `width` counts."""
MARGIN, GUTTER = 9.0, 3.2
"""Space in mm at the sides of the page, and between two blocks."""
HEAD = 7.5
"""Space in mm above and below what is on a page."""
SMALLEST, LARGEST = 8.0, 14.0
"""Type in pt: smaller cannot be read at arm's length, and larger looks no better."""
LARGEST_TO_WRITE_ON = 10.5
"""The largest type of a form, in pt: room that it does not need to be read is for writing."""


@dataclass(frozen=True)
class Region:
    """A block in its place: its id, its width in mm, and the records in it."""

    name: str
    block: Block
    width: float
    entries: tuple[Entry, ...]


def in_rows(canon: Canon, aid: Aid, size: Size, margin: float = MARGIN) -> Mapping[str, Any]:
    """Return the pages of a sheet, each as rows of blocks: as many as their widths allow."""
    pages: list[list[list[Region]]] = []
    room = 0
    column = (size.width - 2 * margin + GUTTER) / COLUMNS
    for name, block in aid.blocks.items():
        if block.new_page or not pages:
            pages.append([])
            room = 0
        if block.width > room:
            pages[-1].append([])
            room = COLUMNS
        width = round(block.width * column - GUTTER, 3)
        entries = below(canon, block.contents, block.title)
        pages[-1][-1].append(Region(name, block, width, entries))
        room -= block.width
    least, most = bounds(aid)
    return {
        "pages": pages,
        "margin": margin,
        "gutter": GUTTER,
        "head": HEAD,
        "least": least,
        "most": most,
    }


def bounds(aid: Aid) -> tuple[float, float]:
    """Return the smallest and largest type in pt that the pages of an aid may be set in."""
    largest = aid.text_size or (LARGEST_TO_WRITE_ON if aid.kind == "form" else LARGEST)
    return min(aid.shrink_to or SMALLEST, largest), largest


SHEET = Kind("sheet", papers=("A4", "A5", "Letter"), holds="blocks", smallest_type=8, view=in_rows)
