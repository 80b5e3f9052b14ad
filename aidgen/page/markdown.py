"""Texts as HTML: the dialect of Markdown, links to records, foreign phrases, icons, promises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from itertools import zip_longest
from pathlib import Path

import icu
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline, emphasis
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from aidgen import BUNDLED_PACK
from aidgen.assets.files import svg_address
from aidgen.assets.fonts import is_rtl, other_script
from aidgen.assets.icons import PLACE_COLOUR, find_icon
from aidgen.game.data import GameData
from aidgen.game.figures import MOST_DECIMALS, Figure, NotApplicable, Ratio, neutral
from aidgen.game.texts import (
    COMBINING_MARKS,
    ICON,
    INDEX,
    LINK,
    LIST_ITEM,
    PAGE_NUMBER,
    UNSPACED_LETTER,
    Text,
    hyphen_bullets,
    phrase_pattern,
)
from aidgen.layout.document import page_of
from aidgen.page.misuse import quote_markup, short_markup
from aidgen.page.views import Record
from aidgen.problems import Severity

# The colour of drawings on a dark background, as it is written in SVG.
DRAWING_WHITE = ("#fff", "#ffffff")
# Words in a script: Hebrew, Arabic, Devanagari, Thai, Hangul, and what is written in East Asia.
_OTHER_LETTERS = (
    "\u0591-\u05f4", "\u0600-\u06ff\u0750-\u077f", "\u0900-\u097f", "\u0e01-\u0e5b",
    "\u1100-\u11ff\uac00-\ud7af", "\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff",
)  # fmt: skip
OTHER_SCRIPTS = re.compile("|".join(f"[{span}]+(?: [{span}]+)*" for span in _OTHER_LETTERS))
# Several lines that begin with a dash are a list; one goes on with the sentence before it.
DASHED_LINES = re.compile(r"(?m)^(?:[ \t]*–[ \t]+\S.*(?:\n|\Z)){2,}")
# A mark of a list with nothing behind it, as in a line of a number alone, and a plus before a
# number: they begin no list.
BARE_MARK = re.compile(
    r"(?m)^((?:[ \t]*(?:[-*+•]|\d+[.)])[ \t]+)*?[ \t]*\d*)"
    r"(\+(?=[ \t]+\d)|(?:[-*+](?<!\d.)|(?<=\d)[.)])(?=[ \t]*$))"
)
# A figure, or a letter or sign that is no mark of emphasis, links or lists.
LETTER = re.compile(r"\d+|[^\s\d*_\\\[\]().+–•◦▪▫‣⁃∙·▸►●○■□-]")
# The signs of the notes of a table, in their traditional order.
TABLE_NOTES = "*†‡§"
# Figures that are drawn small and high by the font itself: smaller type would not be legible.
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# One of these is in every text of which something may be read otherwise than it is typed, or it
# begins with another sign than a letter.
MARKUP_SIGNS = "*_[\\&<\n"
# What stands for the number of a footnote, of a page, and of a mark for the index, until the
# whole body of a book is there; characters that no text may have.
NOTE_MARK, PAGE_MARK, INDEX_ANCHOR = "\ue002", "\ue003", "index:\ue004"
NO_BREAK_SPACE, WORD_JOINER = "\u00a0", "\u2060"
# Where a footnote belongs.
FOOTNOTE = re.compile(r"\[\^([\w-]+)\]")
# Words for the index, and the heading that they have there, if it is another.
INDEX_MARK = re.compile(rf"\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\({INDEX}\)")
# A link that names a page, with the space and the brackets around it.
PAGE_LINK = re.compile(
    rf"(?P<before>[ {NO_BREAK_SPACE}]?)(?P<open>\(?)"
    rf"\[[^\[\]]*\{{{PAGE_NUMBER}\}}[^\[\]]*\]\((?P<target>[^()\s]*)\)(?P<close>\)?)"
)
NUMBER_IN_LINK = re.compile(rf"([ {NO_BREAK_SPACE}]?)\{{{PAGE_NUMBER}\}}")
# Tells in an environment whether each line of a text ends where it was typed.
BREAKS = "breaks"
# The indentation of a list in em, and how wide each further digit is.
LIST_INDENT, DIGIT_WIDTH = 1.1, 0.5
# Left out of cells: WeasyPrint 70 weighs their columns as if it could not divide such a word.
SOFT_HYPHEN = "\u00ad"
# Addresses in texts, of the web or of mail.
ADDRESS_IN_TEXT = re.compile(r"\b[\w-]+(?:@[\w-]+)?\.[a-z]{2,4}(?:/[\w/-]*)?(?!\w)")
# A letter with its diacritics.
GRAPHEME = rf"(?:[^\W\d][{COMBINING_MARKS}]*)"
# What is kept on one line, even though a line could break within it.
UNBROKEN = re.compile(
    rf"""
      (?<![\w–-])\d+–\d+\+?(?![\w–-])    # a range: 2–3, 17–20
    | (?<![\w.-])(?:[^\W\d]\.-)+[^\W\d]\.  # initials: K.-O.
    | (?<![\w{COMBINING_MARKS}@/.-]){GRAPHEME}+-{GRAPHEME}{{1,2}}(?![\w{COMBINING_MARKS}@/-]|\.\w)
    | (?<![\w@/.-])[^\W\d]+(?:-t)?-(?:elles?|ils|nous|vous)(?![\w@/-])  # réussit-elle, va-t-elle
    | (?<!\w)c[’']est-à-dire(?!\w)
    | \[[^\[\]<>….]{{0,13}}(?:…|\.{{3}}){{1,4}}\]  # a gap to fill in: [symbol lost: …………]
    """,
    re.VERBOSE,
)
# The elements within a line before which a space becomes an element of its own: WeasyPrint 70
# (`split_first_line`, step 3) believes that a text has no room, and breaks it after its first word,
# if all of it but the space at its end fits a line. With Pango 1.52 and later it does not.
INLINE_ELEMENTS = ("a", "em", "strong", "span", "svg")


@cache
def _likely(locale: str) -> icu.Locale:
    """Return a locale with the script of its language, or the language of its script: und_Thai."""
    likely = icu.Locale(locale)
    likely.addLikelySubtags()
    return likely


@dataclass(frozen=True)
class Texts:
    """Renders the texts of a game as HTML that names the source of its words.

    `printed` are the records on the page, which links may lead to.
    """

    game_data: GameData
    printed: frozenset[str]
    sparing: bool = False
    """Whether little ink is to be used."""
    paged: bool = False
    """Whether its pages have numbers, and room at their feet: it is a book."""
    numbered: bool = False
    """Whether each link names the page that it leads to."""
    in_columns: frozenset[str] = frozenset()
    """The records in two columns, whose footnotes are below them: WeasyPrint 70 would print some on
    a later page."""

    def written(self, number: float) -> str:
        """Return a number as the language writes it, rounded as figures are; not grouped.

        Raises ValueError if it has no end.
        """
        exact = Fraction(str(number + 0))
        rounded = f"{round(Decimal(exact.numerator) / exact.denominator, MOST_DECIMALS) + 0:f}"
        whole, _, decimals = rounded.replace("-", "−").partition(".")
        decimals = decimals.rstrip("0")
        return f"{whole}{self.game_data.decimal}{decimals}" if decimals else whole

    def line(self, text: object) -> Markup:
        """Return a text or figure as an element within a line, with its promise."""
        promise = _promise(text)
        if _is_source(text):
            return self._mark_untranslated("span", text, self._inline(text), promise)
        return Markup("<span{}>{}</span>").format(promise, Markup(self._inline(text)))

    def unlinked(self, text: object) -> Markup:
        """Return a text as `line` does, without its links: in an entry that is a link itself."""
        return replace(self, printed=frozenset(), numbered=False).line(text)

    def words(self, text: object) -> Markup:
        """Return a text or figure as words within a line; the element around has its promise.

        A cell of several lines may have paragraphs and lists.
        """
        if "\n" in str(text) and _is_cell(text):
            tokens = _parse_blocks(self._asked_pages(text), env := self._env(text))
            html = _finish_html(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, env))
        else:
            html = self._inline(text)
        html = html.replace(SOFT_HYPHEN, "")
        if _is_source(text):
            tag = "div" if html.startswith(("<p", "<ul", "<ol")) else "span"
            return self._mark_untranslated(tag, text, html, Markup(""))
        return Markup(html)  # made by markdown-it with raw HTML switched off

    def block(self, text: object) -> Markup:
        """Return a text as paragraphs and lists, with its promise."""
        tokens = _parse_blocks(self._asked_pages(text), env := self._env(text))
        if not _is_source(text):
            _add_promise(tokens, text)
        html = _finish_html(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, env))
        if _is_source(text):
            return self._mark_untranslated("div", text, html, _promise(text))
        return Markup(html)

    def _inline(self, text: object) -> str:
        env = {**self._env(text), BREAKS: True}
        tokens = _parse_inline(self._asked_pages(text), env)
        return _finish_html(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, env))

    def _asked_pages(self, text: object) -> str:
        # Where there is no page, the link is left out, with the brackets and the space before it.
        if f"{{{PAGE_NUMBER}}}" not in (words := str(text)):
            return words
        return PAGE_LINK.sub(self._asked_page, words)

    def _asked_page(self, link: re.Match[str]) -> str:
        if self.paged and link["target"] in self.printed:
            return NUMBER_IN_LINK.sub(
                lambda at: (NO_BREAK_SPACE if at[1] else "") + PAGE_MARK, link[0]
            )
        if link["open"] and not link["close"]:
            return link["before"] + link["open"]
        return "" if link["open"] else link["close"]

    def _footnote(self, text: object, name: str) -> str:
        """Return what stands for a footnote in a text: its number and, in a book, it itself."""
        notes = self.footnotes(text)
        if name not in notes:
            return f"[^{name}]"
        if not self._is_at_foot(text):
            return f'<sup class="ag-call">{self._footnote_sign(text, name)}</sup>'
        number, note = f'<span class="ag-call">{NOTE_MARK}</span>', notes[name]
        opening = f'<span class="ag-footnote" data-note=""{_promise(note)}>'
        return f"{number}{opening}{number} {self.words(note)}</span>"

    def _is_at_foot(self, text: object) -> bool:
        context = getattr(text, "context", None)
        record = ".".join(context.ids[:2]) if context else ""
        return self.paged and _kind_of(text) != "tables" and record not in self.in_columns

    def _footnote_sign(self, text: object, name: str) -> str:
        in_table, names = _kind_of(text) == "tables", [*self.footnotes(text)]
        if self._is_at_foot(text):
            return NOTE_MARK
        return note_sign(names.index(name), in_table=in_table) if name in names else ""

    def footnotes(self, text: object) -> Mapping[str, Text]:
        """Return the footnotes of the record that a text is of."""
        context = getattr(text, "context", None)
        if context is None or context.is_ui or len(context.ids) < 2:
            return {}
        records = getattr(self.game_data, context.kind)
        record = records.get(context.ids[1]) if isinstance(records, Mapping) else None
        notes: Mapping[str, Text] = getattr(record, "footnotes", {})
        return notes

    def _reference(self) -> str:
        """Return what follows a link to a page, with `{number}` where its number comes; or ""."""
        words = self.game_data.words.get("page-reference")
        return str(words).replace(" {", f"{NO_BREAK_SPACE}{{") if self.numbered and words else ""

    def _icon(self, name: str) -> Markup:
        roots = (self.game_data.root, BUNDLED_PACK)
        return draw_icon(name, self._bearer(name), roots=roots, sparing=self.sparing)

    def _mark_untranslated(self, tag: str, text: object, html: str, promise: Markup) -> Markup:
        """Return a text in its source language, marked, because it is not translated."""
        marked = Markup('<{0} class="ag-{1}" lang="{2}"{3}{4}>{5}</{0}>')
        lang = self._language(text).replace("_", "-")
        # Else an English sentence on a Hebrew page has its full stop in front.
        page, rtl = (is_rtl(_likely(name).getScript()) for name in (self.game_data.locale, lang))
        direction = Markup(' dir="{}"').format("rtl" if rtl else "ltr") if rtl != page else ""
        return marked.format(
            tag, getattr(text, "state", ""), lang, direction, promise, Markup(html)
        )

    def _env(self, text: object) -> dict[str, object]:
        phrases = tuple(self.game_data.game.foreign.items())
        return {
            "printed": self.printed,
            "foreign": _foreign(phrases, self._language(text)),
            "icon": self._icon,
            "script": self.game_data.script,
            "footnote": lambda name: self._footnote(text, name),
            "reference": self._reference(),
            BREAKS: _is_cell(text) or _kind_of(text) == "cards",
        }

    def _language(self, text: object) -> str:
        if not _is_source(text):
            return self.game_data.locale
        context = getattr(text, "context", None) or self.game_data.at()
        return self.game_data.written_in(context.domain)

    def _bearer(self, name: str) -> str:
        for state in self.game_data.states.values():
            if state.icon == name and (title := plain_text(str(state.title))):
                return title
        return name.replace("-", " ")


def draw_icon(
    name: str,
    label: str = "",
    colour: str = PLACE_COLOUR,
    *,
    roots: Sequence[Path],
    sparing: bool = False,
) -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; a decoration has no label.

    Without a `colour` it has that of the text around it. `roots` are the packs that may contain an
    icon of this name. A `sparing` icon is drawn in outline, and in black if it would be white on a
    background.
    """
    icon = find_icon(name, roots, lined=sparing)
    colour = "#000" if sparing and colour in DRAWING_WHITE else colour
    if label or colour == PLACE_COLOUR:
        hidden = "" if label else ' aria-hidden="true"'
        title = f"<title>{escape(label)}</title>" if label else ""
        return Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-icon" '
            f'viewBox="{icon.view}"{hidden}>{title}{icon.in_colour(colour)}</svg>'
        )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{icon.view}'>"
        f"{icon.in_colour(colour)}</svg>"
    )
    return Markup(
        '<span class="ag-icon" style="background-image:url(&quot;{}&quot;)"></span>'
    ).format(Markup(svg_address(svg)))  # it has no sign that ends an attribute or a string


