"""What a page promises: the words that its HTML has for the game's texts, cells and figures.

The HTML says it by these attributes, which a template sets by its filters or by hand:

    data-context    the msgctxt of the text that an element holds; empty for words of no text
    data-continues  an element that goes on with the text of the element before it
    data-figure     what the game has for the words of an element, as YAML would write it
    data-title      what a table is called in a message
    data-box        the name of the card or region that an element is
    data-note       a footnote

What is `aria-hidden` promises nothing: it repeats what is printed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

from aidgen.game.figures import Figure, Raw

# Their words are no words of the page. Pictures have words of their own.
UNREAD_TAGS = ("head", "script", "style", "template")
LONGEST_FIGURE = 80
# Elements that part the words before them from those after them.
WORD_BREAKING_TAGS = ("br", "dd", "div", "dt", "li", "ol", "p", "td", "th", "ul")


@dataclass(eq=False)
class Promise:
    """The words of an element, without those of elements in it that are promises themselves."""

    context: str
    """The msgctxt of the words, if they are a text of the game; of a cell, that of its table."""
    box: str
    """The card or region that they are in."""
    figure: Raw | None = None
    """What the game has for the words."""
    table: str = ""
    """Of a cell: what its table is called."""
    row: int = 0
    """Of a cell: the number of its row, from 1."""
    windowed: bool = False
    """Whether a window shows it: it may be whole on another sheet."""
    pieces: list[str] = field(default_factory=list)
    inner: list[Promise] = field(default_factory=list)
    """The promises in it."""

    @property
    def is_cell(self) -> bool:
        """Whether it is a cell of a table."""
        return self.row > 0

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join("".join(self.pieces).split())

    @property
    def whole(self) -> str:
        """Its words, those of the promises in it included, if it has no words of its own."""
        return self.text or " ".join(filter(None, (each.whole for each in self.inner)))


# The promise that the words directly in an element belong to, in reading order.
Promises = Mapping[Element, Promise]


@dataclass(frozen=True)
class PrintedText:
    """A text of the game as it was found on paper: its msgctxt, page, card, and how long it is."""

    context: str
    page: int
    box: str
    letters: int


def read_promises(roots: Iterable[Element]) -> Promises:
    """Return what the trees of a document promise."""
    reader = _Reader()
    for root in roots:
        reader.read(root, None, "")
    return reader.owners


def text_contexts(html: str) -> tuple[str, ...]:
    """Return the msgctxt of each text and table in some HTML, in their order."""
    reader = _ContextReader()
    reader.feed(html)
    reader.close()
    return tuple(reader.contexts)


class _ContextReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.contexts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if context := dict(attrs).get("data-context"):
            self.contexts.append(context)


class _Reader:
    """Gathers promises, element by element."""

    def __init__(self) -> None:
        self.texts: list[Promise] = []
        self.owners: dict[Element, Promise] = {}
        self.table = ("", "", 0)
        """The innermost table: its name, its context, and the number of its row."""
        self.in_window = False

    def read(self, element: Element, around: Promise | None, box: str) -> None:
        """Read an element in the words of `around`, in a card or region."""
        tag: object = element.tag  # of a comment it is a function
        if not isinstance(tag, str) or tag in UNREAD_TAGS or "}" in tag:
            return
        if element.get("aria-hidden") == "true":
            return
        if "data-box" in element.attrib:
            box = element.get("data-box", "")
        before = self.table, self.in_window
        if tag == "table":
            self.table = (element.get("data-title", ""), element.get("data-context", ""), 0)
        elif tag == "tr":
            self.table = (*self.table[:2], self.table[2] + 1)
        self.in_window = self.in_window or "data-window" in element.attrib
        promise = self._promise(element, tag, around, box)
        if promise is not None:
            self.owners[element] = promise
            # The space at the end of a paragraph parts it from the next one.
            space = " " if tag in WORD_BREAKING_TAGS else ""
            promise.pieces.append(f"{space}{element.text or ''}")
        for child in element:
            self.read(child, promise, box)
            if promise is not None:
                space = " " if child.tag in WORD_BREAKING_TAGS else ""
                promise.pieces.append(f"{space}{child.tail or ''}")
        table, self.in_window = before
        if tag == "table":  # its rows are counted over its groups
            self.table = table

    def _promise(
        self, element: Element, tag: str, around: Promise | None, box: str
    ) -> Promise | None:
        """Return the promise that the words of an element belong to, a new one or `around`."""
        title, context, row = self.table
        is_cell = tag in ("td", "th") and row > 0
        is_text = tag != "table" and (
            "data-context" in element.attrib or "data-figure" in element.attrib
        )
        if "data-continues" in element.attrib and self.texts:
            return self.texts[-1]
        if not (is_cell or is_text):
            return None if tag == "table" else around
        promise = Promise(
            context=element.get("data-context", "") or (context if is_cell else ""),
            box=box,
            figure=read_figure(element.get("data-figure", "")),
            table=title if is_cell else "",
            row=row if is_cell else 0,
            windowed=self.in_window,
        )
        self.texts.append(promise)
        if around is not None:
            around.inner.append(promise)
        return promise


def read_figure(figure: str) -> Raw | None:
    """Return the figure that YAML would write so, or None.

    7/5 is a number, 20:60 one over another.
    """
    if len(figure) > LONGEST_FIGURE:
        return None
    number, _, of = figure.lstrip("-").partition("/")
    if number.isdecimal() and of.isdecimal() and int(of):
        return Fraction(figure)
    quantity = Figure.read(figure.replace(":", "/"))
    return quantity.raw if quantity else None
