"""The spaces, quotes and dashes of a language, set by the build so that nobody has to type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

NARROW = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"

TEXTS = 8192
"""How many texts are remembered as they were set: those of a large game in four languages."""
Rules = Mapping[str, tuple[str, str]]
"""What is set, and where: a pattern, and what takes its place; in order."""


@lru_cache(maxsize=TEXTS)
def typography(text: str, locale: str) -> str:
    """Return `text` with the spaces, quotes and dashes of its language; doing it twice is once.

    Markup (links' targets, icons, emphasis, list marks, addresses) is left as it is. A language
    that has no rules here keeps its quotes as they are typed. A text twice as long takes twice as
    long, whatever it holds.
    """
    language = locale.replace("-", "_").split("_")[0]
    markup = iter(MARKUP.findall(text))
    text = MARKUP.sub(OBJECT, text)
    for pattern, new in _compiled(language):
        text = pattern.sub(new, text)
    return re.sub(OBJECT, lambda _: next(markup), text)


def rules(language: str) -> Rules:
    """Return all rules of a language, in order."""
    quotes = _quoting(*QUOTES[language]) if language in QUOTES else {}
    return {**BEFORE_ALL, **quotes, **TYPOGRAPHY.get(language, {}), **EVERYWHERE}


@cache
def _compiled(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in rules(language).values())


def _quoting(opening: str, closing: str, inner: str, end: str) -> Rules:
    """Return the rules that set straight quotes, double and single; an apostrophe is none."""
    return {
        "a double quote opens": (rf'{OPENING}"(?=\S)', rf"\1{opening}"),
        "a double quote closes": (r'"', closing),
        "single quotes around words": (
            rf"{OPENING}'(?=\w)([^'\n]*[^\s'])'(?!\w)",
            rf"\1{inner}\2{end}",
        ),
        "an apostrophe before a short year": (rf"{OPENING}'(?=\d\d)", r"\1’"),
        "a single quote opens": (rf"{OPENING}'(?=\w)", rf"\1{inner}"),
        "an apostrophe ends a word": (r"(?<=[\w.!?])'", "’"),
    }


OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Unicode's own sign for something that stands in a text and is none: here, for markup while the
text around it is spaced. It is no letter, and no space."""

# Each address is looked for where its first word begins, and nowhere within: so no text is read
# more than a few times over.
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

OPENING = rf"((?<![^\s(\[–—«„“]){OBJECT}*)"
"""Where a quotation may open: at the start, after a space or a bracket, and after markup there."""

SPACE = "[ \u00a0\u202f]"

BEFORE_ALL: Rules = {
    "an ellipsis": (r"\.\.\.", "…"),
    "an apostrophe within a word": (r"(?<=\w)'(?=\w)", "’"),
}

EVERYWHERE: Rules = {
    "a range, and no date": (r"(?<![\d–-])(\d+)-(?=\d+(?![\d–-]))", r"\1–"),
    "plus or minus": (r"\+/[-−](?=\s?\d)", "±"),
    "a minus before a number": (r"(?<!\w)-(?=\d)", "−"),
    "a dash typed as two hyphens": (r"(?<= )--(?= )", "–"),
    "spaces around × between numbers": (
        rf"(?<=\d){SPACE}?×{SPACE}?(?=\d)",
        f"{NO_BREAK}×{NO_BREAK}",
    ),
    "a number that ends a text stays with its word": (r" (?=\d{1,3}[.!?…]?$)", NO_BREAK),
    "a number that ends a bracket stays with its word": (
        r"(?<=[^\W\d]) (?=\d[\d.]{0,6}\))",
        NO_BREAK,
    ),
    "a number with a sign stays with the word before it": (r"(?<=[^\W\d]) (?=[+−]\d)", NO_BREAK),
    "+ and × stay with the number before them, and with what comes after them": (
        rf"(?<=[\d{OBJECT}]){SPACE}([+×]){SPACE}(?=[\w({OBJECT}])",
        rf"{NO_BREAK}\1{NO_BREAK}",
    ),
    "+ stays with the number after it, and with the word before": (
        rf"(?<=[^\W\d]){SPACE}\+{SPACE}(?=[\d{OBJECT}])",
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
"""What is right in any language: dashes, signs, and numbers that stay with their units."""

QUOTES = {
    "ar": "«»“”",
    "cs": "„“‚‘",
    "de": "„“‚‘",
    "en": "“”‘’",
    "es": "«»“”",
    "fr": "«»“”",
    "hi": "“”‘’",
    "it": "«»“”",
    "ko": "“”‘’",
    "nl": "“”‘’",
    "pl": "„”«»",
    "pt": "“”‘’",
    "ru": "«»„“",
    "th": "“”‘’",
    "uk": "«»„“",
}
"""The quotes of a language: outer ones, then those within."""

DASH: Rules = {
    "a dash between words": (rf"(?<=[\w)]){SPACE}+(?:-|—){SPACE}+(?=\w)", " – "),
}
"""The shorter dash, with spaces."""

PER_CENT: Rules = {"a space before %": (rf"(?<=\d){SPACE}?%", f"{NO_BREAK}%")}

FRENCH: Rules = {
    "« and a space": (rf"«{SPACE}*", f"«{NO_BREAK}"),
    "a space and »": (rf"(?<!{SPACE}){SPACE}*»", f"{NO_BREAK}»"),
    "a narrow space before ; ! ? %": (rf"(?<=[^\s(\[]){SPACE}*([;!?%])(?!\d)", rf"{NARROW}\1"),
    "none between ! and ?": (rf"(?<=[!?]){NARROW}(?=[!?])", ""),
    "a space before a colon": (rf"(?<=[^\s(\[:]){SPACE}+:(?=[\s{OBJECT}]|$)", f"{NO_BREAK}:"),
    "a space before a colon that has none": (
        rf"(?<=[\w»){OBJECT}]):(?=[\s{OBJECT}]|$)",
        f"{NO_BREAK}:",
    ),
    "a narrow space between thousands": (r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))", rf"\1{NARROW}"),
    "a unit of games stays with its number": (
        r"(?<=\d) (?=(?:p[aocp]|P[VAM])(?!\w))",
        NO_BREAK,
    ),
    **DASH,
}

GERMAN: Rules = {
    **PER_CENT,
    "z. B.": (rf"(?<!\w)(z\.){SPACE}?(B\.)(?!\w)", rf"\1{NARROW}\2"),
    "d. h.": (rf"(?<!\w)(d\.){SPACE}?(h\.)(?!\w)", rf"\1{NARROW}\2"),
    "u. a., u. ä.": (rf"(?<!\w)(u\.){SPACE}?([aä]\.)(?!\w)", rf"\1{NARROW}\2"),
    "s. o., s. u., o. ä.": (rf"(?<!\w)([os]\.){SPACE}?([uoäÄ]\.)(?!\w)", rf"\1{NARROW}\2"),
    "a unit of games stays with its number": (r"(?<=\d) (?=(?:LP|EP|XP)(?!\w))", NO_BREAK),
    **DASH,
}

TYPOGRAPHY: Mapping[str, Rules] = {
    "de": GERMAN,
    "en": {**DASH, "a dash without spaces": (r"(?<=[^\W\d_])—(?=[^\W\d_])", " – ")},
    "es": {**PER_CENT, **DASH},
    "fr": FRENCH,
    "it": DASH,
    "pl": DASH,
    "pt": DASH,
}
"""Each language's own rules, between quotes and what is right everywhere."""
