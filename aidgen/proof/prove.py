"""A PDF re-read by other libraries than the one that wrote it: does it say what was promised?

Each glyph is turned back into its character through the font it was taken from, never through the
PDF's own table alone, and has to leave ink on the page that can be told from what lies behind it.
"""

from __future__ import annotations

import io
import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pikepdf

from aidgen.game.figures import Figure, Raw
from aidgen.language.letters import bare, letters
from aidgen.language.quantities import numeral, same
from aidgen.page.promises import Promise, Run, Sheet
from aidgen.proof.glyphs import UNKNOWN, Drawn, Glyph, drawn
from aidgen.proof.ink import beyond, overlapping, unseen

ASIDE = 1.0
"""How far in pt a text may stand from where it was laid out."""
SIZE = 0.5
"""How far in pt an edge of a page may be from where it was laid out."""
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


@dataclass(frozen=True)
class Reading:
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


def prove(
    pdf: bytes,
    promises: Sequence[Promise],
    sheets: Sequence[Sheet],
    drawn_texts: Sequence[str],
) -> Proof:
    """Hold `pdf` against what its page promises and against `sheets`, as which it was laid out.

    `drawn_texts` are the words within pictures. Returns every fault, each in words.
    """
    faults: list[str] = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        faults += _metadata(document)
        faults += _paper(document, sheets)
        found = drawn(document, faults)
        faults += _in_place(found, sheets, drawn_texts)
        reading = _reading(_elements(document, found))
        faults += (f"says “{words}” in place of a text" for words in reading.spoken)
        places = list(_places(reading.words, promises))
        faults += _broken(reading, promises, places)
        faults += beyond(found, document)
        faults += overlapping(found)
        faults += unseen(pdf, document, found)
    glyphs = sum(len(run.glyphs) for run in found)
    pages = tuple(_pages(reading, places))
    texts = sum(bool(page) for page in pages)
    cells = sum(len(row) for table in reading.tables for row in table)
    return Proof(tuple(dict.fromkeys(faults)), texts, cells, glyphs, pages)


