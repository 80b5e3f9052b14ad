"""What goes wrong with one PDF stops no other."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from aidgen.page.pieces import Document
from aidgen.pipeline.scheduler import StoppedPieceError

from aidgen.game.data import GameData
from aidgen.page import render as page
from aidgen.pipeline import production
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult, make
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import MachineError

AIDS = ("plan", "counters")


def made(pack: Path, out: Path) -> dict[str, JobResult]:
    opened = Pack(pack)
    jobs = [Job(opened, "mini", aid, "en") for aid in AIDS]
    return {one.job.aid: one for one in make(jobs, out, workers=1)}


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Have the pieces of the plan fail."""
    render = Renderer.render_async

    async def render_or_fail(renderer: Renderer, game: GameData, aid: str, *given: Any) -> Document:
        if aid == "plan":
            raise error
        return await render(renderer, game, aid, *given)

    monkeypatch.setattr(Renderer, "render_async", render_or_fail)


@pytest.mark.parametrize("error", [TypeError("odd"), RecursionError("deep"), KeyError((0, 20))])
def test_whatever_happens_to_one_pdf_is_reported_at_its_aid_and_the_others_are_made(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    failing(monkeypatch, error)
    both = made(pack, tmp_path)
    assert both["counters"].published
    (problem,) = both["plan"].problems
    assert problem.where.file == "content/mini/aids.yaml"
    assert f"mini-plan-en.pdf: cannot be made: {type(error).__name__}: " in str(problem)


@pytest.mark.parametrize(
    "error", [MachineError("no fonts"), OSError(28, "No space left on device")]
)
def test_what_the_machine_lacks_stops_all(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    failing(monkeypatch, error)
    with pytest.raises(type(error)):
        made(pack, tmp_path)


def test_a_piece_that_is_stopped_is_reported_at_its_card(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(Pack(pack), "mini", "deck", "en")
    deck = page.render(job.game_data, "deck", job.pack.roots)
    face = next(piece for piece in deck.pieces if "cards.night.front" in piece.inner)
    fault = production.stop(StoppedPieceError(face, "it takes too long"))
    assert (fault.box, fault.found) == ("cards.night.front", "cannot be made: it takes too long")


def test_an_interrupt_just_as_something_is_done_shows_no_other_error() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def interrupt() -> None:
    """Stop in the moment between the end of what is waited for and the loop's knowing of it."""
    queue: asyncio.Queue[int] = asyncio.Queue()
    tasks: list[asyncio.Task[object]] = []

    async def put() -> None:
        queue.put_nowait(1)

    async def interrupted() -> None:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        raise KeyboardInterrupt

    async def begun() -> None:
        tasks.extend(
            asyncio.create_task(work) for work in (put(), interrupted(), asyncio.sleep(60))
        )

    with production.task_runner() as runner:
        runner.run(begun())
        runner.run(queue.get())


def test_what_is_saved_while_pdfs_are_made_is_in_them_next_time(pack: Path, tmp_path: Path) -> None:
    """Whenever it was read of the game: before the file was saved, or after it."""
    path = pack / "content" / "mini" / "aids.yaml"
    old = path.read_text(encoding="utf-8")
    new = old.replace("title: Plan", "title: Scheme")
    assert new != old

    def titled(meanwhile: str, title: str) -> bool:
        """Tell whether the plan has a title if a text is saved once its job is begun."""
        job = Job(Pack(pack), "mini", "plan", "en")
        assert job.game_data.locale == "en"
        path.write_text(meanwhile, encoding="utf-8")
        (one,) = make([job], tmp_path, workers=1)
        assert one.filed
        with pikepdf.open(BytesIO(one.filed.pdf)) as document:
            return title in str(document.docinfo.Title)

    assert titled(new, "Plan")
    assert titled(new, "Scheme")
    assert titled(old, "Scheme")
    assert titled(old, "Plan")
