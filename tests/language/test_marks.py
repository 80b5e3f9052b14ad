"""The marks of a text, and each of the patterns that find them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from aidgen.language.consistency import (
    LIST_MARK,
    STRAY_STAR,
    STRONG_EMPHASIS,
    WEAK_EMPHASIS,
    Marks,
    emphasis,
)


@pytest.mark.parametrize(
    ("text", "strong", "weak", "stray"),
    [
        ("**[See](rules.a)**: go", 1, 0, 0),
        ("**[See](rules.a)**, *now*.", 1, 1, 0),
        ("***Both***", 1, 1, 0),
        ("**One** and **two**", 2, 0, 0),
        ("2 * 3 * 4", 0, 0, 0),
        ("**open", 0, 0, 2),
        ("*a **b** c*", 1, 1, 0),
    ],
)
def test_emphasis_is_counted_in_pairs(text: str, strong: int, weak: int, stray: int) -> None:
    assert Counter(emphasis(text)) == +Counter({"**…**": strong, "*…*": weak, "*": stray})


@pytest.mark.parametrize(
    ("pattern", "text", "passages"),
    [
        (STRONG_EMPHASIS, "**a** **b c** ** d ** **e", ["a", "b c"]),
        (STRONG_EMPHASIS, "**a *b* c**, ***d***", ["a *b* c", "d*"]),
        (WEAK_EMPHASIS, "*a* *b c* * d * *e", ["a", "b c"]),
        (STRAY_STAR, "*a b* c * d", ["*", "*"]),
        (LIST_MARK, "- a\n  - b\n1. c\n-d\n\n\n12. e", ["-", "-", "1.", "12."]),
    ],
)
def test_each_pattern_finds_its_mark(
    pattern: re.Pattern[str], text: str, passages: list[str]
) -> None:
    assert pattern.findall(text) == passages


def test_the_marks_of_a_text_are_in_order_each_as_often_as_it_is_there() -> None:
    text = "- {b} {a} {b}\n- :sword: [x](rules.y) **z**"
    assert Marks.of(text) == Marks(
        ("a", "b", "b"), ("sword",), ("rules.y",), ("**…**",), ("-", "-")
    )
    assert Marks.of("a [b] (c)") == Marks()
