"""The script that a language is written in, and its direction."""

from __future__ import annotations

from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global

DEFAULT = "Latn"


@cache
def script(locale: str) -> str:
    """Return the script (ISO 15924) that a language is written in, as CLDR has it: Arab, Latn.

    Where no language is named it is that of most: Latn.
    """
    if not locale:
        return DEFAULT
    try:
        parsed = Locale.parse(locale)
    except UnknownLocaleError:  # a pseudolocale
        parsed = Locale.parse(locale.partition("_")[0])
    if parsed.script:
        return parsed.script
    likely = get_global("likely_subtags")
    names = (f"{parsed.language}_{parsed.territory}", parsed.language)
    known = next((str(likely[name]) for name in names if name in likely), "")
    return next((part for part in known.split("_") if len(part) == len(DEFAULT)), DEFAULT)
