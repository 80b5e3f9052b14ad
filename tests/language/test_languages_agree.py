"""What two languages print of one text and of one table: the same figures and dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from aidgen.build.plan import plan
from aidgen.language.agreement import disagreements
from aidgen.language.language import Pair
from aidgen.page.promised import promised
from aidgen.page.promises import Promise
from tests.mistranslations import tongue
from tests.ours import PACK
from tests.sheets import html_of

FIGURES = ("number", "dice", "operator", "per cent")
"""Comparisons are held against each other in the PO files: their numbers have no places here."""
AIDS = sorted({(job.game, job.aid) for job in plan(PACK).jobs})
"""Every aid of ours."""


def printed(game: str, aid: str) -> dict[str, Sequence[Promise]]:
    """Return what an aid promises to print, in each language."""
    jobs = [job for job in plan(PACK, games=[game]).jobs if job.aid == aid]
    return {job.locale: promised(html_of(job)).texts for job in jobs}


@cache
def told(source: str, text: str, here: str, there: str) -> tuple[str, ...]:
    """Return what is wrong with figures of a text in two languages."""
    pair = Pair(tongue(here).language, tongue(there).language)
    return tuple(
        found.message
        for found in disagreements(source, text, pair)
        if found.severity == "error" and found.message.startswith(FIGURES)
    )


@pytest.mark.parametrize(("game", "aid"), AIDS)
def test_a_text_and_a_table_in_two_languages_have_the_same_figures_on_paper(
    game: str, aid: str
) -> None:
    pages = printed(game, aid)
    assert len(pages) >= 2
    here = PACK.facts(game).language
    for there in pages.keys() - {here}:
        before, after = (
            {one.context: one.text for one in pages[locale] if one.context}
            for locale in (here, there)
        )
        common = before.keys() & after.keys()
        assert common
        for context in common:
            source, text = before[context], after[context]
            assert told(source, text, here, there) == (), (context, source, text)
    tables = [[one.figures for one in texts if one.rows] for texts in pages.values()]
    assert all(found == tables[0] for found in tables)
