"""A language's spaces, quotes and dashes, set by the build so that nobody has to type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from aidgen.language.locales import Conventions, conventions

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"

CACHED_TEXTS = 8192
"""How many results are cached: the texts of a large game in four languages."""
Rules = Mapping[str, tuple[str, str]]
"""Patterns with their replacements, by the names of the rules, in the order of application."""


@lru_cache(maxsize=CACHED_TEXTS)
def typography(text: str, locale: str) -> str:
    """Return `text` with the spaces, quotes and dashes of its language; idempotent.

    Markup (link targets, icons, emphasis, list marks, addresses) stays as it is. A language
    without a data file keeps its quotes as typed. Takes linear time on any text.
    """
    markup = iter(MARKUP.findall(text))
    text = MARKUP.sub(OBJECT, text)
    for pattern, new in _compile(locale):
        text = pattern.sub(new, text)
    return re.sub(OBJECT, lambda _: next(markup), text)


def rules_of(locale: str) -> Rules:
    """Return all rules of a language, in order."""
    known = conventions(locale)
    quotes = _quote_rules(*known.quotes) if known.quotes else {}
    return {**RULES_BEFORE_QUOTES, **quotes, **_own_rules(known), **RULES_OF_ALL_LANGUAGES}


@cache
def _compile(locale: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in rules_of(locale).values())


def _quote_rules(opening: str, closing: str, inner: str, end: str) -> Rules:
    """Return the rules that replace straight quotes, double and single, but not apostrophes."""
    return {
        "a double quote opens": (rf'{QUOTE_START}"(?=\S)', rf"\1{opening}"),
        "a double quote closes": (r'"', closing),
        "single quotes around words": (
            rf"{QUOTE_START}'(?=\w)([^'\n]*[^\s'])'(?!\w)",
            rf"\1{inner}\2{end}",
        ),
        "an apostrophe before a short year": (rf"{QUOTE_START}'(?=\d\d)", r"\1’"),
        "a single quote opens": (rf"{QUOTE_START}'(?=\w)", rf"\1{inner}"),
        "an apostrophe ends a word": (r"(?<=[\w.!?])'", "’"),
    }


def _own_rules(known: Conventions) -> Rules:
    """Return the rules that a language's data file asks for."""
    rules: dict[str, tuple[str, str]] = {}
    if known.space_within_guillemets:
        rules["« and a space"] = (rf"«{SPACES}*", f"«{NO_BREAK}")
        rules["a space and »"] = (rf"(?<!{SPACES}){SPACES}*»", f"{NO_BREAK}»")
    if signs := re.escape(known.narrow_space_before):
        before = rf"(?<=[^\s(\[]){SPACES}*([{signs}])(?!\d)"
        rules["a narrow space before signs"] = (before, rf"{NARROW_SPACE}\1")
        rules["none between ! and ?"] = (rf"(?<=[!?]){NARROW_SPACE}(?=[!?])", "")
    if known.space_before_colon:
        end = rf"(?=[\s{OBJECT}]|$)"
        rules["a space before a colon"] = (rf"(?<=[^\s(\[:]){SPACES}+:{end}", f"{NO_BREAK}:")
        missing = rf"(?<=[\w»){OBJECT}]):{end}"
        rules["a space before a colon that has none"] = (missing, f"{NO_BREAK}:")
    if known.narrow_space_in_thousands:
        thousands = r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))"
        rules["a narrow space between thousands"] = (thousands, rf"\1{NARROW_SPACE}")
    if known.space_before_percent:
        rules["a space before %"] = (rf"(?<=\d){SPACES}?%", f"{NO_BREAK}%")
    if known.abbreviations:
        rules["a narrow space in abbreviations"] = _abbreviation_rule(known.abbreviations)
    if known.units:
        units = "|".join(map(re.escape, known.units))
        rules["a unit of games stays with its number"] = (
            rf"(?<=\d) (?=(?:{units})(?!\w))",
            NO_BREAK,
        )
    if known.spaced_dash:
        dash = rf"(?<=[\w)]){SPACES}+(?:-|—){SPACES}+(?=\w)"
        rules["a dash between words"] = (dash, " – ")
    if known.no_em_dash:
        rules["a dash without spaces"] = (r"(?<=[^\W\d_])—(?=[^\W\d_])", " – ")
    return rules


