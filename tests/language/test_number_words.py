"""Numbers that are said in words, in our languages."""

from __future__ import annotations

import pytest

from aidgen.language.numbers import Numerals
from aidgen.language.tokens import How, Number, tokenize
from tests.pairs import language


def said(locale: str, text: str) -> list[str]:
    """Return the numbers that a text says in words; those that may be left out have a ?."""
    numbers = language(locale).numerals.read(tokenize(text))
    return [
        token.values[0] + "?" * (token.how is How.ASIDE)
        for token in numbers
        if isinstance(token, Number)
    ]


@pytest.mark.parametrize(
    ("locale", "text", "numbers"),
    [
        ("en", "Twenty-one of two hundred", ["21", "200"]),
        ("en", "twenty one", ["20", "1"]),
        ("en", "three thousand two hundred", ["3200"]),
        ("en", "two hundred twenty-one thousand five", ["221005"]),
        ("en", "eleven hundred fifty", ["1150"]),
        ("en", "two two hundred, ten twenty", ["2", "200", "10", "20"]),
        ("fr", "mille deux cents", ["1200"]),
        ("en", "a card, both cards", ["1?", "2?"]),
        ("en", "Level VI, but I alone", ["6"]),
        ("en", "half of the third", ["0.5", "3"]),
        ("en", "A4 paper, a 4", ["1?"]),
        ("fr", "quatre-vingt-dix-neuf", ["99"]),
        ("fr", "vingt et un", ["21"]),
        ("fr", "soixante-douze", ["72"]),
        ("de", "zweihundert", ["200"]),
        ("ja", "三枚、十二点", ["3", "12"]),
    ],
)
def test_number_words_are_numbers(locale: str, text: str, numbers: list[str]) -> None:
    assert said(locale, text) == numbers


def test_a_number_keeps_its_words() -> None:
    number = language("en").numerals.read(tokenize("draw twenty-one"))[1]
    assert (number.text, number.gap, number.key) == ("twenty-one", " ", "")


def test_a_list_of_words_counts_up_and_may_jump() -> None:
    numerals = Numerals.of("nil one|uno? 30=thirty", "first", {})
    known = {
        words: (int(value), aside)
        for ways in numerals.known.values()
        for words, value, aside in ways
    }
    assert known == {
        ("nil",): (0, False),
        ("one",): (1, False),
        ("uno",): (1, True),
        ("thirty",): (30, False),
        ("first",): (1, False),
    }
