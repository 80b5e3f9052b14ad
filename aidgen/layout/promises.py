"""What a page promises, read from its finished HTML.

The HTML says it by these attributes, which a template sets by its filters or by hand:

    data-context    the msgctxt of the text that an element holds; empty for words of no text
    data-continues  an element that goes on with the text of the element before it
    data-figure     what the game has for the words of an element, as YAML would write it
    data-title      what a table is called in a complaint
    data-box        the name of the card or region that an element is
    data-margin     the margin box that shows the words of an element from here on, on the pages
                    `data-pages` (left or right; all of them without it)
    data-counted    the number that the style sheet puts before an element; `press` reads it
    data-note       a footnote, which is read after the section that it is in
    data-folio      of an element with `data-margin`: the number of the page is shown, as in 3/20

What is `aria-hidden` promises nothing: it repeats what stands elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Literal

from aidgen.game.figures import Figure, Raw

REMEMBERED = 300
"""How many pages of a pack's own templates are not read again if a style sheet has changed."""
Pages = Literal["all", "left", "right"]
"""On which pages of a spread something is printed; the first page is a right one."""


@dataclass(frozen=True)
class Promise:
    """Words that a page prints, as they will be read; of a table, all cells row by row."""

    text: str
    rows: tuple[tuple[str, ...], ...] = ()
    context: str = ""
    """The msgctxt of the words, if they are a text of the game; for a table, its path."""
    box: str = ""
    """The card or region that they are printed in, if there is one."""
    figures: tuple[tuple[Raw | None, ...], ...] = ()
    """The game's value for each cell of a table; None if a cell has no figure."""


@dataclass(frozen=True)
class Margin:
    """The content of a margin box on all pages, or on one side, from a place in the text on.

    Each page shows what applies at its first text: of several entries for one box, the last that
    begins there or before.
    """

    box: str
    """`top-left` and so on; `outer` is left on left pages and right on right ones, `inner` not."""
    words: str
    """Its words; none if it is the folio."""
    start: int
    """How many promises come before it."""
    pages: Pages = "all"
    folio: bool = False
    """Whether it is the number of the page, and how many there are."""
    context: str = ""
    """The msgctxt of the first of its words."""


@dataclass(frozen=True)
class Promises:
    """All that a page promises, texts and tables in reading order."""

    texts: tuple[Promise, ...] = ()
    margins: tuple[Margin, ...] = ()
    pictured: tuple[str, ...] = ()
    """The words within its pictures."""
    boxes: int = 0
    """How many cards and regions it has."""


@dataclass(frozen=True)
class PrintedText:
    """A text of the game as it was found on paper: its msgctxt, page, card, and how long it is."""

    context: str
    page: int
    box: str
    letters: int


@dataclass(frozen=True)
class Counts:
    """The number of promises of a page, or of those verified in a PDF."""

    texts: int
    cells: int
    cards: int
    """Cards, and regions of sheets."""
    glyphs: int = 0


NO_COUNTS = Counts(0, 0, 0)


@dataclass(frozen=True)
class SpokenWords:
    """Words to be read aloud, and their language."""

    words: str
    lang: str


@dataclass(frozen=True)
class SpokenPage:
    """All that a page gives to be read aloud, in its order."""

    words: tuple[SpokenWords, ...] = ()
    pictures: tuple[str, ...] = ()
    """The alternative text of each picture."""
    scopes: tuple[str, ...] = ()
    """The scope of each heading of a table, as in `row`."""
    headings: tuple[tuple[str, str], ...] = ()
    """The type of each heading in capitals, as in H2, and its words."""


def read_promises(html: str) -> Promises:
    """Return the promises of the page `html`."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Promises(
        tuple(text.promise() for text in reader.texts),
        tuple(margin.margin() for margin in reader.margins),
        tuple(map(_join_texts, reader.pictured)),
        reader.boxes,
    )


def read_spoken(html: str) -> SpokenPage:
    """Return what the page `html` has for screen readers."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return SpokenPage(
        tuple(reader.spoken),
        tuple(map(_join_texts, reader.alternatives)),
        tuple(reader.scopes),
        tuple((tag, _join_texts(words)) for tag, words in reader.headings),
    )


