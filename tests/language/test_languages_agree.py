"""What two languages print of one text and of one table: the same figures and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

import pytest

from aidgen.game.load import BUNDLED_PACK, games
from aidgen.language.consistency import mismatches
from aidgen.language.language import Pair
from aidgen.layout.promises import Promise
from aidgen.pipeline.plan import plan
from tests.mistranslations import tongue
from tests.ours import PACK
from tests.sheets import html_of
from tests.verified import read_html

FIGURES = ("number", "dice", "operator", "per cent")
"""Comparisons are held against each other in the PO files: their numbers have no places here."""


@cache
def reported(source: str, text: str, here: str, there: str) -> tuple[str, ...]:
    """Return what is wrong with figures of a text in two languages."""
    pair = Pair(tongue(here).language, tongue(there).language)
    return tuple(
        found.message
        for found in mismatches(source, text, pair)
        if found.severity == "error" and found.message.startswith(FIGURES)
    )


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_a_text_and_a_table_in_two_languages_have_the_same_figures_on_paper(game: str) -> None:
    jobs = sorted(plan(PACK, games=[game]).jobs, key=lambda job: job.aid)
    for aid, group in groupby(jobs, key=lambda job: job.aid):
        assert_agreed(aid, {job.locale: read_html(html_of(job)).texts for job in group}, game)


def assert_agreed(aid: str, pages: Mapping[str, Sequence[Promise]], game: str) -> None:
    """Hold what an aid of a game promises to print in each language against the others."""
    assert len(pages) >= 2
    here = PACK.facts(game).language
    for there in pages.keys() - {here}:
        before, after = (
            {one.context: one.text for one in pages[locale] if one.context}
            for locale in (here, there)
        )
        common = before.keys() & after.keys()
        assert common, aid
        for context in common:
            source, text = before[context], after[context]
            assert reported(source, text, here, there) == (), (aid, context, source, text)
    tables = [[cell.figure for cell in texts if cell.is_cell] for texts in pages.values()]
    assert all(found == tables[0] for found in tables), aid
