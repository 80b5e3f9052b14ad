"""A game in another language: texts translated or pseudo-translated, and its typography.

Figures and punctuation are as the language writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, count

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData, Leaf, rewrite
from aidgen.game.figures import Figure
from aidgen.game.records import Card
from aidgen.game.texts import (
    ICON_PATTERN,
    LITERAL_BRACE,
    PAGE_NUMBER,
    PLACEHOLDER,
    Text,
    TextState,
    term_forms,
)
from aidgen.language.grammar import form_index, form_name
from aidgen.language.locales import (
    Conventions,
    conventions,
    decimal_sign,
    fallbacks,
    script_of,
    sort_key,
)
from aidgen.language.quantities import write_figure

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"

# What figures are written with in any language; what groups thousands is among the rules.
FIGURE_SIGNS = "0123456789+−–×%.,"
# Patterns with their replacements, by the names of the rules, in the order of application.
Rules = Mapping[str, tuple[str, str]]


@lru_cache(maxsize=1 << 13)  # the texts of a large game in four languages
def typography(text: str, locale: str) -> str:
    """Return `text` with the spaces, quotes and dashes of its language; idempotent.

    Markup (link targets, icons, emphasis, list marks, addresses) stays as it is. Takes linear time
    on any text.
    """
    markup = [*MARKUP.findall(text), ""]
    text = MARKUP.sub(OBJECT, text)
    for pattern, new in _compile(locale):
        text = pattern.sub(new, text)
    return "".join(chain(*zip(text.split(OBJECT), markup, strict=True)))


def rules_of(locale: str) -> Rules:
    """Return all rules of a language, in order."""
    written = conventions(locale)
    quotes = _quote_rules(*written.quotes) if written.quotes else {}
    return {**RULES_BEFORE_QUOTES, **quotes, **_own_rules(written), **RULES_OF_ALL_LANGUAGES}


@cache
def _compile(locale: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in rules_of(locale).values())


def _quote_rules(opening: str, closing: str, inner: str, end: str) -> Rules:
    """Return the rules that replace straight quotes, double and single, but not apostrophes."""
    return {
        "a double quote opens": (rf'{QUOTE_START}"(?=\S)', rf"\1{opening}"),
        # l'"effet", ¡"Alto"!
        "a double quote opens after an elision": (r"""(?<=\w)['’]"(?=\w)""", f"’{opening}"),
        "a double quote opens after a sign": (r'(?<=[¡¿=])"(?=\w)', opening),
        "a double quote closes": (r'"', closing),
        "single quotes around words": (
            rf"{QUOTE_START}'(?=\w)([^'\n]*[^\s'])'(?!\w)",
            rf"\1{inner}\2{end}",
        ),
        "a quotation of several lines opens": (
            rf"{QUOTE_START}'(?=\w[^']{{0,{FAR}}}[^\s']'(?!\w))",
            rf"\1{inner}",
        ),
        "an apostrophe begins a word": (rf"{QUOTE_START}'(?=\w)", r"\1’"),
        "an apostrophe ends a word": (r"(?<=[\w.!?])'", "’"),
        # Last, so that typography done twice is done once: '“"' is a quotation only now.
        **_english_quote_rule(opening, closing, inner),
    }


def _english_quote_rule(opening: str, closing: str, inner: str) -> Rules:
    """Return the rule for “…” in a language with other quotes; within « » they stay."""
    if opening == "“":
        return {}
    if opening == closing:  # ”Swedish”
        return {"English quotes": ("“", opening)}
    outside = rf"(?![^{opening}{closing}\n]{{0,{FAR}}}{closing})" if inner == "“" else ""
    quoted = rf"“([^“”{opening}{closing}\n]*)”{outside}"
    if closing == "“":  # „German“: whatever closes a quotation opens no other
        quoted = rf"[{opening}“]([^{opening}“”\n]*)[“”]"
    return {"English quotes": (quoted, rf"{opening}\1{closing}")}


# How many characters after a quotation may belong to another one around it.
FAR = 200


