"""Copyfitting: each card in the largest type at which its content fits, as the layout has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import Size
from aidgen.page.layout import Fit
from aidgen.page.pieces import STEP, Choice, Piece
from aidgen.page.render import render
from aidgen.pipeline.plan import Job
from aidgen.press.pieces.copyfit import SizeRange, copyfit
from aidgen.press.pieces.typeset import Typeset, typeset_pieces
from tests.ours import PACK
from tests.sheets import fitted, pieces_of

WORDS = "Draw three cards, keep the one you like best and put the others back. " * 4
CHOICE = Choice(7, 12)
MOST_ROUNDS = 9
"""How often cards are set until all are settled: largest, three guesses, halves of 28 sizes."""
USUAL_ROUNDS = 4
"""How often texts are set that grow with the square of their type: each guess is right."""

# The search, without pages ------------------------------------------------------------------------


def test_the_sizes_go_in_steps_from_the_least_to_the_most() -> None:
    assert SizeRange(7, 7.6).sizes == (7, 7.2, 7.4, 7.6)
    assert SizeRange(7, 7.5).sizes == (7, 7.2, 7.4, 7.5)
    assert SizeRange(7.4, 13).sizes[-1] == 13
    assert len(SizeRange(7.4, 13).sizes) == 29


@given(st.lists(st.integers(0, 28), min_size=1, max_size=9), st.booleans())
def test_the_largest_that_fits_is_found_whatever_is_said_of_how_full_it_is(
    limits: list[int], exact: bool
) -> None:
    sizes = SizeRange(7.4, 13).sizes
    rounds: list[Mapping[int, float]] = []

    def measure(trials: Mapping[int, float]) -> Mapping[int, float]:
        rounds.append(trials)
        fitting = (number for number, size in trials.items() if size <= sizes[limits[number]])
        return dict.fromkeys(fitting, 1.0) if exact else dict.fromkeys(fitting, 0.2)

    chosen = copyfit(dict.fromkeys(range(len(limits)), SizeRange(7.4, 13)), measure)
    assert chosen == {number: sizes[limit] for number, limit in enumerate(limits)}
    assert len(rounds) <= MOST_ROUNDS
    assert len({tuple(trials.items()) for trials in rounds}) == len(rounds)


def test_what_is_settled_is_not_set_again() -> None:
    rounds: list[set[str]] = []

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        rounds.append(set(trials))
        return {key: 1.0 for key, size in trials.items() if key == "short" or size < 8}

    ranges = {"short": SizeRange(7, 12), "long": SizeRange(7, 12), "fixed": SizeRange(9, 9)}
    assert copyfit(ranges, measure) == {"short": 12, "long": 7.8, "fixed": 9}
    assert rounds[0] == {"short", "long"}
    assert all(keys == {"long"} for keys in rounds[1:])


def test_what_never_fits_is_left_at_its_smallest() -> None:
    assert copyfit({"x": SizeRange(7, 12)}, lambda trials: {}) == {"x": 7}
    assert copyfit({}, lambda trials: {}) == {}


@given(st.floats(4, 18))
def test_how_full_a_place_is_leads_to_the_size_at_once(limit: float) -> None:
    """A text whose height grows with the square of its type, full at `limit` pt."""
    rounds: list[float] = []

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        rounds.extend(trials.values())
        return {key: (size / limit) ** 2 for key, size in trials.items()}

    chosen = copyfit({"x": SizeRange(8, 14)}, measure)["x"]
    fitting = [size for size in SizeRange(8, 14).sizes if size <= limit]
    assert chosen == max(fitting, default=8)
    assert len(rounds) <= USUAL_ROUNDS


def test_the_next_size_is_not_tried_if_its_letters_alone_are_too_high() -> None:
    rounds: list[float] = []

    def measure(trials: Mapping[str, float]) -> Mapping[str, float]:
        rounds.extend(trials.values())
        return {key: size / 9.9 for key, size in trials.items()}

    assert copyfit({"x": SizeRange(8, 14)}, measure) == {"x": 9.8}
    assert 10.0 not in rounds


# Cards as they are laid out -----------------------------------------------------------------------


CSS = """body { margin: 0; font-family: Source Sans Pro } p { margin: 0 }
div { height: 40mm; width: 55mm; font-size: var(--type) }
.piece + .piece { break-before: page }
"""


def card(words: str, choice: Choice | None = CHOICE, css: str = "") -> Piece:
    head = f"<html lang='en'><head><title>x</title><style>{CSS}{css}"
    inner = f"<div data-fit='cards.one.front' data-height='fixed'><p>{words}</p></div>"
    return Piece(head, inner, Size(70, 70), margin="5mm", smallest=5, choice=choice)


def made(piece: Piece) -> Typeset:
    (setting,) = typeset_pieces(fitted([piece]))
    return setting


def fit(setting: Typeset) -> Fit:
    (found,) = setting.fits
    return found


def at(size: float, words: str = WORDS) -> Typeset:
    return made(card(words, choice=None).sized(size))


@pytest.mark.parametrize("size", [5, 7, 9, 12, 20])
def test_the_type_is_the_largest_that_fits_whatever_the_style_says(size: float) -> None:
    setting = made(card(WORDS, css=f"html {{ font-size: {size}pt; --type: {size}pt }}"))
    assert setting.faults == ()
    chosen = fit(setting).size
    assert 7 < chosen < 12
    assert at(chosen).faults == ()
    assert at(chosen + STEP).faults != ()


def test_few_words_are_set_in_the_largest_type_allowed() -> None:
    setting = made(card("Rest."))
    assert (fit(setting).size, setting.faults) == (12, ())


def test_what_does_not_fit_at_the_smallest_is_set_in_it_and_reported() -> None:
    setting = made(card(WORDS * 3))
    assert fit(setting).size == 7
    assert [fault.kind for fault in setting.faults] == ["overflow"]
    assert (fit(setting).room or 0) < 0


def test_a_word_too_long_for_its_line_asks_for_smaller_type() -> None:
    long = "Incomprehensibilitiesandmoreofthesame"
    setting = made(card(long))
    assert setting.faults == ()
    assert fit(setting).size < 12
    assert at(12, long).faults != ()


def test_without_bounds_nothing_is_changed() -> None:
    assert fit(at(9.1)).size == 9.1
    piece = card(WORDS, choice=None)
    assert fitted([piece]) == (piece,)


def test_the_type_of_a_piece_is_the_same_whatever_is_fitted_with_it() -> None:
    words = ["Rest.", WORDS, WORDS * 2, WORDS[:200]]
    pieces = [card(each) for each in words]
    together = fitted([pieces[0], card("Fixed.", choice=None), *pieces[1:]])
    alone = [fitted([piece])[0] for piece in pieces]
    assert [together[0], *together[2:]] == alone
    assert len({piece.type_size for piece in alone}) > 2


SOME = 8
"""So many faces of ours are enough to have several sizes of type."""


def test_a_card_of_ours_has_the_largest_type_that_fits() -> None:
    job = Job(PACK, "expedition", "player-cards", "fr")
    pieces = pieces_of(render(job.game_data, job.aid, job.pack.roots))
    faces = [piece for piece in pieces if piece.choice][:SOME]
    chosen = fitted(faces)
    sizes = [piece.type_size or 0 for piece in chosen]
    most = [piece.choice.most for piece in faces if piece.choice]
    assert len(set(sizes)) > 2
    assert all(setting.faults == () for setting in typeset_pieces(chosen))
    larger = [
        piece.sized(round(min(limit, size + STEP), 1))
        for piece, size, limit in zip(faces, sizes, most, strict=True)
    ]
    # What reaches out by less than can be seen is not reported, and is too large all the same.
    full = [
        any(fault.kind == "overflow" for fault in setting.faults) or (fit(setting).room or 0) < 0
        for setting in typeset_pieces(larger)
    ]
    assert full == [size < limit for size, limit in zip(sizes, most, strict=True)]
    assert True in full


def test_a_face_that_grows_is_set_in_the_largest_type_that_its_page_holds() -> None:
    inner = f"<div data-fit='cards.one.front'><p>{WORDS}</p></div>"
    face = replace(card(WORDS), inner=inner, margin="0")
    (small,) = fitted([face])
    assert small.type_size is not None
    assert 7 < small.type_size < 12
    (larger,) = typeset_pieces([small.sized(round(small.type_size + STEP, 1))])
    (held,) = typeset_pieces([small])
    assert [fault.kind for fault in held.faults] == []
    assert larger.faults or len(larger.sheets) > 1
