"""Words whose capitals the style sheet changes: what they may be read as."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from aidgen.game.texts import letters_without_hyphens, text_letters
from aidgen.page.layout import LaidSheet, Run
from aidgen.proof.content import TextRun

FREE = 0xF0000
"""Where in Unicode, in an area for private use, letters are that may be read as either case."""

TURKISH = {"i": "İ", "İ": "i", "I": "ı"}
# Greek capitals lose these accents; in a word like γάιδαρος the second vowel then has a diaeresis.
ACCENTS = "\u0313\u0314\u0301\u0300\u0306\u0342\u0304\u0345"
DIAERESIS = "\u0308"


def is_transformed(run: Run) -> bool:
    """Tell whether all capitals of a laid out text follow its `text-transform`."""
    if run.transform == "capitalize":
        return all(word[:1] == word[:1].title() for word in run.text.split())
    forms = {"uppercase": str.upper, "lowercase": str.lower}
    return run.transform in forms and forms[run.transform](run.text) == run.text


def with_transforms(runs: Sequence[TextRun], sheets: Sequence[LaidSheet]) -> tuple[TextRun, ...]:
    """Return texts as drawn, marked as transformed where the layout transformed them.

    Small capitals stand for letters of either case, as in the layout.
    """
    changed = [
        {
            letters
            for run in sheet.runs
            if run.small_capitals or is_transformed(run)
            for letters in (text_letters(run.text).casefold(),)
        }
        for sheet in sheets
    ]
    return tuple(
        _with_transform(run, sheets[run.page].runs)
        if run.page < len(sheets)
        and changed[run.page]
        and text_letters(run.text).casefold() in changed[run.page]
        else run
        for run in runs
    )


def _with_transform(run: TextRun, laid_out: Sequence[Run]) -> TextRun:
    *_, x, y = run.glyphs[0].matrix
    letters = text_letters(run.text)
    alike = (one for one in laid_out if text_letters(one.text).casefold() == letters.casefold())
    laid = min(alike, key=lambda one: abs(one.x - x) + abs(one.y - y))
    if laid.small_capitals:
        run = replace(run, shaped_text=laid.text)
    is_same = text_letters(run.text) == text_letters(laid.text)
    return replace(run, transformed=True) if is_same and is_transformed(laid) else run


def free_letters(text: str) -> str:
    """Return a text of which each letter may be read as either case."""
    folded = text_letters(text_letters(text).casefold())
    return "".join(chr(FREE + ord(char)) if char.upper() != char else char for char in folded)


def bound_letters(text: str) -> str:
    """Return a text to be shown: letters that may be read as either case are small."""
    return "".join(chr(ord(char) - FREE) if ord(char) >= FREE else char for char in text)


def find_letters(words: str, wanted: str, start: int = 0, end: int | None = None) -> range | None:
    """Return where a text without spaces is in `words` first; None if it is not.

    Letters in `words` that may be read as either case match both: SS matches ß, too.
    """
    end = len(words) if end is None else end
    at = words.find(wanted, start, end)
    before = words[start : end if at < 0 else at]
    if before.isascii() or max(before) < chr(FREE):
        return None if at < 0 else range(at, at + len(wanted))
    position = _letter_pattern(wanted).search(words, start, end)
    return range(*position.span()) if position else None


def is_read_as(words: str, wanted: str) -> bool:
    """Tell whether some words may be read as others: only letters count, without hyphens."""
    here, there = letters_without_hyphens(words), letters_without_hyphens(wanted)
    return find_letters(here, there) == range(len(here))


@lru_cache(maxsize=1024)
def _letter_pattern(wanted: str) -> re.Pattern[str]:
    return re.compile("".join(_letter_patterns(wanted)))


def _letter_patterns(wanted: str) -> Iterator[str]:
    for char in wanted:
        forms = dict.fromkeys((char, *map(free_letters, _letters_of_either_case(char))))
        yield f"(?:{'|'.join(map(re.escape, forms))})"


def _letters_of_either_case(char: str) -> Iterator[str]:
    """Yield what the style sheet may make of a letter in any language, besides its other case."""
    yield from (char, char.upper(), TURKISH.get(char, char))  # the capital of ı folds to i
    if "GREEK" in unicodedata.name(char, ""):
        parts = unicodedata.normalize("NFD", char)
        bare = unicodedata.normalize("NFC", "".join(one for one in parts if one not in ACCENTS))
        yield from (bare, bare + DIAERESIS if bare in "ιυ" else bare)
