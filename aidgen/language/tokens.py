"""A text as tokens: its words, digits and signs, and what stands in it as one."""

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
class Token:
    """A piece of a text that is read as one, and what stands before it."""

    gap: str
    """White space, and the stars of an emphasis, before the token."""
    text: str
    """As it is typed."""
    key: str
    """What phrases know it by: small letters, ASCII digits and signs; "" if none can have it."""
    spaced: bool
    """Whether there is white space in the gap."""


class Word(Token):
    """Letters; in scripts that put no spaces between words, a single letter."""

    __slots__ = ()


class Digits(Token):
    """Digits in a row, in any script."""

    __slots__ = ()


class Sign(Token):
    """Any other character."""

    __slots__ = ()


class Held(Token):
    """A placeholder, with its braces, or dice, as 2d6+1: a figure that is no number."""

    __slots__ = ()


class How(Enum):
    """How a number is said."""

    DIGITS = "in digits"
    WORDS = "in words"
    COMPOUND = "in words that are the beginning of a compound, as in `two-handed`"
    ASIDE = "in words that another language may leave out, as the article in `a card`"


@dataclass(frozen=True, slots=True)
class Number(Token):
    """A number, or several that are written as one, as in version 1.21.0.

    Its text has ASCII digits, with nothing between thousands.
    """

    values: tuple[str, ...]
    """As no language in particular writes them: 12345.5."""
    how: How
    decimal: str
    """The sign before its decimals; "" if it has none, or if its thousands are set apart, too."""

    @property
    def whole(self) -> str:
        """The number, if it is one alone and whole."""
        return self.values[0] if len(self.values) == 1 and self.values[0].isdecimal() else ""


Tokens = Sequence[Token]
"""Tokens in the order of their text."""


@lru_cache(maxsize=1 << 12)
def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text: words, digits, signs, placeholders.

    Icons and the targets of links are left out. A text twice as long takes twice as long, whatever
    it holds.
    """
    if ":" in text:
        text = ICON.sub(" ", text)
    if "](" in text:
        text = LINK.sub(r"\1", text)
    pieces = PIECE.findall(UNSEEN.sub("", _composed(text)))
    if pieces and pieces[-1][1] == "*":
        pieces.pop()  # it ends an emphasis
    return tuple(_token(gap, piece) for gap, piece in pieces)


def tokenize_form(form: str) -> tuple[Token, ...]:
    """Return the tokens of a phrase's form, in whose words a `*` is any letters, or none."""
    return tuple(_token(gap, piece) for gap, piece in FORM_PIECE.findall(_composed(form)))


def _composed(text: str) -> str:
    """Return a text with no space at its end, its letters with accents as one character each."""
    return unicodedata.normalize("NFC", text.rstrip())


@lru_cache(maxsize=1 << 14)
def _token(gap: str, piece: str) -> Token:
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
        return Word(gap, piece, key.lower(), spaced)
    return Sign(gap, piece, key, spaced)


def _ascii(character: str) -> str:
    """Return any script's digit, any dash and any full-width character as ASCII has it."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if "！" <= character <= "～":
        return unicodedata.normalize("NFKC", character)
    return PLAIN_SIGNS.get(character, character)


def peek(tokens: Tokens, at: int) -> Token:
    """Return one of some tokens, or a space where there is none."""
    return tokens[at] if 0 <= at < len(tokens) else SPACE


def is_glued(kind: type[Token], tokens: Tokens, at: int) -> bool:
    """Tell whether there is a token of a kind at a place, with no space before it."""
    token = peek(tokens, at)
    return isinstance(token, kind) and not token.spaced


def is_wordlike(token: Token, edge: int = -1) -> bool:
    """Tell whether a token would be part of a word, if a letter or digit stood right behind it.

    With an `edge` of 0, if it stood right before. Words of FREE scripts end beside a digit or sign.
    """
    if isinstance(token, Word):
        return _FREE.match(token.text[edge]) is None
    return isinstance(token, (Digits, Number)) or token.key == "_"


def is_free(token: Token) -> bool:
    """Tell whether a token is a word that ends in a letter of a FREE script."""
    return isinstance(token, Word) and not is_wordlike(token)


def is_unspaced(character: str) -> bool:
    """Tell whether a letter is of a script that puts no spaces between words."""
    return _UNSPACED.match(character) is not None


SPACE = Sign(" ", "", "", spaced=True)
"""Stands where something was left out."""

PLAIN_SIGNS = dict(zip("−–‐‑≧≦⩾⩽٫’٬", "----≥≤≥≤.''", strict=True))
"""Dashes, signs and apostrophes, and those that are meant."""

UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Where a line may be broken, or may not: nothing that is read."""

VOWELS = re.compile("[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf-\u05c2]")
"""Signs for vowels, and lines that lengthen a word, which Arabic and Hebrew may do without."""

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
LARGEST_PART = 10
"""The largest denominator of these, ⅒."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff"
"""Scripts that put no spaces between words: Thai and Lao, Burmese, Khmer, Japanese, Chinese."""

FREE = UNSPACED + "\uac00-\ud7a3"
"""These, and Korean, which writes no space between a word and the digits and signs beside it."""


def _pieces(gap: str, letter: str) -> re.Pattern[str]:
    """Return a pattern of a gap, and of a piece behind it.

    A piece is a {placeholder}, digits, a letter of an unspaced script, a word, or any other
    character. No two of these begin alike, so that no text is read more than twice over.
    """
    word = rf"{letter}+(?:[{COMBINING_MARKS}]+{letter}*)*"
    return re.compile(rf"({gap})(\{{[^{{}}]*\}}|\d+|[{UNSPACED}]|{word}|\S)")


# A letter is what \w finds but for digits, _, ½ and the like, and the letters of unspaced scripts.
LETTER = rf"[^\W\d_{VULGAR}{UNSPACED}]"

PIECE = _pieces(r"[\s*]*", LETTER)
FORM_PIECE = _pieces(r"\s*", rf"(?:{LETTER}|\*)")
"""The same for the forms of phrases: a star is a letter."""

_UNSPACED = re.compile(f"[{UNSPACED}]")
_FREE = re.compile(f"[{FREE}]")
