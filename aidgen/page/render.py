"""A localized canon poured into the template of a kind: one HTML text that names the PDF wholly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape, unescape
from pathlib import Path
from traceback import walk_tb
from typing import Any

from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    pass_context,
)
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from aidgen.assets.icons import outline
from aidgen.game.canon import Canon
from aidgen.game.figures import Figure, neutral
from aidgen.game.records import Blank, Chart, Table, Term
from aidgen.game.texts import ICON, Text, phrase
from aidgen.page.chart import Axes, Series, line_chart
from aidgen.page.kinds import KINDS
from aidgen.page.promises import Counts, Promise
from aidgen.problems import Problem, Unusable, Where


@dataclass(frozen=True)
class Page:
    """All that goes into one PDF: the HTML is its whole content, and the key of its place."""

    html: str
    promises: tuple[Promise, ...]
    pages: tuple[int, int | None]
    """Fewest and most pages it may have."""
    smallest_type: float
    """The smallest size of type in pt that its kind allows."""
    boxes: int = 0
    """How many cards and regions it has."""

    @property
    def pictured(self) -> tuple[str, ...]:
        """The words within its pictures."""
        return tuple(map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", self.html)))

    @property
    def promised(self) -> Counts:
        """How much it promises."""
        tables = [promise.rows for promise in self.promises if promise.rows]
        cells = sum(len(row) for rows in tables for row in rows)
        return Counts(len(self.promises) - len(tables), cells, self.boxes)


def render(canon: Canon, aid_name: str, roots: tuple[Path, ...]) -> Page:
    """Pour `canon` into the template of the aid called `aid_name`.

    `roots` are the packs whose templates are searched, in order. Raises Unusable where a template
    asks for what is not there.
    """
    aid = canon.aids[aid_name]
    kind = KINDS[aid.kind]
    ink = _Ink(canon, canon.printed(aid_name))
    variables = {
        "canon": canon,
        "words": _Words(canon.words, ink),
        "ink": ink,
        "figures_mark": canon.mark,
        "aid": aid,
        "aid_name": aid_name,
        "kind": kind,
        "size": kind.size(aid),
        "language": canon.locale.replace("_", "-"),
        **kind.view(canon, aid, kind.size(aid)),
    }
    try:
        html = _environment(roots).get_template(f"{kind.name}/page.html").render(variables)
    except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Unusable([_fault(error, kind.name, roots)]) from None
    least, most = 1, None
    if aid.pages is not None:
        least = int(aid.pages.number)
        most = getattr(aid.pages.raw, "high", least)
    return Page(html, tuple(ink.promises), (least, most), kind.smallest_type, ink.boxes)


@cache
def _environment(roots: tuple[Path, ...]) -> ImmutableSandboxedEnvironment:
    """Return the templates of `roots`, each compiled once, and what they may call."""
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(root / "templates") for root in roots]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "block": pass_context(lambda context, text: context["ink"].block(text)),
        "line": pass_context(lambda context, text: context["ink"].line(text)),
        "plain": plain,
        "kind": lambda ref: ref.split(".")[0],
        "alphabetical": _alphabetical,
        "is_line": lambda text: "\n" not in text,
        "figure": pass_context(lambda context, number: context["ink"].figure(number)),
        "mark_at": pass_context(
            lambda context, blank, number: _mark_at(context["canon"], blank, number)
        ),
    }
    environment.globals.update(
        anchor=pass_context(lambda context, ref: context["ink"].anchor(ref)),
        promise_table=pass_context(lambda context, table, rows: context["ink"].table(table, rows)),
        within=pass_context(lambda context, module: context["ink"].within(module)),
        box=pass_context(lambda context, name: context["ink"].box(name)),
        marks_module=pass_context(lambda context, module: context["ink"].marks(module)),
        once=pass_context(lambda context, first, caller: context["ink"].once(first, caller)),
        icon=icon,
        chart=pass_context(lambda context, chart: _chart(context["canon"], chart)),
        css=_css,
    )
    return environment


def _fault(error: Exception, kind: str, roots: tuple[Path, ...]) -> Problem:
    """Say what a template did wrong, at its line: the last one that the error passed through."""
    file, line = Path("templates", kind, "page.html"), 0
    for frame, number in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith((".html", ".css")):
            file, line = Path(frame.f_code.co_filename), number
    if isinstance(error, TemplateSyntaxError):
        file, line = Path(error.filename or file), error.lineno
    root = next((root for root in roots if file.is_relative_to(root)), Path())
    message = f"found no template `{error}`" if isinstance(error, TemplateNotFound) else str(error)
    return Problem(Where(file.relative_to(root).as_posix(), line), f"template: {message}")


@pass_context
def _css(context: Context, name: str) -> Markup:
    """Return a style sheet, itself a template, to stand inside the page."""
    template = context.environment.get_template(name)
    return Markup(template.render(context.get_all()))  # our own file, not content


def icon(name: str, label: str = "", colour: str = "#000") -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; decoration has no label."""
    title = f"<title>{escape(label)}</title>" if label else ""
    path = f'<g fill="{colour}">{outline(name)}</g>'
    if label:
        return Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="0 0 256 256">'
            f"{title}{path}</svg>"
        )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 256 256'>"
        f"<g fill='{colour.replace('#', '%23')}'>{outline(name)}</g></svg>".replace('"', "'")
    )
    return Markup(
        f'<span class="icon" style="background-image:url(&quot;data:image/svg+xml,{svg}&quot;)">'
        "</span>"
    )


