"""Sheets that are folded: each panel lies behind the one it should, and comes where it is read."""

from __future__ import annotations

from itertools import pairwise

import pytest

from aidgen.assets.papers import INSIDE, OUTSIDE, PAPERS, SIDES, Folding, Size

A4, LETTER = PAPERS["A4"].turned(), PAPERS["Letter"].turned()


def seen(folded: Folding, side: int) -> str:
    """Return the numbers of the panels of a side, from left to right."""
    here = [number for number in range(1, folded.panels + 1) if folded.side(number) == side]
    return "".join(map(str, sorted(here, key=lambda number: folded.place(number).left)))


@pytest.mark.parametrize(
    ("folds", "backwards", "outside", "inside"),
    [
        (1, False, "41", "23"),
        (2, False, "561", "234"),
        (3, False, "6781", "2345"),
        (1, True, "14", "32"),
        (2, True, "165", "432"),
    ],
)
def test_panels_lie_where_they_are_met_once_it_is_folded(
    folds: int, outside: str, inside: str, *, backwards: bool
) -> None:
    folded = Folding(A4, folds, backwards)
    assert seen(folded, OUTSIDE) == outside
    assert seen(folded, INSIDE) == inside


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("folds", [1, 2, 3])
@pytest.mark.parametrize("backwards", [False, True])
def test_the_panels_of_a_side_fill_it_and_lie_behind_those_of_the_other(
    paper: Size, folds: int, *, backwards: bool
) -> None:
    folded = Folding(paper, folds, backwards)
    lefts = {}
    for side in SIDES:
        places = [folded.place(int(number)) for number in seen(folded, side)]
        assert places[0].left == 0
        for one, other in pairwise(places):
            assert one.left + one.width == pytest.approx(other.left, abs=0.002)
        assert places[-1].left + places[-1].width == pytest.approx(paper.width, abs=0.002)
        lefts[side] = [place.left for place in places]
        assert folded.creases(side) == tuple(lefts[side][1:])
    # Turned over its short edge, a sheet lies the other way round.
    behind = [paper.width - crease for crease in reversed(folded.creases(OUTSIDE))]
    assert behind == pytest.approx(list(folded.creases(INSIDE)), abs=0.002)


def test_what_is_folded_in_is_narrower_each_time() -> None:
    folded = Folding(A4, 3)
    widths = [folded.place(number).width for number in (2, 3, 4, 5)]
    assert widths[0] == widths[1]
    assert [round(one - other, 2) for one, other in pairwise(widths)] == [0, 1.5, 1.5]
    assert folded.place(6).width == widths[3], "the flap is that panel from outside"
    assert folded.place(1).width == widths[0]