def fixed_words(texts: Texts) -> Record:
    """Return the fixed words of templates as HTML, each with its promise."""
    return Record("words", {name: texts.line(word) for name, word in texts.game_data.words.items()})


def promise(text: object) -> Markup:
    """Return the attributes of an element that holds exactly one text or figure.

    A cell to fill in, or one that does not apply, is checked with its table only.
    """
    return Markup("") if text is None or isinstance(text, NotApplicable) else _promise(text)


def _promise(text: object) -> Markup:
    if isinstance(text, Figure):
        return Markup(' data-figure="{}"').format(raw(text))
    return Markup(' data-context="{}"').format(_context(text))


def _context(text: object) -> str:
    return str(getattr(text, "context", None) or "")


def raw(figure: Figure) -> str:
    """Return the value of a figure in the game, as YAML writes it, in no language.

    Numbers are exact, as in 7/5; one number above another is 20:60.
    """
    if isinstance(figure.raw, Fraction):
        return str(figure.raw)
    written = neutral(figure.raw)
    return written.replace("/", ":") if isinstance(figure.raw, Ratio) else written


def _finish_html(html: str) -> str:
    """Return the HTML of a text with each gap between a word and an element free."""
    for gap in (" ", "\n"):
        whole, *parts = html.split(f"{gap}<")
        for part in parts:
            is_inline = part.partition(">")[0].partition(" ")[0] in INLINE_ELEMENTS
            is_behind_word = whole[-1:].strip() not in ("", ">")
            whole += f"{'<span> </span>' if is_inline and is_behind_word else gap}<{part}"
        html = whole
    return html


