from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.game.figures import Bonus, Dice, Figure, Percent, Range, Ratio, Raw, neutral


@pytest.mark.parametrize(
    ("scalar", "raw", "written"),
    [
        (12, Fraction(12), "12"),
        (-3, Fraction(-3), "-3"),
        (Decimal("1.50"), Fraction(3, 2), "1.5"),
        ("1.5", Fraction(3, 2), "1.5"),
        ("1-4", Range(1, 4), "1-4"),
        ("1–4", Range(1, 4), "1-4"),
        ("9+", Range(9, None), "9+"),
        ("d20", Dice(0, 20), "d20"),
        ("2d6+1", Dice(2, 6, 1), "2d6+1"),
        ("2d6 - 1", Dice(2, 6, -1), "2d6-1"),
        ("+1", Bonus(Fraction(1)), "+1"),
        ("50 %", Percent(Fraction(50)), "50%"),
        ("-10%", Percent(Fraction(-10)), "-10%"),
        ("+10%", Percent(Fraction(10), signed=True), "+10%"),
        ("3/4", Ratio(Fraction(3), Fraction(4)), "3/4"),
        ("20 / 60", Ratio(Fraction(20), Fraction(60)), "20/60"),
        ("6-", Range(None, 6), "6-"),
        ("≤6", Range(None, 6), "≤6"),
        ("<7", Range(None, 6), "<7"),
        ("1 or less", Range(None, 1), "1 or less"),
        ("≥10", Range(10, None), "≥10"),
        (">9", Range(10, None), ">9"),
        ("10 or more", Range(10, None), "10 or more"),
        ("6 ou moins", Range(None, 6), "6 ou moins"),
        ("up to 6", Range(None, 6), "up to 6"),
        ("10 +", Range(10, None), "10+"),
        ("51—95", Range(51, 95), "51-95"),
        ("06‑09", Range(6, 9), "06–09"),
        ("-2–0", Range(-2, 0), "−2–0"),
        ("−12–7", Range(-12, 7), "−12–7"),
        ("1T6", Dice(1, 6), "1T6"),
        ("96-00", Range(96, 0), "96–00"),
        ("007", Fraction(7), "007"),
        ("1,000", Fraction(1000), "1000"),
        ("−1", Fraction(-1), "-1"),
        ("½", Fraction(1, 2), "½"),
        ("1⅓", Fraction(4, 3), "1⅓"),
        ("1 1/2", Fraction(3, 2), "1 1/2"),
        ("d66", Dice(0, 66), "d66"),
        ("d%", Dice(0, 100, sides="%"), "d%"),
        ("4dF", Dice(4, 3, sides="F"), "4dF"),
        ("2d6+1d4", Dice(2, 6, more=((1, 4),)), "2d6+1d4"),
        ("3d6×10", Dice(3, 6, factor="x10"), "3d6x10"),
        ("1d6/2", Dice(1, 6, factor="/2"), "1d6/2"),
        ("2W6+1", Dice(2, 6, 1), "2W6+1"),
        ("d1000", Dice(0, 1000), "d1000"),
    ],
)
def test_figures_are_read_and_written(scalar: object, raw: Raw, written: str) -> None:
    figure = Figure.read(scalar)
    assert figure is not None
    assert (figure.raw, str(figure)) == (raw, written)


NO_FIGURES = """twelve - 1.2.3 d0 d 1,5 2d6x 1e3 0x10 1/0 /2 1/2/3 % 5%% ++1 1/d6 +-1 W1 K6 10k 2x
$5 ~10 1:2 1-9999999999 d9999"""


@pytest.mark.parametrize(
    "scalar", [*NO_FIGURES.split(), "", "5 gp", "9" * 5000, 10**12, True, None]
)
def test_what_is_no_figure_is_none(scalar: object) -> None:
    assert Figure.read(scalar) is None


@pytest.mark.parametrize(
    ("scalar", "number"),
    [("3/4", "3/4"), ("50 %", "1/2"), ("+2", "2"), ("9-12", "9"), ("2d6", "6")],
)
def test_every_figure_is_a_number_to_reckon_with(scalar: str, number: str) -> None:
    figure = Figure.read(scalar)
    assert figure is not None
    assert figure.number == Fraction(number)


INTEGERS = st.integers(-(10**9) + 1, 10**9 - 1)
RAW = st.one_of(
    st.integers(-(10**9) + 1, 10**9 - 1).map(Fraction),
    st.decimals(-999, 999, places=2).map(Fraction),
    st.builds(Range, INTEGERS, INTEGERS | st.none()),
    st.builds(Range, st.none(), INTEGERS),
    st.builds(Dice, st.integers(0, 99), st.integers(1, 999), st.integers(-999, 999)),
    st.builds(Bonus, st.integers(0, 10**6).map(Fraction)),
    st.builds(Percent, st.integers(0, 10**6).map(Fraction), st.booleans()),
    st.builds(Ratio, st.integers(0, 999).map(Fraction), st.integers(1, 999).map(Fraction)),
)


@given(RAW)
def test_what_is_written_reads_back_the_same(raw: Raw) -> None:
    figure = Figure.read(neutral(raw))
    assert figure is not None
    assert figure.raw == raw


@pytest.mark.parametrize(
    ("dice", "span"),
    [
        ("2d6", (2, 12)),
        ("d20+2", (3, 22)),
        ("2d6+1d4", (3, 16)),
        ("1d8-1d4", (-3, 7)),
        ("4dF", (-4, 4)),
        ("3d6x10", None),
    ],
)
def test_dice_have_a_lowest_and_a_highest_sum(dice: str, span: tuple[int, int] | None) -> None:
    figure = Figure.read(dice)
    assert figure is not None
    assert isinstance(figure.raw, Dice)
    assert figure.raw.span == span
