"""What a text, or the cell of a table, claims: by which two of them say the same or do not."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from aidgen.game.figures import Dice, Figure, Range, Raw, neutral
from aidgen.game.records import Cell
from aidgen.game.texts import Text
from aidgen.language.language import Language
from aidgen.language.quantities import numeral, same
from aidgen.problems import Severity


@lru_cache(maxsize=1 << 14)
def folded(text: str) -> str:
    """Return the letters and digits of `text` in small letters without accents, spaces single."""
    decomposed = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe").replace("ß", "ss"))
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", letters))


@dataclass(frozen=True)
class Claims:
    """What a text says in figures."""

    figures: tuple[str, ...]
    """Numbers and dice, as `3`, `+1`, `2d6`, as often as they are said."""
    allowed: frozenset[str]
    """Those, and all that another wording may make of them."""
    signs: frozenset[str]
    """`≥` and its like, and %."""
    negated: bool
    """Whether a "not" turns one of them round."""

    @classmethod
    def of(cls, text: str, language: Language) -> Claims:
        """Read a text, in which the number of a list's entry is no figure of the rule."""
        reading = language.read(_ENTRY.sub(" ", text))
        said = [*reading.numbers, *reading.dice, *["1"] * reading.ones]
        numbers = {*reading.numbers, *(["1"] if reading.ones else [])}
        unsigned = {one.lstrip("+-±") for one in (*numbers, *reading.asides)}
        allowed = numbers | unsigned | {*reading.dice} | ({"1"} if reading.articles else set())
        allowed |= {f"{sign}{one}" for one in numbers & unsigned for sign in "+-"}
        allowed |= {part for die in reading.dice for part in re.findall(r"\d+", die)}
        allowed |= {other for one, other in HALVES if one in numbers}
        return cls(
            figures=tuple(sorted(said)),
            allowed=frozenset(allowed),
            signs=frozenset({*reading.comparisons, *reading.percents}),
            negated=bool(reading.negated),
        )

    def agree(self, other: Claims) -> bool:
        """Tell whether both say the same figures and comparisons, each in its way."""
        said = {*self.figures} <= other.allowed and {*other.figures} <= self.allowed
        return said and self.signs == other.signs


def is_read(leaf: object) -> bool:
    """Tell whether a cell, or a text, of the canon is in the language it is printed in."""
    return not isinstance(leaf, Text) or leaf.state in ("source", "translated")


def written(cell: Cell) -> str:
    """Return a cell of the canon as it is printed."""
    return "" if cell is None else str(cell)


@lru_cache(maxsize=1 << 16)
def content(text: str) -> str:
    """Return what a cell says, by which it is the same as another: its figure, or its letters."""
    raw = _quantity(text)
    if raw is not None:
        return neutral(raw)
    return " ".join([folded(text), *_SIGN.findall(_MINUS.sub("-", _RANGE_DASH.sub(" ", text)))])


def gravity(cell: Cell, text: str, language: Language) -> Severity | None:
    """Return how grave it is that a cell of a file says something else than the canon's.

    Other figures are an error, other words a warning. None if it is the same, or not translated.
    """
    expected = written(cell)
    if not is_read(cell) or content(expected) == content(text):
        return None
    if isinstance(cell, Figure):
        return None if _says(cell, text, language) else "error"
    if folded(text) and not Claims.of(expected, language).agree(Claims.of(text, language)):
        return "error"
    return None if folded(expected) == folded(text) else "warning"


def heads(header: Cell, text: str, language: Language) -> bool:
    """Tell whether a heading of a file may be the canon's.

    It must name the figure that heads the column, alone or behind other words. Where both are
    words, what figures they have must be the same.
    """
    if isinstance(header, Figure):
        return any(_says(header, part, language) for part in (text, *_FIGURE.findall(text)))
    mine, yours = (Claims.of(one, language) for one in (written(header), text))
    return not (is_read(header) and mine.figures and yours.figures) or mine.agree(yours)


def _says(cell: Figure, text: str, language: Language) -> bool:
    """Tell whether a text says a figure: in digits, or in words."""
    raw = _quantity(text)
    if raw is not None and isinstance(raw, Dice) == isinstance(cell.raw, Dice):
        return same(raw, cell.raw)
    return Claims.of(cell.written, language).agree(Claims.of(text, language))


@lru_cache(maxsize=1 << 14)
def _quantity(text: str) -> Raw | None:
    """Return the figure that a damaged cell writes, whatever its dashes; None if it is none."""
    closed = _RANGE_DASH.sub("–", re.sub(r"\s", "", text))
    raw = None if _WORD_AHEAD.match(closed) else numeral(closed)
    raw = raw if isinstance(raw, Range) else numeral(_MINUS.sub("-", closed))
    return Dice(max(raw.count, 1), raw.faces, raw.bonus) if isinstance(raw, Dice) else raw


HALVES = (("2", "0.5"), ("0.5", "2"))
"""Numbers that may be said by one another: "÷ 2" is "half"."""

# The number of an entry, as "2)" or "1.2", or of a row, as "6" before a capital.
_ENTRY = re.compile(r"^\W*(?:\d+(?:\.\d+)*[.)]|[1-9]\d*(?:\.\d+)*(?=\s+[A-ZÀ-Þ]))\s")

# The dash of a range, whatever it was read as, stands between digits; a minus before one alone.
_DASHES = r"\-~‐‑‒–—―−﹣－"
_RANGE_DASH = re.compile(rf"(?<=\d)\s*[{_DASHES}]+\s*(?=\d)")
_MINUS = re.compile(rf"(?<!\d)[{_DASHES}](?=\d)")

# Letters at the beginning, or behind the first digits: a die or a word, but no range.
_WORD_AHEAD = re.compile(r"\d*[^\W\d]")

# What folding loses though it tells: comparisons, the + of "9+", the sign of a number.
_SIGN = re.compile(r"[<>≤≥]|\d\+|[+-](?=\d)")

# A range, an open range or a number in a heading; the 20 of d20 is none.
_FIGURE = re.compile(rf"(?<![\w.,])\d+(?:\s*[{_DASHES}]\s*\d+|\+|[.,]\d+)?(?!\w|[.,]\d)")
