"""Months that a text calls by their names: other languages write them as numbers (11月)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from babel import Locale, UnknownLocaleError

from aidgen.language.tokens import Digits, How, Number, Token, Tokens, Word, peek


@cache
def months(locale: str) -> Mapping[str, str]:
    """Return the numbers of the months by their names in a language, in small letters (CLDR).

    Names that hold digits, or more than one word, are left out; so is a language that CLDR does
    not know, as that of pseudolocales.
    """
    try:
        forms = Locale.parse(locale).months if locale else {}
    except (UnknownLocaleError, ValueError):
        return {}
    named = [form["wide"] for form in forms.values()]
    names = {name.lower(): str(month) for names in named for month, name in names.items()}
    return MappingProxyType({name: month for name, month in names.items() if name.isalpha()})


def with_months(tokens: Tokens, names: Mapping[str, str]) -> Tokens:
    """Return some tokens with the names of months as numbers, where digits stand beside them.

    Another language may leave them out, as it has a name for them, too.
    """
    if not any(token.key in names for token in tokens):
        return tokens
    return [
        _month(token, names[token.key])
        if isinstance(token, Word) and token.key in names and _is_dated(tokens, at)
        else token
        for at, token in enumerate(tokens)
    ]


def _month(token: Token, number: str) -> Number:
    return Number(token.gap, token.text, "", token.spaced, (number,), How.ASIDE, decimal="")


def _is_dated(tokens: Tokens, at: int) -> bool:
    """Tell whether a day or a year stands near a token, as in "25th of November"."""
    near = [peek(tokens, at + step) for step in range(-NEAR, NEAR + 1)]
    return any(isinstance(token, Digits) for token in near)


NEAR = 3
"""So many tokens may a day stand before its month: 25, th, of."""
