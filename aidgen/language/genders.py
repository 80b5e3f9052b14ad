"""Variants of texts by the gender or number of the record they refer to.

A language lists its genders in `ui.genders`, the default first (masculine|feminine), including
number if its words depend on it. Its PO file then has, for each text about a record, one text for
each further gender (…effect#feminine), and for each such record's name, the gender of the name
(…title#gender).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text, term_forms

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
    found = [
        name
        for name in term_forms(translation.get(GENDERS, Text("-")))
        if GENDER_NAME.fullmatch(name)
    ]
    return tuple(dict.fromkeys(found)) if len(found) > 1 else ()


def has_variants(canon: GameData, context: Context, text: Text) -> bool:
    """Tell whether the text at a context refers to a record, so that it may have variants."""
    if context.is_ui:
        return context.name in ADJACENT_WORDS
    return canon.subject(text) is not None


def referred_names(canon: GameData) -> Iterator[tuple[Context, Text]]:
    """Yield the name of each record that texts refer to, with its context."""
    subjects = {canon.subject(text) for _, text in canon.texts()}
    for context, text in canon.texts():
        if len(context.ids) == 3 and (context in subjects or _has_words_beside(canon, context)):
            yield context, text


def _has_words_beside(canon: GameData, context: Context) -> bool:
    """Tell whether a fixed word may be printed next to the record named at a context."""
    if context.name not in ("title", "one"):
        return False
    record = canon.find(f"{context.ids[0]}.{context.ids[1]}")
    unsure = getattr(record, "certainty", "certain") != "certain"
    return unsure or getattr(record, "ends", None) is not None


def with_variants(
    canon: GameData, domain: str, texts: Sequence[tuple[Context, Text]], known: Sequence[str]
) -> Iterator[tuple[Context, Text]]:
    """Yield `texts` of a domain, each with its variants for the genders in `known`."""
    spoken_of = dict(referred_names(canon)) if known and domain != UI else {}
    for context, text in texts:
        yield context, text
        if known and has_variants(canon, context, text):
            yield from ((context.with_variant(gender), text) for gender in known[1:])
        if context in spoken_of:
            yield context.with_variant(GENDER), Text(f"{GENDER}: {term_forms(text)[0]}")


@dataclass(frozen=True)
class Genders:
    """The genders of the names of records in a language."""

    known: tuple[str, ...]
    of: Mapping[Context, str]

    @classmethod
    def read(cls, canon: GameData, translation: Mapping[Context, Text]) -> Genders:
        """Read the genders of names from a translation; the default is the first."""
        known = genders(translation)
        said = {
            name: translation.get(name.with_variant(GENDER), Text(""))
            for name, _ in (referred_names(canon) if known else ())
        }
        return cls(known, {name: str(one) for name, one in said.items() if one in known[1:]})

    def context_for(
        self, canon: GameData, context: Context, text: Text, translation: Mapping[Context, Text]
    ) -> Context:
        """Return the context of the text to print: the game's own, or a variant."""
        subject = canon.subject(text) if self.of else None
        gender = self.of.get(subject) if subject else None
        here = context.with_variant(gender) if gender else context
        found = translation.get(here)
        return here if found is not None and found.state == "translated" else context