def _own_rules(written: Conventions) -> Rules:
    rules: dict[str, tuple[str, str]] = {}
    if written.space_within_guillemets:
        rules["« and a space"] = (rf"«{SPACES}*", f"«{NO_BREAK}")
        rules["a space and »"] = (rf"(?<!{SPACES}){SPACES}*»", f"{NO_BREAK}»")
    if signs := re.escape(written.narrow_space_before):
        before = rf"(?<=[^\s(\[]){SPACES}*([{signs}])(?!\d)"
        rules["a narrow space before signs"] = (before, rf"{NARROW_SPACE}\1")
        rules["none between ! and ?"] = (rf"(?<=[!?]){NARROW_SPACE}(?=[!?])", "")
    if written.space_before_colon:
        end = rf"(?=[\s{OBJECT}]|$)"
        rules["a space before a colon"] = (rf"(?<=[^\s(\[:]){SPACES}+:{end}", f"{NO_BREAK}:")
        missing = rf"(?<=[\w»){OBJECT}]):{end}"
        rules["a space before a colon that has none"] = (missing, f"{NO_BREAK}:")
    # A space between thousands breaks no line, even where the language has another sign there.
    thousands = r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))"
    rules["a space between thousands"] = (thousands, rf"\1{written.group or NO_BREAK}")
    if written.space_before_percent and "%" not in written.narrow_space_before:
        rules["a space before %"] = (rf"(?<=\d){SPACES}?%", f"{NO_BREAK}%")
    rules |= _joining_rules(written)
    # Not beside a sign of arithmetic, as in "the signs + - ×".
    dash = rf"(?<=[^\s+\-–—−×÷=<>|/]){SPACES}+(?:-|—){SPACES}+(?=[^\s+\-–—−×÷=<>|/])"
    rules["a dash between words"] = (dash, " – ")
    if written.no_em_dash:
        rules["a dash without spaces"] = (r"(?<=[^\W\d_])—(?=[^\W\d_])", " – ")
    return rules


def _joining_rules(written: Conventions) -> Rules:
    rules: dict[str, tuple[str, str]] = {}
    if written.particles:
        words = "|".join(sorted(written.particles, key=len, reverse=True))
        pattern = rf"(?<![\w’'-])((?i:{words})){SPACES}+(?=\S)"
        rules["a short word does not end a line"] = (pattern, rf"\1{NO_BREAK}")
    if written.abbreviations:
        rules["a narrow space in abbreviations"] = _abbreviation_rule(written.abbreviations)
    if written.units:
        units = "|".join(map(re.escape, written.units))
        pattern = rf"(?<=\d) (?=(?:{units})(?!\w))"
        rules["a unit of games stays with its number"] = (pattern, NO_BREAK)
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


# Replaces markup while the text around it is processed. It is neither a letter nor a space.
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"

# The search for an address starts only at its first word, so that it takes linear time.
MARKUP = re.compile(
    rf"""
      (?:\|[^\[\]]*)?\]\((?:(?!\]\()[^)])*\)        # the target of a link, the heading of an index
    | \[\^[\w-]+\]                                 # where a footnote belongs
    | {ICON_PATTERN}                               # an icon
    | \\[!-/:-@\[-`{{-~]                           # a sign after a backslash
    | \*+                                          # emphasis
    | (?<=\n)[ \t]*-[ ]                            # an item of a list
    | \{{[^{{}}\s]*\}}                             # a placeholder
    | (?<!\w)\w+://[\w./~%?&=\#+-]+                # https://example.org/a-1
    | (?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+         # someone@example.org
    | (?<![\w-])(?:(?<![\w-]\.)|(?![a-z]))         # example.org/a-1: from its first word on,
      [\w-]+(?:\.[a-z][\w-]*)+/[\w./~-]*           # whose others have no capital letters
    | {OBJECT}
    """,
    re.VERBOSE,
)

# Where a quotation may open: at the start, after a space or bracket, and after markup there.
QUOTE_START = rf"((?<![^\s(\[–—«„“]){OBJECT}*)"

SPACES = "[ \u00a0\u202f]"
TEXT_END = rf"(?:\Z|\n(?:[{OBJECT}\n]|\d+\. ))"  # of a paragraph or an item

RULES_BEFORE_QUOTES: Rules = {
    "an ellipsis": (r"\.\.\.", "…"),
    "an apostrophe within a word": (r"(?<=\w)'(?=\w)", "’"),
    "apostrophes around n": (r"(?<=\w )'(n(?=' \w)|N(?=' [A-Z]))'", r"’\1’"),
    "an apostrophe before a decade": (rf"{QUOTE_START}'(?=\d0s\b)", r"\1’"),
}

