"""Grammar of a language: plural forms by CLDR's rules ("1 round", "2 rounds"), and genders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py

from babel import Locale
from babel.messages.plurals import PLURALS, get_plural
from babel.plural import to_gettext

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.texts import PLURAL_NAMES, Text, term_forms


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


def is_same_rule(one: str, other: str) -> bool:
    """Tell whether two headers have the same rule, apart from spaces and outer brackets."""
    return _bare_rule(one) == _bare_rule(other)


def _bare_rule(rule: str) -> str:
    return re.sub(r"plural=\((.*)\)$", r"plural=\1", re.sub(r"\s|;\s*$", "", rule))


@cache
def form_count(locale: str) -> int:
    """Return how many plural forms a PO file in `locale` has."""
    return int(plural_header(locale).split("=")[1].split(";")[0])


def form_index(locale: str, number: int) -> int:
    """Return the index of the plural form for `number` in PO files in `locale`.

    Only our own header is evaluated, never the one in a file.
    """
    return _plural_rule(locale)(abs(number))


def is_for_one_number(locale: str, place: int) -> bool:
    """Tell whether a plural form is for a single number (1, or 2), apart from zero."""
    return sum(form_index(locale, number) == place for number in range(1, 200)) == 1


@cache
def _plural_rule(locale: str) -> Callable[[int], int]:
    return c2py(plural_header(locale).split("plural=")[1].rstrip(";"))


def form_name(locale: str, number: int) -> str:
    """Return CLDR's name of the plural form for `number` in `locale`: one, few, other."""
    return Locale.parse(locale).plural_form(number)


def form_names(locale: str) -> tuple[str, ...]:
    """Return CLDR's names of the plural forms of `locale`, in CLDR's order."""
    known = {*Locale.parse(locale).plural_form.tags, "other"}
    return tuple(name for name in PLURAL_NAMES if name in known)


# A variable in a CLDR rule that a header cannot use: it has only n.
OTHER_VARIABLE = re.compile(r"\b[a-mo-z]\b")


GENDERS = Context(UI, ("genders",))
"""Where a language lists its genders."""
GENDER = "gender"
"""The variant of a name that holds its gender."""
ADJACENT_WORDS = ("reconstructed", "lost", "ends")
"""The fixed words that are printed next to a record and agree with it."""
GENDER_NAME = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
"""The name of a gender: words joined by hyphens."""


def genders(translation: Mapping[Context, Text]) -> tuple[str, ...]:
    """Return the genders of a language; none if it lists only one, or a hyphen."""
    names = [
        name
        for name in term_forms(translation.get(GENDERS, Text("-")))
        if GENDER_NAME.fullmatch(name)
    ]
    return tuple(dict.fromkeys(names)) if len(names) > 1 else ()


def has_variants(game_data: GameData, context: Context, text: Text) -> bool:
    """Tell whether the text at a context refers to a record, so that it may have variants."""
    if context.is_ui:
        return context.name in ADJACENT_WORDS
    return game_data.subject(text) is not None


def referred_names(game_data: GameData) -> Iterator[tuple[Context, Text]]:
    """Yield the name of each record that texts refer to, with its context."""
    subjects = {game_data.subject(text) for _, text in game_data.texts()}
    for context, text in game_data.texts():
        if len(context.ids) == 3 and (context in subjects or _has_words_beside(game_data, context)):
            yield context, text


def _has_words_beside(game_data: GameData, context: Context) -> bool:
    """Tell whether a fixed word may be printed next to the record named at a context."""
    if context.name not in ("title", "one"):
        return False
    record = game_data.find(f"{context.ids[0]}.{context.ids[1]}")
    unsure = getattr(record, "certainty", "certain") != "certain"
    return unsure or getattr(record, "ends", None) is not None


def with_variants(
    game_data: GameData, domain: str, texts: Sequence[tuple[Context, Text]], known: Sequence[str]
) -> Iterator[tuple[Context, Text]]:
    """Yield `texts` of a domain, each with its variants for the genders in `known`."""
    spoken_of = dict(referred_names(game_data)) if known and domain != UI else {}
    for context, text in texts:
        yield context, text
        if known and has_variants(game_data, context, text):
            yield from ((context.with_variant(gender), text) for gender in known[1:])
        if context in spoken_of:
            yield context.with_variant(GENDER), Text(f"{GENDER}: {term_forms(text)[0]}")


@dataclass(frozen=True)
class Genders:
    """The genders of the names of records in a language."""

    known: tuple[str, ...]
    of: Mapping[Context, str]

    @classmethod
    def read(cls, game_data: GameData, translation: Mapping[Context, Text]) -> Genders:
        """Read the genders of names from a translation; the default is the first."""
        known = genders(translation)
        said = {
            name: translation.get(name.with_variant(GENDER), Text(""))
            for name, _ in (referred_names(game_data) if known else ())
        }
        return cls(known, {name: str(one) for name, one in said.items() if one in known[1:]})

    def context_for(
        self, game_data: GameData, context: Context, text: Text, translation: Mapping[Context, Text]
    ) -> Context:
        """Return the context of the text to print: the game's own, or a variant."""
        subject = game_data.subject(text) if self.of else None
        gender = self.of.get(subject) if subject else None
        here = context.with_variant(gender) if gender else context
        found = translation.get(here)
        return here if found is not None and found.state == "translated" else context
