"""What must hold across the records of a game: a table of laws, one function a law."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aidgen.game.canon import Canon
from aidgen.laws.aids import aids_can_be_made, records_are_printed
from aidgen.laws.blanks import blanks_can_be_printed, marks_are_on_their_track
from aidgen.laws.columns import (
    hints_can_be_followed,
    measures_fit_their_cells,
    units_are_known,
)
from aidgen.laws.markdown import texts_are_of_the_dialect
from aidgen.laws.marks import icons_exist, marks_are_declared
from aidgen.laws.ranges import ranges_follow
from aidgen.laws.readers import readers_are_served
from aidgen.laws.references import contents_can_be_printed, references_lead_somewhere
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
    "limits": texts_keep_their_limits,
    "forms": forms_go_by_a_number,
    "notes": notes_reach_texts,
    "declared": marks_are_declared,
    "foreign": foreign_phrases_are_used,
    "aids": aids_can_be_made,
    "printed": records_are_printed,
    "readers": readers_are_served,
    "markdown": texts_are_of_the_dialect,
}


def check(canon: Canon) -> list[Problem]:
    """Return every breach of a law in the canon, in the order of the files."""
    return sorted(problem for law in LAWS.values() for problem in law(canon))
