"""The letters of a form: those of a code page, the only encodings that viewers can type in."""

from __future__ import annotations

from functools import cache

from fontTools.agl import UV2AGL

# The code page that PDF has a name for (WinAnsiEncoding, ISO 32000-1, annex D).
WESTERN = "cp1252"
# Central European, Baltic and Turkish; Romanian, Maltese and Esperanto; Cyrillic and Greek, by
# their Python names.
OTHERS = ("cp1250", "cp1257", "cp1254", "iso8859-16", "iso8859-3", "cp1251", "cp1253")
FIRST_CODE = 32
LAST_CODE = 255


def code_page(letters: frozenset[str]) -> str:
    """Return the first code page that has most of some letters."""
    pages = (WESTERN, *OTHERS)
    return max(pages, key=lambda name: len(letters.intersection(code_page_characters(name))))


@cache
def code_page_characters(name: str) -> tuple[str, ...]:
    """Return the character of each code of a code page; a space if it has none."""
    chars = (bytes([code]).decode(name, "replace") for code in range(FIRST_CODE, LAST_CODE + 1))
    return tuple(char if char.isprintable() and char != "\ufffd" else " " for char in chars)


def code_page_differences(name: str) -> list[tuple[int, str]]:
    """Return the codes that differ from the Western code page, with the names of their glyphs.

    Fonts use those of the Adobe Glyph List.
    """
    pairs = zip(code_page_characters(WESTERN), code_page_characters(name), strict=True)
    return [
        (code, str(UV2AGL.get(ord(char), f"uni{ord(char):04X}")))
        for code, (western, char) in enumerate(pairs, start=FIRST_CODE)
        if char != western
    ]
