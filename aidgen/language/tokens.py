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
from aidgen.game.texts import ICON, LINK


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
    ASIDE = "in words that another language may leave out, as the article in `a card`"


@dataclass(frozen=True, slots=True)
class Number(Token):
    """A number, or several that are written as one, as in version 1.21.0."""

    values: tuple[str, ...]
    """As no language in particular writes them: 12345.5."""
    how: How
    decimal: str
    """The sign before its decimals; "" if it has none, or if its thousands are set apart, too."""

    @property
    def whole(self) -> str:
        """The number, if it is one alone and whole."""
        return self.values[0] if len(self.values) == 1 and self.values[0].isdecimal() else ""


Line = Sequence[Token]
"""Tokens in the order of their text."""


@lru_cache(maxsize=1 << 12)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text: words, digits, signs, placeholders.

    Icons and the targets of links are left out. A text twice as long takes twice as long, whatever
    it holds.
    """
    if ":" in text:
        text = ICON.sub(" ", text)
    if "](" in text:
        text = LINK.sub(r"\1", text)
    found = PIECE.findall(_composed(text))
    if found and found[-1][1] == "*":
        found.pop()  # it ends an emphasis
    return tuple(_token(gap, piece) for gap, piece in found)


def form_tokens(form: str) -> tuple[Token, ...]:
    """Return the tokens of a phrase's form, in whose words a `*` is any letters, or none."""
    return tuple(_token(gap, piece) for gap, piece in FORM_PIECE.findall(_composed(form)))


def unmarked(text: str) -> str:
    """Return a text without icons, targets and stars, its digits and signs as in ASCII."""
    return "".join(
        token.gap.replace("*", "") + (token.text if isinstance(token, Word) else token.key)
        for token in tokens(text)
    )


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
    key = piece if piece.isascii() else "".join(map(_ascii, piece))
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


def peek(line: Line, at: int) -> Token:
    """Return a token of a line, or a space where it has none."""
    return line[at] if 0 <= at < len(line) else SPACE


def is_glued(kind: type[Token], line: Line, at: int) -> bool:
    """Tell whether there is a token of a kind at a place, with no space before it."""
    token = peek(line, at)
    return isinstance(token, kind) and not token.spaced


def is_wordlike(token: Token) -> bool:
    """Tell whether a token would be part of a word, if a letter or digit stood right beside it."""
    return isinstance(token, (Word, Digits, Number)) or token.key == "_"


def is_unspaced(character: str) -> bool:
    """Tell whether a letter is of a script that puts no spaces between words."""
    return re.match(f"[{UNSPACED}]", character) is not None


SPACE = Sign(" ", "", "", True)
"""Stands where something was cut."""

PLAIN_SIGNS = dict(zip("−–‐‑≧≦⩾⩽٫’٬", "----≥≤≥≤.''", strict=True))

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
LARGEST_PART = 10
"""The largest denominator of these, ⅒."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Scripts that put no spaces between words: Thai and Lao, Burmese, Khmer, Japanese, Chinese."""

MARKS = "".join(
    mark for mark in map(chr, range(0x300, 0xE00)) if unicodedata.category(mark).startswith("M")
)
"""Accents and vowels that are written on letters, from Latin to Sinhala."""


def _piece(gap: str, letter: str) -> re.Pattern[str]:
    """Return a pattern of a gap and a piece; each character is looked at twice at most."""
    word = rf"{letter}+(?:[{MARKS}]+{letter}*)*"
    return re.compile(rf"({gap})(\{{[^{{}}]*\}}|\d+|[{UNSPACED}]|{word}|\S)")


# Its alternatives: {placeholder}, digits, a letter of an unspaced script, a word, a sign.
PIECE = _piece(r"[\s*]*", rf"[^\W\d_{VULGAR}{UNSPACED}]")
FORM_PIECE = _piece(r"\s*", rf"(?:[^\W\d_{VULGAR}{UNSPACED}]|\*)")
