"""A game in another language: texts translated, figures and punctuation as the language writes
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from types import MappingProxyType

from babel.numbers import get_decimal_symbol

from aidgen.game.cards import Card
from aidgen.game.context import UI, Context
from aidgen.game.data import GameData, Leaf, rewrite
from aidgen.game.figures import Figure, Quantity
from aidgen.game.tables import Table
from aidgen.game.texts import PLACEHOLDER, Text, TextState, term_forms
from aidgen.language.genders import Genders
from aidgen.language.locales import fallbacks, script_of, sort_key
from aidgen.language.plurals import form_index, form_name
from aidgen.language.quantities import Units, convert, in_local_units, write_figure
from aidgen.language.typography import typography

REGION = "XA"
"""The region of pseudolocales (en_XA, fr_XA), reserved for them by Unicode."""
OPEN, CLOSE = "‹›"
"""Brackets in every face of both our font families; ⟦ ⟧ have no italics and no serifs."""


def pseudolocalize(canon: GameData, locale: str) -> GameData:
    """Return the localized `canon` with all texts stretched, accented and in brackets."""

    def change(_: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Text):
            return Text(stretch(leaf), leaf.state, leaf.context)
        return leaf

    changed: GameData = rewrite(canon, canon.at(), change)
    return changed.model_copy(update={"locale": locale})


def pseudo_locale(language: str) -> str:
    """Return the pseudolocale of texts in `language`."""
    return f"{language.split('_')[0]}_{REGION}"


def is_pseudo(locale: str) -> bool:
    """Tell whether `locale` is a pseudolocale."""
    return locale.endswith(f"_{REGION}")


def stretch(text: str) -> str:
    """Return `text` with brackets around each paragraph and list item."""
    letters = count(1)
    pieces = BLOCK_STARTS.split(text)
    return "".join(
        piece if i % 2 or not piece else f"{OPEN}{_accent_words(piece, letters)}{CLOSE}"
        for i, piece in enumerate(pieces)
    )


def _accent_words(text: str, letters: count[int]) -> str:
    """Return the accented words of `text`; markup, icons, link targets and words with digits
    stay.
    """
    kept = UNCHANGED.findall(text)
    plain = UNCHANGED.split(text)
    changed = [WORD.sub(lambda word: _accent_word(word[0], letters), piece) for piece in plain]
    return "".join(piece + keep for piece, keep in zip(changed, [*kept, ""], strict=True))


def _accent_word(word: str, letters: count[int]) -> str:
    """Return `word` with accents, and with every third letter of the text doubled."""
    new = "".join(letter * (1 + (next(letters) % 3 == 0)) for letter in word.translate(_ACCENTS))
    return new if new != word else word + word[-1]


# Between two paragraphs or items: the mark of an item at the start of a text or line; an empty
# line, with the mark of an item after it.
BLOCK_STARTS = re.compile(
    r"(\A[ \t]*(?:- |\d+\. )|\n[^\S\n]*(?:- |\d+\. )|\n[ \t]*\n\s*(?:- |\d+\. )?)"
)

# Link targets, icons, and words with a digit: figures, dice.
UNCHANGED = re.compile(
    r"\]\((?:(?!\]\()[^)\s])*\)|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])|(?<!\w)\w*\d\w*"
)

WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = str.maketrans("acdefgiklnorstuyzACDEGIKLNORSTUYZ", "åçďéƒğîķłñöřšťüýžÅÇĎÉĞÎĶŁÑÖŘŠŤÜÝŽ")


Translation = Mapping[Context, Text]
"""The texts of a language by context, with their states."""


def localize(canon: GameData, translation: Translation, locale: str) -> GameData:
    """Return `canon` in `locale`: placeholders filled in, glossary terms in alphabetical order.

    A text that `translation` lacks, or has for another source, stays in the source language with
    the state `missing` or `fuzzy`.
    """
    dice = _dice_letter(canon, translation)
    units = Units.of(canon, translation, locale)
    values = {
        name: units.write(in_local_units(figure, canon, locale), dice)
        for name, figure in canon.values.items()
    }

    spoken = Genders.read(canon, translation)
    values |= _quoted_names(canon, translation, locale)

    def change(context: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Figure):
            return _figure(canon, context, leaf, units, dice)
        text = leaf
        made_in = canon.written_in(context.domain)
        if locale != made_in:
            # A variant of the source language, as en_GB, holds only what it says otherwise.
            state: TextState = "source" if made_in in fallbacks(locale) else "missing"
            context = spoken.context_for(canon, context, leaf, translation)
            text = translation.get(context, Text(leaf, state, plural=leaf.plural))
            if text.state == "fuzzy":
                text = Text(leaf, "fuzzy", plural=leaf.plural)
        language = locale if text.state in ("source", "translated") else made_in
        wording = _plural_form(text, canon.plural_number(leaf), language)
        filled = PLACEHOLDER.sub(lambda quote: values.get(quote[1], quote[0]), wording)
        words = typography(_printed_form(context, filled), language)
        return Text(words, text.state, context)

    localized: GameData = rewrite(canon, canon.at(), change)
    words = {**localized.words, **_fixed_word_variants(translation, locale)}
    return _with_order_and_units(localized, canon, units).model_copy(
        update={"words": MappingProxyType(words), "genders": MappingProxyType(dict(spoken.of))}
    )


def _dice_letter(canon: GameData, translation: Translation) -> str:
    known = canon.words.get("dice-letter", Text("d"))
    return term_forms(translation.get(Context(UI, ("dice-letter",)), known))[0]


def _with_order_and_units(localized: GameData, canon: GameData, units: Units) -> GameData:
    """Return a canon in its language with its glossary in order, and units in its headings."""
    key = sort_key(units.locale)
    terms = dict(sorted(localized.terms.items(), key=lambda item: key(item[1].one)))
    tables = {
        name: _with_unit_headings(table, units, canon) for name, table in localized.tables.items()
    }
    cards = MappingProxyType(_sort_cards(localized, key))
    changed = {"terms": MappingProxyType(terms), "tables": MappingProxyType(tables), "cards": cards}
    locale = units.locale
    said = {"locale": locale, "script": script_of(locale), "decimal": get_decimal_symbol(locale)}
    update = {**said, "marked": canon.mark, **changed}
    return localized.model_copy(update=update)


def _sort_cards(canon: GameData, key: Callable[[str], bytes]) -> dict[str, Card]:
    """Return the cards of a game with those of decks sorted by title in that order.

    They take the places of the cards of their deck.
    """
    named = list(canon.cards.items())
    for deck in (name for name, deck in canon.decks.items() if deck.sort == "title"):
        places = [i for i, (_, card) in enumerate(named) if card.deck == deck]
        ordered = sorted((named[i] for i in places), key=lambda item: key(item[1].front.title))
        for i, item in zip(places, ordered, strict=True):
            named[i] = item
    return dict(named)


def _quoted_names(canon: GameData, translation: Translation, locale: str) -> dict[str, str]:
    """Return the names of records as texts quote them."""
    quoted = {name for text in dict(canon.texts()).values() for name in PLACEHOLDER.findall(text)}
    names = {}
    for name in quoted:
        if found := canon.title(name):
            context, text = found
            told = translation.get(context, text)
            read = locale != canon.game.language and told.state == "translated"
            names[name] = term_forms(told if read else text)[0]
    return names


def _fixed_word_variants(translation: Translation, locale: str) -> dict[str, Text]:
    """Return the variants of fixed words by name: lost#feminine."""
    return {
        context.name: Text(typography(text, locale), text.state, context)
        for context, text in translation.items()
        if context.is_ui and context.variant and text.state == "translated"
    }


