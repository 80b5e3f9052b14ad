"""The places where words may be divided: a document may list its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pyphen
from pyphen import DataInt, HyphDict

from aidgen.assets.fonts import fonts_folder, write_prepared

# The `meta` element that lists words with hyphens where they may be divided.
HYPHENATION_META = "hyphenation"


@contextmanager
def hyphenation_exceptions(root: Element) -> Iterator[None]:
    """Have the words that a document lists hyphenated as listed while it is laid out.

    The words go into the cache of Pyphen's dictionary, which belongs to the process. Soft hyphens
    in the words would not do in table cells: WeasyPrint 70 treats such a word as indivisible when
    it computes the widths of columns.
    """
    words = {word.replace("-", ""): word for word in _listed_words(root)}
    dictionary = _hyphenation_dictionary(root.get("lang", ""))
    if dictionary is None or not words:
        yield
        return
    positions = dictionary.cache
    before = {word: positions[word] for word in words if word in positions}
    positions.update({word: _hyphen_positions(hyphened) for word, hyphened in words.items()})
    try:
        yield
    finally:
        for word in words:
            positions.pop(word, None)
        positions.update(before)


def _listed_words(root: Element) -> list[str]:
    meta = root.find(f"head/meta[@name='{HYPHENATION_META}']")
    words = "" if meta is None else meta.get("content", "")
    return [word for word in words.lower().split() if word.strip("-")]


def _hyphenation_dictionary(language: str) -> HyphDict | None:
    """Return Pyphen's dictionary of a language, the one that the engine uses; None without one."""
    name = pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _read_dictionary(path)
    dictionary: HyphDict = pyphen.hdcache[path]
    return dictionary


def _read_dictionary(path: Path) -> HyphDict:
    """Return the dictionary in a file, from a JSON copy that loads ten times as fast.

    The German dictionary has 66,000 patterns, and each process that typesets reads it. A
    dictionary whose hyphens change spellings has no copy: JSON stores only their positions.
    """
    copy = fonts_folder() / f"{path.stem}-{pyphen.VERSION}-{path.stat().st_size}.json"
    dictionary: HyphDict = HyphDict.__new__(HyphDict)
    dictionary.cache = {}
    try:
        dictionary.maxlen, dictionary.patterns = json.loads(copy.read_bytes())
    except (OSError, ValueError):
        dictionary = HyphDict(path)
        if not any(isinstance(v, DataInt) for _, vs in dictionary.patterns.values() for v in vs):
            with suppress(OSError):  # the copy only saves time
                write_prepared(copy, json.dumps([dictionary.maxlen, dictionary.patterns]).encode())
    return dictionary


def _hyphen_positions(word: str) -> list[Any]:
    parts = word.split("-")[:-1]
    return [DataInt(sum(map(len, parts[: i + 1]))) for i in range(len(parts))]
