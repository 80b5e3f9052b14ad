"""Promises held against what a PDF says: texts in their order, cells, and no other numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from aidgen.game.figures import neutral
from aidgen.game.texts import letters_without_hyphens
from aidgen.language.quantities import is_same_figure, parse_quantity
from aidgen.page.faults import Fault
from aidgen.page.promises import Promise
from aidgen.proof.glyphs import Drawn
from aidgen.proof.readback import Readback

Grid = Sequence[Sequence[str]]
"""The words of a table, row by row and cell by cell."""
APART = 300
"""How many letters that nobody promised may stand between two promised texts."""
# ·2/3: the number of a sheet among the others
COUNTED = re.compile(r"·\d+/\d+")


class Kept:
    """A PDF read again with its promises: where each is kept, and which are not."""

    def __init__(self, said: Readback, promises: Sequence[Promise]) -> None:
        """Look for each of `promises`, in their order."""
        self.said, self.promises = said, promises
        self.places = tuple(_places(said.words, promises))
        """Where in the words each begins; None of a table, and of what is not there."""
        begun = sorted(
            (place, number) for number, place in enumerate(self.places) if place is not None
        )
        self._starts, self._numbers = [place for place, _ in begun], [number for _, number in begun]

    @property
    def pages(self) -> tuple[int, ...]:
        """The number of the page on which each promise is kept; 0 if it is nowhere, or a table."""
        return tuple(0 if at is None else self.said.page_at(at) for at in self.places)

    def promise_of(self, run: Drawn) -> Promise | None:
        """Return the promise that a run of text keeps, None if nobody promised it."""
        place = run.page, run.mcid
        if place in self.said.in_tables:
            tables = [promise for promise in self.promises if promise.rows]
            number = self.said.in_tables[place]
            return tables[number] if number < len(tables) else None
        at = self.said.places.get(place)
        before = bisect_right(self._starts, at) - 1 if at is not None else -1
        if at is None or before < 0:
            return None
        promise = self.promises[self._numbers[before]]
        return (
            promise
            if at < self._starts[before] + len(letters_without_hyphens(promise.text))
            else None
        )

    def faults(self) -> tuple[Fault, ...]:
        """Return what is not printed as promised; if all is, the numbers that nobody promised."""
        tables = [promise for promise in self.promises if promise.rows]
        broken = (*self._lost(), *_tables(self.said.tables, tables))
        return broken or tuple(self._unasked())

    def _lost(self) -> Iterator[Fault]:
        for promise, at in zip(self.promises, self.places, strict=True):
            if at is None and not promise.rows:
                there = letters_without_hyphens(promise.text) in self.said.words
                found = "is not printed in its place" if there else NOT_WHOLE
                fault = Fault(kind="lost", found=found, words=promise.text)
                yield replace(fault, context=promise.context, box=promise.box)

    def _unasked(self) -> Iterator[Fault]:
        """Yield the numbers that nobody promised: between the promised texts, and at the end.

        All texts are in their places, and cells are held to theirs. A page number after a text has
        to be that of a page on which the same text stands further on.
        """
        texts = [
            (promise, at, str(self.said.page_at(at)))
            for promise, at in zip(self.promises, self.places, strict=True)
            if at is not None
        ]
        further = defaultdict(list)
        if max((page for _, page in self.said.starts), default=0) > 1:  # else there are no contents
            for promise, _, page in texts:
                further[promise.text].append(page)
        at, before = 0, Promise("")
        for promise, start, _ in [*texts, (Promise(""), len(self.said.words), "")]:
            between = COUNTED.sub("", self.said.outside[at:start]).strip(" .")
            if re.search(r"\d", between) and between not in further[before.text]:
                found = f"has “{between}” after “{before.text}”, which nobody promised"
                fault = Fault(kind="number", found=found, context=before.context, box=before.box)
                number = self.said.page_at(max(at - 1, 0))
                yield replace(fault, page=number, expected="each number printed with `|line`")
            at, before = start + len(letters_without_hyphens(promise.text)), promise
            further[before.text] = further[before.text][1:]


def _places(words: str, promises: Sequence[Promise]) -> Iterator[int | None]:
    """Yield where in `words` each promised text begins; None of a table, and if it is not there.

    They follow each other in the order of the promises, with little else between them.
    """
    at = far = 0
    for promise in promises:
        if promise.rows:
            yield None
            continue
        wanted = letters_without_hyphens(promise.text)
        far += len(wanted)
        start = words.find(wanted, at, at + APART + far)
        if start >= 0:
            at, far = start + len(wanted), 0
        yield start if start >= 0 else None


def _tables(tables: Sequence[Grid], promises: Sequence[Promise]) -> Iterator[Fault]:
    """Hold the tables read back against those promised, cell by cell, in their order."""
    if len(tables) != len(promises):
        found = f"has {len(tables)} tables"
        yield Fault(kind="table", found=found, expected=str(len(promises)))
    for table, promise in zip(tables, promises, strict=False):
        for fault in (*_differences(table, promise.rows),) or _misread(table, promise):
            found = f"table “{promise.text}”: {fault.found}"
            yield replace(fault, found=found, context=promise.context, box=promise.box)


def _differences(table: Grid, rows: Grid) -> Iterator[Fault]:
    """Yield the first row of a table that is not as it was promised, or how many rows it has."""
    for number, expected in enumerate(rows):
        row = table[number] if number < len(table) else ()
        here, there = (
            [letters_without_hyphens(cell) for cell in cells] for cells in (row, expected)
        )
        if here != there:
            found = f"row {number + 1} reads {' | '.join(here)}"
            yield Fault(kind="table", found=found, expected=" | ".join(there))
            return
    if len(table) != len(rows):
        yield Fault(kind="table", found=f"has {len(table)} rows", expected=str(len(rows)))


def _misread(table: Grid, promise: Promise) -> Iterator[Fault]:
    """Yield the cells of a table that, read back as figures, are not those of the canon.

    So that what a language writes is held against the canon, and not against itself.
    """
    for number, (row, figures) in enumerate(zip(table, promise.figures, strict=False), start=1):
        for words, figure in zip(row, figures, strict=False):
            quantity = parse_quantity(words)
            if figure is not None and (quantity is None or not is_same_figure(quantity, figure)):
                known = str(figure) if isinstance(figure, Fraction) else neutral(figure)
                found = f"row {number} has {words.strip()}, in the canon it is {known}"
                yield Fault(kind="table", found=found)


NOT_WHOLE = "is printed nowhere, or not whole"