# Rules for all languages: dashes, signs, and numbers that stay with their units.
RULES_OF_ALL_LANGUAGES: Rules = {
    "a range, and no date": (r"(?<![\d–-])(\d+)-(?=\d+(?![\d–-]))", r"\1–"),
    "plus or minus": (r"\+/[-−](?=\s?\d)", "±"),
    "a minus before a number": (r"(?<!\w)-(?=\d)", "−"),
    "a dash typed as two hyphens": (r"(?<= )--(?= )", "–"),
    "a dash between words begins no line": (r"(?<=\S) (?=[-–—] )", NO_BREAK),
    "spaces around × between numbers": (
        rf"(?<=\d){SPACES}?×{SPACES}?(?=\d)",
        f"{NO_BREAK}×{NO_BREAK}",
    ),
    "a number that ends a text stays with its word": (r" (?=\d{1,3}[.!?…]?$)", NO_BREAK),
    # Not beside markup but that of a list: WeasyPrint 70 breaks such a line after each word.
    "a short word that ends a paragraph stays with the word before it": (
        rf"(?<=(?s:.){{17}}(?:(?s:.)[ \n]|\n{OBJECT}))([^ \n{OBJECT}]{{1,9}}) "
        rf"(?=[^ \n{OBJECT}{NO_BREAK}]{{1,6}}{TEXT_END})",
        rf"\1{NO_BREAK}",
    ),
    "a number that ends a bracket stays with its word": (
        r"(?<=[^\W\d]) (?=\d[\d.]{0,6}\))",
        NO_BREAK,
    ),
    "a number with a sign stays with the word before it, if none follows": (
        rf"(?<=[^\W\d]) (?=[+−][\d{OBJECT}]+(?![\d{OBJECT}]|{SPACES}[^\W\d]{{3}}))",
        NO_BREAK,
    ),
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


# The region of pseudolocales (en_XA, fr_XA), reserved for them by Unicode.
REGION = "XA"
# Brackets in every face of both our font families; ⟦ ⟧ have no italics and no serifs.
OPEN, CLOSE = "‹›"


def pseudolocalize(game_data: GameData, locale: str) -> GameData:
    """Return the localized `game_data` with all texts stretched, accented and in brackets."""

    def change(_: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Text):
            return Text(stretch(leaf), leaf.state, leaf.context)
        return leaf

    changed: GameData = rewrite(game_data, game_data.at(), change)
    return changed.model_copy(update={"locale": locale})


def is_pseudo(locale: str) -> bool:
    """Tell whether `locale` is a pseudolocale."""
    return locale.endswith(f"_{REGION}")


def stretch(text: str) -> str:
    """Return `text` with brackets around each paragraph and list item."""
    letters = count(1)

    def accent(piece: re.Match[str]) -> str:
        if piece["kept"]:
            return piece[0]
        accented = piece[0].translate(_ACCENTS)
        new = "".join(letter * (1 + (next(letters) % 3 == 0)) for letter in accented)
        return new if new != piece[0] else new + new[-1]

    return "".join(
        piece if i % 2 or not piece else f"{OPEN}{KEPT_OR_WORD.sub(accent, piece)}{CLOSE}"
        for i, piece in enumerate(BLOCK_STARTS.split(text))
    )


# Between two paragraphs or items: the mark of an item at the start of a text or line; an empty
# line, with the mark of an item after it.
BLOCK_STARTS = re.compile(
    r"(\A[ \t]*(?:- |\d+\. )|\n[^\S\n]*(?:- |\d+\. )|\n[ \t]*\n\s*(?:- |\d+\. )?)"
)

# Link targets, marks of footnotes, page numbers, icons, and words with a digit, figures and dice,
# are kept; other words are accented.
KEPT_OR_WORD = re.compile(
    rf"(?P<kept>\]\((?:(?!\]\()[^)\s])*\)|\[\^[\w-]+\]|\{{{PAGE_NUMBER}\}}|{ICON_PATTERN}|\\."
    r"|(?<!\w)\w*\d\w*)|[^\W\d_]+"
)
_ACCENTS = str.maketrans("acdefgiklnorstuyzACDEGIKLNORSTUYZ", "åçďéƒğîķłñöřšťüýžÅÇĎÉĞÎĶŁÑÖŘŠŤÜÝŽ")


# The texts of a language by context, with their states.
Translation = Mapping[Context, Text]


def localize(game_data: GameData, translation: Translation, locale: str) -> GameData:
    """Return `game_data` in `locale`: placeholders filled in, glossary terms in alphabetical order.

    A text that `translation` lacks, or has for another source, stays in the source language with
    the state `missing` or `fuzzy`.
    """
    letter = game_data.words.get("dice-letter", Text("d"))
    dice = term_forms(translation.get(Context(UI, ("dice-letter",)), letter))[0]
    values = {
        name: figure.typed or write_figure(figure.raw, locale, dice, figure.decimals)
        for name, figure in game_data.values.items()
    }
    names = _quoted_names(game_data, translation, locale)
    # A title may quote a value itself.
    values |= {name: _fill(words, values) for name, words in names.items()}

    is_own = game_data.game.language in fallbacks(locale)

    def change(context: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Figure):
            # Another language would read letters otherwise: 1 or less, W6.
            if leaf.typed and (is_own or not any(map(str.isalpha, leaf.typed))):
                return replace(leaf, written=leaf.typed)
            return replace(leaf, written=write_figure(leaf.raw, locale, dice, leaf.decimals))
        text = leaf
        made_in = game_data.written_in(context.domain)
        context = game_data.shared.get(context, context)
        if locale != made_in:
            # A variant of the source language, such as en_GB, contains only its differences.
            state: TextState = "source" if made_in in fallbacks(locale) else "missing"
            text = translation.get(context, Text(leaf, state, plural=leaf.plural))
            if text.state == "fuzzy":
                text = Text(leaf, "fuzzy", plural=leaf.plural)
        language = locale if text.state in ("source", "translated") else made_in
        wording = _plural_form(text, game_data.plural_number(leaf), language)
        signs = LITERAL_BRACE.sub(lambda brace: f"\\{brace[0][-1]}", wording)
        filled = _fill(signs, values)
        is_term = context.kind == "terms" and context.name in ("one", "many")
        words = typography(term_forms(filled)[0] if is_term else filled, language)
        return Text(words, text.state, context)

    localized: GameData = rewrite(game_data, game_data.at(), change)
    return _in_order(localized, game_data, locale)


def _fill(text: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda quote: values.get(quote[1], quote[0]), text)


def _in_order(localized: GameData, game_data: GameData, locale: str) -> GameData:
    key = sort_key(locale)
    terms = dict(sorted(localized.terms.items(), key=lambda item: key(item[1].one)))
    tables = {name: table.folded for name, table in localized.tables.items()}
    return localized.model_copy(
        update={
            "locale": locale,
            "script": script_of(locale),
            "decimal": decimal_sign(locale),
            "marked": game_data.mark,
            "terms": terms,
            "tables": tables,
            "cards": _sort_cards(localized, key),
        }
    )


def _sort_cards(game_data: GameData, key: Callable[[str], bytes]) -> dict[str, Card]:
    named = list(game_data.cards.items())
    for deck in (name for name, deck in game_data.decks.items() if deck.sort == "title"):
        places = [i for i, (_, card) in enumerate(named) if card.deck == deck]
        ordered = sorted(
            (named[i] for i in places), key=lambda item: key(item[1].front.title or item[0])
        )
        for i, item in zip(places, ordered, strict=True):
            named[i] = item
    return dict(named)


def _quoted_names(game_data: GameData, translation: Translation, locale: str) -> dict[str, str]:
    quoted = {name for _, text in game_data.texts() for name in PLACEHOLDER.findall(text)}
    names = {}
    for name in quoted:
        if title := game_data.title(name):
            context, text = title
            printed = translation.get(context, text)
            read = locale != game_data.game.language and printed.state == "translated"
            names[name] = term_forms(printed if read else text)[0]
    return names


def _plural_form(text: Text, number: int | None, language: str) -> str:
    if number is None or not text.plural:
        return text
    form: Callable[[str, int], object] = form_index if text.state == "translated" else form_name
    return dict(text.plural).get(str(form(language, number)), str(text))
