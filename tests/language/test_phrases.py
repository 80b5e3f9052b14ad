"""Phrases found in a text, whatever their forms."""

from __future__ import annotations

import pytest

from aidgen.language.phrases import Phrases
from aidgen.language.tokens import tokenize


def found(forms: list[str], text: str) -> list[str]:
    """Return the forms that are chosen in a text, in their order there."""
    chosen = Phrases.of(forms).distinct_occurrences(tokenize(text))
    return [forms[occurrence.form] for occurrence in chosen]


@pytest.mark.parametrize(
    ("form", "text", "times"),
    [
        ("at least", "At least 2, or AT  LEAST 3", 2),
        ("at least", "at leasts, chat least", 0),
        ("at least", "at-least", 0),
        ("n’", "il n'a, il n’a pas", 2),
        ("p. cent", "5 p. cent", 1),
        ("p. cent", "5 p.cent", 0),
        ("≥", "a≥3", 1),
        ("hand", "2hand, hand2, (hand), *hand*", 2),
        ("level 3", "level 3, level 30", 1),
        ("guerri*", "guerrier, guerrières, guerre", 2),
        ("*stück", "Goldstück, Stücke", 1),
        ("a*b*c", "abc, aXbXc, acb", 2),
        ("draw* pile*", "drawn piles", 1),
        ("以上", "5以上です", 1),
        ("{x}", "{x} {y}", 0),
        ("", "anything", 0),
    ],
)
def test_a_form_is_found_as_whole_words_whatever_their_case(
    form: str, text: str, times: int
) -> None:
    assert len(found([form], text)) == times


def test_of_forms_that_overlap_the_first_given_is_chosen() -> None:
    text = "the draw pile, then a pile"
    assert found(["draw pile", "pile"], text) == ["draw pile", "pile"]
    assert found(["pile", "draw pile"], text) == ["pile", "pile"]


def test_forms_that_overlap_are_all_reported_if_all_are_asked_for() -> None:
    phrases = Phrases.of(["draw pile", "pile", "pi*"])
    occurrences = phrases.occurrences(tokenize("draw pile"))
    assert sorted(occurrences) == [(0, 0, 2), (1, 1, 2), (2, 1, 2)]
