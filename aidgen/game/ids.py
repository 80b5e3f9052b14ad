"""Ids made of words: those of the rows of spreadsheets, of new games, and in hints."""

from __future__ import annotations

import re
import unicodedata

# Letters that have no accent to drop, and what ids have in their place; nothing for apostrophes.
LETTERS_BESIDE = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | {"'": "", "’": ""}
)
# An accent on a letter of ASCII.
ACCENT = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")


def slug(words: str) -> str:
    """Return an id made of words: hand-axe of “Hand Axe”; empty if they have no letters.

    Lower case, without accents, with a hyphen for anything that is no letter, digit or underscore.
    """
    letters = unicodedata.normalize("NFKD", words.lower().translate(LETTERS_BESIDE))
    letters = unicodedata.normalize("NFC", ACCENT.sub("", letters))
    words = "".join(sign if sign.isalnum() or sign in "_-" else " " for sign in letters)
    name = "-".join(words.split()).strip("-")
    return name if any(map(str.isalnum, name)) else ""
