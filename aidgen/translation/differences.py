"""What a translation says differently from its source, as a problem."""

from __future__ import annotations

from collections.abc import Iterable

from aidgen.problems import Problem, Severity, Where

# The checks, by the word before the colon of their messages, and what they compare.
CHECKS = {
    "address": "how the reader is addressed: tu, vous",
    "comparison": "at least, more than",
    "dice": "dice, as 2d6",
    "emphasis": "how much is emphasised",
    "icon": "icons",
    "left": "words of the source language",
    "link": "links",
    "list": "items of a list",
    "number": "numbers, in digits and words",
    "opposite": "highest and lowest, half and twice, more and fewer",
    "percent": "per cent",
    "placeholder": "values in braces",
    "repeated": "a sentence twice, or the translation of another text",
    "sign": "plus and minus before a number",
    "term": "words of the glossary",
    "typing": "quotes, brackets, repeated words",
}

# Letters of a text that a message quotes.
LONGEST_QUOTE = 60


def differs(check: str, message: str, hint: str = "", severity: Severity = "error") -> Problem:
    """Return a problem without a place; `check` is one of CHECKS."""
    return Problem(Where(""), f"{check}: {message}", hint, severity)


def excerpt(text: str) -> str:
    """Return the beginning of a text, to be quoted in a message."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else f"{plain[:LONGEST_QUOTE].rstrip()}…"


def describe(lost: Iterable[str], extra: Iterable[str]) -> str:
    """Return what is missing and what is not in the source, in words."""
    missing, added = (", ".join(f"`{item}`" for item in items) for items in (lost, extra))
    if missing and added:
        return f"found {added}, expected {missing}"
    return f"{missing} is missing" if missing else f"{added} is not in the source"
