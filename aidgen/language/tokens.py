"""A text as tokens: words, digits, signs and placeholders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from aidgen.game.figures import neutral
from aidgen.game.texts import COMBINING_MARKS, ICON, LINK


@dataclass(frozen=True, slots=True)
class TextToken:
    """A piece of a text, with the white space before it."""

    gap: str
    """The white space and the stars of emphasis before the token."""
    text: str
    """As typed."""
    key: str
    """What phrases compare: lower case, ASCII digits and signs; "" if no phrase can contain it."""
    spaced: bool
    """Whether the gap has white space."""


class WordToken(TextToken):
    """Letters; a single letter in scripts without spaces between words."""

    __slots__ = ()


class Digits(TextToken):
    """A row of digits in any script."""

    __slots__ = ()


class Sign(TextToken):
    """Any other character."""

    __slots__ = ()


class Held(TextToken):
    """A placeholder, with its braces, or dice, as 2d6+1: a figure that is not a number."""

    __slots__ = ()


class How(Enum):
    """How a number is expressed."""

    DIGITS = "in digits"
    WORDS = "in words"
    COMPOUND = "in words that are the beginning of a compound, as in `two-handed`"
    ASIDE = "in words that another language may leave out, as the article in `a card`"


@dataclass(frozen=True, slots=True)
class Number(TextToken):
    """A number, or several written as one, as in version 1.21.0.

    Its text has ASCII digits without thousands separators.
    """

    values: tuple[str, ...]
    """In neutral notation: 12345.5."""
    how: How
    decimal: str
    """The decimal separator; "" if there is none, or if there are thousands separators, too."""

    @property
    def whole(self) -> str:
        """The number, if it is a single integer; else ""."""
        return self.values[0] if len(self.values) == 1 and self.values[0].isdecimal() else ""


Tokens = Sequence[TextToken]
"""Tokens in text order."""


@lru_cache(maxsize=1 << 12)
def tokenize(text: str) -> tuple[TextToken, ...]:
    """Return the tokens of a text, without icons and link targets; takes linear time."""
    if ":" in text:
        text = ICON.sub(" ", text)
    if "](" in text:
        text = LINK.sub(r"\1", text)
    pieces = TOKEN_PATTERN.findall(UNSEEN.sub("", _normalise(text)))
    if pieces and pieces[-1][1] == "*":
        pieces.pop()  # it closes emphasis
    return tuple(_token(gap, piece) for gap, piece in pieces)


def tokenize_form(form: str) -> tuple[TextToken, ...]:
    """Return the tokens of a phrase; a `*` in its words stands for any letters, or none."""
    return tuple(_token(gap, piece) for gap, piece in FORM_TOKEN_PATTERN.findall(_normalise(form)))


def _normalise(text: str) -> str:
    """Return a text without trailing space, with accented letters as single characters (NFC)."""
    return unicodedata.normalize("NFC", text.rstrip())


@lru_cache(maxsize=1 << 14)
def _token(gap: str, piece: str) -> TextToken:
    spaced = gap.strip("*") != ""
    first = piece[0]
    if first == "{" and len(piece) > 1:
        return Held(gap, piece, "", spaced)
    if first in VULGAR:
        value = Fraction(unicodedata.numeric(first)).limit_denominator(LARGEST_PART)
        return Number(gap, piece, piece, spaced, (neutral(value),), How.WORDS, "")
    key = piece if piece.isascii() else "".join(map(_ascii, VOWELS.sub("", piece) or piece))
    if key.isdecimal():
        return Digits(gap, piece, key, spaced)
    if first.isalnum() or unicodedata.category(first).startswith("M") or key.strip("*") != key:
        return WordToken(gap, piece, key.lower(), spaced)
    return Sign(gap, piece, key, spaced)


def _ascii(character: str) -> str:
    """Return digits of any script, dashes and full-width characters as ASCII."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if "！" <= character <= "～":
        return unicodedata.normalize("NFKC", character)
    return PLAIN_SIGNS.get(character, character)


def peek(tokens: Tokens, at: int) -> TextToken:
    """Return the token at an index, or a space if there is none."""
    return tokens[at] if 0 <= at < len(tokens) else SPACE


def is_glued(kind: type[TextToken], tokens: Tokens, at: int) -> bool:
    """Tell whether a token of a kind is at an index, without space before it."""
    token = peek(tokens, at)
    return isinstance(token, kind) and not token.spaced


def is_wordlike(token: TextToken, edge: int = -1) -> bool:
    """Tell whether a letter or digit right after a token would continue a word.

    With `edge` 0: right before it. Words in FREE scripts end at a digit or sign.
    """
    if isinstance(token, WordToken):
        return _FREE.match(token.text[edge]) is None
    return isinstance(token, (Digits, Number)) or token.key == "_"


def is_free(token: TextToken) -> bool:
    """Tell whether a token is a word that ends in a letter of a FREE script."""
    return isinstance(token, WordToken) and not is_wordlike(token)


def is_unspaced(character: str) -> bool:
    """Tell whether a letter belongs to a script without spaces between words."""
    return _UNSPACED.match(character) is not None


SPACE = Sign(" ", "", "", spaced=True)
"""Replaces tokens that were taken out."""

PLAIN_SIGNS = dict(zip("−–‐‑≧≦⩾⩽٫’٬", "----≥≤≥≤.''", strict=True))
"""Variants of dashes, signs and apostrophes, with their ASCII forms."""

UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Invisible characters that allow or forbid line breaks."""

VOWELS = re.compile("[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf-\u05c2]")
"""Vowel signs and elongation, which are optional in Arabic and Hebrew."""

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
LARGEST_PART = 10
"""The largest denominator of these, in ⅒."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff"
"""Scripts without spaces between words: Thai and Lao, Burmese, Khmer, Japanese, Chinese."""

FREE = UNSPACED + "\uac00-\ud7a3"
"""These and Korean, which puts no space between a word and the digits or signs next to it."""


def _token_pattern(gap: str, letter: str) -> re.Pattern[str]:
    """Return a pattern of a gap and the piece after it.

    A piece is a {placeholder}, digits, a letter of an unspaced script, a word, or any other
    character. No two of them begin alike, so that matching takes linear time.
    """
    word = rf"{letter}+(?:[{COMBINING_MARKS}]+{letter}*)*"
    return re.compile(rf"({gap})(\{{[^{{}}]*\}}|\d+|[{UNSPACED}]|{word}|\S)")


# What \w matches without digits, _, ½ and the like, and letters of unspaced scripts.
WORD_LETTER = rf"[^\W\d_{VULGAR}{UNSPACED}]"

TOKEN_PATTERN = _token_pattern(r"[\s*]*", WORD_LETTER)
FORM_TOKEN_PATTERN = _token_pattern(r"\s*", rf"(?:{WORD_LETTER}|\*)")
"""The same for phrases, where a star is a letter."""

_UNSPACED = re.compile(f"[{UNSPACED}]")
_FREE = re.compile(f"[{FREE}]")
