"""Reads the texts of a PDF in structure order, and compares them with what was promised.

Texts have to follow each other in order, tables are compared cell by cell, and there may be no
other numbers and no words from the style sheet.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pikepdf

from aidgen.game.figures import neutral
from aidgen.game.texts import letters_without_hyphens
from aidgen.language.quantities import is_same_figure, parse_quantity
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promise
from aidgen.page.layout import LaidSheet
from aidgen.proof.accessibility import plain_letters
from aidgen.proof.capitals import bound_letters, find_letters, free_letters, is_read_as
from aidgen.proof.content import RunFault, TextRun, read_text_runs
from aidgen.proof.structure import StructureElement, StructureTree

ReadPlace = tuple[int, int | None]
"""A page, from 0, and a number of marked content on it."""
TableRows = Sequence[Sequence[str]]
"""The words of a table, row by row and cell by cell."""


# Reading ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Readback:
    """The texts of a PDF that was read again."""

    words: str
    """Its letters and signs in reading order, as `bare` leaves them."""
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    """The words of its tables, row by row and cell by cell."""
    replacements: tuple[str, ...]
    """What is read aloud in place of a text."""
    starts: tuple[tuple[int, int], ...]
    """The position in `words` of each piece of text, and the number of its page."""
    outside: str
    """`words` with those of cells blanked."""
    places: Mapping[ReadPlace, int]
    """The position in `words` of each piece of marked content."""
    in_tables: Mapping[ReadPlace, int]
    """The number of the table, from 0, of each piece of marked content in a cell."""

    def page_at(self, position: int) -> int:
        """Return the number of the page of a position in `words`; 0 if there are no words."""
        if not self.starts:
            return 0
        return self.starts[bisect_right(self.starts, position, key=lambda start: start[0]) - 1][1]


def read_back(pdf: bytes) -> Readback:
    """Return the texts of `pdf`, by its glyphs and in structure order."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (readback,) = read_back_parts(document, read_text_runs(document).runs, (0,))
        return readback


def read_back_parts(
    document: pikepdf.Pdf, runs: Sequence[TextRun], firsts: Sequence[int]
) -> tuple[Readback, ...]:
    """Return the texts of each part of a PDF, by the glyphs of its `runs`.

    The parts begin on the pages `firsts`, from 0; each counts pages from its own first.
    """
    texts: dict[ReadPlace, str] = defaultdict(str)
    for run in runs:
        texts[run.page, run.mcid] += free_letters(run.text) if run.transformed else run.text
    readers = [_StructureReader(texts, first) for first in firsts]
    tree = StructureTree(document)
    for whole in tree.root.elements:
        for kid in whole.kids:
            page = kid[0] if not isinstance(kid, StructureElement) else _page_of(kid, tree)
            readers[max(bisect_right(firsts, page) - 1, 0)].read(kid)
    return tuple(reader.readback() for reader in readers)


def _page_of(element: StructureElement, tree: StructureTree) -> int:
    return tree.pages.get(element.node.Pg.objgen, 0) if "/Pg" in element.node else 0


@dataclass
class _StructureReader:
    """Collects words and tables, element by element."""

    texts: Mapping[ReadPlace, str]
    first: int
    tables: list[list[list[str]]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    replacements: list[str] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)
    places: dict[ReadPlace, int] = field(default_factory=dict)
    in_tables: dict[ReadPlace, int] = field(default_factory=dict)
    length: int = 0
    in_cell: bool = False

    def readback(self) -> Readback:
        """Return what was collected."""
        return Readback(
            words="".join(self.words),
            tables=tuple(tuple(map(tuple, table)) for table in self.tables),
            replacements=tuple(self.replacements),
            starts=tuple(self.starts),
            outside="".join(self.outside),
            places=self.places,
            in_tables=self.in_tables,
        )

    def read(self, kid: StructureElement | tuple[int, int]) -> None:
        """Read an element with all that is in it, or a piece of marked content."""
        if not isinstance(kid, StructureElement):
            self._read_text(kid)
        elif kid.written_tag not in UNPROMISED_TAGS:
            keys = (key for key in REPLACEMENT_KEYS if key in kid.node)
            self.replacements += [str(kid.node[key]) for key in keys]
            if kid.tag == "Table":
                self.tables.append([])
            elif kid.tag == "TR" and self.tables:
                self.tables[-1].append([])
            elif kid.tag in ("TH", "TD"):
                self.in_cell = bool(self.tables and self.tables[-1])
                if self.in_cell:
                    self.tables[-1][-1].append("")
            for each in kid.kids:
                self.read(each)
            if kid.tag in ("TH", "TD"):
                self.in_cell = False

    def _read_text(self, place: tuple[int, int]) -> None:
        page, mcid = place
        text = self.texts.get(place, "")
        words, here = letters_without_hyphens(text), (page - self.first, mcid)
        self.words.append(words)
        self.starts.append((self.length, page - self.first + 1))
        self.places[here] = self.length
        self.length += len(words)
        self.outside.append(" " * len(words) if self.in_cell else words)
        if self.in_cell:
            self.tables[-1][-1][-1] += text
            self.in_tables[here] = len(self.tables) - 1


