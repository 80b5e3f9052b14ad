"""Copyfitting: each card in the largest type at which its content fits, as the layout has it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.page.promises import Fit
from aidgen.press.copyfit import LIKE, STEP, Range, copyfit, copyfit_alike
from aidgen.press.typeset import Typeset, typeset
from tests.prints import print_of

WORDS = "Draw three cards, keep the one you like best and put the others back. " * 4
BOUNDS = "data-least='7' data-most='12'"
MOST_ROUNDS = 9
"""How often cards are set until all are settled: largest, three guesses, halves of 28 sizes."""
USUAL_ROUNDS = 4
"""How often texts are set that grow with the square of their type: each guess is right."""

# The search, without pages ------------------------------------------------------------------------


def test_the_sizes_go_in_steps_from_the_least_to_the_most() -> None:
    assert Range(7, 7.6).sizes == (7, 7.2, 7.4, 7.6)
    assert Range(7, 7.5).sizes == (7, 7.2, 7.4, 7.5)
    assert Range(7.4, 13).sizes[-1] == 13
    assert len(Range(7.4, 13).sizes) == 29


@given(st.lists(st.integers(0, 28), min_size=1, max_size=9), st.booleans())
def test_the_largest_that_fits_is_found_whatever_is_said_of_how_full_it_is(
    limits: list[int], exact: bool
) -> None:
    sizes = Range(7.4, 13).sizes
    rounds: list[Mapping[int, float]] = []

    def measure(trials: Mapping[int, float]) -> Mapping[int, float]:
        rounds.append(trials)
        fitting = (number for number, size in trials.items() if size <= sizes[limits[number]])
        return dict.fromkeys(fitting, 1.0) if exact else dict.fromkeys(fitting, 0.2)

    chosen = copyfit(dict.fromkeys(range(len(limits)), Range(7.4, 13)), measure)
    assert chosen == {number: sizes[limit] for number, limit in enumerate(limits)}
    assert len(rounds) <= MOST_ROUNDS
    assert len({tuple(trials.items()) for trials in rounds}) == len(rounds)


def test_what_is_settled_is_not_set_again() -> None:
    rounds: list[set[str]] = []

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        rounds.append(set(trials))
        return {key: 1.0 for key, size in trials.items() if key == "short" or size < 8}

    ranges = {"short": Range(7, 12), "long": Range(7, 12), "fixed": Range(9, 9)}
    assert copyfit(ranges, measure) == {"short": 12, "long": 7.8, "fixed": 9}
    assert rounds[0] == {"short", "long"}
    assert all(keys == {"long"} for keys in rounds[1:])


def test_what_never_fits_is_left_at_its_smallest() -> None:
    assert copyfit({"x": Range(7, 12)}, lambda trials: {}) == {"x": 7}
    assert copyfit({}, lambda trials: {}) == {}


@given(st.floats(4, 18))
def test_how_full_a_place_is_leads_to_the_size_at_once(limit: float) -> None:
    """A text whose height grows with the square of its type, full at `limit` pt."""
    rounds: list[float] = []

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        rounds.extend(trials.values())
        return {key: (size / limit) ** 2 for key, size in trials.items()}

    chosen = copyfit({"x": Range(8, 14)}, measure)["x"]
    fitting = [size for size in Range(8, 14).sizes if size <= limit]
    assert chosen == max(fitting, default=8)
    assert len(rounds) <= USUAL_ROUNDS


def alike(**limits: float) -> dict[str, float]:
    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        return {key: (size / limits[key]) ** 2 for key, size in trials.items()}

    return copyfit_alike(dict.fromkeys(limits, Range(7.4, 13)), measure)


def test_all_are_alike_unless_one_needs_to_be_smaller() -> None:
    assert alike(one=13, two=20) == {"one": 13, "two": 13}
    assert alike(one=10, two=10.6, three=20) == {"one": 10, "two": 10.6, "three": 11.5}
    assert alike(one=3, two=20) == {"one": 7.4, "two": 8.9}
    assert copyfit_alike({}, lambda trials: {}) == {}


def test_what_is_lowered_to_be_alike_is_tried_in_that_size() -> None:
    """Lines may break so that a text fits in 13 pt, and not in 11.5."""

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        return {
            key: 0.9 for key, size in trials.items() if size <= 10 or (key == "odd" and size > 12)
        }

    assert copyfit_alike({"odd": Range(8, 13), "even": Range(8, 13)}, measure)["odd"] == 10


# Cards as they are laid out -----------------------------------------------------------------------


def card(words: str, bounds: str = BOUNDS, style: str = "") -> Typeset:
    css = "@page{size:70mm 70mm;margin:5mm} body{margin:0;font-family:Source Sans Pro} p{margin:0}"
    css += "div{height:40mm;width:55mm}"
    head = f"<title>x</title><style>{css}</style>"
    box = f"data-fit='cards.one.front' data-height='fixed' {bounds} style='{style}'"
    body = f"<div {box}><p>{words}</p></div>"
    return typeset(f"<html lang='en'><head>{head}</head><body>{body}</body></html>", "0" * 32)


def fit(made: Typeset) -> Fit:
    (found,) = made.fits
    return found


def at(size: float, words: str = WORDS) -> Typeset:
    return card(words, bounds="", style=f"font-size:{size}pt")


@pytest.mark.parametrize("size", [5, 7, 9, 12, 20])
def test_the_type_is_the_largest_that_fits_whatever_the_style_says(size: float) -> None:
    made = card(WORDS, style=f"color:#000;font-size:{size}pt")
    assert made.faults == ()
    chosen = fit(made).size
    assert 7 < chosen < 12
    assert at(chosen).faults == ()
    assert at(chosen + STEP).faults != ()


def test_few_words_are_set_in_the_largest_type_allowed() -> None:
    made = card("Rest.")
    assert (fit(made).size, made.faults) == (12, ())


def test_what_does_not_fit_at_the_smallest_is_set_in_it_and_told() -> None:
    made = card(WORDS * 3)
    assert fit(made).size == 7
    assert [fault.kind for fault in made.faults] == ["overflow"]
    assert (fit(made).room or 0) < 0


def test_a_word_too_long_for_its_line_asks_for_smaller_type() -> None:
    long = "Incomprehensibilitiesandmoreofthesame"
    made = card(long)
    assert made.faults == ()
    assert fit(made).size < 12
    assert at(12, long).faults != ()


def test_without_bounds_nothing_is_changed() -> None:
    assert fit(at(9.1)).size == 9.1


def test_a_card_of_ours_has_the_largest_type_that_fits_and_is_like_the_others() -> None:
    """A deck for which the size once depended on the one that was tried first."""
    found = print_of("pilgrims-loot", "object-cards", "fr")
    sizes = {one.name: one.size for one in found.made.fits}
    most = min(13, round(min(sizes.values()) + LIKE, 2))
    assert max(sizes.values()) <= most
    larger = found.page.html
    for name, size in sizes.items():
        bounds = 'data-least="7.4" data-most="13.0"'
        centred = f'data-fit="{name}" data-height="fixed" data-centre {bounds}'
        old = centred.replace("data-centre ", "") if name.endswith("back") else centred
        assert old in larger
        style = f'style="font-size:{round(size + 2 * STEP, 1)}pt"'
        larger = larger.replace(old, f'data-fit="{name}" data-height="fixed" {style}')
    full = {fault.box for fault in typeset(larger, "0" * 32).faults if fault.kind == "overflow"}
    assert full >= {name for name, size in sizes.items() if size < most}