def read_back(pdf: bytes) -> Reading:
    """Return what `pdf` says, by its glyphs and in the order of its structure."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return _reading(_elements(document, drawn(document, [])))


def unkept(reading: Reading, promises: Sequence[Promise]) -> list[str]:
    """Return the promises that a PDF does not keep, texts in their order and tables by cells."""
    return _broken(reading, promises, list(_places(reading.words, promises)))


def _broken(
    reading: Reading, promises: Sequence[Promise], places: Sequence[int | None]
) -> list[str]:
    tables = [promise for promise in promises if promise.rows]
    pairs = zip(promises, places, strict=True)
    lost = [promise.text for promise, at in pairs if at is None and not promise.rows]
    faults = [*_lost(reading.words, lost), *_tables(reading.tables, tables)]
    return faults or list(_unasked(reading, promises, places))


def _metadata(document: pikepdf.Pdf) -> Iterator[str]:
    if not str(document.Root.get("/Lang", "")):
        yield "says no language"
    if not document.docinfo.get("/Title"):
        yield "has no title"
    if "/StructTreeRoot" not in document.Root:
        yield "is not tagged"


def _paper(document: pikepdf.Pdf, sheets: Sequence[Sheet]) -> Iterator[str]:
    """Yield the pages that are not upright on paper of the size that was laid out."""
    if len(document.pages) != len(sheets):
        yield f"has {len(document.pages)} pages, laid out were {len(sheets)}"
    for number, (page, sheet) in enumerate(zip(document.pages, sheets, strict=False), start=1):
        expected = (0, 0, sheet.width, sheet.height)
        for box in (page.mediabox, page.cropbox):
            edges = [float(edge) for edge in box]
            if any(abs(one - other) > SIZE for one, other in zip(edges, expected, strict=True)):
                listed = " ".join(f"{edge:g}" for edge in edges)
                size = f"{sheet.width:g} × {sheet.height:g} pt"
                yield f"page {number}: its edges are {listed}, laid out was {size}"
        for key, usual in (("/Rotate", 0), ("/UserUnit", 1)):
            if page.get(key, usual) != usual:
                yield f"page {number}: is turned or scaled ({key} {page[key]})"


def _in_place(
    found: Sequence[Drawn], sheets: Sequence[Sheet], drawn_texts: Sequence[str]
) -> Iterator[str]:
    """Yield texts that are not drawn where they were laid out, and those that nobody laid out."""
    for one in found:
        if UNKNOWN in one.text:
            yield f"page {one.page + 1}: draws a glyph that is no character, in “{one.text}”"
    for number, sheet in enumerate(sheets):
        here = [one for one in found if one.page == number]
        missing, astray = _matched(here, [run for run in sheet.runs if not run.pictured])
        for run in missing:
            yield f"page {number + 1}: “{run.text}” is not drawn where it was laid out"
        pictured = [run for run in sheet.runs if run.pictured]
        yield from (f"page {number + 1}: {fault}" for fault in _pictured(astray, pictured))
    words = "".join(letters(run.text) for sheet in sheets for run in sheet.runs if run.pictured)
    if words != "".join(map(letters, drawn_texts)):
        yield f"has the words “{words}” in its pictures, expected “{' '.join(drawn_texts)}”"


def _matched(found: Sequence[Drawn], runs: Sequence[Run]) -> tuple[list[Run], list[Drawn]]:
    """Return the laid out texts of a page that are not drawn in place, and what else is drawn."""
    laid: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        if letters(run.text):
            laid[letters(run.text)].append(run)
    astray: list[Drawn] = []
    for one in found:
        places = laid[letters(one.text)]
        here = next((run for run in places if _as_laid_out(one, run)), None)
        if here:
            places.remove(here)
        else:
            astray.append(one)
    return [run for places in laid.values() for run in places], astray


def _pictured(astray: Sequence[Drawn], runs: Sequence[Run]) -> Iterator[str]:
    """Yield the words of pictures that are not drawn, letter by letter, where they were laid out.

    `astray` are the texts of a page that no box holds, in the order in which they are drawn.
    """
    glyphs = [glyph for one in astray for glyph in one.glyphs]
    for run in filter(lambda run: letters(run.text), runs):
        while glyphs and not letters(glyphs[0].char):
            glyphs.pop(0)
        taken: list[Glyph] = []
        while glyphs and len(_joined(taken)) < len(letters(run.text)):
            taken.append(glyphs.pop(0))
        as_laid_out = taken and _as_laid_out(Drawn(0, None, tuple(taken)), run)
        if _joined(taken) != letters(run.text) or not as_laid_out or not _abreast(taken, run.text):
            yield f"“{run.text}” in a picture is not drawn where it was laid out"
    if _joined(glyphs):
        yield f"“{_joined(glyphs)}” stands where nothing was laid out"


def _joined(glyphs: Sequence[Glyph]) -> str:
    return letters("".join(glyph.char for glyph in glyphs))


def _abreast(glyphs: Sequence[Glyph], text: str) -> bool:
    """Tell whether each letter of `text` stands where those before it end, shaped like the first.

    Spaces are not drawn.
    """
    face, (a, b, c, d, _, _) = glyphs[0].face, glyphs[0].matrix
    em = math.hypot(c, d)
    places = [face.length(text[:at]) for at, char in enumerate(text) if not char.isspace()]
    for glyph, gone in zip(glyphs, places, strict=False):
        off = [one - other for one, other in zip(glyph.matrix, glyphs[0].matrix, strict=True)]
        if any(abs(part) > SCALE * em for part in off[:4]):
            return False
        if math.hypot(off[4] - a * gone, off[5] - b * gone) > ASIDE:
            return False
    return len(places) == len(glyphs)


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
                yield from ((f"{key}!", str(node[key]), here) for key in SPOKEN if key in node)
                yield from [(tag, "", here)] * (tag in TABULAR)
                yield from walk(node.get("/K", pikepdf.Array()), here)
                yield from [(f"{tag}/", "", here)] * (tag in TABULAR)
        else:
            yield "", texts.get((page, int(node)), ""), page

    root: Any = document.Root.get("/StructTreeRoot", pikepdf.Dictionary())
    return list(walk(root.get("/K", pikepdf.Array()), 0))


def _reading(elements: Sequence[tuple[str, str, int]]) -> Reading:
    read: list[list[list[str]]] = []
    pieces: list[str] = []
    outside: list[str] = []
    starts: list[tuple[int, int]] = []
    length, in_cell = 0, False
    for tag, text, page in elements:
        if tag == "/Table":
            read.append([])
        elif tag == "/TR" and read:
            read[-1].append([])
        elif tag in ("/TH", "/TD") and read and read[-1]:
            read[-1][-1].append("")
            in_cell = True
        elif tag in ("/TH/", "/TD/"):
            in_cell = False
        elif not tag:
            pieces.append(bare(text))
            starts.append((length, page + 1))
            length += len(pieces[-1])
            outside.append(" " * len(pieces[-1]) if in_cell else pieces[-1])
            if in_cell:
                read[-1][-1][-1] += text
    tables = tuple(tuple(map(tuple, table)) for table in read)
    spoken = tuple(text for tag, text, _ in elements if tag.endswith("!"))
    return Reading("".join(pieces), tables, spoken, tuple(starts), "".join(outside))


def _places(words: str, promises: Sequence[Promise]) -> Iterator[int | None]:
    """Yield where in `words` each promised text begins; None of a table, and if it is not there.

    They follow each other in the order of the promises, with little else between them.
    """
    at = far = 0
    for promise in promises:
        if promise.rows:
            yield None
            continue
        wanted = bare(promise.text)
        far += len(wanted)
        start = words.find(wanted, at, at + APART + far)
        if start >= 0:
            at, far = start + len(wanted), 0
        yield start if start >= 0 else None


def _lost(words: str, texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        if bare(text) in words:
            yield f"is not printed in its place: “{text}”"
        else:
            yield f"is printed nowhere, or not whole: “{text}”"


def _unasked(
    reading: Reading, promises: Sequence[Promise], places: Sequence[int | None]
) -> Iterator[str]:
    """Yield the numbers that nobody promised: those between the promised texts, and at the end.

    All texts are in their places, and cells are held to theirs. A page number after a text has to
    be that of a page on which the same text stands further on.
    """
    further = defaultdict(list)
    several = max((page for _, page in reading.starts), default=0) > 1
    for promise, page in zip(promises, _pages(reading, places), strict=True):
        if several and not promise.rows:  # a single page has no contents to list
            further[promise.text].append(str(page))
    at, before = 0, ""
    texts = [pair for pair in zip(promises, places, strict=True) if not pair[0].rows]
    for promise, start in [*texts, (Promise(""), len(reading.words))]:
        between = COUNTED.sub("", reading.outside[at:start]).strip(" .")
        if re.search(r"\d", between) and between not in further[before]:
            yield f"has “{between}” after “{before}”, which nobody promised"
        at, before = (start or 0) + len(bare(promise.text)), promise.text
        further[before] = further[before][1:]


def _pages(reading: Reading, places: Sequence[int | None]) -> Iterator[int]:
    """Yield the number of the page on which each promise is kept; 0 for tables."""
    starts = [start for start, _ in reading.starts]
    for at in places:
        yield reading.starts[bisect_right(starts, at) - 1][1] if at is not None and starts else 0


def _tables(
    tables: Sequence[Sequence[Sequence[str]]], promises: Sequence[Promise]
) -> Iterator[str]:
    """Hold the tables read back against those promised, cell by cell, in their order."""
    if len(tables) != len(promises):
        yield f"has {len(tables)} tables, expected {len(promises)}"
    for table, promise in zip(tables, promises, strict=False):
        found = [[bare(cell) for cell in row] for row in table]
        expected = [[bare(cell) for cell in row] for row in promise.rows]
        if found != expected:
            yield f"table “{promise.text}”: {_first_difference(found, expected)}"
        else:
            yield from (f"table “{promise.text}”: {fault}" for fault in _misread(table, promise))


def _misread(table: Sequence[Sequence[str]], promise: Promise) -> Iterator[str]:
    """Yield the cells of a table that, read back as figures, are not those of the canon.

    So that what a language writes is held against the canon, and not against itself.
    """
    for number, (row, figures) in enumerate(zip(table, promise.figures, strict=False), start=1):
        for words, figure in zip(row, figures, strict=False):
            read = numeral(words)
            if figure and (read is None or not same(read, _raw(figure))):
                yield f"row {number} has {words.strip()}, in the canon it is {figure}"


def _raw(figure: str) -> Raw:
    known = Figure.read(figure)
    return known.raw if known else Fraction(figure)


def _first_difference(found: list[list[str]], expected: list[list[str]]) -> str:
    for number, row in enumerate(expected):
        here = found[number] if number < len(found) else []
        if here != row:
            return f"row {number + 1} reads {' | '.join(here)}, expected {' | '.join(row)}"
    return f"has {len(found)} rows, expected {len(expected)}"


APART = 300
"""How many letters that nobody promised may stand between two promised texts."""
TABULAR = ("/Table", "/TR", "/TH", "/TD")
"""The tags of tables (ISO 32000-1, 14.8.4.3.4)."""
SPOKEN = ("/ActualText", "/E")
"""The keys of an element whose words are read, searched and copied in place of its own."""
UNPROMISED = ("/Figure", "/Lbl")
"""The words of pictures are held to their places; the marks of lists are the style sheet's."""
COUNTED = re.compile(r"·\d+/\d+")
"""The number of a sheet among the others."""
