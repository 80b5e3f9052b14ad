"""Long tables of a book: they are set in segments, with the columns of their widest rows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from aidgen.assets.faces import FontFace, faces
from aidgen.page.pieces import BREAK, Body, BodyUnit, Piece, join_units, open_tags, with_style

# A table; ours have none within.
TABLE = re.compile(r"<table\b[^>]*>.*?</table>", re.DOTALL)
# The rows of a table below its head.
ROWS = re.compile(r"(?<=<tbody>).*(?=</tbody>)", re.DOTALL)
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
# What is drawn in a line like a letter.
DRAWN = re.compile(r'<(?:img|svg)\b|class="icon\b')
COLUMNS_FACE = "Source-Sans-Pro"
"""The face that cells are measured in: it only decides which are looked at in their own."""
UNDIVIDED = 13
"""From how many letters on a word in a cell may be divided, as in `base.css`."""
FIXED = "table-layout:fixed"
"""The style of a table whose columns have the widths that are written there."""
WIDEST = 6
"""How many rows are looked at for the widest cell, word and undivided word of each column."""


@dataclass(frozen=True)
class LongTable:
    """A table that is divided between rows."""

    html: str
    """With `BREAK` wherever a page may begin a segment."""
    around: tuple[str, ...]
    """The tags that are open around it, the outermost first."""


def long_tables(body: Body) -> tuple[LongTable, ...]:
    """Return the long tables of a body."""
    inner = body.marked.inner
    return tuple(
        LongTable(table[0], open_tags(inner[: table.start()].replace(BREAK, "")))
        for table in TABLE.finditer(inner)
        if BREAK in table[0]
    )


def widest_rows(table: LongTable, like: Piece) -> Piece:
    """Return a piece with the rows of a table that decide the widths of its columns."""
    html = table.html.replace(BREAK, "")
    shown = ROWS.sub(lambda rows: "".join(_widest(ROW.findall(rows[0]))), html, count=1)
    unit = BodyUnit(shown, table.around)
    return replace(like, inner=join_units([unit]) + unit.closing)


def _widest(rows: Sequence[str]) -> Iterator[str]:
    """Yield the rows with the widest cells and words of each column, in their order."""
    face = faces()[COLUMNS_FACE]
    measured = [[_measures(cell, face) for cell in CELL.findall(row)] for row in rows]
    kept: set[int] = set()
    for column in range(max(map(len, measured), default=0)):
        has_cell = [number for number, row in enumerate(measured) if column < len(row)]
        for measure in range(len(MEASURES)):
            ordered = sorted(has_cell, key=lambda n: -measured[n][column][measure])
            kept.update(ordered[:WIDEST])
    yield from (rows[number] for number in sorted(kept))


def _measures(cell: str, face: FontFace) -> tuple[float, ...]:
    """Return how wide in em a cell is by each of `MEASURES`."""
    drawn = len(DRAWN.findall(cell))
    text = unescape(TAG.sub("", cell))
    return tuple(drawn + measure(text, face) for measure in MEASURES)


def _widest_word(text: str, face: FontFace, most: float = math.inf) -> float:
    words = (word for word in text.replace("\n", " ").split(" ") if len(word) < most)
    return max(map(face.length, words), default=0.0)


MEASURES: Sequence[Callable[[str, FontFace], float]] = (
    lambda text, face: face.length(text),
    _widest_word,
    lambda text, face: _widest_word(text, face, UNDIVIDED),
)
"""Of what the width of a column may depend."""


def with_columns(body: Body, table: LongTable, widths: Sequence[float]) -> Body:
    """Return a body in which the first such table has columns of some widths in px.

    Without them, it is not divided.
    """
    columns = "".join(f'<col style="width:{_rounded(width)}px">' for width in widths)
    html = TAG.sub(
        lambda tag: f"{with_style(tag[0], FIXED)}<colgroup>{columns}</colgroup>", table.html, 1
    )
    if not widths:
        html = table.html.replace(BREAK, "")
    return Body(replace(body.marked, inner=body.marked.inner.replace(table.html, html, 1)))


def _rounded(width: float) -> float:
    """Return a width no larger than it is: columns may not be wider than their table."""
    return math.floor(width * 1000) / 1000
