"""The letters of a text: what is left when spaces and hyphens are the typesetter's."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

MARKS = "".join(
    mark for mark in map(chr, range(0x300, 0xF00)) if unicodedata.category(mark).startswith("M")
)
"""Accents and vowels that are written on letters, from Latin to Lao: to `re` they are no part of a
word (`\\w`)."""


@lru_cache(maxsize=1 << 14)
def letters(text: str) -> str:
    """Return the letters and signs of a text: no spaces, ligatures apart, hyphens alike."""
    text = unicodedata.normalize("NFKC", text).replace("\N{HYPHEN}", "-")
    return UNSEEN.sub("", text)


# Spaces, soft hyphens, and what joins letters or turns the direction of a text (Unicode 15, 23.2).
UNSEEN = re.compile(r"[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def bare(text: str) -> str:
    """Return the letters and signs of a text without its hyphens, which are the typesetter's."""
    return letters(text).replace("-", "")
