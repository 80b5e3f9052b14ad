"""The marks in a text, each found by its pattern alone."""

from __future__ import annotations

import re

import pytest

from aidgen.game.texts import ICON, LINK, PLACEHOLDER, phrase_pattern


@pytest.mark.parametrize(
    ("pattern", "text", "marks"),
    [
        (PLACEHOLDER, r"{a} {b c} {} {{d}} {e \{f} \{{g}\} {{{h}}}", ["a", "b c", "", "g"]),
        (ICON, ":sword: :a-1: a:b: :C: ::d:: 10:30:20", ["sword", "a-1", "b", "C", "d"]),
        (ICON, ":a::b: 2:c: :d:or x:e:, :é_1:", ["a", "b", "c", "d", "e", "é_1"]),
        (ICON, r"\:a: \:b\: :c\: 1:2:3 :: : :", []),
        (ICON, ":100: :+1: 3:40:5", ["100", "+1"]),
        (LINK, "[a b](rules.c) [d] (e) [f](g h)", [("a b", "rules.c")]),
        (LINK, "[a [b](c) [d]([e](f) [g](h(i)", [("b", "c"), ("e", "f"), ("g", "h(i")]),
        (LINK, "[](a)[b]()", [("", "a"), ("b", "")]),
    ],
)
def test_each_pattern_finds_its_marks(
    pattern: re.Pattern[str], text: str, marks: list[object]
) -> None:
    assert pattern.findall(text) == marks


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("draw pile", "the draw\n pile", 1),
        ("draw", "drawn, withdraw", 0),
        ("योग", "योग और स्तर-योग", 2),
        ("योग", "योगी, वियोग", 0),
        ("l’arme", "l'arme", 1),
    ],
)
def test_a_phrase_is_found_as_words_and_in_no_longer_word(
    words: str, text: str, found: int
) -> None:
    assert len(re.findall(phrase_pattern(words), text)) == found


def test_of_several_phrases_the_first_that_fits_is_found_and_known() -> None:
    found = re.finditer(phrase_pattern("draw pile", "draw"), "draw the draw pile, drawn")
    assert [(one.lastindex, one[0]) for one in found] == [(2, "draw"), (1, "draw pile")]
