"""The marks in a text, each found by its pattern alone."""

from __future__ import annotations

import re

import pytest

from aidgen.game.texts import ICON, LINK, PLACEHOLDER


@pytest.mark.parametrize(
    ("pattern", "text", "marks"),
    [
        (PLACEHOLDER, "{a} {b c} {} {{d} {e", ["a", "b c", "", "d"]),
        (ICON, ":sword: :a-1: a:b: :C: ::d:: 10:30:20", ["sword", "a-1"]),
        (LINK, "[a b](rules.c) [d] (e) [f](g h)", [("a b", "rules.c")]),
        (LINK, "[a [b](c) [d]([e](f) [g](h(i)", [("b", "c"), ("e", "f"), ("g", "h(i")]),
        (LINK, "[](a)[b]()", [("", "a"), ("b", "")]),
    ],
)
def test_each_pattern_finds_its_marks(
    pattern: re.Pattern[str], text: str, marks: list[object]
) -> None:
    assert pattern.findall(text) == marks
