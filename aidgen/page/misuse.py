"""Markup in texts that is not of our dialect: HTML, headings, tables, code, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Misuse:
    """Markup that a text has and cannot have, and what to do instead."""

    found: str
    """What it is and how it begins, as in: HTML `<b>`."""
    hint: str

    def __str__(self) -> str:
        """Return what was found, without the hint."""
        return f"found {self.found}, which would be printed as it stands"


def find_misuse(text: str) -> Iterator[Misuse]:
    """Yield the markup in a text that is not of our dialect: each kind once.

    The dialect has emphasis, lists, links to records and icons.
    """
    if SUSPICIOUS.search(text):
        first: dict[str, Misuse] = {}
        for name, misuse in _find_token_misuse(text):
            first.setdefault(name, misuse)
        yield from first.values()
    if escaped := ESCAPED_LINE.search(text):
        yield Misuse(f"a line break as `{escaped[0]}`", "begin a new line there")


def _find_token_misuse(text: str) -> Iterator[tuple[str, Misuse]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    # A line that can only have been meant for the row of a table.
    rows = (row for row in map(str.strip, lines) if row[1:] and row[0] == row[-1] == "|")
    row = next(rows, "")
    for token in _all_tokens(_COMMONMARK.parse(text)):
        name, hint = MISUSES.get(_markup_key(token), ("", ""))
        if token.type == "table_open":
            row = ""
        opening = _markup_start(token, lines)
        if token.type == "heading_open" and opening in ("-", "--", "=", "=="):
            continue
        if name == "HTML" and opening.lower().startswith("<br"):
            hint = "two spaces at the end of a line break it; on cards and in cells, each line does"
        if token.type == "text_special" and not token.content.strip():
            hint = "write a plain space"
        # `> 3` compares with a number: it is no block quote, whatever Markdown says.
        behind = opening.removeprefix(">").removeprefix("=").lstrip()[:1]
        is_comparison = token.type == "blockquote_open" and (behind.isdigit() or behind == "{")
        if name and not is_comparison:
            yield name, Misuse(quote_markup(name, opening), hint.format(token.content))
    if row:
        name, hint = MISUSES["table_open"]
        yield name, Misuse(quote_markup(name, short_markup(row)), hint)


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
    """Return how markup begins, as it was typed."""
    if token.type in ("html_inline", "text_special", "code_inline"):
        fence = token.markup if token.type == "code_inline" else ""
        typed = token.markup if token.type == "text_special" else token.content
        return short_markup(f"{fence}{typed}{fence}")
    if token.type == "image":
        return short_markup(f"![{token.content}]({token.attrGet('src')})")
    if token.type == "link_open":
        return short_markup(f"<{token.attrGet('href')}>")
    begin, end = token.map or (0, 1)
    # A heading may be one by the line below it.
    line = end - 1 if token.type == "heading_open" and token.markup in "-=" else begin
    return short_markup(lines[line].strip())


def short_markup(typed: str) -> str:
    """Return the beginning of some markup, to find it by."""
    return typed if len(typed) <= LONGEST_MARKUP else f"{typed[: LONGEST_MARKUP - 1]}…"


def _commonmark() -> MarkdownIt:
    """Return a parser for all of CommonMark and tables; entities are separate from words around
    them."""
    markdown = MarkdownIt("commonmark").enable("table")
    return markdown.disable(["code", "reference", "text_join"])


_COMMONMARK = _commonmark()
