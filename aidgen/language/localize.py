"""A canon in another language: its texts translated, its figures and punctuation as it writes them.

The only home of Babel, which knows how languages write numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from babel import Locale, UnknownLocaleError
from babel.localedata import locale_identifiers
from babel.numbers import format_decimal

from aidgen.game.canon import Canon
from aidgen.game.context import UI, Context
from aidgen.game.figures import Dice, Figure, Range, Raw
from aidgen.game.texts import PLACEHOLDER, Text, forms
from aidgen.game.walks import Leaf, rewrite
from aidgen.language.ordering import sort_key
from aidgen.language.plurals import form, which
from aidgen.language.typography import typography
from aidgen.problems import did_you_mean

Translation = Mapping[Context, Text]
"""From its context to the text in the target language, its state said."""


def localize(canon: Canon, translation: Translation, locale: str) -> Canon:
    """Return `canon` in `locale`: translated, figures written, placeholders filled, well spaced.

    The terms of its glossary stand in the alphabetical order of `locale`. A text that `translation`
    lacks, or has for another source, stays in the source language, with the state `missing` or
    `fuzzy`.
    """
    letters = translation.get(
        Context(UI, ("dice-letter",)), canon.words.get("dice-letter", Text("d"))
    )
    dice = forms(letters)[0]
    values = {name: write(figure.raw, locale, dice) for name, figure in canon.values.items()}

    def change(context: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Figure):
            written = write(leaf.raw, locale, dice, leaf.decimals)
            return replace(leaf, written=written)
        text = leaf
        made_in = canon.written_in(context.domain)
        if locale != made_in:
            text = translation.get(context, Text(leaf, "missing", plural=leaf.plural))
            if text.state == "fuzzy":
                text = Text(leaf, "fuzzy", plural=leaf.plural)
        language = locale if text.state in ("source", "translated") else made_in
        wording = _form(text, canon.counted(leaf), language)
        filled = PLACEHOLDER.sub(lambda quote: values.get(quote[1], quote[0]), wording)
        words = typography(_printed(context, filled), language)
        return Text(words, text.state, context)

    localized: Canon = rewrite(canon, canon.at(), change)
    key = sort_key(locale)
    terms = dict(sorted(localized.terms.items(), key=lambda item: key(item[1].one)))
    return localized.model_copy(update={"locale": locale, "terms": MappingProxyType(terms)})


def _form(text: Text, number: int | None, language: str) -> str:
    """Return that form of a text, which is in `language`, by which it goes for `number`."""
    if number is None or not text.plural:
        return text
    name = str(form(language, number)) if text.state == "translated" else which(language, number)
    return dict(text.plural).get(name, str(text))


def _printed(context: Context, text: str) -> str:
    """Return what is printed of a text: of a glossary term, the first of its forms."""
    return forms(text)[0] if context.kind == "terms" and context.name in ("one", "many") else text


def is_locale(name: str) -> bool:
    """Tell whether `name` (fr, pt_BR) is a language that CLDR knows."""
    try:
        Locale.parse(name)
    except (ValueError, UnknownLocaleError):
        return False
    return True


def closest_locale(name: str) -> str:
    """Return a hint naming the language that is closest to `name`, a code or a name of its own."""
    code = name.replace("-", "_")
    if is_locale(code):
        return f"did you mean `{Locale.parse(code)}`?"
    codes = [known for known in locale_identifiers() if "_" not in known]
    named = {language_name(known).casefold(): known for known in codes}
    if code.casefold() in named:
        return f"did you mean `{named[code.casefold()]}`?"
    return did_you_mean(code, locale_identifiers())


def language_name(locale: str) -> str:
    """Return what the speakers of `locale` call their language."""
    name = Locale.parse(locale).get_display_name(locale) or locale
    return name[0].upper() + name[1:]


def write(raw: Raw, locale: str, dice: str = "d", decimals: int = 0) -> str:
    """Write a figure in the way of `locale`: 1,5 in French, 1.5 in English, 9–12, 2d6+1.

    `decimals` are written at least.
    """
    if isinstance(raw, Range):
        low = _number(Fraction(raw.low), locale)
        return f"{low}+" if raw.high is None else f"{low}–{_number(Fraction(raw.high), locale)}"
    if isinstance(raw, Dice):
        bonus = f"{raw.bonus:+}".replace("-", "−") if raw.bonus else ""
        return f"{raw.count or ''}{dice}{raw.faces}{bonus}"
    return _number(raw, locale, decimals)


def _number(number: Fraction, locale: str, decimals: int = 0) -> str:
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    pattern = "#,##0." + "0" * decimals + "#" * (2 - decimals)
    return format_decimal(decimal, format=pattern, locale=locale).replace("-", "−")
