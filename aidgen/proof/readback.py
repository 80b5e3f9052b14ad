"""A PDF read again in the order of its structure: its words, its tables, and where each begins."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from aidgen.game.texts import letters_without_hyphens
from aidgen.proof.glyphs import Drawn

Place = tuple[int, int | None]
"""A page, counted from 0, and a number of marked content there."""


@dataclass(frozen=True)
class Readback:
    """What a PDF says when it is read again."""

    words: str
    """Its letters and signs in reading order, as `bare` leaves them."""
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    """The words of its tables, row by row and cell by cell."""
    spoken: tuple[str, ...]
    """What is to be read out in place of a text."""
    starts: tuple[tuple[int, int], ...]
    """Where in `words` each piece of text begins, and the number of its page."""
    outside: str
    """`words` with those of cells blanked."""
    places: Mapping[Place, int]
    """Where in `words` each piece of marked content begins."""
    in_tables: Mapping[Place, int]
    """The number of the table, from 0, that each piece in a cell stands in."""

    def page_at(self, position: int) -> int:
        """Return the number of the page on which a place in `words` is; 0 if there are none."""
        if not self.starts:
            return 0
        return self.starts[bisect_right(self.starts, position, key=lambda start: start[0]) - 1][1]


@dataclass(frozen=True)
class _Step:
    """A step through the structure: a tag that opens or closes, or a text with its place."""

    tag: str = ""
    closes: bool = False
    text: str = ""
    place: Place = (0, None)


def readbacks(
    document: pikepdf.Pdf, runs: Sequence[Drawn], firsts: Sequence[int]
) -> tuple[Readback, ...]:
    """Return what each part of a PDF says, by the glyphs of `runs`, which are all that it draws.

    The parts begin on the pages `firsts`, from 0; in what they say, pages count from their first.
    """
    readers = [_Reader() for _ in firsts]
    for page, steps in _steps(document, runs):
        part = max(bisect_right(firsts, page) - 1, 0)
        for step in steps:
            on, mark = step.place
            readers[part].take(replace(step, place=(on - firsts[part], mark)))
    return tuple(reader.readback() for reader in readers)


def _steps(document: pikepdf.Pdf, runs: Sequence[Drawn]) -> Iterator[tuple[int, Iterator[_Step]]]:
    """Yield what stands at the top of the structure, with its page: its tags and texts in order."""
    texts: dict[Place, str] = defaultdict(str)
    for run in runs:
        texts[run.page, run.mcid] += run.text
    pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}

    def walk(node: Any, page: int) -> Iterator[_Step]:
        if isinstance(node, pikepdf.Array):
            for child in node:
                yield from walk(child, page)
        elif isinstance(node, pikepdf.Dictionary):
            here = pages.get(node.Pg.objgen, page) if "/Pg" in node else page
            tag = str(node.get("/S", ""))
            if "/MCID" in node:
                yield from walk(int(node.MCID), here)
            elif node.get("/Type") != "/OBJR" and tag not in UNPROMISED:
                yield from (_Step(SPOKEN, text=str(node[key])) for key in SPOKEN_BY if key in node)
                yield _Step(tag)
                yield from walk(node.get("/K", pikepdf.Array()), here)
                yield _Step(tag, closes=True)
        else:
            place = page, int(node)
            yield _Step(text=texts.get(place, ""), place=place)

    root: Any = document.Root.get("/StructTreeRoot", pikepdf.Dictionary())
    for whole in root.get("/K", pikepdf.Array()):
        for node in whole.get("/K", pikepdf.Array()):
            yield pages.get(node.Pg.objgen, 0) if "/Pg" in node else 0, walk(node, 0)


class _Reader:
    """Gathers words and tables from one step to the next."""

    def __init__(self) -> None:
        self.tables: list[list[list[str]]] = []
        self.pieces: list[str] = []
        self.outside: list[str] = []
        self.spoken: list[str] = []
        self.starts: list[tuple[int, int]] = []
        self.places: dict[Place, int] = {}
        self.in_tables: dict[Place, int] = {}
        self.length, self.in_cell = 0, False

    def readback(self) -> Readback:
        """Return what was gathered."""
        return Readback(
            words="".join(self.pieces),
            tables=tuple(tuple(map(tuple, table)) for table in self.tables),
            spoken=tuple(self.spoken),
            starts=tuple(self.starts),
            outside="".join(self.outside),
            places=self.places,
            in_tables=self.in_tables,
        )

    def take(self, step: _Step) -> None:
        """Take a step."""
        if step.tag == SPOKEN:
            self.spoken.append(step.text)
        elif step.tag in ("/TH", "/TD"):
            self.in_cell = not step.closes and bool(self.tables and self.tables[-1])
            if self.in_cell:
                self.tables[-1][-1].append("")
        elif step.tag == "/Table" and not step.closes:
            self.tables.append([])
        elif step.tag == "/TR" and not step.closes and self.tables:
            self.tables[-1].append([])
        elif not step.tag:
            self.text(step)

    def text(self, step: _Step) -> None:
        """Take a text."""
        words = letters_without_hyphens(step.text)
        self.pieces.append(words)
        self.starts.append((self.length, step.place[0] + 1))
        self.places[step.place] = self.length
        self.length += len(words)
        self.outside.append(" " * len(words) if self.in_cell else words)
        if self.in_cell:
            self.tables[-1][-1][-1] += step.text
            self.in_tables[step.place] = len(self.tables) - 1


SPOKEN = "spoken"
SPOKEN_BY = ("/ActualText", "/E")
"""The keys of an element whose words are read, searched and copied in place of its own."""
UNPROMISED = ("/Figure", "/Lbl")
"""The words of pictures are held to their places; the marks of lists are the style sheet's."""