@cache
def plain(text: str) -> str:
    """Return a text without its Markdown: what its reader will read."""
    rendered = _MARKDOWN.render if "\n" in text else _MARKDOWN.renderInline
    return _said(rendered(text, {"printed": frozenset()}))


def _said(html: str) -> str:
    """Return the words of some HTML, its icons left out."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", ICON.sub("", html))).split())


@dataclass(frozen=True)
class _Foreign:
    """Phrases of other languages: a group of `pattern` for each, and the language of each."""

    pattern: re.Pattern[str]
    tongues: tuple[str, ...]


class _Ink:
    """Turns texts into HTML and notes each as a promise of the page."""

    def __init__(self, canon: Canon, printed: frozenset[str]) -> None:
        self.canon = canon
        self.printed = printed
        self.promises: list[Promise] = []
        self.anchors: set[str] = set()
        self.module: str | None = None
        self.name = ""
        self.boxes = 0
        self.foreign = cache(self._foreign)

    def box(self, name: str) -> str:
        """Note that what follows is in the card or region `name`, or in none; print nothing."""
        self.name = name
        self.boxes += bool(name)
        return ""

    def within(self, module: str | None) -> str:
        """Note that what follows is under the mark of an expansion, or of none; print nothing."""
        self.module = module
        return ""

    def marks(self, module: str | None) -> bool:
        """Tell whether a record of `module` needs its own mark here."""
        return module is not None and module != self.module

    def anchor(self, ref: str) -> Markup:
        """Return the `id` of a record's heading, the first time it is printed; else nothing."""
        if not ref or ref in self.anchors:
            return Markup("")
        self.anchors.add(ref)
        return Markup(' id="{}"').format(ref)

    def block(self, text: object) -> Markup:
        """Return a text or cell as paragraphs and lists."""
        return self._mark(text, _MARKDOWN.render(str(text), self._around(text)))

    def line(self, text: object) -> Markup:
        """Return a text or cell as words within a line."""
        return self._mark(text, _MARKDOWN.renderInline(str(text), self._around(text)))

    def _around(self, text: object) -> dict[str, object]:
        """Return what is to be known where a text is turned into HTML."""
        return {"printed": self.printed, "foreign": self.foreign(self._language(text))}

    def _language(self, text: object) -> str:
        """Return the language that a text stands in."""
        if not _is_source(text):
            return self.canon.locale
        context = getattr(text, "context", None) or self.canon.at()
        return self.canon.written_in(context.domain)

    def _foreign(self, language: str) -> _Foreign | None:
        """Return the phrases that are foreign to texts of `language`; None if there are none."""
        of_game = sorted(self.canon.game.foreign.items(), key=lambda item: -len(item[0]))
        found = [(words, tongue) for words, tongue in of_game if tongue != language]
        if not found:
            return None
        patterns = (f"({phrase(escape(words, quote=False))})" for words, _ in found)
        tongues = tuple(tongue.replace("_", "-") for _, tongue in found)
        return _Foreign(re.compile("|".join(patterns)), tongues)

    def once(self, first: bool, caller: Callable[[], Markup]) -> Markup:
        """Return what stands within a call block; it promises nothing if it is not the `first`."""
        before = len(self.promises)
        html = caller()
        if not first:
            del self.promises[before:]
        return html

    def figure(self, number: int) -> str:
        """Return the number of a box as it is printed."""
        written = str(number).replace("-", "−")
        self.promises.append(Promise(written))
        return written

    def table(self, table: Table, rows: Mapping[str, Mapping[str, Any]]) -> str:
        """Note the cells of a table that is printed, its headings first; print nothing."""
        words = _grid(
            table,
            [self._head(table, name) for name in table.columns],
            [
                ["" if cell is None else plain(str(cell)) for cell in row.values()]
                for row in rows.values()
            ],
        )
        figures = _grid(
            table,
            [_raw(None if column.unit else column.range) for column in table.columns.values()],
            [[_raw(cell) for cell in row.values()] for row in rows.values()],
        )
        title = plain(table.title)
        self.promises.append(Promise(title, words, box=self.name, figures=figures))
        return ""

    def _head(self, table: Table, name: str) -> str:
        column = table.columns[name]
        words = [str(column.range or column.header or ""), str(column.unit or "")]
        if name == table.key and not table.lying and table.die and table.ranged:
            words.append(f"↓ {table.die} →")
        return plain(" ".join(words))

    def _mark(self, text: object, html: str) -> Markup:
        context = str(getattr(text, "context", None) or "")
        self.promises.append(Promise(_said(html), (), context, self.name))
        html = ICON.sub(lambda found: icon(found[1], self._icon_name(found[1])), html)
        if isinstance(text, Text) and _is_source(text):
            lang = self._language(text).replace("_", "-")
            tag = "div" if html.startswith("<p") or html.startswith("<ul") else "span"
            html = f'<{tag} class="{text.state}" lang="{lang}">{html}</{tag}>'
        return Markup(html)  # made by markdown-it with raw HTML switched off

    def _icon_name(self, name: str) -> str:
        """Return what an icon within a text stands for: the record that bears it."""
        for state in self.canon.states.values():
            if state.icon == name:
                return str(state.title)
        return name.replace("-", " ")


