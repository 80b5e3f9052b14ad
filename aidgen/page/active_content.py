"""HTML that would run, load or lead to something: a pack's templates may not write it.

Nothing in a PDF runs, and the engine's fetcher loads only pictures and fonts of the page, whatever
the HTML says. This names such HTML at its line, and keeps it out of pages that are shown elsewhere.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

REFUSED_ELEMENTS = frozenset(
    ["applet", "base", "embed", "form", "frame", "frameset", "iframe", "link", "object", "script"]
)
# How the name of each attribute begins that holds a script.
EVENT = "on"
ADDRESSES = ("href", "xlink:href", "src")
# What an address may be: a place of the page, a picture in it, a file beside it.
NEAR = re.compile(
    r"#|aidgen:picture/|data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,]|(?![/\\]|[^/?#]*:)", re.I
)
# Where a link may lead a reader besides.
WEB = re.compile(r"https?:|mailto:", re.I)
MEASURE = re.compile(r"\d{1,4}(\.\d{1,20})?", re.ASCII), "a number of millimetres"
SPAN = re.compile(r"[1-9]\d{0,2}", re.ASCII), "a whole number from 1 to 999"
NUMBER = re.compile(r"-?\d{1,4}", re.ASCII), "a whole number of up to 4 digits"
# Attributes that are read as numbers later: the pattern of their values, and what to call it.
NUMERIC = {
    "data-fill": MEASURE,
    "data-row": (re.compile(rf"({MEASURE[0].pattern})?", re.ASCII), "a number, or nothing"),
    "colspan": SPAN,
    "rowspan": SPAN,
    "span": SPAN,
    "start": NUMBER,
    "value": NUMBER,
}


class ActiveContentError(Exception):
    """HTML that is refused: a message, and the tag that begins it."""

    def __init__(self, message: str, tag: str) -> None:
        """Keep both."""
        super().__init__(message)
        self.tag = tag


def refuse_active_content(html: str) -> None:
    """Raise ActiveContentError for the first tag that runs, loads or leads out of the page."""
    checker = _Checker()
    checker.feed(html)
    checker.close()


class _Checker(HTMLParser):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check a tag and its attributes."""
        if message := _objection(tag, {name: value or "" for name, value in attrs}):
            raise ActiveContentError(message, self.get_starttag_text() or tag)


def _objection(tag: str, attributes: dict[str, str]) -> str:
    """Return what is wrong with a tag; "" if nothing is."""
    if tag in REFUSED_ELEMENTS or "http-equiv" in attributes:
        return f"`<{tag}>` has no place in a page: nothing in it runs or is loaded"
    for name, value in attributes.items():
        if name.startswith(EVENT):
            return f"`{name}` has no place in a page: nothing in it runs"
        address = value.strip() if name in ADDRESSES else "#"
        if not (NEAR.match(address) or (tag == "a" and WEB.match(address))):
            return f"`{name}` leads out of the page"
        if name in NUMERIC and not NUMERIC[name][0].fullmatch(value):
            return f"`{name}` has to be {NUMERIC[name][1]}"
    return ""