@dataclass
class _Text:
    """A text that is being read; of a table, its cells."""

    context: str
    box: str
    title: str = ""
    figure: str = ""
    """The game's value for its words, if it is no text."""
    pieces: list[str] = field(default_factory=list)
    rows: list[list[list[str]]] = field(default_factory=list)
    figures: list[list[Raw | None]] = field(default_factory=list)

    def row(self) -> None:
        """Begin a row of a table."""
        self.rows.append([])
        self.figures.append([])

    def cell(self, figure: str) -> list[str]:
        """Begin a cell, for which the game has `figure`; return what takes its words."""
        self.rows[-1].append([])
        self.figures[-1].append(read_figure(figure))
        return self.rows[-1][-1]

    def promise(self) -> Promise:
        """Return it as a promise."""
        rows = tuple(tuple(map(_join_texts, row)) for row in self.rows)
        figures = tuple(map(tuple, self.figures))
        text = self.title or _join_texts(self.pieces)
        return Promise(text, rows, self.context, self.box, figures)


@dataclass
class _Margin:
    """The words for a margin box that are being read."""

    box: str
    start: int
    pages: Pages
    folio: bool
    context: str = ""
    pieces: list[str] = field(default_factory=list)

    def margin(self) -> Margin:
        """Return it as a promise."""
        words = _join_texts(self.pieces)
        return Margin(self.box, words, self.start, self.pages, self.folio, self.context)


@dataclass(frozen=True)
class _Element:
    """An open element, and what its words belong to."""

    tag: str = ""
    hidden: bool = False
    box: str = ""
    table: _Text | None = None
    margin: _Margin | None = None
    takers: tuple[list[str], ...] = ()
    """What takes the words in it."""
    lang: str = ""
    in_hidden: bool = False
    """Whether the element around it is hidden."""
    note: bool = False
    """Whether it is in a footnote."""


