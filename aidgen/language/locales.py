"""Languages, and those that they are variants of."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache

import icu
from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.localedata import locale_identifiers
from babel.numbers import format_decimal

from aidgen.problems import did_you_mean


@cache
def fallbacks(locale: str) -> tuple[str, ...]:
    """Return a language, and those it is a variant of, the nearest first: fr_CA, fr."""
    parts = locale.split("_")
    return tuple("_".join(parts[:end]) for end in range(len(parts), 0, -1))


DEFAULT_SCRIPT = "Latn"


@cache
def script_of(locale: str) -> str:
    """Return the script (ISO 15924) that a language is written in, as CLDR has it: Arab, Latn.

    Where no language is named it is that of most: Latn.
    """
    if not locale:
        return DEFAULT_SCRIPT
    try:
        parsed = Locale.parse(locale)
    except UnknownLocaleError:  # a pseudolocale
        parsed = Locale.parse(locale.partition("_")[0])
    if parsed.script:
        return parsed.script
    likely = get_global("likely_subtags")
    names = (f"{parsed.language}_{parsed.territory}", parsed.language)
    known = next((str(likely[name]) for name in names if name in likely), "")
    return next(
        (part for part in known.split("_") if len(part) == len(DEFAULT_SCRIPT)), DEFAULT_SCRIPT
    )


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


def is_locale(name: str) -> bool:
    """Tell whether `name` (fr, pt_BR) is a language that CLDR knows."""
    try:
        Locale.parse(name)
    except (ValueError, UnknownLocaleError):
        return False
    return True


def closest_locale(name: str) -> str:
    """Return a hint naming the language that is closest to `name`, a code or a name of its own."""
    code = name.replace("-", "_")
    if is_locale(code):
        return f"did you mean `{Locale.parse(code)}`?"
    codes = [known for known in locale_identifiers() if "_" not in known]
    named = {language_name(known).casefold(): known for known in codes}
    if code.casefold() in named:
        return f"did you mean `{named[code.casefold()]}`?"
    return did_you_mean(code, locale_identifiers())


def language_name(locale: str) -> str:
    """Return what the speakers of `locale` call their language."""
    name = Locale.parse(locale).get_display_name(locale) or locale
    return name[0].upper() + name[1:]


def example_number(locale: str) -> str:
    """Return the number 1234.5 as it is written in `locale`."""
    return format_decimal(Decimal("1234.5"), format="#,##0.0", locale=locale)
