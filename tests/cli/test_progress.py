"""How far the work is: on a terminal, PDF by PDF and piece by piece; elsewhere not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from aidgen.cli import progress
from aidgen.cli.progress import bar
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult
from aidgen.pipeline.scheduler import (
    ProgressCounter,
    ProgressListener,
    TaskProgress,
    ignore_progress,
)
from aidgen.pipeline.tasks import FIT_TASK, PIECES_TASK

MADE = JobResult(Job(Pack(Path("pack")), "mini", "deck", "en"))


def making(*, listener: ProgressListener = ignore_progress) -> Iterator[JobResult]:
    steps = ProgressCounter(listener)
    steps.want(FIT_TASK, 40)
    steps.end(FIT_TASK, 40)
    steps.want(PIECES_TASK, 2160)
    steps.end(PIECES_TASK, 40)
    yield MADE
    steps.end(PIECES_TASK, 40)


def shown(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=120)
    monkeypatch.setattr(progress, "console", lambda: console)
    assert list(bar(making, 3)) == [MADE]
    return out.getvalue()


def test_on_a_terminal_pages_and_cards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, terminal=True)
    assert "mini-deck-en.pdf" in said
    assert "1/3" in said
    assert "choosing type sizes" in said
    assert "40/40" in said
    assert "80/2160" in said


def test_elsewhere_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, terminal=False) == ""


def test_what_is_wanted_and_done_is_counted_by_errand() -> None:
    heard: list[TaskProgress] = []
    steps = ProgressCounter(heard.append)
    steps.want(FIT_TASK, 3)
    steps.want(PIECES_TASK, 1)
    steps.want(FIT_TASK, 2)
    steps.end(FIT_TASK, 3)
    assert heard[-1] == TaskProgress(FIT_TASK, 5, 3)
    assert [step for step in heard if step.task == PIECES_TASK] == [TaskProgress(PIECES_TASK, 1, 0)]
