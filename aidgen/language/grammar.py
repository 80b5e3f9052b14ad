"""Plural forms of a language by CLDR's rules: "1 round", "2 rounds"."""

from __future__ import annotations

import re
from functools import cache
from gettext import c2py

from babel import Locale
from babel.messages.plurals import PLURALS, get_plural
from babel.plural import to_gettext

from aidgen.game.texts import PLURAL_NAMES

# A variable in a CLDR rule that a header cannot use: it has only n.
OTHER_VARIABLE = re.compile(r"\b[a-mo-z]\b")
read_rule = cache(c2py)


@cache
def plural_header(locale: str) -> str:
    """Return the header `Plural-Forms` of a PO file in `locale`.

    It is Babel's, which translators' tools know as well. For languages that Babel lacks it is
    derived from CLDR, as far as a header can express CLDR's rules.
    """
    parsed = Locale.parse(locale)
    by_cldr = to_gettext(parsed.plural_form)
    if str(parsed) in PLURALS or parsed.language in PLURALS or OTHER_VARIABLE.search(by_cldr):
        return str(get_plural(locale))
    return by_cldr


def bare_rule(rule: str) -> str:
    """Return the rule of a header without spaces and outer brackets."""
    head, _, formula = "".join(rule.split()).rstrip(";").rpartition("plural=")
    bare = formula[1:-1] if formula[:1] == "(" and formula[-1:] == ")" else formula
    return f"{head}plural={bare}"


@cache
def form_count(locale: str) -> int:
    """Return how many plural forms a PO file in `locale` has."""
    return int(plural_header(locale).split("=")[1].split(";")[0])


def form_index(locale: str, number: int) -> int:
    """Return the index of the plural form for `number` in PO files in `locale`.

    Only our own header is evaluated, never the one in a file.
    """
    return read_rule(plural_header(locale).split("plural=")[1].rstrip(";"))(abs(number))


def is_for_one_number(locale: str, place: int) -> bool:
    """Tell whether a plural form is for a single number (1, or 2), apart from zero."""
    return sum(form_index(locale, number) == place for number in range(1, 200)) == 1


def form_name(locale: str, number: int) -> str:
    """Return CLDR's name of the plural form for `number` in `locale`: one, few, other."""
    return Locale.parse(locale).plural_form(number)


def form_names(locale: str) -> tuple[str, ...]:
    """Return CLDR's names of the plural forms of `locale`, in CLDR's order."""
    tags = {*Locale.parse(locale).plural_form.tags, "other"}
    return tuple(name for name in PLURAL_NAMES if name in tags)