REPLACEMENT_KEYS = ("/ActualText", "/E")
"""The keys of an element whose text is read, searched and copied in place of its own."""
UNPROMISED_TAGS = ("Figure", "Lbl")
"""The words of pictures are checked by their places; the style sheet writes the marks of lists."""


# Promises -----------------------------------------------------------------------------------------

MOST_BETWEEN = 300
"""How many letters of no promised text may be between two promised texts."""
# ·2/3: the number of a sheet among the others
SHEET_NUMBER = re.compile(r"·\d+/\d+")


class PromiseCheck:
    """A PDF read back, with its promises: where each is kept, and which are not."""

    def __init__(self, readback: Readback, promises: Sequence[Promise]) -> None:
        """Look for each of `promises`, in their order."""
        self.readback, self.promises = readback, promises
        self.places = tuple(_find_texts(readback.words, promises))
        """Where each is in the words; None for a table, and for a text that is missing."""
        known = enumerate(self.places)
        self._numbers = [number for number, place in known if place is not None]
        self._starts = [place.start for place in self.places if place is not None]

    @property
    def pages(self) -> tuple[int, ...]:
        """The number of the page on which each promise is kept; 0 for a table or a missing text."""
        return tuple(0 if at is None else self.readback.page_at(at.start) for at in self.places)

    def promise_of(self, run: TextRun) -> Promise | None:
        """Return the promise that a text run belongs to, None if there is none."""
        place = run.page, run.mcid
        if place in self.readback.in_tables:
            tables = [promise for promise in self.promises if promise.rows]
            number = self.readback.in_tables[place]
            return tables[number] if number < len(tables) else None
        at = self.readback.places.get(place)
        before = bisect_right(self._starts, at) - 1 if at is not None else -1
        if at is None or before < 0:
            return None
        number = self._numbers[before]
        return self.promises[number] if at in (self.places[number] or ()) else None

    def faults(self) -> tuple[Fault, ...]:
        """Return the broken promises; if there are none, the numbers that were not promised."""
        tables = [promise for promise in self.promises if promise.rows]
        broken = (*self._missing_texts(), *_table_faults(self.readback.tables, tables))
        return broken or tuple(self._surplus_numbers())

    def _missing_texts(self) -> Iterator[Fault]:
        for promise, at in zip(self.promises, self.places, strict=True):
            if at is None and not promise.rows:
                wanted = letters_without_hyphens(promise.text)
                there = find_letters(self.readback.words, wanted) is not None
                found = "is not printed in its place" if there else NOT_PRINTED
                fault = Fault(kind="lost", found=found, words=promise.text)
                yield replace(fault, context=promise.context, box=promise.box)

    def _surplus_numbers(self) -> Iterator[Fault]:
        """Yield the numbers that were not promised: between the promised texts, and at the end.

        All texts are in their places, and cells are compared separately. A page number after a text
        has to be that of a page on which the same text is printed further on.
        """
        texts = [
            (promise, at, str(self.readback.page_at(at.start)))
            for promise, at in zip(self.promises, self.places, strict=True)
            if at is not None
        ]
        further = defaultdict(list)
        if max((page for _, page in self.readback.starts), default=0) > 1:  # it may have contents
            for promise, _, page in texts:
                further[promise.text].append(page)
        at, before = 0, Promise("")
        length = len(self.readback.words)
        for promise, place, _ in [*texts, (Promise(""), range(length, length), "")]:
            between = SHEET_NUMBER.sub("", self.readback.outside[at : place.start]).strip(" .")
            if re.search(r"\d", between) and between not in further[before.text]:
                found = f"has “{between}” after “{before.text}”, which is not in the source"
                fault = Fault(kind="number", found=found, context=before.context, box=before.box)
                number = self.readback.page_at(max(at - 1, 0))
                yield replace(fault, page=number, expected="each number printed with `|line`")
            at, before = place.stop, promise
            further[before.text] = further[before.text][1:]


def _find_texts(words: str, promises: Sequence[Promise]) -> Iterator[range | None]:
    """Yield where each promised text is in `words`; None for a table or a missing text.

    The texts follow each other in the order of the promises, with little between them.
    """
    at = far = 0
    for promise in promises:
        if promise.rows:
            yield None
            continue
        wanted = letters_without_hyphens(promise.text)
        far += len(wanted)
        place = find_letters(words, wanted, at, at + MOST_BETWEEN + far)
        if place is not None:
            at, far = place.stop, 0
        yield place


def _table_faults(tables: Sequence[TableRows], promises: Sequence[Promise]) -> Iterator[Fault]:
    """Compare the tables read back with those promised, cell by cell, in their order."""
    if len(tables) != len(promises):
        found = f"has {len(tables)} tables"
        yield Fault(kind="table", found=found, expected=str(len(promises)))
    for table, promise in zip(tables, promises, strict=False):
        for fault in (*_row_faults(table, promise.rows),) or _figure_faults(table, promise):
            found = f"table “{promise.text}”: {fault.found}"
            yield replace(fault, found=found, context=promise.context, box=promise.box)


