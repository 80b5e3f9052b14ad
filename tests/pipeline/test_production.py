"""What goes wrong with one PDF stops no other."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from aidgen.pipeline import plan
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.production import make
from aidgen.pipeline.tasks import RenderTask
from aidgen.problems import MachineError

AIDS = ("plan", "counters")


def made(pack: Path, out: Path) -> dict[str, JobResult]:
    opened = Pack(pack)
    jobs = [Job(opened, "mini", aid, "en") for aid in AIDS]
    return {result.job.aid: result for result in make(jobs, out, workers=1)}


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Have the task of the plan fail."""

    def task_or_fail(game: bytes, aid: str, *rest: Any) -> RenderTask:
        if aid == "plan":
            raise error
        return RenderTask(game, aid, *rest)

    monkeypatch.setattr(plan, "RenderTask", task_or_fail)


@pytest.mark.parametrize("error", [RecursionError("deep"), KeyError((0, 20))])
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
        (result,) = make([job], tmp_path, workers=1)
        assert result.finished
        with pikepdf.open(BytesIO(result.finished.pdf)) as document:
            return title in str(document.docinfo.Title)

    assert titled(new, "Plan")
    assert titled(new, "Scheme")
    assert titled(old, "Scheme")
    assert titled(old, "Plan")