def _abbreviation_rule(abbreviations: Iterable[str]) -> tuple[str, str]:
    """Return the rule that puts a narrow space into abbreviations of two parts, as "z. B."."""
    parts = [tuple(map(re.escape, abbreviation.split())) for abbreviation in abbreviations]
    pattern = "|".join(rf"({first}){SPACES}?({last})" for first, last in parts)
    firsts, lasts = (
        "".join(rf"\g<{group}>" for group in range(start, 2 * len(parts) + 1, 2))
        for start in (1, 2)
    )
    return rf"(?<!\w)(?:{pattern})(?!\w)", f"{firsts}{NARROW_SPACE}{lasts}"


OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Replaces markup while the text around it is processed. It is neither a letter nor a space."""

# The search for an address starts only at its first word, so that it takes linear time.
MARKUP = re.compile(
    rf"""
      \]\((?:(?!\]\()[^)])*\)                      # the target of a link
    | (?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])         # an icon
    | \*+                                          # emphasis
    | \n[ \t]*-[ ]                                 # an item of a list
    | \{{[^{{}}\s]*\}}                             # a placeholder
    | (?<!\w)\w+://[\w./~%?&=\#+-]+                # https://example.org/a-1
    | (?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+         # someone@example.org
    | (?<![\w-])(?:(?<![\w-]\.)|(?![a-z]))         # example.org/a-1: from its first word on,
      [\w-]+(?:\.[a-z][\w-]*)+/[\w./~-]*           # whose others have no capital letters
    | {OBJECT}
    """,
    re.VERBOSE,
)

QUOTE_START = rf"((?<![^\s(\[–—«„“]){OBJECT}*)"
"""Where a quotation may open: at the start, after a space or bracket, and after markup there."""

SPACES = "[ \u00a0\u202f]"

RULES_BEFORE_QUOTES: Rules = {
    "an ellipsis": (r"\.\.\.", "…"),
    "an apostrophe within a word": (r"(?<=\w)'(?=\w)", "’"),
}

RULES_OF_ALL_LANGUAGES: Rules = {
    "a range, and no date": (r"(?<![\d–-])(\d+)-(?=\d+(?![\d–-]))", r"\1–"),
    "plus or minus": (r"\+/[-−](?=\s?\d)", "±"),
    "a minus before a number": (r"(?<!\w)-(?=\d)", "−"),
    "a dash typed as two hyphens": (r"(?<= )--(?= )", "–"),
    "spaces around × between numbers": (
        rf"(?<=\d){SPACES}?×{SPACES}?(?=\d)",
        f"{NO_BREAK}×{NO_BREAK}",
    ),
    "a number that ends a text stays with its word": (r" (?=\d{1,3}[.!?…]?$)", NO_BREAK),
    "a number that ends a bracket stays with its word": (
        r"(?<=[^\W\d]) (?=\d[\d.]{0,6}\))",
        NO_BREAK,
    ),
    "a number with a sign stays with the word before it": (r"(?<=[^\W\d]) (?=[+−]\d)", NO_BREAK),
    "+ and × stay with the number before them, and with what comes after them": (
        rf"(?<=[\d{OBJECT}]){SPACES}([+×]){SPACES}(?=[\w({OBJECT}])",
        rf"{NO_BREAK}\1{NO_BREAK}",
    ),
    "+ stays with the number after it, and with the word before": (
        rf"(?<=[^\W\d]){SPACES}\+{SPACES}(?=[\d{OBJECT}])",
        f"{NO_BREAK}+{NO_BREAK}",
    ),
    "a word stays with the number and its sign before it": (
        rf"(?<=[+−][\d{OBJECT}]) (?=[^\W\d]{{3}})",
        NO_BREAK,
    ),
    "a word stays with the number before it": (r"(?<=\d) (?=[^\W\d]{3})", NO_BREAK),
    "× and ÷ stay with their number": (r"([×÷]) (?=\d)", rf"\1{NO_BREAK}"),
    "a word stays with × or ÷ and a number": (
        rf"(?<=[^\W\d]) (?=[×÷]{NO_BREAK}\d)",
        NO_BREAK,
    ),
    "≥ and ≤ stay with their number": (r"([≥≤]) (?=[\dX])", rf"\1{NO_BREAK}"),
    "a unit stays with its number": (
        r"(?<=\d) (?=(?:[mcdkµ]?m|[mcd]?l|k?g|min|s|h|px|pt|°C?|[€$£])(?![\w’]))",
        NO_BREAK,
    ),
    "dots to write on stay with the words before them": (r"(?<=:) (?=……)", NO_BREAK),
    "the sign for a page stays with its number": (
        r"(?<!\w)(§|[Nn]o\.|Nr\.|[Nn][°º]|pp?\.|S\.|[Ff]ig\.|Abb\.) (?=\d)",
        rf"\1{NO_BREAK}",
    ),
}
"""Rules for all languages: dashes, signs, and numbers that stay with their units."""
