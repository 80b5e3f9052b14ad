"""A PDF re-read by other libraries than the one that wrote it: does it say what was promised?

Each glyph is turned back into its character through the font it was taken from, never through the
PDF's own table alone, and has to leave ink on the page that can be told from what lies behind it.
"""

from __future__ import annotations

import io
import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from aidgen.glyphs import UNKNOWN, Drawn, Glyph, drawn, letters
from aidgen.ink import beyond, overlapping, unseen
from aidgen.promises import Promise, Run

ASIDE = 1.0
"""How far in pt a text may stand from where it was laid out."""
SCALE = 0.02
"""By how much of itself type may differ in size from what was laid out."""


@dataclass(frozen=True)
class Proof:
    """What was found when a PDF was read again: what is wrong, and how much was there."""

    faults: tuple[str, ...]
    texts: int
    cells: int
    glyphs: int
    pages: tuple[int, ...] = ()
    """The number of the page on which each promise is kept, in their order; 0 if it is nowhere."""


def prove(
    pdf: bytes,
    promises: Sequence[Promise],
    runs: Sequence[Sequence[Run]],
    drawn_texts: Sequence[str],
) -> Proof:
    """Hold `pdf` against what its page promises and against `runs`, where its texts were laid out.

    `drawn_texts` are the words within pictures. Returns every fault, each in words.
    """
    faults: list[str] = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        faults += _metadata(document)
        if len(document.pages) != len(runs):
            faults.append(f"has {len(document.pages)} pages, laid out were {len(runs)}")
        found = drawn(document, faults)
        faults += _in_place(found, runs, drawn_texts)
        elements = _elements(document, found)
        faults += _kept(promises, " ".join(text for _, text, _ in elements))
        tables, cells = _tables(elements, promises)
        faults += tables
        faults += beyond(found, document)
        faults += overlapping(found)
        faults += unseen(pdf, document, found)
    glyphs = sum(len(run.glyphs) for run in found)
    pages = tuple(_pages(promises, elements))
    texts = sum(
        bool(page) or not _bare(promise.text)
        for page, promise in zip(pages, promises, strict=True)
        if not promise.rows
    )
    return Proof(tuple(dict.fromkeys(faults)), texts, cells, glyphs, pages)


def _metadata(document: pikepdf.Pdf) -> Iterator[str]:
    if not str(document.Root.get("/Lang", "")):
        yield "says no language"
    if not document.docinfo.get("/Title"):
        yield "has no title"
    if "/StructTreeRoot" not in document.Root:
        yield "is not tagged"


def _in_place(
    found: Sequence[Drawn], runs: Sequence[Sequence[Run]], drawn_texts: Sequence[str]
) -> Iterator[str]:
    """Yield texts that are not drawn where they were laid out, and those that nobody laid out."""
    laid: dict[tuple[int, str], list[Run]] = defaultdict(list)
    for number, page in enumerate(runs):
        for run in page:
            laid[number, letters(run.text)].append(run)
    astray: list[Drawn] = []
    for one in found:
        if UNKNOWN in one.text:
            yield f"page {one.page + 1}: draws a glyph that is no character, in “{one.text}”"
        places = laid[one.page, letters(one.text)]
        here = next((run for run in places if _as_laid_out(one, run)), None)
        if here:
            places.remove(here)
        elif letters(one.text):
            astray.append(one)
    for (number, _), places in laid.items():
        for run in filter(lambda run: letters(run.text), places):
            yield f"page {number + 1}: “{run.text}” is not drawn where it was laid out"
    # Words within pictures are drawn letter by letter, and laid out by the picture itself.
    strays = "".join(letters(one.text) for one in astray)
    if strays != "".join(map(letters, drawn_texts)):
        first = astray[0].page + 1 if astray else 1
        yield f"page {first}: “{strays}” stands where nothing was laid out, or is not in a picture"


def _as_laid_out(one: Drawn, run: Run) -> bool:
    """Tell whether a text is drawn upright in the place, the size and the width of its layout."""
    a, b, c, d, x, y = one.glyphs[0].matrix
    size = math.hypot(c, d)
    long, short = _width(one.glyphs), _width(_trimmed(one.glyphs))
    tolerance = ASIDE + SCALE * run.width
    return (
        math.hypot(run.x - x, run.y - y) < ASIDE
        and abs(size / run.size - 1) < SCALE
        # The layout counts a space at the end of a text, but not at the end of a line.
        and short - tolerance < run.width < long + tolerance
        and a * d - b * c > 0
        and abs(math.remainder(math.atan2(b, a) - math.radians(run.turn), math.tau)) < SCALE
    )


def _trimmed(glyphs: Sequence[Glyph]) -> Sequence[Glyph]:
    end = len(glyphs)
    while end and glyphs[end - 1].char.isspace():
        end -= 1
    return glyphs[:end]


