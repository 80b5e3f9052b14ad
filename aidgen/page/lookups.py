"""Single records as HTML for a browser: with the same words, tables and links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.page.charts import charts
from aidgen.page.drawings import drawings
from aidgen.page.fields import fields
from aidgen.page.filters import RenderState
from aidgen.page.markdown import Texts, fixed_words, plain_text
from aidgen.page.templates import render_template
from aidgen.page.theme import theme_styling, typeface
from aidgen.page.views import plain_value as shown

# The kinds of record that one looks up.
LOOKED_UP = ("rules", "procedures", "tables", "charts", "drawings", "states")
# The name of the glossary's page.
TERMS = "terms"
# How much larger drawings are in a browser, and the least type of their labels in pt. Its style
# sheet makes that smaller again: fonts of systems are wider than ours.
ENLARGED, LEAST_LABEL = 1.5, 10.0
# The promises of a printed page, which a browser does not need.
PROMISES = frozenset({"data-context", "data-continues", "data-figure", "data-title", "data-box"})


LINK = "data-leads"
# The attributes of a printed page that have another name in a browser.
IN_BROWSER = {"data-anchor": "id", LINK: "href"}
TEMPLATE = "site/record.html"
# Elements that do not separate words.
INLINE_ELEMENTS = ("a", "b", "em", "i", "strong")


@dataclass(frozen=True)
class Lookup:
    """A record: its title, its HTML, and its words."""

    ref: str
    title: str
    html: str
    words: str
    """Those of its HTML, without those in pictures."""


def lookups(game_data: GameData) -> Iterator[Lookup]:
    """Yield each record of a localized game that one looks up, the glossary last.

    Only our own templates write them, and they escape what a pack says.
    """
    refs = [f"{kind}.{name}" for kind in LOOKED_UP for name in getattr(game_data, kind)]
    printed = frozenset({*refs, TERMS, *(f"{TERMS}.{name}" for name in game_data.terms)})
    texts = Texts(game_data, printed)
    theme = theme_styling(game_data, on_white=True)
    given = {
        "canon": game_data,
        # No aid prints it: a picture that fills a page of a book is shown below its record.
        "aid": {"kind": ""},
        "words": fixed_words(texts),
        "charts": charts(game_data, texts.printed),
        "drawings": drawings(game_data, texts.printed, theme, LEAST_LABEL, ENLARGED, sparing=False),
        "fields": fields(game_data, texts.printed),
        "cut": "",
        "figures_mark": game_data.mark,
        "theme": theme,
        "ink": "normal",
        "large": False,
        "language": game_data.locale.replace("_", "-"),
        "typeface": typeface(game_data),
    }
    variables = {name: shown(value) for name, value in given.items()}
    for ref in refs:
        yield _lookup(ref, game_data.find(ref).title, variables, texts)
    if any(term.definition for term in game_data.terms.values()):
        yield _lookup(TERMS, game_data.words["glossary"], variables, texts)


def _lookup(ref: str, title: str, variables: Mapping[str, object], texts: Texts) -> Lookup:
    given = {**variables, "ref": ref}
    page = BrowserPage(render_template(TEMPLATE, given, (BUNDLED_PACK,), RenderState(texts)))
    return Lookup(ref, plain_text(title), page.html, " ".join(page.words.split()))


class BrowserPage(HTMLParser):
    """The HTML of a record with links that lead to other records, and without promises; its words.

    Those in pictures are left out.
    """

    def __init__(self, html: str) -> None:
        """Read HTML of our templates."""
        super().__init__()
        self.html, self.words, self._pictures, self._rest = "", "", 0, html
        self.feed(html)
        self.html += self._rest

    def handle_data(self, data: str) -> None:
        """Take words."""
        self.words += "" if self._pictures else data

    def handle_endtag(self, tag: str) -> None:
        """Part the words of two blocks."""
        self._pictures -= tag == "svg"
        self.words += "" if tag in INLINE_ELEMENTS else " "

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Change a tag that has attributes of ours; no words can be taken for one."""
        self._pictures += tag == "svg"
        self.words += "" if tag in INLINE_ELEMENTS else " "
        if any(name in PROMISES or name in IN_BROWSER for name, _ in attrs):
            kept = (
                (IN_BROWSER.get(name, name), address(value or "") if name == LINK else value or "")
                for name, value in attrs
                if name not in PROMISES
            )
            written = "".join(f' {name}="{escape(value)}"' for name, value in kept)
            before, _, self._rest = self._rest.partition(self.get_starttag_text() or "")
            self.html += f"{before}<{tag}{written}>"


def address(ref: str) -> str:
    """Return where a record is found, from the page of another one."""
    kind, _, rest = ref.partition(".")
    if kind == TERMS:
        return f"{TERMS}.html#{ref}" if rest else f"{TERMS}.html"
    name = rest.partition(".")[0]
    page = f"{kind}.{name}.html"
    return f"{page}#{ref}" if "." in rest else page
