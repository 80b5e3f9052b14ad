"""Typing errors in a translation: wrong encodings, unclosed signs, repeated words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.language import Language, Pair
from aidgen.language.tokens import FREE


def typing_errors(source: str, target: str, pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield the typing errors of `target` that `source` does not have, each with a hint."""
    typed, meant = _bare(target), _bare(source)
    if found := MOJIBAKE.search(typed):
        yield (
            f"`{found[0]}` is text in a wrong encoding",
            "save the file as UTF-8 and type it again",
        )
    for sign in sorted(set(UNSEEN_SIGNS.findall(typed)) - set(UNSEEN_SIGNS.findall(meant))):
        yield f"an invisible character (U+{ord(sign):04X})", "delete it"
    for opening, closing in _pairs_of(pair.target):
        shown = typed
        if opening == "„" and closing == "“":  # “English” ones are replaced in print
            shown = ENGLISH_QUOTES.sub("„“", typed).replace("”", "“")
        if _is_balanced(meant, "(", ")") and not _is_balanced(shown, opening, closing):
            yield f"`{opening}` and `{closing}` do not match", "one of them is missing or too much"
    if typed.count('"') % 2 and not meant.count('"') % 2:
        yield '`"` is not closed', "one is missing or too much"
    yield from _words_typed_wrongly(typed, meant, pair.target)
    yield from _foreign_dice(typed, pair.target)
    if SPACE_BEFORE_COMMA.search(typed) and not SPACE_BEFORE_COMMA.search(meant):
        yield "a space before a comma or full stop", "delete it"
    for signs in pair.target.written.opened:
        if typed.count(signs[0]) < typed.count(signs[1]):
            yield f"`{signs[0]}` is missing before a text that ends in `{signs[1]}`", "type it"


def _words_typed_wrongly(typed: str, meant: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield words typed twice, and words with a letter of another script."""
    doubled = {found[1].lower() for found in TWICE.finditer(meant)}
    for found in TWICE.finditer(typed):
        if found[1].lower() not in {*language.written.doubled, *doubled}:
            yield f"`{found[1]}` is typed twice in a row", "delete one of them"
    for word in MIXED.findall(typed):
        scripts = Counter(_script(letter) for letter in word if letter.isalpha())
        if len(scripts) > 1 and word not in meant:
            rare = min(scripts, key=lambda script: scripts[script])
            letter = next(each for each in word if _script(each) == rare)
            yield f"`{word}` has the {rare.title()} letter `{letter}`", f"type `{word}` again"


def _foreign_dice(typed: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield dice with the letter of another language: 2d6 in German."""
    letters = language.own_dice_letters
    for die in DIE.finditer(typed) if letters else ():
        if die[2].lower() != letters[0].lower():
            hint = f"write `{die[1]}{letters[0]}{die[3]}`"
            yield f"the die `{die[0]}` has the letter of another language", hint


def _pairs_of(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the brackets and the quotes of a language, apart from those that are apostrophes."""
    yield "(", ")"
    quotes = language.written.quotes
    if len(quotes) > 1 and quotes[0] != quotes[1]:
        yield quotes[0], quotes[1]


def _is_balanced(text: str, opening: str, closing: str) -> bool:
    return text.count(opening) == text.count(closing)


@lru_cache(maxsize=1 << 10)
def _bare(text: str) -> str:
    return PLACEHOLDER.sub("0", ICON.sub("0", LINK.sub(r"\1", text))).replace("*", "")


@lru_cache(maxsize=1 << 12)
def _script(letter: str) -> str:
    """Return the first word of a letter's name in Unicode: LATIN, CYRILLIC, GREEK."""
    return unicodedata.name(letter, "LATIN").split()[0]


# A quotation between English quotation marks.
ENGLISH_QUOTES = re.compile("“[^“”„]*”")

# A letter of UTF-8 read as Latin-1 or Windows-1252: Ã¤, â€œ, Â«.
MOJIBAKE = re.compile("Ã[\u0080-\u00bf\u0152-\u2122]|â€[\u0080-\u2122]?|Â[\u00a0-\u00bf]|\ufffd")

# Spaces of no width, marks of direction in no right-to-left text, a byte order mark.
UNSEEN_SIGNS = re.compile("[\u200b\ufeff]")

# A word of two letters or more, twice with a space between.
TWICE = re.compile(rf"(?<![\w'’-])((?:(?![{FREE}])[^\W\d_]){{2,}}) \1(?![\w'’-])", re.IGNORECASE)

# Words with letters of two alphabets that look alike.
MIXED = re.compile(r"(?=[^\W\d_]*[a-zA-ZÀ-ɏ])(?=[^\W\d_]*[Ͱ-Ͽа-яёіїєґА-ЯЁІЇЄҐ])[^\W\d_]+")

# A die as English writes it: d20, 2D6.
DIE = re.compile(r"(?<![\w.,])(\d*)([dD])(\d+)(?!\w)")

SPACE_BEFORE_COMMA = re.compile(r"(?<=[^\W\d_]) +[,.](?=\s|$)")
