"""Which characters a text may have: those that our fonts draw, and that say what they seem to."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from aidgen.assets import scripts
from aidgen.assets.faces import can_draw

COMMON = frozenset(
    chr(code) for span in ((0x20, 0x7F), (0xA0, 0x132)) for code in range(*span)
) | frozenset("\n\t–—‘’‚“”„…•−€½¼¾œŒ‹›≥≤≠→←↑↓№™\N{NARROW NO-BREAK SPACE}")
"""Characters that all our upright fonts have: most texts hold no others, and need no font read."""

ALLOWED = frozenset("\n\t\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{SOFT HYPHEN}\u200b\u200c\u200d\u2060")
"""What needs no glyph, or gets that of another: line ends, hyphens, joiners, spaces of no width."""

CATEGORIES = {
    "Cc": "a control character",
    "Cf": "a character that nobody sees, and that may turn the order of letters",
    "Zl": "a line end that YAML and PO do not know",
    "Zp": "a line end that YAML and PO do not know",
    "Co": "a character without a meaning of its own",
    "Cs": "half a character",
    "Cn": "no character",
}
"""What the characters of a category are that no text may have."""


def unprintable(text: str, script: str = "Latn") -> Iterator[str]:
    """Yield each character of a text that cannot be printed, or would mislead, and why; once.

    `script` (ISO 15924) is that of its language, whose font is there besides ours.
    """
    if COMMON.issuperset(text):
        return
    for char in dict.fromkeys(unicodedata.normalize("NFC", text)):
        why = _why(char, script)
        if why:
            named = unicodedata.name(char, "")
            drawn = f"`{char}` " if unicodedata.category(char)[0] not in "CZ" else ""
            yield f"found {drawn}U+{ord(char):04X} {named}".rstrip() + f", {why}"


def _why(char: str, script: str) -> str:
    """Say why a character cannot be printed; "" if it can."""
    category = unicodedata.category(char)
    if char in COMMON or char in ALLOWED or category == "Zs":
        return ""
    if char == "\N{REPLACEMENT CHARACTER}":
        return "which stands for one that was lost"
    if category in CATEGORIES:
        return CATEGORIES[category]
    if can_draw(char, script) or scripts.is_missing(script):  # told once, for the language
        return ""
    if category == "Nd":
        return f"a digit that our fonts do not have, expected {unicodedata.decimal(char)}"
    return "which our fonts do not have"
