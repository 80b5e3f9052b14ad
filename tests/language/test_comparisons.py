"""What a text compares, with which number, and whether a "not" stands before it."""

from __future__ import annotations

import pytest

from aidgen.language.meaning import Compared
from tests.pairs import language


def compared(locale: str, text: str) -> list[str]:
    """Return the comparisons of a text, each with its number."""
    own = language(locale)
    _, made = own.comparisons.read(own.figures(text))
    return [shown(comparison) for comparison in made]


def shown(made: Compared) -> str:
    """Show a comparison, with a ! if it is negated, and a ? if it may be none."""
    return f"{'!' * made.negated}{made.sign}{made.bound}{'?' * made.aside}"


@pytest.mark.parametrize(
    ("locale", "text", "expected"),
    [
        ("en", "at least 3", ["≥3"]),
        ("en", "at least (about 3)", ["≥3"]),
        ("en", "at least about the 3", ["≥"]),
        ("en", "at least: 3", ["≥"]),
        ("en", "at least {count}, ≤2d6", ["≥{count}", "≤2d6"]),
        ("en", "5 or more", ["≥5"]),
        ("en", "5 gold pieces each or more", ["≥5"]),
        ("en", "5 big heavy gold pieces or more", []),
        ("en", "a card in hand or more", []),
        ("en", "5, or more", []),
        ("en", "5 or more 3", []),
        ("en", "5+ wins, 5+3, 5 + 3", ["≥5"]),
        ("en", "5th or more", []),
        ("en", "above 5, above the table", [">5", ">?"]),
        ("en", "a minimum of two", ["≥2"]),
        ("en", "not more than 3. More than 4", ["!>3", ">4"]),
        ("en", "never, at any time, above 5; above 6", ["!>5", ">6"]),
        ("en", "no fewer than 3", ["≥3"]),
        ("en", "fifty percent", ["%"]),
        ("fr", "plus d’une carte", [">1?"]),
        ("fr", "cinquante pour cent", ["%"]),
        ("fr", "au plus près", []),
        ("fr", "3 cartes ou plus, ou davantage", ["≥", "≥3"]),
        ("ja", "5以上", ["≥5"]),
    ],
)
def test_comparisons_are_found_with_their_numbers(
    locale: str, text: str, expected: list[str]
) -> None:
    assert sorted(compared(locale, text)) == sorted(expected)


def test_the_hundred_in_per_cent_is_no_number() -> None:
    assert language("fr").read("cinquante pour cent").numbers == ("50",)
    assert language("fr").read("cent pour cent").numbers == ("100",)