Grid = tuple[tuple[str, ...], ...]


def _grid(table: Table, heads: list[str], body: list[list[str]]) -> Grid:
    """Return the heads and cells of a table row by row, as it is printed."""
    if table.lying:
        return tuple((head, *cells) for head, *cells in zip(heads, *body, strict=True))
    return (tuple(heads), *map(tuple, body))


def _raw(cell: object) -> str:
    """Return what the canon has in a cell, in no language in particular; "" if it is no figure."""
    if not isinstance(cell, Figure):
        return ""
    return str(cell.raw) if isinstance(cell.raw, Fraction) else neutral(cell.raw)


class _Words(Mapping[str, Markup]):
    """The fixed words of the templates; one that is asked for is promised."""

    def __init__(self, words: Mapping[str, Text], ink: _Ink) -> None:
        self._words, self._ink = words, ink

    def __getitem__(self, name: str) -> Markup:
        return self._ink.line(self._words[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def _is_source(text: object) -> bool:
    """Tell whether a text stands in its source language for want of a translation."""
    return isinstance(text, Text) and text.state in ("fuzzy", "missing")


def _alphabetical(terms: Mapping[str, Term]) -> list[tuple[str, Term]]:
    """Return glossary terms in the order of their words in this language, accents apart."""

    def key(item: tuple[str, Term]) -> str:
        letters = unicodedata.normalize("NFD", item[1].one.casefold())
        return "".join(letter for letter in letters if not unicodedata.combining(letter))

    return sorted(terms.items(), key=key)


def _mark_at(canon: Canon, blank: Blank, number: int) -> Text | None:
    """Return the words below the box of a track that bears `number`."""
    for at, words in blank.marks.items():
        if number == (canon.count(at) if at in canon.values else int(at)):
            return words
    return None


def _chart(canon: Canon, chart: Chart) -> Markup:
    table: Table = canon.tables[chart.table]
    series = []
    ticks: tuple[str, ...] = ()
    for _, title, rows in table.grids():
        ticks = tuple(str(row[table.key]) for row in rows.values())
        for column in chart.y:
            cells = [row[column] for row in rows.values()]
            values = tuple(float(cell.number) for cell in cells if isinstance(cell, Figure))
            name = title if len(chart.y) == 1 else table.columns[column].header or column
            series.append(Series(plain(name), values))
    axes = Axes(chart.x_label, chart.y_label, ticks)
    return Markup(line_chart(axes, series, plain(chart.text)))


def _link_open(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    target = str(tokens[i].attrGet("href") or "")
    linked = target in env["printed"]
    env.setdefault("links", []).append(linked)
    return f'<a class="ref" href="#{escape(target)}">' if linked else '<span class="ref">'


def _link_close(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    return "</a>" if env["links"].pop() else "</span>"


def _text(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    """Return words as HTML, foreign phrases with their language.

    Addresses are marked, too: a hyphen in one would be read as its own.
    """
    words = escape(tokens[i].content, quote=False)
    foreign: _Foreign | None = env.get("foreign")
    pieces, end = [], 0
    for found in foreign.pattern.finditer(words) if foreign else ():
        tongue = foreign.tongues[(found.lastindex or 1) - 1] if foreign else ""
        pieces += [
            _addressed(words[end : found.start()]),
            f'<span lang="{tongue}">{found[0]}</span>',
        ]
        end = found.end()
    return "".join([*pieces, _addressed(words[end:])])


def _addressed(words: str) -> str:
    return ADDRESS.sub(r'<span class="address">\g<0></span>', words)


def _markdown() -> MarkdownIt:
    """Return the dialect of the texts: emphasis, lists, links to records, no raw HTML."""
    markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis", "list", "link", "escape"])
    markdown.add_render_rule("text", _text)
    markdown.add_render_rule("link_open", _link_open)
    markdown.add_render_rule("link_close", _link_close)
    return markdown


ADDRESS = re.compile(r"\b[\w-]+(?:@[\w-]+)?\.[a-z]{2,4}(?:/[\w/-]*)?(?!\w)")
"""Addresses as they stand in texts, of the web or of mail."""
UNBROKEN = re.compile(r"\d+–\d+|\d+\.\d+\.\d+")
"""Ranges and numbers of versions."""
_MARKDOWN = _markdown()
