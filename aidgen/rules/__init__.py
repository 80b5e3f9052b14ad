"""What must hold across the records of a game: a table of checks, one function a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from aidgen.game.data import GameData
from aidgen.problems import Problem
from aidgen.rules import aids, boards, books, cards, pictures, references, tables, texts

Check = Callable[[GameData], Iterator[Problem]]

CHECKS: dict[str, Check] = {
    "files": lambda game_data: iter(game_data.doubts),
    "ranges": tables.ranges_follow,
    "rise": tables.tables_rise,
    "rows": tables.tables_have_rows,
    "charts": tables.charts_can_be_drawn,
    "blanks": boards.blanks_can_be_printed,
    "marks": boards.marks_are_on_their_track,
    "cells": tables.cells_have_their_type,
    "hints": tables.hints_can_be_followed,
    "references": references.references_lead_somewhere,
    "contents": references.contents_can_be_printed,
    "values": texts.values_are_used,
    "braces": texts.braces_are_placeholders,
    "icons": references.icons_exist,
    "own icons": references.icons_can_be_printed,
    "icon colours": pictures.icons_can_be_seen,
    "limits": texts.texts_keep_their_limits,
    "forms": texts.forms_go_by_a_number,
    "notes": texts.notes_reach_texts,
    "declared": references.marks_are_declared,
    "foreign": texts.foreign_phrases_are_used,
    "kinds": aids.kinds_are_of_ours,
    "aids": aids.aids_can_be_made,
    "blocks": aids.blocks_fit_their_page,
    "shares": aids.tables_go_on,
    "boards": boards.boards_can_be_made,
    "grids": boards.grids_can_be_ruled,
    "standees": aids.standees_can_be_made,
    "tokens": aids.tokens_can_be_made,
    "printed": aids.records_are_printed,
    "readers": aids.readers_are_served,
    "footnotes": books.footnotes_are_there,
    "page numbers": books.page_numbers_are_in_links,
    "headings": books.headings_are_below_others,
    "fields": cards.cards_fill_their_fields,
    "decks": cards.decks_can_be_printed,
    "inherited": cards.decks_inherit,
    "colours": cards.colours_apply,
    "overflow": cards.cards_can_go_on,
    "chits": cards.chits_have_no_corners,
    "empty decks": cards.decks_have_cards,
    "choices": cards.selections_match,
    "pictures": pictures.pictures_can_be_printed,
    "theme": pictures.theme_files_exist,
    "contrast": pictures.colours_have_contrast,
    "markdown": texts.texts_are_of_the_dialect,
    "lines": texts.blocks_have_room,
    "characters": texts.characters_can_be_printed,
    "decimals": texts.numbers_are_printed_as_typed,
}


def check_game(game_data: GameData) -> list[Problem]:
    """Return the problems of a game, the first of each check, in the order of the files."""
    return sorted(
        problem for law in CHECKS.values() for problem in islice(law(game_data), MOST_BREACHES)
    )


MOST_BREACHES = 200
"""The most problems of one check: nobody fixes more at once, and each did-you-mean takes time."""
