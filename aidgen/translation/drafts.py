"""Number words of a new language, drafted by num2words, for a translator to read and complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from aidgen.translation.offers import opened
from aidgen.translation.wrapping import as_before

COUNTED = (*range(21),)
"""What has a word of its own in many languages; the rest is put together of tens."""
ROUND = (30, 40, 50, 60, 70, 80, 90, 100, 1000)
ORDINALS = range(1, 13)
NOTE = "drafted by num2words: add inflected forms after a bar, then take the flag `fuzzy` away"


def drafted(text: str, locale: str) -> str:
    """Return the text of a `ui.po` with number words where it has none; they are fuzzy, a draft.

    It is returned as it is if num2words is not installed, or does not know the language.
    """
    known = _words(locale)
    po = opened(text)
    for entry in po:
        words = known.get(entry.msgctxt or "", "")
        if words and not entry.msgstr:
            entry.msgstr, entry.tcomment = words, NOTE
            entry.flags.append("fuzzy")
    return as_before(po, text)


def _words(locale: str) -> dict[str, str]:
    try:
        library: Any = import_module("num2words")
    except ImportError:
        return {}
    names = (locale, locale.partition("_")[0])
    language = next((name for name in names if name in library.CONVERTER_CLASSES), None)
    if language is None:
        return {}

    def say(number: int, way: str = "cardinal") -> str:
        return str(library.num2words(number, lang=language, to=way)).strip()

    counted = [*_listed(say, COUNTED), *(f"{n}={_joined(say(n))}" for n in ROUND)]
    ordinals = list(_listed(lambda number: say(number, "ordinal"), ORDINALS))
    return {"ui.number-words": " ".join(counted), "ui.ordinals": " ".join(ordinals)}


def _listed(say: Callable[[int], str], numbers: Iterable[int]) -> list[str]:
    """Return the words of numbers in their order; none if the library has not all of them."""
    try:
        return [_joined(say(number)) for number in numbers]
    except (NotImplementedError, LookupError, TypeError, ValueError, AttributeError):
        return []


def _joined(words: str) -> str:
    """Return the words of one number as one: a hyphen stands for a space, too."""
    return "-".join(words.split())
