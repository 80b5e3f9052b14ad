"""Templates are rendered in a worker process, within the limits of their pack."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.layout.promises import text_contexts
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.pool import rendered as run_rendered
from aidgen.pipeline.tasks import CONTEXTS_TASK
from aidgen.problems import InputError
from aidgen.sandbox.limits import STANDARD, Limits
from tests.mini import MINI
from tests.sheets import rendered

FOOT = "templates/cards/foot.html"
RUN: list[str] = []
"""The files of templates whose code this process has compiled while it was watched."""
WATCHED: list[bool] = []


def _hook(event: str, args: tuple[object, ...]) -> None:
    if WATCHED and event == "compile":
        RUN.append(str(args[1]))


sys.addaudithook(_hook)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Give the files that this process compiles meanwhile."""
    RUN.clear()
    WATCHED.append(True)
    try:
        yield RUN
    finally:
        WATCHED.clear()


def pack(folder: Path, source: str) -> Path:
    """Return a pack with a template of its own for the feet of cards."""
    root = shutil.copytree(MINI, folder / "pack")
    (root / FOOT).parent.mkdir(parents=True)
    (root / FOOT).write_text(source, encoding="utf-8")
    return root


def test_a_template_of_a_pack_never_runs_in_the_main_process(tmp_path: Path) -> None:
    root = pack(tmp_path, "<p>Own</p>")
    job = Job(Pack(root), "mini", "deck", "en")
    with watched() as files, WorkerPool(1, STANDARD) as workers:
        assert run_rendered(workers, CONTEXTS_TASK, job.render_task("en"))
    assert [file for file in files if "templates" in file] == []
    with watched() as files:
        assert "<p>Own</p>" in rendered(job.game_data, "deck", (root, BUNDLED_PACK))
    assert str(root / FOOT) in files


def test_an_endless_template_is_named_with_its_limit(tmp_path: Path) -> None:
    many = "{% for a in range(100000) %}"
    root = pack(tmp_path, f"<p>\n{many}{many}{{% endfor %}}{{% endfor %}}</p>")
    job = Job(Pack(root, Limits(template_seconds=1)), "mini", "deck", "en")
    with WorkerPool(1, STANDARD) as workers, pytest.raises(InputError) as raised:
        run_rendered(workers, CONTEXTS_TASK, job.render_task("en"))
    assert str(raised.value) == (
        "templates/cards/foot.html:2: error: template: runs for more than 1 seconds of processor "
        "time (if the pack is your own: `--limits template_seconds=…`)"
    )


def test_the_texts_of_an_aid_are_those_that_it_prints() -> None:
    with WorkerPool(1, STANDARD) as workers:
        for aid in ("board", "deck", "book"):
            job = Job(Pack(MINI), "mini", aid, "en")
            printed = set(text_contexts(rendered(job.game_data, aid)))
            contexts = run_rendered(workers, CONTEXTS_TASK, job.render_task("en"))
            assert contexts <= printed
            assert {text for text in printed - contexts if not text.startswith("ui.")} <= {
                "mini.game.title",
                "mini.game.notice",
                f"mini.aids.{aid}.title",
            }
