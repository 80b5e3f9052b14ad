"""The spaces, quotes and dashes of a language, set by the build so that nobody has to type them."""

from __future__ import annotations

import re
from functools import cache

NARROW = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"

Rules = tuple[tuple[str, str], ...]
"""Patterns, and what takes their place, in order."""


def typography(text: str, locale: str) -> str:
    """Return `text` with the spaces, quotes and dashes of its language; doing it twice is once.

    Markup (links' targets, icons, emphasis, list marks, addresses) is left as it is. A language
    that has no rules here keeps its quotes as they are typed.
    """
    language = locale.replace("-", "_").split("_")[0]
    markup = iter(MARKUP.findall(text))
    text = MARKUP.sub(HELD, text)
    for pattern, new in _rules(language):
        text = pattern.sub(new, text)
    return re.sub(HELD, lambda _: next(markup), text)


@cache
def _rules(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    quotes = _quoting(*QUOTES[language]) if language in QUOTES else ()
    rules = BEFORE_ALL + quotes + TYPOGRAPHY.get(language, ()) + EVERYWHERE
    return tuple((re.compile(pattern), new) for pattern, new in rules)


def _quoting(opening: str, closing: str, inner: str, end: str) -> Rules:
    """Return the rules that set straight quotes, double and single; an apostrophe is none."""
    return (
        (rf'{OPENING}"(?=\S)', rf"\1{opening}"),
        (r'"', closing),
        (rf"{OPENING}'(?=\w)([^'\n]*[^\s'])'(?!\w)", rf"\1{inner}\2{end}"),
        (rf"{OPENING}'(?=\d\d)", r"\1’"),
        (rf"{OPENING}'(?=\w)", rf"\1{inner}"),
        (r"(?<=[\w.!?])'", "’"),
    )


HELD = "\ue000"
"""Stands for a piece of markup while the text around it is spaced: no letter, and no space."""

MARKUP = re.compile(
    r"\]\([^)]*\)|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])|\*+|\n[ \t]*- |\{[^{}\s]*\}"
    r"|\w+://[\w./~%?&=#+-]+|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+(?:\.[a-z][\w-]*)+/[\w./~-]*|\ue000"
)

OPENING = rf"((?<![^\s(\[–—«„“]){HELD}*)"
"""Where a quotation may open: at the start, after a space or a bracket, and after markup there."""

SPACE = "[ \u00a0\u202f]"

BEFORE_ALL: Rules = (
    (r"\.\.\.", "…"),
    (r"(?<=\w)'(?=\w)", "’"),
)

EVERYWHERE: Rules = (
    (r"(?<![\d–-])(\d+)-(?=\d+(?![\d–-]))", r"\1–"),
    (r"\+/[-−](?=\s?\d)", "±"),
    (r"(?<![\w\d])-(?=\d)", "−"),
    (r"(?<= )--(?= )", "–"),
    (rf"(?<=\d){SPACE}?×{SPACE}?(?=\d)", f"{NO_BREAK}×{NO_BREAK}"),
    (r" (?=\d{1,3}[.!?…]?$)", NO_BREAK),
    (r"([×÷]) (?=\d)", rf"\1{NO_BREAK}"),
    (r"([≥≤]) (?=[\dX])", rf"\1{NO_BREAK}"),
    (r"(?<=\d) (?=(?:[mcdkµ]?m|[mcd]?l|k?g|min|s|h|px|pt|°C?|[€$£])(?![\w’]))", NO_BREAK),
    (r"(?<!\w)(§|[Nn]o\.|Nr\.|[Nn][°º]|pp?\.|S\.|[Ff]ig\.|Abb\.) (?=\d)", rf"\1{NO_BREAK}"),
)
"""What is right in any language: dashes, signs, and numbers that stay with their units."""

QUOTES = {
    "cs": "„“‚‘",
    "de": "„“‚‘",
    "en": "“”‘’",
    "es": "«»“”",
    "fr": "«»“”",
    "it": "«»“”",
    "nl": "“”‘’",
    "pl": "„”«»",
    "pt": "“”‘’",
    "ru": "«»„“",
    "uk": "«»„“",
}
"""The quotes of a language: outer ones, then those within."""

DASH: Rules = ((rf"(?<=[\w)]){SPACE}+(?:-|—){SPACE}+(?=\w)", " – "),)
"""A dash between words: the shorter one, with spaces."""

TYPOGRAPHY: dict[str, Rules] = {
    "en": (*DASH, (r"(?<=[^\W\d_])—(?=[^\W\d_])", " – ")),
    "fr": (
        (rf"«{SPACE}*", f"«{NO_BREAK}"),
        (rf"{SPACE}*»", f"{NO_BREAK}»"),
        (rf"(?<=[^\s(\[]){SPACE}*([;!?%])(?!\d)", rf"{NARROW}\1"),
        (rf"(?<=[!?]){NARROW}(?=[!?])", ""),
        (rf"(?<=[^\s(\[:]){SPACE}+:(?=[\s{HELD}]|$)", f"{NO_BREAK}:"),
        (rf"(?<=[\w»){HELD}]):(?=[\s{HELD}]|$)", f"{NO_BREAK}:"),
        (r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))", rf"\1{NARROW}"),
        (r"(?<=\d) (?=(?:p[aocp]|P[VAM])(?!\w))", NO_BREAK),
        *DASH,
    ),
    "de": (
        (rf"(?<=\d){SPACE}?%", f"{NO_BREAK}%"),
        (rf"(?<!\w)(z\.){SPACE}?(B\.)(?!\w)", rf"\1{NARROW}\2"),
        (rf"(?<!\w)(d\.){SPACE}?(h\.)(?!\w)", rf"\1{NARROW}\2"),
        (rf"(?<!\w)(u\.){SPACE}?([aä]\.)(?!\w)", rf"\1{NARROW}\2"),
        (rf"(?<!\w)([os]\.){SPACE}?([uoäÄ]\.)(?!\w)", rf"\1{NARROW}\2"),
        (r"(?<=\d) (?=(?:LP|EP|XP)(?!\w))", NO_BREAK),
        *DASH,
    ),
    "es": ((rf"(?<=\d){SPACE}?%", f"{NO_BREAK}%"), *DASH),
    "it": DASH,
    "pl": DASH,
    "pt": DASH,
}
"""Each language's own rules, between quotes and what is right everywhere."""
