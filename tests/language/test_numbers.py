"""Numbers and dice in digits, as each language writes them."""

from __future__ import annotations

import pytest

from aidgen.language.numbers import NumberFormat
from aidgen.language.tokens import Held, Number
from tests.pairs import language


def numbers(locale: str, text: str) -> list[str]:
    return [
        value
        for token in language(locale).figures(text)
        if isinstance(token, Number)
        for value in token.values
    ]


def dice(locale: str, text: str) -> list[str]:
    return [token.text for token in language(locale).figures(text) if isinstance(token, Held)]


@pytest.mark.parametrize(
    ("locale", "text", "expected"),
    [
        ("en", "12,345.5 or 1,234,567", ["12345.5", "1234567"]),
        ("en", "12 345", ["12", "345"]),
        ("en", "12\u202f345 12'345", ["12345", "12345"]),
        ("en", "1234,567", ["1234.567"]),
        ("en", "9,11,123", ["9", "11", "123"]),
        ("en", "5.0 and 007", ["5", "7"]),
        ("en", "version 1.21.0", ["1", "21", "0"]),
        ("en", "29.01.2020 at 10:30", ["29", "1", "2020", "10", "30"]),
        ("en", "1/2, 1/0, 10/01/2020", ["0.5", "1", "0", "10", "1", "2020"]),
        ("en", "½, 1½, 1 ½", ["0.5", "1.5", "1", "0.5"]),
        ("en", "Go.5", ["5"]),
        ("fr", "12 345,5", ["12345.5"]),
        ("fr", "1,234", ["1.234"]),
        ("de", "12.345,5 oder 12 345", ["12345.5", "12345"]),
        ("en", "9" * 5000, ["9" * 40]),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(
    locale: str, text: str, expected: list[str]
) -> None:
    assert numbers(locale, text) == expected


@pytest.mark.parametrize(
    ("locale", "text", "expected"),
    [
        ("en", "2d6, 1d6 and a d20", ["2d6", "d6", "d20"]),
        ("en", "2d6+1, 2d6 + 1, d6-2, d6 - 2", ["2d6+1", "2d6+1", "d6-2", "d6"]),
        ("en", "d6+1.5", ["d6"]),
        ("en", "2d6+1d4", ["2d6", "d4"]),
        ("en", "2d6/2d8 or 1d4,1d6", ["2d6", "2d8", "d4", "d6"]),
        ("en", "two d6", ["2d6"]),
        ("en", "1.5 d6", ["d6"]),
        ("en", "x2 d6, xd6, d6x", ["d6"]),
        ("en", "2W6", []),
        ("de", "2W6+1, 2 W6", ["2d6+1", "2d6"]),
        ("pl", "Rzuć 2k6", ["2d6"]),
        ("en", "{count}d6", ["{count}", "d6"]),
    ],
)
def test_dice_are_read_by_the_letter_of_the_language(
    locale: str, text: str, expected: list[str]
) -> None:
    assert dice(locale, text) == expected


@pytest.mark.parametrize(
    ("locale", "text", "foreign"),
    [
        ("fr", "1.5 fois", ("1.5",)),
        ("fr", "1,5 fois", ()),
        ("fr", "version 5.0, Version 2.1", ()),
        ("fr", "10.5x, a/10.5, 10.5:2", ()),
        ("fr", "1.21.0", ()),
        ("en", "1,5 times", ("1,5",)),
        ("en", "1,500.5 m", ()),
    ],
)
def test_a_decimal_number_with_another_sign_is_foreign(
    locale: str, text: str, foreign: tuple[str, ...]
) -> None:
    assert language(locale).read(text).known.foreign == foreign


@pytest.mark.parametrize(
    ("examples", "thousands", "decimal"),
    [
        (["1,234.5"], {","}, "."),
        (["1 234,5", "1.234,5"], {" ", "."}, ","),
        (["1234,5"], {"."}, ","),
        (["١٬٢٣٤٫٥"], set(), "."),
        (["as you like"], set(), "."),
        ([], set(), "."),
    ],
)
def test_a_number_is_an_example_of_its_format(
    examples: list[str], thousands: set[str], decimal: str
) -> None:
    plain = NumberFormat.of([])
    read = NumberFormat.of(examples)
    assert (set(read.grouping - plain.grouping), read.decimal) == (thousands, decimal)
