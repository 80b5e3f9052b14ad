"""Cards about as full as they can be: `bench/cards.py` judges many more."""

from __future__ import annotations

import pytest

from tests.decks import SHOWN, Verdict, verdict

CARDS = 12


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    return [verdict(seed) for seed in range(CARDS)]


def test_no_overflow_that_pixels_show_is_missed(verdicts: list[Verdict]) -> None:
    assert [seed for seed, one in enumerate(verdicts) if one.missed] == []


def test_no_card_whose_ink_is_all_inside_is_refused(verdicts: list[Verdict]) -> None:
    assert [(seed, one.reported) for seed, one in enumerate(verdicts) if one.alarmed] == []


def test_the_cards_are_near_the_limit_on_both_sides(verdicts: list[Verdict]) -> None:
    over = sum(one.ink > SHOWN for one in verdicts)
    assert CARDS / 4 < over < CARDS * 3 / 4
