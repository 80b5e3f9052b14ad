"""The characters that a text may have: those that our fonts draw, and that are what they seem to
be."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from aidgen.assets import fonts
from aidgen.assets.faces import can_draw

# Characters that all our upright fonts have: most texts hold no others, and need no font read.
COMMON_CHARACTERS = frozenset(
    chr(code) for span in ((0x20, 0x7F), (0xA0, 0x132)) for code in range(*span)
) | frozenset("\n\t–—‘’‚“”„…•−€½¼¾œŒ‹›≥≤≠→←↑↓№™\N{NARROW NO-BREAK SPACE}")

# What needs no glyph, or gets that of another: line ends, hyphens, joiners, spaces of no width.
NEEDS_NO_GLYPH = frozenset(
    "\n\t\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{SOFT HYPHEN}\u200b\u200c\u200d\u2060"
)

# What makes an emoji of the sign before it, and is not reported beside it.
OF_EMOJI = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"

# The names of character categories that no text may have.
FORBIDDEN_CATEGORIES = {
    "Cc": "a control character",
    "Cf": "an invisible character that may change the order of letters",
    "Zl": "a line separator that YAML and PO do not support",
    "Zp": "a line separator that YAML and PO do not support",
    "Co": "a private-use character",
    "Cs": "half of a surrogate pair",
    "Cn": "not a character",
}


def unprintable_characters(
    text: str, script: str = "Latn", among: str | None = None
) -> Iterator[str]:
    """Yield each character of a text that cannot be printed, or would mislead, and why; once.

    `script` (ISO 15924) is that of its language, whose font is there besides ours. Letters of other
    scripts have to be `among` those of another text, if there is one.
    """
    if COMMON_CHARACTERS.issuperset(text):
        return
    needed = set()
    reported = False
    for char in dict.fromkeys(unicodedata.normalize("NFC", text)):
        lacking = fonts.other_script(char, script)
        if lacking and fonts.is_missing(lacking) and not can_draw(char, script):
            if lacking not in needed:
                typeface = fonts.SCRIPTS[lacking]
                yield f"found `{char}`, which needs the font {typeface.family}: {typeface.hint}"
            needed.add(lacking)
            continue
        why = _reason(char, script, among)
        if why and not (reported and char in OF_EMOJI):
            reported = True
            named = unicodedata.name(char, "")
            drawn = f"`{char}` " if unicodedata.category(char)[0] not in "CZ" else ""
            yield f"found {drawn}U+{ord(char):04X} {named}".rstrip() + f", {why}"


def _reason(char: str, script: str, among: str | None) -> str:
    category = unicodedata.category(char)
    if char in COMMON_CHARACTERS or char in NEEDS_NO_GLYPH or category == "Zs":
        return ""
    if char == "\N{REPLACEMENT CHARACTER}":
        return "the replacement for a lost character"
    if category in FORBIDDEN_CATEGORIES:
        return FORBIDDEN_CATEGORIES[category]
    if can_draw(char, script) or fonts.is_missing(script):  # reported once, for the language
        return ""
    if category == "Nd":
        return f"a digit that none of our fonts has, expected {unicodedata.decimal(char)}"
    if can_draw(char, fonts.other_script(char, script)):
        return "" if among is None or char in among else "which is not in the source"
    if category == "So":
        icon = next((name for signs, name in ICONS_OF_SIGNS.items() if char in signs), "star")
        return f"which none of our fonts has (icons are written by their names, as in :{icon}:)"
    return "which none of our fonts has"


# Icons for the signs that games use most.
ICONS_OF_SIGNS = {
    "♠♤": "suit-spades",
    "♥♡❤": "suit-hearts",
    "♦♢": "suit-diamonds",
    "♣♧": "suit-clubs",
    "🎲⚀⚁⚂⚃⚄⚅": "d6",
    "⚔🗡": "sword",
    "☠💀": "skull",
}
