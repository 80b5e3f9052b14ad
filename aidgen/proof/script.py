"""What a page's HTML gives to be read aloud: words and their languages, pictures, headings."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser

from aidgen.game.texts import letters_without_hyphens


@dataclass(frozen=True)
class Line:
    """Words to be read aloud, and their language."""

    words: str
    lang: str

    @property
    def letters(self) -> str:
        """The letters alone."""
        return bare_letters(self.words)


@dataclass(frozen=True)
class Script:
    """All that a page gives to be read aloud, in its order."""

    lines: tuple[Line, ...]
    pictures: tuple[str, ...]
    """What stands for each picture."""
    scopes: tuple[str, ...]
    """Of what each heading of a table is the heading, as a PDF names it: Row or Column."""
    headings: tuple[tuple[str, str], ...] = ()
    """The headings of texts: the type that a PDF calls each by, as H2, and its letters."""


def script(html: str) -> Script:
    """Return what the page `html` gives to be read aloud."""
    reader = _Reader()
    reader.feed(html)
    headings = ((tag, bare_letters("".join(words))) for tag, words in reader.headings)
    return Script(
        tuple(reader.lines), tuple(reader.pictures), tuple(reader.scopes), tuple(headings)
    )


def bare_letters(text: str) -> str:
    """Return the letters of a text: hyphens and capitals are the style sheet's."""
    return letters_without_hyphens(text).casefold()


@dataclass
class _Open:
    tag: str
    lang: str
    hidden: bool


class _Reader(HTMLParser):
    """Goes through the elements of a page and takes what is to be read."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [_Open("", "", False)]
        self.lines: list[Line] = []
        self.pictures: list[str] = []
        self.scopes: list[str] = []
        self.headings: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        given = {name: value or "" for name, value in attributes}
        around = self.open[-1]
        hidden = around.hidden or given.get("aria-hidden") == "true" or tag in UNREAD
        if not hidden and given.get("scope"):
            self.scopes.append(SCOPES.get(given["scope"], ""))
        if tag in HEADINGS and not hidden:
            self.headings.append((tag.upper(), []))
        if tag == "img" and not hidden and given.get("alt"):
            self.pictures.append(given["alt"])
        if tag not in VOID:
            self.open.append(_Open(tag, given.get("lang", around.lang), hidden))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if any(element.tag == tag for element in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Take words."""
        here, (*_, around, _) = self.open[-1], (_Open("", "", False), *self.open)
        if here.tag == "title" and around.tag == "svg" and not self.open[-3].hidden:
            self.pictures.append(data)
        elif not here.hidden and bare_letters(data):
            self.lines.append(Line(" ".join(data.split()), here.lang))
            if any(element.tag in HEADINGS for element in self.open):
                self.headings[-1][1].append(data)


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}
UNREAD = ("head", "script", "style", "svg", "template")
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