def _kind_of(text: object) -> str:
    context = getattr(text, "context", None)
    return str(context.kind) if context else ""


def _is_cell(text: object) -> bool:
    return _kind_of(text) == "tables" and "rows" in text.context.ids  # type: ignore[attr-defined]


def _add_promise(tokens: list[Token], text: object) -> None:
    outermost = [token for token in tokens if token.level == 0 and token.nesting == 1]
    for token in outermost:
        token.attrSet("data-context", _context(text))
    for token in outermost[1:]:
        token.attrSet("data-continues", "")


@cache
def plain_text(text: str) -> str:
    """Return a text without its Markdown, as a reader reads it; icons alone by their names."""
    return _read_words(text, with_icons=False) or _read_words(text, with_icons=True)


def _read_words(text: str, *, with_icons: bool) -> str:
    env: dict[str, object] = {}
    is_line = "\n" not in text
    tokens = _parse_inline(text, env) if is_line else _parse_blocks(text, env)
    words = ""
    for token in tokens:
        for child in token.children or ():
            if child.type == "icon":
                words += f" {child.content.replace('-', ' ')} " if with_icons else ""
            elif child.type.endswith("break"):
                words += " "
            elif child.type.startswith("text"):
                words += child.content
        words += " "  # between two paragraphs or items
    return " ".join(words.split())


