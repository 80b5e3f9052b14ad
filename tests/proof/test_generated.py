from __future__ import annotations

import pytest

from aidgen.page.layout import LaidSheet, Run
from aidgen.proof.readback import check_generated


def reported(text: str, *, margin: str = "", generated: bool = True) -> list[str]:
    run = Run(text, 9, 9, 9, 9, margin=margin, generated=generated)
    return [str(fault) for fault in check_generated([LaidSheet(99, 99, (run,))])]


@pytest.mark.parametrize(
    "text", ["1", "12.", "A. ", "b)", " . . . . 17", "“", " »", ". . ", "·"[:0]]
)
def test_counters_dots_and_quotes_may_stand_beside_a_text(text: str) -> None:
    assert reported(text) == []


@pytest.mark.parametrize(
    "text", ["not ", "−", "-", "+", " %", "1d6", "½", "<", "no. 1", "×", "mm", ".", "..", ":", ".5"]
)
def test_words_and_signs_may_not(text: str) -> None:
    assert reported(text) == [f"page 1: “{text.strip()}” is put beside a text by the style sheet"]
    assert reported(text, margin="top-left") == []
    assert reported(text, generated=False) == []
