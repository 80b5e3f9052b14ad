"""Words that a page says how to divide, taught to the engine's dictionaries while it is laid out.

The page lists them in `<meta name="hyphenation">`, with hyphens where they may be divided. Soft
hyphens in the words would do it, too, but for cells of
tables: WeasyPrint 70 takes such a word for one that cannot be divided when it weighs their columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree.ElementTree import Element

import pyphen
from pyphen import DataInt

NAME = "hyphenation"


@contextmanager
def taught(root: Element) -> Iterator[None]:
    """Have the words that a document lists divided as it says, and no others, for a while."""
    words = {word.replace("-", ""): word for word in _listed(root)}
    known = _dictionary(root.get("lang", "")) if words else None
    if known is None:
        yield
        return
    before = {word: known.get(word) for word in words}
    known.update({word: _positions(divided) for word, divided in words.items()})
    yield
    for word, positions in before.items():
        if positions is None:
            del known[word]
        else:
            known[word] = positions


def _listed(root: Element) -> list[str]:
    found = root.find(f"head/meta[@name='{NAME}']")
    words = "" if found is None else found.get("content", "")
    return [word for word in words.lower().split() if word.strip("-")]


def _dictionary(language: str) -> dict[str, list[Any]] | None:
    """Return what the dictionary of a language knows by heart; None if there is none."""
    name = pyphen.language_fallback(language)
    known: dict[str, list[Any]] | None = pyphen.Pyphen(lang=name).hd.cache if name else None
    return known


def _positions(divided: str) -> list[Any]:
    """Return the places of the hyphens of a word, as Pyphen keeps them."""
    parts = divided.split("-")[:-1]
    return [DataInt(sum(map(len, parts[: i + 1]))) for i in range(len(parts))]
