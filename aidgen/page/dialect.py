"""What of Markdown and HTML our texts do not know: it would be printed as it was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True)
class Misuse:
    """Markup that a text has and cannot have, and what to do instead."""

    found: str
    """What it is and how it begins, as in: HTML `<b>`."""
    hint: str

    def __str__(self) -> str:
        """Say what was found, without the hint."""
        return f"found {self.found}, which would be printed as it stands"


def misused(text: str) -> Iterator[Misuse]:
    """Yield the markup in a text that is not of our dialect: each kind once.

    The dialect has emphasis, lists, links to records and icons.
    """
    if SUSPICIOUS.search(text):
        first: dict[str, Misuse] = {}
        for name, misuse in _misused(text):
            first.setdefault(name, misuse)
        yield from first.values()


def _misused(text: str) -> Iterator[tuple[str, Misuse]]:
    lines = LINE_END.split(text)
    row = next((line.strip() for line in lines if ROW.fullmatch(line)), "")
    for token in _all(_MARKDOWN.parse(text)):
        name, hint = KINDS.get(_kind(token), ("", ""))
        if token.type == "table_open":
            row = ""
        begun = _beginning(token, lines)
        if name and not (token.type == "blockquote_open" and COMPARISON.match(begun)):
            yield name, Misuse(_quoted(name, begun), hint.format(token.content))
    if row:
        name, hint = KINDS["table_open"]
        yield name, Misuse(_quoted(name, _short(row)), hint)


def _quoted(name: str, begun: str) -> str:
    """Return what some markup is, and how it begins; backticks stand for themselves."""
    return f"{name} {begun}" if "`" in begun else f"{name} `{begun}`"


def _all(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        for child in token.children or ():
            child.map = child.map or token.map
            yield child


def _kind(token: Token) -> str:
    """Return the key of a token in KINDS, if it has one."""
    if token.type == "text_special":
        return token.info  # `entity`, or `escape` for a sign that a backslash protects
    return token.markup if token.type == "link_open" else token.type


def _beginning(token: Token, lines: Sequence[str]) -> str:
    """Return how markup begins, as it was typed."""
    if token.type in ("html_inline", "text_special", "code_inline"):
        fence = token.markup if token.type == "code_inline" else ""
        typed = token.markup if token.type == "text_special" else token.content
        return _short(f"{fence}{typed}{fence}")
    if token.type == "image":
        return _short(f"![{token.content}]({token.attrGet('src')})")
    if token.type == "link_open":
        return _short(f"<{token.attrGet('href')}>")
    begin, end = token.map or (0, 1)
    # A heading may be one by the line below it.
    line = end - 1 if token.type == "heading_open" and token.markup in "-=" else begin
    return _short(lines[line].strip())


def _short(typed: str) -> str:
    return typed if len(typed) <= QUOTED else f"{typed[: QUOTED - 1]}…"


def _markdown() -> MarkdownIt:
    """Return all of CommonMark, and tables; entities stay apart from the words around them."""
    markdown = MarkdownIt("commonmark").enable("table")
    return markdown.disable(["code", "reference", "text_join"])


QUOTED = 32
"""How much of some markup is quoted at most: enough to find it by."""
KINDS = {
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
    "image": ("a picture", "an icon is written by its name, as :sword:"),
}
"""What each sort of markup is called, and what to write instead; {} is what it stands for."""
# Anything that one of the above begins with; rules and headings by three signs in a row.
SUSPICIOUS = re.compile(r"[<>#|`]|~~~|&\w*;|&#|!\[|(?:[-*_=][ \t]*){3}")
ROW = re.compile(r"\s*\|.*\|\s*")
"""A line that can only have been meant for the row of a table."""
LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line in Markdown."""
COMPARISON = re.compile(r">=?\s*[\d{]")
"""A number that has to be exceeded: no block quote, for all that Markdown says."""
_MARKDOWN = _markdown()