def _is_source(text: object) -> bool:
    """Tell whether a text is in its source language because it is not translated."""
    return isinstance(text, Text) and text.state in ("fuzzy", "missing")


@dataclass(frozen=True)
class _Foreign:
    """Phrases of other languages: a group of `pattern` for each, and the language of each."""

    pattern: re.Pattern[str]
    tongues: tuple[str, ...]


@cache
def _foreign(phrases: tuple[tuple[str, str], ...], language: str) -> _Foreign | None:
    # Longer ones come first, so that a phrase is not mistaken for its beginning.
    longest_first = sorted(phrases, key=lambda item: -len(item[0]))
    foreign = [(words, tongue) for words, tongue in longest_first if tongue != language]
    if not foreign:
        return None
    pattern = phrase_pattern(*(escape(words, quote=False) for words, _ in foreign))
    tongues = tuple(tongue.replace("_", "-") for _, tongue in foreign)
    return _Foreign(re.compile(pattern), tongues)


def _link_open(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    target = str(tokens[i].attrGet("href") or "")
    marked = {f"{INDEX}#{at}": words for at, words in enumerate(env.get("headings", ()))}
    if target in marked:
        heading = plain_text(marked[target].strip())
        env.setdefault("links", []).append("")
        return f'<span data-anchor="{INDEX_ANCHOR}" data-heading="{escape(heading)}">'
    linked = target in env["printed"]
    env.setdefault("links", []).append(target if linked else "")
    return (
        f'<a class="ag-ref" data-leads="{escape(target)}">' if linked else '<span class="ag-ref">'
    )


def _link_close(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    target, asked = env["links"].pop(), env.pop("asked", False)
    if not target:
        return "</span>"
    words: str = "" if asked else env.get("reference", "")
    reference = words.replace("{number}", page_of(target))
    return f"</a> {reference}" if reference else "</a>"


def _render_text(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    # Addresses are marked as foreign phrases are, so that their hyphens are kept.
    words = escape(tokens[i].content, quote=False)
    foreign: _Foreign | None = env.get("foreign")
    pieces, end = [], 0
    for match in foreign.pattern.finditer(words) if foreign else ():
        tongue = foreign.tongues[(match.lastindex or 1) - 1] if foreign else ""
        pieces += [
            _mark_addresses(words[end : match.start()]),
            f'<span lang="{tongue}">{match[0]}</span>',
        ]
        end = match.end()
    html = "".join([*pieces, _mark_addresses(words[end:])])
    if not html.isascii():
        html = _mark_scripts(html, env.get("script", "Latn"))
    if PAGE_MARK in html:
        env["asked"] = True
        html = html.replace(PAGE_MARK, page_of(env["links"][-1]))
    return html


def _mark_scripts(html: str, page_script: str) -> str:
    """Return words with those of other scripts than that of the page marked: 狼, שלום."""

    def mark(match: re.Match[str]) -> str:
        script = other_script(match[0][0], page_script)
        if not script:
            return match[0]
        # What its words are most likely in; base.css names the font of each language.
        language = _likely(f"und_{script}").getLanguage()
        return f'<span class="ag-other" lang="{language}">{match[0]}</span>'

    return OTHER_SCRIPTS.sub(mark, html)


def _mark_addresses(words: str) -> str:
    addressed = ADDRESS_IN_TEXT.sub(r'<span class="ag-address">\g<0></span>', words)
    return UNBROKEN.sub(r'<span class="ag-unbroken">\g<0></span>', addressed)


def _parse_blocks(text: str, env: EnvType) -> list[Token]:
    """Return the tokens of a text of paragraphs and lists; lists have the numbers typed."""
    tokens = _MARKDOWN.parse(_part_lists(_keep_headings(text, env)), env)
    open_lists: list[list[Token]] = []
    for token in tokens:
        if token.type == "ordered_list_open":
            open_lists.append([token])
        elif token.type == "list_item_open" and token.info:
            open_lists[-1].append(token)
        elif token.type == "ordered_list_close":
            _number_as_typed(*open_lists.pop())
    return tokens


def _parse_inline(text: str, env: EnvType) -> list[Token]:
    return _MARKDOWN.parseInline(_keep_headings(text, env), env)


def _number_as_typed(listed: Token, *items: Token) -> None:
    """Give the items of a list their numbers, unless they are 1. 2. 3., which a list has itself."""
    typed = [f"{item.info}{item.markup}" for item in items]
    listed.attrs.pop("start", None)
    if typed != [f"{number}." for number in range(1, len(items) + 1)]:
        for item, number in zip(items, typed, strict=True):
            item.attrSet("style", f"list-style-type:'{number} '")
        wide = max(map(len, typed)) - 2
        if wide:
            listed.attrSet("style", f"padding-inline-start:{LIST_INDENT + wide * DIGIT_WIDTH:g}em")


def _part_lists(text: str) -> str:
    # In Markdown a line after an item joins it, and of the lists that begin at another number than
    # 1 none can follow a line.
    lines: list[str] = []
    indent: int | None = None  # of the last item, while its list goes on
    text = DASHED_LINES.sub(lambda match: re.sub("(?m)^([ \\t]*)–", r"\1-", match[0]), text)
    for line in BARE_MARK.sub(r"\1\\\2", hyphen_bullets(text)).split("\n"):
        item = LIST_ITEM.match(line)
        plain = bool(line.strip()) and item is None
        if item is not None:
            deeper = indent is None or len(item["indent"]) > indent + 1
            if deeper and item["number"] and lines and lines[-1].strip():
                lines.append("")
            indent = len(item["indent"])
        elif plain and indent is not None and not line[0].isspace():
            if lines[-1].strip():
                lines.append("")
            indent = None
        lines.append(line)
    return "\n".join(lines)


def _add_mark(markdown: MarkdownIt, name: str, pattern: re.Pattern[str], before: str) -> None:
    """Add a mark, as :sword: or [^mill]: what `env` makes of its name is printed in its place."""

    def parse(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos)
        if match is None:
            return False
        if not silent:
            state.push(name, "", 0).content = match[1]
        state.pos = match.end()
        return True

    def render(
        renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
    ) -> str:
        return str(env[name](tokens[i].content)) if name in env else ""

    markdown.inline.ruler.before(before, name, parse)
    markdown.add_render_rule(name, render)


def _keep_headings(words: str, env: EnvType) -> str:
    """Return a text whose marks for the index name the number of their heading in `env`."""
    headings: list[str] = env.setdefault("headings", [])

    def numbered(match: re.Match[str]) -> str:
        headings.append(match[2] or match[1])
        return f"[{match[1]}]({INDEX}#{len(headings) - 1})"

    return INDEX_MARK.sub(numbered, words) if f"]({INDEX})" in words else words


def _render_icon(
    renderer: RendererHTML, tokens: list[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    """Return an icon, with a gap beside a letter, a figure, a sign or another icon: 3:coins:."""
    # No line breaks between it and what is no icon; a row of icons may break.
    if "icon" not in env:
        return ""
    sides = (("after", tokens[i - 1 :: -1] if i else ()), ("before", tokens[i + 1 :]))
    close = [side for side, beside in sides if _is_close(side, beside)]
    classes = " ".join(["ag-icon", *(f"ag-{side}" for side in close)])
    drawn = str(env["icon"](tokens[i].content)).replace('class="ag-icon"', f'class="{classes}"', 1)
    if "after" in close and tokens[i - 1].type != "icon":
        drawn = WORD_JOINER + drawn
    return drawn + WORD_JOINER if "before" in close else drawn


def _is_close(side: str, beside: Sequence[Token]) -> bool:
    """Tell whether an icon is right `after`, or `before`, a letter, a figure, a sign or an icon."""
    token = next((token for token in beside if token.content), None)  # emphasis has no content
    if token is None or token.type == "icon":
        return token is not None and side == "after"
    letter = token.content[-1:] if side == "after" else token.content[:1]
    return token.type.startswith("text") and (letter.isalnum() or letter in "→+−×")


def _parse_line_end(state: StateInline, silent: bool) -> bool:
    """Read the end of a line that is kept: where lines are, and after two spaces everywhere."""
    if state.src[state.pos] != "\n":
        return False
    if not (state.env.get(BREAKS) or state.src[: state.pos].endswith("  ")):
        return False
    if not silent:
        state.pending = state.pending.rstrip(" ")
        state.push("hardbreak", "br", 0)
    state.pos += 1
    return True


def _parse_emphasis(state: StateInline, silent: bool) -> bool:
    """Read a run of stars or underscores; between figures or letters it is a sign: 5*3."""
    start = state.pos
    if not emphasis.tokenize(state, silent):
        return False
    before, after = state.src[:start][-1:], state.src[state.pos :][:1]
    is_within = before.isalnum() and after.isalnum()
    for mark in state.delimiters[start - state.pos :]:
        state.tokens[mark.token].meta["run"] = start
        if not is_within:
            word = state.src[:start].split(" ")[-1] + state.src[start:].split(" ")[0]
            state.tokens[mark.token].meta["word"] = word.strip()
        else:
            # The last star of *un*like closes; that of 5*3 never does. In Thai or Chinese, which
            # put no space between words, emphasis begins behind a letter.
            mark.open = mark.open and UNSPACED_LETTER.match(before) is not None
            mark.close = mark.close and not (before.isdigit() or after.isdigit())
    return True


def _note_unclosed(state: StateInline) -> None:
    inner = (meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta)
    for marks in (state.delimiters, *inner):
        for mark in marks:
            meta = state.tokens[mark.token].meta
            if mark.open and mark.end < 0 and "word" in meta:  # one behind a word is that of a note
                state.env.setdefault("unclosed", []).append(meta["word"])
                for each in marks:  # of **Boost*, the inner star is printed, too
                    if state.tokens[each.token].meta["run"] == meta["run"]:
                        each.end = -1


def _markdown() -> MarkdownIt:
    """Return the dialect of the texts: emphasis, lists, links to records, no raw HTML."""
    markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis", "list", "link", "escape"])
    markdown.inline.ruler.at("emphasis", _parse_emphasis)
    markdown.inline.ruler2.before("emphasis", "unclosed", _note_unclosed)
    _add_mark(markdown, "footnote", FOOTNOTE, before="link")
    markdown.inline.ruler.push("line end", _parse_line_end)
    _add_mark(markdown, "icon", ICON, before="line end")
    markdown.add_render_rule("icon", _render_icon)
    markdown.add_render_rule("text", _render_text)
    markdown.add_render_rule("link_open", _link_open)
    markdown.add_render_rule("link_close", _link_close)
    return markdown


def note_sign(number: int, *, in_table: bool = False) -> str:
    """Return the sign of a footnote of a record, by its number from 0: figures, or in tables signs.

    A sign beside the figures of a table cannot be read as one of them.
    """
    if in_table:
        return TABLE_NOTES[number % len(TABLE_NOTES)] * (number // len(TABLE_NOTES) + 1)
    return str(number + 1).translate(SUPERSCRIPTS)


_MARKDOWN = _markdown()


def find_blocks(text: str) -> str:
    """Return what a text has that needs more than a line, and how it begins; "" if nothing.

    A number before the first of several lines, as in a title, begins no list.
    """
    first, end, below = text.strip().partition("\n")
    if not end:
        return ""
    if first[:1].isdigit() and not any(map(LIST_ITEM.match, below.split("\n"))):
        text = f".\n{below}"
    tokens = [token for token in _parse_blocks(text, {}) if token.level == 0]
    lines = [line.strip() for line in text.split("\n")]
    if any(token.type.endswith("list_open") for token in tokens):
        return quote_markup("a list", short_markup(next(filter(LIST_ITEM.match, lines), lines[0])))
    if sum(token.type == "paragraph_open" for token in tokens) > 1:
        opening = lines[lines.index("") + 1] if "" in lines[:-1] else lines[-1]
        return quote_markup("a new paragraph", short_markup(opening))
    return ""


def find_misreadings(text: str) -> Iterator[tuple[str, str, Severity]]:
    """Yield what is not printed as it was meant: message, hint and severity.

    Letters and figures as typed, without the markup of the dialect, are those that were read. What
    is dropped is never printed; emphasis that is not closed is printed as typed.
    """
    # Most texts have one line without markup: they need not be parsed.
    if text[:1].isalpha() and not any(sign in text for sign in MARKUP_SIGNS):
        return
    env: dict[str, list[str]] = {}
    read = ""
    for token in _parse_blocks(text, env):
        read += f" {token.info} "  # the number of an item
        for child in token.children or ():
            if child.type.startswith("text"):
                read += child.content
            elif not child.nesting:  # an icon, or the end of a line: 3:coins:5 is no 35
                read += " "
    # A bracket behind a backslash begins no link, but one behind two does.
    plain = ICON.sub(" ", text.replace("\\\\[", "[").replace("\\[", "("))
    plain = LINK.sub(lambda link: link[1] or " ", plain)
    typed = [*LETTER.finditer(plain)]
    pairs = zip_longest(typed, LETTER.findall(read))
    wrong = next((sign for sign, letter in pairs if not sign or sign[0] != letter), ())
    if wrong != ():
        at = wrong.start() if wrong else 0
        quoted = short_markup(" ".join(plain[at:].split()))
        message = f"`{quoted}` would not be printed as typed"
        hint = "a link is [words](record); lists within lists have at most nine levels"
        yield message, hint, "error"
    for word in env.get("unclosed", ())[:1]:
        message = f"the emphasis of `{word}` is not closed: it is printed as typed"
        yield message, "write \\* for a star", "warning"
