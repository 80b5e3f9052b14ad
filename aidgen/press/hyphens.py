"""Words that a page says how to divide, taught to the engine's dictionaries while it is laid out.

The page lists them in `<meta name="hyphenation">`, with hyphens where they may be divided. Soft
hyphens in the words would do it, too, but for cells of
tables: WeasyPrint 70 takes such a word for one that cannot be divided when it weighs their columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pyphen
from pyphen import DataInt, HyphDict

from aidgen.assets.fonts import fonts_folder, keep

NAME = "hyphenation"


@contextmanager
def taught(root: Element) -> Iterator[None]:
    """Have the words that a document lists divided as it says, and no others, for a while."""
    words = {word.replace("-", ""): word for word in _listed(root)}
    dictionary = _dictionary(root.get("lang", ""))
    known = dictionary.cache if dictionary and words else None
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


def _dictionary(language: str) -> HyphDict | None:
    """Return the dictionary of a language; None if there is none.

    Pyphen keeps it for the engine, which asks for it by the same name.
    """
    name = pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _read(path)
    found: HyphDict = pyphen.hdcache[path]
    return found


def _read(path: Path) -> HyphDict:
    """Return the dictionary in a file, from a copy that is read ten times as fast.

    The German one has 66,000 patterns, and each process that sets pages reads it. One with
    spellings that change at a hyphen has no copy: numbers alone are kept.
    """
    copy = fonts_folder() / f"{path.stem}-{pyphen.VERSION}-{path.stat().st_size}.json"
    dictionary: HyphDict = HyphDict.__new__(HyphDict)
    dictionary.cache = {}
    try:
        dictionary.maxlen, dictionary.patterns = json.loads(copy.read_bytes())
    except (OSError, ValueError):
        dictionary = HyphDict(path)
        if not any(isinstance(v, DataInt) for _, vs in dictionary.patterns.values() for v in vs):
            with suppress(OSError):  # it is read as well without
                keep(copy, json.dumps([dictionary.maxlen, dictionary.patterns]).encode())
    return dictionary


def _positions(divided: str) -> list[Any]:
    """Return the places of the hyphens of a word, as Pyphen keeps them."""
    parts = divided.split("-")[:-1]
    return [DataInt(sum(map(len, parts[: i + 1]))) for i in range(len(parts))]
