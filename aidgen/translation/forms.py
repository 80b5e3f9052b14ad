"""Inflected forms of glossary terms that translations use and the glossary does not list yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polib

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.translation.catalog import Catalog
from aidgen.translation.checks import glossary_of
from aidgen.translation.po import po_text, texts_of
from aidgen.translation.terms import likely_form

# The context of a glossary term in a translation; the term, and forms that may be missing.
FormProposal = tuple[Context, tuple[str, ...]]


def propose_forms(game_data: GameData, translated: Catalog) -> Iterator[FormProposal]:
    """Yield the terms of a game whose inflected forms its translation uses without listing them."""
    glossary = glossary_of(game_data, translated)
    unlisted: dict[str, dict[str, None]] = {}
    for context, text in texts_of(game_data, game_data.game.id):
        entry = translated.entries.get(context)
        is_name = context.kind == "terms" and context.name != "definition"
        if is_name or entry is None or entry.text.state != "translated":
            continue
        for wording in entry.text.wordings:
            for number in glossary.missing_terms(text, wording):
                term = glossary.terms[number]
                if form := likely_form(term.target, wording, glossary):
                    unlisted.setdefault(term.target, {})[form] = None
    for name in game_data.terms:
        place = game_data.at("terms", name, "one")
        listed = translated.entries.get(place)
        first = listed.text.split("|")[0].strip() if listed else ""
        if forms := unlisted.pop(first, None):
            yield place, (first, *forms)


def add_forms(text: str, proposals: Iterable[FormProposal]) -> str:
    """Return the text of a PO file with the proposed forms added to its glossary."""
    po = polib.pofile(text)
    forms = {str(context): forms for context, (_, *forms) in proposals}
    for entry in po:
        entry.msgstr = "|".join((entry.msgstr, *forms.get(entry.msgctxt or "", ())))
    return po_text(po)
