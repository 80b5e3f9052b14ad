"""Pages with each of their digits as the same one: they are laid out alike where all are as wide.

What only the layout says, type and where pages begin, is asked of such a page. So a number that
changes, and has as many digits as before, changes neither.
"""

from __future__ import annotations

import re

# Where a heading begins or ends, which may be in the font of titles; words with a digit.
HEADING_OR_DIGIT = re.compile(r"<(/?)h[1-6]\b|(?<=>)[^<0-9]*+[0-9][^<]*+")
# A character that is written by its number or name, or a digit.
DIGIT = re.compile(r"&#?\w+;|[0-9]")
# What is promised of words, beside them.
FIGURE = re.compile(r'(?<= data-figure=")[^"]*')
NINE = "9"
"""It reaches as high and, but for a slanted 4, as deep as any digit: what holds nines holds all."""


def normalise_digits(html: str) -> str:
    """Return HTML with a 9 for each digit of its words, headings apart."""
    return FIGURE.sub(_nines, HEADING_OR_DIGIT.sub(_Headed().evened, html))


class _Headed:
    """Knows whether what is met stands in a heading."""

    def __init__(self) -> None:
        self._inside = False

    def evened(self, found: re.Match[str]) -> str:
        """Return what was met, the digits of words alike if they are in no heading."""
        if found[0].startswith("<"):
            self._inside = not found[1]
            return found[0]
        return found[0] if self._inside else _nines(found)


def _nines(found: re.Match[str]) -> str:
    return DIGIT.sub(lambda one: NINE if len(one[0]) == 1 else one[0], found[0])


# Where a mark begins, and where any element of its kind begins or ends.
BEGINS = re.compile(r"<span\b[^>]*\sdata-mark\b[^>]*>")
SPAN_TAG = re.compile(r"<(/?)span\b")


def without_edition_mark(html: str) -> str:
    """Return HTML without its marks: the same of each edition that says nothing else."""
    kept, behind = [], 0
    for found in BEGINS.finditer(html):
        if found.start() >= behind:
            kept.append(html[behind : found.start()])
            behind = _end_of_mark(html, found.end())
    return "".join([*kept, html[behind:]])


def _end_of_mark(html: str, start: int) -> int:
    """Return where a mark ends; where its words begin, if that is nowhere."""
    depth = 1
    for span in SPAN_TAG.finditer(html, start):
        depth += -1 if span[1] else 1
        if not depth:
            return span.start()
    return start
