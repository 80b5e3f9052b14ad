"""A session of the live preview: what becomes of changes of files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from aidgen.pipeline.pack import Pack
from aidgen.serve.session import QUIET_TIME, Session
from aidgen.serve.view import OpenView, ViewId
from tests.mini import change

RULES = "content/mini/rules.yaml"
DECK = ViewId("mini", "deck", "en")


def test_a_removed_rule_is_reported_at_its_line_and_the_pages_stay(
    pack: Path, tmp_path: Path
) -> None:
    async def run() -> tuple[list[str], int, int]:
        session = Session(Pack(pack), tmp_path, read_only=True)
        view = await session.view(DECK)
        before = len(view.pages())
        change(pack, RULES, "  fight:", "  flight:")
        await session.follow_change([RULES])
        reported, pages = [str(problem) for problem in view.unusable], len(view.pages())
        change(pack, RULES, "  flight:", "  fight:")
        await session.follow_change([RULES])
        session.close()
        return reported, pages - before, len(view.unusable)

    reported, more, after = asyncio.run(run())
    assert any("aids.yaml:" in line and "rules.fight" in line for line in reported), reported
    assert (more, after) == (0, 0)


def test_a_change_that_no_watcher_notices_is_shown_once(pack: Path, tmp_path: Path) -> None:
    async def run() -> None:
        session = Session(Pack(pack), tmp_path, read_only=True)
        view = await session.view(DECK)
        change(pack, RULES, "Heroes see half as far.", "It is dark.")
        async with asyncio.timeout(30):
            while not any("It is dark." in document.html for document in view.documents.values()):
                await asyncio.sleep(0.05)
        before = session.pack
        await asyncio.sleep(3 * QUIET_TIME)
        session.close()
        assert session.pack is before

    asyncio.run(run())


def test_a_failure_is_reported_on_one_line_and_all_else_is_followed(
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
        while len(followed) < 2 * len(watched):
            await asyncio.sleep(0.01)
        if len(watched) == 1:
            raise ExceptionGroup("of tasks", [OSError("of the system")])
        (pack / "templates").mkdir(exist_ok=True)
        if len(watched) == 3:
            stop.set()
        yield set()

    async def follow(view: OpenView, _: Pack, *, restyled: bool) -> None:
        followed.append(view.opened.aid)
        if view.opened.aid == "deck":
            raise LookupError("of a file \x1b")

    async def run() -> None:
        session = Session(Pack(pack), tmp_path, read_only=True)
        for aid in ("deck", "board"):
            opened = ViewId("mini", aid, "en")
            session.views[opened] = OpenView(opened, session.pool, lambda: None)
        await asyncio.wait_for(session.follow(stop), 30)
        session.close()

    monkeypatch.setattr("aidgen.serve.session.awatch", changes)
    monkeypatch.setattr("aidgen.serve.session.QUIET_TIME", 0.01)
    monkeypatch.setattr(OpenView, "follow", follow)
    asyncio.run(run())
    assert watched == [False, False, True]
    # First the one that was asked for last; that another fails is no reason to stop.
    assert followed == ["deck", "board"] * 3
    # No control character of a file is printed.
    failure = r"internal error: LookupError('of a file \\x1b'); report it"
    assert sum(failure in line for line in caplog.messages) == 3
    assert "watching the files begins again: of the system" in caplog.messages
