"""Which form of a text a number takes in a language ("1 round", "2 rounds"), by Unicode's rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import c2py

from babel import Locale
from babel.messages.plurals import PLURALS, get_plural
from babel.plural import to_gettext

from aidgen.game.texts import PLURAL_NAMES


@cache
def plural_header(locale: str) -> str:
    """Return the header `Plural-Forms` of a PO file in `locale`.

    It is that of Babel's table, which translators' tools know, too. For a language that the table
    lacks it is worked out from CLDR, as far as a header can say what CLDR does.
    """
    parsed = Locale.parse(locale)
    by_cldr = to_gettext(parsed.plural_form)
    if str(parsed) in PLURALS or parsed.language in PLURALS or OTHER_VARIABLE.search(by_cldr):
        return str(get_plural(locale))
    return by_cldr


def is_same_rule(one: str, other: str) -> bool:
    """Tell whether two headers have the same rule, but for spaces and brackets around it."""
    return _bare_rule(one) == _bare_rule(other)


def _bare_rule(rule: str) -> str:
    return re.sub(r"plural=\((.*)\)$", r"plural=\1", re.sub(r"\s|;\s*$", "", rule))


@cache
def form_count(locale: str) -> int:
    """Return how many forms a PO file in `locale` has of a text that goes by a number."""
    return int(plural_header(locale).split("=")[1].split(";")[0])


def form_index(locale: str, number: int) -> int:
    """Return the place of the form that `number` takes among those of a PO file in `locale`.

    It goes by our own header, and by that alone: what a file says of itself is never evaluated.
    """
    return _rule(locale)(abs(number))


def is_for_one_number(locale: str, place: int) -> bool:
    """Tell whether the form at `place` is that of one number alone (1, or 2), zero apart."""
    return sum(form_index(locale, number) == place for number in range(1, 200)) == 1


@cache
def _rule(locale: str) -> Callable[[int], int]:
    return c2py(plural_header(locale).split("plural=")[1].rstrip(";"))


def form_name(locale: str, number: int) -> str:
    """Return what CLDR calls the form that `number` takes in `locale`: one, few, other."""
    return Locale.parse(locale).plural_form(number)


def form_names(locale: str) -> tuple[str, ...]:
    """Return what CLDR calls the forms of `locale`, in its order."""
    known = {*Locale.parse(locale).plural_form.tags, "other"}
    return tuple(name for name in PLURAL_NAMES if name in known)


# A variable of a plural rule that a header does not know: of a number, it knows n alone.
OTHER_VARIABLE = re.compile(r"\b[a-mo-z]\b")
