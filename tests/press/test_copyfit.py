"""Copyfitting: each card in the largest type at which its content fits, as the layout has it."""

from __future__ import annotations

import pytest

from aidgen.page.promises import Fit
from aidgen.press.copyfit import STEP
from aidgen.press.typeset import Typeset, typeset

WORDS = "Draw three cards, keep the one you like best and put the others back. " * 4


def card(words: str, bounds: str = "data-least='7' data-most='12'", guess: float = 9) -> Typeset:
    css = "@page{size:70mm 70mm;margin:5mm} body{margin:0;font-family:Source Sans Pro} p{margin:0}"
    css += "div{height:40mm;width:55mm}"
    head = f"<title>x</title><style>{css}</style>"
    box = f"data-fit='cards.one.front' data-height='fixed' {bounds} style='font-size:{guess}pt'"
    body = f"<div {box}><p>{words}</p></div>"
    return typeset(f"<html lang='en'><head>{head}</head><body>{body}</body></html>", "0" * 32)


def fit(made: Typeset) -> Fit:
    (found,) = made.fits
    return found


def at(size: float, words: str = WORDS) -> Typeset:
    return card(words, bounds="", guess=size)


@pytest.mark.parametrize("guess", [5, 7, 9, 12, 20])
def test_the_type_is_the_largest_that_fits_whatever_was_guessed(guess: float) -> None:
    made = card(WORDS, guess=guess)
    size = fit(made).size
    assert made.overflows == ()
    assert 7 < size < 12
    assert at(size).overflows == ()
    assert at(size + STEP).overflows != ()


def test_few_words_are_set_in_the_largest_type_allowed() -> None:
    made = card("Rest.")
    assert (fit(made).size, made.overflows) == (12, ())


def test_what_does_not_fit_at_the_smallest_is_set_in_it_and_told() -> None:
    made = card(WORDS * 3)
    assert fit(made).size == 7
    assert made.overflows != ()
    assert (fit(made).room or 0) < 0


def test_a_word_too_long_for_its_line_asks_for_smaller_type() -> None:
    long = "Incomprehensibilitiesandmoreofthesame"
    made = card(long, "data-least='7' data-most='12'", 12)
    assert made.overflows == ()
    assert fit(made).size < 12
    assert at(12, long).overflows != ()


def test_without_bounds_nothing_is_changed() -> None:
    assert fit(at(9.1)).size == 9.1
