"""Markup in texts that is not of our dialect: HTML, headings, tables, code, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

# How much of some markup is quoted at most: enough to find it by.
LONGEST_MARKUP = 32
# The name of each sort of markup, and what to write instead; {} is the markup.
MISUSES = {
    "html_inline": ("HTML", "emphasis is written *so*, strong emphasis **so**"),
    "html_block": ("HTML", "emphasis is written *so*, strong emphasis **so**"),
    "autolink": ("an address in brackets", "write it without them"),
    "entity": ("the HTML entity", "write the character itself: {}"),
    "blockquote_open": ("a block quote", "what is quoted stands in quotes; `example` is a key"),
    "hr": ("a rule", "for a new paragraph leave a line blank"),
    "heading_open": ("a heading", "`title` is a key of its own"),
    "table_open": ("a table", "a table is a record, below `tables`"),
    "fence": ("code", "emphasis is written *so*"),
    "code_inline": ("code", "emphasis is written *so*"),
    "image": ("a picture", "`image` is a key of the record; icons are written as :sword:"),
}
# Anything that one of the above begins with; rules and headings by three signs in a row.
SUSPICIOUS = re.compile(r"[<>#|`]|~~~|&\w*;|&#|!\[|(?:[-*_=][ \t]*){3}")
# A line break as programs write it: no sign that a backslash protects.
ESCAPED_LINE = re.compile(r"(?<!\\)\\n")


def find_misuse(text: str) -> Iterator[tuple[str, str]]:
    """Yield the markup in a text that is not of our dialect: what it is, and what to do instead.

    The dialect has emphasis, lists, links to records and icons. Each kind is told once.
    """
    first: dict[str, tuple[str, str]] = {}
    for name, opening, hint in _misuses(text) if SUSPICIOUS.search(text) else ():
        message = f"found {quote_markup(name, opening)}, which would be printed as it stands"
        first.setdefault(name, (message, hint))
    yield from first.values()
    if escaped := ESCAPED_LINE.search(text):
        message = f"found a line break as `{escaped[0]}`, which would be printed as it stands"
        yield message, "begin a new line there"


def _misuses(text: str) -> Iterator[tuple[str, str, str]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for token in _all_tokens(_COMMONMARK.parse(text)):
        name, hint = MISUSES.get(_markup_key(token), ("", ""))
        opening = _markup_start(token, lines)
        is_bare = token.type == "heading_open" and opening in ("-", "--", "=", "==")
        # `> 3` compares with a number: it is no block quote, whatever Markdown says.
        behind = opening.removeprefix(">").removeprefix("=").lstrip()[:1]
        is_comparison = token.type == "blockquote_open" and (behind.isdigit() or behind == "{")
        if name == "HTML" and opening.lower().startswith("<br"):
            hint = "two spaces at the end of a line break it; on cards and in cells, each line does"
        if token.type == "text_special" and not token.content.strip():
            hint = "write a plain space"
        if name and not (is_comparison or is_bare):
            yield name, opening, hint.format(token.content)
    # A line that can only have been meant for the row of a table, in a text without one.
    name, hint = MISUSES["table_open"]
    for row in map(str.strip, lines):
        if row[1:] and row[0] == row[-1] == "|":
            yield name, short_markup(row), hint


def quote_markup(name: str, opening: str) -> str:
    """Return the name of some markup and how it begins; backticks are kept."""
    return f"{name} {opening}" if "`" in opening else f"{name} `{opening}`"


def _all_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        for child in token.children or ():
            child.map = child.map or token.map
            yield child


def _markup_key(token: Token) -> str:
    """Return the key of a token in MISUSES, if it has one."""
    if token.type == "heading_open" and token.markup == "-":
        return "hr"  # a line below a text
    if token.type == "text_special":
        return token.info  # `entity`, or `escape` for a sign that a backslash protects
    return token.markup if token.type == "link_open" else token.type


def _markup_start(token: Token, lines: Sequence[str]) -> str:
    begin, end = token.map or (0, 1)
    # A heading may be one by the line below it.
    line = end - 1 if token.type == "heading_open" and token.markup in "-=" else begin
    typed = {
        "html_inline": token.content,
        "text_special": token.markup,
        "code_inline": f"{token.markup}{token.content}{token.markup}",
        "image": f"![{token.content}]({token.attrGet('src')})",
        "link_open": f"<{token.attrGet('href')}>",
    }
    return short_markup(typed.get(token.type) or lines[line].strip())


def short_markup(typed: str) -> str:
    """Return the beginning of some markup, to find it by."""
    return typed if len(typed) <= LONGEST_MARKUP else f"{typed[: LONGEST_MARKUP - 1]}…"


# All of CommonMark and tables; entities are separate from words around them.
_COMMONMARK = MarkdownIt("commonmark").enable("table").disable(["code", "reference", "text_join"])