def _figure(canon: GameData, context: Context, figure: Figure, units: Units, dice: str) -> Figure:
    """Return a figure as the language writes it, in the units of its readers."""
    if isinstance(figure, Quantity) and figure.unit:
        ours = in_local_units(figure, canon, units.locale)
        return replace(ours, written=units.write(ours, dice))
    raw = convert(figure.raw, _measure(canon, context), canon, units.locale)[0]
    return replace(figure, raw=raw, written=write_figure(raw, units.locale, dice, figure.decimals))


def _measure(canon: GameData, context: Context) -> str:
    """Return the unit of a figure's column; "" if it has none."""
    if context.kind != "tables" or "rows" not in context.ids:
        return ""
    column = canon.tables[context.ids[1]].columns.get(context.name)
    return (column.measure if column else None) or ""


def _with_unit_headings(table: Table, units: Units, canon: GameData) -> Table:
    """Return a table whose columns name the unit of their numbers."""
    columns = dict(table.columns)
    for name, column in table.columns.items():
        if column.measure:
            unit = convert(Fraction(1), column.measure, canon, units.locale)[1]
            columns[name] = column.model_copy(update={"unit": Text(units.name(unit))})
    return table.model_copy(update={"columns": MappingProxyType(columns)})


def _plural_form(text: Text, number: int | None, language: str) -> str:
    """Return the plural form of a text, which is in `language`, for `number`."""
    if number is None or not text.plural:
        return text
    name = (
        str(form_index(language, number))
        if text.state == "translated"
        else form_name(language, number)
    )
    return dict(text.plural).get(name, str(text))


def _printed_form(context: Context, text: str) -> str:
    """Return what is printed of a text: of a glossary term, the first form."""
    return (
        term_forms(text)[0] if context.kind == "terms" and context.name in ("one", "many") else text
    )
