"""Single records as HTML for a browser: with the same words, tables and links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from aidgen.game.data import GameData
from aidgen.page.charts import charts
from aidgen.page.environment import render_template
from aidgen.page.fields import fields
from aidgen.page.markdown import Texts, Words, plain_text
from aidgen.page.render_state import RenderState
from aidgen.page.theme import theme_styling, typeface
from aidgen.page.views import plain_value as shown

LOOKED_UP = ("rules", "procedures", "tables", "charts", "states")
"""The kinds of record that one looks up."""
TERMS = "terms"
"""The name of the glossary's page."""
# The promises of a printed page, which a browser does not need.
PROMISES = re.compile(r' data-(?:context|continues|figure|title|box)(?:="[^"]*")?')
ANCHOR_ATTRIBUTE = re.compile(r' data-anchor="([^"]*)"')
DATA_LINK = re.compile(r' data-leads="([^"]*)"')


@dataclass(frozen=True)
class Lookup:
    """A record: its title, its HTML, and the names of the records in it."""

    ref: str
    title: str
    html: str


def lookups(game_data: GameData, roots: tuple[Path, ...]) -> Iterator[Lookup]:
    """Yield each record of a localized game that can be looked up, the glossary last.

    `roots` are the packs whose templates are searched. Raises InputError if a template asks for
    something that does not exist.
    """
    refs = [f"{kind}.{name}" for kind in LOOKED_UP for name in getattr(game_data, kind)]
    printed = frozenset({*refs, TERMS, *(f"{TERMS}.{name}" for name in game_data.terms)})
    texts = Texts(game_data, printed)
    variables = {name: shown(value) for name, value in _variables(game_data, texts).items()}
    for ref in refs:
        made = render_template(
            "site/record.html", {**variables, "ref": ref}, roots, RenderState(texts)
        )
        yield Lookup(ref, plain_text(game_data.find(ref).title), _in_browser(made))
    if any(term.definition for term in game_data.terms.values()):
        made = render_template(
            "site/record.html", {**variables, "ref": TERMS}, roots, RenderState(texts)
        )
        yield Lookup(TERMS, plain_text(game_data.words["glossary"]), _in_browser(made))


def _variables(game_data: GameData, texts: Texts) -> Mapping[str, object]:
    return {
        "canon": game_data,
        "words": Words(texts, game_data.words),
        "charts": charts(game_data, texts.printed),
        "fields": fields(game_data, texts.printed),
        "cut": "",
        "figures_mark": game_data.mark,
        "theme": theme_styling(game_data),
        "ink": "normal",
        "large": False,
        "language": game_data.locale.replace("_", "-"),
        "typeface": typeface(game_data),
    }


def _in_browser(html: str) -> str:
    """Return the HTML of a record with its links and their targets."""
    html = ANCHOR_ATTRIBUTE.sub(r' id="\1"', PROMISES.sub("", html))
    return DATA_LINK.sub(lambda leads: f' href="{address(leads[1])}"', html)


def address(ref: str) -> str:
    """Return where a record is found, from the page of another one."""
    kind, _, rest = ref.partition(".")
    if kind == TERMS:
        return f"{TERMS}.html#{ref}" if rest else f"{TERMS}.html"
    name = rest.partition(".")[0]
    page = f"{kind}.{name}.html"
    return f"{page}#{ref}" if "." in rest else page