def _row_faults(table: TableRows, rows: TableRows) -> Iterator[Fault]:
    """Yield the first row of a table that is not as promised, or its number of rows."""
    for number, expected in enumerate(rows):
        row = table[number] if number < len(table) else ()
        if len(row) != len(expected) or not all(map(is_read_as, row, expected)):
            here, there = (
                " | ".join(letters_without_hyphens(bound_letters(cell)) for cell in cells)
                for cells in (row, expected)
            )
            yield Fault(kind="table", found=f"row {number + 1} reads {here}", expected=there)
            return
    if len(table) != len(rows):
        yield Fault(kind="table", found=f"has {len(table)} rows", expected=str(len(rows)))


def _figure_faults(table: TableRows, promise: Promise) -> Iterator[Fault]:
    """Yield the cells of a table that, read back as figures, differ from the game's.

    What a language writes is compared with the game's data, not with itself.
    """
    for number, (row, figures) in enumerate(zip(table, promise.figures, strict=False), start=1):
        for words, figure in zip(row, figures, strict=False):
            quantity = parse_quantity(bound_letters(words))
            if figure is not None and (quantity is None or not is_same_figure(quantity, figure)):
                known = str(figure) if isinstance(figure, Fraction) else neutral(figure)
                found = f"row {number} has {words.strip()}, the game has {known}"
                yield Fault(kind="table", found=found)


NOT_PRINTED = "is missing or incomplete"


# Sources of words ---------------------------------------------------------------------------------


def trace_to_texts(faults: Iterable[Fault], promises: Sequence[Promise]) -> tuple[Fault, ...]:
    """Return `faults`, with a context where their words are those of one promised text alone."""
    texts = [(plain_letters(promise.text), promise) for promise in promises if promise.context]
    return tuple(
        replace(fault, context=_context_of(fault, texts))
        if fault.words and not fault.context
        else fault
        for fault in faults
    )


def _context_of(fault: Fault, texts: Sequence[tuple[str, Promise]]) -> str:
    """Return the context of the words of a fault; "" if several texts have them."""
    words = plain_letters(fault.words)
    near = [pair for pair in texts if not fault.box or pair[1].box == fault.box]
    for fitting in (
        {promise.context for text, promise in near if text == words},
        {promise.context for text, promise in near if words in text},
    ):
        if len(fitting) == 1:
            return fitting.pop()
    return ""


def trace_to_promises(faults: Iterable[RunFault], check: PromiseCheck) -> Iterator[Fault]:
    """Yield the faults of text runs, each with the text and the card that its run belongs to."""
    for each in faults:
        promise = check.promise_of(each.run) if each.run else None
        if promise is None:
            yield each.fault
        else:
            yield replace(each.fault, context=promise.context, box=promise.box)


def unknown_words(pdf: bytes, known: str) -> Iterator[tuple[int, str]]:
    """Yield page and word of each word of `pdf` that is not among the words `known`, once a page.

    Nobody can translate these. Dice and other words with a digit are figures. At the ends of a run,
    which a line may end, a part of a word will do.
    """
    words = set(LETTER_WORD.findall(known.casefold()))
    parts = "\n".join((known, known.upper()))
    reported: set[tuple[int, str]] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for run in read_text_runs(document).runs:
            in_run = LETTER_WORD.findall(run.text)
            for i, word in enumerate(in_run):
                is_part = i in (0, len(in_run) - 1) and word in parts
                here = (run.page + 1, word)
                if word.casefold() not in words and not is_part and here not in reported:
                    reported.add(here)
                    yield here


LETTER_WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
"""A word: letters alone, two or more; a single letter is a label, as that of a branch."""


def check_generated(sheets: Sequence[LaidSheet]) -> Iterator[Fault]:
    """Yield the words that the style sheet puts before or after an element, except counters.

    A “not”, a minus, a percent sign change the meaning of a text, and cannot be translated. Margin
    boxes have their own promises.
    """
    for number, sheet in enumerate(sheets, start=1):
        for run in sheet.runs:
            if run.generated and not run.margin and not _is_counter(run.text):
                found = "is put beside a text by the style sheet"
                yield Fault(kind="stray", found=found, words=run.text.strip(), page=number)


def _is_counter(text: str) -> bool:
    """Tell whether generated text is a counter, the dots that lead to a page, or quotes.

    A point that touches a number would change it.
    """
    words = text.strip(" \xa0")
    if LEADER.fullmatch(words):
        return words != text or " " in words or words.count(".") >= LEAST_DOTS
    return COUNTER.fullmatch(words) is not None or QUOTES.fullmatch(text) is not None


COUNTER = re.compile(r"(?:\d+|[A-Za-zÀ-ÖØ-öø-ÿ])[.:)]?")
LEADER = re.compile(r"(?:\.[ \xa0]*)+\d*")
LEAST_DOTS = 3
"""How many dots without spaces are read as a leader."""
QUOTES = re.compile(r"[“”„«»‘’‹› \xa0\u202f]*")
