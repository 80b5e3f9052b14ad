"""Lines that end too early: there was room for the word with which the next line begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aidgen.page.layout import Sheet

SPARE = 1.5
"""How much in pt must be left beside a word for which there was room.

Kerning and rounding make up less than 0.5; the lines that the engine breaks by mistake (see `GAP`
in `page/markdown.py`) leave half a line and more.
"""


@dataclass(frozen=True)
class EarlyBreak:
    """A line that was broken before a word for which there was room."""

    page: int
    text: str
    """The line."""
    word: str
    """What it has room for."""
    spare: float
    """What would be left of the line in pt."""
    context: str = ""
    """The msgctxt of its text, if it is one of the canon."""

    def __str__(self) -> str:
        """Say which line it is."""
        return f"page {self.page}: the line “{self.text}” has room for “{self.word}”"


def early_breaks(sheets: Sequence[Sheet]) -> Iterator[EarlyBreak]:
    """Yield the lines of laid out pages that end though the next word has room on them."""
    for page, sheet in enumerate(sheets, start=1):
        for line in sheet.lines:
            spare = line.room - line.width
            if line.following and spare > SPARE:
                spared = round(spare, 1)
                yield EarlyBreak(page, line.text, line.following, spared, line.context)
