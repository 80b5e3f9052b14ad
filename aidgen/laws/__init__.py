"""What must hold across the records of a game: a table of laws, one function a law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from aidgen.game.canon import Canon
from aidgen.laws.aids import aids_can_be_made, kinds_are_of_ours, records_are_printed
from aidgen.laws.blanks import blanks_can_be_printed, marks_are_on_their_track
from aidgen.laws.blocks import blocks_fit_their_page
from aidgen.laws.boards import boards_can_be_made
from aidgen.laws.columns import (
    hints_can_be_followed,
    measures_fit_their_cells,
    units_are_known,
)
from aidgen.laws.decks import (
    cards_can_go_on,
    cards_fill_their_fields,
    choices_choose,
    decks_can_be_printed,
)
from aidgen.laws.grids import grids_can_be_ruled
from aidgen.laws.markdown import texts_are_of_the_dialect
from aidgen.laws.marks import icons_can_be_printed, icons_exist, marks_are_declared
from aidgen.laws.pictures import pictures_can_be_printed
from aidgen.laws.ranges import ranges_follow
from aidgen.laws.readers import readers_are_served
from aidgen.laws.references import contents_can_be_printed, references_lead_somewhere
from aidgen.laws.standees import standees_can_be_made
from aidgen.laws.tables import (
    cells_have_their_type,
    charts_can_be_drawn,
    tables_have_rows,
    tables_rise,
)
from aidgen.laws.texts import (
    braces_are_placeholders,
    foreign_phrases_are_used,
    forms_go_by_a_number,
    notes_reach_texts,
    texts_keep_their_limits,
    values_are_used,
)
from aidgen.laws.theme import themes_can_be_had, themes_can_be_read
from aidgen.laws.tokens import tokens_can_be_made
from aidgen.laws.typed import characters_can_be_printed, numbers_are_printed_as_typed
from aidgen.problems import Problem

Law = Callable[[Canon], Iterator[Problem]]

LAWS: dict[str, Law] = {
    "ranges": ranges_follow,
    "rise": tables_rise,
    "rows": tables_have_rows,
    "charts": charts_can_be_drawn,
    "blanks": blanks_can_be_printed,
    "marks": marks_are_on_their_track,
    "cells": cells_have_their_type,
    "units": units_are_known,
    "measures": measures_fit_their_cells,
    "hints": hints_can_be_followed,
    "references": references_lead_somewhere,
    "contents": contents_can_be_printed,
    "values": values_are_used,
    "braces": braces_are_placeholders,
    "icons": icons_exist,
    "own icons": icons_can_be_printed,
    "limits": texts_keep_their_limits,
    "forms": forms_go_by_a_number,
    "notes": notes_reach_texts,
    "declared": marks_are_declared,
    "foreign": foreign_phrases_are_used,
    "kinds": kinds_are_of_ours,
    "aids": aids_can_be_made,
    "blocks": blocks_fit_their_page,
    "boards": boards_can_be_made,
    "grids": grids_can_be_ruled,
    "standees": standees_can_be_made,
    "tokens": tokens_can_be_made,
    "printed": records_are_printed,
    "readers": readers_are_served,
    "fields": cards_fill_their_fields,
    "decks": decks_can_be_printed,
    "overflow": cards_can_go_on,
    "choices": choices_choose,
    "pictures": pictures_can_be_printed,
    "theme": themes_can_be_had,
    "contrast": themes_can_be_read,
    "markdown": texts_are_of_the_dialect,
    "characters": characters_can_be_printed,
    "decimals": numbers_are_printed_as_typed,
}


def check(canon: Canon) -> list[Problem]:
    """Return the breaches of laws in the canon, of each the first, in the order of the files."""
    return sorted(problem for law in LAWS.values() for problem in islice(law(canon), MOST_TOLD))


MOST_TOLD = 200
"""So many breaches of one law are told: nobody mends more at once, and to look for what each may
have meant takes time."""
