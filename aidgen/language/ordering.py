"""The alphabetical order of a language: the collation of CLDR. The only home of ICU."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import icu


@cache
def sort_key(locale: str) -> Callable[[str], bytes]:
    """Return the key by which words are sorted as readers of `locale` (pl, pt_BR) look them up.

    Capitals come after small letters and accents after none, where all else is equal. A language
    that CLDR does not know is sorted as most are (its root collation).
    """
    collator = icu.Collator.createInstance(icu.Locale(locale))

    def key(words: str) -> bytes:
        sorted_by: bytes = collator.getSortKey(words)
        return sorted_by

    return key
