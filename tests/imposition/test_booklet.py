"""Booklets: printed, folded and laid into each other, they have their pages in order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aidgen.imposition.sheet import (
    LARGEST_SIGNATURE,
    THICKNESS,
    Opened,
    booklet_sides,
    signatures,
)


def read(sides: Sequence[Opened]) -> list[int | None]:
    """Fold a signature, its sheets laid into each other, and turn its leaves: the pages."""
    fronts, backs = sides[::2], sides[1::2]
    leaves: list[tuple[int | None, int | None]] = []
    # The right half of a front is a leaf, with the left half of the back behind it.
    leaves += [(front.right, back.left) for front, back in zip(fronts, backs, strict=True)]
    # The other half follows, innermost sheet first.
    pairs = list(zip(fronts, backs, strict=True))
    leaves += [(back.right, front.left) for front, back in reversed(pairs)]
    return [page for leaf in leaves for page in leaf]


@pytest.mark.parametrize("pages", range(1, 65))
def test_a_booklet_of_any_length_is_in_order_and_ends_blank(pages: int) -> None:
    sides = booklet_sides(pages)
    assert len(signatures(pages)) == 1
    blanks = -pages % 4
    assert read(sides) == [*range(pages), *[None] * blanks]
    assert len(sides) == 2 * ((pages + 3) // 4)


@pytest.mark.parametrize("pages", [65, 68, 97, 128, 129, 200, 333])
def test_a_thick_one_is_made_of_signatures_alike(pages: int) -> None:
    sheets = signatures(pages)
    assert max(sheets) <= LARGEST_SIGNATURE
    assert max(sheets) - min(sheets) <= 1
    sides = list(booklet_sides(pages))
    found: list[int | None] = []
    for count in sheets:
        found += read(sides[: 2 * count])
        del sides[: 2 * count]
    assert sides == []
    assert found == [*range(pages), *[None] * (-pages % 4)]


def test_inner_sheets_of_a_thick_one_are_moved_towards_the_fold() -> None:
    assert {side.creep for side in booklet_sides(12)} == {0.0}
    creeps = [side.creep for side in booklet_sides(64)]
    assert creeps[::2] == creeps[1::2] == [THICKNESS * sheet for sheet in range(16)]


def test_what_is_read_from_right_to_left_is_bound_at_the_right() -> None:
    for one, other in zip(booklet_sides(12), booklet_sides(12, backwards=True), strict=True):
        assert (one.left, one.right, one.creep) == (other.right, other.left, other.creep)
