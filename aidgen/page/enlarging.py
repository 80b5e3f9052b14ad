"""The sizes of a style sheet: never smaller than can be read, and larger in large print."""

from __future__ import annotations

import re

HEADLINE, SLOWED = 16.0, 0.4
"""From how many pt on type grows less, and which part of what is above that is left: a title of a
chapter stays a fifth larger than one of a section."""
# A size of type in pt, with what comes before it: of an element, or one that a kind gives a name.
POINTS = re.compile(r"(font-size:\s*|--(?:disc-type|icon):\s*)(\d*\.?\d+)pt")
# The place of a disc or icon before a text, in mm, which grows with it.
PLACES = re.compile(r"(--(?:step-indent|disc|disc-corner|disc-top|icon-indent):\s*)(\d*\.?\d+)mm")
# Type smaller than what is around it.
SMALLER = re.compile(r"((?:font-size|--disc-type):\s*)0?\.\d+em")
# Type that may be smaller than what is around it.
PARTS = re.compile(r"(font-size:\s*)(0?\.\d+em|var\(--disc-type\))")


def legible(sheet: str, smallest: float) -> str:
    """Return a style sheet in which no part of the type around it is smaller than some pt.

    A page that is full is set in smaller type, down to what can just be read: the number of a step,
    nine tenths of it, would be smaller, and the page kept back for it.
    """
    return PARTS.sub(rf"\g<1>max(\g<2>, {smallest:g}pt)", sheet)


def enlarged(sheet: str, factor: float) -> str:
    """Return a style sheet whose type is larger by a factor; it is left as it is if that is 1."""
    if factor == 1:
        return sheet
    sheet = POINTS.sub(lambda found: f"{found[1]}{grown(float(found[2]), factor):g}pt", sheet)
    sheet = PLACES.sub(lambda found: f"{found[1]}{round(float(found[2]) * factor, 2):g}mm", sheet)
    return PARTS.sub(r"\g<1>1em", sheet)


def grown(size: float, factor: float) -> float:
    """Return type of a size in pt made larger by a factor, headlines less than the text."""
    full = size * factor
    return round(max(size, min(full, HEADLINE + SLOWED * (full - HEADLINE))), 2)
