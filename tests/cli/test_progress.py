"""How far the work is: on a terminal, PDF by PDF and document by document; elsewhere not at all."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from aidgen.cli.progress import bar
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.tasks import TYPESET_TASK, ProgressListener, ignore_progress

MADE = JobResult(Job(Pack(Path("pack")), "mini", "deck", "en"))


def making(
    jobs: Sequence[Job], *, listener: ProgressListener = ignore_progress
) -> Iterator[JobResult]:
    assert len(jobs) == 3
    listener(TYPESET_TASK, 216, 40)
    yield MADE
    listener(TYPESET_TASK, 216, 80)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("out", [Terminal(), io.StringIO()])
def test_documents_are_counted_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, out: io.StringIO
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", out)
    assert list(bar(making, [MADE.job] * 3)) == [MADE]
    for words in ("mini-deck-en.pdf", "1/3", "documents", "80/216"):
        assert (words in out.getvalue()) == out.isatty()
