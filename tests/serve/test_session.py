"""What is drawn for those who look, and in which order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest

from aidgen.press.pieces.typeset import TextPlace
from aidgen.serve.session import SCALES, Session
from aidgen.serve.view import ViewId
from aidgen.serve.worker_pool import DRAFT_TASK, SPOTS_TASK, PreviewPool
from tests.mini import MINI, change

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


def test_where_texts_stand_is_told_by_the_picture_that_is_being_drawn(tmp_path: Path) -> None:
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


def test_a_rule_that_is_gone_is_told_at_its_line_and_nothing_ends(
    pack: Path, tmp_path: Path
) -> None:
    file = "content/mini/rules.yaml"

    async def told() -> tuple[list[str], int, int]:
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

    found, more, after = asyncio.run(told())
    assert any("aids.yaml:" in one and "rules.fight" in one for one in found), found
    assert (more, after) == (0, 0)


def test_what_one_change_makes_of_the_server_does_not_end_it(
    pack: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stop, seen = asyncio.Event(), list[str]()

    async def changes(*_: object, **__: object) -> AsyncIterator[set[tuple[int, str]]]:
        for name in ("bad.yaml", "good.yaml"):
            yield {(1, str(pack / "content" / "mini" / name))}
        stop.set()

    async def follow_change(names: Iterable[str]) -> None:
        seen.append(*names)
        if len(seen) == 1:
            raise LookupError("of a file \x1b")

    async def follow() -> None:
        session = Session(pack, tmp_path, read_only=True)
        monkeypatch.setattr(session, "follow_change", follow_change)
        await session.follow(stop)
        session.close()

    monkeypatch.setattr("aidgen.serve.session.awatch", changes)
    asyncio.run(follow())
    assert seen == ["content/mini/bad.yaml", "content/mini/good.yaml"]
    (told,) = caplog.messages
    assert "internal error: LookupError" in told
    assert "\x1b" not in told
