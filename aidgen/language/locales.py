"""The data of a locale: its fallbacks, name, script, sort order and writing conventions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import icu
from babel import Locale, UnknownLocaleError
from babel.localedata import locale_identifiers
from babel.numbers import get_decimal_symbol

from aidgen.game.context import locale_code
from aidgen.problems import did_you_mean

# One file a language; its README.md explains the keys.
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Conventions:
    """How a language is written; `data/README.md` explains the fields."""

    quotes: str = ""
    no_em_dash: bool = False
    space_before_percent: bool = False
    group: str = ""
    """The space between thousands; "" if a language uses a sign or none."""
    narrow_space_before: str = ""
    space_before_colon: bool = False
    space_within_guillemets: bool = False
    abbreviations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    doubled: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    alternatives: frozenset[str] = frozenset()
    """Words between two numbers either of which is meant: 4 or 5."""
    address: tuple[tuple[str, ...], ...] = ()
    """Words for the reader; a translation uses those of one list: tu, vous."""


@cache
def conventions(locale: str) -> Conventions:
    """Return the conventions of `locale` by CLDR, and by its data file, which has the last word."""
    paths = (DATA / f"{name}.toml" for name in fallbacks(locale.replace("-", "_")))
    text = next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")
    data: dict[str, Any] = {**_by_cldr(locale), **tomllib.loads(text)}
    for key in ("alternatives", "doubled", "particles"):
        data[key] = frozenset(data.get(key, ()))
    data["address"] = tuple(map(tuple, data.get("address", ())))
    return Conventions(**data)


def _by_cldr(locale: str) -> dict[str, Any]:
    """Return what CLDR says of quotation marks, the space before %, and between thousands."""
    if not locale:
        return {}
    symbols = icu.DecimalFormatSymbols(icu.Locale(locale))
    group = str(symbols.getSymbol(icu.DecimalFormatSymbols.kGroupingSeparatorSymbol))
    percent = str(icu.NumberFormat.createPercentInstance(icu.Locale(locale)).toPattern())
    marks = [str(icu.LocaleData(locale).getDelimiter(place)) for place in range(4)]
    # Without spaces between words, nothing shows where a quotation opens; in Hebrew " is a letter
    # of abbreviations.
    typed = script_of(locale) in ("Hans", "Hant", "Hebr", "Jpan", "Thai")
    return {
        "quotes": "" if typed or max(map(len, marks)) > 1 else "".join(marks),
        "space_before_percent": percent.rstrip("%")[-1:].isspace(),
        "group": group if group.isspace() else "",
    }


@cache
def fallbacks(locale: str) -> tuple[str, ...]:
    """Return `locale` and the locales it falls back to, the nearest first: fr_CA, fr."""
    parts = locale.split("_")
    return tuple("_".join(parts[:end]) for end in range(len(parts), 0, -1))


# Before a word these are no part of it: ¡Ojo! is among the words with O.
OPENING_SIGNS = "¡¿«‹„“”‚‘’\"'(…*"


@cache
def decimal_sign(locale: str) -> str:
    """Return the sign before decimals in a language."""
    return str(get_decimal_symbol(locale))


@cache
def script_of(locale: str) -> str:
    """Return the script (ISO 15924) of a locale according to CLDR: Arab, Latn; "" is Latn."""
    likely = icu.Locale(locale)
    with suppress(icu.ICUError):  # the name of a folder, but of no language
        likely = likely.addLikelySubtags() or likely
    return str(likely.getScript()) or "Latn"


@cache
def sort_key(locale: str) -> Callable[[str], bytes]:
    """Return the key function that sorts words alphabetically in `locale`, by CLDR's collation.

    Of words that are otherwise equal, lower case comes before upper case, and plain letters come
    before accented ones. A language that CLDR does not know is sorted by its root collation.
    """
    collator = icu.Collator.createInstance(icu.Locale(locale))

    return lambda words: bytes(collator.getSortKey(words.lstrip(OPENING_SIGNS)))


def locale_folder(root: Path, locale: str) -> str:
    """Return the folder of a locale in `locales` of the pack at `root`, which may be pt-BR."""
    if not (root / "locales" / locale).exists():
        for path in sorted((root / "locales").glob(f"{locale.partition('_')[0]}[-_]*")):
            if locale_code(path.name) == locale:
                return path.name
    return locale


def is_locale(name: str) -> bool:
    """Tell whether CLDR knows the locale `name` (fr, pt_BR)."""
    with suppress(ValueError, UnknownLocaleError):
        return bool(Locale.parse(name))
    return False


def closest_locale(name: str) -> str:
    """Return a hint with the locale closest to `name`, a code or a language's own name."""
    code = locale_code(name)
    if is_locale(code):
        return f"did you mean `{Locale.parse(code)}`?"
    codes = [language for language in locale_identifiers() if "_" not in language]
    named = {language_name(language).casefold(): language for language in codes}
    if code.casefold() in named:
        return f"did you mean `{named[code.casefold()]}`?"
    return did_you_mean(code, locale_identifiers())


def language_name(locale: str) -> str:
    """Return the name of a language in the language itself."""
    name = Locale.parse(locale).get_display_name(locale) or locale
    return name[0].upper() + name[1:]


def script_name(script: str) -> str:
    """Return the English name of a script by its code (ISO 15924): Arabic for Arab."""
    return str(icu.Locale(f"und_{script}").getDisplayScript(icu.Locale.getEnglish()))
