"""Single records as HTML for a browser: with the same words, tables and links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.page.allowlist import HTML_ATTRIBUTE, HTML_TAG, harmful
from aidgen.page.charts import charts
from aidgen.page.environment import render_template
from aidgen.page.fields import fields
from aidgen.page.markdown import Texts, Words, plain_text
from aidgen.page.render_state import RenderState
from aidgen.page.theme import theme_styling, typeface
from aidgen.page.views import plain_value as shown
from aidgen.problems import InputError, Problem, Where

LOOKED_UP = ("rules", "procedures", "tables", "charts", "states")
"""The kinds of record that one looks up."""
TERMS = "terms"
"""The name of the glossary's page."""
PROMISES = frozenset({"data-context", "data-continues", "data-figure", "data-title", "data-box"})
"""The promises of a printed page, which a browser does not need."""


@dataclass(frozen=True)
class Lookup:
    """A record: its title, its HTML, and the names of the records in it."""

    ref: str
    title: str
    html: str


def lookups(game_data: GameData) -> Iterator[Lookup]:
    """Yield each record of a localized game that one looks up, the glossary last.

    Only our own templates write them. Raises InputError if one of them would do more in a browser
    than to be read.
    """
    refs = [f"{kind}.{name}" for kind in LOOKED_UP for name in getattr(game_data, kind)]
    printed = frozenset({*refs, TERMS, *(f"{TERMS}.{name}" for name in game_data.terms)})
    texts = Texts(game_data, printed)
    variables = {name: shown(value) for name, value in _variables(game_data, texts).items()}
    for ref in refs:
        html = _record_page({**variables, "ref": ref}, texts)
        yield Lookup(ref, plain_text(game_data.find(ref).title), html)
    if any(term.definition for term in game_data.terms.values()):
        html = _record_page({**variables, "ref": TERMS}, texts)
        yield Lookup(TERMS, plain_text(game_data.words["glossary"]), html)


def _variables(game_data: GameData, texts: Texts) -> Mapping[str, object]:
    return {
        "canon": game_data,
        "words": Words(texts, game_data.words),
        "charts": charts(game_data, texts.printed),
        "fields": fields(game_data, texts.printed),
        "cut": "",
        "figures_mark": game_data.mark,
        "theme": theme_styling(game_data, on_white=True),
        "ink": "normal",
        "large": False,
        "language": game_data.locale.replace("_", "-"),
        "typeface": typeface(game_data),
    }


TEMPLATE = "site/record.html"


def _record_page(variables: Mapping[str, object], texts: Texts) -> str:
    """Return the HTML of a record, read again after the last change of it. Raises InputError."""
    html = _in_browser(render_template(TEMPLATE, variables, (BUNDLED_PACK,), RenderState(texts)))
    if harm := harmful(html):
        raise InputError([Problem(Where(f"templates/{TEMPLATE}"), harm[1])])
    return html


def _in_browser(html: str) -> str:
    """Return the HTML of a record with its links and their targets.

    Only attributes of tags are changed: a text may have words like theirs.
    """
    return HTML_TAG.sub(lambda tag: HTML_ATTRIBUTE.sub(_attribute_in_browser, tag[0]), html)


def _attribute_in_browser(attribute: re.Match[str]) -> str:
    name, value = attribute[1], (attribute[2] or "").strip('"')
    if name in PROMISES:
        return ""
    if name == "data-anchor":
        return f' id="{value}"'
    return f' href="{address(value)}"' if name == "data-leads" else attribute[0]


def address(ref: str) -> str:
    """Return where a record is found, from the page of another one."""
    kind, _, rest = ref.partition(".")
    if kind == TERMS:
        return f"{TERMS}.html#{ref}" if rest else f"{TERMS}.html"
    name = rest.partition(".")[0]
    page = f"{kind}.{name}.html"
    return f"{page}#{ref}" if "." in rest else page
