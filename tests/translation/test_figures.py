"""The figures that are read in a text."""

from __future__ import annotations

import pytest

from aidgen.translation.figures import read_figures
from tests.pairs import language


@pytest.mark.parametrize(
    ("locale", "text", "numbers"),
    [
        ("en", "3 cards, three cards, a third", ["3", "3", "1", "3"]),
        ("en", "1,234.5 points", ["1234.5"]),
        ("fr", "1 234,5 points", ["1234.5"]),
        ("de", "1.234 Punkte", ["1234"]),
        ("en", "half of 1½", ["0.5", "1.5"]),
        ("en", "3/4 of two hundred", ["0.75", "200"]),
        ("en", "twenty-one", ["21"]),
        ("fr", "soixante-douze, dix-huit", ["72", "18"]),
        ("en", "version 1.21.0, the 1,3,5", ["1.21.0", "1", "3", "5"]),
        ("en", "the 2nd of 10", ["2", "10"]),
        ("en", "Above all, once more, more or less", []),
        ("ja", "二十、三", ["20", "3"]),
        ("ar", "٣ بطاقات", ["3"]),
    ],
)
def test_numbers_are_read_in_digits_and_words(locale: str, text: str, numbers: list[str]) -> None:
    assert [number.value for number in read_figures(text, language(locale)).numbers] == numbers


@pytest.mark.parametrize(
    ("locale", "text", "dice"),
    [
        ("en", "Roll 2d6, two d8, 1d20 and d100.", ("2d6", "2d8", "d20", "d100")),
        ("de", "Wirf 2W6 und W%.", ("2d6", "d%")),
        ("de", "Spiele S2W2 und W20x.", ()),
    ],
)
def test_dice_are_read_with_the_letter_of_the_language(
    locale: str, text: str, dice: tuple[str, ...]
) -> None:
    assert read_figures(text, language(locale)).dice == dice


@pytest.mark.parametrize(
    ("locale", "text", "bounds"),
    [
        ("en", "5+, ≥ 3, >= 4, -> 2", [("≥", "5"), ("≥", "3"), ("≥", "4")]),
        ("en", "at least {n}, 2 wooden cards or more", [("≥", "{n}"), ("≥", "2")]),
        ("en", "3 + 1, 5+2", []),
        ("fr", "4 joueurs au moins, au plus 2", [("≥", "4"), ("≤", "2")]),
        ("es", "5 p. de ataque o más", [("≥", "5")]),
        ("it", "(3) o meno", [("≤", "3")]),
    ],
)
def test_bounds_are_read_with_their_number(
    locale: str, text: str, bounds: list[tuple[str, str]]
) -> None:
    found = read_figures(text, language(locale)).bounds
    assert sorted((bound.sign, bound.value) for bound in found) == sorted(bounds)


def test_signs_joined_numbers_and_per_cent_are_read() -> None:
    figures = read_figures("+1, −{x}, a 2/3 ally on 1–4: 50 % or 5 per cent of 5-3", language("en"))
    assert figures.signed == ("+1", "-{x}")
    assert figures.joined == (("2", "/", "3"), ("1", "-", "4"), ("5", "-", "3"))
    assert figures.percents == ("50", "5")
