"""An open aid: what is typeset for those who look at it, and in which order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from aidgen.assets.papers import Size
from aidgen.layout.document import Document, Printed
from aidgen.page.sheets import TypeRange, Types
from aidgen.pipeline.pack import Pack
from aidgen.serve.tasks import AidDocuments, SetDocument
from aidgen.serve.view import OpenView, PreviewPool, ViewId
from tests.mini import MINI

A4, A5 = Size(210, 297), Size(148, 210)
DECK = ViewId("mini", "deck", "en")


class Workers(PreviewPool):
    """Workers that note their tasks, and typeset each document as two pages of A5."""

    def __init__(self, folder: Path, *drafts: AidDocuments, whole: AidDocuments) -> None:
        """Render `drafts` one after the other, then the `whole` each time."""
        super().__init__(folder)
        self.drafts, self.whole = list(drafts), whole
        self.tasks: list[str] = []
        self.idle = asyncio.Event()
        self.idle.set()

    async def wait_until_idle(self) -> None:
        await self.idle.wait()

    async def run_now(self, task: str, *arguments: Any) -> Any:
        return self._done("now", task, arguments)

    async def run_in_background(self, task: str, *arguments: Any) -> Any:
        return self._done("later", task, arguments)

    def _done(self, when: str, task: str, arguments: tuple[Any, ...]) -> Any:
        self.tasks.append(f"{when}: {task} {arguments[0] if task == 'typeset' else ''}".strip())
        if task == "typeset":
            return SetDocument(Printed(pdf=b"", sizes=(A5, A5)))
        return self.drafts.pop(0) if task == "render_draft" else self.whole


def rendered(*words: str, types: Types | None = None) -> AidDocuments:
    return AidDocuments(tuple((word, Document(word)) for word in words), A4, types or {})


def follow(workers: Workers, *, seen: tuple[int, ...] = (0,), times: int = 1) -> OpenView:
    async def run() -> OpenView:
        view = OpenView(DECK, workers, lambda: None, seen=seen)
        for _ in range(times):
            await view.follow(Pack(MINI))
            assert view._task is not None
            await view._task
        workers.close()
        return view

    return asyncio.run(run())


def test_the_page_that_is_looked_at_is_typeset_before_the_others(tmp_path: Path) -> None:
    draft = rendered("a", "b", "c")
    workers = Workers(tmp_path, draft, whole=draft)
    view = follow(workers, seen=(2,))
    assert workers.tasks == [
        "now: render_draft",
        "now: typeset c",
        "later: typeset a",
        "later: typeset b",
    ]
    assert [(page.key, page.page, page.size) for page in view.pages()][:3] == [
        ("a", 0, A5),
        ("a", 1, A5),
        ("b", 0, A5),
    ]
    assert {page.status for page in view.pages()} == {"proved"}


def test_a_deck_is_shown_in_its_last_type_before_that_is_chosen(tmp_path: Path) -> None:
    draft = rendered("a at 9", "b at 9", types={TypeRange(7, 13): 9.0})
    whole = rendered("a at 8", "b at 8", types={TypeRange(7, 13): 8.0})
    workers = Workers(tmp_path, draft, whole=whole)
    view = follow(workers)
    assert workers.tasks == [
        "now: render_draft",
        "now: typeset a at 9",
        "later: render_whole",
        "now: typeset a at 8",
        "later: typeset b at 8",
    ]
    assert ([page.key for page in view.pages()], view._types) == (
        ["a at 8"] * 2 + ["b at 8"] * 2,
        whole.types,
    )


def test_a_changed_card_is_drawn_alone_over_the_page_as_it_was(tmp_path: Path) -> None:
    first, second = rendered("a", "b"), rendered("a", "c")
    card = Document("one card")
    workers = Workers(tmp_path, first, replace(second, changed=(card,) * 4), whole=second)
    view = follow(workers, times=2, seen=(2,))
    assert view._changed["c", 0] == (card, "b")
    # Another process verifies it: the first one has no layout of the whole.
    assert workers.tasks[3:] == ["now: render_draft", "later: typeset c"]


def test_saves_that_follow_each_other_are_drawn_into_the_last_whole_page(tmp_path: Path) -> None:
    card = Document("one card")
    first = rendered("a", "b")
    second, third = (replace(rendered("a", key), changed=(card,) * 4) for key in ("unseen", "c"))
    workers = Workers(tmp_path, first, second, third, whole=third)

    async def run() -> OpenView:
        view = OpenView(DECK, workers, lambda: None, seen=(2,))
        await view.follow(Pack(MINI))
        assert view._task is not None
        await view._task
        workers.idle.clear()  # so that nothing of the second one is typeset before the third
        await view.follow(Pack(MINI))
        await view.follow(Pack(MINI))
        view.stop()
        workers.close()
        return view

    assert asyncio.run(run())._changed["c", 0] == (card, "b")