def _width(glyphs: Sequence[Glyph]) -> float:
    if not glyphs:
        return 0.0
    (*_, x, y), (a, b, *_, end_x, end_y) = glyphs[0].matrix, glyphs[-1].matrix
    advance = glyphs[-1].face.advance(glyphs[-1].code)
    return math.hypot(end_x - x, end_y - y) + math.hypot(a, b) * advance


def _elements(document: pikepdf.Pdf, found: Sequence[Drawn]) -> list[tuple[str, str, int]]:
    """Return the tags and texts of the structure tree in reading order, and their pages.

    An entry with a tag and no text opens (TABLE, TR, TH, TD) or, after a slash, closes an element.
    """
    texts: dict[tuple[int, int | None], str] = defaultdict(str)
    for one in found:
        texts[one.page, one.mcid] += one.text
    pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}

    def walk(node: Any, page: int) -> Iterator[tuple[str, str, int]]:
        if isinstance(node, pikepdf.Array):
            for child in node:
                yield from walk(child, page)
        elif isinstance(node, pikepdf.Dictionary):
            here = pages.get(node.Pg.objgen, page) if "/Pg" in node else page
            tag = str(node.get("/S", ""))
            if "/MCID" in node:
                yield "", texts.get((here, int(node.MCID)), ""), here
            elif node.get("/Type") != "/OBJR" and tag not in UNPROMISED:
                yield from [(tag, "", here)] * (tag in TABULAR)
                yield from walk(node.get("/K", pikepdf.Array()), here)
                yield from [(f"{tag}/", "", here)] * (tag in TABULAR)
        else:
            yield "", texts.get((page, int(node)), ""), page

    root: Any = document.Root.get("/StructTreeRoot", pikepdf.Dictionary())
    return list(walk(root.get("/K", pikepdf.Array()), 0))


def _kept(promises: Sequence[Promise], said: str) -> Iterator[str]:
    """Yield the promised texts that the page does not say as often as promised."""
    bare = _bare(said)
    wanted = Counter(promise.text for promise in promises if not promise.rows)
    for text, times in wanted.items():
        wanted_letters = _bare(text)
        if wanted_letters and bare.count(wanted_letters) < times:
            yield f"is printed nowhere, or not whole: “{text}”"


def _pages(promises: Sequence[Promise], elements: Sequence[tuple[str, str, int]]) -> Iterator[int]:
    """Yield the number of the page on which each promise is kept.

    They are made in the order in which they are read: of several places, the nearest to that of
    the promise before is meant.
    """
    said = ""
    starts: list[int] = []
    numbers: list[int] = []
    for _, text, page in elements:
        starts.append(len(said))
        numbers.append(page + 1)
        said += _bare(text)
    here = 0
    for promise in promises:
        words = _bare(promise.text)
        around = [at for at in (said.rfind(words, 0, here), said.find(words, here)) if at >= 0]
        if promise.rows or not words or not around:
            yield 0
            continue
        near = min(around, key=lambda at: abs(at - here))
        yield numbers[bisect_right(starts, near) - 1]
        here = near + len(words)


def _tables(
    elements: Sequence[tuple[str, str, int]], promises: Sequence[Promise]
) -> tuple[list[str], int]:
    """Hold the tables read back against those promised, cell by cell, in their order."""
    read: list[list[list[str]]] = []
    in_cell = False
    for tag, text, _ in elements:
        if tag == "/Table":
            read.append([])
        elif tag == "/TR" and read:
            read[-1].append([])
        elif tag in ("/TH", "/TD") and read and read[-1]:
            read[-1][-1].append("")
            in_cell = True
        elif tag in ("/TH/", "/TD/"):
            in_cell = False
        elif not tag and in_cell:
            read[-1][-1][-1] += text
    promised = [promise for promise in promises if promise.rows]
    faults = []
    if len(read) != len(promised):
        faults.append(f"has {len(read)} tables, expected {len(promised)}")
    cells = 0
    for table, promise in zip(read, promised, strict=False):
        found = [[_bare(cell) for cell in row] for row in table]
        expected = [[_bare(cell) for cell in row] for row in promise.rows]
        cells += sum(map(len, expected))
        if found != expected:
            faults.append(f"table “{promise.text}”: {_first_difference(found, expected)}")
    return faults, cells


def _first_difference(found: list[list[str]], expected: list[list[str]]) -> str:
    for number, row in enumerate(expected):
        here = found[number] if number < len(found) else []
        if here != row:
            return f"row {number + 1} reads {' | '.join(here)}, expected {' | '.join(row)}"
    return f"has {len(found)} rows, expected {len(expected)}"


def _bare(text: str) -> str:
    """Return the letters and signs of a text: spaces and hyphens are the typesetter's."""
    return letters(text).replace("-", "")


TABULAR = ("/Table", "/TR", "/TH", "/TD")
"""The tags of tables (ISO 32000-1, 14.8.4.3.4)."""
UNPROMISED = ("/Lbl",)
"""The marks of lists are the style sheet's, and promised by nobody."""
