"""What is drawn for those who look, and in which order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from aidgen.pipeline.cache import CachedSize
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.tasks import FIT_TASK, SETTLE_TASK
from aidgen.press.pieces.typeset import TextPlace
from aidgen.serve.session import QUIET_TIME, SCALES, Session
from aidgen.serve.view import OpenView, ViewId
from aidgen.serve.worker_pool import DRAFT_TASK, SPOTS_TASK, PreviewPool
from tests.mini import MINI, change
from tests.trial import write_pack

TEXT = TextPlace("mini.rules.dark.text", "cards.night.front", 0, (1.0, 2.0, 3.0, 4.0))


class Slow(PreviewPool):
    """Hands that take a while, and do nothing but count."""

    def __init__(self, folder: Path) -> None:
        """Begin with nothing done."""
        super().__init__(folder)
        self.errands: list[str] = []

    async def run_now(self, errand: str, *arguments: object) -> Any:
        """Take note of an errand."""
        self._task_begins()
        self.errands.append(errand)
        await asyncio.sleep(0.1)
        self._task_ends()
        return b"a picture", (TEXT,)

    async def run_in_background(self, errand: str, *arguments: object) -> Any:
        """Take note of where the texts of a piece are looked for, and do nothing else."""
        if errand != SPOTS_TASK:
            return ()
        self.errands.append("where texts stand, without hurry")
        await asyncio.sleep(0.1)
        return (TEXT,)


def test_where_texts_stand_is_reported_by_the_picture_that_is_being_drawn(tmp_path: Path) -> None:
    async def looked() -> tuple[list[str], tuple[TextPlace, ...]]:
        studio = Session(MINI, tmp_path, read_only=True)
        studio.pool = pool = Slow(tmp_path)
        view = await studio.view(ViewId("mini", "deck", "en"))
        view.stop()
        name = (view.key(view.sides[0].placed[0].piece), 0, False)
        drawing = asyncio.create_task(studio.picture(name, SCALES[1]))
        await asyncio.sleep(0)
        spots = await studio.spots(name)
        await drawing
        studio.close()
        return pool.errands, spots

    assert asyncio.run(looked()) == ([DRAFT_TASK], (TEXT,))


def test_a_book_is_laid_out_once_to_be_clicked_and_nobody_waits_for_it(tmp_path: Path) -> None:
    async def looked() -> list[str]:
        studio = Session(MINI, tmp_path, read_only=True)
        studio.pool = pool = Slow(tmp_path)
        view = await studio.view(ViewId("mini", "book", "en"))
        view.stop()
        body = next(piece for piece in view.pieces().values() if piece.long)
        names = [(view.key(body), page, False) for page in (0, 1)]
        await asyncio.gather(*map(studio.spots, names))
        studio.close()
        return pool.errands

    assert asyncio.run(looked()) == ["where texts stand, without hurry"]


def test_what_may_take_its_time_begins_when_nobody_waits(tmp_path: Path) -> None:
    async def waited() -> list[str]:
        pool, done = Slow(tmp_path), []

        async def drawn(what: str) -> None:
            await pool.run_now(DRAFT_TASK)
            done.append(what)

        async def proved() -> None:
            await pool.wait_until_idle()
            done.append("proved")

        await asyncio.gather(proved(), drawn("first"), drawn("second"))
        pool.close()
        return done

    assert asyncio.run(waited()) == ["first", "second", "proved"]


def test_a_rule_that_is_gone_is_reported_at_its_line_and_nothing_ends(
    pack: Path, tmp_path: Path
) -> None:
    file = "content/mini/rules.yaml"

    async def reported() -> tuple[list[str], int, int]:
        studio = Session(pack, tmp_path, read_only=True)
        studio.pool = Slow(tmp_path)
        view = await studio.view(ViewId("mini", "deck", "en"))
        before = len(view.sides)
        change(pack, file, "  fight:", "  flight:")
        await studio.follow_change([file])
        found, sides = [str(one) for one in view.unusable], len(view.sides)
        change(pack, file, "  flight:", "  fight:")
        await studio.follow_change([file])
        studio.close()
        return found, sides - before, len(view.unusable)

    found, more, after = asyncio.run(reported())
    assert any("aids.yaml:" in one and "rules.fight" in one for one in found), found
    assert (more, after) == (0, 0)


def test_what_fails_is_reported_and_all_else_is_followed(
    pack: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stop, followed, watched = asyncio.Event(), list[str](), list[bool]()

    async def changes(*folders: Path, **_: object) -> AsyncIterator[set[tuple[int, str]]]:
        watched.append(pack / "templates" in folders)
        yield set()  # nothing yet
        yield {(1, str(pack / "content" / "mini" / "rules.yaml"))}
        if len(watched) == 1:
            raise ExceptionGroup("of tasks", [OSError("of the system")])
        (pack / "templates").mkdir(exist_ok=True)
        if len(watched) == 3:
            stop.set()
        yield set()

    async def follow(view: OpenView, _: Pack) -> None:
        followed.append(view.opened.aid)
        if view.opened.aid == "deck":
            raise LookupError("of a file \x1b")

    async def served() -> None:
        session = Session(pack, tmp_path, read_only=True)
        for aid in ("deck", "board"):
            opened = ViewId("mini", aid, "en")
            session.views[opened] = OpenView(opened, session.pool, lambda _: None)
        await asyncio.wait_for(session.follow(stop), 10)
        session.close()

    monkeypatch.setattr("aidgen.serve.session.awatch", changes)
    monkeypatch.setattr("aidgen.serve.session.QUIET_TIME", 0.01)
    monkeypatch.setattr(OpenView, "follow", follow)
    asyncio.run(served())
    assert watched == [False, False, True]
    assert sorted(followed) == sorted(["deck", "board"] * 3)
    reported = [one for one in caplog.messages if VIEW_FAILED in one]
    assert len(reported) == 3
    assert {*caplog.messages} - {*reported} == {WATCHER_FAILED}


WATCHER_FAILED = "watching the files begins again: of the system"
VIEW_FAILED = r"internal error: LookupError('of a file \\x1b'); report it"
"""What is on stderr: no control character of a file."""


def test_a_change_that_no_watcher_notices_is_shown(pack: Path, tmp_path: Path) -> None:
    file, old, new = "content/mini/rules.yaml", "Heroes see half as far.", "It is dark."

    async def served() -> None:
        session = Session(pack, tmp_path, read_only=True)
        session.pool = Slow(tmp_path)
        view = await session.view(ViewId("mini", "deck", "en"))
        change(pack, file, old, new)
        async with asyncio.timeout(20):
            while not any(new in piece.inner for piece in view.pieces().values()):
                await asyncio.sleep(0.05)
        before = session.pack
        await asyncio.sleep(3 * QUIET_TIME)
        session.close()
        assert session.pack is before  # it is followed once

    asyncio.run(served())


class Sizer(Executor):
    """Finds that the shortest texts fit in the largest type, and does nothing else."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self.fitted: list[tuple[str, ...]] = []
        """The words of the cards in each task that looked for their type."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **_: Any) -> Future[Any]:
        task, pieces = given[:2]
        future: Future[Any] = Future()
        if task == FIT_TASK:
            self.fitted.append(tuple(WORDS.findall("".join(piece.inner for piece in pieces))))
        if task in (FIT_TASK, SETTLE_TASK):
            future.set_result([CachedSize(piece.choice.most) for piece in pieces])
        else:
            future.set_exception(LookupError(task))
        return future


# What the cards of the test say.
WORDS = re.compile(r"Word (\w)\.")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
SMALL = "aids: {deck: {title: Cards, kind: cards, paper: poker, text_size: 9, shrink_to: 7,"


def test_the_page_that_is_looked_at_is_laid_out_before_the_others(tmp_path: Path) -> None:
    cards = "".join(
        f"  c{at}: {{front: {{title: T, text: Word {one}.}}}}\n" for at, one in enumerate(LETTERS)
    )
    pack = Pack(write_pack(tmp_path / "pack", f"cards:\n{cards}{SMALL} contents: [cards]}}}}\n"))
    pool, sizer = PreviewPool(tmp_path), Sizer()
    pool.background = sizer
    shown: list[tuple[int, list[float | None]]] = []

    def tell(view: OpenView) -> None:
        side = [one.piece for one in view.sides[2].placed if WORDS.search(one.piece.inner)]
        shown.append((len(sizer.fitted), [piece.type_size for piece in side]))

    async def followed() -> None:
        view = OpenView(ViewId("g", "deck", "en"), pool, tell, seen=(2,))
        await view.follow(pack)
        assert view._task is not None
        await view._task
        pool.close()

    asyncio.run(followed())
    assert sizer.fitted[0] == tuple(LETTERS[18:27])
    assert len(sizer.fitted) > 2
    assert shown[:2] == [(0, [7.0] * 9), (1, [9.0] * 9)]
