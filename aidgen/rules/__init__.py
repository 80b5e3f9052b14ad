"""What must hold across the records of a game: one function a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from aidgen.game.data import GameData
from aidgen.problems import Problem
from aidgen.rules import aids, boards, books, cards, pictures, references, repeats, tables, texts

Check = Callable[[GameData], Iterator[Problem]]

CHECKS: tuple[Check, ...] = (
    lambda game_data: iter(game_data.doubts),
    tables.ranges_follow,
    tables.tables_rise,
    tables.tables_have_rows,
    tables.charts_can_be_drawn,
    boards.blanks_can_be_printed,
    boards.marks_are_on_their_track,
    tables.cells_have_their_type,
    tables.hints_can_be_followed,
    references.references_lead_somewhere,
    references.contents_can_be_printed,
    texts.values_are_used,
    texts.braces_are_placeholders,
    references.icons_exist,
    references.icons_can_be_printed,
    texts.texts_keep_their_limits,
    texts.forms_go_by_a_number,
    texts.notes_reach_texts,
    references.marks_are_declared,
    texts.foreign_phrases_are_used,
    aids.kinds_are_of_ours,
    aids.aids_can_be_made,
    aids.blocks_fit_their_page,
    aids.card_tables_can_end,
    boards.boards_can_be_made,
    boards.grids_can_be_ruled,
    aids.standees_can_be_made,
    aids.tokens_can_be_made,
    aids.records_are_printed,
    aids.texts_are_printed,
    aids.aids_carry_their_records,
    aids.readers_are_served,
    books.footnotes_are_there,
    books.page_numbers_are_in_links,
    books.headings_are_below_others,
    cards.cards_fill_their_fields,
    cards.decks_can_be_printed,
    cards.decks_inherit,
    cards.colours_apply,
    cards.cards_can_go_on,
    cards.chits_have_no_corners,
    cards.decks_have_cards,
    cards.selections_match,
    pictures.pictures_can_be_printed,
    pictures.theme_files_exist,
    pictures.colours_have_contrast,
    texts.texts_are_of_the_dialect,
    texts.blocks_have_room,
    texts.characters_can_be_printed,
    texts.numbers_are_printed_as_typed,
    repeats.sentences_are_stored_once,
    repeats.briefs_are_shorter,
    repeats.names_are_listed_once,
    repeats.numbers_are_quoted,
)

# The most problems of one check: nobody fixes more at once, and each did-you-mean takes time.
MOST_PROBLEMS = 200


def check_game(game_data: GameData) -> list[Problem]:
    """Return the problems of a game, the first of each check, in the order of the files."""
    return sorted(
        problem for check in CHECKS for problem in islice(check(game_data), MOST_PROBLEMS)
    )
