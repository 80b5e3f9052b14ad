"""What two languages print of one text and of one table: the same figures and dice."""

from __future__ import annotations

from itertools import combinations

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


def printed(game: str, aid: str) -> dict[str, dict[str, Promise]]:
    """Return what an aid promises to print of each text, in each language."""
    jobs = [job for job in plan(PACK, games=[game]).jobs if job.aid == aid]
    return {
        job.locale: {one.context: one for one in promised(html_of(job)).texts if one.context}
        for job in jobs
    }


@pytest.mark.parametrize(("game", "aid"), AIDS)
def test_a_text_in_two_languages_has_the_same_figures_on_paper(game: str, aid: str) -> None:
    pages = printed(game, aid)
    assert len(pages) >= 2
    for here, there in combinations(pages, 2):
        pair = Pair(tongue(here).language, tongue(there).language)
        common = pages[here].keys() & pages[there].keys()
        assert common
        for context in common:
            source, text = pages[here][context].text, pages[there][context].text
            told = [
                found.message
                for found in disagreements(source, text, pair)
                if found.severity == "error" and found.message.startswith(FIGURES)
            ]
            assert told == [], (context, source, text)


@pytest.mark.parametrize(("game", "aid"), AIDS)
def test_a_table_in_two_languages_has_the_same_figures_on_paper(game: str, aid: str) -> None:
    tables = [
        [one.figures for one in promised(html_of(job)).texts if one.rows]
        for job in plan(PACK, games=[game]).jobs
        if job.aid == aid
    ]
    assert all(found == tables[0] for found in tables)
