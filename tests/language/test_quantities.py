from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aidgen.game.figures import Bonus, Dice, Percent, Range, Ratio, Raw
from aidgen.language.quantities import (
    is_same_figure,
    parse_figure,
    parse_quantity,
    write_figure,
)

SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        ("12", Fraction(12)),
        ("0", Fraction(0)),
        ("1,5", Fraction(3, 2)),
        ("1.5", Fraction(3, 2)),
        ("0,25", Fraction(1, 4)),
        ("−3", Fraction(-3)),
        ("-3", Fraction(-3)),
        ("−0.5", Fraction(-1, 2)),
        ("1,000", Fraction(1000)),
        ("1.000", Fraction(1000)),
        (f"1{SPACE}000", Fraction(1000)),
        ("1,234.5", Fraction(2469, 2)),
        ("1.234.567,25", Fraction(4938269, 4)),
        ("9–12", Range(9, 12)),
        ("9+", Range(9, None)),
        ("9–", Range(None, 9)),
        ("9-", Range(None, 9)),
        ("≤9", Range(None, 9)),
        ("0–0", Range(0, 0)),
        ("d20", Dice(0, 20)),
        ("2d6+1", Dice(2, 6, 1)),
        ("1w6−2", Dice(1, 6, -2)),
        ("W20", Dice(0, 20)),
        ("2k6+1", Dice(2, 6, 1)),
        (" 7 ", Fraction(7)),
        ("+1", Bonus(Fraction(1))),
        ("+0,5", Bonus(Fraction(1, 2))),
        ("50 %", Percent(Fraction(50))),
        ("+12,5 %", Percent(Fraction(25, 2), signed=True)),
        ("%50", Percent(Fraction(50))),
        ("0%", Percent(Fraction(0))),
        ("−10 %", Percent(Fraction(-10))),
        ("20/60", Ratio(Fraction(20), Fraction(60))),
        ("1,5/4,5", Ratio(Fraction(3, 2), Fraction(9, 2))),
    ],
)
def test_a_figure_is_read_back_whatever_language_wrote_it(words: str, figure: Raw) -> None:
    assert parse_figure(words) == figure


@pytest.mark.parametrize(
    "words",
    [
        "",
        "–",
        "+",
        "seven",
        "–9",
        "dice6",
        "2d",
        "1,2,3",
        "9–12–14",
        "1.5–2",
        "12 HP",
        "d",
        "1,2345",
        "1/0",
        "5%5",
        "%5%",
        "+−1",
        "9" * 61,
    ],
)
def test_what_writes_no_figure_is_none(words: str) -> None:
    assert parse_figure(words) is None


RAWS = (
    st.fractions(-(10**7), 10**7, max_denominator=12)
    | st.builds(lambda low, more: Range(low, low + more), st.integers(0, 9999), st.integers(0, 99))
    | st.builds(Range, st.integers(0, 9999), st.none())
    | st.builds(Dice, st.integers(0, 99), st.integers(1, 999), st.integers(-99, 99))
    | st.builds(Bonus, st.fractions(0, 10**6, max_denominator=12))
    | st.builds(Percent, st.fractions(0, 10**6, max_denominator=12), st.booleans())
    | st.builds(Ratio, st.fractions(0, 9999, max_denominator=12), st.integers(1, 99).map(Fraction))
)


@given(RAWS, st.sampled_from(["en", "fr", "de", "pl", "pt_BR", "tr"]), st.integers(0, 2))
def test_what_a_language_writes_is_read_back_as_it_was(raw: Raw, locale: str, more: int) -> None:
    read = parse_figure(write_figure(raw, locale, "d", more))
    assert read is not None
    assert is_same_figure(read, raw)


@given(RAWS, RAWS)
def test_different_figures_are_reported_apart(first: Raw, second: Raw) -> None:
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        assume(abs(first - second) >= 0.02)
    if first != second:
        read = parse_figure(write_figure(first, "fr"))
        assert read is not None
        assert not is_same_figure(read, second)


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        ("1,5 m", Fraction(3, 2)),
        ("5\N{NARROW NO-BREAK SPACE}pi", Fraction(5)),
        ("futi 5", Fraction(5)),
        ("25 po", Fraction(25)),
        ("-5 po", Fraction(-5)),
        ("+1 sp", Bonus(Fraction(1))),
        ("2d6 gp", Dice(2, 6)),
        ("6/18 m", Ratio(Fraction(6), Fraction(18))),
        ("9+ Fuß", Range(9, None)),
        ("12", Fraction(12)),
        ("d20", Dice(0, 20)),
        ("two ft", None),
    ],
)
def test_a_unit_is_left_out_where_a_figure_is_read_back(words: str, figure: Raw | None) -> None:
    assert parse_quantity(words) == figure