class _Reader(HTMLParser):
    """Gathers the promises of a page, element by element."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [_Element()]
        self.tags: Counter[str] = Counter()
        """How many elements of each name are open."""
        self.texts: list[_Text] = []
        self.margins: list[_Margin] = []
        self.pictured: list[list[str]] = []
        self.boxes = 0
        self.spoken: list[SpokenWords] = []
        self.alternatives: list[list[str]] = []
        self.scopes: list[str] = []
        self.headings: list[tuple[str, list[str]]] = []
        self.notes: list[list[_Text]] = [[]]
        """The footnotes of each open section."""
        self.spoken_notes: list[list[SpokenWords]] = [[]]

    def close(self) -> None:
        """Add what the page has at its end."""
        super().close()
        self._add_notes()

    def _add_notes(self) -> None:
        self.texts += self.notes.pop()
        self.spoken += self.spoken_notes.pop()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        said = {name: value or "" for name, value in attrs}
        while self.open[-1].tag in ENDED.get(tag, ()):
            self._leave()
        if tag in WORD_BREAKING_ELEMENTS:
            self.handle_data(" ")
        around = self.open[-1]
        element = self._within(tag, said, around)
        self._speak(element, said)
        if tag not in VOID:
            lang, note = said.get("lang", around.lang), around.note or "data-note" in said
            self.open.append(replace(element, lang=lang, in_hidden=around.hidden, note=note))
            if tag == NOTED:
                self.notes.append([])
                self.spoken_notes.append([])
            self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if self.tags[tag]:
            while self._leave() != tag:
                pass
        if tag in WORD_BREAKING_ELEMENTS:
            self.handle_data(" ")

    def _leave(self) -> str:
        """Leave the innermost element, and return its name."""
        tag = self.open.pop().tag
        self.tags[tag] -= 1
        if tag == NOTED:
            self._add_notes()
        return tag

    def handle_data(self, data: str) -> None:
        """Take words."""
        for taker in self.open[-1].takers:
            taker.append(data)
        if not self.open[-1].hidden and data.strip():
            spoken = self.spoken_notes[-1] if self.open[-1].note else self.spoken
            spoken.append(SpokenWords(" ".join(data.split()), self.open[-1].lang))

    def _speak(self, element: _Element, said: Mapping[str, str]) -> None:
        """Add what an element has for screen readers in addition to its words."""
        if not element.hidden and said.get("scope"):
            self.scopes.append(said["scope"])
        if element.tag == "img" and not element.hidden and said.get("alt"):
            self.alternatives.append([said["alt"]])

    def _within(self, tag: str, said: Mapping[str, str], around: _Element) -> _Element:
        """Return an element that is met in another one."""
        if tag == "title" and around.tag == "svg" and not around.in_hidden:
            self.alternatives.append([])
            return _Element(tag, hidden=True, takers=(self.alternatives[-1],))
        if tag in UNREAD:
            return _Element(tag, hidden=True)
        if tag == "text" and self.tags["svg"]:
            self.pictured.append([])
            return _Element(tag, hidden=True, takers=(self.pictured[-1],))
        margin, takers = self._margin(said, around)
        if around.hidden or said.get("aria-hidden") == "true":
            return _Element(tag, hidden=True, margin=margin, takers=takers)
        box = said.get("data-box", around.box)
        self.boxes += "data-box" in said
        table = around.table
        if tag == "table":
            title = said.get("data-title", "")
            table = _Text(said.get("data-context", ""), box, title)
            self.texts.append(table)
        elif "data-context" in said or "data-figure" in said:
            takers = (*(() if "data-note" in said else takers), self._text(said, box))
        if tag == "tr" and table is not None:
            table.row()
        elif tag in ("th", "td") and table is not None and table.rows:
            takers = (*takers, table.cell(said.get("data-figure", "")))
        if tag in HEADINGS:
            self.headings.append((tag.upper(), []))
            takers = (*takers, self.headings[-1][1])
        return _Element(tag, False, box, table, margin, takers[-MOST_TAKERS:])

    def _text(self, said: Mapping[str, str], box: str) -> list[str]:
        """Return what takes the words of an element that holds a text, or more of the last one."""
        texts = self.notes[-1] if "data-note" in said else self.texts
        if "data-continues" in said and texts:
            texts[-1].pieces.append(" ")
        else:
            figure = said.get("data-figure", "")
            text = _Text(said.get("data-context", ""), box, figure=figure)
            texts.append(text)
        return texts[-1].pieces

    def _margin(
        self, said: Mapping[str, str], around: _Element
    ) -> tuple[_Margin | None, tuple[list[str], ...]]:
        """Return the margin box that an element speaks of, and what takes the words in it."""
        if "data-margin" in said:
            pages = PAGE_SIDES.get(said.get("data-pages", ""), "all")
            start, folio = len(self.texts), "data-folio" in said
            margin = _Margin(said["data-margin"], start, pages, folio)
            self.margins.append(margin)
            return margin, (*around.takers, margin.pieces)
        if around.margin is not None and not around.margin.context:
            around.margin.context = said.get("data-context", "")
        return around.margin, around.takers


def read_figure(figure: str) -> Raw | None:
    """Return the figure that YAML would write so, or None.

    7/5 is a number, 20:60 one over another.
    """
    exact = figure.lstrip("-").replace("/", "", 1).isdecimal()
    if not exact and (known := Figure.read(figure.replace(":", "/"))):
        return known.raw
    return Fraction(figure) if EXACT_NUMBER.fullmatch(figure) else None


# No exponent: 1e999999999 would take all memory.
EXACT_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{1,40}|/0*[1-9][0-9]{0,39})?")


def _join_texts(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())


NOTED = "section"
"""The element at whose end its footnotes are read."""
PAGE_SIDES: Mapping[str, Pages] = {"left": "left", "right": "right"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
WORD_BREAKING_ELEMENTS = ("br", "dd", "div", "dt", "li", "ol", "p", "ul")
"""Elements that part the words before them from those after them."""
UNREAD = ("head", "script", "style", "svg", "template")
"""Elements whose text is not text of the page; pictures have their own words."""
ENDED: Mapping[str, tuple[str, ...]] = {
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
    "tbody": ("td", "th", "tr", "thead", "tbody"),
    "tfoot": ("td", "th", "tr", "thead", "tbody"),
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "p": ("p",),
}
"""Elements that end implicitly where one of a name begins (HTML, 13.1.2.4)."""
MOST_TAKERS = 20
"""How many nested texts receive the words in them: ours nest two deep at most."""
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
