"""Which PDFs are read for what is asked, and which texts no PDF prints."""

from __future__ import annotations

import pytest

from aidgen.assets.papers import Size
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import JobResult
from aidgen.pipeline.reports import answer, search
from aidgen.pipeline.tasks import Finished
from aidgen.problems import UsageError
from tests.mini import MINI

PACK = Pack(MINI)


@pytest.mark.parametrize(
    ("asked", "pdfs"),
    [
        (["mini-plan-en.pdf"], {"mini-plan-en.pdf"}),
        (["build/mini/en/mini-plan-en.pdf:2"], {"mini-plan-en.pdf"}),
        (["mini-plan-en.pdf", "mini-book-fr.pdf:1"], {"mini-plan-en.pdf", "mini-book-fr.pdf"}),
    ],
)
def test_for_a_pdf_no_other_is_read(asked: list[str], pdfs: set[str]) -> None:
    assert {job.output.name for job in search(PACK, asked).jobs} == pdfs


@pytest.mark.parametrize("asked", [[], ["ui.contents"], ["mini"], ["mini.rules.fight"]])
def test_for_a_text_all_pdfs_of_its_game_are_read(asked: list[str]) -> None:
    assert len(search(PACK, asked).jobs) == 18
    assert len(search(PACK, asked, ["fr"]).jobs) == 9


@pytest.mark.parametrize("name", ["mini-plan-en", "plan.pdf", "mini.rules.f", "min", "mini."])
def test_what_is_neither_text_nor_pdf_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is no text and no PDF"):
        search(PACK, [name])


def test_texts_that_were_asked_for_and_stand_in_no_pdf_are_reported() -> None:
    _, unprinted = answer(search(PACK, ["mini.rules.fight", "mini-plan-en.pdf"]), [])
    names = ("brief", "example", "text", "title")
    assert unprinted == [f"mini.rules.fight.{name}" for name in names]


@pytest.mark.parametrize("page", ["0", "3", "x", "-1"])
def test_a_page_that_a_pdf_does_not_have_is_refused(page: str) -> None:
    query = search(PACK, [f"mini-plan-en.pdf:{page}"])
    finished = Finished(pdf=b"", thumbnail=b"", pages=2, sheet=Size(210, 297), faults=())
    made = [JobResult(job, finished=finished) for job in query.jobs]
    with pytest.raises(UsageError, match=f"found no page `{page}` in it, expected 1 to 2"):
        answer(query, made)
