"""What stands in the margins of each page, held against what the page promises there.

Running titles, folios and marks are in no structure: they are not read aloud, and no text of the
page leads to them. Each is promised all the same, by its margin box and from a place in the text
on. That what is laid out in a margin is drawn there is held by the proof as of every other text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.game.texts import letters_without_hyphens
from aidgen.page.layout import Sheet
from aidgen.page.promises import Margin


@dataclass(frozen=True)
class Misplaced:
    """A margin box that does not show what it should on a page."""

    page: int
    box: str
    """As in `top-left`."""
    found: str
    """The words in it; none if it is empty."""
    expected: str
    """The words that should be in it; none if it should be empty."""
    context: str = ""
    """The msgctxt of the first of the words that are expected."""

    def __str__(self) -> str:
        """Say what was found in the margin, and what was expected."""
        found = f"“{self.found}”" if self.found else "nothing"
        expected = f"“{self.expected}”" if self.expected else "nothing"
        return f"page {self.page}: has {found} in its margin at the {self.box}, expected {expected}"


def margins(
    promised: Sequence[Margin], openings: Sequence[int], sheets: Sequence[Sheet]
) -> Iterator[Misplaced]:
    """Yield the margin boxes that do not show what is `promised`, page by page.

    `openings` say which promise the first words of each page are a part of, as `openings` finds
    it; `sheets` are the pages as they were laid out.
    """
    for page, (sheet, opening) in enumerate(zip(sheets, openings, strict=True), start=1):
        found, expected = _shown(sheet), _expected(promised, page, opening)
        for box in sorted({*found, *expected}):
            words, margin = found.get(box, ""), expected.get(box)
            wanted = _words(margin, page, len(sheets))
            if letters_without_hyphens(words) != letters_without_hyphens(wanted):
                yield Misplaced(page, box, words, wanted, margin.context if margin else "")


def openings(
    starts: Sequence[tuple[int, int]], places: Sequence[int | None], pages: int
) -> tuple[int, ...]:
    """Return, for each of `pages`, which promise its first words are a part of; -1 for none.

    `starts` say where in the words of the PDF each piece of text begins, and on which page;
    `places` where each promise begins there, None of one that is nowhere, and of a table. A page
    without words goes on with what stands before it.
    """
    begun = sorted((place, number) for number, place in enumerate(places) if place is not None)
    found: list[int] = []
    for page in range(1, pages + 1):
        here = [place for place, on in starts if on == page]
        before = [place for place, on in starts if on < page]
        first = min(here) if here else max(before, default=-1)
        known = bisect_right(begun, first, key=lambda pair: pair[0])
        found.append(begun[known - 1][1] if known else -1)
    return tuple(found)


def _shown(sheet: Sheet) -> Mapping[str, str]:
    """Return the words that are laid out in each margin box of a page."""
    found: dict[str, str] = defaultdict(str)
    for run in sheet.runs:
        if run.margin:
            found[run.margin] += run.text
    return {box: " ".join(words.split()) for box, words in found.items() if words.strip()}


def _expected(promised: Sequence[Margin], page: int, opening: int) -> Mapping[str, Margin]:
    """Return what is promised of each margin box of a page that opens with a promise."""
    side = "right" if page % 2 else "left"
    begun = [margin for margin in promised if margin.start <= opening]
    return {_box(margin.box, side): margin for margin in begun if margin.pages in ("all", side)}


def _box(name: str, side: str) -> str:
    """Return the margin box that `name` means on a page: `outer` and `inner` are left or right."""
    other = "left" if side == "right" else "right"
    return name.replace("outer", side).replace("inner", other)


def _words(margin: Margin | None, page: int, pages: int) -> str:
    if margin is None:
        return ""
    return f"{page}/{pages}" if margin.folio else margin.words
