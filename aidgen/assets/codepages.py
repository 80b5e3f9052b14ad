"""Which letters a form can be filled in with: those of a code page, one byte a letter.

Viewers write what is typed in a font that has one byte a letter (ISO 32000-1, 12.7.3.3), so a form
knows some two hundred characters. They are those of the languages that its page is in.
"""

from __future__ import annotations

from functools import cache

from fontTools.agl import UV2AGL

WESTERN = "cp1252"
"""The code page that PDF has a name for (WinAnsiEncoding, ISO 32000-1, annex D)."""
MORE = ("cp1250", "cp1257", "cp1254", "iso8859-16", "iso8859-3", "cp1251", "cp1253")
CODE_PAGES = (WESTERN, *MORE)
"""Western, Central European, Baltic and Turkish; Romanian, Maltese and Esperanto; Cyrillic and
Greek, as Python knows them. Of those that serve a page alike, the first is taken.
"""
FIRST, LAST = 32, 255
"""The codes of a code page that are letters."""


def code_page(said: frozenset[str]) -> str:
    """Return the code page that has most of the characters that a document says."""
    return max(CODE_PAGES, key=lambda name: len(said.intersection(letters(name))))


@cache
def letters(name: str) -> tuple[str, ...]:
    """Return what each code of a code page says, from the first on; a space for what says none."""
    said = (bytes([code]).decode(name, "replace") for code in range(FIRST, LAST + 1))
    return tuple(char if char.isprintable() and char != "\ufffd" else " " for char in said)


def differences(name: str) -> list[tuple[int, str]]:
    """Return the codes that say something else than in the Western one, with what they say.

    It is called as fonts know it (Adobe Glyph List).
    """
    pairs = enumerate(zip(letters(WESTERN), letters(name), strict=True), start=FIRST)
    return [(code, _called(char)) for code, (western, char) in pairs if char != western]


def _called(char: str) -> str:
    return str(UV2AGL.get(ord(char), f"uni{ord(char):04X}"))
