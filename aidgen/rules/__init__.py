"""What must hold across the records of a game: a table of checks, one function a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from aidgen.game.data import GameData
from aidgen.problems import Problem
from aidgen.rules.aids import (
    aids_can_be_made,
    blocks_fit_their_page,
    kinds_are_of_ours,
    readers_are_served,
    records_are_printed,
    standees_can_be_made,
    tables_go_on,
    tokens_can_be_made,
)
from aidgen.rules.boards import (
    blanks_can_be_printed,
    boards_can_be_made,
    grids_can_be_ruled,
    marks_are_on_their_track,
)
from aidgen.rules.books import (
    footnotes_are_there,
    headings_are_below_others,
    page_numbers_are_in_links,
)
from aidgen.rules.cards import (
    cards_can_go_on,
    cards_fill_their_fields,
    chits_have_no_corners,
    decks_can_be_printed,
    decks_have_cards,
    decks_inherit,
    selections_match,
)
from aidgen.rules.pictures import (
    colours_have_contrast,
    icons_can_be_seen,
    pictures_can_be_printed,
    theme_files_exist,
)
from aidgen.rules.references import (
    contents_can_be_printed,
    icons_can_be_printed,
    icons_exist,
    marks_are_declared,
    references_lead_somewhere,
)
from aidgen.rules.tables import (
    cells_have_their_type,
    charts_can_be_drawn,
    hints_can_be_followed,
    measures_fit_their_cells,
    ranges_follow,
    tables_have_rows,
    tables_rise,
    units_are_known,
)
from aidgen.rules.texts import (
    blocks_have_room,
    braces_are_placeholders,
    characters_can_be_printed,
    foreign_phrases_are_used,
    forms_go_by_a_number,
    notes_reach_texts,
    numbers_are_printed_as_typed,
    texts_are_of_the_dialect,
    texts_keep_their_limits,
    values_are_used,
)

Check = Callable[[GameData], Iterator[Problem]]

CHECKS: dict[str, Check] = {
    "files": lambda game_data: iter(game_data.doubts),
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
    "icon colours": icons_can_be_seen,
    "limits": texts_keep_their_limits,
    "forms": forms_go_by_a_number,
    "notes": notes_reach_texts,
    "declared": marks_are_declared,
    "foreign": foreign_phrases_are_used,
    "kinds": kinds_are_of_ours,
    "aids": aids_can_be_made,
    "blocks": blocks_fit_their_page,
    "shares": tables_go_on,
    "boards": boards_can_be_made,
    "grids": grids_can_be_ruled,
    "standees": standees_can_be_made,
    "tokens": tokens_can_be_made,
    "printed": records_are_printed,
    "readers": readers_are_served,
    "footnotes": footnotes_are_there,
    "page numbers": page_numbers_are_in_links,
    "headings": headings_are_below_others,
    "fields": cards_fill_their_fields,
    "decks": decks_can_be_printed,
    "inherited": decks_inherit,
    "overflow": cards_can_go_on,
    "chits": chits_have_no_corners,
    "empty decks": decks_have_cards,
    "choices": selections_match,
    "pictures": pictures_can_be_printed,
    "theme": theme_files_exist,
    "contrast": colours_have_contrast,
    "markdown": texts_are_of_the_dialect,
    "lines": blocks_have_room,
    "characters": characters_can_be_printed,
    "decimals": numbers_are_printed_as_typed,
}


def check_game(game_data: GameData) -> list[Problem]:
    """Return the problems of a game, the first of each check, in the order of the files."""
    return sorted(
        problem for law in CHECKS.values() for problem in islice(law(game_data), MOST_BREACHES)
    )


MOST_BREACHES = 200
"""The most problems of one check: nobody fixes more at once, and each did-you-mean takes time."""
