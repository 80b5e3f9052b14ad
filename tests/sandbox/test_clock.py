"""What is brought in may take so long and no longer."""

from __future__ import annotations

import signal
from contextlib import suppress

import pytest

from aidgen.problems import InputError, Where
from aidgen.sandbox.limits import Limits, limit_time


@pytest.mark.parametrize("swallowed", [0, 1])
def test_work_that_does_not_end_is_ended_and_reported(
    swallowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aidgen.sandbox.limits.SIGNAL_INTERVAL", 0.01)
    with (
        pytest.raises(InputError) as raised,
        limit_time(Where("theirs.csv"), Limits(cpu_seconds=0)),
    ):
        work_for_ever(swallowed)
    assert str(raised.value) == (
        "theirs.csv: error: takes more than 0 seconds of processor time "
        "(if the pack is your own: `--limits cpu_seconds=…`)"
    )


def work_for_ever(swallowed: int) -> None:
    """Never end, as a library that hears so many times of its end and goes on."""
    for _ in range(swallowed):
        with suppress(InputError):
            work_for_ever(0)
    while True:
        sum(range(100))


def test_afterwards_nothing_is_timed_any_more() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with limit_time(Where("theirs.csv"), Limits()):
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 100
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == before
